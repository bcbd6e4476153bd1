"use strict";
// The page: it asks the library, draws what it answers, and sends moves back as text. `ask` is one of three transports.
const SAY = {
  fr: { space: "\u00a0", language: "Langue", newGame: "Nouvelle partie", game: "Jeu", rule: "Règle", start: "Départ", last: "Le dernier coup",
    lastWins: "gagne", lastLoses: "perd", opponent: "Adversaire", beginner: "débutant", middling: "se trompe parfois",
    good: "se trompe rarement", perfect: "parfait", who: "Qui commence", me: "je commence", it: "l’ordinateur",
    two: "deux personnes", begin: "Commencer", typeMove: "Ou écrire un coup", play: "Jouer", hint: "Indice",
    explain: "Qui gagne, et pourquoi ?", undo: "Reprendre", redo: "Rejouer", why: "Pourquoi ai-je perdu ?", replay: "Revoir la partie",
    save: "Enregistrer", open: "Ouvrir", footer: "cgt joue ici, sur cette machine : rien n’est envoyé nulle part.",
    loading: "Python se charge, quelques secondes…", yourTurn: "À vous de jouer.", player: "Joueur {n}, à vous.",
    thinking: "L’ordinateur réfléchit…", youWin: "Vous gagnez !", itWins: "L’ordinateur gagne.", wins: "Le joueur {n} gagne !",
    heap: "tas {n}", quota: "au plus {q}", take: "Prendre {k}", choose: "Quel coup ?", cell: "case {n}", square: "case ({x}, {y})",
    pin: "tas {h}, {k} sur {n}", large: "{n} pièces", you: "vous", computer: "ordinateur", playerN: "joueur {n}",
    noMove: "Ce n’est pas un coup permis ici.", reply: "Coups gagnants : {moves}.", none: "aucun", stopped: "La question était trop longue et a été arrêtée.", failed: "La page n’a pas pu démarrer : {why}" },
  en: { space: "", loading: "Loading Python, a few seconds…", yourTurn: "Your move.", player: "Player {n}, your move.", thinking: "The computer thinks…",
    youWin: "You win!", itWins: "The computer wins.", wins: "Player {n} wins!", heap: "heap {n}", quota: "at most {q}", take: "Take {k}",
    choose: "Which move?", cell: "cell {n}", square: "square ({x}, {y})", pin: "heap {h}, {k} of {n}", large: "{n} counters",
    you: "you", computer: "computer", playerN: "player {n}", noMove: "That is not a move here.", reply: "Winning moves: {moves}.",
    none: "none", stopped: "The question took too long and was stopped.", failed: "The page could not start: {why}" } };
const SHOWN = 150; // matches drawn in a heap; larger heaps are written
const $ = (id) => document.getElementById(id);
let lang = "en", games = [], state = null, chosen = null, busy = false;
const english = {};
document.querySelectorAll("[data-say]").forEach((one) => { english[one.dataset.say] = one.textContent; });

function say(key, values = {}) {
  const text = SAY[lang][key] ?? SAY.en[key] ?? english[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");
}
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
async function request(what, more = {}) {
  const answer = await ask({ do: what, lang, ...more });
  if (answer.stopped) throw new Error(say("stopped"));
  if (answer.error) throw new Error(answer.error);
  return answer;
}
function show(text, bad = false) { $("said").textContent = text; $("said").className = bad ? "said bad" : "said"; }
async function during(work) {
  if (busy) return;
  busy = true; document.body.classList.add("busy");
  try { await work(); } catch (error) { show(error.message, true); if (state) draw(); }
  finally { busy = false; document.body.classList.remove("busy"); }
}

// ---- words
function translate() {
  document.documentElement.lang = lang;
  document.querySelectorAll("[data-say]").forEach((one) => { one.textContent = SAY[lang][one.dataset.say] ?? english[one.dataset.say]; });
}
function fillGames() {
  const before = $("game").value;
  $("game").replaceChildren(...games.map((game) => { const one = element("option", "", game.title); one.value = game.name; return one; }));
  if (games.some((game) => game.name === before)) $("game").value = before;
  describe();
}
function describe() {
  const game = games.find((one) => one.name === $("game").value);
  $("rules").textContent = game && !(state && state.title === game.title) ? game.rules : "";
}
function pick() {
  const game = games.find((one) => one.name === $("game").value);
  if (!game) return;
  $("rule").value = game.text; $("start").value = game.example;
  [...$("convention").options].forEach((one) => { one.disabled = !game.conventions.includes(one.value); });
  if ($("convention").selectedOptions[0].disabled) $("convention").value = game.conventions[0];
  describe();
}

// ---- the board
function draw() {
  chosen = null;
  document.body.classList.add("playing");
  $("title").textContent = state.game.includes("(") ? `${state.title} – ${state.game}` : state.title;
  $("told").textContent = `${state.rules} ${state.goal}`;
  describe();
  const person = !state.over && !state.computer;
  const status = $("status");
  status.className = "status";
  if (state.over) {
    const alone = state.computers.includes(true);
    const won = alone ? !state.computers[state.winner] : true;
    status.textContent = alone ? say(won ? "youWin" : "itWins") : say("wins", { n: state.winner + 1 });
    status.classList.add(won ? "won" : "lost");
  } else {
    status.textContent = state.computer ? say("thinking") : state.computers.includes(true) ? say("yourTurn") : say("player", { n: state.mover + 1 });
  }
  $("may").textContent = person ? state.may : "";
  $("choices").replaceChildren();
  const { kind } = state.board;
  const made = { heaps: drawHeaps, cells: drawCells, queen: drawQueen, svg: drawPicture, text: drawText }[kind](state.board, person);
  $("board").replaceChildren(made);
  const takes = state.moves.every((move) => move.takes && move.takes.length === 1 && move.takes[0][1] !== "0");
  if (person && (!["heaps", "cells", "queen"].includes(kind) || !takes) && kind !== "queen") offer(state.moves.filter((move) => kind !== "cells"
    && !(kind === "heaps" && move.takes && move.takes.length === 1 && move.takes[0][1] !== "0")));
  $("turns").replaceChildren(...state.turns.map((turn) => element("li", state.computers[turn.mover] ? "" : "mine",
    `${who(turn.mover)}${say("space")}: ${turn.from} — ${turn.words}`)));
  for (const id of ["hint", "explain"]) $(id).disabled = state.over || state.computer;
  $("undo").disabled = state.turns.length === 0; $("redo").disabled = !state.redo;
  $("why").disabled = !state.over; $("move").disabled = !person; $("replay").disabled = state.turns.length === 0;
}
function who(mover) {
  if (state.computers[mover]) return say("computer");
  return state.computers.includes(true) ? say("you") : say("playerN", { n: mover + 1 });
}
function offer(moves) {
  $("choices").replaceChildren(...moves.slice(0, 200).map((move) => {
    const button = element("button", "", move.words); button.type = "button"; button.dataset.move = move.text;
    button.onclick = () => play(move.text); return button;
  }));
}
function heapName(index, heap) {
  const many = state.board.heaps.length > 1;
  const parts = [many ? say("heap", { n: index + 1 }) : "", heap.quota !== null && heap.quota !== heap.size ? say("quota", { q: heap.quota }) : ""];
  return element("span", "name", parts.filter(Boolean).join(", "));
}
const single = (move) => move.takes && move.takes.length === 1;
function drawHeaps(board, person) {
  const box = element("div");
  const splits = state.moves.some((move) => move.leaves && move.leaves.length > 1);
  board.heaps.forEach((heap, index) => {
    const row = element("div", (splits ? "heap pins" : "heap") + (board.row ? " numbered" : ""));
    row.append(heapName(index, heap));
    const size = Number(heap.size);
    if (size > SHOWN) {
      row.append(element("strong", "", say("large", { n: heap.size })));
    } else {
      for (let place = 0; place < size; place++) {
        const pin = element("button", "pin"); pin.type = "button"; pin.disabled = !person;
        pin.setAttribute("aria-label", say("pin", { h: index + 1, k: place + 1, n: size }));
        pin.dataset.heap = index; pin.dataset.place = place; pin.dataset.number = place + 1;
        pin.onclick = () => click(index, place, size, splits);
        row.append(pin);
      }
    }
    box.append(row);
  });
  return box;
}
// Where a heap falls apart the pins clicked are those taken, a stretch of them; else they are counted from the end.
function click(heap, place, size, splits) {
  if (!splits) {
    const same = chosen && chosen.heap === heap && chosen.from === place;
    chosen = same ? null : { heap, from: place, to: size - 1 };
  } else if (chosen && chosen.heap === heap && (place === chosen.from - 1 || place === chosen.to + 1)) {
    chosen = { heap, from: Math.min(place, chosen.from), to: Math.max(place, chosen.to) };
  } else {
    chosen = chosen && chosen.heap === heap && place >= chosen.from && place <= chosen.to ? null : { heap, from: place, to: place };
  }
  document.querySelectorAll(".pin").forEach((pin) => pin.classList.toggle("chosen",
    chosen !== null && Number(pin.dataset.heap) === chosen.heap && pin.dataset.place >= chosen.from && pin.dataset.place <= chosen.to));
  if (!chosen) { $("choices").replaceChildren(); return; }
  const amount = chosen.to - chosen.from + 1;
  const left = [chosen.from, size - 1 - chosen.to].filter((one) => one > 0).map(String).sort();
  const takenHere = (move) => single(move) && move.takes[0][0] === heap && move.takes[0][1] === String(amount);
  let fits = state.moves.filter((move) => takenHere(move)
    && (!splits || !move.leaves || [...move.leaves].filter((one) => one !== "0").sort().join() === left.join()));
  const several = state.moves.filter((move) => move.takes && move.takes.length > 1
    && move.takes.some(([one, count]) => one === heap && count === String(amount)));
  fits = fits.concat(several.slice(0, 60));
  if (fits.length === 0 && state.more && !splits) fits = [{ text: state.board.heaps.length > 1 ? `${amount} from ${heap + 1}` : `${amount}`, words: say("take", { k: amount }) }];
  if (fits.length === 0) { show(say("noMove")); $("choices").replaceChildren(); return; }
  show("");
  offer(fits);
  $("choices").querySelector("button")?.classList.add("strong");
}
function drawCells(board, person) {
  const box = element("div");
  board.heaps.forEach((heap, index) => {
    const row = element("div", "heap"), size = Number(heap.size);
    row.append(heapName(index, heap));
    for (let place = 1; place <= size; place++) {
      const cell = element("button", "cell", place); cell.type = "button"; cell.disabled = !person;
      cell.setAttribute("aria-label", say("cell", { n: place }));
      const left = [place - 3, size - place - 2].filter((one) => one > 0).map(String).sort().join();
      cell.onclick = () => {
        const move = state.moves.find((one) => single(one) && one.takes[0][0] === index
          && [...(one.leaves ?? [])].filter((part) => part !== "0").sort().join() === left);
        if (move) play(move.text); else show(say("noMove"));
      };
      row.append(cell);
    }
    box.append(row);
  });
  return box;
}
function drawQueen(board, person) {
  const [x, y] = board.heaps.map((heap) => Number(heap.size));
  const target = new Map();
  for (const move of state.moves) {
    const to = [x, y];
    for (const [heap, amount] of move.takes) to[heap] -= Number(amount);
    target.set(to.join(), move.text);
  }
  const box = element("table", "queen");
  const start = state.turns.length ? state.turns[0].from : state.position;
  const side = Math.max(...(start.match(/\d+/g) ?? [x, y]).map(Number), x, y);
  for (let row = 0; row <= Math.min(side, 24); row++) {
    const line = element("tr");
    for (let column = 0; column <= Math.min(side, 24); column++) {
      const cell = element("td"), button = element("button", ""); button.type = "button";
      const text = target.get([column, row].join());
      button.setAttribute("aria-label", say("square", { x: column, y: row }));
      if (column === x && row === y) { button.textContent = "♛"; button.className = "here"; }
      if (column === 0 && row === 0) button.classList.add("goal");
      if (text !== undefined) { button.classList.add("may"); button.onclick = () => play(text); }
      button.disabled = !person || text === undefined;
      cell.append(button); line.append(cell);
    }
    box.append(line);
  }
  return box;
}
// The parts of a picture that moves speak of can be clicked: what is said beside them narrows the moves down. A square is
// 2:3 by row and column from 1, or 2,3 by column and row from 0 at the bottom, or the number that stands on it.
function drawPicture(board, person) {
  const box = element("div"); box.innerHTML = board.svg;
  const at = (one, key) => Number(one.getAttribute(key)), drawing = box.querySelector("svg"), wide = at(drawing, "width");
  drawing.style.width = `${Math.max(wide, Math.min(1.6 * wide, 480))}px`; // squares as large as a finger
  if (!person) return box;
  const picked = new Set(), words = (move) => [...move.words.split(/[\s,;-]+/), ...(move.words.match(/\d+,\d+/g) ?? [])];
  const fits = () => state.moves.filter((move) => [...picked].every((name) => words(move).some((one) => one === name || (name.length === 4 && one.startsWith(name)))));
  const named = new Set(state.moves.flatMap(words));
  const known = (name) => [...named].some((one) => one === name || (name.length === 4 && one.startsWith(name)));
  const circles = [...box.querySelectorAll("circle")], squares = [...box.querySelectorAll("rect:not([rx])")];
  const places = (key) => [...new Set(squares.map((square) => at(square, key)))].sort((a, b) => a - b);
  const lines = places("y"), columns = places("x"), texts = [...box.querySelectorAll("svg > text, svg g text")];
  const parts = squares.map((square) => {
    const line = lines.indexOf(at(square, "y")), column = columns.indexOf(at(square, "x"));
    const number = texts.find((text) => at(text, "x") - at(square, "x") === 12 && at(text, "y") - at(square, "y") === 16)?.textContent;
    return [square, [number, `${line + 1}:${column + 1}`, `${column},${lines.length - 1 - line}`].find((name) => name && known(name))];
  });
  for (const text of texts) {
    const near = circles.find((circle) => Math.hypot(at(circle, "cx") - at(text, "x"), at(circle, "cy") - at(text, "y")) < 40 && Math.abs(at(circle, "cx") - at(text, "x")) < 8);
    if (near) parts.push([near, text.textContent], [text, text.textContent]);
  }
  for (const [part, name] of parts) {
    if (name === undefined || !known(name)) continue;
    part.classList.add("may"); part.style.pointerEvents = "all";
    part.addEventListener("click", () => {
      if (!picked.delete(name)) picked.add(name);
      if (fits().length === 0) { picked.clear(); picked.add(name); }
      parts.forEach(([one, its]) => one.tagName !== "text" && one.classList.toggle("picked", picked.has(its)));
      offer(fits());
      if (picked.size) $("choices").querySelector("button")?.classList.add("strong");
    });
  }
  return box;
}
function drawText() { return element("p", "status", state.position); }

// ---- what a person does
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
async function turns() {
  draw();
  while (!state.over && state.computer) {
    await pause(350);
    state = await request("reply");
    show(state.said);
    draw();
  }
}
function play(text) { return during(async () => { show(""); state = await request("play", { move: text }); await turns(); }); }
function begin() {
  return during(async () => {
    show("");
    state = await request("new", { game: $("rule").value, position: $("start").value, convention: $("convention").value,
      level: $("level").value, who: $("who").value, seed: Math.floor(Math.random() * 1e6) });
    await turns();
  });
}
const asks = { hint: () => request("hint"), why: () => request("why") };
for (const [id, asked] of Object.entries(asks)) $(id).onclick = () => during(async () => show((await asked()).said));
$("explain").onclick = () => during(async () => {
  const found = await request("explain");
  const winning = found.winning.join(`${say("space")}; `) || say("none"), meaning = found.meaning[0].toUpperCase() + found.meaning.slice(1);
  show(`${meaning}. ${say("reply", { moves: winning })}\n${found.reason}\n(${found.route}${say("space")}: ${found.reference})`);
});
for (const id of ["undo", "redo"]) $(id).onclick = () => during(async () => { state = await request(id); show(""); await turns(); });
$("replay").onclick = () => during(async () => {
  const lines = state.record.split("\n"), moves = lines.filter((line) => /^\d+\. /.test(line)), head = lines.filter((line) => line && !/^\d+\. /.test(line));
  for (let count = 0; count <= moves.length; count++) {
    state = await request("resume", { record: [...head, ...moves.slice(0, count), ""].join("\n") });
    draw(); show(count ? state.turns[count - 1].words : ""); await pause(700);
  }
});
$("save").onclick = () => during(async () => {
  const link = element("a"); link.href = URL.createObjectURL(new Blob([state.record], { type: "text/plain" })); link.download = "cgt-game.txt"; link.click();
});
$("open").onchange = () => during(async () => { state = await request("resume", { record: await $("open").files[0].text() }); $("open").value = ""; await turns(); });
$("setup").onsubmit = (event) => { event.preventDefault(); begin(); };
$("typed").onsubmit = (event) => { event.preventDefault(); const text = $("move").value.trim(); $("move").value = ""; if (text) play(text); };
$("game").onchange = pick;
$("language").onchange = () => during(async () => { lang = $("language").value; translate(); ({ games } = await request("games")); fillGames(); if (state) { state = await request("state"); draw(); } });
document.addEventListener("keydown", (event) => { // arrows walk along the pins and squares
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], here = document.activeElement;
  if (!step || !here || !here.closest || !here.closest("#board")) return;
  const all = [...document.querySelectorAll("#board button:not(:disabled)")];
  all[all.indexOf(here) + step]?.focus(); event.preventDefault();
});
(async () => {
  const wanted = new URLSearchParams(location.search || location.hash.slice(1));
  lang = SAY[wanted.get("lang")] ? wanted.get("lang") : (navigator.language || "en").startsWith("fr") ? "fr" : "en";
  document.body.classList.toggle("embedded", wanted.has("embed"));
  $("language").value = lang; translate();
  $("status").textContent = say("loading");
  try {
    ({ games } = await request("games"));
  } catch (error) { $("status").textContent = say("failed", { why: error.message }); return; }
  fillGames();
  const first = wanted.get("game") ?? "nim", named = games.find((game) => game.name === first || game.text === first);
  $("game").value = named ? named.name : games[0].name; pick();
  if (!named && wanted.get("game")) $("rule").value = first;
  for (const [key, id] of [["start", "start"], ["who", "who"], ["level", "level"], ["convention", "convention"]]) if (wanted.get(key)) $(id).value = wanted.get(key);
  await begin();
  document.body.dataset.ready = "yes";
})();

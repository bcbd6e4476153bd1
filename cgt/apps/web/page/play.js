"use strict";
// The page asks the library, draws what it answers, and sends moves back as text. `ask`, `stop` and
// `arrived` are the transport's, GAMES the games in each language, written when the page is built.
const SAY = {
  fr: { space: "\u00a0", language: "Langue", newGame: "Nouvelle partie", game: "Jeu", rule: "Règle", start: "Départ", last: "Le dernier coup",
    lastWins: "gagne", lastLoses: "perd", opponent: "L’ordinateur joue", beginner: "comme un débutant", middling: "faux de temps en temps",
    good: "rarement faux", perfect: "parfaitement", who: "Qui joue", me: "je commence", it: "l’ordinateur commence",
    two: "deux personnes", begin: "Commencer", close: "Fermer", more: "Plus", typeMove: "Écrire un coup", play: "Jouer", hint: "Indice",
    explain: "Qui gagne, et pourquoi ?", undo: "Reprendre", redo: "Refaire", again: "Rejouer", stop: "Arrêter", why: "Pourquoi ai-je perdu ?",
    replay: "Revoir la partie", link: "Lien vers cette position", save: "Enregistrer", open: "Ouvrir", moves: "Coups",
    footer: "cgt joue ici, sur cette machine : rien n’est envoyé nulle part.",
    easy: "Pour commencer", heaps: "Tas", coins: "Pièces", graphs: "Graphes", boards: "Plateaux", other: "Autres", experts: "Pour les experts",
    loading: "Python se charge, quelques secondes…", yourTurn: "À vous de jouer.", player: "Joueur {n}, à vous.",
    thinking: "L’ordinateur réfléchit…", youWin: "Vous gagnez !", itWins: "L’ordinateur gagne.", wins: "Le joueur {n} gagne !",
    heap: "tas {n}", row: "rangée {n}", quota: "au plus {q}", take: "Prendre {k}", board: "Position : {p}", matches: "allumette {k} sur {n}", pins: "quille {k} sur {n}",
    files: "colonne {k} sur {n}", cells: "case {k} sur {n}", square: "case ({x}, {y})", at: "case, ligne {x}, colonne {y}", large: "{n} pièces",
    queenTo: "la dame va en ({x}, {y})", queenRules: "La dame va vers la gauche, vers le haut, ou en diagonale vers le coin.", queenHere: "la dame, en ({x}, {y})",
    you: "vous", computer: "l’ordinateur", playerN: "le joueur {n}", several: "{n} coups possibles", copied: "Lien copié : {url}",
    noMove: "Ce n’est pas un coup permis ici.", reply: "Coups gagnants : {moves}.", none: "aucun", twice: "Touchez encore pour jouer : {move}.",
    and: " et ", pinsPlay: "abattre la quille {k}", pinsMany: "abattre les quilles {k}", cellsPlay: "mettre une croix dans la case {k}", filesPlay: "prendre la colonne {k} avec ses voisines",
    computerPlays: "L’ordinateur joue : {move}", hintMove: "{move}. Quoi qu’on joue ensuite, vous avez une réponse qui gagne.", hintLast: "{move}, et vous avez gagné.",
    whyTheirs: "Où l’ordinateur s’est-il trompé ?", whyOther: "Où l’autre s’est-il trompé ?", history: "Histoire de la partie", toLadder: "L’échelle : vingt niveaux", ladder: "L’échelle",
    ladderAbout: "Chaque niveau change une règle. Gagner une partie, prédire qui gagne, dire le secret : une étoile pour chacun.",
    level: "Niveau {n} sur {m} : {title}", stars: "{n} étoiles sur 3", itBegins: "L’ordinateur commence", foretell: "Prédire", secret: "Dire le secret", next: "Niveau suivant",
    leave: "Quitter l’échelle", back: "Retour à la partie", yes: "Je peux gagner", no: "Je perds", see: "Le jouer", another: "Un autre", willYou: "C’est à vous de commencer ici. Pouvez-vous gagner, quoi que fasse l’ordinateur ? ({n} sur {m})",
    foretoldAll: "Trois de suite : l’étoile est à vous !", secretAsk: "Pour quels nombres celui qui commence perd-il, si l’autre joue bien ?", positions: "Les positions : {form}. Quels nombres n ?",
    numbers: "Les premiers, dans l’ordre croissant", then: "et puis", steps: "toujours les mêmes écarts", double: "chacun est le double du précédent", sum: "chacun est la somme des deux précédents", end: "aucun autre", test: "Vérifier",
    winsAt: "après {turn} coups : victoire pour {who}, en {lasts} coups", unknownAt: "après {turn} coups, trop grand pour le savoir", historyRead: "Au-dessus de la ligne, la victoire était pour {me} ; en dessous, pour {other}. Plus c’est loin d’elle, plus la partie pouvait durer.",
    mistake: "Le coup {turn} a donné la victoire : {move}. Ceci gagnait : {winning}.",
    stopped: "La question était trop longue et a été arrêtée.", failed: "La page n’a pas pu démarrer : {why}" },
  en: { space: "", easy: "To begin with", heaps: "Heaps", coins: "Coins", graphs: "Graphs", boards: "Boards", other: "Others", experts: "For experts",
    loading: "Loading Python, a few seconds…", yourTurn: "Your move.", player: "Player {n}, your move.",
    thinking: "The computer thinks…", youWin: "You win!", itWins: "The computer wins.", wins: "Player {n} wins!",
    heap: "heap {n}", row: "row {n}", quota: "at most {q}", take: "Take {k}", board: "Position: {p}", matches: "match {k} of {n}", pins: "pin {k} of {n}",
    files: "file {k} of {n}", cells: "cell {k} of {n}", square: "square ({x}, {y})", at: "square, row {x}, column {y}", large: "{n} counters",
    queenTo: "the queen goes to ({x}, {y})", queenRules: "The queen goes left, up, or diagonally towards the corner.", queenHere: "the queen, at ({x}, {y})",
    you: "you", computer: "the computer", playerN: "player {n}", several: "{n} moves to choose from", copied: "Link copied: {url}",
    noMove: "That is not a move here.", reply: "Winning moves: {moves}.", none: "none", twice: "Touch again to play: {move}.",
    and: " and ", pinsPlay: "knock down pin {k}", pinsMany: "knock down pins {k}", cellsPlay: "put a cross in cell {k}", filesPlay: "take file {k} with its neighbours",
    computerPlays: "The computer plays: {move}", hintMove: "{move}. Whatever is played then, you have an answer that wins.", hintLast: "{move}, and you have won.",
    whyTheirs: "Where did the computer go wrong?", whyOther: "Where did the other go wrong?", level: "Level {n} of {m}: {title}", stars: "{n} of 3 stars",
    willYou: "You begin here. Can you win, whatever the computer does? ({n} of {m})", foretoldAll: "Three in a row: the star is yours!", positions: "The positions: {form}. Which numbers n?",
    winsAt: "after {turn} moves: a win for {who}, in {lasts} moves", unknownAt: "after {turn} moves, too large to know", historyRead: "Above the line {me} could win, below it {other}. The farther from it, the longer the game could last.",
    mistake: "Move {turn} gave the win away: {move}. This would have won: {winning}.",
    stopped: "The question took too long and was stopped.", failed: "The page could not start: {why}" } };
const SHOWN = 150; // matches drawn in a heap; larger heaps are written
const $ = (id) => document.getElementById(id);
const english = {};
document.querySelectorAll("[data-say]").forEach((one) => { english[one.dataset.say] = one.textContent; });
let lang = "en", state = null, busy = false;
let pieces = [], here = 0; // what can be touched on the board, and which of it the Tab key reaches
let apart = []; // the moves that no piece makes, as `of` tells: each is a button, whatever is touched
let pictures = null; // the games as the sheet shows them, once it was opened
let chosen = null; // what was touched: { key, fits }

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
let asked = Promise.resolve(); // one question after another
function request(what, more = {}) {
  const answered = asked.then(async () => {
    const answer = await ask({ do: what, lang, ...more });
    if (answer.stopped) throw Object.assign(new Error(say("stopped")), { stopped: true });
    if (answer.error) throw new Error(answer.error);
    return answer;
  });
  asked = answered.catch(() => {});
  return answered;
}
function tell(text) { $("live").textContent = text; }
function show(text, bad = false) { $("said").textContent = text; $("said").className = bad ? "said bad" : "said"; if (text) tell(text); }
async function during(work) {
  if (busy) return;
  busy = true; document.body.classList.add("busy");
  const slow = setTimeout(() => {
    if (document.body.dataset.ready) $("stop").hidden = false;
    else $("status").textContent = say("loading");
  }, 1500);
  try { await work(); } catch (error) { show(error.message, true); if (state) draw(); }
  finally { clearTimeout(slow); if (state && !state.over) drawStatus(); $("stop").hidden = true; busy = false; document.body.classList.remove("busy"); }
}

// ---- the sheet of settings
function translate() {
  document.documentElement.lang = lang;
  document.querySelectorAll("[data-say]").forEach((one) => { one.textContent = SAY[lang][one.dataset.say] ?? english[one.dataset.say]; });
  const before = picked().value;
  $("games").replaceChildren(...GAMES[lang].flatMap((game, place, all) => {
    const one = element("label", "game"), radio = element("input"), picture = element("img"), title = element("span", "", game.title);
    Object.assign(radio, { type: "radio", name: "game", value: game.name, checked: game.name === before });
    picture.alt = "";
    one.append(radio, picture, title);
    return game.group === all[place - 1]?.group ? [one] : [element("h3", "", say(game.group)), one];
  }));
  describe(); illustrate();
}
function illustrate() {
  if (pictures) for (const radio of $("games").querySelectorAll("input")) radio.nextSibling.src = `data:image/svg+xml,${encodeURIComponent(pictures[radio.value])}`;
}
const picked = () => $("setup").elements.game ?? {}; // the game that is chosen in the sheet
const named = (name) => GAMES[lang].find((one) => one.name === name || one.text === name);
function describe() { $("rules").textContent = named(picked().value)?.rules ?? ""; }
function pick() {
  const game = named(picked().value);
  if (!game) return;
  $("rule").value = game.text; $("start").value = game.example; $("convention").value = game.conventions[0];
  [...$("convention").options].forEach((one) => { one.disabled = !game.conventions.includes(one.value); });
  describe();
}

// ---- the board
function draw() {
  const board = $("board"), held = board.contains(document.activeElement) || $("choices").contains(document.activeElement);
  const before = pieces[here]?.name, { kind } = state.board, person = !state.over && !state.computer;
  chosen = null; pieces = [];
  $("title").textContent = state.game.includes("(") ? `${state.title} – ${state.game}` : state.title;
  $("told").textContent = `${kind === "queen" && state.game === "wythoff" ? say("queenRules") : state.rules} ${state.goal}`;
  drawStatus(); drawLevel(); $("curve").replaceChildren();
  $("may").textContent = person ? state.may : "";
  $("choices").replaceChildren();
  board.setAttribute("aria-label", say("board", { p: state.position }));
  board.replaceChildren((state.board.pieces in REACH ? drawRows : { heaps: drawHeaps, queen: drawQueen, svg: drawPicture, text: drawText }[kind])(state.board));
  if (!person) pieces = [];
  for (const piece of pieces) enliven(piece);
  here = Math.max(0, pieces.findIndex((piece) => piece.name === before));
  if (pieces.length) pieces[here].node.tabIndex = 0;
  apart = person ? state.moves.filter((move) => !pieces.some((piece) => piece.of(move))) : [];
  offer(apart);
  fit();
  $("turns").replaceChildren(...state.turns.map((turn) => element("li", state.computers[turn.mover] ? "" : "mine",
    `${who(turn.mover)}${say("space")}: ${turn.from} — ${toldTurn(turn)}`)));
  for (const id of ["hint", "explain"]) $(id).disabled = state.over || state.computer;
  $("undo").disabled = state.turns.length === 0; $("redo").disabled = !state.redo;
  const mine = state.over && state.computers.includes(true) && !state.computers[state.winner];
  $("why").textContent = say(!state.computers.includes(true) ? "whyOther" : mine ? "whyTheirs" : "why");
  $("why").disabled = !state.over; $("history").disabled = state.turns.length === 0; $("move").disabled = !person; $("replay").disabled = state.turns.length === 0;
  $("again").hidden = !state.over;
  if (held) (pieces[here]?.node ?? (state.over ? $("again") : board)).focus();
}
function drawStatus() {
  const status = $("status"), alone = state.computers.includes(true);
  status.className = "status";
  if (state.over) {
    const won = !alone || !state.computers[state.winner];
    status.textContent = alone ? say(won ? "youWin" : "itWins") : say("wins", { n: state.winner + 1 });
    status.classList.add(won ? "won" : "lost");
  } else {
    status.textContent = foretold ? "" : state.computer ? say("thinking") : alone ? say("yourTurn") : say("player", { n: state.mover + 1 });
  }
}
function who(mover) {
  if (state.computers[mover]) return say("computer");
  return state.computers.includes(true) ? say("you") : say("playerN", { n: mover + 1 });
}
// As large as there is room, and no smaller than a finger: pieces of 24 pixels, long rows in lines of one length.
function fit() {
  const board = $("board"), { kind, pieces: of } = state.board, style = board.style;
  const wide = board.clientWidth - 16, others = ["header", ".below", "nav"].reduce((sum, one) => sum + document.querySelector(one).offsetHeight, 0);
  const high = Math.max(150, window.innerHeight - others - 40), drawing = board.querySelector("svg");
  if (drawing) {
    const { width, height } = drawing.viewBox.baseVal;
    drawing.style.width = `${Math.max(1, Math.min(wide / width, high / height, 5)) * width}px`;
  } else if (kind === "queen") {
    style.setProperty("--pin", `${Math.max(27, Math.min(72, Math.min(wide, high) / board.querySelectorAll("tr").length / 0.92))}px`);
  } else if (kind !== "text") {
    const rows = [...board.querySelectorAll(".row")].map((row) => row.childElementCount), longest = Math.max(1, ...rows), share = of === "cells" ? 1.2 : 1;
    const names = Math.max(...[...board.querySelectorAll(".name")].map((one) => one.offsetWidth)), above = names > wide / 5, room = above ? wide : wide - names;
    const across = Math.ceil(longest / Math.ceil((24 * longest) / room)), lines = rows.reduce((sum, count) => sum + Math.ceil(count / across), 0);
    const pin = Math.min(room / across / share, (high - (above ? 28 * rows.length : 0)) / Math.max(1, lines) / 2.6, 96);
    board.classList.toggle("above", above);
    style.setProperty("--pin", `${Math.max(24 / share, pin)}px`); style.setProperty("--across", `${across * share}`);
  }
}
// A piece is a button with a name; one of them all is reached by Tab, the arrows walk to the nearest.
function enliven({ node, name, touch }) {
  node.setAttribute("aria-label", name);
  node.setAttribute("role", "button");
  node.tabIndex = -1;
  node.addEventListener("click", () => { if (!busy) { reach(pieces.findIndex((piece) => piece.node === node)); touch(); } });
}
function reach(index) {
  if (index < 0) return;
  if (pieces[here]) pieces[here].node.tabIndex = -1;
  here = index; pieces[here].node.tabIndex = 0; pieces[here].node.focus();
}
const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
document.addEventListener("keydown", (event) => {
  if (!event.target.closest("#board") || !pieces.length) return;
  if (event.key === "Escape") { draw(); return; }
  if (["Enter", " "].includes(event.key) && event.target.tagName !== "BUTTON") { event.preventDefault(); event.target.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
  const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const [x, y] = middle(pieces[here].node);
  let best = -1, least = Infinity;
  pieces.forEach((piece, index) => {
    const [a, b] = middle(piece.node), along = (a - x) * step[0] + (b - y) * step[1], aside = Math.abs((a - x) * step[1] + (b - y) * step[0]);
    if (along > 1 && along + 3 * aside < least) { least = along + 3 * aside; best = index; }
  });
  reach(best);
});

// ---- touching: once shows the move, twice plays it
function choose(key, nodes, fits, others = []) {
  if (chosen?.key === key && fits.length === 1) { play(fits[0].text); return; }
  document.querySelectorAll("#board .piece, #board [data-at], #board .pin, #board .square").forEach((one) => one.classList.remove("chosen", "going", "advised"));
  chosen = { key, fits };
  nodes.forEach((node) => node.classList.add("chosen"));
  if (!fits.length) { show(state.board.pieces === "matches" ? `${say("noMove")} ${state.may}` : say("noMove")); offer(apart); return; }
  show("");
  offer([...fits, ...others, ...apart]);
  const first = $("choices").querySelector("button");
  if (fits.length > 1) { tell(say("several", { n: fits.length })); return; }
  first.classList.add("strong"); tell(say("twice", { move: wordsOf(fits[0]) }));
  if (state.board.kind === "svg") foresee(fits[0]);
}
async function foresee(move) { // what goes, and what falls with it
  const mine = chosen, after = await request("look", { move: move.text }).catch(() => null);
  if (!after || chosen !== mine) return;
  leaving(after).forEach((one) => one.classList.add("going"));
  leaving(after, true).forEach((one) => one.classList.add("chosen"));
}
function leaving(next, changed = false) { // the parts of the board that are gone on another; or those that look otherwise
  const { board } = next;
  if (state.board.kind === "heaps" && !(state.board.pieces in REACH)) {
    const move = !changed && state.moves.find((one) => one.text === next.turns?.at(-1)?.text);
    return move ? [...document.querySelectorAll("#board .pin")].filter(({ dataset }) => takesPin(move, Number(dataset.heap), Number(dataset.place), Number(state.board.heaps[dataset.heap].size))) : [];
  }
  if (board.kind !== state.board.kind) return [];
  if (board.kind === "svg") {
    const box = element("div"); box.innerHTML = board.svg;
    const left = new Map(parts(box.querySelector("svg")).map((part) => [part.key, part.look]));
    return parts($("board").querySelector("svg")).filter((part) => (changed ? left.has(part.key) && left.get(part.key) !== part.look : !left.has(part.key))).map((part) => part.group ?? part.shape);
  }
  const rows = rowsOf(state), after = rows && changed === false && rowsOf(next);
  if (rows) return after ? [...document.querySelectorAll("#board [data-at]")].filter((one) => { const [row, column] = one.dataset.at.split(":"); return rows.rows[row]?.[column] === "free" && after.rows[row]?.[column] === "played"; }) : [];
  return [];
}
function offer(moves) {
  $("choices").replaceChildren(...moves.slice(0, 200).map((move) => {
    const button = element("button", "", wordsOf(move)); button.type = "button"; button.dataset.move = move.text;
    button.onclick = () => play(move.text); return button;
  }));
}

// ---- heaps of matches, rows of pins
function heapRow(heap, index, className) {
  const row = element("div", className), many = state.board.heaps.length > 1;
  const told = [many ? say("heap", { n: index + 1 }) : "", heap.quota !== null && heap.quota !== heap.size ? say("quota", { q: heap.quota }) : ""];
  row.append(element("span", "name", told.filter(Boolean).join(", ")), element("div", "row"));
  return row;
}
function pieceName(index, place, size) {
  const name = say("matches", { k: place, n: size });
  return state.board.heaps.length > 1 ? `${name}, ${say("heap", { n: index + 1 })}` : name;
}
function drawHeaps(board) {
  const box = element("div"), splits = state.moves.some((move) => move.leaves && move.leaves.length > 1), taken = state.moves.some((move) => move.takes);
  board.heaps.forEach((heap, index) => {
    const row = heapRow(heap, index, splits ? "heap pins" : "heap"), size = Number(heap.size);
    if (size > SHOWN) row.append(element("strong", "", say("large", { n: heap.size })));
    for (let place = 0; place < size && size <= SHOWN; place++) {
      const node = element(taken ? "button" : "span", "pin"), touch = () => (splits ? touchPin(index, place, size) : sweep(index, place));
      Object.assign(node.dataset, { heap: index, place, number: place + 1 });
      row.lastChild.append(node);
      if (!taken) continue;
      node.type = "button"; node.tabIndex = -1;
      pieces.push({ node, name: pieceName(index, place + 1, size), touch, of: (move) => takesPin(move, index, place, size) });
    }
    box.append(row);
  });
  return box;
}
// The matches that a move takes are the last of a heap, or stand between the heaps that it leaves of one.
function takesPin({ takes, leaves }, heap, place, size) {
  const [, amount] = takes?.find(([one]) => one === heap) ?? [0, 0], behind = leaves?.length > 1 ? Number(leaves[1]) : 0;
  return place < size - behind && place >= size - behind - Number(amount);
}
// All to the right of the match touched are swept; other heaps stay swept as long as one move takes from all of them.
function sweep(heap, place) {
  const alone = new Map([[heap, Number(state.board.heaps[heap].size) - place]]), several = new Map([...(chosen?.swept ?? []), ...alone]);
  const swept = sweeps(several).length ? several : alone, fits = sweeps(swept);
  const nodes = [...document.querySelectorAll("#board .pin")].filter(({ dataset }) => Number(state.board.heaps[dataset.heap].size) - dataset.place <= swept.get(Number(dataset.heap)));
  choose(JSON.stringify([...swept].sort()), nodes, fits, swept.size > 1 ? sweeps(alone).filter((move) => move.takes.length === 1) : []);
  chosen.swept = swept;
}
function sweeps(swept) { // the move that takes just this; where there is none, those that take more from other heaps
  const all = state.moves.filter(({ takes }) => takes && [...swept].every(([heap, amount]) => takes.some(([one, count]) => one === heap && count === String(amount))));
  const exact = all.filter((move) => move.takes.length === swept.size), [[heap, k]] = swept;
  if (exact.length || all.length) return exact.length ? exact : all.slice(0, 60);
  const untold = state.more && swept.size === 1 && /^\d/.test(state.moves[0].text); // among very many moves: written as an amount
  return untold ? [{ text: state.board.heaps.length > 1 ? `${k} from ${heap + 1}` : String(k), words: say("take", { k }), takes: [[heap, String(k)]] }] : [];
}
// Where a heap falls apart the pins touched are those taken, a stretch of them.
function touchPin(heap, place, size) {
  let from = place, to = place;
  const [h, f, t] = chosen ? chosen.key.split(" ").map(Number) : [];
  if (h === heap && place >= f && place <= t) [from, to] = [f, t];
  else if (h === heap && (place === f - 1 || place === t + 1)) [from, to] = [Math.min(f, place), Math.max(t, place)];
  let fits = pinMoves(heap, from, to, size);
  if (!fits.length && from !== to) { [from, to] = [place, place]; fits = pinMoves(heap, from, to, size); }
  const nodes = [...document.querySelectorAll(`#board .pin[data-heap="${heap}"]`)].filter((pin) => pin.dataset.place >= from && pin.dataset.place <= to);
  choose(`${heap} ${from} ${to}`, nodes, fits);
}
function pinMoves(heap, from, to, size) {
  if (state.board.pieces !== "matches") return inRow(heap, range(from + 1, to + 1));
  const amount = String(to - from + 1), left = sizes([from, size - 1 - to].map(String));
  return state.moves.filter(({ takes, leaves }) => takes?.length === 1 && takes[0][0] === heap && takes[0][1] === amount && (!leaves || sizes(leaves) === left));
}
const sizes = (left) => left.filter((one) => one !== "0").sort().join();
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_none, step) => from + step);
const inRow = (heap, places) => state.moves.filter((move) => move.places && move.takes[0][0] === heap && move.places.join() === places.join());

// ---- rows of pins, files or cells: they stay where they stood, and what was played there is seen
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
const REACH = { pins: 0, files: 1, cells: 2 }; // how many pieces on each side go with the one that is played
// The rows as the game began, what became of each piece, where each heap of now lies in them, and the turns in words.
function rowsOf({ board, turns, position }) {
  if (!(board.pieces in REACH)) return null;
  const begun = (sizes) => ({ rows: sizes.map((size) => Array(size).fill("free")), heaps: sizes.map((size, row) => ({ row, from: 0, size })), told: [] });
  const found = begun(numbers(turns[0]?.from ?? position)), reach = REACH[board.pieces];
  for (const { text } of turns) {
    const [, places, row] = text.match(/^([\d,-]+)(?:\D+(\d+))?$/) ?? [], first = numbers(places ?? "")[0], last = numbers(places ?? "").at(-1);
    const at = (row ?? 1) - 1, heap = found.heaps[at];
    if (!heap || !first) break;
    found.told.push(placesInWords(board.pieces, found, heap, range(first, last)));
    for (const place of range(Math.max(1, first - reach), Math.min(heap.size, last + reach))) found.rows[heap.row][heap.from + place - 1] = place >= first && place <= last ? "played" : "near";
    const left = [{ ...heap, size: first - 1 - reach }, { ...heap, from: heap.from + last + reach, size: heap.size - last - reach }].filter((one) => one.size > 0);
    found.heaps.splice(at, 1, ...(left.length ? left : [{ ...heap, size: 0 }]));
  }
  const now = board.heaps.map((heap) => Number(heap.size));
  return found.heaps.map((heap) => heap.size).join() === now.join() ? found : begun(now);
}
function placesInWords(kind, { rows }, heap, places) {
  const shown = places.map((place) => heap.from + place), k = shown.length > 2 ? `${shown[0]}–${shown.at(-1)}` : shown.join(say("and"));
  return say(`${kind}${places.length > 1 ? "Many" : "Play"}`, { k }) + (rows.length > 1 ? `, ${say("row", { n: heap.row + 1 })}` : "");
}
function wordsOf(move, at = state) { // what the page says of a move: pieces as they are numbered here, the queen's square
  const rows = move.places && rowsOf(at), heap = rows?.heaps[move.takes[0][0]];
  if (heap) return placesInWords(at.board.pieces, rows, heap, move.places);
  return at.board.kind === "queen" && move.takes ? say("queenTo", queenAfter(move, at)) : move.words;
}
function toldTurn({ number, words }) {
  const [x, y] = numbers(state.turns[number]?.from ?? state.position);
  return rowsOf(state)?.told[number - 1] ?? (state.board.kind === "queen" ? say("queenTo", { x, y }) : words);
}
// Rows and the queen's board as they were before a turn; null where the library's own words serve.
function stateBefore(turn) {
  const position = state.turns[turn - 1].from, { kind, pieces: of } = state.board;
  return of in REACH || kind === "queen" ? { position, turns: state.turns.slice(0, turn - 1), board: { kind, pieces: of, heaps: numbers(position).map((size) => ({ size })) } } : null;
}
function drawRows(board) {
  const box = element("div"), found = rowsOf(state), cells = board.pieces === "cells";
  found.rows.forEach((places, index) => {
    const row = element("div", cells ? "heap" : "heap pins numbered");
    row.append(element("span", "name", found.rows.length > 1 ? say("row", { n: index + 1 }) : ""), element("div", "row"));
    places.forEach((become, column) => {
      const heap = found.heaps.findIndex((one) => one.row === index && column >= one.from && column < one.from + one.size), free = heap >= 0, node = element(free ? "button" : "span", cells ? "cell" : "pin", cells && become !== "near" ? (free ? column + 1 : "✕") : "");
      Object.assign(node.dataset, { at: `${index}:${column}`, number: column + 1 });
      row.lastChild.append(node);
      if (!free) { node.classList.add(become === "played" ? "played" : "near"); node.setAttribute("aria-hidden", "true"); return; }
      const { from, size } = found.heaps[heap], place = column - from, several = found.rows.length > 1 ? `, ${say("row", { n: index + 1 })}` : "";
      node.type = "button"; Object.assign(node.dataset, { heap, place });
      pieces.push({ node, name: say(board.pieces, { k: column + 1, n: places.length }) + several, touch: () => (cells ? choose(`${heap} ${place}`, [node], inRow(heap, [place + 1])) : touchPin(heap, place, size)),
        of: (move) => move.takes?.[0][0] === heap && move.places?.includes(place + 1) });
    });
    box.append(row);
  });
  return box;
}
function queenAfter(move, at = state) {
  const to = at.board.heaps.map((heap) => Number(heap.size));
  for (const [heap, amount] of move.takes) to[heap] -= Number(amount);
  return { x: to[0], y: to[1] };
}
function drawQueen(board) {
  const [x, y] = board.heaps.map((heap) => Number(heap.size)), target = new Map();
  for (const move of state.moves) target.set(Object.values(queenAfter(move)).join(), move);
  const table = element("table", "queen"), start = state.turns.length ? state.turns[0].from : state.position;
  table.setAttribute("role", "presentation");
  const side = Math.min(24, Math.max(...(start.match(/\d+/g) ?? []).map(Number), x, y));
  for (let row = 0; row <= side; row++) {
    const line = element("tr");
    for (let column = 0; column <= side; column++) {
      const cell = element("td"), move = target.get([column, row].join()), queen = column === x && row === y;
      const node = element(move ? "button" : "span", "square", queen ? "♛" : "");
      if (queen) { node.classList.add("here"); node.setAttribute("role", "img"); node.setAttribute("aria-label", say("queenHere", { x, y })); }
      node.classList.toggle("goal", column === 0 && row === 0); node.classList.toggle("may", Boolean(move));
      if (move) pieces.push({ node, name: say("square", { x: column, y: row }), touch: () => choose(`${column} ${row}`, [node], [move]), of: (one) => one === move });
      cell.append(node); line.append(cell);
    }
    table.append(line);
  }
  return table;
}

// ---- pictures: their parts that moves speak of can be touched, and what is said beside them narrows the moves down
// A part has a name of its own, or is a square: 2:3 by row and column, 2,3 by column and row from the bottom, or numbered.
function parts(drawing) {
  const at = (one, key) => Number(one.getAttribute(key)), all = (what) => [...drawing.querySelectorAll(what)];
  const texts = all("text"), found = all("[data-part]").map((shape) => ({ shape, names: [shape.dataset.part], key: shape.dataset.part }));
  const grid = (shapes, across, down) => {
    const lines = [...new Set(shapes.map((one) => at(one, down)))].sort((a, b) => a - b), columns = [...new Set(shapes.map((one) => at(one, across)))].sort((a, b) => a - b);
    return shapes.map((shape) => {
      const line = lines.indexOf(at(shape, down)), column = columns.indexOf(at(shape, across));
      return { shape, key: `${at(shape, down)}:${at(shape, across)}`, names: [`${line + 1}:${column + 1}`, `${column},${lines.length - 1 - line}`], square: [line + 1, column + 1] };
    });
  };
  const free = (one) => one.dataset.part === undefined && !one.closest(".sign") && !one.matches(".gone, .hit");
  const squares = grid(all("rect:not([rx])").filter(free), "x", "y");
  for (const one of squares) {
    const number = texts.find((text) => at(text, "x") - at(one.shape, "x") === 12 && at(text, "y") - at(one.shape, "y") === 16);
    if (number) { one.names.unshift(number.textContent); one.text = number; }
  }
  const circles = all("circle").filter(free), near = (circle) => texts.find((text) => Math.abs(at(circle, "cx") - at(text, "x")) < 8 && Math.hypot(at(circle, "cx") - at(text, "x"), at(circle, "cy") - at(text, "y")) < 40);
  const coins = circles.some(near) ? circles.filter(near).map((shape) => ({ shape, text: near(shape), key: near(shape).textContent, names: [near(shape).textContent] })) : grid(circles, "cx", "cy");
  return [...found, ...squares, ...coins].map((part) => ({ ...part, look: `${part.shape.getAttribute("fill")}`, group: part.shape.closest(".piece") }));
}
const heard = new WeakMap(); // the words of a move, each once
function spoken(move) {
  if (!heard.has(move)) heard.set(move, new Set([...move.words.split(/[\s,;]+/), ...move.words.split(/[\s,;-]+/), ...(move.words.match(/\d+,\d+/g) ?? [])]));
  return heard.get(move);
}
function drawPicture(board) {
  const box = element("div"); box.innerHTML = board.svg;
  const drawing = box.querySelector("svg"), picked = new Map();
  drawing.setAttribute("role", "group"); drawing.querySelector("title")?.remove();
  const fits = () => state.moves.filter((move) => [...picked.keys()].every((name) => spoken(move).has(name)));
  for (const { shape, text, names, square } of parts(drawing)) {
    const part = names.find((name) => state.moves.some((move) => spoken(move).has(name)));
    if (part === undefined) continue;
    const node = document.createElementNS(drawing.namespaceURI, "g"), hit = shape.cloneNode();
    node.classList.add("piece"); shape.classList.add("shape"); hit.classList.add("hit"); hit.removeAttribute("data-part");
    if (shape.tagName === "path") hit.setAttribute("style", "fill:none;stroke:transparent;stroke-width:20;pointer-events:stroke");
    else if (shape.tagName === "circle") hit.setAttribute("r", Math.max(12, Number(shape.getAttribute("r"))));
    else for (const [key, by] of [["x", 2], ["y", 2], ["width", -4], ["height", -4]]) hit.setAttribute(key, Number(shape.getAttribute(key)) + by);
    shape.replaceWith(node); node.append(shape, ...(text ? [text] : []), hit);
    const label = node.nextElementSibling;
    if (label?.tagName === "text" && shape.dataset.part) node.insertBefore(label, hit);
    const touch = () => {
      const again = picked.has(part) && fits().length === 1;
      if (!again) { picked.has(part) ? picked.delete(part) : picked.set(part, node); }
      if (!fits().length) { picked.clear(); picked.set(part, node); }
      choose([...picked.keys()].sort().join(" "), [...picked.values()], picked.size ? fits() : []);
    };
    pieces.push({ node, name: square ? say("at", { x: square[0], y: square[1] }) : part, touch, of: (move) => spoken(move).has(part) });
  }
  return box;
}
function drawText() { return element("p", "status", state.position); }

// ---- what a person does
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const still = matchMedia("(prefers-reduced-motion: reduce)");
async function change(next) { // what a move takes away goes, briefly
  const going = leaving(next), turned = still.matches ? [] : leaving(next, true).filter((one) => one.querySelector?.("circle"));
  turned.forEach((one) => one.classList.add("turned"));
  if (turned.length) await pause(200);
  if (going.length && !still.matches) {
    going.forEach((one) => one.classList.add("going")); await pause(120);
    going.forEach((one) => one.classList.add("leaving")); await pause(260);
  }
  state = next; draw();
}
async function turns() {
  while (!state.over && state.computer) {
    await pause(350);
    const next = await request("reply").catch((error) => { if (error.stopped) return request("reply", { level: "beginner" }); throw error; });
    await change(next);
    show(say("computerPlays", { move: toldTurn(state.turns.at(-1)) }));
  }
  tell(`${$("said").textContent} ${$("status").textContent}`);
  wonLevel();
}
function play(text) { return during(async () => { const next = await request("play", { move: text }); show(""); await change(next); await turns(); }); }
// The computer's errors are drawn by a seed; the draws of a few seeds are known before the library is here.
const seed = () => Math.floor(Math.random() * (document.body.dataset.ready ? 1e6 : 16));
function settings() {
  return { game: $("rule").value, position: $("start").value, convention: $("convention").value, level: $("level").value, who: $("who").value, seed: seed() };
}
async function goOn(next) { show(""); state = next; draw(); window.scrollTo(0, 0); await turns(); }
const begin = () => during(async () => { level = null; await goOn(await request("new", settings())); });
const record = () => state.record.split("\n").filter(Boolean);
const isMove = (line) => /^\d+\. /.test(line);
// The game as it began, as `new` asks for it.
function beginning() {
  const fields = Object.fromEntries(record().filter((line) => !isMove(line)).map((line) => line.split(/: (.*)/)));
  const who = state.computers.indexOf(true), level = `${fields.first} ${fields.second}`.match(/computer (\S+)/)?.[1] ?? "perfect";
  return { game: state.game, position: fields.position, convention: state.convention, level, who: ["second", "first"][who] ?? "two", seed: seed() };
}
$("again").onclick = () => during(async () => goOn(await request("new", beginning())));
$("stop").onclick = () => stop();
$("hint").onclick = () => during(async () => { // the queen, and pieces of a row, are told as they stand here
  const { said, move } = await request("hint"), advised = state.moves.find((one) => one.text === move);
  const own = advised && (state.board.kind === "queen" || advised.places) && wordsOf(advised);
  show(own ? say(/\. .*\n/.test(said) ? "hintMove" : "hintLast", { move: own[0].toUpperCase() + own.slice(1) }) : said);
  for (const piece of pieces) piece.node.classList.toggle("advised", Boolean(advised) && piece.of(advised));
  fit();
});
for (const id of ["undo", "redo"]) $(id).onclick = () => during(async () => goOn(await request(id)));
const menu = {
  history: async () => drawHistory((await request("history")).history),
  why: async () => {
    const { said, turn, winning } = await request("why"), past = turn && stateBefore(turn);
    show(past ? say("mistake", { turn, move: toldTurn(state.turns[turn - 1]), winning: wordsOf(winning, past) }) : said);
  },
  explain: async () => {
    const found = await request("explain");
    const winning = found.winning.map((text) => wordsOf(state.moves.find((move) => move.text === text) ?? { words: text })).join(`${say("space")}; `) || say("none"), meaning = found.meaning[0].toUpperCase() + found.meaning.slice(1);
    show(`${meaning}. ${say("reply", { moves: winning })}\n${found.reason}\n(${found.route}${say("space")}: ${found.reference})`);
  },
  replay: async () => {
    const head = record().filter((line) => !isMove(line)), moves = record().filter(isMove);
    for (let count = 0; count <= moves.length; count++) {
      state = await request("resume", { record: [...head, ...moves.slice(0, count)].join("\n") });
      draw(); show(count ? toldTurn(state.turns[count - 1]) : ""); await pause(700);
    }
  },
  link: async () => {
    const { game, convention, level, who } = beginning();
    const what = { game, start: state.position, convention, who: who === "two" ? who : "first", level, lang };
    const url = `${location.href.split(/[?#]/)[0]}#${new URLSearchParams(what)}`;
    await navigator.clipboard?.writeText(url).catch(() => {});
    show(say("copied", { url }));
  },
  save: async () => {
    const link = element("a"); link.href = URL.createObjectURL(new Blob([state.record], { type: "text/plain" })); link.download = "cgt-game.txt"; link.click();
  },
};
for (const [id, work] of Object.entries(menu)) $(id).onclick = () => { $("menu").close(); during(work); };
$("redo").addEventListener("click", () => $("menu").close());
$("open").onchange = () => { $("menu").close(); during(async () => { const text = await $("open").files[0].text(); $("open").value = ""; await goOn(await request("resume", { record: text })); }); };
$("fresh").onclick = async () => {
  $("sheet").showModal(); $("games").querySelector(":checked")?.parentNode.scrollIntoView({ block: "nearest" });
  if (!pictures) { ({ pictures } = await request("pictures")); illustrate(); }
};
$("more").onclick = () => $("menu").showModal();
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close").onclick = () => dialog.close();
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
$("setup").onsubmit = () => { begin(); };
$("typed").onsubmit = () => { const text = $("move").value.trim(); $("move").value = ""; if (text) play(text); };
$("games").onchange = pick;
$("language").onchange = () => during(async () => { lang = $("language").value; translate(); state = await request("state"); draw(); });
addEventListener("resize", () => { if (state) fit(); });

/*ladder*/
(async () => {
  const wanted = new URLSearchParams(location.hash.slice(1) || location.search);
  lang = SAY[wanted.get("lang")] ? wanted.get("lang") : (navigator.language || "en").startsWith("fr") ? "fr" : "en";
  document.body.classList.toggle("embedded", wanted.has("embed"));
  $("language").value = lang; translate();
  const first = wanted.get("game") ?? GAMES[lang][0].name, known = named(first);
  picked().value = known ? known.name : GAMES[lang][0].name; $("level").value = "0.2"; pick();
  if (wanted.get("game")) $("rule").value = known && first === known.name ? known.text : first;
  for (const id of ["start", "who", "level", "convention"]) if (wanted.get(id)) $(id).value = wanted.get(id);
  $("status").textContent = say("loading");
  const failed = (error) => { $("status").textContent = say("failed", { why: error.message }); };
  try { await goOn(await request("new", settings())); } catch (error) { failed(error); return; }
  document.body.dataset.playable = "yes"; performance.mark("playable");
  arrived().then(() => { document.body.dataset.ready = "yes"; }, failed);
})();

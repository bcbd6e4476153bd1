"use strict";
// The page asks the library, draws what it answers, and sends moves back as text. `ask`, `stop` and
// `arrived` are the transport's. SAY holds the page's words in each language (those of English that its HTML does not
// have), GAMES the games; both are written when the page is built.
const SHOWN = 150, PORTRAYED = 20; // matches drawn in a heap, larger heaps are written; pictures on buttons
const $ = (id) => document.getElementById(id);
const english = {};
document.querySelectorAll("[data-say]").forEach((one) => { english[one.dataset.say] = one.textContent; });
let lang = "en", state = null, busy = false;
let pieces = [], here = 0; // what moves are made on, { node, name, touch, of }: `of` tells which moves; and which of them the Tab key reaches
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
function show(text, bad = false) { $("said").textContent = text; $("said").className = bad ? "said bad" : "said"; if (text) tell(text); if (state) fit(); }
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
  if (pictures) for (const radio of $("games").querySelectorAll("input")) radio.nextSibling.src = source(pictures[radio.value]);
}
const source = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
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
  const before = pieces[here]?.name, person = !state.over && !state.computer;
  chosen = null; pieces = [];
  $("title").textContent = state.title;
  $("told").textContent = `${state.rules} ${state.goal}`;
  drawStatus(); drawLevel(); $("curve").replaceChildren();
  $("may").textContent = person ? state.may : "";
  $("choices").replaceChildren();
  board.setAttribute("aria-label", say("board", { p: state.position }));
  board.replaceChildren({ heaps: drawHeaps, svg: drawPicture, text: () => element("p", "status", state.over ? "" : state.position) }[state.board.kind](state.board));
  for (const piece of pieces) enliven(piece);
  here = Math.max(0, pieces.findIndex((piece) => piece.name === before));
  if (pieces.length) pieces[here].node.tabIndex = 0;
  apart = person ? [...state.moves.filter((move) => !pieces.some((piece) => piece.of(move))), ...enough()] : [];
  offer(apart);
  fit();
  $("turns").replaceChildren(...state.turns.map((turn) => element("li", state.computers[turn.mover] ? "" : "mine",
    `${who(turn.mover)}${say("space")}: ${turn.from} — ${toldTurn(turn)}`)));
  for (const id of ["hint", "explain"]) $(id).disabled = state.over || state.computer || foretold;
  $("undo").disabled = state.turns.length === 0 && !state.forbids?.begun; $("redo").disabled = !state.redo;
  const mine = state.over && state.computers.includes(true) && !state.computers[state.winner];
  $("why").textContent = say(!state.computers.includes(true) ? "whyOther" : mine ? "whyTheirs" : "why");
  $("why").disabled = !state.over; $("history").disabled = state.turns.length === 0; $("move").disabled = !person;
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
    const { told: moves = "", most: n } = state.forbids ?? {}, forbid = forbids(state) ? say(n > 1 ? "forbidMany" : "forbid", { n }) : moves && say("forbidden", { moves });
    status.textContent = foretold ? "" : state.computer ? say("thinking") : `${alone ? say("yourTurn") : say("player", { n: state.mover + 1 })} ${forbid}`.trim();
  }
}
function who(mover) {
  if (state.computers[mover]) return say("computer");
  return state.computers.includes(true) ? say("you") : say("playerN", { n: mover + 1 });
}
// As large as there is room: long rows in lines of one length, as few as are comfortable to touch.
function fit() {
  const board = $("board"), { kind, pieces: of } = state.board, style = board.style;
  const wide = board.clientWidth - 16, others = ["header", ".below", "nav"].reduce((sum, one) => sum + document.querySelector(one).offsetHeight, 0);
  const high = Math.max(150, window.innerHeight - others - 40), drawing = board.querySelector("svg");
  if (drawing) {
    const { width, height } = drawing.viewBox.baseVal;
    drawing.style.width = `${Math.max(1, Math.min(wide / width, high / height, 5)) * width}px`;
  } else if (kind !== "text") {
    const rows = [...board.querySelectorAll(".row")].map((row) => row.childElementCount), longest = Math.max(1, ...rows), share = of === "cells" ? 1.2 : 1;
    board.classList.remove("above"); // names beside the rows, as long as there is room
    const names = Math.max(...[...board.querySelectorAll(".name")].map((one) => one.offsetWidth)), above = names > wide / 5, room = above ? wide : wide - names;
    const broken = range(1, longest).map((parts) => {
      const across = Math.ceil(longest / parts), lines = rows.reduce((sum, count) => sum + Math.ceil(count / across), 0);
      return { across, pin: Math.min(room / across / share, (high - (above ? 28 * rows.length : 0)) / Math.max(1, lines) / 2.6, 96) };
    });
    const enough = of in REACH ? 24 / share : 40; // neighbours in a row stay in one line as long as they can be touched
    const { across, pin } = broken.find((one) => one.pin >= enough) ?? broken.reduce((best, one) => (one.pin > best.pin ? one : best));
    board.classList.toggle("above", above);
    style.setProperty("--pin", `${Math.max(24 / share, pin)}px`); style.setProperty("--across", `${across * share}`);
  }
}
// A piece is a button with a name; one of them all is reached by Tab, the arrows walk to the nearest.
function enliven({ node, name, touch }) {
  node.setAttribute("aria-label", name);
  node.setAttribute("role", "button");
  node.tabIndex = -1;
  node.addEventListener("click", () => { if (!busy && !state.computer) { reach(pieces.findIndex((piece) => piece.node === node)); touch(); } });
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
function unmark() {
  chosen = null;
  document.querySelectorAll("#board .chosen, #board .going, #board .advised").forEach((one) => one.classList.remove("chosen", "going", "advised"));
}
function choose(key, nodes, fits, others = []) {
  if (chosen?.key === key && fits.length === 1) { play(fits[0].text); return; }
  unmark();
  chosen = { key, fits };
  nodes.forEach((node) => node.classList.add("chosen"));
  if (!fits.length) { show(state.board.pieces === "matches" ? `${say("noMove")} ${state.may}` : say("noMove")); offer(apart); return; }
  show("");
  offer([...fits, ...others, ...apart]);
  const first = $("choices").querySelector("button");
  if (fits.length > 1) { tell(say("several", { n: fits.length })); return; }
  first.classList.add("strong"); tell(say("twice", { move: brief(wordsOf(fits[0])) }));
  if (state.board.kind === "svg" && !forbids(state)) foresee(fits[0]);
}
async function foresee(move) { // what goes, and what falls with it
  const mine = chosen, after = await request("look", { move: move.text }).catch(() => null);
  if (!after || chosen !== mine) return;
  leaving(after).forEach((one) => one.classList.add("going"));
  leaving(after, true).forEach((one) => one.classList.add("chosen"));
}
const moveTo = (next) => state.moves.find((one) => one.text === next.turns?.at(-1)?.text);
const isAnew = () => Boolean($("board").querySelector("[data-anew]")); // a picture whose parts are named anew after each move
function leaving(next, changed = false) { // the parts of the board that are gone on another; or those that look otherwise
  if (isAnew()) return [];
  if (state.board.kind === "heaps") {
    const move = !changed && moveTo(next);
    return move ? pieces.filter((piece) => piece.of(move)).map((piece) => piece.node) : [];
  }
  const look = (part) => part.getAttribute("fill"), box = element("div");
  box.innerHTML = next.board.svg ?? "";
  const after = new Map([...box.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, look(one)])), gone = (one) => !after.has(one.dataset.part);
  return [...$("board").querySelectorAll("[data-part]")].filter((one) => (changed ? !gone(one) && after.get(one.dataset.part) !== look(one) : gone(one))).map((one) => one.closest(".piece") ?? one);
}
function offer(moves) {
  $("choices").replaceChildren(...moves.slice(0, 200).map((move) => {
    const pictured = state.board.kind === "svg" && (!move.parts.length || isAnew()) && moves.length <= PORTRAYED;
    const button = element("button", "", pictured ? brief(wordsOf(move)) : wordsOf(move)); button.type = "button"; button.dataset.move = move.text;
    button.onclick = () => play(move.text);
    if (pictured) portray(button, move);
    return button;
  }), ...(state.more || moves.length > 200 ? [element("p", "quiet", say("moreMoves"))] : []));
}
async function portray(button, move) { // what a move leaves that no part of the picture makes, or that is drawn anew
  const after = await request("look", { move: move.text }).catch(() => null), picture = element("img");
  if (!after?.board.svg || !button.isConnected) return;
  picture.alt = wordsOf(move).slice(brief(wordsOf(move)).length); picture.src = source(after.board.svg);
  picture.onload = fit; button.prepend(picture);
}

// ---- heaps of matches; rows of pins, files or cells, which stay where they stood
function drawHeaps({ heaps: now, pieces: of }) {
  const box = element("div"), { rows, heaps } = rowsOf(state), fixed = of in REACH, cells = of === "cells", word = fixed ? "row" : of === "stairs" ? "step" : "heap";
  const splits = state.moves.some((move) => move.leaves?.length > 1), taken = state.moves.some((move) => move.takes);
  rows.forEach((places, index) => {
    const row = element("div", cells ? "heap" : fixed ? "heap pins numbered" : of === "stairs" ? "heap stairs" : splits ? "heap pins" : "heap"), { quota, size: whole } = now[index] ?? {};
    const several = rows.length > 1 ? say(word, { n: index + 1 }) : "", most = quota && quota !== whole ? say("quota", { q: quota }) : "";
    row.append(element("span", "name", [several, most].filter(Boolean).join(", ")), element("div", "row"));
    if (!places.length && heaps[index]?.size > SHOWN) row.append(element("strong", "", say("large", { n: whole })));
    places.forEach((become, column) => {
      const heap = heaps.findIndex((one) => one.row === index && column >= one.from && column < one.from + one.size), free = heap >= 0;
      const node = element(free && taken ? "button" : "span", cells ? "cell" : "pin", cells && become !== "near" ? (free ? column + 1 : "✕") : "");
      row.lastChild.append(node);
      node.dataset.number = column + 1;
      if (!free) { node.classList.add(become === "played" ? "played" : "near"); node.setAttribute("aria-hidden", "true"); }
      if (!free || !taken) return;
      const { from, size } = heaps[heap], place = column - from;
      node.type = "button"; Object.assign(node.dataset, { heap, place });
      pieces.push({ node, name: [say(of, { k: column + 1, n: places.length }), several].filter(Boolean).join(", "), of: (move) => takesPin(move, heap, place, size),
        touch: () => (fixed || splits ? touchPin(heap, place, size) : sweep(heap, place)) });
    });
    box.append(row);
  });
  return box;
}
// The matches that a move takes are the last of a heap, or stand between the heaps that it leaves of one.
function takesPin({ takes, leaves, places }, heap, place, size) {
  const [, amount] = takes?.find(([one]) => one === heap) ?? [0, -1], behind = leaves?.length > 1 && Number(amount) < size ? Number(leaves[1]) : 0;
  if (amount === "0") return place === size - behind; // the heap is divided before this one
  return places ? takes[0][0] === heap && places.includes(place + 1) : place < size - behind && place >= size - behind - Number(amount);
}
const pins = (of) => pieces.filter(({ node: { dataset } }) => of(Number(dataset.heap), Number(dataset.place))).map((piece) => piece.node);
// All to the right of the match touched are swept; other heaps stay swept as long as one move takes from all of them.
function sweep(heap, place) {
  const alone = new Map([[heap, Number(state.board.heaps[heap].size) - place]]), several = new Map([...(chosen?.swept ?? []), ...alone]);
  const swept = sweeps(several).length ? several : alone, fits = sweeps(swept);
  const nodes = pins((one, at) => Number(state.board.heaps[one].size) - at <= swept.get(one));
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
// Where a heap falls apart the pins touched are those taken, a stretch of them; or the heap is divided before the one
// touched, or ends there; where one alone is no move, all that take it are offered.
function touchPin(heap, place, size) {
  const [h, f, t] = chosen ? chosen.key.split(" ").map(Number) : [], inside = h === heap && place >= f && place < t, beside = h === heap && (place === f - 1 || place === t);
  let [from, stop] = inside ? [f, t] : beside ? [Math.min(f, place), Math.max(t, place + 1)] : [place, place + 1];
  if (!pinMoves(heap, from, stop, size).length) [from, stop] = [place, place + 1];
  const fits = pinMoves(heap, from, stop, size), ways = stop - from > 1 || state.board.pieces in REACH ? [] : [...pinMoves(heap, place, place, size), ...pinMoves(heap, place, size, size)].filter((move) => !fits.includes(move));
  const others = ways.length ? ways : state.moves.filter((move) => takesPin(move, heap, place, size));
  const whole = new Set(fits.length === 1 ? fits[0].takes.map(([one]) => one) : []);
  choose(`${heap} ${from} ${stop}`, pins((one, at) => (one === heap ? at >= from && at < stop : whole.has(one))), fits.length ? fits : others, fits.length ? ways : []);
}
function pinMoves(heap, from, stop, size) { // those that take these pins of a heap; the other heaps of a move are taken whole
  const amount = String(stop - from), left = sizes([from, size - stop].map(String)), { heaps } = state.board;
  const here = (move, one) => one === heap || (move.takes.length > 1 && heaps[one].size === heaps[heap].size);
  return state.moves.filter((move) => (move.places ? move.takes[0][0] === heap && move.places.join() === range(from + 1, stop).join()
    : move.takes?.some(([one, count]) => here(move, one) && count === amount) && (!move.leaves || sizes(move.leaves) === left)));
}
const sizes = (left) => left.filter((one) => one !== "0").sort().join();
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_none, step) => from + step);
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
const REACH = { pins: 0, files: 1, cells: 2 }; // how many pieces on each side go with the one that is played
// The rows as the game began, what became of each piece, where each heap of now lies in them, and the turns in words;
// heaps of matches as they are.
function rowsOf({ board, turns, position }) {
  const begun = (sizes) => ({ rows: sizes.map((size) => Array(size > SHOWN ? 0 : size).fill("free")), heaps: sizes.map((size, row) => ({ row, from: 0, size })), told: [] });
  const now = board.heaps.map((heap) => Number(heap.size));
  if (!(board.pieces in REACH) || now.some((size) => size > SHOWN)) return begun(now);
  const found = begun(numbers(turns[0]?.from ?? position)), reach = REACH[board.pieces];
  for (const { takes, places } of turns) {
    if (!places) break;
    const at = takes[0][0], heap = found.heaps[at], first = places[0], last = places.at(-1);
    found.told.push(placesInWords(board.pieces, found, heap, places));
    for (const place of range(Math.max(1, first - reach), Math.min(heap.size, last + reach))) found.rows[heap.row][heap.from + place - 1] = place >= first && place <= last ? "played" : "near";
    const left = [{ ...heap, size: first - 1 - reach }, { ...heap, from: heap.from + last + reach, size: heap.size - last - reach }].filter((one) => one.size > 0);
    found.heaps.splice(at, 1, ...(left.length ? left : [{ ...heap, size: 0 }]));
  }
  return found.heaps.map((heap) => heap.size).join() === now.join() ? found : begun(now);
}
function placesInWords(kind, { rows }, heap, places) {
  const shown = places.map((place) => heap.from + place), k = shown.length > 2 ? `${shown[0]}–${shown.at(-1)}` : shown.join(say("and"));
  return say(`${kind}${places.length > 1 ? "Many" : "Play"}`, { k }) + (rows.length > 1 ? `, ${say("row", { n: heap.row + 1 })}` : "");
}
function wordsOf(move, at = state) { // what the page says of a move: pieces of a row as they are numbered here
  const rows = move.places && rowsOf(at), words = rows ? placesInWords(at.board.pieces, rows, rows.heaps[move.takes[0][0]], move.places) : move.words;
  return move.text && forbids(at) ? say("forbidOne", { move: words }) : words;
}
const toldTurn = ({ number, words }) => (state.board.kind === "heaps" && rowsOf(state).told[number - 1]) || words;
const brief = (words) => (isAnew() ? words.split(",")[0] : words); // what is left, the picture shows
// Rows as they were before a turn; null where the library's own words serve.
function stateBefore(turn) {
  const position = state.turns[turn - 1].from, { pieces: of } = state.board;
  return of in REACH ? { position, turns: state.turns.slice(0, turn - 1), board: { pieces: of, heaps: numbers(position).map((size) => ({ size })) } } : null;
}

// ---- pictures: their parts that moves are made on can be touched, and what is touched beside them narrows the moves down
function drawPicture(board) {
  const box = element("div"), picked = new Map(), touchable = new Set(state.moves.flatMap((move) => move.parts));
  box.innerHTML = board.svg;
  let only = false;
  const drawing = box.querySelector("svg"), fits = () => state.moves.filter(({ parts }) =>
    [...picked.keys()].every((part) => parts.includes(part)) && !(only && parts.some((part) => !picked.has(part))));
  drawing.setAttribute("role", "group"); drawing.querySelector("title")?.remove();
  for (const shape of drawing.querySelectorAll("[data-part]")) {
    const { part } = shape.dataset;
    if (!touchable.has(part)) continue;
    const node = document.createElementNS(drawing.namespaceURI, "g"), hit = shape.cloneNode(), label = shape.nextElementSibling;
    node.classList.add("piece"); shape.classList.add("shape"); hit.classList.add("hit"); hit.removeAttribute("data-part");
    if (shape.tagName === "path") hit.setAttribute("style", "fill:none;stroke:transparent;stroke-width:20;pointer-events:stroke");
    else if (shape.tagName === "circle") hit.setAttribute("r", Math.max(12, Number(shape.getAttribute("r"))));
    else for (const [key, by] of [["x", 2], ["y", 2], ["width", -4], ["height", -4]]) hit.setAttribute(key, Number(shape.getAttribute(key)) + by);
    shape.replaceWith(node);
    node.append(shape, ...(label?.matches("text, .sign") ? [label] : []), hit);
    const touch = () => { // again: what is made on nothing else, then no longer on this; or it is played
      if (!picked.has(part)) { picked.set(part, node); only = false; }
      else if (fits().length !== 1) { only = !only; if (!fits().length) only = false; if (!only) picked.delete(part); }
      if (!fits().length) { picked.clear(); picked.set(part, node); }
      if (picked.size) choose(`${only} ${[...picked.keys()].sort().join(" ")}`, [...picked.values()], fits());
      else { unmark(); offer(apart); }
    };
    pieces.push({ node, name: partName(part), touch, of: (move) => move.parts.includes(part) });
  }
  if (board.pieces === "dominoes" && !state.forbids) state.turns.forEach(({ parts }) => drawing.append(domino(parts.map((part) => drawing.querySelector(`[data-part="${part}"]`)))));
  return box;
}
function domino(squares) { // what a move laid on them, as one piece
  const piece = squares[0].cloneNode(), at = (key) => squares.map((one) => Number(one.getAttribute(key)));
  piece.removeAttribute("data-part"); piece.classList.add("domino");
  for (const [key, length] of [["x", "width"], ["y", "height"]]) {
    piece.setAttribute(key, Math.min(...at(key)) + 2); piece.setAttribute(length, Math.max(...at(key)) - Math.min(...at(key)) + 20);
  }
  return piece;
}
function partName(part) { // a square by row and column, or by its coordinates; a place by its number, anything else by its own name
  const [x, y] = numbers(part), kind = { ":": "at", ",": "square", "": "place" }[part.replace(/\d+/g, "")];
  return kind ? say(kind, { x, y }) : part;
}

// ---- what a person does
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const still = matchMedia("(prefers-reduced-motion: reduce)");
async function change(next) { // what a move takes away goes, briefly, and what it was made on is seen
  const made = still.matches || isAnew() ? [] : moveTo(next)?.parts ?? [], going = leaving(next), turned = still.matches ? [] : leaving(next, true).filter((one) => one.querySelector?.("circle.shape"));
  turned.forEach((one) => one.classList.add("turned"));
  if (turned.length) await pause(200);
  if (going.length && !still.matches) {
    going.forEach((one) => one.classList.add("going")); await pause(120);
    going.forEach((one) => one.classList.add("leaving")); await pause(260);
  }
  state = next; draw();
  for (const part of made) $("board").querySelector(`[data-part="${CSS.escape(part)}"]:not(path)`)?.classList.add("made");
  if (made.length) $("board").querySelector(".domino:last-child")?.classList.add("made");
}
async function turns() {
  while (!state.over && state.computer) {
    await pause(350);
    const next = await request("reply").catch((error) => { if (error.stopped) return request("reply", { level: "beginner" }); throw error; });
    await change(next);
    show(say("computerPlays", { move: brief(toldTurn(state.turns.at(-1))) }));
  }
  tell(`${$("said").textContent} ${$("status").textContent}`);
  wonLevel();
}
function play(text, typed = false) {
  return during(async () => {
    const whole = state.forbids && !typed ? await forbidding(text) : { move: text };
    if (!whole) return;
    const next = await request("play", whole); show(""); await change(next); await turns();
  });
}
// In a blocked game the move comes first; on the board that it leaves one touches what is forbidden to the other, and
// `enough` ends that. Null as long as something may be added, else the whole move.
async function forbidding(text) {
  const { forbids: { made, most, forbidden = [] }, moves } = state, after = made === null ? await request("look", { move: text }) : null;
  const [move, forbid] = after ? [text, []] : [made, text ? [...forbidden, text] : forbidden];
  const left = after ? after.moves : moves.filter((one) => one.text !== text);
  if ((!after && !text) || forbid.length >= most || !left.length) return { move, forbid };
  state = { ...state, board: after?.board ?? state.board, moves: left, forbids: { made: move, most, forbidden: forbid, begun: true } };
  show(""); draw(); tell($("status").textContent);
  return null;
}
const forbids = (at) => (at.forbids?.made ?? null) !== null; // what is touched is forbidden now, not played
const enough = () => (forbids(state) ? [{ text: "", words: say(state.forbids.forbidden?.length ? "forbidEnough" : "forbidNothing"), parts: [] }] : []);
// The computer's errors are drawn by a seed; the draws of a few seeds are known before the library is here.
const seed = () => Math.floor(Math.random() * (document.body.dataset.ready ? 1e6 : 16));
function settings() {
  return { game: $("rule").value, position: $("start").value, convention: $("convention").value, level: $("level").value, who: $("who").value, seed: seed() };
}
async function goOn(next) { show(""); state = next; draw(); window.scrollTo(0, 0); await turns(); }
const begin = () => during(async () => { level = null; await goOn(await request("new", settings())); });
const beginning = () => ({ ...state.began, seed: seed() }); // the game as it began, as `new` asks for it
$("again").onclick = () => during(async () => goOn(await request("new", beginning())));
$("stop").onclick = () => stop();
$("hint").onclick = () => during(async () => { // heaps have advice of their own, anything else is told as it stands here
  const { said, move, does } = await request("hint"), advised = state.moves.find((one) => one.text === move);
  const own = advised && (state.board.kind !== "heaps" || advised.places) && brief(wordsOf(advised));
  unmark(); offer(apart);
  show(own ? say(does, { move: does === "lost" ? own : own[0].toUpperCase() + own.slice(1) }) : said);
  for (const piece of pieces) piece.node.classList.toggle("advised", Boolean(advised) && piece.of(advised));
});
$("undo").onclick = () => during(async () => goOn(await request(state.forbids?.begun ? "state" : "undo")));
const menu = {
  history: async () => drawHistory((await request("history")).history),
  why: async () => {
    const { said, turn, winning } = await request("why");
    show(turn ? say("mistake", { turn, move: brief(toldTurn(state.turns[turn - 1])), winning: brief(wordsOf(winning, stateBefore(turn) ?? state)) }) : said);
  },
  explain: async () => {
    const found = await request("explain");
    const moves = found.winning.map((text) => state.moves.find((move) => move.text === text) ?? { words: text });
    const winning = moves.map((move) => wordsOf(move)).join(`${say("space")}; `) || say("none"), reason = moves.reduce((text, move) => text.replace(move.words, wordsOf(move)), found.reason);
    show(`${say(`outcome${found.outcome}`)} ${say("reply", { moves: winning })}\n${reason}\n(${found.route}${say("space")}: ${found.reference})`);
  },
  redo: async () => goOn(await request("redo")),
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
$("typed").onsubmit = () => { const text = $("move").value.trim(); $("move").value = ""; if (text) play(text, true); };
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

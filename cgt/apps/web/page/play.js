"use strict";
// The page asks the library, draws what it answers, and sends moves back as text. `ask`, `stop` and
// `arrived` are the transport's. SAY holds the page's words in each language (those of English that its HTML does not
// have), GAMES the games; both are written when the page is built.
const SHOWN = 150, PORTRAYED = 20; // matches drawn in a heap, larger heaps are written; pictures on buttons
const $ = (id) => document.getElementById(id);
const english = {};
document.querySelectorAll("[data-say]").forEach((one) => { english[one.dataset.say] = one.textContent; });
let lang = "en", state = null, busy = false;
let shown = null; // what the board shows: `state`, or the game at an earlier turn
let pieces = [], here = 0; // what moves are made on, { node, name, touch, of }: `of` tells which moves; and which of them the Tab key reaches
let apart = []; // the moves that no piece makes, as `of` tells: each is a button, whatever is touched
let pictures = null; // the games as the first screen shows them
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

// ---- the games to choose from, and the sheet of settings
function translate() {
  document.documentElement.lang = lang;
  document.querySelectorAll("[data-say]").forEach((one) => { one.textContent = SAY[lang][one.dataset.say] ?? english[one.dataset.say]; });
  $("games").replaceChildren(...GAMES[lang].flatMap((game, place, all) => {
    const one = element("button", "game"), picture = element("img");
    one.type = "button"; one.dataset.game = game.name; picture.alt = "";
    one.append(picture, element("span", "", game.title)); one.onclick = () => { pick(game.name); begin(); };
    return game.group === all[place - 1]?.group ? [one] : [element("h3", "", say(game.group)), one];
  }));
  illustrate();
}
function illustrate() {
  if (pictures) for (const one of $("games").querySelectorAll(".game")) one.firstChild.src = source(pictures[one.dataset.game]);
}
const source = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const named = (name) => GAMES[lang].find((one) => one.name === name || one.text === name);
function pick(name) { // a game with its own start and convention; who plays, and how well, stays as it was chosen
  const game = named(name);
  $("rule").value = game.text; $("start").value = game.example;
  offerConventions(game); $("convention").value = game.conventions[0];
}
function offerConventions(game) { [...$("convention").options].forEach((one) => { one.disabled = game && !game.conventions.includes(one.value); }); }

// ---- the board
function draw(at = state) {
  const board = $("board"), held = [board, $("choices"), $("home")].some((one) => one.contains(document.activeElement));
  const before = pieces[here]?.name, person = !state.over && !state.computer;
  shown = at; chosen = null; pieces = []; apart = [];
  if (at === state) past = null;
  $("title").textContent = state.title; entitle();
  $("told").textContent = state.introduction;
  drawStatus(); drawLevel(); $("curve").replaceChildren();
  $("may").textContent = person ? mayNow() : "";
  $("choices").replaceChildren();
  board.setAttribute("aria-label", say("board", { p: at.position }));
  board.replaceChildren({ heaps: drawHeaps, svg: drawPicture, text: () => element("p", "status", at.over ? "" : at.position) }[at.board.kind](at.board));
  for (const piece of pieces) enliven(piece);
  $("table").classList.toggle("pictured", isDrawn() || isAnew());
  here = Math.max(0, pieces.findIndex((piece) => piece.name === before));
  if (pieces.length) pieces[here].node.tabIndex = 0;
  if (person) { apart = [...state.moves.filter((move) => !pieces.some((piece) => piece.of(move))), ...enough()]; light(); }
  offer([]);
  fit();
  $("turns").replaceChildren(...state.turns.map((turn) => element("li", state.computers[turn.mover] ? "" : "mine",
    `${who(turn.mover)}${say("space")}: ${turn.from} — ${toldTurn(turn)}`)));
  for (const id of ["hint", "explain"]) $(id).disabled = state.over || state.computer || predicted;
  $("undo").disabled = state.turns.every((turn) => state.computers[turn.mover]) && !state.forbids?.begun; $("redo").disabled = !state.redo;
  const mine = state.over && state.computers.includes(true) && !state.computers[state.winner];
  $("why").textContent = say(!state.computers.includes(true) ? "whyOther" : mine ? "whyTheirs" : "why");
  $("history").disabled = state.turns.length === 0; $("move").disabled = !person;
  $("ended").hidden = !state.over; $("why").hidden = past !== null; $("retry").hidden = past === null;
  keepLink();
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
    status.textContent = predicted ? "" : state.computer ? say("thinking") : `${alone ? say("yourTurn") : say("player", { n: state.mover + 1 })} ${forbid}`.trim();
  }
}
function who(mover) {
  if (state.computers[mover]) return say("computer");
  return state.computers.includes(true) ? say("you") : say("playerN", { n: mover + 1 });
}
// As large as there is room: long rows in lines of one length, as few as are comfortable to touch.
function fit() {
  const board = $("board"), { kind, pieces: of } = shown.board, style = board.style;
  const wide = board.clientWidth - 16, others = ["header", ".below", "nav"].reduce((sum, one) => sum + $("table").querySelector(one).offsetHeight, 0);
  const high = Math.max(150, window.innerHeight - others - 40), drawing = board.querySelector("svg");
  if (drawing) {
    const { width, height } = drawing.viewBox.baseVal;
    drawing.style.width = `${Math.max(1, Math.min(wide / width, high / height, 5)) * width}px`;
  } else if (kind !== "text") {
    const rows = [...board.querySelectorAll(".row")].map((row) => row.childElementCount), longest = Math.max(1, ...rows), share = of === "cells" ? 1.2 : 1;
    board.classList.remove("above"); // names beside the rows, as long as there is room
    const names = Math.max(...[...board.querySelectorAll(".name")].map((one) => one.offsetWidth)), above = names > wide / 4, room = above ? wide : wide - names;
    const fives = of in REACH ? 0 : 0.3; // a gap after each five matches, so that they can be counted; lines end at such a gap
    const broken = range(1, longest).map((parts) => {
      const even = Math.ceil(longest / parts), across = fives && parts > 1 ? Math.ceil(even / 5) * 5 : even, lines = rows.reduce((sum, count) => sum + Math.ceil(count / across), 0);
      const units = (across + fives * Math.floor(across / 5)) * share;
      return { units, pin: Math.min(room / units, (high - (above ? 40 * rows.length : 0)) / Math.max(1, lines) / 2.6, 96) };
    });
    const enough = of in REACH ? 24 / share : longest > 10 ? 28 : 40; // neighbours in a row stay in one line as long as they can be touched
    const { units, pin } = broken.find((one) => one.pin >= enough) ?? broken.reduce((best, one) => (one.pin > best.pin ? one : best));
    board.classList.toggle("above", above);
    style.setProperty("--pin", `${Math.max(24 / share, pin)}px`); style.setProperty("--across", `${units}`);
  }
}
// A piece is a button with a name; one of them all is reached by Tab, the arrows walk to the nearest.
function enliven({ node, name, side, touch }) {
  node.setAttribute("aria-label", [name, side].filter(Boolean).join(", "));
  node.setAttribute("role", "button");
  node.tabIndex = -1;
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    if (busy || shown !== state || state.over || state.computer) { answerTouch(); return; }
    reach(pieces.findIndex((piece) => piece.node === node)); touch();
  });
}
// Whatever is touched answers: what is no piece, a piece that no move is made on, and a board that waits for the other.
function answerTouch() {
  if (!state) return;
  if (shown !== state) { show(say("pastTouched")); return; }
  if (state.over) { tell($("status").textContent); pulse($("status")); return; }
  if (busy || state.computer) { pulse($("status")); return; }
  unmark(); light(); offer([]);
  show(shown.board.kind === "heaps" && !(shown.board.pieces in REACH) ? `${say("noMove")} ${state.may}` : `${say("noMove")} ${say("touchLit")}`);
}
function pulse(node) { node.classList.remove("pulse"); void node.offsetWidth; node.classList.add("pulse"); }
$("board").addEventListener("click", answerTouch);
// What may be touched looks so: a piece that a move is made on, with what was touched before, is lit, any other is pale.
function light() {
  if (shown !== state || state.over) return;
  for (const piece of pieces) {
    const lit = piece.may();
    piece.node.classList.toggle("pale", !lit); piece.node.classList.toggle("open", Boolean(chosen) && !piece.node.classList.contains("chosen") && (piece.adds ?? piece.may)());
    piece.node.setAttribute("aria-disabled", String(!lit));
  }
  $("board").classList.toggle("choosing", chosen?.fits.length > 1); // a move that is shown whole may be left for any other
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

// ---- touching: once shows the move, twice plays it; where a move is made on several pieces, the second touch plays it
function unmark() {
  chosen = null;
  document.querySelectorAll("#board .chosen, #board .going, #board .advised, #board .lost").forEach((one) => one.classList.remove("chosen", "going", "advised", "lost"));
  document.querySelectorAll("#board .planned").forEach((one) => one.remove());
}
// `others` are moves that no further touch tells from these: they are buttons.
function choose(key, nodes, fits, others = []) {
  if (chosen?.key === key && fits.length === 1) { play(fits[0].text); return; }
  unmark();
  if (!fits.length) { answerTouch(); return; }
  chosen = { key, fits };
  nodes.forEach((node) => node.classList.add("chosen"));
  offer(others);
  if (fits.length > 1) { show(say(others.length ? "chooseOne" : "touchLit")); return; }
  show(say("twice", { move: brief(wordsOf(fits[0])) }));
  if (state.board.kind === "svg" && !forbids(state)) foresee(fits[0]);
}
async function foresee(move) { // what goes, and what falls with it
  const mine = chosen, after = await request("look", { move: move.text }).catch(() => null);
  if (!after || chosen !== mine) return;
  if (isDrawn()) { drawLine(after.board.svg); return; }
  leaving(after).forEach((one) => one.classList.add("going"));
  leaving(after, true).forEach((one) => one.classList.add("chosen"));
}
function drawLine(svg) { // the line of a move that is not made yet
  const box = element("div"), drawing = $("board").querySelector("svg");
  box.innerHTML = svg;
  const line = box.querySelector("[data-newest]"); line.classList.add("planned"); drawing.prepend(line);
}
const moveTo = (next) => state.moves.find((one) => one.text === next.turns?.at(-1)?.text);
const isDrawn = () => state.board.pieces === "lines"; // moves are lines that stay, as they were drawn
const isAnew = () => Boolean($("board").querySelector("[data-anew]")); // a picture whose parts are named anew after each move
function leaving(next, changed = false) { // the parts of the board that are gone on another; or those that look otherwise
  if (isAnew() || isDrawn()) return [];
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
  $("choices").replaceChildren(...[...moves, ...apart].slice(0, 200).map((move) => {
    const pictured = state.board.kind === "svg" && state.board.pieces !== "components" && (isDrawn() || ((!move.parts.length || isAnew()) && moves.length <= PORTRAYED));
    const button = element("button", isDrawn() ? "picture" : "", pictured ? brief(wordsOf(move)) : wordsOf(move)); button.type = "button"; button.dataset.move = move.text;
    button.onclick = () => play(move.text);
    if (pictured) portray(button, move);
    return button;
  }), ...(state.more && shown === state || moves.length + apart.length > 200 ? [element("p", "quiet", say("moreMoves"))] : []));
  if (isDrawn()) fit();
}
async function portray(button, move) { // what a move leaves that no part of the picture makes, or that is drawn anew
  await asked;
  if (!button.isConnected) return;
  const after = await request("look", { move: move.text }).catch(() => null), picture = element("img");
  if (!after?.board.svg || !button.isConnected) return;
  picture.alt = wordsOf(move).slice(brief(wordsOf(move)).length); picture.src = source(after.board.svg);
  if (isDrawn()) { picture.alt = wordsOf(move); button.replaceChildren(picture); } else { picture.onload = fit; button.prepend(picture); }
}

// ---- heaps of matches; rows of pins, files or cells, which stay where they stood
function drawHeaps({ heaps: now, pieces: of }) {
  const box = element("div"), { rows, heaps } = rowsOf(shown), fixed = of in REACH, cells = of === "cells", word = fixed ? "row" : of === "stairs" ? "step" : "heap";
  const splits = shown.moves.some((move) => move.joined || move.leaves?.length > 1), taken = splits || shown.moves.some((move) => move.takes);
  const amounts = new Set(shown.moves.flatMap((move) => (move.takes ?? []).map(([heap, amount]) => `${heap}:${amount}`)));
  rows.forEach((places, index) => {
    const row = element("div", cells ? "heap" : fixed ? "heap pins numbered" : of === "stairs" ? "heap stairs" : "heap"), inside = heaps.map((_one, heap) => heap).filter((heap) => heaps[heap].row === index);
    const name = element("span", "name"), inSum = ({ game, number }) => [game, number && say(word, { n: number })].filter(Boolean).join(", ");
    const several = (heap) => inSum(now[heap]) || (rows.length > 1 || (!fixed && heaps.length > 1) ? say(word, { n: (fixed ? index : heap) + 1 }) : "");
    if (!fixed) name.append(element("b", "count", inside.map((heap) => now[heap].size).join(" + ") || "0"));
    for (const heap of fixed ? inside.slice(0, 1) : inside) {
      const { quota, size } = now[heap], most = quota && quota !== size ? say("quota", { q: quota }) : "", told = [several(heap), most].filter(Boolean).join(", ");
      if (told) name.append(element("small", "", told));
    }
    row.append(name, element("div", "row"));
    if (fixed && !places.length && inside.some((heap) => heaps[heap].size > SHOWN)) row.append(element("strong", "", say("large", { n: now[inside[0]].size })));
    places.forEach((become, column) => {
      const heap = heaps.findIndex((one) => one.row === index && column >= one.from && column < one.from + one.size), free = heap >= 0;
      const node = element(free && taken ? "button" : "span", cells ? "cell" : "pin", cells && become !== "near" ? (free ? column + 1 : "✕") : "");
      row.lastChild.append(node);
      node.dataset.number = column + 1;
      if (!free) { node.classList.add(become === "free" ? "gone" : become); node.setAttribute("aria-hidden", "true"); }
      if (!free || !taken) return;
      const { from, size } = heaps[heap], place = column - from, [k, n] = fixed ? [column + 1, places.length] : [place + 1, size];
      node.type = "button"; Object.assign(node.dataset, { heap, place });
      if (place === 0 && column > 0 && !fixed) node.classList.add("first");
      const own = fixed || splits ? () => ranked(shown.moves, heap, [place, place + 1]).some((moves) => moves.length) : () => amounts.has(`${heap}:${size - place}`) || sweeps(new Map([[heap, size - place]])).length > 0;
      const adds = () => { // whether a touch here goes with what was touched, and does not replace it
        if (chosen.swept) return !chosen.swept.has(heap) && sweeps(new Map([...chosen.swept, [heap, size - place]])).length > 0;
        const others = new Map(chosen.stretches), [f, t] = others.get(heap) ?? [];
        if (!others.delete(heap)) return ranked(joining(others), heap, [place, place + 1]).some((moves) => moves.length);
        return (place === f - 1 || place === t) && ranked(joining(others), heap, [Math.min(f, place), Math.max(t, place + 1)])[0].length > 0;
      };
      let alone = null; // whether a move begins here
      pieces.push({ node, name: [say(of, { k, n }), several(heap)].filter(Boolean).join(", "), of: (move) => takesPin(move, heap, place, size),
        may: () => (alone ??= own()) || Boolean(chosen) && adds(), adds,
        touch: () => (fixed || splits ? touchPin(heap, place, size) : sweep(heap, place)) });
    });
    box.append(row);
  });
  return box;
}
const stepsOf = (move) => move.joined ?? [move]; // what a move does, in one component or in several
// The matches that a move takes are the last of a heap, or stand between the heaps that it leaves of one.
function takesPin(move, heap, place, size) {
  return stepsOf(move).some(({ takes, leaves, places }) => {
    const [, amount] = takes?.find(([one]) => one === heap) ?? [0, -1], behind = leaves?.length > 1 && Number(amount) < size ? Number(leaves[1]) : 0;
    if (amount === "0") return place === size - behind; // the heap is divided before this one
    return places ? takes[0][0] === heap && places.includes(place + 1) : place < size - behind && place >= size - behind - Number(amount);
  });
}
const pins = (of) => pieces.filter(({ node: { dataset } }) => of(Number(dataset.heap), Number(dataset.place))).map((piece) => piece.node);
// All to the right of the match touched are swept; other heaps stay swept as long as one move takes from all of them.
function sweep(heap, place) {
  const alone = new Map([[heap, Number(shown.board.heaps[heap].size) - place]]), several = new Map([...(chosen?.swept ?? []), ...alone]);
  const swept = sweeps(several).length ? several : alone, fits = sweeps(swept);
  const nodes = pins((one, at) => Number(shown.board.heaps[one].size) - at <= swept.get(one));
  choose(JSON.stringify([...swept].sort()), nodes, fits, fits.length > 1 && fits.every((move) => move.takes.length === swept.size) ? fits : []);
  if (chosen && !busy) { chosen.swept = swept; light(); }
}
function sweeps(swept) { // the move that takes just this; where there is none, those that take more from other heaps
  const all = shown.moves.filter(({ takes }) => takes && [...swept].every(([heap, amount]) => takes.some(([one, count]) => one === heap && count === String(amount))));
  const exact = all.filter((move) => move.takes.length === swept.size), [[heap, k]] = swept;
  if (exact.length || all.length) return exact.length ? exact : all.slice(0, 60);
  const untold = shown.more && swept.size === 1 && /^\d+( |$)/.test(shown.moves[0].text); // among very many moves: written as an amount
  return untold ? [{ text: shown.board.heaps.length > 1 ? `${k} from ${heap + 1}` : String(k), words: say("take", { k }), takes: [[heap, String(k)]] }] : [];
}
// Where a heap falls apart the pins touched are those taken, a stretch of them; or the heap is divided before the one
// touched, or ends there; where one alone is no move, all that take it are offered. The stretches of other heaps stay
// touched as long as one move is made on all of them.
function touchPin(heap, place, size) {
  const others = new Map(chosen?.stretches), [f, t] = others.get(heap) ?? [], fixed = shown.board.pieces in REACH, one = [place, place + 1];
  others.delete(heap);
  const longer = place >= f && place < t ? [f, t] : place === f - 1 || place === t ? [Math.min(f, place), Math.max(t, place + 1)] : one;
  for (const beside of [others, new Map()]) for (const stretch of [longer, one]) {
    const stretches = new Map([...beside, [heap, stretch]]), whole = (moves) => moves.filter((move) => stepsOf(move).length === stretches.size);
    const [exact, ways, any] = ranked(joining(beside), heap, stretch), more = exact.length || stretch !== one ? [] : ways.length ? ways : any;
    const found = exact.length ? exact : more, fits = whole(found).length ? whole(found) : found;
    if (!fits.length && (beside.size || stretch !== one)) continue;
    const nodes = pins((other, at) => (stretches.has(other) ? at >= stretches.get(other)[0] && at < stretches.get(other)[1]
      : fits.length === 1 && takesPin(fits[0], other, at, sizeOf(other))));
    const alike = whole(fixed ? exact : found); // no further touch tells them apart
    choose(JSON.stringify([...stretches].sort()), nodes, fits, [...(alike.length > 1 ? alike : []), ...(exact.length ? whole(ways) : [])]);
    if (chosen && !busy) { chosen.stretches = stretches; light(); }
    return;
  }
}
const sizeOf = (heap) => Number(shown.board.heaps[heap].size);
function joining(stretches) { // the moves made on these stretches and on another one
  let moves = shown.moves.filter((move) => stepsOf(move).length > stretches.size);
  for (const [heap, stretch] of stretches) {
    const [exact, ways, any] = ranked(moves, heap, stretch);
    moves = exact.length || ways.length ? [...exact, ...ways] : any;
  }
  return moves;
}
// Of some moves those made on just this stretch of a heap; those that divide the heap before one pin, or take all from it on; and all that take it.
function ranked(moves, heap, [from, stop]) {
  const size = sizeOf(heap), made = (f, t) => moves.filter((move) => stepsOf(move).some((step) => takesJust(step, heap, f, t, size))), exact = made(from, stop), alone = stop - from === 1;
  return [exact, alone && !(shown.board.pieces in REACH) ? [...made(from, from), ...made(from, size)].filter((move) => !exact.includes(move)) : [], alone ? moves.filter((move) => takesPin(move, heap, from, size)) : []];
}
function takesJust({ takes, leaves, places }, heap, from, stop, size) { // these pins of a heap; the other heaps of a step are taken whole
  const amount = String(stop - from), { heaps } = shown.board, here = (one) => one === heap || (takes.length > 1 && heaps[one].size === heaps[heap].size);
  if (places) return takes[0][0] === heap && places.join() === range(from + 1, stop).join();
  return Boolean(takes?.some(([one, count]) => here(one) && count === amount)) && (leaves ? sizes(leaves) === sizes([from, size - stop].map(String)) : stop === size);
}
const sizes = (left) => left.filter((one) => one !== "0").sort().join();
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_none, step) => from + step);
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
const REACH = { pins: 0, files: 1, cells: 2 }; // how many pieces on each side go with the one that is played
// The rows as the game began, what became of each piece, where each heap of now lies in them, and the turns in words;
// heaps of matches as they are.
function rowsOf({ board, turns }) {
  const begun = (sizes) => ({ rows: sizes.map((size) => Array(size > SHOWN ? 0 : size).fill("free")), heaps: sizes.map((size, row) => ({ row, from: 0, size })), told: [] });
  const were = [...turns.map((turn) => turn.heaps.map(Number)), board.heaps.map((heap) => Number(heap.size))], large = (sizes) => sizes.some((size) => size > SHOWN);
  let found = begun(were[0]);
  turns.forEach((turn, number) => {
    const after = were[number + 1], told = found.told, kept = large(were[number]) || large(after) ? null : moved(found, turn, after, board.pieces);
    if (!kept) { found = begun(after); found.told = [...told, null]; }
  });
  return found;
}
function moved(found, turn, after, kind) { // whether the heaps after a turn are where they stood before it
  const heaps = found.heaps.map((heap) => [heap]), reach = REACH[kind];
  const told = [];
  for (const { takes, leaves, places } of stepsOf(turn)) for (const [at, amount] of takes ?? []) {
    const heap = found.heaps[at];
    if (!heap) return false;
    if (places && kind in REACH) {
      const first = places[0], last = places.at(-1);
      told.push(placesInWords(kind, found, heap, places));
      for (const place of range(Math.max(1, first - reach), Math.min(heap.size, last + reach))) found.rows[heap.row][heap.from + place - 1] = place >= first && place <= last ? "played" : "near";
      heaps[at] = [{ ...heap, size: Math.max(0, first - 1 - reach) }, { ...heap, from: heap.from + last + reach, size: Math.max(0, heap.size - last - reach) }];
    } else if (leaves?.length > 1) { // what is left stands apart, the gaps between
      const left = leaves.map(Number), gap = Math.floor((heap.size - left.reduce((sum, one) => sum + one, 0)) / (left.length - 1));
      let from = heap.from;
      heaps[at] = left.map((size, part) => { const one = { ...heap, from: part === left.length - 1 ? heap.from + heap.size - size : from, size }; from += size + gap; return one; });
    } else heaps[at] = [{ ...heap, size: heap.size - Number(amount) }];
  }
  const free = heaps.flat(), took = after.map((size) => free.splice(free.findIndex((one) => one.size === size) >>> 0, 1)[0]);
  if (took.some((one) => !one) || free.some((one) => one.size > 0)) return false;
  Object.assign(found, { heaps: took, told: [...found.told, told.join(`${say("space")}; `) || null] });
  return true;
}
function placesInWords(kind, { rows }, heap, places) {
  const shown = places.map((place) => heap.from + place), k = shown.length > 2 ? `${shown[0]}–${shown.at(-1)}` : shown.join(say("and"));
  return say(`${kind}${places.length > 1 ? "Many" : "Play"}`, { k }) + (rows.length > 1 ? `, ${say("row", { n: heap.row + 1 })}` : "");
}
const inRows = () => state.board.kind === "heaps" && state.board.pieces in REACH && !state.forbids;
// What may be played: of rows by the numbers that stand here, which the library counts anew after each move.
const mayNow = () => (inRows() ? say("may", { moves: [...state.moves.slice(0, 12).map((move) => wordsOf(move)), ...(state.more || state.moves.length > 12 ? ["…"] : [])].join(`${say("space")}; `) }) : state.may);
function wordsOf(move, at = state) { // what the page says of a move: pieces of a row as they are numbered here
  const rows = at.board.pieces in REACH && stepsOf(move).every(({ places }) => places) && rowsOf(at);
  const words = rows ? stepsOf(move).map(({ takes, places }) => placesInWords(at.board.pieces, rows, rows.heaps[takes[0][0]], places)).join(`${say("space")}; `) : move.words;
  return move.text && forbids(at) ? say("forbidOne", { move: words }) : words;
}
const toldTurn = ({ number, words }) => (state.board.pieces in REACH && state.board.kind === "heaps" && rowsOf(state).told[number - 1]) || words;
const brief = (words) => (isAnew() ? words.split(",")[0] : words); // what is left, the picture shows
// ---- pictures: their parts that moves are made on can be touched, and what is touched beside them narrows the moves down
function drawPicture(board) {
  const box = element("div"), picked = new Map(), touchable = new Set(shown.moves.flatMap((move) => move.parts));
  box.innerHTML = board.svg;
  const drawing = box.querySelector("svg"), parts = () => [...picked.keys()];
  const fits = (more = []) => shown.moves.filter((move) => [...parts(), ...more].every((part) => move.parts.includes(part)));
  const exact = () => fits().filter((move) => move.parts.length === picked.size);
  const mark = (again = false) => { // a line back to its spot is asked for by a second touch of it
    const back = isDrawn() && picked.size === 1 && !again && exact().length > 0;
    choose(parts().sort().join(" "), [...picked.values()], fits(), exact().length > 1 && !back ? exact() : []); light();
    if (back && fits().length > 1) show(say("orBack"));
  };
  const component = (part) => part.match(/^\d+\//)?.[0], coins = new Set([...drawing.querySelectorAll("circle[data-part]:has(+ .sign)")].map((one) => component(one.dataset.part)));
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
    const touch = () => { // again: what is made on nothing else is played, or it is let go; another one is added
      if (picked.has(part)) {
        const made = fits().length === 1 ? fits() : exact();
        if (made.length === 1) { play(made[0].text); return; }
        if (!made.length) picked.delete(part);
        if (!picked.size) { unmark(); light(); offer([]); show(""); } else mark(true);
        return;
      }
      if (!fits([part]).length) picked.clear();
      picked.set(part, node);
      if (picked.size > 1 && fits().length === 1 && exact().length === 1) { play(fits()[0].text); return; }
      mark();
    };
    pieces.push({ node, name: partName(part), side: coins.has(component(part)) && shape.tagName === "circle" && say(label?.matches(".sign") ? "heads" : "tails"), touch, of: (move) => move.parts.includes(part), may: () => !picked.size || picked.has(part) || fits([part]).length > 0 });
  }
  drawing.classList.toggle("mixed", shown === state && pieces.length > 0 && drawing.querySelectorAll("[data-part]").length > pieces.length);
  if (board.pieces === "dominoes" && !shown.forbids) shown.turns.forEach(({ parts }) => drawing.append(domino(parts.map((part) => drawing.querySelector(`[data-part="${part}"]`)))));
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
  if (part.includes("/")) return part.replace(/^(\d+)\/(.*)$/, (_all, number, own) => `${number}. ${partName(own)}`); // in a component of a sum
  const [x, y] = numbers(part), kind = { ":": "at", ",": "square", "": isDrawn() ? "spot" : "place" }[part.replace(/\d+/g, "")];
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
  if (!state.over) return;
  wonLevel();
  if (state.computers.includes(true) && state.computers[state.winner]) lookBack(); // it is waited for by nobody
}
function play(text, typed = false) {
  return during(async () => {
    const whole = state.forbids && !typed ? await forbidding(text) : { move: text };
    if (!whole) return;
    const next = await request("play", whole).catch((error) => { throw typed && inRows() && !error.stopped ? new Error(mayNow()) : error; });
    show(""); await change(next); await turns();
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
const settings = () => ({ game: $("rule").value.trim(), position: $("start").value, convention: $("convention").value, level: $("level").value, who: $("who").value, seed: seed() });
async function goOn(next) { show(""); state = next; atHome(false); draw(); window.scrollTo(0, 0); await turns(); }
const begin = (refuse) => during(async () => {
  const next = await request("new", settings()).catch((error) => { if (!refuse || error.stopped) throw error; refuse(error.message); });
  if (next) { level = null; predicted = null; await goOn(next); }
});
const beginning = () => ({ ...state.began, seed: seed() }); // the game as it began, as `new` asks for it
$("again").onclick = () => during(async () => goOn(await request("new", beginning())));
$("stop").onclick = () => stop();
$("hint").onclick = () => during(async () => { // heaps have advice of their own, anything else is told as it stands here
  const { said, move, does } = await request("hint"), advised = state.moves.find((one) => one.text === move);
  const own = advised && (level !== null || state.board.kind !== "heaps" || advised.places || advised.joined) && brief(wordsOf(advised)); // on a level the advice of heaps would be the secret
  unmark(); offer(apart);
  show(own ? say(does, { move: ["lost", "alike"].includes(does) ? own : own[0].toUpperCase() + own.slice(1) }) : said);
  for (const piece of pieces) piece.node.classList.toggle("advised", Boolean(advised) && piece.of(advised));
});
$("undo").onclick = () => during(async () => goOn(await request(state?.forbids?.begun ? "state" : "undo")));
const menu = {
  history: async () => drawHistory((await request("history")).history),
  explain: async () => { // on a level the reason would be the secret
    const { outcome, winning: wins, reason, exactly, source: from } = await request("explain"), several = wins.some((move) => pieces.filter((piece) => piece.of(move)).length > 1);
    const winning = several ? wins.slice(0, 1) : wins, drawn = winning.every((move) => pieces.some((piece) => piece.of(move))); // which pieces go together could not be seen of several moves
    const named = say("winningTold", { moves: winning.map((move) => brief(wordsOf(move))).join(`${say("space")}; `) });
    const told = drawn ? say(winning.length > 1 ? "winningOnes" : "winningOne") : named, mine = state.computers.includes(true) && !state.computer ? "Me" : "";
    unmark(); light(); offer([]);
    for (const piece of pieces) piece.node.classList.toggle("advised", winning.some((move) => piece.of(move)));
    show(`${say(`outcome${outcome}${outcome === "D" ? "" : mine}`)} ${winning.length ? told : ""}`.trim() + (level === null ? `\n${reason}` : ""));
    if (drawn && winning.length) tell(`${$("said").textContent} ${named}`); // who does not see what is green
    if (level !== null) return;
    const more = element("details"); more.append(element("summary", "", say("exactly")), element("p", "quiet", `${wins.length ? exactly.replace(wins[0].words, wordsOf(wins[0])) : exactly} (${from})`)); $("said").append(more);
  },
  redo: async () => goOn(await request("redo")),
  link: async () => {
    const link = linkHere();
    $("address").value = link; $("code").replaceChildren(); $("copied").textContent = ""; $("share").showModal();
    const { code } = await request("link", { link }).catch(() => ({}));
    if (!code) return;
    const picture = element("img"); picture.src = source(code); picture.alt = say("code"); $("code").append(picture);
  },
  save: async () => {
    const link = element("a"); link.href = URL.createObjectURL(new Blob([state.record], { type: "text/plain" })); link.download = "cgt-game.txt"; link.click();
  },
};
$("copy").onclick = async () => {
  $("address").select();
  const copied = await navigator.clipboard?.writeText($("address").value).then(() => true, () => false) || document.execCommand("copy");
  $("copied").textContent = say(copied ? "copied" : "copyIt");
};

// ---- links: #wythoff/3,5 is a game and a position, #ladder/3 a level; ?lang=fr the language, ?embed=1 a frame on another page
const linked = (text) => encodeURIComponent(text).replace(/%(2C|3A|3B|2F|3D|23|7C|3E)/g, decodeURIComponent);
const hashHere = () => ($("table").hidden || !state ? "" : hashOf());
function hashOf() {
  if (level !== null && !predicted) return `#ladder/${level + 1}`;
  const { game, convention, who } = state.began, usual = convention === "misere" ? "&convention=misere" : "";
  return `#${linked(game)}/${linked(state.position)}${usual}${who === "two" ? "&who=two" : ""}`;
}
function linkHere() { // a page on this machine alone is of no use to others
  const here = location.href.split(/[?#]/)[0], own = location.protocol === "file:" || ["127.0.0.1", "localhost"].includes(location.hostname);
  return `${own && SITE ? `${SITE}play/index.html` : here}${lang === "en" ? "" : `?lang=${lang}`}${hashHere()}`;
}
function keepLink() { // the address of the page is the link at any time
  if (location.protocol === "about:") return;
  const here = hashHere(), how = Boolean(location.hash) === Boolean(here) ? "replaceState" : "pushState"; // from the list to a game and back one may step back
  if (location.hash !== here) history[how](null, "", here || location.href.split("#")[0]);
  if (here) try { sessionStorage.setItem("cgt-game", JSON.stringify({ here, record: state.record })); } catch { /* nothing is kept here */ }
}
function recordBefore() { // the game as it stood when the page was loaded anew; empty where it was not
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") return "";
  try { const { here, record } = JSON.parse(sessionStorage.getItem("cgt-game")); return here === location.hash && !here.startsWith("#ladder/") ? record : ""; } catch { return ""; }
}
function linkedTo() { // what the address asks for: { rung } or { game, start, who, level, convention }
  const [place, ...rest] = location.hash.slice(1).split("&"), cut = place.indexOf("/"), read = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const [game, start] = (cut < 0 ? [place, ""] : [place.slice(0, cut), place.slice(cut + 1)]).map(read);
  return game === "ladder" ? { rung: Math.max(1, Math.min(LADDER.en.length, Math.trunc(start) || 1)) - 1 } : { ...Object.fromEntries(new URLSearchParams(rest.join("&"))), rung: undefined, game, start };
}
async function follow() {
  if (state && location.hash === hashOf()) { atHome(false); draw(); return; }
  const { rung: number, game: wanted, ...more } = linkedTo();
  if (number !== undefined) { level = number; predicted = null; await levelGame("first"); return; }
  if (!wanted) { goHome(); return; }
  atHome(false); if (!state) $("status").textContent = say("loading");
  const game = named(wanted);
  level = null; predicted = null; pick((game ?? GAMES[lang][0]).name);
  if (!game || wanted !== game.name) { $("rule").value = wanted; if (!game) $("start").value = ""; }
  if (more.start) more.convention ||= "normal"; // of notakto, too, which is offered otherwise
  const said = ["start", "who", "level", "convention"].filter((id) => more[id]), asks = Object.fromEntries(said.map((id) => [id === "start" ? "position" : id, more[id]]));
  for (const id of said) if (id === "level") pickLevel(more[id]); else $(id).value = more[id];
  await goOn(await request("new", { ...settings(), ...asks })); // what no list offers is refused, or played
}
function pickLevel(level) { // a level between those that are offered is offered, too
  if (level > 0 && level < 1 && ![...$("level").options].some((one) => one.value === level)) $("level").add(new Option(level, level));
  $("level").value = level;
}
function failed(error) {
  if (location.protocol !== "about:") history.replaceState(null, "", location.href.split("#")[0]);
  goHome(); $("missed").textContent = error.message;
}
addEventListener("hashchange", () => during(() => follow().catch((error) => { if (state) throw error; failed(error); })));
for (const [id, work] of Object.entries(menu)) $(id).onclick = () => { $("menu").close(); during(work); };
$("open").onchange = () => { $("menu").close(); during(async () => { const text = await $("open").files[0].text(); $("open").value = ""; const saved = await request("resume", { record: text }); level = null; predicted = null; await goOn(saved); }); };
$("fresh").onclick = () => { // the game as it is, to be begun otherwise
  if (!state) return;
  const { game, position, convention, level: plays, who: begins } = beginning();
  Object.assign($("rule"), { value: game }); $("start").value = position; $("convention").value = convention; $("who").value = begins;
  if (begins !== "two") pickLevel(plays);
  $("refused").textContent = ""; $("sheet-title").textContent = state.title; $("rules").textContent = state.rules; offerConventions(named(game) ?? GAMES[lang].find((one) => game.startsWith(`${one.name}(`)));
  $("sheet").showModal();
};
$("more").onclick = () => $("menu").showModal();
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close").onclick = () => dialog.close();
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
$("setup").onsubmit = () => { begin((why) => { $("sheet").showModal(); $("refused").textContent = why; }); }; // with all that was typed
// What was typed in the words of this page, or of a picture or a row in its numbers alone; undefined where it is none or several.
function meantBy(text) {
  const folded = (words) => words.trim().replace(/\s+/g, " ").toLowerCase(), numbers = (words) => (words.match(/\d+/g) ?? []).join(" ");
  const known = folded(`${say("at")} ${say("and")}`).split(/[^\p{L}]+/u), numbered = (state.board.kind !== "heaps" || state.board.pieces in REACH) && folded(text).split(/[^\p{L}]+/u).every((word) => !word || known.includes(word));
  const ways = [[folded, wordsOf], [folded, (move) => brief(wordsOf(move))], ...(numbered ? [[numbers, wordsOf]] : []), [folded, (move) => move.words]];
  const fits = ways.map(([read, words]) => state.moves.filter((move) => read(words(move)) === read(text))).find((moves) => moves.length);
  return fits?.length === 1 ? fits[0] : undefined;
}
$("typed").onsubmit = () => {
  const text = $("move").value.trim(), meant = meantBy(text);
  $("move").value = "";
  if (meant) play(meant.text);
  else if (isDrawn() && text) show(state.may, true); // the library would number other points than those drawn
  else if (text) play(text, true);
};
function keepLanguage() { // for who loads the page again
  if (location.protocol === "about:") return;
  const address = new URL(location.href); address.searchParams.set("lang", lang);
  history.replaceState(null, "", address);
}
$("language").onchange = () => during(async () => { lang = $("language").value; keepLanguage(); translate(); show(""); if (state) { state = await request("state"); draw(); } goHome(); });
$("resume").onclick = () => { atHome(false); draw(); };
addEventListener("resize", () => { if (state) fit(); });

/*ladder*/
(async () => {
  const wanted = new URLSearchParams(location.search);
  lang = SAY[wanted.get("lang")] ? wanted.get("lang") : (navigator.language || "en").startsWith("fr") ? "fr" : "en";
  document.body.classList.toggle("embedded", wanted.has("embed"));
  $("language").value = lang; translate(); $("level").value = "0.2";
  try { if (document.body.classList.contains("held")) await goOn(await request("state")); else { const record = recordBefore(); if (record) await goOn(await request("resume", { record })); else await follow(); } } catch (error) { failed(error); }
  document.body.dataset.playable = "yes"; performance.mark("playable");
  arrived().then(() => { document.body.dataset.ready = "yes"; }, (error) => failed(new Error(say("failed", { why: error.message }))));
})();

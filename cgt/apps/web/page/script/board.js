// The board: a game as it stands, or as it stood at an earlier turn.

function draw(at = state) {
  const board = $("board");
  const pressed = document.activeElement;
  const held = [board, $("choices")].some((one) => one.contains(pressed));
  const before = pieces[focused]?.name;
  const person = !state.over && !state.computer;
  shown = at;
  chosen = null;
  pieces = [];
  apart = [];
  if (at === state) past = null;
  $("title").textContent = state.title;
  entitle();
  $("introduction").textContent = state.introduction;
  drawStatus();
  drawLevel();
  $("curve").replaceChildren();
  $("may").textContent = person ? mayNow() : "";
  $("choices").replaceChildren();
  board.setAttribute("aria-label", say("board", { p: at.position }));
  const drawings = {
    heaps: drawHeaps,
    svg: drawPicture,
    text: () => element("p", "status", at.over ? "" : at.position),
  };
  board.replaceChildren(drawings[at.board.kind](at.board));
  for (const piece of pieces) enliven(piece);
  $("table").classList.toggle("pictured", isDrawn() || isAnew());
  focused = Math.max(
    0,
    pieces.findIndex((piece) => piece.name === before),
  );
  if (pieces.length) pieces[focused].node.tabIndex = 0;
  if (person) {
    apart = [...state.moves.filter((move) => !pieces.some((piece) => piece.of(move))), ...enough()];
    light();
  }
  offer([]);
  fit();
  drawTurns();
  drawButtons(person);
  keepLink();
  const lost = isGone(pressed) && [pressed, document.body].includes(document.activeElement);
  if (held || lost) (pieces[focused]?.node ?? (state.over ? $("again") : board)).focus();
}

// Who plays by keyboard was at the page's beginning again where the button that was pressed went.
const isGone = (node) => node.matches(":disabled, [hidden], [hidden] *");

function drawTurns() {
  $("turns").replaceChildren(
    ...state.turns.map((turn) =>
      element(
        "li",
        state.computers[turn.mover] ? "" : "mine",
        `${playerName(turn.mover)}${say("space")}: ${turn.from} — ${turnInWords(turn)}`,
      ),
    ),
  );
}

function drawButtons(person) {
  for (const id of ["hint", "explain"]) $(id).disabled = state.over || state.computer || predicted;
  $("undo").disabled = state.turns.every((turn) => state.computers[turn.mover]) && !state.forbids?.begun;
  $("redo").disabled = !state.redo;
  const mine = state.over && state.computers.includes(true) && !state.computers[state.winner];
  $("why").textContent = say(!state.computers.includes(true) ? "whyOther" : mine ? "whyTheirs" : "why");
  $("history").disabled = state.turns.length === 0;
  $("move").disabled = !person;
  $("ended").hidden = !state.over;
  const lost = state.turns.some((turn) => turn.mover !== state.winner); // who never moved made no mistake
  $("why").hidden = past !== null || !lost;
  $("retry").hidden = past === null;
}

function drawStatus() {
  const status = $("status");
  const alone = state.computers.includes(true);
  status.className = "status";
  if (state.over) {
    const won = !alone || !state.computers[state.winner];
    status.textContent = alone ? say(won ? "youWin" : "itWins") : say("wins", { n: state.winner + 1 });
    status.classList.add(won ? "won" : "lost");
  } else {
    const { words: moves = "", most: n } = state.forbids ?? {};
    const forbid = forbids(state) ? say(n > 1 ? "forbidMany" : "forbid", { n }) : moves && say("forbidden", { moves });
    status.textContent = predicted
      ? ""
      : state.computer
        ? say("thinking")
        : `${alone ? say("yourTurn") : say("player", { n: state.mover + 1 })} ${forbid}`.trim();
  }
}

function playerName(mover) {
  if (state.computers[mover]) return say("computer");
  return state.computers.includes(true) ? say("you") : say("playerN", { n: mover + 1 });
}

// As large as there is room.
function fit() {
  const board = $("board");
  const drawing = board.querySelector("svg");
  const others = ["header", ".below", "nav"].map((one) => $("table").querySelector(one).offsetHeight);
  const wide = board.clientWidth - 16;
  const high = Math.max(150, window.innerHeight - others.reduce((sum, one) => sum + one, 0) - 40);
  if (drawing) {
    const { width, height } = drawing.viewBox.baseVal;
    drawing.style.width = `${Math.max(1, Math.min(wide / width, high / height, 5)) * width}px`;
  } else if (shown.board.kind === "heaps") fitRows(board, wide, high);
}

// Long rows stand in lines of one length, as few as are comfortable to touch, with their names beside them where there
// is room. A gap after each five matches lets them be counted, and lines end at such a gap.
function fitRows(board, wide, high) {
  const fixed = shown.board.pieces in REACH;
  const rows = [...board.querySelectorAll(".row")].map((row) => row.childElementCount);
  const longest = Math.max(1, ...rows);
  const share = shown.board.pieces === "cells" ? 1.2 : 1;
  board.classList.remove("above");
  const names = Math.max(...[...board.querySelectorAll(".name")].map((one) => one.offsetWidth));
  const above = names > wide / 4;
  const room = above ? wide : wide - names;
  const broken = range(1, longest).map((parts) => {
    const even = Math.ceil(longest / parts);
    const across = !fixed && parts > 1 ? Math.ceil(even / 5) * 5 : even;
    const lines = rows.reduce((sum, count) => sum + Math.ceil(count / across), 0);
    const units = (across + (fixed ? 0 : 0.3 * Math.floor(across / 5))) * share;
    const tall = (high - (above ? 40 * rows.length : 0)) / Math.max(1, lines) / 2.6;
    return { units, pin: Math.min(room / units, tall, 96) };
  });
  const touchable = fixed ? 24 / share : longest > 10 ? 28 : 40;
  const { units, pin } =
    broken.find((one) => one.pin >= touchable) ?? broken.reduce((best, one) => (one.pin > best.pin ? one : best));
  board.classList.toggle("above", above);
  board.style.setProperty("--pin", `${Math.max(24 / share, pin)}px`);
  board.style.setProperty("--across", `${units}`);
}

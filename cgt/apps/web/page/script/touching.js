// Touching: once shows the move, twice plays it; where a move is made on several pieces, the second touch plays it.

function unmark() {
  chosen = null;
  document
    .querySelectorAll("#board .chosen, #board .going, #board .advised, #board .lost")
    .forEach((one) => one.classList.remove("chosen", "going", "advised", "lost"));
  document.querySelectorAll("#board .planned").forEach((one) => one.remove());
}

// `others` are moves that no further touch tells from these: they are buttons.
function choose(key, nodes, fits, others = []) {
  if (chosen?.key === key && fits.length === 1) {
    play(fits[0].text);
    return;
  }
  unmark();
  if (!fits.length) {
    answerTouch();
    return;
  }
  chosen = { key, fits };
  nodes.forEach((node) => node.classList.add("chosen"));
  offer(others);
  if (fits.length > 1) {
    show(say(others.length ? "chooseOne" : "touchLit"));
    return;
  }
  show(say("twice", { move: brief(wordsOf(fits[0])) }));
  if (state.board.kind === "svg" && !forbids(state)) foresee(fits[0]);
}

// What goes, and what falls with it.
async function foresee(move) {
  const mine = chosen;
  const after = await request("look", { move: move.text }).catch(() => null);
  if (!after || chosen !== mine) return;
  if (isDrawn()) {
    drawLine(after.board.svg);
    return;
  }
  leaving(after).forEach((one) => one.classList.add("going"));
  leaving(after, true).forEach((one) => one.classList.add("chosen"));
}

// The line of a move that is not made yet.
function drawLine(svg) {
  const box = element("div");
  const drawing = $("board").querySelector("svg");
  box.innerHTML = svg;
  const line = box.querySelector("[data-newest]");
  line.classList.add("planned");
  drawing.prepend(line);
}

const moveTo = (next) => state.moves.find((one) => one.text === next.turns?.at(-1)?.text);
const isDrawn = () => state.board.pieces === "lines"; // moves are lines that stay, as they were drawn
const isAnew = () => Boolean($("board").querySelector("[data-anew]")); // a picture whose parts are named anew after each move

// The parts of the board that are gone on another; or those that look otherwise.
function leaving(next, changed = false) {
  if (isAnew() || isDrawn()) return [];
  if (state.board.kind === "heaps") {
    const move = !changed && moveTo(next);
    return move ? pieces.filter((piece) => piece.of(move)).map((piece) => piece.node) : [];
  }
  const look = (part) => part.getAttribute("fill");
  const box = element("div");
  box.innerHTML = next.board.svg ?? "";
  const after = new Map([...box.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, look(one)]));
  const gone = (one) => !after.has(one.dataset.part);
  return [...$("board").querySelectorAll("[data-part]")]
    .filter((one) => (changed ? !gone(one) && after.get(one.dataset.part) !== look(one) : gone(one)))
    .map((one) => one.closest(".piece") ?? one);
}

function offer(moves) {
  $("choices").replaceChildren(
    ...[...moves, ...apart].slice(0, 200).map((move) => {
      const pictured =
        state.board.kind === "svg" &&
        state.board.pieces !== "components" &&
        (isDrawn() || ((!move.parts.length || isAnew()) && moves.length <= MOST_PICTURES));
      const button = element("button", isDrawn() ? "picture" : "", pictured ? brief(wordsOf(move)) : wordsOf(move));
      button.type = "button";
      button.dataset.move = move.text;
      button.onclick = () => play(move.text);
      if (pictured) portray(button, move);
      return button;
    }),
    ...((state.more && shown === state) || moves.length + apart.length > 200
      ? [element("p", "quiet", say("moreMoves"))]
      : []),
  );
  if (isDrawn()) fit();
}

// What a move leaves that no part of the picture makes, or that is drawn anew.
async function portray(button, move) {
  await asked;
  if (!button.isConnected) return;
  const after = await request("look", { move: move.text }).catch(() => null);
  const picture = element("img");
  if (!after?.board.svg || !button.isConnected) return;
  picture.alt = wordsOf(move).slice(brief(wordsOf(move)).length);
  picture.src = source(after.board.svg);
  if (isDrawn()) {
    picture.alt = wordsOf(move);
    button.replaceChildren(picture);
  } else {
    picture.onload = fit;
    button.prepend(picture);
  }
}

// A piece is a button with a name; one of them all is reached by Tab, the arrows walk to the nearest.

function enliven({ node, name, side, touch }) {
  node.setAttribute("aria-label", [name, side].filter(Boolean).join(", "));
  node.setAttribute("role", "button");
  node.tabIndex = -1;
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    if (busy || shown !== state || state.over || state.computer) {
      answerTouch();
      return;
    }
    focusOn(pieces.findIndex((piece) => piece.node === node));
    touch();
  });
}

// Whatever is touched answers: what is no piece, a piece that no move is made on, and a board that waits for the other.
function answerTouch() {
  if (!state) return;
  if (shown !== state) {
    show(say("pastTouched"));
    return;
  }
  if (state.over) {
    announce($("status").textContent);
    pulse($("status"));
    return;
  }
  if (busy || state.computer) {
    pulse($("status"));
    return;
  }
  unmark();
  light();
  offer([]);
  show(
    shown.board.kind === "heaps" && !(shown.board.pieces in REACH)
      ? `${say("noMove")} ${state.may}`
      : `${say("noMove")} ${say("touchLit")}`,
  );
}

function pulse(node) {
  node.classList.remove("pulse");
  void node.offsetWidth;
  node.classList.add("pulse");
}

$("board").addEventListener("click", answerTouch);

// What may be touched looks so: a piece that a move is made on, with what was touched before, is lit, any other is pale.
function light() {
  if (shown !== state || state.over) return;
  for (const piece of pieces) {
    const lit = piece.may();
    piece.node.classList.toggle("pale", !lit);
    piece.node.classList.toggle(
      "open",
      Boolean(chosen) && !piece.node.classList.contains("chosen") && (piece.adds ?? piece.may)(),
    );
    piece.node.setAttribute("aria-disabled", String(!lit));
  }
  $("board").classList.toggle("choosing", chosen?.fits.length > 1); // a move that is shown whole may be left for any other
}

function focusOn(index) {
  if (index < 0) return;
  if (pieces[focused]) pieces[focused].node.tabIndex = -1;
  focused = index;
  pieces[focused].node.tabIndex = 0;
  pieces[focused].node.focus();
}

const middle = (node) => {
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

document.addEventListener("keydown", (event) => {
  if (!event.target.closest("#board") || !pieces.length) return;
  if (event.key === "Escape") {
    draw();
    return;
  }
  if (["Enter", " "].includes(event.key) && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const [x, y] = middle(pieces[focused].node);
  let best = -1;
  let least = Infinity;
  pieces.forEach((piece, index) => {
    const [a, b] = middle(piece.node);
    const along = (a - x) * step[0] + (b - y) * step[1];
    const aside = Math.abs((a - x) * step[1] + (b - y) * step[0]);
    if (along > 1 && along + 3 * aside < least) {
      least = along + 3 * aside;
      best = index;
    }
  });
  focusOn(best);
});

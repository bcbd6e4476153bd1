// After a game: the board at the move that lost it, marked, with the move that would have won.

let past = null; // the turn that is looked back at

async function lookBack() {
  const mine = state;
  const why = await request("why").catch((error) => ({ text: error.message }));
  if (state !== mine) return;
  past = why.board ? why : null;
  $("why").hidden = true;
  $("retry").hidden = !past || state.computers[(why.turn + 1) % 2];
  if (!past) {
    show(why.text);
    return;
  }
  const { turn, outcome, board, moves, winning } = past;
  const made = state.turns[turn - 1];
  draw({
    ...state,
    board,
    moves,
    more: false,
    over: false,
    turns: state.turns.slice(0, turn - 1),
    position: made.from,
    forbids: null,
  });
  const marked = (move, name) => pieces.forEach((piece) => piece.node.classList.toggle(name, piece.of(move)));
  const lost = moves.find((move) => move.text === made.text);
  const won = moves.find((move) => move.text === winning.text);
  if (lost) marked(lost, "lost");
  if (won) marked(won, "advised");
  const reason = level === null && why.reason ? `\n${why.reason}` : ""; // on a level that would be the secret
  const seen = (move) => Boolean(move) && pieces.some((piece) => piece.of(move));
  const red = seen(lost) ? say("inRed") : "";
  const green = seen(won) ? say("inGreen") : "";
  show(
    say(outcome === "D" ? "mistakeDraw" : "mistake", {
      turn,
      move: brief(turnInWords(made)),
      red,
      green,
      winning: brief(wordsOf(won ?? winning, shown)),
    }) + reason,
  );
  fit(); // above all that it says
  announce(`${$("status").textContent} ${$("message").textContent}`);
}

$("why").onclick = () => during(lookBack);
$("retry").onclick = () =>
  during(async () => {
    const { turn } = past;
    let next = state;
    while (next.turns.length >= turn && next.turns.length) next = await request("undo");
    await goOn(next);
  });

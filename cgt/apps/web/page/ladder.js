
// ---- the first screen: the ladder, and below it every game
const STARS = ["won", "predicted", "secret"], IN_A_ROW = 3;
let level = null, predicted = null; // the level that is climbed; what is to be predicted: { number, right, row }
const earned = (() => { try { return JSON.parse(localStorage.getItem("cgt-ladder")) ?? {}; } catch { return {}; } })();
const has = (number, star) => Boolean(earned[LADDER.en[number].title]?.[star]);
const starsOf = (number) => STARS.map((star) => (has(number, star) ? "★" : "☆")).join("");
const starsSaid = (number) => say("stars", { n: STARS.filter((star) => has(number, star)).length });
const rung = () => LADDER[lang][level];
const upNext = () => Math.max(0, LADDER.en.findIndex((_one, number) => !STARS.every((star) => has(number, star))));
function goHome() {
  $("climb").textContent = say("climb", { n: upNext() + 1, title: LADDER[lang][upNext()].title });
  $("resume").hidden = !state || state.over;
  $("climb").onclick = () => climb(upNext());
  $("rungs").replaceChildren(...LADDER[lang].map((one, number) => {
    const item = element("li"), button = element("button"); button.type = "button";
    const stars = element("span", "stars", starsOf(number)); stars.setAttribute("role", "img"); stars.setAttribute("aria-label", starsSaid(number));
    button.append(element("span", "number", number + 1), element("span", "", one.title), stars); button.onclick = () => climb(number);
    item.append(button); return item;
  }));
  const held = $("table").contains(document.activeElement);
  $("missed").textContent = ""; atHome(true); keepLink(); window.scrollTo(0, 0); tell(say("ladder"));
  if (held) ($("resume").hidden ? $("climb") : $("resume")).focus();
  if (!pictures) request("pictures").then((told) => { ({ pictures } = told); illustrate(); }, () => {});
}
function atHome(is) { $("home").hidden = !is; $("table").hidden = is; entitle(); }
function entitle() { document.title = $("home").hidden && state ? `${state.title} – cgt` : say("tab"); }
$("to-home").onclick = goHome;

// ---- a level: to play, to predict and to find the secret of; what was earned stays on this device
function earn(star) {
  (earned[LADDER.en[level].title] ??= {})[star] = true;
  try { localStorage.setItem("cgt-ladder", JSON.stringify(earned)); } catch { /* nothing is kept here */ }
  drawLevel();
}
const levelGame = async (who, position = rung().start) => {
  const { game, convention } = rung();
  await goOn(await request("new", { game, position, convention, who, level: "perfect", seed: seed() }));
};
function climb(number) { level = number; predicted = null; return during(() => levelGame("first")); }
function drawLevel() {
  for (const id of ["climbing", "stars"]) $(id).hidden = level === null;
  $("next").hidden = level === null || level + 1 >= LADDER.en.length;
  if (level === null) return;
  $("title").textContent = say("level", { n: level + 1, title: rung().title });
  $("stars").textContent = starsOf(level); $("stars").setAttribute("aria-label", starsSaid(level));
  $("told").textContent = predicted ? say("willYou", { n: predicted.row, m: IN_A_ROW }) : rung().convention === "misere" ? rung().news : `${rung().news} ${state.goal}`; // which says it where the last move loses
  const asked = Boolean(predicted), answered = asked && predicted.right !== null;
  const shown = { other: !asked && !state.turns.length && !state.computer, predict: !asked, secret: !asked, yes: asked && !answered, no: asked && !answered,
    another: answered, see: answered && !predicted.right, back: asked };
  for (const [id, is] of Object.entries(shown)) $(id).hidden = !is;
  for (const [id, star] of [["predict", "predicted"], ["secret", "secret"]]) $(id).textContent = `${has(level, star) ? "★" : "☆"} ${say(id)}`;
}
function wonLevel() {
  if (level === null || predicted || state.winner === null || state.computers[state.winner] || !state.computers.includes(true)) return;
  if (beginning().position.startsWith(rung().start)) earn("won");
}
const askLevel = (row) => during(async () => {
  const { number, position } = await request("ask", { level, seed: Math.floor(Math.random() * 1e9) });
  predicted = { number, position, right: null, row };
  await levelGame("two", position);
});
const answerLevel = (wins) => during(async () => {
  const answer = await request("predict", { level, number: predicted.number, wins });
  Object.assign(predicted, { right: answer.right, wins: answer.wins, row: answer.right ? predicted.row + 1 : 0 });
  if (predicted.row >= IN_A_ROW) earn("predicted");
  show(predicted.row >= IN_A_ROW ? `${answer.said} ${say("predictedAll")}` : answer.said, !answer.right);
  drawLevel();
});
$("other").onclick = () => during(() => levelGame("second"));
$("predict").onclick = () => askLevel(0);
$("another").onclick = () => askLevel(predicted.row % IN_A_ROW);
$("yes").onclick = () => answerLevel(true);
$("no").onclick = () => answerLevel(false);
$("see").onclick = () => during(async () => { const { wins, position } = predicted; predicted = null; await levelGame(wins ? "second" : "first", position); });
$("back").onclick = () => during(async () => { predicted = null; await levelGame("first"); });
$("next").onclick = () => climb(level + 1);
let there = null; // where a secret was wrong: { number, position, wins }
$("secret").onclick = () => {
  $("test").reset(); $("form").textContent = rung().form === "n" ? "" : say("positions", { form: rung().form });
  $("guessed").textContent = ""; $("there").hidden = true; $("guess").showModal();
};
$("test").onsubmit = (event) => {
  event.preventDefault();
  during(async () => {
    there = await request("secret", { level, secret: $("numbers").value }).catch((error) => ({ said: error.message }));
    $("guessed").textContent = there.said; $("there").hidden = there.position === undefined;
    if (!$("there").hidden) $("there").textContent = say("playThere", { n: there.number });
    if (there.found) earn("secret");
  });
};
$("there").onclick = () => { $("guess").close(); return during(() => levelGame(there.wins ? "second" : "first", there.position)); }; // the computer shows it

// ---- after a game: the board at the move that lost it, marked, with the move that would have won
let past = null; // the turn that is looked back at
async function lookBack() {
  const mine = state, why = await request("why").catch((error) => ({ said: error.message }));
  if (state !== mine) return;
  past = why.board ? why : null;
  $("why").hidden = true; $("retry").hidden = !past || state.computers[(why.turn + 1) % 2];
  if (!past) { show(why.said); return; }
  const { turn, outcome, board, moves, winning } = past, made = state.turns[turn - 1];
  draw({ ...state, board, moves, more: false, over: false, turns: state.turns.slice(0, turn - 1), position: made.from, forbids: null });
  const marked = (move, name) => pieces.forEach((piece) => piece.node.classList.toggle(name, piece.of(move)));
  const lost = moves.find((move) => move.text === made.text), won = moves.find((move) => move.text === winning.text);
  if (lost) marked(lost, "lost");
  if (won) marked(won, "advised");
  const reason = level === null && why.reason ? `\n${why.reason}` : ""; // on a level that would be the secret
  const seen = (move) => Boolean(move) && pieces.some((piece) => piece.of(move)), red = seen(lost) ? say("inRed") : "", green = seen(won) ? say("inGreen") : "";
  show(say(outcome === "D" ? "mistakeDraw" : "mistake", { turn, move: brief(toldTurn(made)), red, green, winning: brief(wordsOf(won ?? winning, shown)) }) + reason);
  tell(`${$("status").textContent} ${$("said").textContent}`);
}
$("why").onclick = () => during(lookBack);
$("retry").onclick = () => during(async () => {
  const { turn } = past;
  let next = state;
  while (next.turns.length >= turn && next.turns.length) next = await request("undo");
  await goOn(next);
});

// ---- the history of a game: above the line the one was winning, below the other; the farther off, the longer it could last
function drawHistory(history) {
  const across = 30, high = 44, me = Math.max(0, state.computers.indexOf(false)), most = Math.max(1, ...history.map((one) => one.lasts ?? 1));
  const at = history.map(({ winner, lasts }, turn) => [20 + turn * across, winner === null ? high : high - (winner === me ? 1 : -1) * (8 + ((high - 14) * (lasts ?? most)) / most)]);
  const dots = at.map(([x, y], turn) => `<circle cx="${x}" cy="${y}" r="5" class="${{ [me]: "mine", [1 - me]: "theirs" }[history[turn].winner] ?? "open"}"><title>${turn}</title></circle>`);
  const wide = 40 + across * (history.length - 1);
  $("curve").innerHTML = `<svg viewBox="0 0 ${wide} ${2 * high}" width="${wide}" height="${2 * high}" role="img"><line x1="0" x2="${wide}" y1="${high}" y2="${high}"/><polyline points="${at.join(" ")}"/>${dots.join("")}</svg>`;
  const lines = history.map(({ winner, draw, lasts }, turn) => say(draw ? "drawAt" : winner === null ? "unknownAt" : "winsAt", { turn, who: winner === null ? "" : who(winner), lasts: lasts ?? "?" }));
  $("curve").firstChild.setAttribute("aria-label", lines.join("; "));
  $("curve").append(element("p", "quiet", say("historyRead", { me: who(me), other: who(1 - me) })));
  $("curve").scrollIntoView({ block: "nearest" });
}

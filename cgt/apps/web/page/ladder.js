
// ---- the ladder: levels to play, to foretell and to find the secret of; what was earned stays on this device
const STARS = ["won", "foretold", "found"], IN_A_ROW = 3;
let level = null, foretold = null; // the level that is climbed; what is to be foretold: { number, right, row }
const earned = (() => { try { return JSON.parse(localStorage.getItem("cgt-ladder")) ?? {}; } catch { return {}; } })();
const has = (number, star) => Boolean(earned[LADDER.en[number].title]?.[star]);
const starsOf = (number) => STARS.map((star) => (has(number, star) ? "★" : "☆")).join("");
const rung = () => LADDER[lang][level];
function earn(star) {
  (earned[LADDER.en[level].title] ??= {})[star] = true;
  try { localStorage.setItem("cgt-ladder", JSON.stringify(earned)); } catch { /* nothing is kept here */ }
  drawLevel();
}
const levelGame = async (who, position = rung().start) => {
  const { game, convention } = rung();
  await goOn(await request("new", { game, position, convention, who, level: "perfect", seed: seed() }));
};
function climb(number) { level = number; foretold = null; $("ladder").close(); $("sheet").close(); return during(() => levelGame("first")); }
function drawLevel() {
  $("climbing").hidden = level === null;
  if (level === null) return;
  $("level-title").textContent = say("level", { n: level + 1, m: LADDER.en.length, title: rung().title });
  $("stars").textContent = starsOf(level);
  $("stars").setAttribute("aria-label", say("stars", { n: STARS.filter((star) => has(level, star)).length }));
  $("news").textContent = foretold ? say("willYou", { n: foretold.row, m: IN_A_ROW }) : rung().news;
  const asked = Boolean(foretold), answered = asked && foretold.right !== null;
  const shown = { other: !asked && !state.turns.length && !state.computer, foretell: !asked, secret: !asked, yes: asked && !answered, no: asked && !answered,
    another: answered, see: answered && !foretold.right, back: asked, next: !asked && has(level, "won") && level + 1 < LADDER.en.length, leave: !asked };
  for (const [id, is] of Object.entries(shown)) $(id).hidden = !is;
}
function wonLevel() {
  if (level === null || foretold || state.winner === null || state.computers[state.winner] || !state.computers.includes(true)) return;
  if (beginning().position.startsWith(rung().start)) earn("won");
}
const askLevel = (row) => during(async () => {
  const { number, position } = await request("ask", { level, seed: Math.floor(Math.random() * 1e9) });
  foretold = { number, position, right: null, row };
  await levelGame("two", position);
});
const answerLevel = (wins) => during(async () => {
  const found = await request("foretell", { level, number: foretold.number, wins });
  Object.assign(foretold, { right: found.right, wins: found.wins, row: found.right ? foretold.row + 1 : 0 });
  if (foretold.row >= IN_A_ROW) earn("foretold");
  show(foretold.row >= IN_A_ROW ? `${found.said} ${say("foretoldAll")}` : found.said, !found.right);
  drawLevel();
});
$("other").onclick = () => during(() => levelGame("second"));
$("foretell").onclick = () => askLevel(0);
$("another").onclick = () => askLevel(foretold.row % IN_A_ROW);
$("yes").onclick = () => answerLevel(true);
$("no").onclick = () => answerLevel(false);
$("see").onclick = () => during(async () => { const { wins, position } = foretold; foretold = null; await levelGame(wins ? "second" : "first", position); });
$("back").onclick = () => during(async () => { foretold = null; await levelGame("first"); });
$("next").onclick = () => climb(level + 1);
$("leave").onclick = () => { level = null; drawLevel(); fit(); };
$("secret").onclick = () => { $("test").reset(); $("form").textContent = rung().form === "n" ? "" : say("positions", { form: rung().form }); $("guessed").textContent = ""; $("guess").showModal(); };
$("test").onsubmit = (event) => {
  event.preventDefault();
  during(async () => {
    const told = await request("guess", { level, numbers: $("numbers").value, then: $("then").value }).catch((error) => ({ said: error.message }));
    $("guessed").textContent = told.said;
    if (told.found) { earn("found"); return; }
    if (told.position === undefined) return;
    $("guess").close();
    await levelGame("two", told.position); // look there
    show(told.said, true);
  });
};
function openLadder() {
  $("rungs").replaceChildren(...LADDER[lang].map((one, number) => {
    const item = element("li"), button = element("button", "", `${number + 1}. ${one.title} `); button.type = "button";
    const stars = element("span", "stars", starsOf(number)); stars.setAttribute("aria-hidden", "true");
    button.append(stars); button.onclick = () => climb(number); item.append(button); return item;
  }));
  for (const dialog of [$("menu"), $("sheet")]) dialog.close();
  $("ladder").showModal();
}
for (const one of document.querySelectorAll(".to-ladder")) one.onclick = openLadder;

// ---- the history of a game: above the line the one was winning, below the other; the farther off, the longer it could last
function drawHistory(history) {
  const across = 30, high = 44, me = Math.max(0, state.computers.indexOf(false)), most = Math.max(1, ...history.map((one) => one.lasts ?? 1));
  const at = history.map(({ winner, lasts }, turn) => [20 + turn * across, winner === null ? high : high - (winner === me ? 1 : -1) * (8 + ((high - 14) * (lasts ?? most)) / most)]);
  const dots = at.map(([x, y], turn) => `<circle cx="${x}" cy="${y}" r="5" class="${{ [me]: "mine", [1 - me]: "theirs" }[history[turn].winner] ?? "open"}"><title>${turn}</title></circle>`);
  const wide = 40 + across * (history.length - 1);
  $("curve").innerHTML = `<svg viewBox="0 0 ${wide} ${2 * high}" width="${wide}" height="${2 * high}" role="img"><line x1="0" x2="${wide}" y1="${high}" y2="${high}"/><polyline points="${at.join(" ")}"/>${dots.join("")}</svg>`;
  const lines = history.map(({ winner, lasts }, turn) => say(winner === null ? "unknownAt" : "winsAt", { turn, who: winner === null ? "" : who(winner), lasts: lasts ?? "?" }));
  $("curve").firstChild.setAttribute("aria-label", lines.join("; "));
  $("curve").append(element("p", "quiet", say("historyRead", { me: who(me), other: who(1 - me) })));
  $("curve").scrollIntoView({ block: "nearest" });
}

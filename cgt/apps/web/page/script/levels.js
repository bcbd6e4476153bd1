// A level: to play, to predict and to find the secret of; what was earned stays on this device.

function earn(star) {
  Object.assign(earned, starsKept()); // with what was earned in another tab
  (earned[LADDER.en[level].title] ??= {})[star] = true;
  try {
    localStorage.setItem("cgt-ladder", JSON.stringify(earned));
  } catch {
    /* nothing is kept here */
  }
  drawLevel();
}

const levelGame = async (who, position = rung().start) => {
  const { game, convention } = rung();
  await goOn(await request("new", { game, position, convention, who, level: "perfect", seed: seed() }));
};

function climb(number) {
  level = number;
  predicted = null;
  return during(() => levelGame("first"));
}

function drawLevel() {
  for (const id of ["climbing", "stars"]) $(id).hidden = level === null;
  $("next").hidden = level === null || level + 1 >= LADDER.en.length;
  if (level === null) return;
  $("title").textContent = say("level", { n: level + 1, title: rung().title });
  $("stars").textContent = starsOf(level);
  $("stars").setAttribute("aria-label", starsInWords(level));
  $("introduction").textContent = predicted
    ? say("willYou", { n: predicted.row, m: IN_A_ROW })
    : rung().convention === "misere"
      ? rung().news
      : `${rung().news} ${state.goal}`; // which says it where the last move loses
  const predicting = Boolean(predicted);
  const answered = predicting && predicted.right !== null;
  const visible = {
    other: !predicting && !state.turns.length && !state.computer,
    predict: !predicting,
    secret: !predicting,
    yes: predicting && !answered,
    no: predicting && !answered,
    another: answered,
    see: answered && !predicted.right,
    back: predicting,
  };
  const pressed = document.activeElement;
  for (const [id, is] of Object.entries(visible)) $(id).hidden = !is;
  if (predicting && $("climbing").contains(pressed) && isGone(pressed))
    $("climbing").querySelector("button:not([hidden])").focus();
  for (const [id, star] of Object.entries({ predict: "predicted", secret: "secret" }))
    $(id).textContent = `${has(level, star) ? "★" : "☆"} ${say(id)}`;
}

// A level is won against the computer, from its own start.
function wonLevel() {
  if (level === null || predicted || !state.computers.includes(true)) return;
  const won = state.winner !== null && !state.computers[state.winner];
  if (won && beginning().position.startsWith(rung().start)) earn("won");
}

const askLevel = (row) =>
  during(async () => {
    const { number, position } = await request("ask", { level, seed: Math.floor(Math.random() * 1e9) });
    predicted = { number, position, right: null, row };
    await levelGame("two", position);
  });

const answerLevel = (wins) =>
  during(async () => {
    const answer = await request("predict", { level, number: predicted.number, wins });
    Object.assign(predicted, { right: answer.right, wins: answer.wins, row: answer.right ? predicted.row + 1 : 0 });
    if (predicted.row >= IN_A_ROW) earn("predicted");
    show(predicted.row >= IN_A_ROW ? `${answer.text} ${say("predictedAll")}` : answer.text, !answer.right);
    drawLevel();
  });

$("other").onclick = () => during(() => levelGame("second"));
$("predict").onclick = () => askLevel(0);
$("another").onclick = () => askLevel(predicted.row % IN_A_ROW);
$("yes").onclick = () => answerLevel(true);
$("no").onclick = () => answerLevel(false);
$("see").onclick = () =>
  during(async () => {
    const { wins, position } = predicted;
    predicted = null;
    await levelGame(wins ? "second" : "first", position);
  });
$("back").onclick = () =>
  during(async () => {
    predicted = null;
    await levelGame("first");
  });
$("next").onclick = () => climb(level + 1);

let there = null; // where a secret was wrong: { number, position, wins }
$("secret").onclick = () => {
  $("test").reset();
  $("form").textContent = rung().form === "n" ? "" : say("positions", { form: rung().form });
  $("guessed").textContent = "";
  $("there").hidden = true;
  $("guess").showModal();
};

$("test").onsubmit = (event) => {
  event.preventDefault();
  during(async () => {
    there = await request("secret", { level, secret: $("numbers").value }).catch((error) => ({ text: error.message }));
    $("guessed").textContent = there.text;
    $("there").hidden = there.position === undefined;
    if (!$("there").hidden) $("there").textContent = say("playThere", { n: there.number });
    if (there.found) earn("secret");
  });
};

// The computer shows it.
$("there").onclick = () => {
  $("guess").close();
  return during(() => levelGame(there.wins ? "second" : "first", there.position));
};

// Turns: what a person plays, what the computer answers, and how it is seen.

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const still = matchMedia("(prefers-reduced-motion: reduce)");

// What a move takes away goes, briefly, and what it was made on is seen.
async function change(next) {
  const made = still.matches || isAnew() ? [] : (moveTo(next)?.parts ?? []);
  const going = leaving(next);
  const turned = still.matches ? [] : leaving(next, true).filter((one) => one.querySelector?.("circle.shape"));
  turned.forEach((one) => one.classList.add("turned"));
  if (turned.length) await pause(200);
  if (going.length && !still.matches) {
    going.forEach((one) => one.classList.add("going"));
    await pause(120);
    going.forEach((one) => one.classList.add("leaving"));
    await pause(260);
  }
  state = next;
  draw();
  for (const part of made)
    $("board")
      .querySelector(`[data-part="${CSS.escape(part)}"]:not(path)`)
      ?.classList.add("made");
  if (made.length) $("board").querySelector(".domino:last-child")?.classList.add("made");
}

async function computerTurns() {
  while (!state.over && state.computer) {
    await pause(350);
    const next = await request("reply").catch((error) => {
      if (error.stopped) return request("reply", { level: "beginner" });
      throw error;
    });
    await change(next);
    show(say("computerPlays", { move: brief(turnInWords(state.turns.at(-1))) }));
  }
  announce(`${$("message").textContent} ${$("status").textContent}`);
  if (!state.over) return;
  wonLevel();
  if (state.computers.includes(true) && state.computers[state.winner]) lookBack(); // it is waited for by nobody
}

function play(text, typed = false) {
  return during(async () => {
    const whole = state.forbids && !typed ? await forbidding(text) : { move: text };
    if (!whole) return;
    const next = await request("play", whole).catch((error) => {
      throw typed && inRows() && !error.stopped ? new Error(mayNow()) : error;
    });
    show("");
    await change(next);
    await computerTurns();
  });
}

// In a blocked game the move comes first; on the board that it leaves one touches what is forbidden to the other, and
// `enough` ends that. Null as long as something may be added, else the whole move.
async function forbidding(text) {
  const {
    forbids: { made, most, forbidden = [] },
    moves,
  } = state;
  const after = made === null ? await request("look", { move: text }) : null;
  const [move, forbid] = after ? [text, []] : [made, text ? [...forbidden, text] : forbidden];
  const left = after ? after.moves : moves.filter((one) => one.text !== text);
  if ((!after && !text) || forbid.length >= most || !left.length) return { move, forbid };
  state = {
    ...state,
    board: after?.board ?? state.board,
    moves: left,
    forbids: { made: move, most, forbidden: forbid, begun: true },
  };
  show("");
  draw();
  announce($("status").textContent);
  return null;
}

const forbids = (at) => (at.forbids?.made ?? null) !== null; // what is touched is forbidden now, not played
const enough = () =>
  forbids(state)
    ? [{ text: "", words: say(state.forbids.forbidden?.length ? "forbidEnough" : "forbidNothing"), parts: [] }]
    : [];

// The computer's errors are drawn by a seed; the draws of a few seeds are known before the library is here.
const seed = () => Math.floor(Math.random() * (document.body.dataset.ready ? 1e6 : 16));
const settings = () => ({
  game: $("rule").value.trim(),
  position: $("start").value,
  convention: $("convention").value,
  level: $("level").value,
  who: $("who").value,
  seed: seed(),
});

async function goOn(next) {
  show("");
  state = next;
  atHome(false);
  draw();
  window.scrollTo(0, 0);
  await computerTurns();
}

const begin = (refuse) =>
  during(async () => {
    const next = await request("new", settings()).catch((error) => {
      if (!refuse || error.stopped) throw error;
      refuse(error.message);
    });
    if (next) {
      level = null;
      predicted = null;
      await goOn(next);
    }
  });

const beginning = () => ({ ...state.began, seed: seed() }); // the game as it began, as `new` asks for it

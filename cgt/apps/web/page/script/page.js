// The page asks the library, draws what it answers, and sends moves back as text. `ask`, `stop` and
// `arrived` are the transport's. SAY holds the page's words in each language (those of English that its HTML does not
// have), GAMES the games; both are written when the page is built.
const MOST_DRAWN = 150; // matches of a heap; larger heaps are written
const MOST_PICTURES = 20; // on buttons

let lang = "en";
let state = null; // the game, as the library answers
let shown = null; // what the board shows: `state`, or the game at an earlier turn
let busy = false; // whether a question is under way
let pieces = []; // what moves are made on, { node, name, side, of, may, adds, touch }: `of` tells which moves
let focused = 0; // which of them the Tab key reaches
let apart = []; // the moves that are made on no piece: each is a button, whatever is touched
let chosen = null; // what was touched: { key, fits }
let pictures = null; // of the games, for the first screen

const $ = (id) => document.getElementById(id);
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_none, step) => from + step);
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);

const english = {};
document.querySelectorAll("[data-say]").forEach((one) => {
  english[one.dataset.say] = one.textContent;
});

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

// For who does not see the page.
function announce(text) {
  $("live").textContent = text;
}

function show(text, bad = false) {
  $("message").textContent = text;
  $("message").className = bad ? "message bad" : "message";
  if (text) announce(text);
}

async function during(work) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  const slow = setTimeout(() => {
    if (document.body.dataset.ready) $("stop").hidden = false;
    else $("status").textContent = say("loading");
  }, 1500);
  try {
    await work();
  } catch (error) {
    show(error.message, true);
    if (state) draw();
  } finally {
    clearTimeout(slow);
    if (state && !state.over) drawStatus();
    $("stop").hidden = true;
    busy = false;
    document.body.classList.remove("busy");
  }
}

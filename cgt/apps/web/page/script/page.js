"use strict";
// The page asks the library, draws what it answers, and sends moves back as text. `ask`, `stop` and
// `arrived` are the transport's. SAY holds the page's words in each language (those of English that its HTML does not
// have), GAMES the games; both are written when the page is built.
const SHOWN = 150;
const PORTRAYED = 20; // matches drawn in a heap, larger heaps are written; pictures on buttons
const $ = (id) => document.getElementById(id);
const english = {};
document.querySelectorAll("[data-say]").forEach((one) => {
  english[one.dataset.say] = one.textContent;
});

let lang = "en";
let state = null;
let busy = false;
let shown = null; // what the board shows: `state`, or the game at an earlier turn
let pieces = [];
let here = 0; // what moves are made on, { node, name, touch, of }: `of` tells which moves; and which of them the Tab key reaches
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

function tell(text) {
  $("live").textContent = text;
}

function show(text, bad = false) {
  $("said").textContent = text;
  $("said").className = bad ? "said bad" : "said";
  if (text) tell(text);
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

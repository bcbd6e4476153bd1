// The examples of a page can be changed and run in it. Python comes from the folder of the page to play on, once it is asked for.
const here = document.currentScript.dataset;
const address = (path, base = document.baseURI) => new URL(path, base).href;
const WORKER = address("live_worker.js", document.currentScript.src);
const PARTS = here.parts.split(" ");

let worker = null;
let answered = null;
let parts = null;
let ran = 0;
let turn = 0;
let interrupt = null;
const ask = (message) =>
  new Promise((done) => {
    answered = done;
    worker.postMessage(message);
  });

async function part(name) {
  const got = await fetch(`${here.play}assets/${name}.gz`);
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  return [name, new Uint8Array(await got.arrayBuffer())];
}

// What is asked of a worker that has ended is never answered.
function end() {
  worker?.terminate();
  worker = null;
  ran = 0;
  turn += 1;
}

async function answer(place) {
  const mine = turn;
  parts ??= Promise.all(PARTS.map(part)).catch((error) => {
    parts = null;
    throw error;
  });
  const packed = Object.fromEntries(await parts);
  if (mine !== turn) return "";
  if (!worker) {
    worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => answered(data);
    const { text, failed } = await ask({ packed, python: address(`${here.play}assets/python.js`) });
    if (failed) {
      end();
      throw new Error(text);
    }
  }
  for (; ran < place; ran++) await ask({ code: examples[ran].code.innerText }); // it may need what those before it made
  const { text, line } = await ask({ code: examples[place].code.innerText });
  ran = Math.max(ran, place + 1);
  return line ? `${text} (${here.line} ${line})` : text;
}

const examples = [];
const marked = document.querySelectorAll("article .runs .result"); // where some need numpy, which a browser has not got
for (const result of marked.length ? marked : document.querySelectorAll("article .result")) {
  const code = result.previousElementSibling?.querySelector("pre code");
  const out = result.querySelector("pre code");
  if (code && out && location.protocol.startsWith("http")) examples.push({ code, out, result });
}
for (const [place, one] of examples.entries()) {
  one.button = Object.assign(document.createElement("button"), { className: "md-button live", textContent: here.run });
  one.code.contentEditable = "plaintext-only";
  one.code.spellcheck = false;
  one.out.setAttribute("aria-live", "polite");
  one.result.before(one.button);
  one.button.onclick = async () => {
    if (one.button.textContent === here.stop) {
      interrupt();
      return;
    }
    const before = one.out.textContent;
    const others = examples.filter((other) => other !== one);
    const stopped = new Promise((done) => {
      interrupt = () => {
        end();
        done(before);
      };
    });
    one.button.textContent = here.stop;
    others.forEach((other) => {
      other.button.disabled = true;
    });
    one.out.textContent = here.wait;
    try {
      one.out.textContent = await Promise.race([answer(place), stopped]);
    } catch (error) {
      one.out.textContent = error.message;
    }
    one.button.textContent = here.run;
    others.forEach((other) => {
      other.button.disabled = false;
    });
  };
}

// The examples of a page can be changed and run in it. Python comes from the folder of the page to play on, once it is asked for.
const here = document.currentScript.dataset, PARTS = here.parts.split(" ");

// In a worker, so that the page stays alive and a loop without end can be stopped. The examples of a page share one space.
const WORKER = `
const fetched = self.fetch;
let python, space;
async function start(got) {
  const kinds = { "pyodide.asm.wasm": "application/wasm" };
  self.fetch = async (what, how) => { // Pyodide asks for its parts by address; they are here already
    const name = String(what.url ?? what).split("/").pop();
    return name in got ? new Response(got[name], { headers: { "Content-Type": kinds[name] ?? "application/octet-stream" } }) : fetched(what, how);
  };
  const module = async (name) => import(URL.createObjectURL(new Blob([got[name]], { type: "text/javascript" })));
  const { loadPyodide } = await module("pyodide.mjs");
  const createPyodideModule = (await module("pyodide.asm.mjs")).default;
  python = await loadPyodide({ indexURL: "https://cgt.invalid/", createPyodideModule, lockFileContents: new TextDecoder().decode(got["pyodide-lock.json"]), env: { HOME: "/home/pyodide" } });
  python.unpackArchive(got["library.zip"], "zip", { extractDir: "/library" });
  python.runPython("import sys; sys.path.insert(0, '/library')");
  space = python.runPython("dict(__name__='__main__')");
}
self.onmessage = async ({ data }) => {
  const lines = [];
  try {
    if (data.got) await start(data.got);
    else {
      python.setStdout({ batched: (line) => lines.push(line) });
      python.runPython(data.code, { globals: space });
    }
  } catch (error) {
    const told = String(error.message ?? error).trim();
    lines.push(told.split("\\n").pop());
    self.postMessage({ text: lines.join("\\n"), failed: true, line: [...told.matchAll(/File "<exec>", line (\\d+)/g)].pop()?.[1] });
    return;
  }
  self.postMessage({ text: lines.join("\\n") });
};`;

let worker = null, answered = null, parts = null, ran = 0, turn = 0, interrupt = null;
const ask = (message) => new Promise((done) => { answered = done; worker.postMessage(message); });
async function part(name) {
  const got = await fetch(`${here.play}assets/${name}.gz`);
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  return [name, new Uint8Array(await new Response(got.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())];
}
function end() { // what is asked of a worker that has ended is never answered
  worker?.terminate();
  worker = null, ran = 0, turn++;
}
async function answer(place) {
  const mine = turn;
  parts ??= Promise.all(PARTS.map(part)).catch((error) => { parts = null; throw error; });
  const got = Object.fromEntries(await parts);
  if (mine !== turn) return "";
  if (!worker) {
    worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => answered(data);
    const { text, failed } = await ask({ got });
    if (failed) { end(); throw new Error(text); }
  }
  for (; ran < place; ran++) await ask({ code: examples[ran].code.innerText }); // it may need what those before it made
  const { text, line } = await ask({ code: examples[place].code.innerText });
  ran = Math.max(ran, place + 1);
  return line ? `${text} (${here.line} ${line})` : text;
}

const examples = [], marked = document.querySelectorAll("article .runs .result"); // where some need numpy, which a browser has not got
for (const result of marked.length ? marked : document.querySelectorAll("article .result")) {
  const code = result.previousElementSibling?.querySelector("pre code"), out = result.querySelector("pre code");
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
    const before = one.out.textContent, others = examples.filter((other) => other !== one), stopped = new Promise((done) => { interrupt = () => { end(); done(before); }; });
    one.button.textContent = here.stop;
    others.forEach((other) => { other.button.disabled = true; });
    one.out.textContent = here.wait;
    try {
      one.out.textContent = await Promise.race([answer(place), stopped]);
    } catch (error) {
      one.out.textContent = error.message;
    }
    one.button.textContent = here.run;
    others.forEach((other) => { other.button.disabled = false; });
  };
}

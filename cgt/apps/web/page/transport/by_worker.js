// The library answers in this very page, by Python in a worker; until that is here, tables answer what they know.
const ANSWER_SECONDS = 60; // Python is slower here than on its own
const waiting = new Map();
let lastId = 0;
let stops = 0;
let worker = null;
let lastRecord = "";
let booted = null;
let running = false;
function post(message) {
  return new Promise((done) => {
    const id = ++lastId;
    waiting.set(id, done);
    worker.postMessage({ id, ...message });
  });
}
const put = (what) => post({ text: JSON.stringify(what) });
// Resolves to nothing once Python runs, or to the answer of what was stopped before.
async function boot() {
  const before = stops;
  const assets = Object.fromEntries(await Promise.all(IN_WORKER.map(async (name) => [name, await load(name)])));
  if (stops !== before) return { stopped: true };
  // Browsers let a page from a file start a worker from a data: address only.
  worker = new Worker(`data:text/javascript;base64,${WORKER}`, { type: "module" });
  worker.onmessage = ({ data }) => {
    waiting.get(data.id)?.(JSON.parse(data.answer));
    waiting.delete(data.id);
  };
  worker.onerror = (event) => {
    for (const done of waiting.values()) done({ error: event.message || "the worker failed" });
    waiting.clear();
  };
  const answer = await post({ assets });
  if (answer.stopped) return answer;
  if (answer.error) throw new Error(answer.error);
  running = true;
  if (early) lastRecord = recordEarly(early.moves);
  const asks = early ? handOver() : lastRecord ? [{ do: "resume", record: lastRecord }] : [];
  for (const what of asks) put(what);
}
async function ask(what) {
  if (what.do === "pictures") return readPart("pictures.json");
  const known = running ? null : await answerEarly(what);
  booted ??= boot();
  if (known && !running) return known;
  const stopped = await booted;
  if (stopped) return stopped;
  const late = setTimeout(stop, ANSWER_SECONDS * 1000);
  const answer = await put(what);
  clearTimeout(late);
  lastRecord = answer.record ?? lastRecord;
  return answer;
}
// Python begins anew, and the game goes on from its record.
function stop() {
  stops += 1;
  worker?.terminate();
  booted = null;
  running = false;
  for (const done of waiting.values()) done({ stopped: true });
  waiting.clear();
}
const arrived = () => (booted ??= boot());

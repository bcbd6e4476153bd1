// The library answers in this very page, by Python in a worker.
const ANSWER_SECONDS = 60; // Python is slower here than on its own
const waiting = new Map();
let number = 0, worker = null, kept = "";
function post(message, transfer = []) {
  return new Promise((done) => { const id = ++number; waiting.set(id, done); worker.postMessage({ id, ...message }, transfer); });
}
async function boot() {
  const assets = await loadAssets();
  // Browsers let a page from a file start a worker from a data: address only.
  worker = new Worker(`data:text/javascript;base64,${WORKER}`, { type: "module" });
  worker.onmessage = ({ data }) => { waiting.get(data.id)?.(JSON.parse(data.answer)); waiting.delete(data.id); };
  worker.onerror = (event) => { for (const done of waiting.values()) done({ error: event.message || "the worker failed" }); waiting.clear(); };
  const answer = await post({ assets });
  if (answer.error) throw new Error(answer.error);
}
let booted = null;
async function ask(what) {
  booted ??= boot().then(() => kept && post({ text: JSON.stringify({ do: "resume", record: kept }) }));
  await booted;
  const late = setTimeout(stop, ANSWER_SECONDS * 1000), answer = await post({ text: JSON.stringify(what) });
  clearTimeout(late);
  kept = answer.record ?? kept;
  return answer;
}
function stop() { // Python begins anew, and the game goes on from its record
  worker?.terminate(); booted = null;
  for (const done of waiting.values()) done({ stopped: true });
  waiting.clear();
}

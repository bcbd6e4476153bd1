// The library answers in this very page, by Python in a worker.
const waiting = new Map();
let asked = 0, worker = null, record = "";
function post(message, transfer = []) {
  return new Promise((done) => { const id = ++asked; waiting.set(id, done); worker.postMessage({ id, ...message }, transfer); });
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
  booted ??= boot().then(() => record && post({ text: JSON.stringify({ do: "resume", record }) }));
  await booted;
  const answer = await post({ text: JSON.stringify(what) });
  record = answer.record ?? record;
  return answer;
}
function stop() { // Python begins anew, and the game goes on from its record
  worker?.terminate(); booted = null;
  for (const done of waiting.values()) done({ stopped: true });
  waiting.clear();
}

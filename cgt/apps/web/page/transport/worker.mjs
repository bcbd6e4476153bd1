// Answers requests one after another, and never dies of an error.
let bridge = null;

async function answer({ assets, text }) {
  if (!assets) return bridge.answer_text(text);
  const python = await startPython(assets);
  python.runPython("from cgt.apps.web.bridge import Bridge\nbridge = Bridge()");
  bridge = python.globals.get("bridge");
  return "{}";
}

function failure(error) {
  const lines = String(error.message ?? error).trim();
  return JSON.stringify({ error: lines.split("\n").pop() });
}

let queue = Promise.resolve();
self.onmessage = ({ data }) => {
  queue = queue.then(async () => {
    self.postMessage({ id: data.id, answer: await answer(data).catch(failure) });
  });
};

// Python inside the browser: unpacks the library, answers requests one after another, and never dies of an error.
const unzip = async (bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
const fromBase64 = async (text) => new Uint8Array(await (await realFetch(`data:application/octet-stream;base64,${text}`)).arrayBuffer());
const realFetch = self.fetch.bind(self);
let bridge = null;

async function start(assets) {
  const got = {};
  for (const [name, packed] of Object.entries(assets)) got[name] = await unzip(typeof packed === "string" ? await fromBase64(packed) : packed);
  const kinds = { "pyodide.asm.wasm": "application/wasm" };
  // Pyodide asks for its parts by address; they are here already.
  self.fetch = async (what, how) => {
    const name = String(what.url ?? what).split("/").pop();
    return name in got ? new Response(got[name], { headers: { "Content-Type": kinds[name] ?? "application/octet-stream" } }) : realFetch(what, how);
  };
  const module = async (name) => import(URL.createObjectURL(new Blob([got[name]], { type: "text/javascript" })));
  const { loadPyodide } = await module("pyodide.mjs");
  const createPyodideModule = (await module("pyodide.asm.mjs")).default;
  const python = await loadPyodide({ indexURL: "https://cgt.invalid/", createPyodideModule, lockFileContents: new TextDecoder().decode(got["pyodide-lock.json"]), env: { HOME: "/home/pyodide" } });
  python.unpackArchive(got["library.zip"], "zip", { extractDir: "/library" });
  python.runPython("import sys; sys.path.insert(0, '/library')\nfrom cgt.apps.web.bridge import Bridge\nbridge = Bridge()");
  bridge = python.globals.get("bridge");
}

let queue = Promise.resolve();
self.onmessage = ({ data }) => {
  queue = queue.then(async () => {
    try {
      if (data.assets) { await start(data.assets); self.postMessage({ id: data.id, answer: "{}" }); return; }
      self.postMessage({ id: data.id, answer: bridge.answer_text(data.text) });
    } catch (error) {
      self.postMessage({ id: data.id, answer: JSON.stringify({ error: String(error.message ?? error).trim().split("\n").pop() }) });
    }
  });
};

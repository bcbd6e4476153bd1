// Python inside the browser: unpacks the library, answers requests one after another, and never dies of an error.
let bridge = null;

async function start(assets) {
  const got = {};
  for (const [name, packed] of Object.entries(assets)) got[name] = await unpack(packed);
  const kinds = { "pyodide.asm.wasm": "application/wasm" };
  // Pyodide asks for its parts by address; they are here already.
  self.fetch = async (what, how) => {
    const name = String(what.url ?? what)
      .split("/")
      .pop();
    return name in got
      ? new Response(got[name], { headers: { "Content-Type": kinds[name] ?? "application/octet-stream" } })
      : fetched(what, how);
  };
  const module = async (name) => import(URL.createObjectURL(new Blob([got[name]], { type: "text/javascript" })));
  const { loadPyodide } = await module("pyodide.mjs");
  const createPyodideModule = (await module("pyodide.asm.mjs")).default;
  const python = await loadPyodide({
    indexURL: "https://cgt.invalid/",
    createPyodideModule,
    lockFileContents: new TextDecoder().decode(got["pyodide-lock.json"]),
    env: { HOME: "/home/pyodide" },
  });
  python.unpackArchive(got["library.zip"], "zip", { extractDir: "/library" });
  python.runPython(
    "import sys; sys.path.insert(0, '/library')\nfrom cgt.apps.web.bridge import Bridge\nbridge = Bridge()",
  );
  bridge = python.globals.get("bridge");
}

let queue = Promise.resolve();
self.onmessage = ({ data }) => {
  queue = queue.then(async () => {
    try {
      if (data.assets) {
        await start(data.assets);
        self.postMessage({ id: data.id, answer: "{}" });
        return;
      }
      self.postMessage({ id: data.id, answer: bridge.answer_text(data.text) });
    } catch (error) {
      self.postMessage({
        id: data.id,
        answer: JSON.stringify({
          error: String(error.message ?? error)
            .trim()
            .split("\n")
            .pop(),
        }),
      });
    }
  });
};

// Python in a worker, with the library on its path; all of its parts are given, each packed by gzip.
export async function startPython(packed) {
  const parts = {};
  for (const [name, one] of Object.entries(packed)) parts[name] = await unpack(one);
  const kinds = { "pyodide.asm.wasm": "application/wasm" };
  // Pyodide asks for its parts by address; they are here already.
  self.fetch = async (what, how) => {
    const name = String(what.url ?? what)
      .split("/")
      .pop();
    return name in parts
      ? new Response(parts[name], { headers: { "Content-Type": kinds[name] ?? "application/octet-stream" } })
      : fetched(what, how);
  };
  const module = async (name) => import(URL.createObjectURL(new Blob([parts[name]], { type: "text/javascript" })));
  const { loadPyodide } = await module("pyodide.mjs");
  const createPyodideModule = (await module("pyodide.asm.mjs")).default;
  const python = await loadPyodide({
    indexURL: "https://cgt.invalid/",
    createPyodideModule,
    lockFileContents: new TextDecoder().decode(parts["pyodide-lock.json"]),
    env: { HOME: "/home/pyodide" },
  });
  python.unpackArchive(parts["library.zip"], "zip", { extractDir: "/library" });
  python.runPython("import sys; sys.path.insert(0, '/library')");
  return python;
}

// Runs the examples of a page, which share one space, so that the page stays alive and a loop without end can be stopped.
let python = null;
let space = null;

self.onmessage = async ({ data }) => {
  const lines = [];
  try {
    if (data.packed) {
      const { startPython } = await import(data.python);
      python = await startPython(data.packed);
      space = python.runPython("dict(__name__='__main__')");
    } else {
      python.setStdout({ batched: (line) => lines.push(line) });
      python.runPython(data.code, { globals: space });
    }
    self.postMessage({ text: lines.join("\n") });
  } catch (error) {
    const message = String(error.message ?? error).trim();
    const places = [...message.matchAll(/File "<exec>", line (\d+)/g)];
    lines.push(message.split("\n").pop());
    self.postMessage({ text: lines.join("\n"), failed: true, line: places.at(-1)?.[1] });
  }
};

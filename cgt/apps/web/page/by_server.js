// The library answers on the machine that serves the page.
const PAGE = crypto.getRandomValues(new Uint32Array(2)).join("-");
async function post(path, what) {
  const answered = await fetch(`${path}?page=${PAGE}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
  if (!answered.ok) throw new Error(await answered.text());
  return answered.json();
}
const ask = (what) => post("answer", what);
const stop = () => post("stop", {}); // what is asked just now is answered by { stopped: true }
const arrived = async () => {};

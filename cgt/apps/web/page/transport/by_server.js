// The library answers on the machine that serves the page.
const PAGE = crypto.getRandomValues(new Uint32Array(2)).join("-");
let unanswered = false; // whether nobody answered: the next to answer does not know the game
async function post(path, what) {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) };
  const answered = await fetch(`${path}?page=${PAGE}`, asked).catch(() => {
    unanswered = true;
    throw new Error(say("gone", { port: location.port }));
  });
  if (!answered.ok) throw new Error(await answered.text());
  return answered.json();
}
async function ask(what) {
  if (unanswered && state) await post("answer", { do: "resume", record: state.record });
  unanswered = false;
  return post("answer", what);
}
const stop = () => post("stop", {}); // what is asked just now is answered by { stopped: true }
const arrived = async () => {};

// The library answers in a notebook's kernel, by the widget that holds this frame. Beside the board stands who wins there.
document.body.classList.add("embedded", "held");
const panel = document.body.appendChild(document.createElement("aside"));
let hasBegun = false;
async function ask(what) {
  const answer = await frameElement.ask(hasBegun ? what : { do: "state", lang: what.lang });
  hasBegun = true;
  if (answer.beside) panel.innerHTML = answer.beside;
  return answer;
}
const stop = () => {}; // a kernel that works hears nothing
const arrived = async () => {};
frameElement.again = async () => {
  await asked;
  await during(async () => goOn(await request("state")));
};

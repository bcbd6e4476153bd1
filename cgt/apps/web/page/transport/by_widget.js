// The library answers in a notebook's kernel, by the widget that holds this frame. Beside the board stands who wins there.
document.body.classList.add("embedded", "held");
const beside = document.body.appendChild(document.createElement("aside"));
let begun = false;
async function ask(what) {
  const answer = await frameElement.ask(begun ? what : { do: "state", lang: what.lang });
  begun = true;
  if (answer.beside) beside.innerHTML = answer.beside;
  return answer;
}
const stop = () => {}; // a kernel that works hears nothing
const arrived = async () => {};
frameElement.again = async () => {
  await asked;
  await during(async () => goOn(await request("state")));
};

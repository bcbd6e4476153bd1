// The first screen: the ladder, and below it every game.

const STARS = ["won", "predicted", "secret"];
const IN_A_ROW = 3;
let level = null; // the level that is climbed
let predicted = null; // what is to be predicted: { number, right, row }

function starsKept() {
  try {
    return JSON.parse(localStorage.getItem("cgt-ladder")) ?? {};
  } catch {
    return {};
  }
}

const earned = starsKept();
const has = (number, star) => Boolean(earned[LADDER.en[number].title]?.[star]);
const starsOf = (number) => STARS.map((star) => (has(number, star) ? "★" : "☆")).join("");
const starsInWords = (number) => say("stars", { n: STARS.filter((star) => has(number, star)).length });
const rung = () => LADDER[lang][level];

// The first level that has not all of its stars, or the first of all.
function upNext() {
  const open = LADDER.en.findIndex((_one, number) => !STARS.every((star) => has(number, star)));
  return Math.max(0, open);
}

function goHome() {
  $("climb").textContent = say("climb", { n: upNext() + 1, title: LADDER[lang][upNext()].title });
  $("resume").hidden = !state || state.over;
  $("climb").onclick = () => climb(upNext());
  $("rungs").replaceChildren(
    ...LADDER[lang].map((one, number) => {
      const item = element("li");
      const button = element("button");
      button.type = "button";
      const stars = element("span", "stars", starsOf(number));
      stars.setAttribute("role", "img");
      stars.setAttribute("aria-label", starsInWords(number));
      button.append(element("span", "number", number + 1), element("span", "", one.title), stars);
      button.onclick = () => climb(number);
      item.append(button);
      return item;
    }),
  );
  const held = $("table").contains(document.activeElement);
  $("missed").textContent = "";
  atHome(true);
  keepLink();
  window.scrollTo(0, 0);
  announce(say("ladder"));
  if (held) ($("resume").hidden ? $("climb") : $("resume")).focus();
  if (!pictures)
    request("pictures").then(
      (answer) => {
        ({ pictures } = answer);
        illustrate();
      },
      () => {},
    );
}

function atHome(is) {
  $("home").hidden = !is;
  $("table").hidden = is;
  entitle();
}

function entitle() {
  document.title = $("home").hidden && state ? `${state.title} – cgt` : say("tab");
}

$("to-home").onclick = goHome;

// What is typed or set: a new game, a saved one, a move in words, the language.

const OWN = { rule: "moves(n: 1 <= t <= n // 2 -> n - t)", start: "20" };

$("open").onchange = () => {
  $("menu").close();
  during(async () => {
    const text = await $("open").files[0].text();
    $("open").value = "";
    const saved = await request("resume", { record: text });
    level = null;
    predicted = null;
    await goOn(saved);
  });
};

// The game as it is, to be begun otherwise.
$("fresh").onclick = () => {
  if (!state) return;
  const { game, position, convention, level: plays, who: begins } = beginning();
  $("rule").value = game;
  $("start").value = position;
  $("convention").value = convention;
  $("who").value = begins;
  if (begins !== "two") pickLevel(plays);
  const known = named(game) ?? GAMES[lang].find((one) => game.startsWith(`${one.name}(`));
  offerConventions(known);
  openSheet(state.title, state.rules);
  if (known?.arguments) $("arguments").textContent = say("arguments", { form: known.arguments });
};

// A rule to be changed, as one types it.
$("own").onclick = () => {
  pick("moves");
  $("rule").value = OWN.rule;
  $("start").value = OWN.start;
  openSheet(say("ownRule"), say("ownRuleAbout"), true);
  $("rule").focus();
};

function openSheet(title, about, typing = false) {
  $("refused").textContent = "";
  $("sheet-title").textContent = title;
  $("rules").textContent = about;
  $("arguments").textContent = "";
  $("typing").open = typing;
  $("sheet").showModal();
}

$("more").onclick = () => $("menu").showModal();
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close").onclick = () => dialog.close();
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

// A game that is refused leaves the sheet open, with all that was typed, and the focus where it was.
$("setup").onsubmit = () => {
  const held = document.activeElement;
  begin((why) => {
    $("sheet").showModal();
    held.focus();
    $("refused").textContent = why;
  });
};

// The move that was typed in the words of this page, or of a picture or a row in its numbers alone; undefined where it
// is none or several.
function meantBy(text) {
  const folded = (words) => words.trim().replace(/\s+/g, " ").toLowerCase();
  const inNumbers = (words) => numbers(words).join(" ");
  const known = folded(`${say("at")} ${say("and")}`).split(/[^\p{L}]+/u);
  const numbered =
    (state.board.kind !== "heaps" || state.board.pieces in REACH) &&
    folded(text)
      .split(/[^\p{L}]+/u)
      .every((word) => !word || known.includes(word));
  const ways = [
    [folded, wordsOf],
    [folded, (move) => brief(wordsOf(move))],
    ...(numbered ? [[inNumbers, wordsOf]] : []),
    [folded, (move) => move.words],
  ];
  const fits = ways
    .map(([read, words]) => state.moves.filter((move) => read(words(move)) === read(text)))
    .find((moves) => moves.length);
  return fits?.length === 1 ? fits[0] : undefined;
}

$("typed").onsubmit = () => {
  const text = $("move").value.trim();
  const meant = meantBy(text);
  $("move").value = "";
  if (meant) play(meant.text);
  else if (isDrawn() && text)
    show(state.may, true); // the library would number other points than those drawn
  else if (text) play(text, true);
};

// For who loads the page again.
function keepLanguage() {
  if (location.protocol === "about:") return;
  const address = new URL(location.href);
  address.searchParams.set("lang", lang);
  history.replaceState(null, "", address);
}

$("language").onchange = () =>
  during(async () => {
    lang = $("language").value;
    keepLanguage();
    translate();
    show("");
    if (state) {
      state = await request("state");
      draw();
    }
    goHome();
  });
$("resume").onclick = () => {
  atHome(false);
  draw();
};

addEventListener("resize", () => {
  if (state) fit();
});

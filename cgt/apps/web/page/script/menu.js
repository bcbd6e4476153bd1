// The buttons below the board, and the menu.

$("again").onclick = () => during(async () => goOn(await request("new", beginning())));
$("stop").onclick = () => stop();

// Heaps have advice of their own, anything else is named as it stands here.
$("hint").onclick = () =>
  during(async () => {
    const { text, move, does } = await request("hint");
    const advised = state.moves.find((one) => one.text === move);
    const own =
      advised &&
      (level !== null || state.board.kind !== "heaps" || advised.places || advised.joined) &&
      brief(wordsOf(advised)); // on a level the advice of heaps would be the secret
    unmark();
    offer(apart);
    show(
      own ? say(does, { move: ["lost", "alike"].includes(does) ? own : own[0].toUpperCase() + own.slice(1) }) : text,
    );
    for (const piece of pieces) piece.node.classList.toggle("advised", Boolean(advised) && piece.of(advised));
  });
$("undo").onclick = () => during(async () => goOn(await request(state?.forbids?.begun ? "state" : "undo")));
const menu = {
  history: async () => drawHistory((await request("history")).history),
  // Not the reason on a level, where it would be the secret.
  explain: async () => {
    const { outcome, winning: wins, reason, exactly: theorem, source: from } = await request("explain");
    const several = wins.some((move) => pieces.filter((piece) => piece.of(move)).length > 1);
    const winning = several ? wins.slice(0, 1) : wins; // which pieces go together could not be seen of several moves
    const drawn = winning.every((move) => pieces.some((piece) => piece.of(move)));
    const listed = say("winningTold", { moves: winning.map((move) => brief(wordsOf(move))).join(`${say("space")}; `) });
    const text = drawn ? say(winning.length > 1 ? "winningOnes" : "winningOne") : listed;
    const mine = state.computers.includes(true) && !state.computer ? "Me" : "";
    unmark();
    light();
    offer([]);
    for (const piece of pieces)
      piece.node.classList.toggle(
        "advised",
        winning.some((move) => piece.of(move)),
      );
    show(
      `${say(`outcome${outcome}${outcome === "D" ? "" : mine}`)} ${winning.length ? text : ""}`.trim() +
        (level === null ? `\n${reason}` : ""),
    );
    if (drawn && winning.length) announce(`${$("message").textContent} ${listed}`); // who does not see what is green
    if (level !== null) return;
    const more = element("details");
    more.ontoggle = fit; // above all that it says
    more.append(
      element("summary", "", say("exactly")),
      element("p", "quiet", `${wins.length ? theorem.replace(wins[0].words, wordsOf(wins[0])) : theorem} (${from})`),
    );
    $("message").append(more);
    fit();
  },
  redo: async () => goOn(await request("redo")),
  link: async () => {
    const link = linkHere();
    $("address").value = link;
    $("code").replaceChildren();
    $("copied").textContent = "";
    $("share").showModal();
    const { code } = await request("link", { link }).catch(() => ({}));
    if (!code) return;
    const picture = element("img");
    picture.src = source(code);
    picture.alt = say("code");
    $("code").append(picture);
  },
  save: async () => {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([state.record], { type: "text/plain" }));
    link.download = "cgt-game.txt";
    link.click();
  },
};

$("copy").onclick = async () => {
  $("address").select();
  const copied =
    (await navigator.clipboard?.writeText($("address").value).then(
      () => true,
      () => false,
    )) || document.execCommand("copy");
  $("copied").textContent = say(copied ? "copied" : "copyIt");
};

for (const [id, work] of Object.entries(menu))
  $(id).onclick = () => {
    $("menu").close();
    during(work);
  };

// The games to choose from, and the sheet of settings.

function translate() {
  document.documentElement.lang = lang;
  document.querySelectorAll("[data-say]").forEach((one) => {
    one.textContent = SAY[lang][one.dataset.say] ?? english[one.dataset.say];
  });
  $("games").replaceChildren(
    ...GAMES[lang].flatMap((game, place, all) => {
      const one = element("button", "game");
      const picture = element("img");
      one.type = "button";
      one.dataset.game = game.name;
      picture.alt = "";
      one.append(picture, element("span", "", game.title));
      one.onclick = () => {
        pick(game.name);
        begin();
      };
      return game.group === all[place - 1]?.group ? [one] : [element("h3", "", say(game.group)), one];
    }),
  );
  illustrate();
}

function illustrate() {
  for (const one of $("games").querySelectorAll(".game")) {
    const drawn = pictures?.[one.dataset.game];
    if (drawn) one.firstChild.src = source(drawn); // a game of somebody else may have no picture
  }
}

const source = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const named = (name) => GAMES[lang].find((one) => one.name === name || one.text === name);

// A game with its own start and convention; who plays, and how well, stays as it was chosen.
function pick(name) {
  const game = named(name);
  $("rule").value = game.text;
  $("start").value = game.example;
  offerConventions(game);
  $("convention").value = game.conventions[0];
}

function offerConventions(game) {
  [...$("convention").options].forEach((one) => {
    one.disabled = game && !game.conventions.includes(one.value);
  });
}

// Links: #wythoff/3,5 is a game and a position, #ladder/3 a level; ?lang=fr the language, ?embed=1 a frame on another
// page.

// Not >, which the address bar writes as %3E, and at which a link in a letter ends.
const linked = (text) => encodeURIComponent(text).replace(/%(2C|3A|3B|2F|3D|23|7C)/g, decodeURIComponent);
const hashHere = () => ($("table").hidden || !state ? "" : hashOf());

function hashOf() {
  if (level !== null && !predicted) return `#ladder/${level + 1}`;
  const { game, convention, who } = state.began;
  const usual = convention === "misere" ? "&convention=misere" : "";
  return `#${linked(game)}/${linked(state.position)}${usual}${who === "two" ? "&who=two" : ""}`;
}

// A page on this machine alone is of no use to others.
function linkHere() {
  const here = location.href.split(/[?#]/)[0];
  const own = location.protocol === "file:" || ["127.0.0.1", "localhost"].includes(location.hostname);
  return `${own && SITE ? `${SITE}play/index.html` : here}${lang === "en" ? "" : `?lang=${lang}`}${hashHere()}`;
}

// The address of the page is the link at any time.
function keepLink() {
  if (location.protocol === "about:") return;
  const here = hashHere();
  const how = Boolean(location.hash) === Boolean(here) ? "replaceState" : "pushState"; // from the list to a game and back one may step back
  if (location.hash !== here) history[how](null, "", here || location.href.split("#")[0]);
  if (here)
    try {
      sessionStorage.setItem("cgt-game", JSON.stringify({ here, record: state.record }));
    } catch {
      /* nothing is kept here */
    }
}

// The game as it stood when the page was loaded anew; empty where it was not.
function recordBefore() {
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") return "";
  try {
    const { here, record } = JSON.parse(sessionStorage.getItem("cgt-game"));
    return here === location.hash && !here.startsWith("#ladder/") ? record : "";
  } catch {
    return "";
  }
}

// What the address asks for: { rung } or { game, start, who, level, convention }.
function linkedTo() {
  const hash = location.hash.slice(1);
  let depth = 0; // a rule in brackets may have these signs itself: moves(n: n >= 1 & n <= 9 -> n // 2)/9
  const outside = hash.replace(/[^]/g, (sign) => ((depth += (sign === "(") - (sign === ")")) > 0 ? " " : sign));
  const end = `${outside}&`.indexOf("&");
  const cut = outside.slice(0, end).indexOf("/");
  const read = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const [game, start] = (cut < 0 ? [hash.slice(0, end), ""] : [hash.slice(0, cut), hash.slice(cut + 1, end)]).map(read);
  return game === "ladder"
    ? { rung: Number(start || 1) - 1 }
    : { ...Object.fromEntries(new URLSearchParams(hash.slice(end + 1))), rung: undefined, game, start };
}

async function follow() {
  if (state && location.hash === hashOf()) {
    atHome(false);
    draw();
    return;
  }
  const { rung: number, game: wanted, ...more } = linkedTo();
  if (number !== undefined) {
    if (!(number in LADDER.en)) throw new Error(say("noLevel", { n: LADDER.en.length }));
    level = number;
    predicted = null;
    await levelGame("first");
    return;
  }
  if (!wanted) {
    goHome();
    return;
  }
  if (more.start && /[ +]/.test(wanted.replace(/\(.*\)/g, "")))
    throw new Error(say("twoPositions", { game: wanted, start: more.start }));
  atHome(false);
  if (!state) $("status").textContent = say("loading");
  const game = named(wanted);
  level = null;
  predicted = null;
  pick((game ?? GAMES[lang][0]).name);
  if (!game || wanted !== game.name) {
    $("rule").value = wanted;
    if (!game) $("start").value = "";
  }
  if (more.start) more.convention ||= "normal"; // of notakto, too, which is offered otherwise
  const given = ["start", "who", "level", "convention"].filter((id) => more[id]);
  const asks = Object.fromEntries(given.map((id) => [id === "start" ? "position" : id, more[id]]));
  if (more.start) asks.who ||= "first"; // a position is the turn of whoever follows the link
  for (const id of given)
    if (id === "level") pickLevel(more[id]);
    else $(id).value = more[id];
  await goOn(await request("new", { ...settings(), ...asks })); // what no list offers is refused, or played
}

// A level between those that are offered is offered, too.
function pickLevel(level) {
  if (level > 0 && level < 1 && ![...$("level").options].some((one) => one.value === level))
    $("level").add(new Option(level, level));
  $("level").value = level;
}

function failed(error) {
  if (location.protocol !== "about:") history.replaceState(null, "", location.href.split("#")[0]);
  goHome();
  $("missed").textContent = error.message;
}

addEventListener("hashchange", () =>
  during(() =>
    follow().catch((error) => {
      if (state && $("home").hidden) throw error;
      failed(error);
    }),
  ),
);

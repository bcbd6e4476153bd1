// Until Python is here, the first games are played from tables that the library wrote when the page was built. A table
// has a node for each position: what is said of it in each language, where its moves lead, and the computer's best move.
let early = null; // the game that is played from a table: { of, nodes, draws, players, seed, path, moves, undone }
const readPart = async (name) => AT_HAND[name] ?? JSON.parse(new TextDecoder().decode(await unpack(await load(name))));

// The library's answer; null where only the library knows it.
async function answerEarly({ do: what, lang, ...more }) {
  if (what === "new") early = await beginEarly(more);
  else if (!early || !(what in DO_EARLY)) return null;
  return (what === "new" ? early && stateEarly(lang) : DO_EARLY[what](lang, more)) || null;
}
async function beginEarly({ game, position, convention, level, who, seed }) {
  const name = TABLES[`${game} ${position} ${convention}`];
  const players = { first: [null, level], second: [level, null], two: [null, null] }[who];
  if (!name || !players) return null;
  const [table, draws] = await Promise.all([readPart(name), readPart("draws.json")]);
  const began = {
    game: table.of.en.game,
    position: table.nodes[0].en.position,
    convention,
    level: who === "two" ? "perfect" : level,
    who,
  };
  return { ...table, began, draws: draws[seed] ?? [], players, seed, path: [0], moves: [], undone: [] };
}
const DO_EARLY = {
  state: (lang) => stateEarly(lang),
  play: (lang, { move }) =>
    stepEarly(hereEarly()[lang].moves.findIndex((one) => one.text === move)) && stateEarly(lang),
  look: (lang, { move }) => {
    const { to } = hereEarly();
    const next = to[hereEarly()[lang].moves.findIndex((one) => one.text === move)];
    return early.nodes[next] ? { board: early.nodes[next][lang].board } : null;
  },
  reply: (lang, { level }) =>
    stepEarly(chooseEarly(level ?? early.players[early.moves.length % 2] ?? "perfect")) && stateEarly(lang),
  hint: (lang) => hereEarly()[lang].hint,
  undo: (lang) => {
    const wanted = early.moves.findLastIndex((_move, turn) => early.players[turn % 2] === null);
    const moved = wanted < 0 ? 0 : early.moves.length - wanted;
    if (moved) {
      early.undone.push(early.moves.splice(wanted));
      early.path.splice(wanted + 1);
    }
    return { ...stateEarly(lang), moved };
  },
  redo: (lang) => {
    const again = early.undone.pop() ?? [];
    for (const move of again) goEarly(move);
    return { ...stateEarly(lang), moved: again.length };
  },
};
const hereEarly = () => early.nodes[early.path.at(-1)];
function goEarly(move) {
  early.path.push(hereEarly().to[move]);
  early.moves.push(move);
}
// Whether the table knows where it leads.
function stepEarly(move) {
  if (typeof hereEarly().to[move] !== "number") return false;
  goEarly(move);
  early.undone = [];
  return true;
}
// As the library chooses: by the draws of the seed where the level errs, a beginner sees a win in one move.
function chooseEarly(level) {
  const error = { perfect: 0, beginner: 1 }[level] ?? Number(level);
  const { to, best } = hereEarly();
  const [chance, picks] = early.draws[early.moves.length] ?? [0, []];
  if (!(chance < error)) return best;
  const wins =
    error === 1 && early.of.en.convention === "normal" ? to.findIndex((next) => early.nodes[next]?.en.over) : -1;
  return wins >= 0 ? wins : picks[to.length - 1];
}
function stateEarly(lang) {
  const { of, began, players, moves, path, nodes, undone } = early;
  const game = of[lang];
  const { hint, ...here } = hereEarly()[lang];
  const mover = moves.length % 2;
  const turns = moves.map((move, turn) => {
    const { position: from, moves: all, board } = nodes[path[turn]][lang];
    const { text, words, takes, leaves, places, parts } = all[move];
    return {
      number: turn + 1,
      mover: turn % 2,
      from,
      heaps: (board.heaps ?? []).map((heap) => heap.size),
      text,
      words,
      takes,
      leaves,
      places,
      parts,
    };
  });
  const computers = players.map((level) => level !== null);
  const winner = here.over ? (game.convention === "normal" ? 1 - mover : mover) : null;
  return {
    ...game,
    ...here,
    mover,
    redo: undone.length > 0,
    computer: computers[mover],
    computers,
    began,
    record: recordEarly(moves),
    winner,
    turns,
  };
}
function recordEarly(moves) {
  const { of, nodes, players, seed } = early;
  const written = players.map((level) => (level === null ? "person" : `computer ${level}`));
  const lines = [
    "cgt game",
    `ruleset: ${of.en.game}`,
    `convention: ${of.en.convention}`,
    `position: ${nodes[0].en.position}`,
    `first: ${written[0]}`,
    `second: ${written[1]}`,
    `seed: ${seed}`,
  ];
  let at = 0;
  moves.forEach((move, turn) => {
    lines.push(`${turn + 1}. ${nodes[at].en.moves[move].text}`);
    at = nodes[at].to[move];
  });
  return `${lines.join("\n")}\n`;
}
// What brings the library to where the game is: all that was played, then what was taken back.
function handOver() {
  const { moves, undone } = early;
  const asks = [{ do: "resume", record: recordEarly([...moves, ...undone.toReversed().flat()]) }];
  early.undone.forEach(() => asks.push({ do: "undo" }));
  early = null;
  return asks;
}

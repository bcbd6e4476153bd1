// Where pieces stand: rows stay as the game began, and what is said of a move names its pieces as they stand there.

// The rows as the game began, what became of each piece, where each heap of now lies in them, and the turns in words;
// heaps of matches as they are.
function rowsOf({ board, turns }) {
  const begun = (counts) => ({
    rows: counts.map((size) => Array(size > MOST_DRAWN ? 0 : size).fill("free")),
    heaps: counts.map((size, row) => ({ row, from: 0, size })),
    words: [],
  });
  const sizes = [...turns.map((turn) => turn.heaps.map(Number)), board.heaps.map((heap) => Number(heap.size))];
  const large = (turn) => sizes[turn].some((size) => size > MOST_DRAWN);
  let stand = begun(sizes[0]);
  turns.forEach((turn, number) => {
    const { words } = stand;
    const kept = !large(number) && !large(number + 1) && advance(stand, turn, sizes[number + 1], board.pieces);
    if (!kept) stand = { ...begun(sizes[number + 1]), words: [...words, null] };
  });
  return stand;
}

// Make a turn where the pieces stand; false where the heaps after it do not lie there.
function advance(stand, turn, after, kind) {
  const heaps = stand.heaps.map((heap) => [heap]);
  const words = [];
  for (const { takes, leaves, places } of stepsOf(turn))
    for (const [at, amount] of takes ?? []) {
      const heap = stand.heaps[at];
      if (!heap) return false;
      if (places && kind in REACH) {
        words.push(placesInWords(kind, stand, heap, places));
        heaps[at] = playPlaces(stand.rows[heap.row], heap, places, REACH[kind]);
      } else if (leaves?.length > 1) heaps[at] = spread(heap, leaves.map(Number));
      else heaps[at] = [{ ...heap, size: heap.size - Number(amount) }];
    }
  const free = heaps.flat();
  const lie = after.map((size) => free.splice(free.findIndex((one) => one.size === size) >>> 0, 1)[0]);
  if (lie.some((one) => !one) || free.some((one) => one.size > 0)) return false;
  Object.assign(stand, { heaps: lie, words: [...stand.words, words.join(`${say("space")}; `) || null] });
  return true;
}

// Mark what is played in a row, and what goes with it; the heaps on both sides are left.
function playPlaces(row, heap, places, reach) {
  const first = places[0];
  const last = places.at(-1);
  for (const place of range(Math.max(1, first - reach), Math.min(heap.size, last + reach)))
    row[heap.from + place - 1] = place >= first && place <= last ? "played" : "near";
  return [
    { ...heap, size: Math.max(0, first - 1 - reach) },
    { ...heap, from: heap.from + last + reach, size: Math.max(0, heap.size - last - reach) },
  ];
}

// The heaps that are left of one, apart, with the gaps between them.
function spread(heap, left) {
  const gap = Math.floor((heap.size - left.reduce((sum, one) => sum + one, 0)) / (left.length - 1));
  let from = heap.from;
  return left.map((size, part) => {
    const one = { ...heap, from: part === left.length - 1 ? heap.from + heap.size - size : from, size };
    from += size + gap;
    return one;
  });
}

function placesInWords(kind, { rows }, heap, places) {
  const standing = places.map((place) => heap.from + place);
  const k = standing.length > 2 ? `${standing[0]}–${standing.at(-1)}` : standing.join(say("and"));
  return (
    say(`${kind}${places.length > 1 ? "Many" : "Play"}`, { k }) +
    (rows.length > 1 ? `, ${say("row", { n: heap.row + 1 })}` : "")
  );
}

const inRows = () => state.board.kind === "heaps" && state.board.pieces in REACH && !state.forbids;

// What may be played: of rows by the numbers that stand here, which the library counts anew after each move.
function mayNow() {
  if (!inRows()) return state.may;
  const between = `${say("space")}; `;
  const moves = state.moves.slice(0, 12).map((move) => wordsOf(move));
  const rest = state.more || state.moves.length > 12 ? `${between}…` : ".";
  return say("may", { moves: moves.join(between) + rest });
}

// What the page says of a move: pieces of a row as they are numbered here.
function wordsOf(move, at = state) {
  const rows = at.board.pieces in REACH && stepsOf(move).every(({ places }) => places) && rowsOf(at);
  const words = rows
    ? stepsOf(move)
        .map(({ takes, places }) => placesInWords(at.board.pieces, rows, rows.heaps[takes[0][0]], places))
        .join(`${say("space")}; `)
    : move.words;
  return move.text && forbids(at) ? say("forbidOne", { move: words }) : words;
}

const turnInWords = ({ number, words }) =>
  (state.board.pieces in REACH && state.board.kind === "heaps" && rowsOf(state).words[number - 1]) || words;
const brief = (words) => (isAnew() ? words.split(",")[0] : words); // what is left, the picture shows

// The rows as the game began, what became of each piece, where each heap of now lies in them, and the turns in words;
// heaps of matches as they are.
function rowsOf({ board, turns }) {
  const begun = (sizes) => ({
    rows: sizes.map((size) => Array(size > SHOWN ? 0 : size).fill("free")),
    heaps: sizes.map((size, row) => ({ row, from: 0, size })),
    told: [],
  });
  const were = [...turns.map((turn) => turn.heaps.map(Number)), board.heaps.map((heap) => Number(heap.size))];
  const large = (sizes) => sizes.some((size) => size > SHOWN);
  let found = begun(were[0]);
  turns.forEach((turn, number) => {
    const after = were[number + 1];
    const told = found.told;
    const kept = large(were[number]) || large(after) ? null : moved(found, turn, after, board.pieces);
    if (!kept) {
      found = begun(after);
      found.told = [...told, null];
    }
  });
  return found;
}

// Whether the heaps after a turn are where they stood before it.
function moved(found, turn, after, kind) {
  const heaps = found.heaps.map((heap) => [heap]);
  const reach = REACH[kind];
  const told = [];
  for (const { takes, leaves, places } of stepsOf(turn))
    for (const [at, amount] of takes ?? []) {
      const heap = found.heaps[at];
      if (!heap) return false;
      if (places && kind in REACH) {
        const first = places[0];
        const last = places.at(-1);
        told.push(placesInWords(kind, found, heap, places));
        for (const place of range(Math.max(1, first - reach), Math.min(heap.size, last + reach)))
          found.rows[heap.row][heap.from + place - 1] = place >= first && place <= last ? "played" : "near";
        heaps[at] = [
          { ...heap, size: Math.max(0, first - 1 - reach) },
          { ...heap, from: heap.from + last + reach, size: Math.max(0, heap.size - last - reach) },
        ];
      } else if (leaves?.length > 1) {
        // what is left stands apart, the gaps between
        const left = leaves.map(Number);
        const gap = Math.floor((heap.size - left.reduce((sum, one) => sum + one, 0)) / (left.length - 1));
        let from = heap.from;
        heaps[at] = left.map((size, part) => {
          const one = { ...heap, from: part === left.length - 1 ? heap.from + heap.size - size : from, size };
          from += size + gap;
          return one;
        });
      } else heaps[at] = [{ ...heap, size: heap.size - Number(amount) }];
    }
  const free = heaps.flat();
  const took = after.map((size) => free.splice(free.findIndex((one) => one.size === size) >>> 0, 1)[0]);
  if (took.some((one) => !one) || free.some((one) => one.size > 0)) return false;
  Object.assign(found, { heaps: took, told: [...found.told, told.join(`${say("space")}; `) || null] });
  return true;
}

function placesInWords(kind, { rows }, heap, places) {
  const shown = places.map((place) => heap.from + place);
  const k = shown.length > 2 ? `${shown[0]}–${shown.at(-1)}` : shown.join(say("and"));
  return (
    say(`${kind}${places.length > 1 ? "Many" : "Play"}`, { k }) +
    (rows.length > 1 ? `, ${say("row", { n: heap.row + 1 })}` : "")
  );
}

const inRows = () => state.board.kind === "heaps" && state.board.pieces in REACH && !state.forbids;
// What may be played: of rows by the numbers that stand here, which the library counts anew after each move.
const mayNow = () =>
  inRows()
    ? say("may", {
        moves: [
          ...state.moves.slice(0, 12).map((move) => wordsOf(move)),
          ...(state.more || state.moves.length > 12 ? ["…"] : []),
        ].join(`${say("space")}; `),
      })
    : state.may;

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

const toldTurn = ({ number, words }) =>
  (state.board.pieces in REACH && state.board.kind === "heaps" && rowsOf(state).told[number - 1]) || words;
const brief = (words) => (isAnew() ? words.split(",")[0] : words); // what is left, the picture shows

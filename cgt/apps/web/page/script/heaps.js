// Heaps of matches; rows of pins, files or cells, which stay where they stood.

// How many pieces on each side go with the one that is played, of those that stand in rows.
const REACH = { pins: 0, files: 1, cells: 2 };
const ROW_CLASS = { pins: "heap pins numbered", files: "heap pins numbered", stairs: "heap stairs" };

function drawHeaps({ heaps: now, pieces: kind }) {
  const box = element("div");
  const { rows, heaps } = rowsOf(shown);
  const fixed = kind in REACH;
  const splits = shown.moves.some((move) => move.joined || move.leaves?.length > 1);
  const taken = splits || shown.moves.some((move) => move.takes);
  const begins = fixed || splits ? stretchBegins : sweepBegins();
  const touch = fixed || splits ? touchPin : sweep;
  const names = heapNames(rows, heaps);
  rows.forEach((places, index) => {
    const inside = [...heaps.keys()].filter((heap) => heaps[heap].row === index);
    const row = element("div", ROW_CLASS[kind] ?? "heap");
    const name = element("span", "name");
    const line = element("div", "row");
    if (!fixed) name.append(element("b", "count", inside.map((heap) => now[heap].size).join(" + ") || "0"));
    for (const heap of fixed ? inside.slice(0, 1) : inside) {
      const { quota, size } = now[heap];
      const most = quota && quota !== size ? say("quota", { q: quota }) : "";
      const words = [names[heap], most].filter(Boolean).join(", ");
      if (words) name.append(element("small", "", words));
    }
    row.append(name, line);
    if (fixed && !places.length && inside.some((heap) => heaps[heap].size > MOST_DRAWN))
      row.append(element("strong", "", say("large", { n: now[inside[0]].size })));
    places.forEach((became, column) => {
      const heap = inside.find((one) => column >= heaps[one].from && column < heaps[one].from + heaps[one].size);
      const free = heap !== undefined;
      const node = element(free && taken ? "button" : "span", kind === "cells" ? "cell" : "pin");
      node.dataset.number = column + 1;
      if (kind === "cells" && became !== "near") node.textContent = free ? column + 1 : "✕";
      line.append(node);
      if (!free) {
        node.classList.add(became === "free" ? "gone" : became);
        node.setAttribute("aria-hidden", "true");
      } else if (taken) {
        const { from, size } = heaps[heap];
        const pin = { heap, place: column - from, size };
        const words = say(kind, fixed ? { k: column + 1, n: places.length } : { k: pin.place + 1, n: size });
        if (pin.place === 0 && column > 0 && !fixed) node.classList.add("first");
        pieces.push(pinPiece(node, [words, names[heap]].filter(Boolean).join(", "), pin, begins, touch));
      }
    });
    box.append(row);
  });
  return box;
}

// In a sum their games; otherwise their numbers, where there are several.
function heapNames(rows, heaps) {
  const fixed = shown.board.pieces in REACH;
  const word = fixed ? "row" : shown.board.pieces === "stairs" ? "step" : "heap";
  const several = rows.length > 1 || (!fixed && heaps.length > 1);
  return shown.board.heaps.map(({ game, number }, heap) => {
    const inSum = [game, number && say(word, { n: number })].filter(Boolean).join(", ");
    return inSum || (several ? say(word, { n: (fixed ? heaps[heap].row : heap) + 1 }) : "");
  });
}

function pinPiece(node, name, pin, begins, touch) {
  let alone = null; // whether a move begins here
  node.type = "button";
  Object.assign(node.dataset, { heap: pin.heap, place: pin.place });
  return {
    node,
    name,
    of: (move) => takesPin(move, pin),
    may: () => (alone ??= begins(pin)) || (Boolean(chosen) && addsPin(pin)),
    adds: () => addsPin(pin),
    touch: () => touch(pin),
  };
}

const stretchBegins = ({ heap, place }) => ranked(shown.moves, heap, [place, place + 1]).some((moves) => moves.length);

function sweepBegins() {
  const amounts = new Set(
    shown.moves.flatMap((move) => (move.takes ?? []).map(([heap, amount]) => `${heap}:${amount}`)),
  );
  return ({ heap, place, size }) =>
    amounts.has(`${heap}:${size - place}`) || sweeps(new Map([[heap, size - place]])).length > 0;
}

// Whether a touch here goes with what was touched, and does not replace it.
function addsPin({ heap, place, size }) {
  if (chosen.swept)
    return !chosen.swept.has(heap) && sweeps(new Map([...chosen.swept, [heap, size - place]])).length > 0;
  const others = new Map(chosen.stretches);
  const [from, until] = others.get(heap) ?? [];
  if (!others.delete(heap)) return ranked(joining(others), heap, [place, place + 1]).some((moves) => moves.length);
  const beside = place === from - 1 || place === until;
  return beside && ranked(joining(others), heap, [Math.min(from, place), Math.max(until, place + 1)])[0].length > 0;
}

const stepsOf = (move) => move.joined ?? [move]; // what a move does, in one component or in several

// The matches that a move takes are the last of a heap, or stand between the heaps that it leaves of one.
function takesPin(move, { heap, place, size }) {
  return stepsOf(move).some(({ takes, leaves, places }) => {
    const [, amount] = takes?.find(([one]) => one === heap) ?? [0, -1];
    const behind = leaves?.length > 1 && Number(amount) < size ? Number(leaves[1]) : 0;
    if (amount === "0") return place === size - behind; // the heap is divided before this one
    return places
      ? takes[0][0] === heap && places.includes(place + 1)
      : place < size - behind && place >= size - behind - Number(amount);
  });
}

const nodesOf = (wanted) =>
  pieces
    .filter(({ node: { dataset } }) => wanted(Number(dataset.heap), Number(dataset.place)))
    .map((piece) => piece.node);

// All to the right of the match touched are swept; other heaps stay swept as long as one move takes from all of them.
function sweep({ heap, place, size }) {
  const alone = new Map([[heap, size - place]]);
  const several = new Map([...(chosen?.swept ?? []), ...alone]);
  const swept = sweeps(several).length ? several : alone;
  const fits = sweeps(swept);
  const nodes = nodesOf((one, at) => sizeOf(one) - at <= swept.get(one));
  choose(
    JSON.stringify([...swept].sort()),
    nodes,
    fits,
    fits.length > 1 && fits.every((move) => move.takes.length === swept.size) ? fits : [],
  );
  if (chosen && !busy) {
    chosen.swept = swept;
    light();
  }
}

// The move that takes just this; where there is none, those that take more from other heaps.
function sweeps(swept) {
  const all = shown.moves.filter(
    ({ takes }) =>
      takes &&
      [...swept].every(([heap, amount]) => takes.some(([one, count]) => one === heap && count === String(amount))),
  );
  const exact = all.filter((move) => move.takes.length === swept.size);
  const [[heap, k]] = swept;
  if (exact.length || all.length) return exact.length ? exact : all.slice(0, 60);
  // Among very many moves it is not listed, and written as an amount.
  const unlisted = shown.more && swept.size === 1 && /^\d+( |$)/.test(shown.moves[0].text);
  const text = shown.board.heaps.length > 1 ? `${k} from ${heap + 1}` : String(k);
  return unlisted ? [{ text, words: say("take", { k }), takes: [[heap, String(k)]] }] : [];
}

// Where a heap falls apart the pins touched are those taken, a stretch of them; or the heap is divided before the one
// touched, or ends there; where one alone is no move, all that take it are offered. The stretches of other heaps stay
// touched as long as one move is made on all of them.
function touchPin({ heap, place }) {
  const others = new Map(chosen?.stretches);
  const [from, until] = others.get(heap) ?? [];
  const fixed = shown.board.pieces in REACH;
  const one = [place, place + 1];
  const joins = place >= from - 1 && place <= until; // in the stretch that was touched, or beside it
  const longer = joins ? [Math.min(from, place), Math.max(until, place + 1)] : one;
  others.delete(heap);
  for (const beside of [others, new Map()])
    for (const stretch of [longer, one]) {
      const stretches = new Map([...beside, [heap, stretch]]);
      const whole = (moves) => moves.filter((move) => stepsOf(move).length === stretches.size);
      const [exact, ways, any] = ranked(joining(beside), heap, stretch);
      const more = exact.length || stretch !== one ? [] : ways.length ? ways : any;
      const made = exact.length ? exact : more;
      const fits = whole(made).length ? whole(made) : made;
      if (!fits.length && (beside.size || stretch !== one)) continue;
      const nodes = nodesOf((other, at) =>
        stretches.has(other)
          ? at >= stretches.get(other)[0] && at < stretches.get(other)[1]
          : fits.length === 1 && takesPin(fits[0], { heap: other, place: at, size: sizeOf(other) }),
      );
      const alike = whole(fixed ? exact : made); // no further touch tells them apart
      choose(JSON.stringify([...stretches].sort()), nodes, fits, [
        ...(alike.length > 1 ? alike : []),
        ...(exact.length ? whole(ways) : []),
      ]);
      if (chosen && !busy) {
        chosen.stretches = stretches;
        light();
      }
      return;
    }
}

const sizeOf = (heap) => Number(shown.board.heaps[heap].size);

// The moves made on these stretches and on another one.
function joining(stretches) {
  let moves = shown.moves.filter((move) => stepsOf(move).length > stretches.size);
  for (const [heap, stretch] of stretches) {
    const [exact, ways, any] = ranked(moves, heap, stretch);
    moves = exact.length || ways.length ? [...exact, ...ways] : any;
  }
  return moves;
}

// Of some moves those made on just this stretch of a heap; those that divide the heap before one pin, or take all from
// it on; and all that take it.
function ranked(moves, heap, [from, until]) {
  const size = sizeOf(heap);
  const made = (f, t) => moves.filter((move) => stepsOf(move).some((step) => takesJust(step, heap, f, t, size)));
  const exact = made(from, until);
  if (until - from > 1) return [exact, [], []];
  const ways = shown.board.pieces in REACH ? [] : [...made(from, from), ...made(from, size)];
  return [
    exact,
    ways.filter((move) => !exact.includes(move)),
    moves.filter((move) => takesPin(move, { heap, place: from, size })),
  ];
}

// These pins of a heap; the other heaps of a step are taken whole.
function takesJust({ takes, leaves, places }, heap, from, until, size) {
  const amount = String(until - from);
  const { heaps } = shown.board;
  const meant = (one) => one === heap || (takes.length > 1 && heaps[one].size === heaps[heap].size);
  if (places) return takes[0][0] === heap && places.join() === range(from + 1, until).join();
  return (
    Boolean(takes?.some(([one, count]) => meant(one) && count === amount)) &&
    (leaves ? sortedSizes(leaves) === sortedSizes([from, size - until].map(String)) : until === size)
  );
}

const sortedSizes = (left) =>
  left
    .filter((one) => one !== "0")
    .sort()
    .join();

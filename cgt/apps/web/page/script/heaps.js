// Heaps of matches; rows of pins, files or cells, which stay where they stood.

function drawHeaps({ heaps: now, pieces: of }) {
  const box = element("div");
  const { rows, heaps } = rowsOf(shown);
  const fixed = of in REACH;
  const cells = of === "cells";
  const word = fixed ? "row" : of === "stairs" ? "step" : "heap";
  const splits = shown.moves.some((move) => move.joined || move.leaves?.length > 1);
  const taken = splits || shown.moves.some((move) => move.takes);
  const amounts = new Set(
    shown.moves.flatMap((move) => (move.takes ?? []).map(([heap, amount]) => `${heap}:${amount}`)),
  );
  rows.forEach((places, index) => {
    const row = element(
      "div",
      cells ? "heap" : fixed ? "heap pins numbered" : of === "stairs" ? "heap stairs" : "heap",
    );
    const inside = heaps.map((_one, heap) => heap).filter((heap) => heaps[heap].row === index);
    const name = element("span", "name");
    const inSum = ({ game, number }) => [game, number && say(word, { n: number })].filter(Boolean).join(", ");
    const several = (heap) =>
      inSum(now[heap]) ||
      (rows.length > 1 || (!fixed && heaps.length > 1) ? say(word, { n: (fixed ? index : heap) + 1 }) : "");
    if (!fixed) name.append(element("b", "count", inside.map((heap) => now[heap].size).join(" + ") || "0"));
    for (const heap of fixed ? inside.slice(0, 1) : inside) {
      const { quota, size } = now[heap];
      const most = quota && quota !== size ? say("quota", { q: quota }) : "";
      const told = [several(heap), most].filter(Boolean).join(", ");
      if (told) name.append(element("small", "", told));
    }
    row.append(name, element("div", "row"));
    if (fixed && !places.length && inside.some((heap) => heaps[heap].size > SHOWN))
      row.append(element("strong", "", say("large", { n: now[inside[0]].size })));
    places.forEach((become, column) => {
      const heap = heaps.findIndex((one) => one.row === index && column >= one.from && column < one.from + one.size);
      const free = heap >= 0;
      const node = element(
        free && taken ? "button" : "span",
        cells ? "cell" : "pin",
        cells && become !== "near" ? (free ? column + 1 : "✕") : "",
      );
      row.lastChild.append(node);
      node.dataset.number = column + 1;
      if (!free) {
        node.classList.add(become === "free" ? "gone" : become);
        node.setAttribute("aria-hidden", "true");
      }
      if (!free || !taken) return;
      const { from, size } = heaps[heap];
      const place = column - from;
      const [k, n] = fixed ? [column + 1, places.length] : [place + 1, size];
      node.type = "button";
      Object.assign(node.dataset, { heap, place });
      if (place === 0 && column > 0 && !fixed) node.classList.add("first");
      const own =
        fixed || splits
          ? () => ranked(shown.moves, heap, [place, place + 1]).some((moves) => moves.length)
          : () => amounts.has(`${heap}:${size - place}`) || sweeps(new Map([[heap, size - place]])).length > 0;
      // Whether a touch here goes with what was touched, and does not replace it.
      const adds = () => {
        if (chosen.swept)
          return !chosen.swept.has(heap) && sweeps(new Map([...chosen.swept, [heap, size - place]])).length > 0;
        const others = new Map(chosen.stretches);
        const [f, t] = others.get(heap) ?? [];
        if (!others.delete(heap))
          return ranked(joining(others), heap, [place, place + 1]).some((moves) => moves.length);
        return (
          (place === f - 1 || place === t) &&
          ranked(joining(others), heap, [Math.min(f, place), Math.max(t, place + 1)])[0].length > 0
        );
      };
      let alone = null; // whether a move begins here
      pieces.push({
        node,
        name: [say(of, { k, n }), several(heap)].filter(Boolean).join(", "),
        of: (move) => takesPin(move, heap, place, size),
        may: () => (alone ??= own()) || (Boolean(chosen) && adds()),
        adds,
        touch: () => (fixed || splits ? touchPin(heap, place, size) : sweep(heap, place)),
      });
    });
    box.append(row);
  });
  return box;
}

const stepsOf = (move) => move.joined ?? [move]; // what a move does, in one component or in several

// The matches that a move takes are the last of a heap, or stand between the heaps that it leaves of one.
function takesPin(move, heap, place, size) {
  return stepsOf(move).some(({ takes, leaves, places }) => {
    const [, amount] = takes?.find(([one]) => one === heap) ?? [0, -1];
    const behind = leaves?.length > 1 && Number(amount) < size ? Number(leaves[1]) : 0;
    if (amount === "0") return place === size - behind; // the heap is divided before this one
    return places
      ? takes[0][0] === heap && places.includes(place + 1)
      : place < size - behind && place >= size - behind - Number(amount);
  });
}

const pins = (of) =>
  pieces.filter(({ node: { dataset } }) => of(Number(dataset.heap), Number(dataset.place))).map((piece) => piece.node);

// All to the right of the match touched are swept; other heaps stay swept as long as one move takes from all of them.
function sweep(heap, place) {
  const alone = new Map([[heap, Number(shown.board.heaps[heap].size) - place]]);
  const several = new Map([...(chosen?.swept ?? []), ...alone]);
  const swept = sweeps(several).length ? several : alone;
  const fits = sweeps(swept);
  const nodes = pins((one, at) => Number(shown.board.heaps[one].size) - at <= swept.get(one));
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
  const untold = shown.more && swept.size === 1 && /^\d+( |$)/.test(shown.moves[0].text); // among very many moves: written as an amount
  return untold
    ? [
        {
          text: shown.board.heaps.length > 1 ? `${k} from ${heap + 1}` : String(k),
          words: say("take", { k }),
          takes: [[heap, String(k)]],
        },
      ]
    : [];
}

// Where a heap falls apart the pins touched are those taken, a stretch of them; or the heap is divided before the one
// touched, or ends there; where one alone is no move, all that take it are offered. The stretches of other heaps stay
// touched as long as one move is made on all of them.
function touchPin(heap, place, size) {
  const others = new Map(chosen?.stretches);
  const [f, t] = others.get(heap) ?? [];
  const fixed = shown.board.pieces in REACH;
  const one = [place, place + 1];
  others.delete(heap);
  const longer =
    place >= f && place < t
      ? [f, t]
      : place === f - 1 || place === t
        ? [Math.min(f, place), Math.max(t, place + 1)]
        : one;
  for (const beside of [others, new Map()])
    for (const stretch of [longer, one]) {
      const stretches = new Map([...beside, [heap, stretch]]);
      const whole = (moves) => moves.filter((move) => stepsOf(move).length === stretches.size);
      const [exact, ways, any] = ranked(joining(beside), heap, stretch);
      const more = exact.length || stretch !== one ? [] : ways.length ? ways : any;
      const found = exact.length ? exact : more;
      const fits = whole(found).length ? whole(found) : found;
      if (!fits.length && (beside.size || stretch !== one)) continue;
      const nodes = pins((other, at) =>
        stretches.has(other)
          ? at >= stretches.get(other)[0] && at < stretches.get(other)[1]
          : fits.length === 1 && takesPin(fits[0], other, at, sizeOf(other)),
      );
      const alike = whole(fixed ? exact : found); // no further touch tells them apart
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

// Of some moves those made on just this stretch of a heap; those that divide the heap before one pin, or take all from it on; and all that take it.
function ranked(moves, heap, [from, stop]) {
  const size = sizeOf(heap);
  const made = (f, t) => moves.filter((move) => stepsOf(move).some((step) => takesJust(step, heap, f, t, size)));
  const exact = made(from, stop);
  const alone = stop - from === 1;
  return [
    exact,
    alone && !(shown.board.pieces in REACH)
      ? [...made(from, from), ...made(from, size)].filter((move) => !exact.includes(move))
      : [],
    alone ? moves.filter((move) => takesPin(move, heap, from, size)) : [],
  ];
}

// These pins of a heap; the other heaps of a step are taken whole.
function takesJust({ takes, leaves, places }, heap, from, stop, size) {
  const amount = String(stop - from);
  const { heaps } = shown.board;
  const here = (one) => one === heap || (takes.length > 1 && heaps[one].size === heaps[heap].size);
  if (places) return takes[0][0] === heap && places.join() === range(from + 1, stop).join();
  return (
    Boolean(takes?.some(([one, count]) => here(one) && count === amount)) &&
    (leaves ? sizes(leaves) === sizes([from, size - stop].map(String)) : stop === size)
  );
}

const sizes = (left) =>
  left
    .filter((one) => one !== "0")
    .sort()
    .join();
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_none, step) => from + step);
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
const REACH = { pins: 0, files: 1, cells: 2 }; // how many pieces on each side go with the one that is played

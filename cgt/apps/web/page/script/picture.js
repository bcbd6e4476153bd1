// Pictures: their parts that moves are made on can be touched, and what is touched beside them narrows the moves down.

function drawPicture(board) {
  const box = element("div");
  const picked = new Map(); // the parts that were touched, and their nodes
  const touchable = new Set(shown.moves.flatMap((move) => move.parts));
  box.innerHTML = board.svg;
  const drawing = box.querySelector("svg");
  const component = (part) => part.match(/^\d+\//)?.[0];
  const coins = new Set(
    [...drawing.querySelectorAll("circle[data-part]:has(+ .sign)")].map((one) => component(one.dataset.part)),
  );
  drawing.setAttribute("role", "group");
  drawing.querySelector("title")?.remove();
  for (const shape of drawing.querySelectorAll("[data-part]")) {
    const { part } = shape.dataset;
    if (!touchable.has(part)) continue;
    const label = shape.nextElementSibling;
    const isCoin = coins.has(component(part)) && shape.tagName === "circle";
    // A small circle is where a piece may go.
    const isHeld = shape.tagName === "rect" && label?.matches(".sign:not(:has(circle[r='5']))");
    const node = enclose(shape, label?.matches("text, .sign") ? [label] : []);
    pieces.push({
      node,
      name: partName(part, isCoin ? "coin" : "place"),
      side: isCoin ? say(label?.matches(".sign") ? "heads" : "tails") : isHeld && say("held"),
      of: (move) => move.parts.includes(part),
      may: () => !picked.size || picked.has(part) || fitting([...picked.keys(), part]).length > 0,
      touch: () => touchPart(picked, part, node),
    });
  }
  const count = drawing.querySelectorAll("[data-part]").length;
  drawing.classList.toggle("mixed", shown === state && pieces.length > 0 && count > pieces.length);
  if (board.pieces === "dominoes" && !shown.forbids)
    for (const { parts } of shown.turns)
      drawing.append(domino(parts.map((part) => drawing.querySelector(`[data-part="${part}"]`))));
  return box;
}

// A shape with its labels as one node, as large as is comfortable to touch.
function enclose(shape, labels) {
  const node = document.createElementNS(shape.namespaceURI, "g");
  const hit = shape.cloneNode();
  node.classList.add("piece");
  shape.classList.add("shape");
  hit.classList.add("hit");
  hit.removeAttribute("data-part");
  const shift = (key, by) => hit.setAttribute(key, Number(shape.getAttribute(key)) + by);
  if (shape.tagName === "path")
    hit.setAttribute("style", "fill:none;stroke:transparent;stroke-width:20;pointer-events:stroke");
  else if (shape.tagName === "circle") hit.setAttribute("r", Math.max(12, Number(shape.getAttribute("r"))));
  else {
    for (const key of ["x", "y"]) shift(key, 2);
    for (const key of ["width", "height"]) shift(key, -4);
  }
  shape.replaceWith(node);
  node.append(shape, ...labels, hit);
  return node;
}

// The moves made on all of these parts; `exactly`, and on no others.
const fitting = (parts) => shown.moves.filter((move) => parts.every((part) => move.parts.includes(part)));
const exactly = (parts) => fitting(parts).filter((move) => move.parts.length === parts.length);

// What is touched again is played, where no move is made on more, or let go; another part is added to those touched.
function touchPart(picked, part, node) {
  const again = picked.has(part);
  if (!again) {
    if (!fitting([...picked.keys(), part]).length) picked.clear();
    picked.set(part, node);
  }
  const fits = fitting([...picked.keys()]);
  const exact = exactly([...picked.keys()]);
  if (again) {
    const made = fits.length === 1 ? fits : exact;
    if (made.length === 1) {
      play(made[0].text);
      return;
    }
    if (!made.length) picked.delete(part);
  } else if (picked.size > 1 && fits.length === 1 && exact.length === 1) {
    play(fits[0].text);
    return;
  }
  if (picked.size) markParts(picked, again);
  else {
    unmark();
    light();
    offer([]);
    show("");
  }
}

// Show what was touched; a line back to its spot is asked for by a second touch of it.
function markParts(picked, again) {
  const parts = [...picked.keys()];
  const exact = exactly(parts);
  const back = isDrawn() && picked.size === 1 && !again && exact.length > 0;
  choose(parts.sort().join(" "), [...picked.values()], fitting(parts), exact.length > 1 && !back ? exact : []);
  light();
  if (back && fitting(parts).length > 1) show(say("orBack"));
}

// What a move laid on them, as one piece.
function domino(squares) {
  const piece = squares[0].cloneNode();
  const at = (key) => squares.map((one) => Number(one.getAttribute(key)));
  piece.removeAttribute("data-part");
  piece.classList.add("domino");
  for (const [key, length] of Object.entries({ x: "width", y: "height" })) {
    piece.setAttribute(key, Math.min(...at(key)) + 2);
    piece.setAttribute(length, Math.max(...at(key)) - Math.min(...at(key)) + 20);
  }
  return piece;
}

// A square by row and column, by its coordinates or its number; a coin by its number, anything else by its own name.
function partName(part, single) {
  const [, component, own] = part.match(/^(\d+)\/(.*)$/) ?? []; // of a sum
  if (component) return `${component}. ${partName(own, single)}`;
  const [x, y] = numbers(part);
  const kind = { ":": "at", ",": "square", "": isDrawn() ? "spot" : single }[part.replace(/\d+/g, "")];
  return kind ? say(kind, { x, y }) : part;
}

// Pictures: their parts that moves are made on can be touched, and what is touched beside them narrows the moves down.

function drawPicture(board) {
  const box = element("div");
  const picked = new Map();
  const touchable = new Set(shown.moves.flatMap((move) => move.parts));
  box.innerHTML = board.svg;
  const drawing = box.querySelector("svg");
  const parts = () => [...picked.keys()];
  const fits = (more = []) =>
    shown.moves.filter((move) => [...parts(), ...more].every((part) => move.parts.includes(part)));
  const exact = () => fits().filter((move) => move.parts.length === picked.size);
  // A line back to its spot is asked for by a second touch of it.
  const mark = (again = false) => {
    const back = isDrawn() && picked.size === 1 && !again && exact().length > 0;
    choose(parts().sort().join(" "), [...picked.values()], fits(), exact().length > 1 && !back ? exact() : []);
    light();
    if (back && fits().length > 1) show(say("orBack"));
  };
  const component = (part) => part.match(/^\d+\//)?.[0];
  const coins = new Set(
    [...drawing.querySelectorAll("circle[data-part]:has(+ .sign)")].map((one) => component(one.dataset.part)),
  );
  drawing.setAttribute("role", "group");
  drawing.querySelector("title")?.remove();
  for (const shape of drawing.querySelectorAll("[data-part]")) {
    const { part } = shape.dataset;
    if (!touchable.has(part)) continue;
    const node = document.createElementNS(drawing.namespaceURI, "g");
    const hit = shape.cloneNode();
    const label = shape.nextElementSibling;
    node.classList.add("piece");
    shape.classList.add("shape");
    hit.classList.add("hit");
    hit.removeAttribute("data-part");
    if (shape.tagName === "path")
      hit.setAttribute("style", "fill:none;stroke:transparent;stroke-width:20;pointer-events:stroke");
    else if (shape.tagName === "circle") hit.setAttribute("r", Math.max(12, Number(shape.getAttribute("r"))));
    else
      for (const [key, by] of [
        ["x", 2],
        ["y", 2],
        ["width", -4],
        ["height", -4],
      ])
        hit.setAttribute(key, Number(shape.getAttribute(key)) + by);
    shape.replaceWith(node);
    node.append(shape, ...(label?.matches("text, .sign") ? [label] : []), hit);
    // Again: what is made on nothing else is played, or it is let go; another one is added.
    const touch = () => {
      if (picked.has(part)) {
        const made = fits().length === 1 ? fits() : exact();
        if (made.length === 1) {
          play(made[0].text);
          return;
        }
        if (!made.length) picked.delete(part);
        if (!picked.size) {
          unmark();
          light();
          offer([]);
          show("");
        } else mark(true);
        return;
      }
      if (!fits([part]).length) picked.clear();
      picked.set(part, node);
      if (picked.size > 1 && fits().length === 1 && exact().length === 1) {
        play(fits()[0].text);
        return;
      }
      mark();
    };
    pieces.push({
      node,
      name: partName(part),
      side:
        coins.has(component(part)) && shape.tagName === "circle" && say(label?.matches(".sign") ? "heads" : "tails"),
      touch,
      of: (move) => move.parts.includes(part),
      may: () => !picked.size || picked.has(part) || fits([part]).length > 0,
    });
  }
  drawing.classList.toggle(
    "mixed",
    shown === state && pieces.length > 0 && drawing.querySelectorAll("[data-part]").length > pieces.length,
  );
  if (board.pieces === "dominoes" && !shown.forbids)
    shown.turns.forEach(({ parts }) =>
      drawing.append(domino(parts.map((part) => drawing.querySelector(`[data-part="${part}"]`)))),
    );
  return box;
}

// What a move laid on them, as one piece.
function domino(squares) {
  const piece = squares[0].cloneNode();
  const at = (key) => squares.map((one) => Number(one.getAttribute(key)));
  piece.removeAttribute("data-part");
  piece.classList.add("domino");
  for (const [key, length] of [
    ["x", "width"],
    ["y", "height"],
  ]) {
    piece.setAttribute(key, Math.min(...at(key)) + 2);
    piece.setAttribute(length, Math.max(...at(key)) - Math.min(...at(key)) + 20);
  }
  return piece;
}

// A square by row and column, or by its coordinates; a place by its number, anything else by its own name.
function partName(part) {
  if (part.includes("/")) return part.replace(/^(\d+)\/(.*)$/, (_all, number, own) => `${number}. ${partName(own)}`); // in a component of a sum
  const [x, y] = numbers(part);
  const kind = { ":": "at", ",": "square", "": isDrawn() ? "spot" : "place" }[part.replace(/\d+/g, "")];
  return kind ? say(kind, { x, y }) : part;
}

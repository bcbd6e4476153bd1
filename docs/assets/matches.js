// The take-away game on the first page. The table of winning takes was written by the library when the site was built.
for (const board of document.querySelectorAll(".matches")) {
  const takes = JSON.parse(board.dataset.takes);
  const words = JSON.parse(board.dataset.words);
  const [message, row] = board.children;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name]);
  let left;
  let quota;

  const show = (text) => {
    const held = row.contains(document.activeElement);
    message.textContent = text;
    row.replaceChildren();
    for (let place = 1; place <= left; place++) {
      const match = document.createElement("button");
      const count = left - place + 1;
      match.disabled = count > quota;
      match.setAttribute("aria-label", fill(words.take, { count }));
      match.onclick = () => take(count);
      row.append(match);
    }
    if (left === 0) {
      const again = document.createElement("button");
      again.textContent = words.again;
      again.className = "md-button";
      again.onclick = begin;
      row.append(again);
    }
    if (held) row.querySelector("button:enabled").focus();
  };

  const take = (mine) => {
    left -= mine;
    if (left === 0) return show(words.lost);
    const most = Math.min(2 * mine, left);
    const count = takes[left][most - 1] || 1;
    left -= count;
    quota = Math.min(2 * count, left);
    show(left === 0 ? words.won : fill(words.answer, { count, most: quota }));
  };

  const begin = () => {
    left = takes.length - 1;
    quota = Number(board.dataset.quota);
    show(words.begin);
  };
  begin();
}

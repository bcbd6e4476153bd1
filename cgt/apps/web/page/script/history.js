// The history of a game: above the line the one was winning, below the other; the farther off, the longer it could last.

function drawHistory(history) {
  const across = 30;
  const high = 44;
  const me = Math.max(0, state.computers.indexOf(false));
  const most = Math.max(1, ...history.map((one) => one.lasts ?? 1));
  const at = history.map(({ winner, lasts }, turn) => [
    20 + turn * across,
    winner === null ? high : high - (winner === me ? 1 : -1) * (8 + ((high - 14) * (lasts ?? most)) / most),
  ]);
  const dots = at.map(
    ([x, y], turn) =>
      `<circle cx="${x}" cy="${y}" r="5" class="${{ [me]: "mine", [1 - me]: "theirs" }[history[turn].winner] ?? "open"}"><title>${turn}</title></circle>`,
  );
  const wide = 40 + across * (history.length - 1);
  $("curve").innerHTML =
    `<svg viewBox="0 0 ${wide} ${2 * high}" width="${wide}" height="${2 * high}" role="img"><line x1="0" x2="${wide}" y1="${high}" y2="${high}"/><polyline points="${at.join(" ")}"/>${dots.join("")}</svg>`;
  const lines = history.map(({ winner, draw: isDraw, lasts }, turn) =>
    say(isDraw ? "drawAt" : winner === null ? "unknownAt" : "winsAt", {
      turn,
      who: winner === null ? "" : playerName(winner),
      lasts: lasts ?? "?",
    }),
  );
  $("curve").firstChild.setAttribute("aria-label", lines.join("; "));
  $("curve").append(element("p", "quiet", say("historyRead", { me: playerName(me), other: playerName(1 - me) })));
  $("curve").scrollIntoView({ block: "nearest" });
}

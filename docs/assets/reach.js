// What the theme leaves out, for whoever reads with the keyboard or by ear.
const search = document.querySelector(".md-search");
const field = search?.querySelector("input");
search?.setAttribute("aria-label", field.getAttribute("aria-label"));
for (const part of document.querySelectorAll("nav[aria-labelledby]")) {
  if (document.getElementById(part.getAttribute("aria-labelledby")).textContent.trim()) continue;
  part.removeAttribute("aria-labelledby"); // a section with a page of its own has its name in the link to that page
  part.setAttribute("aria-label", part.parentElement.querySelector(".md-ellipsis").textContent.trim());
}
// A part of a table of contents is no landmark of its own: the module `game` and its class `Game` would sound alike.
document.querySelectorAll(".md-nav--secondary .md-nav").forEach((part) => {
  part.removeAttribute("aria-label");
  part.setAttribute("role", "presentation");
});
// What is wider than its place is a stop of the keyboard, where the arrows move it.
const reach = (box) => {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
};
const wide = new ResizeObserver((seen) => seen.forEach(({ target }) => reach(target)));
addEventListener("load", () => {
  document.querySelectorAll(".md-code__nav").forEach((part) => part.setAttribute("role", "presentation")); // one button is no landmark
  const boxes = document.querySelectorAll("article :is(pre > code, .values, .md-typeset__scrollwrap, figure.figure)");
  boxes.forEach((box) => wide.observe(box));
  document.fonts.ready.then(() => boxes.forEach(reach)); // a font that comes late widens what a box holds, not the box
});

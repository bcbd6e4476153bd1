// What the theme leaves out, for whoever reads with the keyboard or by ear.
const search = document.querySelector(".md-search"), field = search?.querySelector("input");
search?.setAttribute("aria-label", field.getAttribute("aria-label"));
for (const part of document.querySelectorAll("nav[aria-labelledby]")) {
  if (document.getElementById(part.getAttribute("aria-labelledby")).textContent.trim()) continue;
  part.removeAttribute("aria-labelledby"); // a section with a page of its own has its name in the link to that page
  part.setAttribute("aria-label", part.parentElement.querySelector(".md-ellipsis").textContent.trim());
}
// What is wider than its place is a stop of the keyboard, where the arrows move it.
const wide = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
addEventListener("load", () => {
  document.querySelectorAll(".md-code__nav").forEach((part) => part.setAttribute("role", "presentation")); // one button is no landmark
  for (const box of document.querySelectorAll("article :is(pre > code, .values, .md-typeset__scrollwrap, figure.figure)")) wide.observe(box);
});

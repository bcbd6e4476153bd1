// The gallery: its pictures first, as thumbnails; one that is touched opens its part of the page, with the code.
const article = document.querySelector("article");
const parts = [];
for (const heading of [...article.querySelectorAll("h2")]) {
  const part = document.createElement("section");
  const thumb = document.createElement("a");
  heading.before(part);
  while (part.nextSibling && (part.children.length === 0 || part.nextSibling.nodeName !== "H2"))
    part.append(part.nextSibling);
  const drawn = part.querySelector("figure img, figure svg")?.cloneNode(true);
  const title = heading.firstChild.textContent;
  thumb.href = `#${heading.id}`;
  drawn?.setAttribute("preserveAspectRatio", "xMinYMid slice"); // a long drawing is cut at its end, and not small
  if (drawn) thumb.append(drawn);
  thumb.append(Object.assign(document.createElement("b"), { textContent: title }));
  parts.push({ part, thumb, id: heading.id });
}
const thumbs = Object.assign(document.createElement("nav"), { className: "thumbs" });
thumbs.append(...parts.map((one) => one.thumb));
article.querySelector("h1 ~ p:not(.language)").after(thumbs);
function open() {
  // none is open until one is asked for, by a thumbnail, the contents or a link from elsewhere
  const id = decodeURIComponent(location.hash.slice(1));
  for (const one of parts) {
    one.part.hidden = one.id !== id;
    one.thumb.toggleAttribute("aria-current", one.id === id);
  }
  if (id) document.getElementById(id)?.scrollIntoView();
}
addEventListener("hashchange", open);
open();

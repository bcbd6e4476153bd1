// Keeps the page and its parts where it is served, so that it opens without a network; NAME changes with what they hold.
self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(PARTS))));
self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("cgt-") && name !== NAME).map((name) => caches.delete(name)),
        ),
      ),
  ),
);
self.addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request))),
);

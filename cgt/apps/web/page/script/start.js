// Show what the address asks for, while the library is on its way.

(async () => {
  const wanted = new URLSearchParams(location.search);
  lang = SAY[wanted.get("lang")] ? wanted.get("lang") : (navigator.language || "en").startsWith("fr") ? "fr" : "en";
  document.body.classList.toggle("embedded", wanted.has("embed"));
  $("language").value = lang;
  translate();
  $("level").value = "0.2";
  try {
    if (document.body.classList.contains("held")) await goOn(await request("state"));
    else {
      const record = recordBefore();
      if (record) await goOn(await request("resume", { record }));
      else await follow();
    }
  } catch (error) {
    failed(error);
  }
  document.body.dataset.playable = "yes";
  performance.mark("playable");
  arrived().then(
    () => {
      document.body.dataset.ready = "yes";
    },
    (error) => failed(new Error(say("failed", { why: error.message }))),
  );
})();

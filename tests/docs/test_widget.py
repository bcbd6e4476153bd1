"""The widget for notebooks in a real browser, without a notebook: the test carries the messages, as a kernel does."""

import json
from pathlib import Path

import pytest

import cgt

pytest.importorskip("anywidget", reason="anywidget is not installed: the widget is not tried")

from cgt.apps.web.explorer import Explorer

SCRIPT = Path(cgt.__path__[0], "apps", "web", "page", "transport", "widget.js")

HOLDER = """<!doctype html><meta charset="utf-8"><div id="one"></div><div id="two"></div><script type="module">
%s
const state = %s, heard = {}, model = {
  get: (name) => state[name], save_changes() {},
  set(name, value) { state[name] = value; },
  on(what, does) { (heard[what] ??= new Set()).add(does); }, off(what, does) { heard[what].delete(does); },
  send(message) { window.asked.push(message); },
};
window.asked = [];
window.hear = (message, position) => {
  for (const does of heard["msg:custom"]) does(message);
  const moved = position !== state.position; state.position = position;
  if (moved) for (const does of heard["change:position"]) does();
};
for (const id of ["one", "two"]) widget.render({ model, el: document.getElementById(id) });
</script>"""


def test_two_views_in_a_browser_show_one_position(browser, tmp_path, monkeypatch):
    sent = []
    monkeypatch.setattr(Explorer, "send", lambda self, message: sent.append(message))
    explorer = Explorer("nim 3,4,5")
    script = SCRIPT.read_text(encoding="utf-8").replace("export default", "const widget =")
    state = json.dumps({"_page": explorer._page, "position": explorer.position}).replace("</", "<\\/")
    path = tmp_path / "holder.html"
    path.write_text(HOLDER % (script, state), encoding="utf-8")
    browser.get(path.as_uri())

    def until(view, text):
        for _ in range(600):
            browser.switch_to.default_content()
            for message in browser.execute_script("return window.asked.splice(0)"):
                explorer._handle_custom_msg(message, [])
            for message in sent:
                browser.execute_script("window.hear(arguments[0], arguments[1])", message, explorer.position)
            sent.clear()
            browser.switch_to.frame(view)
            if text in browser.execute_script("return document.querySelector('aside')?.innerText ?? ''"):
                return
        pytest.fail(f"the view does not say {text}")

    for view in (0, 1):
        until(view, "3,4,5, normal play")
    for _ in range(2):  # the second match of the first heap: touched, and touched again
        browser.find_elements("css selector", "#board .pin")[1].click()
    for view in (1, 0):
        until(view, "1,4,5, normal play")
    assert explorer.position == "nim 1,4,5"

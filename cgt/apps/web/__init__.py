"""The page to play on: the library behind it is a local server, or Python inside the browser.

>>> from cgt.apps.web.bridge import Bridge
>>> page = Bridge()
>>> page.answer({"do": "new", "game": "nim", "position": "3,5"})["board"]["heaps"][0]["size"]
'3'
"""

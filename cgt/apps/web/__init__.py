"""Play in a page: one page, the library behind it by a local server or by Python inside the browser.

>>> from cgt.apps.web.bridge import Bridge
>>> page = Bridge()
>>> page.answer({"do": "new", "game": "nim", "position": "3,5"})["board"]["heaps"][0]["size"]
'3'
"""

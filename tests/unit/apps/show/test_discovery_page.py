"""A report to share: one page that needs nothing else, whose certificate is the one that was found."""

import base64
import json
import re
from html.parser import HTMLParser

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.cli.discovery_page import discovery_page
from cgt.core.language import language
from cgt.solving.certificates import read_certificate
from cgt.theory.base_recurrence import Recurrence


class Outline(HTMLParser):
    """The tags that are open at the end, the headings, and whatever a page would fetch."""

    def __init__(self):
        super().__init__()
        self.open, self.headings, self.fetched = [], [], []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.fetched += [value for name, value in named.items() if name in {"src", "href"} and value[:5] != "data:"]
        if tag not in {"meta", "img", "br", "link"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] == ["h2"]:
            self.headings.append(data)


def outline(page):
    parser = Outline()
    parser.feed(page)
    return parser


@pytest.fixture
def undrawn(monkeypatch):
    """Pages without their figure, which takes longer than all the rest."""
    monkeypatch.setattr("cgt.apps.cli.discovery_page._drawn", lambda _ruleset, _found: b"")


@pytest.mark.parametrize(
    "text", ["0.75", *(pytest.param(text, marks=pytest.mark.full) for text in ("takeaway(3n)", "grundy"))]
)
def test_it_is_one_whole_page(text, request, upto):
    """By default without its figure; one is drawn below."""
    request.getfixturevalue(upto("undrawn", full="tmp_path"))
    game = cgt.parse_ruleset(text)
    page = discovery_page(game, cgt.discover(game, 300), [])
    read = outline(page)
    assert (read.open, read.fetched) == ([], [])
    assert "http" not in page
    assert {"What was found", "In the OEIS", "LaTeX", "BibTeX"} <= set(read.headings)
    record = re.search(r'<script type="application/json" id="discovery">(.*?)</script>', page)[1]
    assert json.loads(record)["ruleset"] == text.replace("0.75", "octal(0.75)")


def certificate_in(page):
    """The certificate that a page carries."""
    data = re.search(r'href="data:application/json;base64,([^"]+)"', page)[1]
    return base64.b64decode(data).decode()


@pytest.mark.usefixtures("undrawn")
def test_its_certificates_are_those_that_were_found():
    heaps, quota = cgt.parse_ruleset("0.75"), cgt.parse_ruleset("takeaway(5n/2)")
    written = certificate_in(discovery_page(heaps, cgt.discover(heaps)))
    assert read_certificate(written) == heaps.period().certificate
    Recurrence.from_json(certificate_in(discovery_page(quota, cgt.discover(quota)))).verify()


def test_a_figure_is_inside(monkeypatch):
    pytest.importorskip("matplotlib")
    game = cgt.parse_ruleset("0.75")
    found = cgt.discover(game)
    page = discovery_page(game, found)
    read = outline(page)
    assert (read.open, read.fetched) == ([], [])
    assert "http" not in page
    picture = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)[1]
    assert b"</svg>" in base64.b64decode(picture)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    assert "need matplotlib" in discovery_page(game, found)


def test_without_numpy_it_has_no_figure(monkeypatch):
    monkeypatch.setattr("cgt.apps.cli.discovery_page._drawn", _no_numpy)
    game = cgt.parse_ruleset("0.75")
    page = discovery_page(game, cgt.discover(game, 100))
    assert "No module named" in page
    assert "<img" not in page


def _no_numpy(*_arguments):
    raise ModuleNotFoundError("No module named 'numpy'")


@pytest.mark.usefixtures("undrawn")
def test_hostile_names_stay_text():
    name = "</script><script>alert(1)</script>"
    game = cgt.HeapRule(lambda size: [(size - 1,)] if size else [], name=name)
    page = discovery_page(game, cgt.discover(game, 20))
    assert page.count("<script") == 1
    assert outline(page).open == []


@pytest.mark.usefixtures("undrawn")
def test_it_speaks_the_language():
    with language("fr"):
        game = cgt.parse_ruleset("kayles")
        assert '<html lang="fr">' in discovery_page(game, cgt.discover(game, 100))


@pytest.mark.usefixtures("undrawn")
def test_the_command_writes_it(tmp_path, capsys):
    (tmp_path / "stripped").write_text("A002186 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,\n")
    (tmp_path / "names").write_text("A002186 Kayles.\n")
    for name in ("kayles.html", "kayles.json"):
        command = ["discover", "kayles", "-o", str(tmp_path / name), "--oeis", str(tmp_path / "stripped")]
        assert main(command) == 0
        assert capsys.readouterr().out == f"wrote {tmp_path / name}\n"
    assert "A002186 Kayles. (16 terms agree)" in (tmp_path / "kayles.html").read_text()
    written = json.loads((tmp_path / "kayles.json").read_text())
    assert (written["schema"], written["oeis"][0]["number"]) == (1, "A002186")
    assert main(["verify", str(tmp_path / "kayles.html")]) == 2
    assert "kayles.html is a page: open it in a browser, and save the certificate" in capsys.readouterr().err
    (tmp_path / "certificate.json").write_text(certificate_in((tmp_path / "kayles.html").read_text()))
    assert main(["verify", str(tmp_path / "certificate.json")]) == 0
    assert "holds for every heap" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["-o", "a.pdf"], ["-o", "no/such/a.html"], ["--oeis", "nothing"], ["-o", "a.html", "--oeis", "."]]
)
def test_bad_files_are_refused_in_a_line(tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.chdir(tmp_path)
    assert main(["discover", "kayles", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_recurrence_of_a_base_is_verified(tmp_path, capsys):
    path = tmp_path / "base.json"
    cgt.discover("takeaway(5n/2)").base.save(path)
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == (
        "U_p = U_(p-1) + U_(p-3) for every p >= 5, in the base of the quota ⌊(5x)/2⌋: holds for ever\n"
    )
    path.write_text(path.read_text().replace('"start": 5', '"start": 6'))
    assert main(["verify", str(path)]) == 1
    assert "refuted" in capsys.readouterr().out

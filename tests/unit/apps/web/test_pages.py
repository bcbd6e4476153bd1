"""The page's three forms, and that the library inside plays without anything that a browser lacks."""

import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
from importlib.resources import files

import pytest

from cgt.apps.cli import main
from cgt.apps.web import page_forms
from cgt.apps.web.bundle import RUNTIME, find_runtime, library_archive, read_runtime
from cgt.apps.web.page_forms import _in_each_language, served_page, write_single_file, write_site
from cgt.errors import WebError
from cgt.games import Nim

ALONE = """
import json, sys, time
SOME = json.loads(sys.argv[2])
del time.thread_time  # a browser has none
sys.path[:] = [sys.argv[1]] + [p for p in sys.path if "site-packages" not in p]
from cgt.apps.web.bridge import Bridge
page = Bridge()
bad, games = [], [dict(name=name, text=name, example=example, conventions=["normal"]) for name, example in SOME]
if not games:
    games = page.answer({"do": "games"})["games"]
    assert len(games) > 64, len(games)
for game in games:
    for convention in game["conventions"]:
        new = {"do": "new", "game": game["text"], "position": game["example"]}
        state = page.answer({**new, "convention": convention, "who": "second"})
        asked = ("explain", "hint", "reply", "why", "undo", "redo")
        answers = [state, *(page.answer({"do": what}) for what in asked)]
        bad += [(game["name"], convention, answer["error"]) for answer in answers if "error" in answer]
print(bad)
"""


SOME = [("nim", "3,5"), ("kayles", "5,4"), ("cram", "3x4")]


def test_the_library_in_the_page_plays_every_game_without_numpy(tmp_path, upto):
    """By default three, as one of heaps, of rows and of squares: whatever is loaded is compiled first."""
    archive = tmp_path / "library.zip"
    archive.write_bytes(library_archive())
    with zipfile.ZipFile(archive) as content:
        content.extractall(tmp_path / "library")  # noqa: S202 - the archive is our own, just made
    found = subprocess.run(
        [sys.executable, "-I", "-c", ALONE, str(tmp_path / "library"), json.dumps(upto(SOME, full=[]))],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (found.stdout.strip(), found.stderr) == ("[]", "")


def test_the_archive_is_the_same_each_time():
    assert library_archive() == library_archive()


@pytest.mark.parametrize("site", [None, "https://example.org/games/"])
def test_the_page_asks_for_nothing_from_elsewhere(monkeypatch, site):
    """The address of the site, once there is one, is only given away in links."""
    monkeypatch.setattr("cgt.apps.web.page_forms.site_address", lambda: site)
    page = served_page()
    if site is not None:
        assert page.count(site) == 1
        page = page.replace(site, "")
    assert not re.search(r'(src|href)="(?!data:)[^"]', page)
    assert not re.search(r"https?://(?!cgt\.invalid)", page)


@cache
def _page_and_told():
    """The page without what it is told of the games, and that."""
    page = served_page()
    told = re.search("const GAMES = (.*);\n", page)[1]
    return page.replace(told, ""), told


@pytest.mark.parametrize(
    "title",
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "\"';\\",
        pytest.param("/*script*/<!--after-->", marks=pytest.mark.full),
        pytest.param("\u05e0\u05d9\u05dd", marks=pytest.mark.full),
    ],
)
def test_a_title_is_only_text_in_the_page(monkeypatch, title):
    """`<!--<script>` would make a browser read on behind the end of the script."""

    usual, _told_then = _page_and_told()
    monkeypatch.setattr(Nim, "title", title)
    _in_each_language.cache_clear()
    found, told = _page_and_told.__wrapped__()
    _in_each_language.cache_clear()
    assert found == usual
    assert "<" not in told
    assert title in [game["title"] for game in json.loads(told)["en"]]


def _runtime(folder):
    for name in RUNTIME:
        (folder / name).write_bytes(b"part " + name.encode())
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("os.py", "name = 'posix'\n" * 100)
    return folder


def test_a_runtime_is_read_from_a_folder_and_from_an_archive(tmp_path):
    folder = _runtime(tmp_path)
    found = read_runtime(folder)
    for name, inside in (("pyodide-1.tgz", "package"), ("pyodide-core-1.tar.bz2", "pyodide")):
        packed = tmp_path / name
        with tarfile.open(packed, f"w:{name[-3:].replace('tgz', 'gz')}") as archive:
            for part in RUNTIME:
                archive.add(folder / part, f"{inside}/{part}")
        assert read_runtime(packed) == found
        assert find_runtime(None, tmp_path) == packed
        packed.unlink()
    with zipfile.ZipFile(io.BytesIO(found["python_stdlib.zip"])) as archive:
        assert archive.read("os.py") == b"name = 'posix'\n" * 100
        assert archive.getinfo("os.py").compress_type == zipfile.ZIP_STORED


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("pyodide-0.29.9.tgz", "pyodide-0.29.10.tgz"),
        ("pyodide-core-0.28.3.tar.bz2", "pyodide-0.29.0.tgz"),
        ("pyodide-0.28.3.tgz", "pyodide-core-0.29.0.tar.bz2"),
    ],
)
def test_of_several_archives_the_newest_is_taken(tmp_path, older, newer):
    for name in (older, newer):
        (tmp_path / name).touch()
    assert find_runtime(None, tmp_path) == tmp_path / newer


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_a_runtime_that_is_none_is_refused(tmp_path, content):
    path = tmp_path / "pyodide.tgz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WebError, match="Pyodide"):
        read_runtime(path)
    with pytest.raises(WebError, match="npm pack pyodide"):
        find_runtime(None, tmp_path / "elsewhere")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("play.html", ["play.html"]),
        ("site", ["site/index.html", "site/assets", "site/manifest.webmanifest", "site/offline.js"]),
    ],
)
def test_the_page_is_written_whole(tmp_path, capsys, monkeypatch, name, parts):
    monkeypatch.setattr("cgt.apps.web.page_forms.library_archive", lambda: b"the library, in a second less")
    monkeypatch.setattr("cgt.apps.web.page_forms.first_tables", lambda: {"a game": b'"its table, in ten seconds less"'})
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    _runtime(runtime)
    assert main(["web", "-o", str(tmp_path / name), "--runtime", str(runtime)]) == 0
    assert capsys.readouterr().out == f"wrote {tmp_path / name}\n"
    assert all((tmp_path / part).exists() for part in parts)


def test_without_a_runtime_one_line_says_what_to_do(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["web", "-o", "play.html"]) == 2
    assert "npm pack pyodide" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-o", "play.html", "--port", "8000"], "--port and --open"),
        (["-o", "play.html", "--open"], "--port and --open"),
        (["--runtime", "pyodide.tgz"], "--runtime is for a page that is written"),
    ],
)
def test_an_option_of_the_other_way_is_refused(options, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cgt.apps.web.server.PageServer.serve_forever", lambda _server: None)
    assert main(["web", *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("write", [write_single_file, write_site])
def test_a_runtime_that_is_none_is_refused_before_anything_is_made(write, tmp_path, monkeypatch):
    """The pictures and first tables take half a minute; and of a site an empty folder was left."""
    monkeypatch.setattr(page_forms, "Bridge", None)
    monkeypatch.setattr(page_forms, "first_tables", None)
    with pytest.raises(WebError, match="Pyodide"):
        write(tmp_path / "page", tmp_path / "pyodide.tgz")
    assert not (tmp_path / "page").exists()


def test_an_archive_member_of_huge_size_is_skipped(tmp_path):
    packed = tmp_path / "pyodide.tgz"
    with tarfile.open(packed, "w:gz") as archive:
        entry = tarfile.TarInfo("package/pyodide.mjs")
        archive.addfile(entry, io.BytesIO(b""))
    with pytest.raises(WebError, match="missing"):
        read_runtime(packed)


def test_the_page_has_its_words_in_every_language():
    """Those of English that its HTML does not have stand beside the French ones."""
    words = json.loads((files("cgt.apps.web") / "page" / "words.json").read_text(encoding="utf-8"))
    written = set(re.findall(r'data-say="(\w+)"', served_page()))
    assert set(words["fr"]) == set(words["en"]) | written
    assert not set(words["en"]) & written
    gaps = {lang: {key: set(re.findall(r"{\w+}", text)) for key, text in words[lang].items()} for lang in words}
    assert [key for key in words["en"] if gaps["en"][key] != gaps["fr"][key]] == []

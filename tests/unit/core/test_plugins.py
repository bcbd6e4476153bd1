"""Entry points read from where they lie are those that the standard library tells."""

from __future__ import annotations

import sys
from importlib import metadata
from zipfile import ZipFile

import pytest

from cgt.core.plugins import Plugin, entry_points
from cgt.errors import PluginError


def told(group):
    return sorted((entry.name, entry.value, entry.dist.name) for entry in metadata.entry_points(group=group))


def read(group):
    return sorted(entry_points(group))


@pytest.mark.parametrize("group", ["cgt.games", "pytest11", "console_scripts", "nobody.has.this"])
def test_they_are_those_of_the_standard_library(group):
    assert [entry[:2] for entry in read(group)] == [entry[:2] for entry in told(group)]


def install(place, package, text):
    info = place / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(text)


TEXT = "[other]\na = b:c\n[mine]\n# said\nx = y:z [extra]\n\nw=v\n[last]\nq = r\n"


def test_only_the_group_asked_for_and_of_two_places_the_first(tmp_path, monkeypatch):
    install(tmp_path / "one", "Some.Package", TEXT)
    install(tmp_path / "two", "some-package", "[mine]\nx = another:z\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "one"), str(tmp_path / "two"), str(tmp_path / "absent")])
    assert entry_points("mine") == [("x", "y:z [extra]", "some-package"), ("w", "v", "some-package")]
    assert sorted(entry.name for entry in metadata.entry_points(group="mine")) == ["w", "x"]


def test_packages_in_an_archive_are_found_too(tmp_path, monkeypatch):
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("packed-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: packed\nVersion: 1.0\n")
        archive.writestr("packed-1.0.dist-info/entry_points.txt", "[mine]\nx = y:z\n")
    monkeypatch.syspath_prepend(str(tmp_path / "all.zip"))
    assert entry_points("mine") == [("x", "y:z", "packed")]


def test_what_an_entry_refers_to():
    assert Plugin("part", "a", "collections:OrderedDict.fromkeys").load()([1]) == {1: None}
    assert Plugin("part", "a", "sys").load() is sys
    assert Plugin("part", "a", "collections : Counter [extra]").load().__name__ == "Counter"
    for value in ("!!", "", "a:b:c", "a b"):
        with pytest.raises(PluginError, match="is not of the form module:object"):
            Plugin("part", "a", value).load()

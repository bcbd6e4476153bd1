"""What the project says of itself in several files is the same in each, and the files are of this project alone."""

import re
import tomllib
from pathlib import Path

import pytest

import cgt

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FILES = [
    *(ROOT / name for name in ("CITATION.cff", "conda/recipe.yaml", ".pre-commit-config.yaml", "mkdocs.yml")),
    *sorted((ROOT / ".github").rglob("*.yml")),
]


def test_the_version_is_the_same_everywhere():
    version = PROJECT["version"]
    assert cgt.__version__ == version
    for name in ("CITATION.cff", "conda/recipe.yaml"):
        assert re.search(rf"^ *version: {re.escape(version)}$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_recipe_needs_what_the_package_needs():
    recipe = (ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    for needed in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["cli"]:
        assert f"- {needed.replace('>=', ' >=')}\n" in recipe


def test_every_python_that_is_named_is_tested():
    named = {line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)}
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"\"(3\.\d+)\"", re.search(r"python: \[(.*)\]", workflow)[1])) == named


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_settings_file_can_be_read_and_names_no_machine(file):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: see the group `docs`")
    text = file.read_text(encoding="utf-8")
    assert isinstance(yaml.safe_load(text), dict)
    assert not re.search(r"file://|/work/|/root/|/home/", text)


def test_the_commands_that_are_named_exist():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    named = re.findall(r"tests/[\w/]+\.py", hooks)
    assert len(named) == 4
    for name in (*named, ".ci/run", ".ci/wheel.py", "tools/oldest.py"):
        assert (ROOT / name).exists(), name

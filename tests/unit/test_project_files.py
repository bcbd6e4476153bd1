"""What the project says of itself in several files is the same in each, and the files are of this project alone."""

import importlib.util
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
        assert f"- {needed.partition(';')[0].replace('>=', ' >=')}\n" in recipe


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


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_uses_pinned_actions_and_jobs_that_are_there(file):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: see the group `docs`")
    text = file.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    for action, beside in used:
        if not action.startswith("./"):
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action), action
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", beside), action
    jobs = yaml.safe_load(text)["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {needs} <= set(jobs) if isinstance(needs, str) else set(needs) <= set(jobs)
        assert "uses" in job or all("uses" in step or "run" in step for step in job["steps"])
        for step in job.get("steps", ()):
            for script in re.findall(r"python ((?:tools|\.ci)/\w+\.py)", step.get("run", "")):
                assert (ROOT / script).exists()


def test_one_action_has_one_version_everywhere():
    used = {line for file in WORKFLOWS for line in re.findall(r"uses: (\S+@.*)", file.read_text(encoding="utf-8"))}
    assert len({line.partition("@")[0] for line in used}) == len(used)


def test_what_is_published_is_tested_first_and_tried_from_the_test_index():
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: see the group `docs`")
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]
    order = ["github"]
    while needs := jobs[order[-1]].get("needs"):
        order.append(needs)
    assert order == ["github", "pypi", "from-testpypi", "testpypi", "check", "complete"]
    assert [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})] == ["testpypi", "pypi"]


def release_tool():
    spec = importlib.util.spec_from_file_location("release", ROOT / "tools" / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_release_needs_its_tag_its_section_and_the_owners_addresses(monkeypatch, tmp_path):
    release = release_tool()
    version = PROJECT["version"]
    assert any("is not v" in line for line in release.missing("v0.0.1"))
    assert not any("version" in line or "tag" in line for line in release.missing(f"v{version}"))
    assert release.section(version)
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "conda/recipe.yaml")}
    texts["addresses.toml"] = 'repository = "https://example.org/cgt"\nsite = "x"\ncontact = ""\n'
    read = release.read
    monkeypatch.setattr(release, "read", lambda name: texts.get(name) or read(name))
    lines = list(release.missing(f"v{version}"))
    assert "addresses.toml has no contact" in lines
    assert "CITATION.cff does not say repository-code: https://example.org/cgt" in lines


def test_the_page_on_the_index_has_no_link_that_leads_nowhere():
    hatch = pytest.importorskip("hatchling", reason="hatchling is not installed")
    assert hatch
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = module.with_whole_links((ROOT / "README.md").read_text(encoding="utf-8"), "https://example.org/cgt/%s/v1/")
    targets = re.findall(r"\]\(([^)]+)\)", page)
    assert len(targets) > 10
    assert all(target.startswith("https://") for target in targets)
    assert "](https://example.org/cgt/raw/v1/docs/assets/wythoff.svg)" in page
    assert "](https://example.org/cgt/blob/v1/docs/guide/programmer.md#many-questions-what-is-remembered)" in page


def test_all_is_all():
    extras = PROJECT["optional-dependencies"]
    named = re.fullmatch(r"cgt-impartial\[(.*)\]", *extras["all"])[1].split(",")
    assert {*named, "all"} == set(extras)

"""`cgt doctor`: what is installed and compiled; `cgt --install-completion`: completion in the shell."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import attrs
from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from cgt import __version__
from cgt.apps.cli.options import Json, JsonOutput
from cgt.apps.cli.screen import check_output, show
from cgt.core.language import _, available_languages, language
from cgt.core.numbers import bytes_text, format_int
from cgt.errors import PluginError, UnknownNameError

EXTRAS = {
    "core": ("attrs", "more-itertools", *(("psutil",) if sys.platform in {"win32", "darwin"} else ())),
    "fast": ("numpy", "numba", "llvmlite"),
    "cli": ("cyclopts", "rich"),
    "plot": ("matplotlib", "numpy"),
    "lesson": ("segno", "typst"),
    "web": ("segno",),
    "survey": ("pyarrow",),
    "notebook": ("anywidget",),
    "cluster": ("distributed",),
    "graphs": ("networkx", *(("pynauty",) if sys.platform != "win32" else ())),
}
"""The packages that each extra brings; `core` is always needed."""


def doctor(*, output: JsonOutput = None, as_json: Json = False) -> int:
    """Tell what is installed and which loops are compiled; exit code 1 for a plugin that fails.

    Example: cgt doctor
    """
    check_output(output)
    installed = installation()
    show(attrs.asdict(installed), _text_of(installed), as_json=as_json, output=output)
    return 1 if installed.broken else 0


@attrs.frozen
class Cache:
    """A folder of compiled code kept between runs."""

    place: str
    files: int
    bytes: int


@attrs.frozen
class Installation:
    """The installed packages, compiled code, memory and games.

    Attributes:
        version: of this library.
        python: its version and implementation.
        packages: the version of each package of `EXTRAS`, None for one that is missing.
        extras: whether all packages of each are there.
        compiled: why loops run compiled, or why not.
        crossovers: the size from which each family of loops is compiled; empty when none is.
        memory_limit: how many bytes a table may take, unless another limit is given.
        caches: where compiled code is kept.
        games: how many games are registered and can be made.
        broken: what is wrong with each of the others.
        languages: that explanations are there in.
    """

    version: str
    python: str
    packages: dict[str, str | None]
    extras: dict[str, bool]
    compiled: str
    crossovers: dict[str, int]
    memory_limit: int
    caches: tuple[Cache, ...]
    games: int
    broken: tuple[str, ...]
    languages: tuple[str, ...]


def installation() -> Installation:
    """The state of the installation; numba is imported, to see whether it can be.

    >>> installed = installation()
    >>> installed.extras["core"], installed.games > 10
    (True, True)
    """
    from cgt.core.memory_limit import default_memory_limit
    from cgt.families.registry import refused_rulesets, ruleset_names
    from cgt.fast.backend import CROSSOVER
    from cgt.fast.jit import compiled_available

    packages = {name: _version(name) for names in EXTRAS.values() for name in names}
    broken = tuple(_broken_games())
    return Installation(
        version=__version__,
        python=f"{platform.python_version()} ({platform.python_implementation()}, {platform.system()})",
        packages=packages,
        extras={extra: all(packages[name] is not None for name in names) for extra, names in EXTRAS.items()},
        compiled=_compiled_loops(),
        crossovers=dict(CROSSOVER) if compiled_available() else {},
        memory_limit=default_memory_limit(),
        caches=tuple(_caches()),
        games=len(ruleset_names()) - len(broken) + len(refused_rulesets()),
        broken=broken,
        languages=available_languages(),
    )


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # which help and completion do without

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _compiled_loops() -> str:
    from cgt.fast.jit import jit_disabled, numba_failure, numba_installed

    if not numba_installed():
        return "no: numba is not installed (pip install 'cgt-impartial[fast]')"
    if not jit_disabled() and numba_failure():
        return f"no: numba cannot be imported ({numba_failure()})"
    return "no: switched off by NUMBA_DISABLE_JIT" if jit_disabled() else "yes, by numba"


def _broken_games() -> Iterable[str]:
    from cgt.families.registry import example_ruleset, refused_rulesets, ruleset_names

    yield from refused_rulesets()
    for name in ruleset_names():
        try:
            example_ruleset(name)
        except PluginError as error:
            yield str(error)


def _caches() -> Iterable[Cache]:
    """The folders with compiled code of this version; none if no folder is private to this user."""
    from cgt.fast.code_folder import code_folder

    place = code_folder()
    if place is not None:
        files = [file for kind in ("*.nbi", "*.nbc") for file in place.rglob(kind)] if place.is_dir() else []
        yield Cache(str(place), len(files), sum(file.stat().st_size for file in files))


@language("en")  # its sizes, too
def _text_of(installed: Installation) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold")

    def add(name: str, description: str) -> None:
        table.add_row(name, Text(description))  # no markup: [fast] is an extra

    add("cgt", installed.version)
    add("Python", installed.python)
    for extra, names in EXTRAS.items():
        versions = ", ".join(f"{name} {installed.packages[name] or 'missing'}" for name in names)
        hint = "" if installed.extras[extra] else f": pip install 'cgt-impartial[{extra}]'"
        add("needs" if extra == "core" else f"extra {extra}", versions + hint)
    add("compiled", installed.compiled)
    for family, size in installed.crossovers.items():
        add("", f"{family} from {format_int(size, group=True)}")
    add("memory", f"{bytes_text(installed.memory_limit)} for a table at most")
    for cache in installed.caches:
        files = "1 file" if cache.files == 1 else f"{cache.files} files"
        add("cache", f"{cache.place}: {files}, {bytes_text(cache.bytes)}")
    add("games", f"{installed.games}, see cgt games")
    for problem in installed.broken:
        table.add_row("broken", Text(problem), style="red")
    add("languages", ", ".join(installed.languages))
    return table


Shell = Literal["zsh", "bash", "fish", "powershell"]


def install_completion(
    *,
    shell: Annotated[Shell | None, Parameter(help="The shell; by default the one that runs.")] = None,
    startup: Annotated[bool, Parameter(negative="", show_default=False, help="Name it in the start file.")] = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], help="Write it to this file instead.")] = None,
) -> None:
    """Write the completion of your shell to where it looks; with --startup name it in its start file."""
    from cyclopts.completion.detect import ShellDetectionError, detect_shell

    from cgt.apps.cli.app import app

    try:
        chosen = shell or detect_shell()
    except ShellDetectionError:
        raise UnknownNameError(_("which shell runs cannot be told: name it with --shell")) from None
    if output is None:
        path = app.install_completion(shell=chosen, add_to_startup=startup)
    else:
        from cgt.core.atomic import write_text

        write_text(output, app.generate_completion(shell=chosen))
        path = output
    show({}, _("the completion for {shell} is in {file}").format(shell=chosen, file=path), as_json=False)

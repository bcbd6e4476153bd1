"""`cgt sweep`: studies of every rule of a family, on all cores or on a cluster."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import CRITICAL, getLogger
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Annotated

import attrs
from cyclopts import Parameter

from cgt.apps.cli.options import COUNT, WHOLE, Json
from cgt.apps.cli.screen import complain, progress_bar, show
from cgt.errors import MissingExtraError, OutputError

if TYPE_CHECKING:
    from concurrent.futures import Executor


def sweep(
    family: Annotated[
        str,
        Parameter(
            help="The rules: ? an octal digit, # a hexadecimal one, {1..5} a number, {a,b} a choice, subsets(1..9) or "
            "subsets(1..9,3)."
        ),
    ],
    /,
    stop: Annotated[
        int, COUNT, Parameter(name="--stop", help="The first heap whose nim-value is not looked at.")
    ] = 10_000,
    *,
    misere: Annotated[
        bool, Parameter(negative="", show_default=False, help="Find each code's misère quotient as well.")
    ] = False,
    output: Annotated[
        Path | None,
        Parameter(name=["--output", "-o"], help="Write the records: .json, .csv, .csv.gz, .parquet or .tex."),
    ] = None,
    ledger: Annotated[
        Path | None, Parameter(help="What keeps finished records; by default the output's name with .ledger.")
    ] = None,
    workers: Annotated[int, WHOLE, Parameter(help="How many processes; by default one a core.")] = 0,
    scheduler: Annotated[str | None, Parameter(help="The address of a Dask scheduler, for a cluster.")] = None,
    as_json: Json = False,
) -> int:
    """Study every rule of a family: period, proof and values; exit code 1 if every rule fails.

    The same command again goes on where a kill or Ctrl-C stopped it. Equal codes are studied once.

    Example: cgt sweep "0.??" 2000
    Example: cgt sweep "subtraction(subsets(1..10))" -o sets.csv
    Example: cgt sweep "0.??" --misere
    """
    from cgt.apps.sweep.families import rule_count, rules_of
    from cgt.apps.sweep.run import sweep as run
    from cgt.apps.sweep.studies import save
    from cgt.core.progress import notify
    from cgt.families.registry import parse_ruleset

    if rule_count(family) == 1:
        parse_ruleset(*rules_of(family))  # what is no rule is a slip of the user's, and no rule that fails
    kept = _ledger_for(output, ledger, as_json=as_json)
    so_far = (0, 0)

    def counted(done: int, total: int) -> None:
        nonlocal so_far
        so_far = done, total
        notify(progress, done, total)

    try:
        with progress_bar("rules") as progress, _cluster(scheduler, as_json=as_json) as (executor, machines):
            finished = run(
                family,
                stop,
                misere=misere,
                executor=executor,
                workers=workers or machines,
                ledger=kept,
                progress=counted,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_interrupted(kept, *so_far)) from None
    if output is not None:
        save(finished.records, output)
    record: dict[str, object] = {
        "family": family,
        "limit": stop,
        "rules": len(finished.records),
        "studied": finished.studied,
        "proved": finished.proved,
        "failed": finished.failed,
        "output": None if output is None else str(output),
    }
    if as_json and output is None:
        record["records"] = list(map(attrs.asdict, finished.records))
    text = finished.summary
    if output is not None:
        text += f"; wrote {output}"
    elif not as_json:
        text = "\n".join([*map(str, finished.records[:200]), text])
    show(record, text, as_json=as_json)
    return 1 if finished.failed == len(finished.records) else 0


def _ledger_for(output: Path | None, ledger: Path | None, *, as_json: bool) -> Path | None:
    """The ledger's path, by default beside the output, checked to be writable; None if no file is named."""
    from cgt.apps.sweep.ledger import is_shared
    from cgt.apps.sweep.studies import SUFFIXES
    from cgt.core.atomic import check_writable, suffix_of

    kept = ledger
    if output is not None:
        suffix_of(output, SUFFIXES)
        target = check_writable(output)
        kept = ledger if ledger is not None else _beside(output)
        if check_writable(kept) == target:
            raise OutputError(f"{output} cannot be the ledger and the output: name two files")
    if kept is None and not as_json:
        complain("nothing will be kept: name a file with -o, to keep the sweep and to go on after a stop", 0, "")
    if kept is not None and is_shared(kept):
        complain(
            f"{kept} is on a file system of several machines: it keeps a slower journal, which works there",
            0,
            "",
            as_json=as_json,
        )
    return kept


def _beside(output: Path) -> Path:
    """The ledger beside an output, the same for every format."""
    unpacked = output.with_suffix("") if output.suffix.lower() == ".gz" else output
    return unpacked.with_suffix(".ledger")


def _interrupted(ledger: Path | None, done: int, total: int) -> str:
    """The share of an interrupted sweep that was done, and where it is kept, as text."""
    rules = f"{done:,} of {total:,} rules"
    if ledger is None:
        return f"interrupted: {rules} were studied, and nothing is kept"
    return f"interrupted: {rules} are kept in {ledger}; the same again goes on from there"


WATCHED_EVERY = 1.0
"""Seconds between two looks at a running sweep."""


def watch(
    file: Annotated[Path, Parameter(help="The sweep's ledger, or the file that it writes its records to.")],
    /,
    *,
    as_json: Json = False,
) -> None:
    """Watch a sweep that runs: how much is done, proved and failed, how fast, and what was slowest.

    On a terminal it goes on until the sweep has ended or stopped, or Ctrl-C; else it says once how things stand.

    Example: cgt watch sets.csv
    """
    from cgt.apps.sweep.ledger import look
    from cgt.apps.sweep.studies import SUFFIXES

    if file.is_dir():
        raise OutputError(f"{file} is a folder: name a file")
    ledger = _beside(file) if file.suffix != ".ledger" and not _is_ledger(file) else file
    if not ledger.exists():
        if file.exists():  # advice to write it would be advice to lose it
            raise OutputError(f"{file} is no ledger, and there is no {ledger}: name the ledger of the sweep")
        option = "-o" if file.name.lower().endswith(SUFFIXES) else "--ledger"
        command = f"cgt sweep FAMILY {option} {shlex.quote(str(file))}"
        raise OutputError(f"{file}: no sweep has begun to write this file: `{command}` does")
    state = look(ledger)
    if as_json or not sys.stdout.isatty():
        left = state.seconds_left
        show({**attrs.asdict(state), "seconds_left": left}, str(state), as_json=as_json)
        return
    from rich.live import Live
    from rich.text import Text

    from cgt.apps.cli.console import Screen

    with Live(Text(str(state)), console=Screen(soft_wrap=False), auto_refresh=False) as live:
        while state.is_running and not state.is_finished:
            sleep(WATCHED_EVERY)
            state = look(ledger)
            live.update(Text(str(state)), refresh=True)


def _is_ledger(file: Path) -> bool:
    """Whether a file is an SQLite file, whatever its name."""
    if not file.is_file():  # who reads a pipe waits for its other end
        return False
    try:
        with file.open("rb") as opened:
            return opened.read(6) == b"SQLite"
    except OSError:
        return False


@contextmanager
def _cluster(address: str | None, *, as_json: bool) -> Iterator[tuple[Executor | None, int | Callable[[], int]]]:
    """The executor of the batches and the number that run together: local processes, or workers of a cluster."""
    if address is None:
        yield None, os.cpu_count() or 1
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtraError("a cluster needs Dask: pip install 'cgt-impartial[cluster]'") from error
    for logger in ("distributed.client", "tornado.application"):  # they log tracebacks of a cluster that goes away
        getLogger(logger).setLevel(CRITICAL)
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError, TimeoutError, TypeError) as error:  # TypeError: TLS is not set up
        raise OutputError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        if client.dashboard_link:
            complain(f"the cluster's own dashboard: {client.dashboard_link}", 0, "", as_json=as_json)
        if not client.nthreads():
            complain("the cluster has no worker yet: the sweep waits for one", 0, "", as_json=as_json)
        yield client.get_executor(pure=False), lambda: sum(client.nthreads().values())

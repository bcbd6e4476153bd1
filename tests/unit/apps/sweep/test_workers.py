"""Workers that die, come later, or run another version: a sweep goes on, and says what happened."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from threading import Event, Thread
from types import ModuleType

import pytest

from cgt.apps.cli import main
from cgt.apps.sweep import sweep, workers
from cgt.apps.sweep.ledger import Ledger
from cgt.apps.sweep.studies import Record
from cgt.apps.sweep.workers import LIBRARY, Dispatch, Workers
from cgt.errors import WorkerError

RULES = [f"rule {number}" for number in range(40)]
POISON = {"rule 3", "rule 17"}


def faked(rules):
    """Study rules at once; a rule that is poisoned ends its process."""
    if POISON & set(rules):
        os._exit(3)
    return [Record(rule, 9, "proved") for rule in rules], [1e-3 for _rule in rules], LIBRARY


def studied(at_work, rules=RULES):
    """The statuses of all that a dispatch finished, by rule."""
    with Ledger() as kept:
        kept.set_question(9)
        kept.begin("fakes", len(rules))
        found = {}
        for batch, records, seconds in Dispatch(rules, (), at_work, kept, 9):
            kept.keep(records, batch, seconds)
            found |= {record.rule: record.error or record.status for record in records}
        assert kept.suspects() == []
    return found


WANTED = {rule: "worker killed" if rule in POISON else "proved" for rule in RULES}


@pytest.mark.full  # each process takes a second to begin
@pytest.mark.parametrize("processes", [2, 3])
def test_a_rule_that_kills_its_worker_is_recorded_and_the_rest_goes_on(processes):
    assert studied(Workers(faked, None, processes)) == WANTED


def test_a_module_that_is_called_as_dasks_is_none_of_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", ModuleType("distributed"))
    monkeypatch.delitem(sys.modules, "distributed.cfexecutor", raising=False)
    with ThreadPoolExecutor(2) as threads:
        assert studied(Workers(faked, threads, 1), RULES[:3]) == dict.fromkeys(RULES[:3], "proved")


class Breaking(ThreadPoolExecutor):
    """Threads that break as processes do of which one dies: of all that is under way, and for good."""

    poison = POISON
    broken = False

    def __init__(self, count, **_settings):
        super().__init__(count)

    def submit(self, task, rules):
        if self.broken:
            raise BrokenExecutor

        def tried():
            self.broken |= bool(self.poison & set(rules))
            if self.broken:
                raise BrokenExecutor
            return task(rules)

        return super().submit(tried)


def test_a_rule_that_breaks_the_workers_is_recorded_and_the_rest_goes_on(monkeypatch):
    monkeypatch.setattr(workers, "ProcessPoolExecutor", Breaking)
    assert studied(Workers(well, None, 2)) == WANTED


def test_processes_that_end_as_they_begin_are_no_fault_of_the_rules(monkeypatch):
    """They load a script that calls sweep for itself: each rule was recorded as one that kills its worker."""
    monkeypatch.setattr(workers, "ProcessPoolExecutor", Breaking)
    monkeypatch.setattr(Breaking, "broken", True)
    with pytest.raises(WorkerError, match="__main__"):
        studied(Workers(well, None, 2))


UNGUARDED = """
import os, sys
from cgt.apps.sweep import run, sweep
study = run.study
if sys.argv[2:]:
    run.study = lambda rule, *args, **kwargs: os._exit(1) if rule == "0.13" else study(rule, *args, **kwargs)
sweep("0.1?", 60, workers=int(sys.argv[1]), ledger="a.ledger")
"""


@pytest.mark.full
@pytest.mark.parametrize("count", ["1", "2"])
def test_a_script_that_every_process_would_run_again_is_refused(count, tmp_path):
    (tmp_path / "unguarded.py").write_text(UNGUARDED)
    command = [sys.executable, str(tmp_path / "unguarded.py"), count]
    if count == "1":  # after a death alone are there processes
        assert subprocess.run([*command, "die"], check=False, cwd=tmp_path).returncode == 1
    err = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True).stderr
    assert "__main__" in err.splitlines()[-1]
    again = sweep("0.1?", 60, workers=2, ledger=tmp_path / "a.ledger")
    assert [record.error for record in again.records] == [None] * 8


def test_where_the_system_has_no_thread_left_a_sweep_works_here(monkeypatch):
    def refused(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refused)
    assert studied(Workers(well, None, 2)) == dict.fromkeys(RULES, "proved")


SWEPT = """
import os, sys
from pathlib import Path
from cgt.apps.sweep import run, sweep
study = run.study
run.study = lambda rule, *args, **kwargs: os._exit(1) if rule == "0.13" else study(rule, *args, **kwargs)
if __name__ == "__main__":
    found = sweep("0.1?", 60, workers=int(sys.argv[1]), ledger=Path(sys.argv[2]))
    print("; ".join(f"{one.rule} {one.error or one.status}" for one in found.records))
"""


def test_a_sweep_that_dies_with_a_rule_goes_on_from_its_ledger(tmp_path, monkeypatch, upto):
    """Its process is the worker: it dies once, and then the rule is kept out of it; by default threads take it."""
    ledger = tmp_path / "a.ledger"
    (tmp_path / "swept.py").write_text(SWEPT)
    command = [sys.executable, str(tmp_path / "swept.py"), "1", str(ledger)]
    assert subprocess.run(command, check=False).returncode == 1
    if upto(False, full=True):
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().split("; ")
    else:
        monkeypatch.setattr(workers, "ProcessPoolExecutor", Breaking)
        monkeypatch.setattr(Breaking, "poison", {"0.13"})
        found = sweep("0.1?", 60, workers=1, ledger=ledger)
        told = [f"{one.rule} {one.error or one.status}" for one in found.records]
    assert len(told) == 8
    assert [one for one in told if "killed" in one] == ["0.13 worker killed"]


SLEEPING = """
import os, time
if __name__ != "__main__":
    os.write(1, b"begun\\n")
from cgt.apps.sweep import run, sweep
run.study = lambda *args, **kwargs: (os.write(1, b"asleep\\n"), time.sleep(600))
if __name__ == "__main__":
    sweep("0.1?", 60, workers=2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")
@pytest.mark.parametrize("moment", ["begun", pytest.param("asleep", marks=pytest.mark.full)])
def test_ctrl_c_on_a_terminal_ends_the_workers_at_once_and_they_say_nothing(moment, tmp_path):
    """A terminal sends it to every process, whatever it is at."""
    (tmp_path / "sleeping.py").write_text(SLEEPING)
    command = [sys.executable, str(tmp_path / "sleeping.py")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, **pipes) as running:
        while running.stdout.readline() != f"{moment}\n":
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        _out, err = running.communicate(timeout=60)
    assert err.count("Traceback") == 1
    assert err.endswith("KeyboardInterrupt\n")


@pytest.mark.full
def test_an_executor_that_cannot_be_mended_is_told_and_its_rule_is_found_in_the_end(tmp_path):
    ledger, tries = tmp_path / "a.ledger", 0
    found = {}
    while set(found) < set(RULES):
        tries += 1
        with Ledger(ledger) as kept, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            rest = [rule for rule in RULES if rule not in found]
            kept.set_question(9)
            suspects = kept.suspects()
            suspected = {rule for batch in suspects for rule in batch.rules}
            fresh = [rule for rule in rest if rule not in suspected]
            try:
                for batch, records, seconds in Dispatch(fresh, suspects, Workers(faked, pool, 1), kept, 9):
                    kept.keep(records, batch, seconds)
                    found |= {record.rule: record.error or record.status for record in records}
            except WorkerError:
                continue
    assert found == WANTED
    assert tries < 12


class Later(ThreadPoolExecutor):
    """Counts how many batches are under way together."""

    under_way = most = 0

    def submit(self, *args, **kwargs):
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        future = super().submit(*args, **kwargs)
        future.add_done_callback(lambda _future: setattr(self, "under_way", self.under_way - 1))
        return future


def well(rules):
    return [Record(rule, 9, "proved") for rule in rules], [1.0 for _rule in rules], LIBRARY


def test_workers_that_come_later_are_used(monkeypatch):
    monkeypatch.setattr(workers, "LOOK_EVERY", 0.01)
    counts = iter([0, 0, 0, 1, 1, 1, 1])
    held = Event()
    with Later(8) as pool:

        def slow(rules):
            held.wait()
            return well(rules)

        def count():
            now = next(counts, 3)
            if pool.under_way == 6:
                held.set()
            return now

        assert set(studied(Workers(slow, pool, count))) == set(RULES)
        assert pool.most == 6


@pytest.mark.parametrize(("seconds", "together"), [(30.0, False), (1e-6, True)])
def test_slow_rules_go_one_by_one_and_quick_ones_together(seconds, together):
    """A batch takes some seconds, so that little is lost when its worker dies."""
    sizes = []

    def timed(rules):
        sizes.append(len(rules))
        return [Record(rule, 9, "proved") for rule in rules], [seconds for _rule in rules], LIBRARY

    with ThreadPoolExecutor(1) as pool:
        assert len(studied(Workers(timed, pool, 1))) == len(RULES)
    assert (max(sizes) > 1) == together


def test_a_cluster_that_stays_empty_is_an_error_in_the_end(monkeypatch):
    monkeypatch.setattr(workers, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(workers, "WORKERLESS_SECONDS", 0.05)
    with ThreadPoolExecutor(1) as pool, pytest.raises(WorkerError, match="no worker for"):
        studied(Workers(well, pool, lambda: 0))


@pytest.mark.parametrize(
    ("found", "match"),
    [
        (([Record("rule 0", 9, "proved")], [1.0]), "another version"),
        (([Record("rule 0", 9, "proved")], [1.0], "cgt 0.0.1, study 1"), "cgt 0.0.1, study 1"),
    ],
)
def test_a_worker_with_another_version_of_the_library_is_refused(found, match):
    with ThreadPoolExecutor(1) as pool, pytest.raises(WorkerError, match=match):
        studied(Workers(lambda _rules: found, pool, 1))


def test_a_cluster_that_is_gone_is_told():
    def workers():
        raise ConnectionResetError("no answer")

    with ThreadPoolExecutor(1) as pool, pytest.raises(WorkerError, match="the same again goes on from the ledger"):
        sweep("0.0?", 50, executor=pool, workers=workers)


def test_a_cluster_that_drops_a_batch_is_told():
    class Dropping(ThreadPoolExecutor):
        def submit(self, *_args, **_kwargs):
            future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with Dropping(1) as pool, pytest.raises(WorkerError, match="dropped"):
        studied(Workers(well, pool, 1))


def test_an_interrupted_sweep_leaves_no_suspects(tmp_path, upto):
    """By default the workers are threads: a process takes longer to begin than all that is tested."""
    path = tmp_path / "a.ledger"

    def interrupt(done, _total):
        if done >= 2:
            raise KeyboardInterrupt

    for count, threads in upto([(1, 0), (2, 2)], full=[(1, 0), (2, 2), (2, 0)]):
        with ThreadPoolExecutor(threads) if threads else nullcontext() as pool, pytest.raises(KeyboardInterrupt):
            sweep("0.1?", 60, workers=count, executor=pool, ledger=path, progress=interrupt)
        with sqlite3.connect(path) as base:
            assert base.execute("SELECT count(*) FROM under_way").fetchone() == (0,)
        base.close()
        path.unlink()


@pytest.mark.full
def test_a_cluster_survives_a_rule_that_kills_worker_after_worker():
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    with (
        # 3 failures take twice as long; a local cluster gives up who is not back in 15 s, if busy everybody.
        dask.config.set(
            {"distributed.scheduler.allowed-failures": 1, "distributed.deploy.lost-worker-timeout": "10 minutes"}
        ),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        pool = client.get_executor(pure=False)
        assert studied(Workers(faked, pool, lambda: sum(client.nthreads().values()))) == WANTED


@pytest.mark.full
@pytest.mark.parametrize(
    ("there", "match"),
    [
        ("raise ImportError('no cgt here')", r"\(no cgt here\) cannot run cgt"),
        ("__path__ = []", r"\(No module named 'cgt\.apps'\) cannot run cgt"),
    ],
)
def test_a_machine_without_the_library_is_refused_before_it_ends_its_worker(there, match, tmp_path, capsys):
    """Dask's worker ends where it cannot load a task, and the sweep waited ten minutes for another one."""
    distributed = pytest.importorskip("distributed")
    (tmp_path / "cgt").mkdir()
    (tmp_path / "cgt" / "__init__.py").write_text(there)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard"]
        paths = {**os.environ, "PYTHONPATH": str(tmp_path)}
        with subprocess.Popen(command, env=paths, cwd=tmp_path, stderr=subprocess.DEVNULL) as worker:
            assert main(["sweep", "0.1?", "60", "-o", str(tmp_path / "a.csv"), "--scheduler", address]) == 2
            with distributed.Client(address) as client, pytest.raises(WorkerError, match=match):
                sweep("0.1?", 60, executor=client.get_executor())
            assert worker.poll() is None
            worker.terminate()
    assert re.search(match, capsys.readouterr().err.splitlines()[-1])


@pytest.mark.full
def test_a_cluster_that_begins_with_nobody_is_waited_for():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        begun = Thread(target=lambda: cluster.scale(2))
        begun.start()
        found = sweep("0.1?", 60, executor=client.get_executor(pure=False), workers=lambda: len(client.nthreads()))
        begun.join()
    assert found == sweep("0.1?", 60)


def test_where_no_process_can_be_begun_one_line_says_so(monkeypatch):
    """In a browser, under Pyodide."""

    def refuse(*_arguments, **_settings):
        raise NotImplementedError("this platform lacks a functioning sem_open implementation")

    monkeypatch.setattr(workers, "ProcessPoolExecutor", refuse)
    with pytest.raises(WorkerError, match="workers=1"):
        sweep("0.0?", 60, workers=2)


def test_no_name_of_the_package_hides_a_module():
    import cgt.apps.sweep.studies

    assert cgt.apps.sweep.studies.VERSION

"""Whatever keeps values of games between calls is counted, bounded and forgotten by the one memory of the process."""

from __future__ import annotations

import functools
import gc
import pkgutil
from collections import OrderedDict, defaultdict, deque
from importlib import import_module
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

import cgt
from cgt.core import memory as module
from cgt.core.memory import MEMORY, Memory, size_of
from cgt.errors import CGTError
from cgt.families.registry import load_ruleset
from cgt.theory import misere_form
from cgt.theory.misere_form import MisereForm

CONTAINERS = (dict, list, set, deque, OrderedDict, defaultdict, WeakKeyDictionary, WeakValueDictionary, WeakSet)

ELSEWHERE = {
    "cgt.fast.code_folder._sources": "a digest of the sources",
    "cgt.fast.jit": "facts of the machine: what is installed, and what numba made here before",
    "cgt.core.plugins": "the packages that are installed",
    "cgt.core.language": "translations",
    "cgt.families.registry": "the games that are installed, loaded once",
    "cgt.digits.system._installed": "the number systems that are installed",
    "cgt.theory.theorems._installed": "the theorems that are installed",
    "cgt.solving.routes.plugin_routes": "the routes that are installed",
    "cgt.solving.routes.by_search._compiled": "a route that is installed",
    "cgt.solving.word_search._loops": "compiled code",
    "cgt.solving.word_search._search_loop": "compiled code",
    "cgt.games.graphs.graph._nauty": "a module",
    "cgt.apps.show.plot.axes._shown": "a class",
    "cgt.apps.web": "files of the page",
    "cgt.apps.claims.catalogue.recorded": "a file of the package",
    "cgt.core.code._digit_of_mask": "digits as they are read, at most a thousand",
    "cgt.core.code._read": "codes as they are read, at most 64",
    "cgt.core.nimber": "tables of the multiplication of numbers, of fixed size",
    "cgt.games.graphs.kayles._dawson_values": "34 published numbers, and their period",
    "cgt.games.heaps.level_machine.shipped": "a file of the package",
    "cgt.games.heaps.linear_moves.shipped_levels": "two files of the package",
    "cgt.games.heaps.divisors._primes": "the primes below a fixed bound",
    "cgt.games.boards.notakto.quotient_of_3x3": "a published quotient",
}
"""Caches that hold no values of games that were asked for, and do not grow with what is asked."""

GROWING = {
    "cgt.core.game._last": "the steps of the one state that was asked last",
    "cgt.theory.misere_form._FORMS": "an index of the forms that somebody else keeps",
    "cgt.core.concurrency.ForkSafeLock._all": "the locks that somebody else keeps",
    "cgt.fast.jit.Loop.made": "compiled loops",
    "cgt.core.atomic._held": "locks of files",
    "cgt.core.route.Facts._value2member_map_": "of Python's own enumeration",
}
"""Containers that may grow."""


def modules():
    for info in pkgutil.walk_packages(cgt.__path__, "cgt."):
        if not info.name.endswith("__main__"):
            yield import_module(info.name)


def attributes():
    """Every name of a module, or of a class defined in it, with what it refers to."""
    for each_module in modules():
        for name, value in vars(each_module).items():
            yield f"{each_module.__name__}.{name}", value
            if isinstance(value, type) and value.__module__ == each_module.__name__:
                yield from ((f"{each_module.__name__}.{name}.{inner}", each) for inner, each in vars(value).items())


def is_named(name, names):
    return any(name == known or name.startswith(f"{known}.") for known in names)


def test_every_cache_of_a_function_is_kept_by_the_memory_or_holds_no_values():
    caches = {
        f"{value.__module__}.{value.__qualname__}": value
        for _name, value in attributes()
        if isinstance(value, functools._lru_cache_wrapper) and value.__module__.startswith("cgt.")
    }
    assert len(caches) > 20
    kept = [results.function for results in MEMORY._results]
    unknown = [name for name, cache in caches.items() if cache not in kept and not is_named(name, ELSEWHERE)]
    assert not unknown
    assert not [name for name in ELSEWHERE if not any(is_named(cache, [name]) for cache in caches)]


def sizes():
    return {name: len(value) for name, value in attributes() if isinstance(value, CONTAINERS)}


def ask_everything(names):
    for name in names:
        game = load_ruleset(name)
        text = f"{name}({','.join(game.example_arguments)})" if getattr(game, "example_arguments", None) else name
        for convention in ("normal", "misere"):
            try:
                cgt.solve(f"{text} {game.example}", convention=convention, max_positions=300)
            except CGTError:
                continue
    for code in ("0.77", "0.137", "4.7"):
        cgt.genera(code, 12)
    for coins in ("mogul 5,9", "moebius 4,11"):
        cgt.nim_value(coins)
    for leaper in ("leaper(3,1) 7,40", "leaper(4,1) 7,40"):
        cgt.nim_value(leaper)


RULESETS = sorted(import_module("cgt.families.registry")._plugins().by_name)


def test_nothing_stays_when_all_is_forgotten(upto):
    """By default of every fourth game."""
    list(attributes())
    cgt.forget()
    before = sizes()
    ask_everything(RULESETS[:: upto(4, full=1)])
    assert cgt.memory().nbytes > 1_000_000
    cgt.forget()
    grown = {name: size - before.get(name, 0) for name, size in sizes().items() if size > before.get(name, 0)}
    assert not {name for name in grown if name not in GROWING}
    assert cgt.memory().nbytes == 0


def test_sums_and_genera_of_forms_are_counted_and_forgotten():
    cgt.forget()
    gc.collect()
    before = len(misere_form._FORMS)
    cgt.genera("kayles", 25)
    things = dict(cgt.memory().entries)
    assert things["sums of misère forms"] > 300_000
    cgt.forget()
    gc.collect()
    assert len(misere_form._FORMS) <= before + 1
    assert cgt.memory().nbytes == 0


def test_the_size_of_sums_is_about_the_memory_they_take(upto):
    import tracemalloc

    cgt.forget()
    cgt.genera("kayles", 12)
    tracemalloc.start()
    before = dict(cgt.memory().entries)["sums of misère forms"]
    cgt.genera("kayles", upto(23, full=28))
    taken, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    counted = dict(cgt.memory().entries)["sums of misère forms"] - before
    assert 0.6 * taken < counted < 1.6 * taken


def test_forms_are_equal_after_their_sums_are_forgotten():
    two = MisereForm.nim_heap(2)
    total = two + two
    cgt.forget()
    assert two + two is total


def test_coins_and_leapers_are_found_again_after_they_were_forgotten():
    asked = ["mogul 5,9,14", "moebius 4,11,19", "leaper(3,1) 7,40"]
    values = [cgt.nim_value(position) for position in asked]
    moves = [cgt.solve(position).winning_moves for position in asked]
    for limit in (0, module.DEFAULT_BYTES):
        cgt.memory(limit)
        assert [cgt.nim_value(position) for position in asked] == values
        assert [cgt.solve(position).winning_moves for position in asked] == moves
        cgt.forget()


def test_results_of_a_function_are_counted_bounded_and_dropped():
    memory = Memory(100_000)

    @memory.cache("rows")
    def row(length):
        """A row."""
        return list(range(1_000, 1_000 + length))

    assert row(10) is row(10)
    assert row.__doc__ == "A row."
    assert memory.held() == [(("rows", None, None), memory.held()[0][1])]
    assert 300 < memory.held()[0][1] < 3_000
    for length in range(10, 400):
        row(length)
        assert memory._nbytes <= 100_000
    assert 0 < row.cache_info().currsize < 100
    memory.forget()
    assert row.cache_info().currsize == 0
    assert memory.held() == []
    memory.max_bytes = 0
    assert row(2_000)[0] == 1_000
    assert row.cache_info().currsize <= 1


def test_the_size_of_a_thing_counts_what_is_in_it():
    assert size_of([0] * 1_000) > 8_000
    assert 30_000 < size_of(list(range(1_000, 2_000))) < 50_000
    assert size_of({n: (n, n) for n in range(100)}) > 10_000
    loop = []
    loop.append(loop)
    assert size_of(loop) < 1_000

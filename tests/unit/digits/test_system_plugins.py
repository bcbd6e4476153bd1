"""Number systems of other packages: found by name, checked before they are used, refused in one line."""

from __future__ import annotations

import attrs
import pytest

from cgt.core.plugins import Plugin, Plugins
from cgt.digits import system
from cgt.digits.system import NumberSystem, check_system, number_system
from cgt.errors import NumberError, ParseError, PluginError

TRIBONACCI = NumberSystem("t", 2, (1, 2, 4), (1, 1, 1), ((0, 1), (0, 2), (0, -1)), (True, True, True))
TOO_MANY = attrs.evolve(TRIBONACCI, steps=((0, 1), (0, 2), (0, 2)))
NOT_GREEDY = attrs.evolve(TRIBONACCI, first=(1, 2, 5))
NOT_A_SYSTEM = "three"


def made():
    return TRIBONACCI


def broken():
    raise RuntimeError("no")


@pytest.fixture
def installed(monkeypatch):
    names = ["TRIBONACCI", "made", "broken", "TOO_MANY", "NOT_GREEDY", "NOT_A_SYSTEM"]
    entries = {name.lower().replace("_", "-"): f"{__name__}:{name}" for name in names}
    found = {name: Plugin("number system", name, value) for name, value in entries.items()}
    monkeypatch.setattr(system, "plugins", lambda _group, _what: Plugins(found, {}))
    system._installed.cache_clear()
    yield
    system._installed.cache_clear()


@pytest.mark.parametrize("name", ["tribonacci", "Made"])
def test_a_system_is_found_by_its_name(installed, name):
    found = number_system(name)
    assert found.name == name.lower()
    assert found.digits(10) == (1, 0, 1, 1)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("broken", "RuntimeError: no"),
        ("too-many", "8 words of 3 digits are valid, but 7 numbers"),
        ("not-greedy", "does not write numbers"),
        ("not-a-system", "is no NumberSystem"),
    ],
)
def test_what_is_no_system_is_refused(installed, name, complaint):
    with pytest.raises(PluginError, match=complaint):
        number_system(name)


def test_another_name_lists_them(installed):
    with pytest.raises(ParseError, match=r"there are such as .*tribonacci"):
        number_system("roman")


@pytest.mark.parametrize("name", ["base 2", "base 10", "zeckendorf", "ostrowski(3)", "takeaway(3n)", "takeaway(4n+1)"])
def test_ours_count_through_the_numbers(name):
    assert check_system(number_system(name)) is None


@pytest.mark.parametrize(
    ("first", "recurrence"),
    [((1, 2), (1,)), ((1, 2), (0, 1)), ((1, 3), (3, -1)), ((2, 3), (1, 1)), ((1,), (1, 1)), ((), ())],
)
def test_places_that_do_not_ascend_by_what_adds_are_refused(first, recurrence):
    """A number would have digits without end; and that a sum never falls again would not be so."""
    with pytest.raises(NumberError, match="the places of t ascend from 1"):
        attrs.evolve(TRIBONACCI, first=first, recurrence=recurrence)

"""The list of theorems is open, by entry point, and a broken one harms no other."""

from __future__ import annotations

import pytest

from cgt.core.code import HeapCode
from cgt.core.plugins import Plugin, call_plugin, without_duplicates
from cgt.errors import PluginWarning
from cgt.theory import theorems
from cgt.theory.period import PeriodStatus, period_of_code
from cgt.theory.theorems import Theorem

GRUNDY_TWO = HeapCode.parse("0.8!")


class OnOneCode(Theorem):
    """A stranger's theorem: whatever 0.8! shows for three periods lasts (which is not true)."""

    name = "my theorem"
    statement = "three periods of 0.8! are enough"
    reference = "nobody, never"

    def covers(self, code):
        return code == GRUNDY_TWO

    def needed(self, code, found):
        return found.preperiod + 3 * found.period


@pytest.fixture
def installed(monkeypatch):
    """Makes entry points of the group `cgt.theorems`; each a name and what is loaded."""

    class Installed(Plugin):
        def load(self):
            return call_plugin(str(self), self._found)

        def _found(self):
            return {"good": OnOneCode, "ready": OnOneCode(), "half": object(), "ours": NamedAsOurs()}[self.value]

    def install(*values):
        found = without_duplicates(Installed("theorem", value, value) for value in values)
        monkeypatch.setattr("cgt.core.plugins.plugins", lambda group, what: found)
        theorems._installed.cache_clear()

    yield install
    theorems._installed.cache_clear()


class NamedAsOurs(OnOneCode):
    name = "Guy-Smith"


@pytest.mark.parametrize("entry", ["good", "ready"])
def test_an_installed_theorem_speaks_after_ours(installed, entry):
    installed(entry)
    assert [theorem.name for theorem in theorems.theorems()][-1] == "my theorem"
    assert theorems.theorems()[: len(theorems.THEOREMS)] == theorems.THEOREMS
    report = period_of_code(GRUNDY_TWO, limit=11)
    assert (report.status, report.theorem) == (PeriodStatus.PROVED, "my theorem")
    assert report.certificate.reference == "nobody, never"
    report.certificate.verify()


def test_a_broken_theorem_is_named_and_left_out(installed):
    installed("half", "nowhere", "good")
    with pytest.warns(PluginWarning) as told:
        names = [theorem.name for theorem in theorems.theorems()]
    assert names == [*(theorem.name for theorem in theorems.THEOREMS), "my theorem"]
    assert [str(warning.message).split("'")[1] for warning in told] == ["half", "nowhere"]
    assert "is no theorem" in str(told[0].message)


def test_no_theorem_takes_another_ones_name(installed):
    installed("ours", "good")
    with pytest.warns(PluginWarning, match="'ours'.*'Guy-Smith', as another theorem is"):
        assert theorems.theorem_named("Guy-Smith") is theorems.THEOREMS[1]


def test_every_theorem_of_the_library_says_who_and_what():
    names = [theorem.name for theorem in theorems.THEOREMS]
    assert len(set(names)) == len(names)
    for theorem in theorems.THEOREMS:
        assert isinstance(theorem, Theorem)
        assert theorem.statement
        assert theorem.reference

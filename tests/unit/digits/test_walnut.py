"""Texts in Walnut's format that no automaton could be made of in time or in memory."""

from __future__ import annotations

import pytest

from cgt.core.errors import ParseError
from cgt.digits.system import number_system
from cgt.digits.walnut import from_walnut


@pytest.mark.full("text2")
@pytest.mark.parametrize(
    "text",
    [
        "msd_2\n\n0 0\n" + "1" * 5000 + " -> 0\n",
        "msd_2 " * 40 + "\n\n0 0\n",
        "msd_2 " * 100_000 + "\n\n0 0\n",
        "msd_9999 " * 5 + "\n0 0\n",
    ],
)
def test_a_text_that_asks_for_too_much_is_refused(text):
    with pytest.raises(ParseError):
        from_walnut(text)


@pytest.mark.parametrize("text", ["takeaway(9999n)", "takeaway(2n+300)", "takeaway(n+50)", "takeaway(50n-1)"])
def test_a_number_system_that_takes_long_is_not_made_from_text(text):
    with pytest.raises(ParseError, match="takes long"):
        number_system(text)

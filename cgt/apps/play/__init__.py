"""Playing a game move by move: sessions, the computer as opponent, records; no terminal.

>>> import cgt
>>> from cgt.apps.play import GameSession
>>> session = GameSession(cgt.games.Nim(), cgt.games.Nim().position(3, 5))
>>> print(session.hint())
take 2 from heap 2: leave your opponent two equal heaps, 3,3.
Why: the nim-sum is 3 ⊕ 5 = 6: take 2 from heap 2
>>> turn = session.play_text("2 from 2")
>>> print(session.position)
3,3
"""

from __future__ import annotations

from cgt.apps.play.opponent import Analyst, Choice, Level
from cgt.apps.play.record import read_record, write_record
from cgt.apps.play.session import GameSession, Mistake, Player, Turn

__all__ = [
    "Analyst",
    "Choice",
    "GameSession",
    "Level",
    "Mistake",
    "Player",
    "Turn",
    "read_record",
    "write_record",
]

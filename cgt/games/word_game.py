"""Games on sets of bits, as which board and graph games are searched; compiled where a state takes few words."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from cgt.core.game import Game
from cgt.core.hints import MOST_WORDS, SearchHints, WordRules


class WordGame(Game[int, int]):
    """The base of games for the search whose states are numbers, the bits of a board or graph."""

    components_are_atomic: ClassVar[bool] = False
    """Whether each component falls apart no further, and is its own representative."""

    @property
    @abstractmethod
    def words(self) -> int:
        """The number of 64-bit words that hold a state."""

    @abstractmethod
    def _word_rules(self) -> WordRules:
        """The rules on words, for states of few words."""

    @property
    def hints(self) -> SearchHints:
        return SearchHints(
            components_are_atomic=self.components_are_atomic,
            word_rules=self._word_rules if self.words <= MOST_WORDS else None,
        )

"""The parser of a game's rules as text: its moves as formulas, and further clauses after semicolons.

rules  = moves { ";" more }
claim  = sentence { ";" more }
more   = "ends" sentence | "base" system | "game" ruleset | Name "=" expression

`moves` and `sentence` are read by `cgt.digits.grammar`, a set of numbers that is given a name by
`cgt.digits.expressions`: `n: S(t) -> n - t; S = 10*1; base 2`. Of the game that is named, `P(…)` are the P-positions
and `G0(…)`, `G1(…)`, … the positions of that nim-value. A description with its number system is read in brackets, too:
`P(n, q) <=> (below(q, n); base zeckendorf)`; the number system is that of the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.reading import check_text, indentation, typed_signs
from cgt.digits.expressions import NAMED, OF_DIGITS, PAIRED_DIGITS, named_sets, recognised_by
from cgt.digits.formula import And, Exists, ForAll, Formula, Not, Predicate
from cgt.digits.grammar import Kind, parse_moves, parse_sentence
from cgt.digits.moves import LinearOption
from cgt.digits.system import NumberSystem, number_system
from cgt.errors import ParseError

MOST_NUMBERS = 6
"""The most numbers a position may have: as many as a certificate keeps."""

MOST_KINDS = 60

MOST_GAMES = 3
"""The most games a text may name, one within the rules of another."""

_SET = re.compile(r"\s*([A-Za-z][A-Za-z_0-9]*)\s*=(?!=)(.*)", re.DOTALL)
_WORD = re.compile(r"\s*(ends|base|game)\b(.*)", re.DOTALL)
_BASE_INSIDE = re.compile(r";\s*base\b((?:[^;()]|\([^;()]*\))*)(?=\))")
"""A number system behind a sentence in brackets, up to the bracket that closes."""

_END = re.compile(r"\s*(fin|finit|end|ending|stop|stops|terminal|until)\b")
_CAPITALS = re.compile(r"\s*(ends|base|game)\b", re.IGNORECASE)
_MISERE = re.compile(r"\s*mis[eè]re\b", re.IGNORECASE)
_MOVE = re.compile(r"->|^[^-+,=]*+[-+,][^=]*+$")
_NAMES = re.compile(r"\s*(?!forall\b|exists\b)\w[\w\s,]*:")
_SPOKEN_OF = re.compile(r"(?<![A-Za-z_0-9'])[A-Za-z_][A-Za-z_0-9']*+(?=\s*\()|(?<![A-Za-z_])xor\b")
_OF_A_GAME = re.compile(r"P|G\d{1,3}", re.ASCII)

_BASES = {"xor": "base 2"} | {name: base for name, (base, _expression) in NAMED.items()}
"""The number systems that words of a sentence are read in; those of digits in any, base 2 where none is named."""

Placed = tuple[str, int]
"""A part of a text, and where it begins."""

GameSets = Callable[[str, Sequence[str], "NumberSystem | None"], Mapping[str, Predicate]]
"""The sets of a game by their names, read in one number system."""


@attrs.frozen
class Clauses:
    """A text, and what it says after semicolons.

    Attributes:
        text: all of it.
        first: what stands before the first semicolon.
        ends: the sentences that follow this word.
        base, game: the number system and the ruleset that follow these words, or None.
        sets: the expressions by name.
    """

    text: str
    first: str
    ends: tuple[Placed, ...]
    base: str | None
    game: str | None
    sets: Mapping[str, Placed]

    @classmethod
    def of(cls, text: str) -> Clauses:
        """The clauses of a text; raises `ParseError`."""
        check_text(text)
        text = typed_signs(text)
        pieces = _pieces(text)
        starts = list(accumulate((len(piece) + 1 for piece in pieces), initial=0))
        first, inside = _without_bases(pieces[0], 0)
        by_word: dict[str, list[Placed]] = {"ends": [], "base": inside, "game": []}
        sets = dict[str, Placed]()
        for piece, start in zip(pieces[1:], starts[1:], strict=False):
            word, given = _WORD.fullmatch(piece), _SET.fullmatch(piece)
            if word is not None and word[1] == "ends":
                sentence, inside = _without_bases(word[2], start + word.start(2))
                by_word["ends"].append((sentence, start + word.start(2)))
                by_word["base"] += inside
            elif word is not None:
                by_word[word[1]].append((word[2], start + word.start(2)))
            elif given is not None and given[1] not in sets:
                sets[given[1]] = given[2], start + given.start(2)
            elif _MOVE.search(piece):
                meant = _meant_by_semicolon(pieces[0], piece)
                raise ParseError(_("write {meant} for {sign}").format(meant=meant, sign=";"), text, start - 1)
            elif _MISERE.match(piece):
                what = _(
                    "a rule is for either play: leave this out; misère play is asked for by --misere of `cgt solve`, "
                    'or by "misere" in Python'
                )
                raise ParseError(what, text, start + indentation(piece))
            elif other := _END.match(piece) or _CAPITALS.match(piece):
                meant = other[1].lower() if _CAPITALS.match(piece) else "ends"
                what = _("write {meant} for {sign}").format(meant=meant, sign=other[1])
                raise ParseError(what, text, start + other.start(1))
            elif given is not None:
                raise ParseError(_("{name} is given twice").format(name=given[1]), text, start + given.start(1))
            else:
                what = _(
                    "after a semicolon stands `ends` and a sentence, `base` and a number system, `game` and a ruleset, "
                    "or `S = 10*`"
                )
                raise ParseError(what, text, start + indentation(piece))
        for once, what in (("base", _("one number system is enough")), ("game", _("one game is enough"))):
            for name, place in by_word[once]:
                if name.strip() != by_word[once][0][0].strip():
                    raise ParseError(what, text, place)
        if len(re.findall(r";\s*game\b", text)) > MOST_GAMES:
            raise ParseError(f"a text names at most {MOST_GAMES} games, one within the rules of another")
        base, game = (next((name.strip() for name, _start in by_word[once]), None) for once in ("base", "game"))
        clauses = cls(text, first, tuple(by_word["ends"]), base, game, sets)
        for spoken in clauses._spoken_of:
            if spoken != spoken.lower() and spoken.lower() in {*NAMED, *OF_DIGITS}:
                what = _("write {meant} for {sign}").format(meant=spoken.lower(), sign=spoken)
                raise ParseError(what, text, text.find(spoken))
        return clauses

    @property
    def own_text(self) -> str:
        """The text before the first semicolon, and the clause of `ends`."""
        return " ".join((self.first, *(sentence for sentence, _start in self.ends)))

    @property
    def names_of_sets(self) -> tuple[str, ...]:
        """The sets of the game that are spoken of, such as `P`."""
        return tuple(word for word in self._spoken_of if _OF_A_GAME.fullmatch(word))

    @property
    def _spoken_of(self) -> list[str]:
        """The sets that are spoken of, and not defined here, and `xor`."""
        return [word for word in dict.fromkeys(_SPOKEN_OF.findall(self.own_text)) if word not in self.sets]

    def system(self) -> NumberSystem | None:
        """The number system that is named, or that the sets are read in; None where any will do."""
        if self.base is not None:
            return number_system(self.base)
        bases = {_BASES[word] for word in self._spoken_of if word in _BASES}
        if len(bases) > 1:
            one, other, *_rest = sorted(bases)
            message = _("sets in {one} and in {other} are not read side by side: use those of one number system")
            raise ParseError(message.format(one=one, other=other))
        if bases:
            return number_system(bases.pop())
        return number_system("base 2") if self.sets or not set(OF_DIGITS).isdisjoint(self._spoken_of) else None

    def predicates(self, system: NumberSystem) -> dict[str, Predicate]:
        """The sets that have a name in a number system, and those that are given one."""
        result = named_sets(system)
        for word in self._spoken_of:
            if word in NAMED and word not in result:
                message = _("{name} is read in {base}").format(name=word, base=NAMED[word][0])
                raise ParseError(message, self.text, self.text.find(word))
            if word in OF_DIGITS and word not in result:
                message = _("{name} is read with at most {most} digits, and {base} has {count}")
                count = format_int(system.digit_count, group=True)
                text = message.format(name=word, most=PAIRED_DIGITS, base=system, count=count)
                raise ParseError(text, self.text, self.text.find(word))
        for name, (expression, start) in self.sets.items():
            try:
                result[name] = Predicate(name, recognised_by(expression, system))
            except ParseError as error:
                raise error.within(self.text, start) from None
        return result

    def sentence(self, predicates: Mapping[str, Predicate]) -> Formula:
        """The first part of the rule, as a sentence."""
        try:
            return parse_sentence(self.first, predicates)
        except ParseError as error:
            raise error.within(self.text, 0) from None


def _pieces(text: str) -> list[str]:
    """The text cut at its semicolons, but for those within brackets."""
    pieces, depth, start = list[str](), 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == ";" and depth <= 0:
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


def _meant_by_semicolon(before: str, move: str) -> str:
    """The sign that is meant by a semicolon in front of a move, or of the end of one."""
    _names, colon, kinds = before.partition(":")
    if not colon:
        return "," if _NAMES.match(move) else ":"
    kind = kinds.rpartition("|")[2]
    if "->" in kind or not re.search("[<>=]", kind):
        return "|"
    return "&" if "->" in move else "->"


def _without_bases(piece: str, start: int) -> tuple[str, list[Placed]]:
    """A part of a text, with blanks where it names number systems in brackets, and those."""
    named = list(_BASE_INSIDE.finditer(piece))
    for match in named:
        piece = piece[: match.start()] + " " * len(match[0]) + piece[match.end() :]
    return piece, [(match[1], start + match.start(1)) for match in named]


@attrs.frozen
class Rules:
    """The rules of a game, read from a text.

    Attributes:
        names: of the numbers that a position is made of.
        options: the kinds of moves.
        system: the number system that is named, or that the sets in the formulas need; None where any will do.
        game: the game whose positions the formulas speak of, if one is named.
        sets: those that they speak of, such as `P`.
        defined: the names of the sets that the text defines.
        texts: the text of each kind of moves: its condition, empty for none, and what is left of each number.
        ends: the texts of where the play is over.
    """

    names: tuple[str, ...]
    options: tuple[LinearOption, ...]
    system: NumberSystem | None
    game: str | None = None
    sets: tuple[str, ...] = ()
    defined: tuple[str, ...] = ()
    texts: tuple[tuple[str, tuple[str, ...]], ...] = attrs.field(default=(), repr=False)
    ends: tuple[str, ...] = attrs.field(default=(), repr=False)

    def chosen(self, place: int) -> list[str]:
        """The numbers that the mover chooses in a kind of moves, by place; other variables stand for quotients."""
        condition, left = self.texts[place]
        spoken = re.findall(r"[A-Za-z_]\w*", " ".join((condition, *left)))
        return [name for name in self.options[place].chosen if name in spoken]


def parse_rules(text: str, game_sets: GameSets | None = None) -> Rules:
    """The rules that a text states; `game_sets` gives the sets of another game that it names.

    Raises:
        ParseError: with the place that cannot be read.

    >>> rules = parse_rules("x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t; ends x + y <= 3; base zeckendorf")
    >>> print(rules.options[1].condition, "–", rules.system)
    1 <= t & ~(x + y <= 3) – zeckendorf
    """
    clauses = Clauses.of(text)
    system, borrowed = clauses.system(), dict[str, Predicate]()
    sets = clauses.names_of_sets if clauses.game is not None else ()
    if clauses.game is not None and game_sets is not None:
        borrowed = dict(game_sets(clauses.game, sets, system))
        system = next((each.relation.system for each in borrowed.values()), system)
    predicates = borrowed if system is None else {**clauses.predicates(system), **borrowed}
    try:
        names, kinds = parse_moves(clauses.first, predicates)
    except ParseError as error:
        raise error.within(text, 0) from None
    over = []
    for sentence, start in clauses.ends:
        try:
            over.append(parse_sentence(sentence, predicates))
        except ParseError as error:
            raise error.within(text, start) from None
    _check(text, names, kinds)
    strange = sorted({name for end in over for name in end.free} - set(names))
    if strange:
        message = _("{name} is no number of the position: the play ends by what is left, not by what is chosen")
        raise ParseError(message.format(name=strange[0]))
    options = tuple(_option(names, kind, [Not(end) for end in over]) for kind in kinds)
    texts = tuple((kind.condition, kind.left) for kind in kinds)
    ends = tuple(sentence.strip() for sentence, _start in clauses.ends)
    return Rules(names, options, system, clauses.game, sets, tuple(clauses.sets), texts, ends)


def _option(names: tuple[str, ...], kind: Kind, more: list[Not]) -> LinearOption:
    """The formula of an option: variables that are not the position's are chosen by the mover."""
    condition = And((kind.allowed, *more)) if more else kind.allowed
    spoken = dict.fromkeys([*condition.free, *(name for term in kind.result for name in term.coefficients)])
    return LinearOption(tuple(name for name in spoken if name not in names), condition, kind.result)


def _check(text: str, names: tuple[str, ...], kinds: list[Kind]) -> None:
    if len(names) > MOST_NUMBERS or len(kinds) > MOST_KINDS:
        message = _("a position has at most {numbers} numbers, and a game {kinds} kinds of moves")
        raise ParseError(message.format(numbers=MOST_NUMBERS, kinds=MOST_KINDS))
    for kind in kinds:
        if not isinstance(kind.allowed, Exists | ForAll):
            continue
        if set(kind.allowed.names) & {n for term in kind.result for n in term.coefficients}:
            quantifier = "exists" if isinstance(kind.allowed, Exists) else "forall"
            message = _("what the mover chooses is not bound by `{quantifier}`: leave the quantifier out")
            raise ParseError(message.format(quantifier=quantifier), text, text.find(quantifier))

"""Canonical forms of impartial games in misère play: two games are equal exactly when their forms are one object."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from operator import attrgetter
from sys import getsizeof
from typing import Final, cast
from weakref import WeakValueDictionary

from cgt.core.concurrency import ForkSafeLock
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import check_whole, format_int
from cgt.core.outcome import Outcome
from cgt.core.progress import Effort
from cgt.core.reading import SignReader, check_text
from cgt.errors import BudgetError, ParseError

MOST_OPTIONS: Final = 1_000_000
"""The most options that one addition of forms may look at: a few seconds."""

MOST_READ: Final = 50_000
"""The most options that the sums in one text may look at: a fraction of a second."""

LARGEST_HEAP: Final = 2_000
"""The largest nim heap whose form is made: it holds all smaller ones, and they hold each other."""

LONGEST_TEXT: Final = 100_000
"""Forms share their parts, so that a text may be far longer than the form is large; a longer one is not written."""

BYTES_A_FORM: Final = 600
"""About how many bytes a form takes besides its options: with its genus, and its entry in the index of forms."""

BYTES_A_SUM: Final = 80
"""About how many bytes a sum takes besides the form that it is: an entry in two rows."""

BYTES_A_ROW: Final = 300
"""About how many bytes the sums of one form take besides their entries."""

_LOCK = ForkSafeLock()
_FORMS: WeakValueDictionary[frozenset[MisereForm], MisereForm] = WeakValueDictionary()
"""The forms in use, by their options."""


_BIRTHDAY = attrgetter("birthday")


class MisereForm:
    """The canonical form of an impartial game in misère play: its options, none of which can be omitted.

    Forms are made by `canonical_form`, `nim_heap`, `parse` and addition; equal forms are one object. Equal forms can
    replace each other in every sum, and some sum tells different ones apart.

    Attributes:
        options: the forms of the options.
        size: the size of the nim heap that the form is, or None.
        birthday: the length of the longest play.
        outcome: P when there are options, and all of them are N.

    Source: Conway, *On Numbers and Games* (1976), ch. 12; Siegel, *Combinatorial Game Theory* (2013), ch. V.

    >>> two = MisereForm.nim_heap(2)
    >>> print(two + two, two + MisereForm.nim_heap(1), MisereForm.parse("{*2,{*2}}").birthday)
    {*2,*3} *3 4
    >>> (two + two) + two == two + (two + two), two + two == MisereForm.nim_heap(0)
    (True, False)
    """

    __slots__ = ("__weakref__", "birthday", "known_genus", "options", "outcome", "size")

    options: frozenset[MisereForm]
    size: int | None
    birthday: int
    outcome: Outcome
    known_genus: object
    """Its genus, as soon as somebody asks: see `cgt.theory.genus`."""

    @classmethod
    def nim_heap(cls, size: int) -> MisereForm:
        """The form of a nim heap.

        Raises:
            NumberError: the size is no whole number of at least 0.
            BudgetError: it is above 2,000.
        """
        size = check_whole(size, "the size of a nim heap is a whole number of at least 0")
        if size > LARGEST_HEAP:
            raise BudgetError(
                f"the form of a nim heap above {format_int(LARGEST_HEAP, group=True)} takes too much memory"
            )
        return _nim_heaps([ZERO], size)

    @classmethod
    def parse(cls, text: str) -> MisereForm:
        """The form that a text describes: `0`, `*`, `*3`, a set of options such as `{0,*2}`, and sums with `+`.

        Raises:
            ParseError: with the place of the mistake.

        >>> print(MisereForm.parse("*1 + *2"), MisereForm.parse("{0,*}"), MisereForm.parse("{*}"))
        *3 *2 0
        """
        return _Reader(text).whole()

    def __add__(self, other: MisereForm) -> MisereForm:
        """The form of the disjunctive sum; raises `BudgetError` where its smaller sums have millions of options."""
        if not isinstance(other, MisereForm):
            return NotImplemented
        return self.plus(other)

    def plus(self, other: MisereForm, max_options: int | None = None) -> MisereForm:
        """The form of the disjunctive sum.

        Args:
            other: the other form.
            max_options: how many options of smaller sums may be looked at; a million by default, a few seconds.

        Raises:
            BudgetError: there are more.
        """
        return _sum(self, other, _effort(MOST_OPTIONS if max_options is None else max_options))

    def __reduce__(self) -> tuple[object, ...]:
        return canonical_form, (tuple(self.options),)

    def __str__(self) -> str:
        text = self._text(LONGEST_TEXT)
        return text if text is not None else f"a form of birthday {self.birthday}, too long to write"

    def __repr__(self) -> str:
        return f"MisereForm.parse({str(self)!r})"

    def _text(self, left: int) -> str | None:
        if self.size is not None:
            return "0" if not self.size else "*" if self.size == 1 else f"*{self.size}"
        texts = []
        for option in sorted(self.options, key=lambda form: (form.birthday, len(form.options))):
            text = option._text(left)  # noqa: SLF001 - its own class
            if text is None or (left := left - len(text) - 1) < 0:
                return None
            texts.append(text)
        return f"{{{','.join(sorted(texts, key=lambda text: (text != '0', len(text), text)))}}}"


def canonical_form(options: Iterable[MisereForm]) -> MisereForm:
    """The canonical form of the game with these options.

    A game G simplifies to an option H of an option when it is H with further options, from each of which one may move
    back to H; to 0 only if G is an N-position, that is, when an option of G is P.

    >>> zero = MisereForm.nim_heap(0)
    >>> canonical_form([canonical_form([zero])]) is zero
    True
    """
    return _canonical(frozenset(options))


def _nim_heaps(made: list[MisereForm], size: int) -> MisereForm:
    """The form of a nim heap, built on the smaller ones in `made`."""
    while len(made) <= size:
        made.append(_form(made))
    return made[size]


def _canonical(options: frozenset[MisereForm]) -> MisereForm:
    form = _FORMS.get(options)
    if form is not None:
        return form
    sizes = {option.size for option in options}
    if None not in sizes and (0 in sizes or 1 in sizes):  # nim heaps: from the greater ones one moves back to the mex
        size = next(size for size in count() if size not in sizes)
        return _form(option for option in options if cast("int", option.size) < size)
    # A latest option is no option of what G simplifies to, which is earlier; so from it, too, one may move back. An
    # option of G is never what G simplifies to: from it one cannot move back to itself.
    latest = max(options, key=_BIRTHDAY)
    for simpler in latest.options - options:
        if (
            simpler.options <= options
            and all(simpler in option.options for option in options - simpler.options)
            and (simpler.options or any(option.outcome is Outcome.P for option in options))
        ):
            return simpler
    return _form(options)


def _form(options: Iterable[MisereForm]) -> MisereForm:
    key = frozenset(options)
    if len(key) > LARGEST_HEAP:
        raise BudgetError(f"a form with more than {format_int(LARGEST_HEAP, group=True)} options takes too much memory")
    with _LOCK:
        form = _FORMS.get(key)
        if form is None:
            form = MisereForm()
            form.options = key
            sizes = {option.size for option in key}
            form.size = len(key) if sizes == set(range(len(key))) else None
            form.birthday = 1 + max((option.birthday for option in key), default=-1)
            lost = any(option.outcome is Outcome.P for option in key)
            form.outcome = Outcome.N if lost or not key else Outcome.P
            form.known_genus = None
            _FORMS[key] = form
        return form


def _effort(most: int) -> Effort:
    """A bound on the number of options that additions examine."""
    return Effort(most, _("the sum of two forms was stopped after {limit} options of smaller sums"))


class _Sums:
    """A cache of sums of forms, in the memory of the process."""

    def __init__(self) -> None:
        self.rows: dict[MisereForm, dict[MisereForm, MisereForm]] = {}
        """The sums of each form that was added, by the other form: each stands in two rows, and 0 in every one."""
        self.forms: set[MisereForm] = set()
        self.nbytes = 0

    def sum(self, left: MisereForm, right: MisereForm, effort: Effort) -> MisereForm:
        """The form of the sum of two forms, neither of which is 0.

        Raises `BudgetError` where it examines more options than the effort allows.
        """
        form = self.row(left).get(right)
        waiting = [(left, right)]
        while form is None:
            one, other = waiting[-1]
            effort.spend(len(one.options) + len(other.options))
            beside_one, beside_other = self.row(one), self.row(other)
            sums = [*map(beside_other.get, one.options), *map(beside_one.get, other.options)]  # most time goes here
            if None in sums:
                pairs = [(option, other) for option in one.options] + [(one, option) for option in other.options]
                waiting.extend(pair for pair, total in zip(pairs, sums, strict=True) if total is None)
                continue
            waiting.pop()
            if other not in beside_one:
                self.enter(one, other, _canonical(frozenset(cast("list[MisereForm]", sums))))
            if not waiting:
                form = beside_one[other]
        return form

    def row(self, form: MisereForm) -> dict[MisereForm, MisereForm]:
        """The known sums of a form, by the other form."""
        row = self.rows.get(form)
        if row is None:
            row = self.rows[form] = {ZERO: form}
            self.nbytes += BYTES_A_ROW
            self.keep(form)
        return row

    def enter(self, one: MisereForm, other: MisereForm, total: MisereForm) -> None:
        """Record a sum."""
        self.rows[one][other] = self.rows[other][one] = total
        self.nbytes += BYTES_A_SUM
        self.keep(total)

    def keep(self, form: MisereForm) -> None:
        """Count the bytes of a form, once."""
        if form not in self.forms:
            self.forms.add(form)
            self.nbytes += BYTES_A_FORM + getsizeof(form.options)


def _sum(left: MisereForm, right: MisereForm, effort: Effort) -> MisereForm:
    if not left.options or not right.options:
        return left if left.options else right
    with MEMORY.borrow(("sums of misère forms", None, None), _Sums) as sums:
        return sums.sum(left, right, effort)


class _Reader(SignReader):
    """A parser of forms."""

    DEEPEST = 200
    skips_blanks = True

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.effort = _effort(MOST_READ)
        self.heaps = [ZERO]

    def whole(self) -> MisereForm:
        check_text(self.text)
        if len(self.text) > LONGEST_TEXT:
            raise ParseError(f"the text of a form has at most {format_int(LONGEST_TEXT, group=True)} characters")
        form = self._total(0)
        if self.sign:
            raise self.error("the form ends here")
        return form

    def _total(self, depth: int) -> MisereForm:
        form = self._term(depth)
        while self.takes("+"):
            form = _sum(form, self._term(depth), self.effort)
        return form

    def _term(self, depth: int) -> MisereForm:
        if depth > self.DEEPEST:
            raise self.error(f"a text is nested at most {self.DEEPEST} deep")
        if self.takes("{"):
            return self._options(depth)
        if self.takes("*"):
            digits = self.decimal()
            if len(digits) > 3:
                raise self.error("a nim heap in a form is below 1000")
            return _nim_heaps(self.heaps, int(digits or 1))
        if self.takes("0"):
            return ZERO
        raise self.error("0, *, *2 or { was expected")

    def _options(self, depth: int) -> MisereForm:
        options = []
        if self.sign != "}":
            options.append(self._total(depth + 1))
            while self.takes(","):
                options.append(self._total(depth + 1))
        if not self.takes("}"):
            raise self.error(", or } was expected")
        return canonical_form(options)


ZERO: Final = _form(())

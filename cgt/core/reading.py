"""Parse and validate user input: texts, places of errors, sizes of heaps, the arguments of a ruleset's text form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.numbers import (
    check_whole,
    exact_repr,
    format_int,
    format_value,
    from_decimal,
    is_truth_value,
    needed_text,
)
from cgt.errors import CGTError, ParseError, PositionError, RulesetError

_DIGITS = frozenset("0123456789")
_NUMBER = re.compile(r"\d+", re.ASCII)
_POWER = re.compile(r"(\d{1,20})\s*(?:\^|\*\*)\s*(\d{1,6})", re.ASCII)
SPACED_NUMBERS = re.compile(r"\s*\d{1,100}(?:[\s;]+\d{1,100}){1,1000}\s*", re.ASCII)
"""Numbers with blanks or semicolons between them, which should be commas."""
THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})*,0\d\d(?:,\d{3})*", re.ASCII)
"""A large number with commas between its thousands: a heap of several digits does not begin with 0."""
_WHOLE = re.compile(r"\s*[+-]?\d{1,100}\s*", re.ASCII)
DEEPEST = 20
"""The most brackets that may stand in each other: a game in a game is read, and asked, through all around it."""
MOST_DIGITS = 100_000
"""The greatest number of digits of a number that is written as a power."""

_SINGLE = {"int", "str", "bool"}
_SEVERAL = {"tuple[int, ...]": tuple, "frozenset[int]": frozenset}
"""The types of fields that take all remaining arguments; such a field is the last one."""


def check_text(text: object) -> None:
    """Check that a value to be read is a text that can be encoded as UTF-8; raises `ParseError`."""
    if not isinstance(text, str):
        raise ParseError(f"only text can be read here, not {format_value(text)}")
    try:
        text.encode()
    except UnicodeEncodeError as error:  # a surrogate, as the system gives for bytes that are no UTF-8
        raise ParseError(_("{text!r} is half a character").format(text=text[error.start]), text, error.start) from None


def without_accents(text: str) -> str:
    """The text with plain letters in place of those with accents.

    >>> without_accents("aller à la rangée 1")
    'aller a la rangee 1'
    """
    if text.isascii():
        return text
    from unicodedata import normalize

    return re.sub("[\u0300-\u036f]", "", normalize("NFD", text))


def plain_letters(text: str) -> str:
    """The text as it is typed in haste: no capitals, no accents, and the apostrophe of a keyboard.

    >>> plain_letters("Aller à l’arrivée")
    "aller a l'arrivee"
    """
    return without_accents(text.casefold()).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


_TYPED = str.maketrans(
    {
        "≤": "<=",
        "⩽": "<=",
        "≥": ">=",
        "⩾": ">=",
        "≠": "!=",
        "∧": "&",
        "∨": "|",
        "¬": "~",
        "→": "->",
        "⟶": "->",
        "↦": "->",
        "⇒": "=>",
        "⇔": "<=>",
        "↔": "<=>",
        "−": "-",
        "–": "-",
        "·": "*",
        "×": "*",
        "⊕": " xor ",
        "∀": "forall ",
        "∃": "exists ",
    }
)


def typed_signs(text: str) -> str:
    """The text of a formula with the signs of a keyboard in place of those of print.

    >>> typed_signs("n: 1 ≤ t ∧ t ≠ 2 → n − t")
    'n: 1 <= t & t != 2 -> n - t'
    """
    return text.translate(_TYPED)


def indentation(text: str) -> int:
    """The number of blanks a text begins with; all of it when it is blank."""
    return len(text) - len(text.lstrip())


class SignReader:
    """A text that is read sign by sign from left to right; `at` is the place of the next one."""

    skips_blanks: ClassVar[bool] = False

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    @property
    def sign(self) -> str:
        """The next sign; empty at the end."""
        while self.skips_blanks and self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def takes(self, *signs: str) -> str:
        """The next sign, and pass it, if it is one of these; else the empty text."""
        sign = self.sign
        if sign not in signs:
            return ""
        self.at += 1
        return sign

    def decimal(self) -> str:
        """The decimal digits that stand here, and pass them."""
        start = self.at
        while self.text[self.at : self.at + 1] in _DIGITS:
            self.at += 1
        return self.text[start : self.at]

    def error(self, message: str, place: int | None = None) -> ParseError:
        """The error at a place of the text, by default where it is read."""
        return ParseError(message, self.text, self.at if place is None else place)


def unexpected(form: str, text: str, place: int) -> ParseError:
    """The error that a text, from a place on, does not have the form."""
    return ParseError(_("expected {form}").format(form=_(form)), text, place)


def parse_sizes(text: str, form: str) -> list[int]:
    """Heap sizes from text such as `3,5,7`; `form` tells the error message what a position looks like.

    Raises:
        ParseError: an entry is not a plain whole number of at least 0.

    >>> parse_sizes("3, 5,7", "heaps separated by commas")
    [3, 5, 7]
    """
    spaced = SPACED_NUMBERS.fullmatch(text)
    numbers = ",".join(re.findall(r"\d+", text)) if spaced else text.strip()
    if THOUSANDS.fullmatch(numbers):
        message = _("commas stand between heaps, not in a number: write {number} for one heap, or {heaps} for several")
        heaps = ",".join(str(int(entry)) for entry in numbers.split(","))
        raise ParseError(message.format(number=numbers.replace(",", ""), heaps=heaps), text, 0)
    if spaced:
        raise ParseError(_("numbers are separated by commas: write {numbers}").format(numbers=numbers), text, 0)
    sizes = []
    start = 0
    for entry in text.split(","):
        sizes.append(parse_size(entry, text, start, form))
        start += len(entry) + 1
    return sizes


def parse_size(entry: str, text: str, start: int, form: str) -> int:
    """One whole number of at least 0 out of a longer text, in which it begins at `start`; the error points at it.

    A power such as `10^30` or `10**30` is read as the number it is, of at most 100,000 digits.

    >>> parse_size("10^30", "10^30", 0, "a number") == parse_size("10**30", "10**30", 0, "a number") == 10**30
    True
    """
    number = entry.strip()
    if power := _POWER.fullmatch(number):
        value = _value_of(power, MOST_DIGITS)
        if value is None:
            message = _("a number that is written as a power has at most {most} digits")
            raise ParseError(message.format(most=format_int(MOST_DIGITS, group=True)), text, start + indentation(entry))
        return value
    if not _NUMBER.fullmatch(number):
        message = _("{what} is not a whole number of at least 0 (expected {form})")
        if not number:
            message = _("a number is missing (expected {form})")
        message = message.format(what=format_value(number), form=_(form))
        raise ParseError(message, text, start + indentation(entry))
    return from_decimal(number)


def _value_of(power: re.Match[str], most: int) -> int | None:
    """The number that is written as a power; None where it may have more than `most` digits."""
    value: int | None = int(power[1]) ** int(power[2]) if len(power[1]) * int(power[2]) <= most else None
    return value


def check_sizes(sizes: Sequence[object]) -> tuple[int, ...]:
    """The sizes as a tuple of ints.

    Raises:
        PositionError: a size is not an int, or below 0.

    >>> check_sizes([3, 5])
    (3, 5)
    """
    needs = "a heap has a whole number of at least 0 matches"
    return tuple([check_whole(size, needs, error=PositionError) for size in sizes])


def as_list(given: object, message: str, *, error: type[CGTError] = PositionError) -> list[Any]:
    """The entries of a user's list, or of another iterable; `message` says what is wrong with the `{value}`.

    Raises:
        CGTError: of the class `error`: it is a text or a mapping, or nothing to go through.

    >>> as_list(range(3), "heaps are given as a list, not as {value}")
    [0, 1, 2]
    """
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise error(message.format(value=format_value(given)))
    return list(given)


def refuse_list(position: Callable[..., object], arguments: Sequence[object]) -> None:
    """Raise an error for numbers given as one list, where `position` takes them one by one.

    Raises:
        PositionError: they do; or what is wrong with the numbers themselves.
    """
    if len(arguments) == 1 and isinstance(arguments[0], list | tuple) and arguments[0]:
        position(*arguments[0])
        numbers = ", ".join(map(format_value, arguments[0]))
        raise PositionError(f"give the numbers one by one: position({numbers})")


def check_parameter(value: object, needs: str, *, least: int = 1, **names: object) -> int:
    """A ruleset's whole-number parameter; `needs` says what would be right, for the error.

    Raises:
        RulesetError: it is not an int, or below `least`.

    >>> check_parameter(3, "bounded-nim(m) needs a whole number m of at least 1")
    3
    """
    return check_whole(value, needs, least=least, most=None, error=RulesetError, **names)


def parse_parameter(text: str, needs: str, *, least: int = 1, **names: object) -> int:
    """`check_parameter` for a parameter that is still text: at most a hundred digits, or a power such as 10^30.

    >>> parse_parameter("3", "bounded-nim(m) needs a whole number m of at least 1")
    3
    """
    digits = text.strip()
    power = _POWER.fullmatch(digits)
    value = None if power is None else _value_of(power, 100)
    if value is None and _NUMBER.fullmatch(digits) and len(digits) <= 100:
        value = int(digits)
    if value is None:
        raise RulesetError(needed_text(needs, digits[:40], **names))
    return check_parameter(value, needs, least=least, **names)


@attrs.frozen
class WholeNumber:
    """The validator of a field that is a whole number, kept as an int; `needs` says what would be right, for the error.

    Raises:
        RulesetError: it is not an int, below `least` or above `most`.
    """

    needs: str
    least: int = 1
    most: int | None = None

    def __call__(self, game: object, field: attrs.Attribute[int], value: int) -> None:
        """Validate a field's value; attrs calls it."""
        number = check_whole(value, self.needs, least=self.least, most=self.most, error=RulesetError)
        if number is not value:  # one of numpy's, which overflow
            object.__setattr__(game, field.name, number)


def truth_value(game: object, field: attrs.Attribute[bool], value: object) -> None:
    """Validate a field that is True or False, kept as a bool; attrs calls it.

    Raises:
        RulesetError: it is something else.
    """
    if not is_truth_value(value) or getattr(value, "ndim", False):
        raise RulesetError(f"{field.name} is True or False, not {format_value(value)}")
    object.__setattr__(game, field.name, bool(value))  # one of numpy's has another text


def parameters(kind: type) -> tuple[attrs.Attribute[object], ...]:
    """The fields that the arguments of the text form stand for: all of them if each can be read, else none.

    `int`, `str` and `bool` can, what a converter reads, and `tuple[int, ...]` and `frozenset[int]` for the last field.
    """
    fields = tuple(field for field in attrs.fields(kind) if field.init) if attrs.has(kind) else ()
    several = [field for field in fields if field.converter is None and _type_name(field) not in _SINGLE]
    return fields if not several or (several[0] is fields[-1] and _type_name(several[0]) in _SEVERAL) else ()


def read_parameters(kind: type, name: str, arguments: Sequence[str]) -> list[object]:
    """The values of the fields, from the arguments of the text form.

    Raises:
        RulesetError: too many arguments or too few, or one that is not of its field's type.
    """
    fields = parameters(kind)
    if not fields and attrs.has(kind):
        _check_fields(kind, name, arguments)
    rest = _SEVERAL.get(_type_name(fields[-1])) if fields else None
    needed = sum(field.default is attrs.NOTHING for field in fields)
    if len(arguments) < needed or (rest is None and len(arguments) > len(fields)):
        _refuse_by_form(kind, name, arguments)
        called = [field.metadata.get("letter", field.name) for field in fields]
        text = _("{name} takes {takes}, got {given}") if fields else _("{name} takes no arguments, got {given}")
        takes, given = ", ".join(called) + (", …" if rest else ""), ", ".join(arguments) or _("none")
        text = text.format(name=name, takes=takes, given=given)
        example = ",".join(map(str, getattr(kind, "example_arguments", ())))
        if example and not fields:  # a class that says it takes some
            raise RulesetError(f"{text}: write @attrs.frozen above {kind.__name__}, and its fields, such as most: int")
        raise RulesetError(text + _("; write {example}").format(example=f"{name}({example})") if example else text)
    single = fields if rest is None else fields[:-1]
    values = []
    for field, text in zip(single, arguments, strict=False):
        if _type_name(field) == "bool" and text.strip() not in _truths(field):
            _refuse_by_form(kind, name, arguments)
        values.append(_read_argument(name, field, text))
    left = arguments[len(single) :]
    return [*values, rest(_read_whole(name, fields[-1], text) for text in left)] if rest and left else values


def _refuse_by_form(kind: type, name: str, arguments: Sequence[str]) -> None:
    """Raise the error that says which arguments a class takes, where it says so itself; raises `RulesetError`."""
    form = getattr(kind, "argument_form", "")
    if isinstance(form, str) and form:
        text = _("{name} got {given}; it takes {form}")
        raise RulesetError(text.format(name=name, given=", ".join(arguments) or _("none"), form=_(form)))


def _check_fields(kind: type, name: str, arguments: Sequence[str]) -> None:
    """Check that arguments can stand for the fields of a class; raises `RulesetError`."""
    fields = list(filter(attrgetter("init"), attrs.fields(kind)))
    for field in fields:
        asked = arguments or field.default is attrs.NOTHING
        if not asked or field.converter is not None or (what := _type_name(field)) in _SINGLE:
            continue
        if field is not fields[-1] or what not in _SEVERAL:
            kinds = f"{', '.join(sorted(_SINGLE))} or, of the last one, {' or '.join(_SEVERAL)}"
            what = f"{field.name}: {what}"
            raise RulesetError(
                f"{name}: the field {what} is not read from text: give it the type {kinds}, or a converter"
            )


def write_parameters(ruleset: object) -> tuple[str, ...]:
    """The arguments that `read_parameters` reads, without defaults at the end."""
    values = [(field, getattr(ruleset, field.name)) for field in parameters(type(ruleset))]
    while values and values[-1][1] == values[-1][0].default:
        values.pop()
    return tuple(text for field, value in values for text in _write_argument(field, value))


def text_form(name: str, arguments: Sequence[str]) -> str:
    """The text of a game, `name(arguments)`; the name alone where there are none."""
    return f"{name}({','.join(arguments)})" if arguments else name


def arguments_of(text: str) -> tuple[str, ...]:
    """The arguments of a game's text, split at the commas that stand in no inner brackets.

    >>> arguments_of("vectors((1,0),(0,1))"), arguments_of("kayles")
    (('(1,0)', '(0,1)'), ())
    """
    inner = text.partition("(")[2][:-1]
    return tuple(part.strip() for _start, part in split_outside_brackets(inner, ",")) if inner else ()


def split_outside_brackets(text: str, separator: str, *, depth: int = 0) -> Iterator[tuple[int, str]]:
    """The parts of a text between separators that stand in no brackets, each with its place; O(n).

    The text itself may stand in brackets, `depth` of them.

    Raises:
        ParseError: more than 20 brackets stand in each other.

    >>> list(split_outside_brackets("nim 3+takeaway(2n+1) 9", "+"))
    [(0, 'nim 3'), (6, 'takeaway(2n+1) 9')]
    """
    start, outside = 0, depth
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth > DEEPEST:
            raise ParseError(_("brackets stand in each other more than {most} deep").format(most=DEEPEST))
        if sign == separator and depth <= outside:
            yield start, text[start:place]
            start = place + 1
    yield start, text[start:]


def _write_argument(field: attrs.Attribute[object], value: object) -> list[str]:
    if field.converter is not None:
        return [str(value)]
    if isinstance(value, bool):
        return [text for text, truth in _truths(field).items() if truth is value]
    if isinstance(value, frozenset):
        return [exact_repr(one) for one in sorted(value)]
    if isinstance(value, tuple):
        return [exact_repr(one) for one in value]
    return [value if isinstance(value, str) else exact_repr(value)]


def _type_name(field: attrs.Attribute[object]) -> str:
    # Under `from __future__ import annotations` a field's type is text.
    kind: object = field.type
    return kind if isinstance(kind, str) else kind.__name__ if type(kind) is type else str(kind)


def _read_argument(name: str, field: attrs.Attribute[object], text: str) -> object:
    if _type_name(field) == "str" or field.converter is not None:
        return text
    if isinstance(field.validator, WholeNumber):
        return parse_parameter(text, field.validator.needs, least=field.validator.least)
    if _type_name(field) != "bool":
        return _read_whole(name, field, text)
    truths = _truths(field)
    if text.strip() not in truths:
        raise RulesetError(
            _("{name} needs {choices} as its {field}, not {text}").format(
                name=name, choices=_(" or ").join(truths), field=field.name, text=format_value(text)
            )
        )
    return truths[text.strip()]


def _truths(field: attrs.Attribute[object]) -> dict[str, bool]:
    """The dict from words to truth values: `yes` and `no`, or the field's own word for True alone."""
    return {field.metadata["word"]: True} if "word" in field.metadata else {"yes": True, "no": False}


def _read_whole(name: str, field: attrs.Attribute[object], text: str) -> int:
    if not _WHOLE.fullmatch(text):
        message = _("{name} needs a whole number as its {field}, not {text}")
        raise RulesetError(message.format(name=name, field=field.name, text=format_value(text)))
    return int(text)

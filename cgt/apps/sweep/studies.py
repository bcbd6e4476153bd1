"""The task of a sweep, from a rule to its record; and files of records.

The record is the same on every machine and however often. Files are CSV, packed or not, JSON, LaTeX, or Parquet with
the extra `survey`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from traceback import format_exception_only
from typing import TYPE_CHECKING, Any

import attrs
from more_itertools import chunked

from cgt.apps.show.documents import COLUMN_SUFFIXES, columns_file
from cgt.core.atomic import parse_json, replacing, suffix_of, versioned
from cgt.core.concurrency import raised_by_handler, suppress_own
from cgt.core.function_game import NumberGame
from cgt.core.game import Game
from cgt.core.language import language
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.route import NOTHING, Question
from cgt.digits.moves import HasLinearMoves, LinearMoves
from cgt.errors import CGTError, MissingExtraError, ParseError, PluginError, UnknownNameError, clipped, visible
from cgt.families.capabilities import HasPeriod, Studied, code_of
from cgt.families.registry import parse_ruleset
from cgt.fast.taking_breaking_values import sequence_of
from cgt.games.heaps.formula_game import VectorGame
from cgt.solving.find_period import period
from cgt.theory.equality import standard_form
from cgt.theory.quotient_growth import quotient_of_codes

if TYPE_CHECKING:
    from pathlib import Path


VERSION = 3
"""The version of the task: another version studies every rule anew."""


NOT_THE_RULES = (MissingExtraError, UnknownNameError, PluginError)
"""The errors that tell of what is installed, and not of a rule."""


@attrs.frozen
class Record:
    """The results on one rule.

    Attributes:
        rule: the rule, as text.
        limit: how many nim-values were looked at, at most.
        status: `proved`, `observed`, `none seen`, or `error`.
        period, preperiod, saltus: of the nim-sequence; None where none was seen.
        recurrence: of a quota: what the base of its number system settles into; of a game from sentences its automaton.
        theorem: what proves it.
        checked_to: how many nim-values were computed.
        largest: the largest nim-value among them.
        certificate: the SHA-256 of the certificate's text, of a period or of a recurrence; None without a proof.
        misere: where it was asked for: `proved` if the misère quotient is that of all heaps, else `settled`, of the
            heaps to `misere_heaps`; None for a game that has no code.
        misere_order, misere_p_portion: the order of the misère quotient, and of its P-portion.
        misere_heaps: the greatest heap that was settled one by one.
        misere_certificate: the SHA-256 of the quotient's certificate.
        same_as: the rule whose record this is, since both are the same game with heaps renumbered; the certificates are
            that rule's.
        error: what went wrong, in one line.
    """

    rule: str
    limit: int
    status: str
    period: int | None = None
    preperiod: int | None = None
    saltus: int | None = None
    recurrence: str | None = None
    theorem: str | None = None
    checked_to: int | None = None
    largest: int | None = None
    certificate: str | None = None
    misere: str | None = None
    misere_order: int | None = None
    misere_p_portion: int | None = None
    misere_heaps: int | None = None
    misere_certificate: str | None = None
    same_as: str | None = None
    error: str | None = None

    def __str__(self) -> str:
        """The rule with its period, its misère quotient and the status of both."""
        if self.error:
            return f"{self.rule}: {self.error}"
        if self.period is None:
            period = "no period seen" if self.checked_to is not None else "neither a period nor a theorem"
        else:
            period = f"period {self.period} from {self.preperiod}"
        period += f", saltus {self.saltus}" if self.saltus else ""
        if self.period is None and self.theorem is not None:  # no nim-sequence: the theorem says what is known
            period = self.recurrence or self.theorem
        misere = ""
        if self.misere is not None:
            reach = "all heaps" if self.misere == "proved" else f"heaps to {self.misere_heaps}"
            misere = f"; misère quotient of order {self.misere_order} for {reach}"
        if self.period is not None or self.theorem is not None:
            period = f"{period}, {self.status}"
        return f"{self.rule}: {period}{misere}" + (f" (as {self.same_as})" if self.same_as else "")


COLUMNS = tuple(field.name for field in attrs.fields(Record))
NUMBERS = frozenset(field.name for field in attrs.fields(Record) if "int" in str(field.type))
"""The columns of whole numbers; the others are texts."""


def read_record(rule: str, limit: int, text: object) -> Record:
    """The record of a rule from untrusted JSON; raises `ParseError`.

    >>> import json
    >>> read_record("0.7", 50, json.dumps(attrs.asdict(study("0.7", 50)))).period
    2
    """
    known = parse_json(text) if isinstance(text, str) else None
    if not isinstance(known, dict) or not {"status"} <= known.keys() <= set(COLUMNS):
        raise ParseError(f"what is kept of {format_value(rule)} is no record of it")
    record: dict[str, Any] = {**dict.fromkeys(COLUMNS), "rule": rule, "limit": limit, **known}
    if record["rule"] != rule or record["limit"] != limit:
        raise ParseError(f"what is kept of {format_value(rule)} is no record of it")
    for name, value in record.items():
        kind = int if name in NUMBERS else str
        if not (isinstance(value, kind) and not isinstance(value, bool)) and (value is not None or name == "status"):
            raise ParseError(f"{name} of {format_value(rule)} cannot be {format_value(value)}")
    period, preperiod = record["period"] or 0, record["preperiod"] or 0
    # With heaps renumbered a period may begin some heaps further on than was looked.
    if min(period, preperiod) < 0 or max(period, preperiod if record["same_as"] is None else 0) > limit:
        raise ParseError(f"the period of {format_value(rule)} is longer than what was looked at")
    return Record(**record)


def compact(record: Record) -> str:
    """The record as JSON, without its rule, its limit, and empty fields.

    >>> compact(study("0.7", 50))[:42]
    '{"status":"proved","period":2,"preperiod":'
    """
    known = attrs.asdict(record, filter=lambda field, value: value is not None and field.name not in {"rule", "limit"})
    return json.dumps(known, separators=(",", ":"))


@language("en")  # a record is data: other runs go on with it, and workers know no reader
def study(rule: str, limit: int, *, misere: bool = False) -> Record:
    """The record of one rule: its period, values, and misère quotient where it is asked for.

    A rule that cannot be studied gives a record with an error: a sweep goes on. It is no fault of a rule that a
    package is missing here or nothing has its name: that is raised, and not recorded.

    Raises:
        MissingExtraError, UnknownNameError, PluginError: it cannot be studied before something is installed or mended.

    >>> study("kayles", 300).period, study("0.7", 50).status, study("nim(3)", 50).error
    (12, 'proved', 'nim takes no arguments, got 3')
    >>> study("takeaway(3n/2)", 50).recurrence, study("0.75", 50, misere=True).misere_order
    ('U_p = 2U_(p-1) for every p >= 2', 8)
    """
    try:
        ruleset = parse_ruleset(rule)
        has_sequence = isinstance(ruleset, HasPeriod | NumberGame)
        record = _period(rule, ruleset, limit) if has_sequence else _other(rule, ruleset, limit)
        return _with_quotient(record, ruleset) if misere else record
    except (*NOT_THE_RULES, KeyboardInterrupt):
        raise
    # A plugin's rule may raise anything, a panic of Rust for one, and a rule may fill the memory.
    except BaseException as error:
        if raised_by_handler(error):
            raise
        text = str(error) if isinstance(error, CGTError) else "".join(format_exception_only(error))
        return Record(rule, limit, "error", error=visible(clipped(" ".join(text.split()))))


def _period(rule: str, ruleset: Game, limit: int) -> Record:
    report = period(ruleset, limit)
    result, certificate = report.periodicity, report.certificate
    return Record(
        rule,
        limit,
        str(report.status),
        period=result.period if result else None,
        preperiod=result.preperiod if result else None,
        saltus=result.saltus if result else None,
        theorem=report.theorem,
        checked_to=report.checked_to,
        largest=max(map(int, report.values), default=None),
        certificate=sha256(certificate.to_json().encode()).hexdigest() if certificate else None,
    )


def _other(rule: str, ruleset: Game, limit: int) -> Record:
    """The record of a game without a nim-sequence of its own: whether a theorem covers it."""
    moves = ruleset.linear_moves() if isinstance(ruleset, HasLinearMoves) else None
    if moves is not None and moves.table is None:
        return _recognised(rule, ruleset, moves, limit)
    example = Question(ruleset.parse(ruleset.example), needed=NOTHING)
    forms = [form for form in ruleset.closed_forms() if form.kinds and form.answer(example) is not None]
    name = forms[0].name if forms else None
    base = ruleset.study(limit).base if isinstance(ruleset, Studied) else None
    return Record(
        rule,
        limit,
        "proved" if forms else "none seen",
        recurrence=None if base is None else str(base),
        theorem=name,
        certificate=None if base is None else sha256(base.to_json().encode()).hexdigest(),
    )


def _recognised(rule: str, ruleset: Game, moves: LinearMoves, limit: int) -> Record:
    """The record of a game with linear moves: its won positions as an automaton, from numbers below `limit`."""
    from cgt.theory.levels import LevelCertificate, levels

    level = next(levels(moves, 1, limit=limit))
    if level.automaton is None:
        return Record(rule, limit, "none seen", checked_to=level.limit)
    states = level.automaton.states
    text = f"{states} {'state' if states == 1 else 'states'} in {level.automaton.system}"
    certificate = LevelCertificate(str(ruleset), Convention.NORMAL, (level.automaton,)).sha256
    return Record(
        rule,
        limit,
        level.status,
        recurrence=text,
        theorem="automaton",
        checked_to=level.limit,
        certificate=certificate if level.status == "proved" else None,
    )


def _with_quotient(record: Record, ruleset: Game) -> Record:
    """The record with the misère quotient, found with the default work of `quotient_of_codes`, and verified."""
    code = code_of(ruleset)
    if code is None:
        return record
    quotient = quotient_of_codes([code])
    quotient.verify()
    return attrs.evolve(
        record,
        misere="proved" if quotient.is_proved else "settled",
        misere_order=quotient.order,
        misere_p_portion=quotient.p_order,
        misere_heaps=quotient.heaps,
        misere_certificate=quotient.certificate.sha256,
    )


def representative(rule: str) -> str:
    """The rule that stands for all rules of the same game with heaps renumbered; itself where there is no other.

    >>> representative("0.07"), representative("0.137"), representative("0.160"), representative("wythoff")
    ('0.137', '0.137', '0.16', 'wythoff')
    >>> representative("vectors((1,0),(2,3))")
    'vectors((0,1),(3,2))'
    """
    ruleset = code = None
    with suppress_own(Exception):  # the study of the rule tells
        ruleset = parse_ruleset(rule)
        code = code_of(ruleset)
    if isinstance(ruleset, VectorGame):
        first = ruleset.renumbered
        return rule if first == ruleset else str(first)
    if code is None:
        return rule
    form = standard_form(code)[0]
    is_code = rule[:1].isdecimal()
    return str(form) if is_code or form != code else rule


def renumbered(record: Record, rule: str) -> Record:
    """The record of the same game under another rule, with that rule's numbers of heaps.

    >>> result = renumbered(study("0.137", 300), "0.07")
    >>> result.preperiod, study("0.07", 300).preperiod
    (53, 53)
    """
    code = code_of(parse_ruleset(rule))
    shift = standard_form(code)[1] if code is not None else 0
    preperiod, period, saltus = record.preperiod, record.period, record.saltus or 0
    if preperiod == 0 and period is not None and code is not None:
        # The heaps that are no heaps there may fit the pattern from some place on.
        sequence = sequence_of(code)
        sequence.extend_to(shift + period)
        values = sequence.values
        misfits = (heap + 1 for heap in range(shift) if values[heap] + saltus != values[heap + period])
        preperiod = max(misfits, default=0)
    elif preperiod is not None:
        preperiod += shift
    heaps = None if record.misere_heaps is None else record.misere_heaps + shift
    return attrs.evolve(record, rule=rule, preperiod=preperiod, misere_heaps=heaps, same_as=record.rule)


WRITTEN = 20_000
"""The number of records written together."""

SUFFIXES = (*COLUMN_SUFFIXES, ".json")


def save(records: Iterable[Record], path: Path) -> None:
    """Save the records, whole or not at all, in the format of the suffix; raises as `suffix_of` does.

    CSV is written some thousand rows at a time; the other formats hold all rows in memory.
    """
    suffix = suffix_of(path, SUFFIXES)
    with replacing(path) as file:
        if suffix == ".csv":
            file.writelines(_lines(records))
        elif suffix == ".csv.gz":
            packing = zlib.compressobj(9, wbits=31)  # without the hour, so that the same records are the same bytes
            file.writelines(map(packing.compress, _lines(records)))
            file.write(packing.flush())
        else:
            rows = list(records)
            file.write(_json(rows) if suffix == ".json" else columns_file(_columns(rows), suffix))


def _columns(records: Sequence[Record]) -> dict[str, list[int | str | None]]:
    return {name: [getattr(record, name) for record in records] for name in COLUMNS}


def _lines(records: Iterable[Record]) -> Iterator[bytes]:
    """The lines of a CSV file, in blocks of some thousands."""
    header = columns_file(_columns(()), ".csv")
    yield header
    for some in chunked(records, WRITTEN):
        yield columns_file(_columns(some), ".csv").removeprefix(header)


def _json(records: Sequence[Record]) -> bytes:
    record = versioned({"records": [attrs.asdict(record) for record in records]})
    return (json.dumps(record, ensure_ascii=False, indent=0) + "\n").encode()

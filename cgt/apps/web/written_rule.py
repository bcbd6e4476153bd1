"""Secrets as people write them, "3, 6, 9", "multiples of 3" or "every third", as sets of numbers to test.

Words are read in English and in French, whichever language the page speaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import accumulate, cycle, pairwise, takewhile
from math import lcm
from operator import xor

import attrs

from cgt.core.language import _
from cgt.errors import ParseError

LONGEST_SECRET = 400
"""Characters of a secret."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


_DIGITS = (
    "one un une first|two deux second seconde deuxieme|three trois third troisieme|"
    "four quatre fourth quatrieme|five cinq fifth cinquieme|six sixth sixieme|"
    "seven sept seventh septieme|eight huit eighth huitieme|nine neuf ninth neuvieme|"
    "ten dix tenth dixieme|eleven onze eleventh onzieme|twelve douze twelfth douzieme|thirteen treize|"
    "fourteen quatorze|fifteen quinze|sixteen seize|seventeen|eighteen|nineteen|twenty vingt"
)
_WORDS = {word: number for number, words in enumerate(_DIGITS.split("|"), 1) for word in words.split()}
_TENS = {"twenty": 20, "vingt": 20, "thirty": 30, "trente": 30, "forty": 40, "quarante": 40, "fifty": 50}
_TENS |= {"cinquante": 50, "sixty": 60, "soixante": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_BELOW_20 = "|".join(word for word in _WORDS if not word.endswith(("ieme", "th", "st", "nd", "rd", "seconde")))
_WORDS |= {"zero": 0} | _TENS
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

_NO_WHOLE_NUMBER = re.compile(r"(?:^|[,;]) ?-\d+|(?<![\d.])\d+\.\d+(?![\d.])", re.ASCII)

_SIGNS = str.maketrans({"\u2026": "...", "\u2019": "'", "\u207f": "^n", "\u2260": "!="})
# What is rewritten before anything is read: (what, by what).
_REWRITTEN = (
    (r"[\u2010-\u2015\u2212]", "-"),
    (r"[\u00d7\u00b7]", "*"),
    (r"\u2264|=<", "<="),
    (r"\u2265|=>", ">="),
    (r"!==?|<>|\b(?:est )?different\w* (?:from|to|than|de)\b", " is not "),
    (r"\bquatre[- ]vingts?\b", "eighty"),
    (rf"\b({'|'.join(_TENS)})(?: et(?= une?\b| onze\b))? (?=(?:{_BELOW_20})\b)", r"\1-"),
    (r"\b(?:greater|more|larger|higher) than or equal to\b|\b(?:superieure?|plus grande?)s? ou ega\w+ a\b", ">="),
    (r"\b(?:less|fewer|smaller|lower) than or equal to\b|\b(?:inferieure?|plus petite?)s? ou ega\w+ a\b", "<="),
    (r"\bno (?=(?:more|less|fewer) than\b)", "not "),
    (r"\b(but not|mais pas|except|sauf) (?=(?:of|de) \w)", r"\1 multiples "),
    (r"\u2261|\bcongru\w* a\b|==", "="),
    (r"\u2295|\bnim.?sum\b|\bnim.?somme\b", "xor"),
    (r"\bevery other\b", "every second"),
    (r"\b(second|third|fourth|fifth|sixth|seventh) one\b|\bones\b", r"\1"),
    (r"(?<=than the )first\b|\bfirst (?=heap|row|line|arm)", "other "),
    (r"\b(?:first|premiere?)(?: player| joueur\w*)? (?=always|toujours|wins?\b|los|can\b|gagn|perd|peut)", "beginner "),
    (r"\b(?:second|deuxieme)(?: player| joueur\w*)? (?=always|toujours|wins?\b|gagn)|\bone (?=can\b|who\b)", ""),
    (r"\bindivisible\b|\b(?:non|in between|between|entre)[- ]?(?:the |les )?(?=mu\w*p)", "not "),
    (r"\bn plus (?=\w)", "n + "),
    (r"\bn (?:minus|moins) (?=\w)", "n - "),
    (r"\b(?:if|when|si|quand) (?:you|we|i|on) (?:add|ajoute)\b(?=.* (?:mu\w*p|divi|tables? ))", "n +"),
    (r"\b(\d+) (?:does(?:n't| not) divide|ne divise pas)\b(?: n\b)?", r"not divisible by \1"),
    (r"\b(\d+) ?\*? ?\( ?[nk] ?[-+] ?1 ?\)", r"\1n"),
    (r"\b(\d+) ?x ?(?=n\b)|\b(n) ?x ?(?=\d)|(?:^|\s)x ?(?=\d)", r"\1\2 * "),
    (r"\b(n ?[-+] ?\d+) (?=mu\w*p)", r"\1 is a "),
    (r" (?:and|et|puis|then) (?:you |we |on |i |je )?(?:add|ajoute) (?=\w+$)", " plus "),
    (
        (
            r"(\bmu\w*p\w*s? (?:of|de) \w+)(?:,| and| then| et| puis| auquel)* (?:you |we |on |i |je )?"
            r"(?:take away|remove|subtract|enleve|retire) (?=\w+$)"
        ),
        r"\1 minus ",
    ),
    (
        (
            r"^(?:you |we |on |i |je )?(?:take away|remove|subtract|enleve|retire) (\w+) (?:et|and) "
            r"(?:c'est|it is|it's) (?:in |dans |on )?(?=.*(?:mu\w*p|table))"
        ),
        r"n - \1 is ",
    ),
    (r"^\+ ?(\d+) (?:starting|beginning|en commencant|en partant) (?:at|with|from|par|de) (?=\w+$)", r"every \1 from "),
)
_ENDING = re.compile(r"(\d)(?:st|nd|rd|th|e|er|eme)\b", re.ASCII)
_EMPTY_WORDS = re.compile(r"\b(?:the|les)\b\s?|\bqu'")
_PIECES = r"(?:heaps?|piles?|arms?|tas|bras)"
# What says nothing more: no remainder; the article of "un multiple"; the number of heaps, as in "two heaps of 7".
_SAYS_NOTHING = _any(
    r"\b(?:no|without|without a|never a|not a|sans|pas de|0) (?:remainder|rest|reste)\b|\breste nul\b",
    r"\b1 (?=mu\w*p|numbers?\b|nombres?\b|before|last|previous|tous)",
    rf"\b[2-9] {_PIECES}\b",
)

_NOTHING = _any(
    r"^non?$|\b(none|never|nothing|nowhere|nobody|no (?:(?!odd|even)\w+ )?numbers?|empty)\b",
    r"\bnot (?:1|any|at any)\b|\bcan(?:no|')t lose\b|\bimpossible (?:to lose|de perdre)\b|\bpeut pas perdre\b",
    r"\b(aucune?|jamais|rien|personne|nulle part|pas de (?:tel )?nombre|pas 1|y en a pas)\b|\u2205|n't any",
)
_WINS = re.compile(r"\b(?:wins?|winning|gagn\w*)\b")
_EVERYTHING = _any(
    r"(?=.*\b(?:never|jamais)\b).*\b(?:win|gagn)|(?=.*\b(?:always|toujours|all|every|tous|tout)\b).*\b(?:los|perd)",
    r"^(?:all|any|every|always|tous|tout|toujours)(?: numbers?| nombres?)?$",
)
# At these numbers whoever begins wins: at the others he loses.
_WON = re.compile(
    r"\b(?:begin(?:s|ner)|start(?:s|er)|commence)\b (?:(?:always|can|will|toujours|peut) )*(?:wins?|gagne\w*)\b"
    r"(?!.*\b(?:los|perd))"
)
_REMAINDER = re.compile(r"\b(?:a|any|some|1) (?:remainder|reste)\b")
_RESTS = re.compile(r"\bmod|%|\[|\b(?:remainder|reste|xor)\b")
_LOSES = re.compile(r" ?(?:a )?(?:los|perd)")
_IS_NOT = re.compile(r"\b(?:is|are|est) (?:not|pas)$|\b(?:is|are)n't$")
_EITHER = re.compile(r"\b(?:or|ou)\b(?! \d+ (?:more|less|(?:de )?(?:plus|moins))\b)")
_DIVISIBLE_BY_BOTH = re.compile(
    r"\bdivi\w* (?:\w+ )?(?:by|par) (?:both )?\d+ (?:and|et) (?:also |aussi )?(?:by |par )?\d+$"
)
_MULTIPLES_OF_EITHER = _any(
    (
        r"(?:(?:all|any|tous|n|it|is|are|est|sont|a|1|des) )*(?:mu\w*p|divi)\w* (?:of|de|by|par) "
        r"(\d+(?:(?:,? (?:or|ou)|,) (?:of |de |by |par )?\d+)+)"
    ),
    r"(?:all |tous )?mu\w*p\w*s (?:of|de) (\d+(?:(?:,? (?:and|et)|,) (?:of |de )?\d+)+)",
)
_BARE = re.compile(r"[\d ,]*\d(?: (?:and|or|et|ou) \d+)*")
_DIGIT_SUM = _any(
    r"\b(?:sums?|add\w*|total) (?:up )?(?:of )?(?:its |their )?digits?\b|\bdigit sums?\b",
    r"\bsommes? (?:des|de ses|de leurs) chiffres\b",
)
# What would change the meaning of a rule, and is not read.
_NOT_READ = _any(
    r"\b(?:squares?|cubes?) of\b|\b(?:squared|cubed)\b|\bcarres? de(?:s| mu)|\bau (?:carre|cube)\b",
    r"(?<![a-z])[nk] ?\^ ?2\b|\bprimes?\b|\bnombres? premiers?\b",
    r"\b(?:twice|doubles?|half|halves|moities?) (?:of |de )?(?:a |an |1 |des? )?(?:mu\w*p|fib|powers?|puissance)",
    r"\b(?:half|moitie) (?:of |de )?\d",
    r"\b(?:times|fois|sums? of|sommes? de) (?:a |1 |2 )?(?:fib|powers?|puissance|nombres? de fib)",
)
_NOT = re.compile(
    r"\b(?:except\w*(?: for)?|but not|all but|apart from|sauf|hors|hormis|not|(?:is|are)n't|mais pas|non)\b"
    r"|\bpas\b(?! de \d)|\bno\b(?= odd| even| mul| \d)"
    r"|\b(?:(?:every\w*|any\w*|tout) but|(?:other|else) than|different (?:from|to|de)|unless|autres? que)\b"
    r"|\b(?:never|jamais)\b(?= (?:a |de |1 )?(?:mu\w*p|divi)| (?:at )?\d| leave| have)"
    r"|\b(?:can(?:no|')t|doesn't|don't)\b(?= (?:be )?divi| leave| have| give)"
)
_THE_END = _any(
    r"\b(?:only|just|seulement|uniquement|juste|no more|no others?|none|nothing else|that's (?:all|it)|c'est tout)\b",
    r"\b(?:plus rien|rien d'autre|aucun autre|que \d)",
)
_EQUAL = re.compile(
    r"\b(?:same|equal\w*|identical|as many|alike|symm?etr\w*|match|ega\w+|pareil\w*|memes?|autant|identiques?|comme)\b"
    r"|\b(?:as|aussi) \w+ (?:as|que)\b"
)
_AT_LEAST = re.compile(r"\b(?:at (?:least|most)|au (?:moins|plus))\b")
_ODD = re.compile(r"\b(?:odds?|impaire?s?)\b")
_EVEN = re.compile(r"\b(?:evens?|paire?s?|halved)\b")
_POWERS = _any(
    r"\b(?:powers?|puissances?)(?: (?:of|de) (\d+))?",
    r"\b(?:doubl\w*|twice)()",
    r"\b(\d+) ?(?:\^|\*\*) ?[nk]\b",
    r"\b(\d+) (?:to|puissance|exposant) (?:power )?(?:of )?[nk]\b",
    r"\b(\d+) (?:times|fois) (?:1|number|last|previous|le|nombre|celui)? ?(?:before|last|previous|precedent|d'avant)",
)
_TIMES = re.compile(r"\b(?:times|fois|multipl(?:y|ied|ie\w*) (?:by|par)) (\d+)|(?:^|\s)\* ?(\d+)")
_FIBONACCI = re.compile(r"\bfib\w*")
_SUM = re.compile(r"\b(?:add\w*|sums?|somme|ajout\w*)\b|\+")
_BEFORE = re.compile(r"\b(?:before|last|previous|prior|preced\w*|derniers?|d'avant|avant)\b")
_LAST_DIGIT = re.compile(r"\b(?:(?:end\w*|fini\w*|termin\w*) (?:in|with|by|par|en)|last digit|dernier chiffre)\b")
_STEP = _any(
    r"\bmu\w*p\w*s? (?:of |de |d'|du )?(\d+)",
    r"\b(\d+) (?:times )?table",
    r"\btables? (?:of |de |des |du )?(\d+)",
    r"\b(?:every|each|all|chaque|tout?e?s?) (\d+)",
    r"(?<!from )\b1 (?:\w+ )?(?:sur|in|of|out of) (?:every )?(\d+)",
    r"\b(?:sur|out of) (\d+)",
    r"\bdivi\w*(?: \w+){0,3}? (?:by|par) (\d+)",
    r"\bn ?/ ?(\d+)",
    r"\bde (\d+) en \d+",
    r"\b(?P<same>\d+) par (?P=same)\b",
    r"\b(?:steps?|pas|jumps?|bonds?|gaps?|ecarts?|groups?|paquets?) (?:of|de) (\d+)",
    r"\b(?:in|by|par) (\d+)",
    r"\bmod\w* ?(\d+)",
    r"% ?(\d+)",
    r"\[(\d+)\]",
    r"\b(\d+)s\b",
    r"\b(\d+) ?\*? ?[nkx]\b",
    r"\b[nk] ?\* ?(\d+)",
    r"\b(\d+) ?(?:\||divides|divise|goes into)",
    r"\b(\d+) (?:times|fois) (?:a |any |some|une? |1 |[nk]\b|quelque|numbers?$|nombre)",
)
_MODULO = re.compile(r"\bmod|%|\[")
_FROM = re.compile(
    r"\b(?:from|start\w*(?: (?:at|with|from))?|begin\w*(?: (?:at|with))?|part\w* de|commen\w+ (?:par|a)|des) (\d+)"
    r"|^(\d+),? ?(?:and |then |puis |et )(?!\d)"
)
_TURNED = re.compile(r"\bn ?([-+]) ?(?=\d)|\b(?:subtract|remove|take away|enlev|retir|soustr)\w* ?()")
_LESS = _any(
    r"\b(?:less|fewer|short|shorter|smaller|below|before|under|minus|moins|avant|de moins)\b",
    r"- ?(?=\d)",
)
_MORE = _any(
    r"\b(?:more|plus|above|after|apres|bigger|greater|larger|longer|next to|suivant)\b",
    r"\b(?:left|leav\w*|remain\w*|reste?\w*)\b|[+=]",
)
_AND = re.compile(r"[,;]|\b(?:and|or|et|ou)\b")
_ADD = re.compile(
    r"(?:\+|\b(?:add\w*|plus|ajout\w*|augment\w*|goes|up)\b)(?: (?:up|by|in|de))* ?(?=\d)"
    r"|(?=\b\d+ (?:more|de plus) (?:each|every|a chaque|chaque|and|et))"
)
_RANGE = re.compile(r"(\d+) ?(?:-|to|up to|through|till?|until|a|jusqu'a|\.\.+) ?(\d+)")
_BETWEEN = re.compile(r"\b(?:between|entre) (\d+) (?:and|et) (\d+)")
_ELLIPSIS = re.compile(r"^(.*\d)[ ,;]*\.\.+[ ,;]*(\d+)")
# What bounds from below and from above, and by how much the last number that is allowed differs from the bound.
_FROM_BELOW, _FROM_ABOVE = (
    (
        (
            _any(
                r"(?:at least|au moins|>=) ?(\d+)",
                r"(\d+) ?<= ?n",
                r"\b(\d+) (?:or|ou|et) (?:more|plus|up)(?! \w)",
                r"^\D*(\d+) and (?:more|up)$",
            ),
            0,
        ),
        (
            _any(
                r"(?:more|greater|bigger|larger|higher|over|above|>)(?: than)? ?(\d+)",
                r"(\d+) ?< ?n",
                r"(?:plus (?:grande?s? )?(?:de|que)|superieure?s? a|au-dessus de) ?(\d+)",
            ),
            1,
        ),
    ),
    (
        (
            _any(
                r"(?:at most|au plus|<=|up to|until|till|jusqu'a) ?(\d+)",
                r"(\d+) ?>= ?n",
                r"\b(\d+) (?:or|ou) (?:less|moins)",
            ),
            0,
        ),
        (
            _any(
                r"(?:less|fewer|smaller|lower|under|below|<)(?: than)? ?(\d+)",
                r"(\d+) ?> ?n",
                r"(?:moins (?:de|que)|plus petite?s? que|inferieure?s? a|au-dessous de) ?(\d+)",
            ),
            -1,
        ),
    ),
)


@attrs.frozen
class Verdict:
    """The verdict on a secret.

    Attributes:
        holds: whether it is true as far as it is tested.
        wrong: the smallest number at which it is not; None where all that was written is true.
    """

    holds: bool
    wrong: int | None = None


def verdict_on(text: str, losing: Collection[int], least: int, most: int, beside: Sequence[int] = ()) -> Verdict:
    """The verdict on what a person wrote about the losing numbers; of the ways to read it, that of the best.

    Nobody is asked about 0, nor below `least`. Numbers that are true as far as they go, with no way to go on that is,
    are `Verdict(False, None)`: more are to be written.

    Args:
        text: what was written.
        losing: the numbers at which whoever begins loses.
        least: the smallest number that is asked about.
        most: the largest.
        beside: the numbers that stand beside it, with which "the same as the other" is compared.

    Raises:
        ParseError: there is neither a number nor a rule in it.

    >>> verdict_on("3 6 9", range(0, 61, 3), 0, 60), verdict_on("every third", range(0, 61, 3), 0, 60)
    (Verdict(holds=True, wrong=None), Verdict(holds=True, wrong=None))
    >>> verdict_on("3", range(0, 61, 3), 0, 60), verdict_on("3, 6, 10", range(0, 61, 3), 0, 60)
    (Verdict(holds=False, wrong=None), Verdict(holds=False, wrong=9))
    """
    asked = set(range(max(least, 1), most + 1))
    lost = asked & set(losing)
    plain = _plain(text)
    if other := _NO_WHOLE_NUMBER.search(plain):
        message = _("I read whole numbers of at least 0, such as 10, 20, 30, and not {text}")
        raise ParseError(message.format(text=other[0].strip(" ,;")))
    listed, readings = _read(plain, most, beside)
    apart = [lost ^ (asked & reading) for reading in readings]
    if not all(apart):
        return Verdict(True)
    if listed is None:
        return Verdict(False, min(apart[0]))
    written = {number for number in listed if number >= min(asked)}
    last = max(written, default=0)
    return Verdict(False, min((one for one in lost ^ written if one <= last), default=None))


def _read(words: str, most: int, beside: Sequence[int]) -> tuple[list[int] | None, list[set[int]]]:
    """The numbers that a person listed, or None where a rule says them; and each way to read it, up to `most`."""
    if _NOT_READ.search(words):
        raise _unread()
    if won := _WON.search(words):
        where = words[: won.start()] + words[won.end() :]
        if _rules(where, most, beside) or _numbers(where):
            return None, _all_but(_read(where, most, beside)[1], most)
    if rules := _rules(words, most, beside):
        return None, rules
    numbers = _numbers(words)
    if not numbers:
        if _WINS.search(words):
            return None, [set()]
        raise _unread()
    if _THE_END.search(words):
        return None, [set(numbers), *_last_heap_of(numbers, beside)]
    return sorted(set(numbers)), [*_last_heap_of(numbers, beside), *_continued(words, numbers, most)]


def _unread() -> ParseError:
    return ParseError(_("I read numbers, such as 10, 20, 30, and rules, such as multiples of 10"))


def _plain(text: str) -> str:
    """The text in lower case without accents, number words as digits."""
    small = unicodedata.normalize("NFKD", text[:LONGEST_SECRET].lower().translate(_SIGNS))
    small = "".join(one for one in small if not unicodedata.combining(one))
    for what, by in _REWRITTEN:
        small = re.sub(what, by, small)
    small = re.sub(r"[a-z]+(?:-[a-z]+)*", lambda word: _as_digits(word[0]), small)
    return re.sub(r"\s+", " ", _SAYS_NOTHING.sub(" ", _EMPTY_WORDS.sub("", _ENDING.sub(r"\1", small)))).strip(" .!")


def _as_digits(word: str) -> str:
    """A number word as digits, "threes" as "3s"; any other word as it is."""
    parts = [_WORDS.get(part) for part in word.split("-") if part != "et"]
    if parts and all(part is not None for part in parts):
        return str(sum(filter(None, parts)))
    single = word.removesuffix("es" if word == "sixes" else "s")
    return f"{_WORDS[single]}s" if single in _WORDS else word


def _numbers(words: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(words)]


def _first_group(match: re.Match[str]) -> int:
    return int(next(filter(None, match.groups()), 0))


def _rules(words: str, most: int, beside: Sequence[int]) -> list[set[int]]:
    """The numbers that a rule in words gives, in each way to read it; empty where there is none."""
    everything = set(range(most + 1))
    if added := _DIGIT_SUM.search(words):
        sums = _rules(words[: added.start()] + words[added.end() :], most, ())
        return [{number for number in everything if sum(map(int, str(number))) in one} for one in sums]
    if not _NUMBER.search(words.replace("1", "")):
        if _EVERYTHING.search(words):
            return [everything]
        if _NOTHING.search(words):
            return [set()]
    if without := _NOT.search(words):
        before, but = words[: without.start()], words[without.end() :]
        if _IS_NOT.search(before + without[0]) and _RESTS.search(before) and _BARE.fullmatch(but):
            return _all_but(_rules(f"{before}= {but}", most, beside), most)
        kept = _rules(before, most, beside) or [everything]
        if _LOSES.match(but) and not _numbers(but):
            return _all_but(_rules(before, most, beside) or [set(_numbers(before))], most)
        left_out = _rules(but, most, beside) or _continued(but, _numbers(but), most)
        return [one - other for other in left_out if other for one in kept]
    if some := _REMAINDER.search(words):
        divided = words[: some.start()] + words[some.end() :]
        if _STEP.search(divided) and not _numbers(_STEP.sub("", divided)):
            return _all_but(_rules(divided, most, beside), most)
    for either in _EITHER.finditer(words):
        one, other = (_rules(part, most, beside) for part in (words[: either.start()], words[either.end() :]))
        if one and other:
            return [first | second for first in one for second in other]
    if both := _MULTIPLES_OF_EITHER.fullmatch(words.strip()):
        sizes = {*_numbers(both[1] or both[2])} - {0}
        return [_multiples(sizes, most), *_regular(words, most)]
    return _relative_to_heaps(words, beside) or _growing(words, most) or _regular(words, most)


def _all_but(readings: Sequence[set[int]], most: int) -> list[set[int]]:
    """The numbers that each reading leaves out."""
    return [set(range(most + 1)) - reading for reading in readings]


def _relative_to_heaps(words: str, beside: Sequence[int]) -> list[set[int]]:
    """The readings as one number given by the other heaps: equal to them, less than them, or their nim-sum."""
    numbers = _numbers(words)
    if not beside:
        return []
    if re.search(r"\bxor\b|\d\^\d", words) and set(numbers) <= {*beside, 0}:
        return [{reduce(xor, beside)}]
    if len(set(beside)) > 1:
        return []
    if _AT_LEAST.search(words):
        return []
    other, own = beside[0], [number for number in numbers if number != beside[0]]
    less = _LESS.search(words)
    if _EQUAL.search(words) and not {*own} - {len(beside) + 1} and not less and not _MORE.search(words):
        return [{other}]
    if len(own) == 1 and less and not _AND.search(words) and words.index(str(own[0])) < less.start() + 7:
        return [{other - own[0]}]
    return []


def _growing(words: str, most: int) -> list[set[int]]:
    """The Fibonacci numbers, or the powers of a number."""
    if _FIBONACCI.search(words) or (_SUM.search(words) and _BEFORE.search(words) and 2 in _numbers(words)):
        return [set(takewhile(lambda one: one <= most, _fibonacci()))]
    powers, times = _POWERS.search(words), _TIMES.search(words)
    match = powers or times
    if match is None:
        return []
    rest = words[: match.start()] + words[match.end() :]
    base, others = _first_group(match) or 2, [number for number in _numbers(rest) if number]
    shift = others[0] if others and _MORE.search(rest) else -others[0] if others and _LESS.search(rest) else 0
    start = 1 if shift else min(others, default=1)
    if base < 2 or start < 1:
        return []
    grown = {start * base**power + shift for power in range(most.bit_length())}
    return [grown] if powers else [grown, set(range(base, most + 1, base))]


def _regular(words: str, most: int) -> list[set[int]]:
    """The readings as numbers in equal steps, of one parity or between bounds; several conditions all apply."""
    start, behind = _FROM.search(words), _FROM.sub("", words)
    sizes = {_first_group(step) for step in _STEP.finditer(behind)} - {0}
    if both := _DIVISIBLE_BY_BOTH.search(words):
        behind, sizes = behind.replace(both[0], "_"), {lcm(*_numbers(both[0]))}
    within, rest = _within(_STEP.sub("_", behind) if sizes else words, most)
    odd, even = (pattern.search(rest) is not None for pattern in (_ODD, _EVEN))
    if _LAST_DIGIT.search(words):
        steps = [{number for number in range(most + 1) if number % 10 in _numbers(words)}]
    elif len(sizes) == 1 and start:
        steps = [set(range(_first_group(start), most + 1, sizes.pop()))]
    elif len(sizes) == 1:
        steps = _by_steps(rest, sizes.pop(), most, modulo=_MODULO.search(words) is not None)
    elif sizes:
        steps = [_multiples(sizes, most)]
    elif (odd or even) and len(_numbers(rest)) > 2:  # it is a list
        return []
    elif odd or even or len(within) > 1 or within[0] != set(range(most + 1)):
        steps = [set(range(int(start[1] or 0) if start else 0, most + 1))]
        if _MORE.search(rest) and sum(_numbers(rest)) % 2:  # one more than an even number
            odd, even = even, odd
    else:
        return []
    return [
        {number for number in one & bounds if odd == even or number % 2 == odd} for one in steps for bounds in within
    ]


def _multiples(sizes: Collection[int], most: int) -> set[int]:
    """The multiples of any of the sizes."""
    return {number for number in range(most + 1) if any(number % size == 0 for size in sizes)}


def _within(words: str, most: int) -> tuple[list[set[int]], str]:
    """The numbers between bounds, in each way to read them, and the words without them."""
    if between := _BETWEEN.search(words):  # with the bounds, or without
        first, last = int(between[1]), min(int(between[2]), most + 1)
        return [set(range(first, last + 1)), set(range(first + 1, last))], _BETWEEN.sub("", words)
    if (middle := _ELLIPSIS.search(words)) and len(listed := _numbers(middle[1])) > 1:
        return [set(range(listed[0], min(int(middle[2]), most) + 1, max(1, listed[1] - listed[0])))], ""
    single = _RANGE.search(words)
    if single and len(_numbers(words)) == 2 and int(single[1]) < int(single[2]):
        return [set(range(int(single[1]), min(int(single[2]), most) + 1))], _RANGE.sub("", words)
    low, words = _bounds(words, _FROM_BELOW)
    high, words = _bounds(words, _FROM_ABOVE)
    return [set(range(max(low, default=0), min([most, *high]) + 1))], words


def _bounds(words: str, patterns: Sequence[tuple[re.Pattern[str], int]]) -> tuple[list[int], str]:
    """The bounds that are found, and the words without them."""
    bounds = []
    for pattern, by in patterns:
        bounds += [_first_group(match) + by for match in pattern.finditer(words)]
        words = pattern.sub("", words)
    return bounds, words


def _by_steps(around: str, size: int, most: int, *, modulo: bool) -> list[set[int]]:
    """The numbers in equal steps, by the words around them, where "_" stands for each step."""
    turned = _TURNED.search(around)
    numbers = _numbers(around)
    after, before = _MORE.search(around), _LESS.search(around)
    if not numbers and not modulo and "_" in around and (after or before):  # the one after a multiple of 4
        numbers = [1] if re.search(r"\b(?:after|apres|above|next|suivant|before|avant|below)\b", around) else []
    sign = -1 if (turned[1] == "+" if turned else before) else 1
    rests = {sign * number % size for number in numbers} or {0}
    several = around.count("_") > 1
    joined = _AND.search(around) is not None and not modulo and bool(numbers)
    ways = [rests | {0}] if several else [rests, rests | {0}] if joined and after else [rests]
    if joined and not several and not after and not before:
        ways = [rests | {0}]
    return [{number for number in range(most + 1) if number % size in way} for way in ways]


def _last_heap_of(numbers: Sequence[int], beside: Sequence[int]) -> list[set[int]]:
    """The reading as the last heap of a position written in full, such as 7,4; empty for other lists."""
    count = len(beside)
    return [{numbers[-1]}] if count and len(numbers) == count + 1 and [*numbers[:count]] == [*beside] else []


def _continued(words: str, numbers: Sequence[int], most: int) -> Iterator[set[int]]:
    """The listed numbers, and what they are with each way to go on: by equal steps, steps in words, or growth."""
    listed = sorted(set(numbers))
    yield set(listed)
    steps = [after - before for before, after in pairwise(listed)]
    for period in range(1, len(steps) + 1):
        again = steps[:period]
        if all(one == again[place % period] for place, one in enumerate(steps)):
            yield set(_walk(listed[0], again, most))
            break
    if add := _ADD.search(words):
        start, added = _numbers(words[: add.start()]), [one for one in _numbers(words[add.start() :]) if one]
        if added:
            yield {*start, *_walk(start[-1] if start else 0, added, most)}
    own = [number for number in listed if number]
    if len(own) > 2 and all(after == 2 * before for before, after in pairwise(own)):
        yield {own[0] << power for power in range(most.bit_length())}
    fibonacci = list(takewhile(lambda one: one <= max([most, *listed]), _fibonacci()))
    if len(own) > 3 and own == sorted({one for one in fibonacci if own[0] <= one <= own[-1]}):
        yield {number for number in fibonacci if number >= own[0]}


def _walk(start: int, steps: Sequence[int], most: int) -> Iterator[int]:
    return takewhile(lambda one: one <= most, accumulate(cycle(steps), initial=start))


def _fibonacci() -> Iterator[int]:
    before, number = 1, 1
    while True:
        yield number
        before, number = number, before + number

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from cgt.core.code import NAMED, Constraint, Digit, HeapCode, partitions
from cgt.errors import ParseError, PositionError

KEEP = {
    "": lambda part: True,
    "=": lambda part: len(set(part)) <= 1,
    "!": lambda part: len(set(part)) == len(part),
    "?": lambda part: len(part) < 2 or len(set(part)) > 1,
}


def divisions(total, heaps, sign):
    if heaps > total:
        return []
    return [
        part
        for part in combinations_with_replacement(range(1, total + 1), heaps)
        if sum(part) == total and KEEP[sign](part)
    ]


@pytest.mark.parametrize("sign", KEEP)
@pytest.mark.parametrize("heaps", range(5))
def test_partitions_agree_with_all_combinations(sign, heaps):
    for total in range(13):
        assert list(partitions(total, heaps, Constraint(sign))) == divisions(total, heaps, sign)


# A code, and what its digits allow: for each number taken, the heap counts with their signs.
MEANINGS = [
    ("0.77", [{}, {0: "", 1: "", 2: ""}, {0: "", 1: "", 2: ""}]),
    ("0.3f", [{}, {0: "", 1: ""}, {0: "", 1: "", 2: "", 3: ""}]),
    ("4!.0", [{2: "!"}]),
    ("C.8?", [{2: "", 3: ""}, {3: "?"}]),
    ("0.0{0,2=,4!}1", [{}, {}, {0: "", 2: "=", 4: "!"}, {0: ""}]),
    ("{3+}.{1,3?}", [dict.fromkeys(range(3, 13), ""), {1: "", 3: "?"}]),
    ("0.{2+}!", [{}, dict.fromkeys(range(2, 13), "!")]),
    ("0.{0,1,2,3,5}", [{}, {0: "", 1: "", 2: "", 3: "", 5: ""}]),
    ("4.2[31]", [{2: ""}, {1: ""}, *[{0: "", 1: ""}, {0: ""}] * 5]),
]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_options_are_what_the_digits_say(text, meaning):
    code = HeapCode.parse(text)
    for heap in range(10):
        expected = [
            part
            for taken, counts in enumerate(meaning)
            if taken <= heap
            for heaps, sign in counts.items()
            for part in divisions(heap - taken, heaps, sign)
        ]
        assert list(code.options(heap)) == expected


@pytest.mark.parametrize(
    "spellings",
    [
        ("0.77", ".77", "0.7700", "0.77[0]", "0.77[00]", "0.{0,1,2}{0,1,2}", " 0.77 "),
        ("0.[3]", "0.3[3]", "0.[33]", "0.333[333]", "0.[{0,1}]"),
        ("0.[12]", "0.1[21]", "0.12[12]", "0.[1212]"),
        ("4!.0", "4?.0", "{2!}.0", "{2?}.0", "{2}!.0", "4!.000"),
        ("0.3F", "0.3f", "0.{1,0}{3,2,1,0}"),
        ("{2+}.0", "{2,3+}.0", "{2,3,4,5+}.0"),
        ("0.{0,1,2!+}", "0.{0+}!", "0.{1,0,2!,3!+}"),
        ("0.C!", "0.{2!,3!}", "0.{2,3}!", "0.{2?,3!}"),
        ("0.0", "0.", ".", "0.000", "0.[0]"),
    ],
)
def test_the_same_code_in_several_spellings(spellings):
    codes = {HeapCode.parse(text) for text in spellings}
    assert len(codes) == 1
    assert str(codes.pop()) == spellings[0]


def test_different_codes_differ():
    texts = ["0.77", "0.777", "0.7", "0.[7]", "4.77", "0.77!", "0.7[7]", "0.C!", "0.C?", "0.C="]
    assert len({HeapCode.parse(text) for text in texts}) == len(texts) - 1  # 0.7[7] is 0.[7]


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("", 0),
        ("7", 1),
        ("0", 1),
        ("1.3", 0),
        ("2.3", 0),
        ("{0,2}.3", 0),
        ("00.77", 1),
        ("0.7G", 3),
        ("0.7-", 3),
        ("0,77", 1),
        ("0.3!", 2),
        ("0.0=", 2),
        ("0.7!!", 4),
        ("0.[", 3),
        ("0.[]", 2),
        ("0.[3", 4),
        ("0.[3]3", 5),
        ("0.[[3]]", 3),
        ("0.7]", 3),
        ("0.{", 3),
        ("0.{}", 3),
        ("0.{2", 4),
        ("0.{2,2}", 5),
        ("0.{2+,3}", 5),
        ("0.{3,2+}", 5),
        ("0.{1!}", 3),
        ("0.{0,1}!", 2),
        ("0.{2!}=", 2),
        ("0.{100}", 3),
        ("0.77 7", 4),
        ("0.٣", 2),
    ],
)
def test_errors_point_at_the_place(text, index):
    with pytest.raises(ParseError) as caught:
        HeapCode.parse(text)
    assert caught.value.index == index


def test_options_are_lazy_and_heaps_natural():
    assert next(HeapCode.parse("0.77").options(10**30)) == (10**30 - 1,)
    assert next(HeapCode.parse("4.[3]").options(10**30)) == (1, 10**30 - 1)
    with pytest.raises(PositionError):
        list(HeapCode.parse("0.77").options(-1))


def test_kinds():
    kayles, kenyon, grundy, nim = (HeapCode.parse(text) for text in ("0.77", "0.3F", "4!.0", "0.[3]"))
    assert kayles.is_octal
    assert kayles.is_hexadecimal
    assert not kenyon.is_octal
    assert kenyon.is_hexadecimal
    assert not grundy.is_octal
    assert nim.masks is None
    assert nim.is_taking
    assert nim.last is None
    assert (kayles.last, kayles.most_parts, kayles.masks) == (2, 2, (0, 7, 7))
    assert HeapCode.parse("0.{2+}").most_parts is None
    assert list(HeapCode.of_subtraction({2, 5}).options(5)) == [(3,), ()]
    assert Digit.of_mask(0) == Digit()


def test_named_games():
    assert {name: str(game.code) for name, game in NAMED.items()} == {
        "kayles": "0.77",
        "double-kayles": "0.7777",
        "dawsons-kayles": "0.07",
        "dawsons-chess": "0.137",
        "officers": "0.6",
        "guiles": "0.15",
        "kenyons": "0.3F",
        "nim": "0.[3]",
        "lasker": "4.[3]",
        "grundy": "4!.0",
    }
    assert all(game.name == name and game.reference and game.rule for name, game in NAMED.items())

"""A game that takes arguments says what they mean, in each language, with examples that can be typed."""

import re

import attrs
import pytest

import cgt
from cgt.core.language import _ as translated
from cgt.core.language import available_languages, language
from cgt.core.reading import arguments_of, text_form
from cgt.errors import CGTError, RulesetError
from cgt.families.registry import _check_texts, example_ruleset, iter_rulesets

GAMES = {name: game for name, game in iter_rulesets() if type(game).__module__.startswith("cgt.")}
WITH = {name: game for name, game in GAMES.items() if game.argument_form}


def examples(name, text):
    """What stands in a text as `name(…)`, its brackets closed."""
    for match in re.finditer(rf"(?<![\w-]){name}\(", text):
        depth, end = 1, match.end()
        while depth:
            depth += (text[end] in "([{") - (text[end] in ")]}")
            end += 1
        yield text[match.start() : end]


def takes_arguments(name):
    """Whether a game refuses none of some arguments by the words that it takes no arguments."""
    try:
        cgt.parse_ruleset(f"{name}(no-such,argument,of,any,game)")
    except RulesetError as error:
        return "takes no arguments" not in str(error)
    except CGTError:
        return True
    return True


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_its_arguments_mean_exactly_if_it_takes_some(name):
    assert takes_arguments(name) == bool(GAMES[name].argument_form)


def test_most_of_the_families_are_looked_at():
    assert len(WITH) > 35
    assert {"wythoff", "subtraction", "moves", "takeaway", "octal", "grundy", "blocked", "compound"} <= WITH.keys()
    assert not {"nim", "kayles", "rugs", "turning-corners"} & WITH.keys()


@pytest.mark.parametrize("name", WITH)
@pytest.mark.parametrize("code", available_languages())
def test_each_example_is_a_game_other_than_the_usual_one(name, code):
    with language(code):
        text = translated(example_ruleset(name).argument_form)
    shown = list(examples(name, text))
    assert shown
    for example in shown:
        game = cgt.parse_ruleset(example)
        assert game != GAMES[name]
        assert game.parse(game.example)


@pytest.mark.parametrize("name", WITH)
def test_each_language_has_the_same_examples_in_words_of_its_own(name):
    texts = []
    for code in available_languages():
        with language(code):
            texts.append(translated(example_ruleset(name).argument_form))
    assert len(set(texts)) == len(texts)
    assert len({tuple(examples(name, text)) for text in texts}) == 1


@pytest.mark.parametrize(
    "text", ["all-but(1,3)", "subtraction(2^k+1)", "subtraction(2,5)", "octal(0.77)", "wythoff(2)"]
)
def test_a_game_with_arguments_says_the_same_of_them(text):
    game = cgt.parse_ruleset(text)
    assert game.argument_form == example_ruleset(text.partition("(")[0]).argument_form
    assert text_form(text.partition("(")[0], arguments_of(str(game))) == text


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("wythoff(1,2,3)", "1, 2, 3"),
        ("bounded-nim", "none"),
        ("leaper(1)", "1"),
        ("circular-nim(2,x)", "2, x"),
        ("delete-nim(x)", "x"),
        ("compound(nim)", "nim"),
        ("with-pass", "none"),
    ],
)
def test_wrong_arguments_are_answered_by_what_they_mean(text, given):
    """`wythoff takes a, heaps` said the names of the fields, and `circular-nim needs shrinking as its shrinking`."""
    name = text.partition("(")[0]
    with pytest.raises(RulesetError) as refused:
        cgt.parse_ruleset(text)
    assert str(refused.value) == f"{name} got {given}; it takes {GAMES[name].argument_form}"


def test_a_form_that_is_no_text_is_the_fault_of_its_game():
    @attrs.frozen
    class Row(cgt.games.Nim):
        argument_form = 3

    with pytest.raises(TypeError, match="its argument_form is 3, no line of text"):
        _check_texts(Row())


def test_wrong_arguments_of_grundy_are_shown_as_they_were_typed():
    with pytest.raises(RulesetError, match=r"not '2,3'$"):  # it said '23'
        cgt.parse_ruleset("grundy(2,3)")

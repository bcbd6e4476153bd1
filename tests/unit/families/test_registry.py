from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import cgt
from cgt.core.language import _, language
from cgt.core.plugins import plugins
from cgt.errors import CGTError, ParseError, PluginError, RulesetError, UnknownNameError
from cgt.families.registry import example_ruleset, iter_rulesets, load_ruleset, parse_ruleset, rulesets_with


def test_every_registered_game_loads_and_is_described():
    loaded = dict(iter_rulesets())
    assert set(loaded) == set(cgt.ruleset_names())
    for name, ruleset in loaded.items():
        assert ruleset.title, name
        assert ruleset.rules.endswith("."), name
        assert ruleset.references, name


def test_every_registered_name_shows_another_game():
    shown = [str(ruleset) for _name, ruleset in iter_rulesets()]
    titles = [ruleset.title for _name, ruleset in iter_rulesets()]
    assert len(set(shown)) == len(set(titles)) == len(shown)


def test_a_game_of_ours_is_there_by_its_line_alone_under_the_name_it_says(monkeypatch):
    monkeypatch.setitem(cgt.games.RULESETS, "brand-new", "cgt.games.heaps.nim:Nim")
    plugins.cache_clear()
    try:
        assert "brand-new" in cgt.ruleset_names()
        assert load_ruleset("brand-new") is cgt.games.Nim
    finally:
        monkeypatch.undo()
        plugins.cache_clear()
        load_ruleset.cache_clear()
        example_ruleset.cache_clear()


class BrandNew(cgt.games.Nim):
    """A game of another package whose author gave it no name: it has that of nim."""


@pytest.mark.parametrize("registered", [BrandNew, BrandNew()])
def test_a_game_that_bears_another_games_name_is_refused(monkeypatch, registered):
    """`cgt games brand-new` advised to ask for that game, and positions were those of that game when read again."""
    monkeypatch.setitem(sys.modules, "brand_new", SimpleNamespace(game=registered))
    monkeypatch.setitem(cgt.games.RULESETS, "brand-new", "brand_new:game")
    plugins.cache_clear()
    try:
        with pytest.raises(
            PluginError, match=r"'brand-new' .* calls itself 'nim', which is another game: name its class 'brand-new'"
        ):
            load_ruleset("brand-new")
    finally:
        monkeypatch.undo()
        plugins.cache_clear()
        load_ruleset.cache_clear()
        example_ruleset.cache_clear()


def test_every_name_is_that_of_its_class():
    for name in cgt.games.RULESETS:
        assert load_ruleset(name).name == name


def test_near_matches_are_offered():
    with pytest.raises(UnknownNameError, match="did you mean takeaway"):
        load_ruleset("takeawy")
    with pytest.raises(LookupError, match="cgt games"):
        load_ruleset("zzzzzz")


@pytest.mark.parametrize("text", ["", "(", "nim(", "2n", "nim)", "nim(1) x", "__import__('os').system('x')"])
def test_what_is_no_ruleset(text):
    with pytest.raises((ParseError, UnknownNameError)):
        cgt.parse_ruleset(text)


@pytest.mark.parametrize("text", ["nim(3)", "takeaway", "takeaway(2n,2,2)", "fibonacci-nim(2,3)", "takeaway(2n,zero)"])
def test_arguments_that_make_no_sense(text):
    with pytest.raises(RulesetError):
        cgt.parse_ruleset(text)


def test_arguments_with_commas_in_brackets():
    assert cgt.parse_ruleset("takeaway([3,1,8], 2)") == cgt.games.TakeAway([3, 1, 8], 2)


@pytest.mark.parametrize("text", ["0.77", " .770", "4!.0", "{2+}.0", "4.[3]", "0.3f"])
def test_a_bare_code_is_a_ruleset(text):
    assert parse_ruleset(text) == parse_ruleset(f"taking-breaking({text})")


@pytest.mark.parametrize(("text", "place"), [("0.7G", 4), ("1.7", 1), ("", None), ("0", 2)])
def test_a_bare_code_that_cannot_be_read(text, place):
    with pytest.raises(ParseError) as refusal:
        parse_ruleset(text)
    assert place is None or f"at character {place} of {text!r}" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "lang", "said"),
    [
        ("takeaway(2n", "en", "a bracket is not closed, at character 9 of 'takeaway(2n'"),
        ("moves(", "fr", "une parenthèse n’est pas fermée, au caractère 6 de 'moves('"),
        ("dame", "fr", "il n’y a pas de jeu 'dame' : vouliez-vous dire queen ?"),
        ("allumettes", "fr", "il n’y a pas de jeu 'allumettes' : vouliez-vous dire bounded-nim(3) ?"),
        ("règle", "fr", "il n’y a pas de jeu 'règle' : vouliez-vous dire ruler ?"),
        ("escalier", "fr", "il n’y a pas de jeu 'escalier' : vouliez-vous dire staircase ?"),
        ("dawson", "en", "there is no ruleset 'dawson': did you mean dawsons-chess, dawsons-kayles, dawsons-pawns?"),
        ("chess", "en", "there is no ruleset 'chess': did you mean dawsons-chess, dawsons-pawns?"),
        ("divisor", "en", "there is no ruleset 'divisor': `cgt games divisor` lists those that speak of it"),
        ("zzzz", "en", "there is no ruleset 'zzzz': `cgt games` lists what there is"),
    ],
)
def test_what_is_no_game_is_told_with_what_is_meant(text, lang, said):
    with language(lang), pytest.raises(CGTError) as told:
        parse_ruleset(text)
    assert str(told.value).replace("\N{NO-BREAK SPACE}", " ").startswith(said)


@pytest.mark.full("en")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_title_of_a_game_names_it(lang):
    """`Échecs de Dawson` was like no game, its accent taken away; `King to the corner` was like turning-corners."""
    with language(lang):
        for name, game in iter_rulesets():
            if _(game.title).lower() != name:
                with pytest.raises(CGTError, match=rf"\b{name}\b"):
                    parse_ruleset(_(game.title))


def test_games_are_looked_for_without_accents_too():
    with language("fr"):
        assert [name for name, _game in rulesets_with("echecs")] == [name for name, _game in rulesets_with("échecs")]

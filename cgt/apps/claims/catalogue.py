"""All claims, by article, and how to find one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from cgt.apps.claims.articles import ARTICLES
from cgt.core.language import _
from cgt.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cgt.apps.claims.claim import Claim, Figure

FIGURES: Mapping[str, Figure] = {figure.name: figure for article in ARTICLES for figure in article.figures}
"""The articles' figures, by name."""


def claims(article: str | None = None) -> tuple[Claim, ...]:
    """All claims in the order of the articles, or those of one article.

    Raises:
        UnknownNameError: no such article.

    >>> [claim.id for claim in claims("001")][:3]
    ['001.1', '001.2', '001.3a']
    """
    found = [one for one in ARTICLES if article in {None, one.number}]
    if not found:
        raise UnknownNameError(
            _("no article {article!r}: there are {choices}").format(
                article=article, choices=", ".join(one.number for one in ARTICLES)
            )
        )
    return tuple(claim for one in found for claim in one.claims)


def get(claim_id: str) -> Claim:
    """The claim of that id.

    Raises:
        UnknownNameError: there is none; the message lists near matches, the readings of a claim that has several first.

    >>> get("002.4").kind.word
    'theorem'
    """
    for claim in claims():
        if claim.id == claim_id:
            return claim
    raise _unknown(claim_id)


def select(name: str) -> tuple[Claim, ...]:
    """The claims a name stands for: one claim, all readings of `001.5`, or the whole article `001`.

    Raises:
        UnknownNameError: it stands for none; the message lists near matches.

    >>> [claim.id for claim in select("003.2")]
    ['003.2a', '003.2b', '003.2c', '003.2d']
    """
    found = tuple(claim for claim in claims() if name in {claim.id, claim.part_of, claim.article})
    if not found:
        raise _unknown(name)
    return found


def _unknown(name: str) -> UnknownNameError:
    readings = [claim.id for claim in claims() if claim.part_of == name]
    known = [claim.id for claim in claims()]
    near = readings or get_close_matches(name, known, n=4, cutoff=0.6)
    hint = _("did you mean {choices}?").format(choices=", ".join(near)) if near else "ids run from 000.1 to 004.8"
    return UnknownNameError(_("no claim {name!r}: {hint}").format(name=name, hint=hint))

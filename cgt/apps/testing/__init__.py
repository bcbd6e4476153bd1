"""Tests for authors of games: `check_ruleset`, and hypothesis strategies in `strategies`."""

from __future__ import annotations

from cgt.apps.testing.laws import RulesetReport, check_ruleset

__all__ = ["RulesetReport", "check_ruleset"]

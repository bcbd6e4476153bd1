"""For authors of rulesets: `check_ruleset` for their tests, and hypothesis strategies in `cgt.testing.strategies`."""

from __future__ import annotations

from cgt.testing.check import RulesetReport, check_ruleset

__all__ = ["RulesetReport", "check_ruleset"]

"""Lessons: a sheet for tomorrow, of any game: rules with pictures, a table to fill in, graded exercises, and a key.

>>> import cgt
>>> from cgt.apps.lessons import lesson
>>> sheet = lesson(cgt.parse_ruleset("takeaway(2n)"), seed=1)
>>> sheet.title, [exercise.level for exercise in sheet.exercises]
('Take-away: takeaway(2n)', [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
"""

from __future__ import annotations

from cgt.apps.lessons.lesson import Exercise, Lesson, lesson

__all__ = ["Exercise", "Lesson", "lesson"]

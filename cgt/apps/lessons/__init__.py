"""Lessons about any game: a double page for the class, its key, a teacher's page, and one for the wall.

`lesson` asks the library, `lesson_pages` lays out, `written` writes HTML and PDF. The words are in
`cgt.families.lesson_words`.

>>> import cgt
>>> from cgt.apps.lessons import lesson
>>> sheet = lesson(cgt.parse_ruleset("takeaway(2n)"), seed=1)
>>> sheet.title, sheet.start, sheet.exercises[0].text, sheet.exercises[0].answer
('Take-away', 'a heap of 22', 'a heap of 4', 'W: take 1')
"""

from __future__ import annotations

from cgt.apps.lessons.lesson import Exercise, Lesson, lesson

__all__ = ["Exercise", "Lesson", "lesson"]

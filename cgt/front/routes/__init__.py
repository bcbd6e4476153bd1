"""The routes to an answer, as one ordered and open list: what `solve` and all the others ask.

A route is anything with a `name`, a `cost(question)` and an `answer(question)` (`cgt.core.route.Route`). `cost` tells,
without work, how many processor seconds an answer would take: None where the route has nothing to say about this
position under this convention. The cheapest route is asked first; of equal costs, the order of the list decides:
closed forms and certificates, the ruleset's own routes, the routes of other packages, its table, the components of a
sum, the search. An answer may be partial (an outcome without a nim-value): the next routes complete it where that is
needed, or cheap. A route that would take too long raises `BudgetError`, and the next one is asked.

To add one:

- for a ruleset: a method `routes()` of the ruleset gives them;
- from another package: an entry point in the group `cgt.routes`, a route or a class that makes one;
- in this library: a module in this folder, and its place in `informed_routes` (`asking.py`): `cgt.crosscheck` then
  audits it against the engine, too.

>>> import cgt
>>> from cgt.core.route import Answer, Question, Status
>>> from cgt.front.routes import Routes
>>> class Mirror:
...     name = "mirror"
...     def cost(self, question):
...         heaps = getattr(question.position, "heaps", ())
...         return 0.0 if len(heaps) == 2 and heaps[0] == heaps[1] else None
...     def answer(self, question):
...         return Answer(self.name, "folklore", Status.THEOREM, cgt.Outcome.P, 0, (), "answer in the other heap")
>>> routes = Routes(known=lambda position: [Mirror()])
>>> routes.ask(Question(cgt.MooreNim(1).position(7, 7))).explanation
'answer in the other heap'
"""

from __future__ import annotations

from cgt.front.routes.asking import Routes, default_routes

__all__ = ["Routes", "default_routes"]

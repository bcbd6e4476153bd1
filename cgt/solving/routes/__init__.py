"""The routes to an answer, as one ordered and open list: what `solve` and all the others ask.

A route is anything with a `name`, a `rank` and an `answer(question)` (`cgt.core.route.Route`). The rank tells how much
work its answers take: known at once, a table, component by component, search. Routes are asked in this order, and of
one rank in the order of the list: closed forms and certificates, the ruleset's own routes, those of other packages,
those of misère play, the table, equal components, the components, the search. A route that knows nothing says None. An
answer may be partial (an outcome without a nim-value): the next routes complete it where that is needed, or known at
once. A route that would take too long raises `BudgetError`, and the next one is asked.

To add one:

- for a ruleset: a closed form, or a method `routes()` of the ruleset that gives them;
- from another package: an entry point in the group `cgt.routes`, a route or a class that makes one;
- in this library: its place in `informed_routes` (`asking.py`), so that `cgt.crosscheck` audits it against the engine.

>>> import cgt
>>> from cgt.core.route import Answer, Question, Rank, Status
>>> from cgt.solving.routes.asking import Routes
>>> class Mirror:
...     name, rank = "mirror", Rank.KNOWN
...     def answer(self, question):
...         heaps = getattr(question.position, "heaps", ())
...         if len(heaps) == 2 and heaps[0] == heaps[1]:
...             return Answer(self.name, "folklore", Status.THEOREM, cgt.Outcome.P, 0, (), "answer in the other heap")
>>> routes = Routes(known=lambda position, convention: [Mirror()])
>>> routes.ask(Question(cgt.games.MooreNim(1).position(7, 7))).explanation
'answer in the other heap'
"""

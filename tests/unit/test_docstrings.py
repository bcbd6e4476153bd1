"""A public method says what it does, or overrides one that says it: in a base class, or in a Protocol of the library.

ruff asks for the docstrings of modules, classes and functions; of methods it cannot tell which ones override.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from itertools import pairwise

from tests.unit.test_layers import MODULES, PACKAGE, tree_of


def classes_below(node):
    """Every class in this statement; not what a function makes for itself."""
    for child in [*getattr(node, "body", ()), *getattr(node, "orelse", ())]:
        if isinstance(child, ast.ClassDef):
            yield child
        if not isinstance(child, ast.FunctionDef):
            yield from classes_below(child)


@cache
def classes():
    return [(path, node) for path in MODULES for node in classes_below(tree_of(path))]


def bases(node):
    """The names of the bases, without their module and without what stands in brackets."""
    return {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}


BAD_BEGINNING = re.compile(r"(What|How|As|Where|Who|Let|Of|For|So)\b")


def documentation(node):
    """The texts that document a module, class or function, and the constants and fields in it."""
    yield ast.get_docstring(node) or ""
    for before, text in pairwise(node.body):
        if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(text, ast.Expr):
            yield str(getattr(text.value, "value", ""))
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield from documentation(child)


def test_a_documentation_begins_with_what_is_given_or_done():
    """In the package, and in the programs beside it."""
    project = PACKAGE.parent
    programs = [
        path for name in ("benchmarks", "docs/generate", "formal", "tools") for path in project.glob(f"{name}/**/*.py")
    ]
    bad = [
        f"{path.relative_to(project)}: {text.splitlines()[0]}"
        for path in [*MODULES, *programs]
        for text in documentation(tree_of(path))
        if BAD_BEGINNING.match(text)
    ]
    assert not bad, "begin with a noun, a verb or Whether: " + "; ".join(bad)


def methods(node):
    return [method for method in node.body if isinstance(method, ast.FunctionDef) and not method.name.startswith("_")]


def test_every_public_method_is_documented_or_overrides_one_that_is():
    documented, parents, promised = defaultdict(set), defaultdict(set), set()
    for _path, node in classes():
        said = {method.name for method in methods(node) if ast.get_docstring(method)}
        documented[node.name] |= said
        parents[node.name] |= bases(node)
        if "Protocol" in bases(node):
            promised |= said

    def inherited(name, seen=frozenset()):
        above = parents[name] - seen
        return set().union(*(documented[base] | inherited(base, seen | above) for base in above)) if above else set()

    silent = [
        f"{path.relative_to(PACKAGE)}: {node.name}.{method.name}"
        for path, node in classes()
        if not node.name.startswith("_")
        for method in methods(node)
        if not ast.get_docstring(method)
        and method.name not in inherited(node.name) | promised
        # A setter is documented at its property.
        and not any(re.search("overload|[.]setter", ast.unparse(decorator)) for decorator in method.decorator_list)
    ]
    assert silent == []

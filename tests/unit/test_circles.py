"""No module leads back to itself by its imports, those inside functions and those for types included."""

import ast
from collections.abc import Mapping, Set
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("services", "bots", "shared", "infra")


def _modules() -> Mapping[str, Path]:
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }


def _imports(tree: ast.AST, known: Set[str]) -> Set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names & known or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & known


def circles(graph: Mapping[str, Set[str]]) -> Set[str]:
    """The modules on a circle, and those that lead to one: what is left once ends are taken off."""
    left = {name: set(leads_to) - {name} for name, leads_to in graph.items()}
    while ends := {name for name, leads_to in left.items() if not leads_to & left.keys()}:
        left = {name: leads_to for name, leads_to in left.items() if name not in ends}
    return left.keys()


def test_there_is_no_circle() -> None:
    modules = _modules()
    graph = {
        name: _imports(ast.parse(file.read_text("utf-8")), modules.keys()) for name, file in modules.items()
    }
    assert len(graph) > 500
    assert circles(graph) == set()


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == {"a", "b", "c"}

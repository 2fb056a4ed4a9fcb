"""Faults for mutants: where the code can be mutated, and one of those places by chance.

Every line of code that can be mutated has the same chance, and on a line everything that cosmic-ray's
operators make of it, but for what no test could or should notice:

- types, registration, static checks: `X | None`, decorators, `if TYPE_CHECKING`, `frozen=True` and the like;
- `zip(…, strict=True)`, which asserts what always holds;
- a `ProblemType`, which is a text with its status;
- `is` in place of a comparison of values, and the reverse: CPython shares small values as it likes;
- the star in a list of parameters, which is taken for a multiplication, and what else is no Python then.
"""

import ast
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeGuard

import msgspec
import parso
from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
LEFT_OUT = ("BitOr", "Decorator", "Variable", "Keyword", "NoOp", "Exception")
"""Operators not used: on types the first, on registration the second, and those that need settings."""
OF_IDENTITY = ("_Is", "_IsNot")
STATIC = ("frozen", "gc", "kw_only", "strict")
"""Arguments that promise something to the reader, the type checker or the memory."""

Position = tuple[int, int]
"""Line, from 1, and column."""


class Mutant(msgspec.Struct, frozen=True):
    """A module with one fault: where, by which operator, and what the line was and is.

    Attributes:
        function: first line (with decorators) and name of the outermost function that the fault is in; None
            where it is in what runs when the module is imported.
    """

    module: str
    line: int
    operator: str
    before: str
    after: str
    source: str
    function: tuple[int, str] | None = None

    @property
    def name(self) -> str:
        """By what it is known in `survivors.toml`."""
        return f"{self.module}: {self.before} -> {self.after}"

    @property
    def path(self) -> Path:
        return ROOT / f"{self.module.replace('.', '/')}.py"


class Place(msgspec.Struct, frozen=True):
    """What one operator can do: to the occurrence of this number, on this line."""

    operator: str
    occurrence: int
    line: int


def by_chance(files: list[Path], dice: Random) -> Iterator[Mutant]:
    """Mutants without end."""
    lines = [(path, line) for path in files for line in sorted({place.line for place in places(path)})]
    while True:
        path, line = dice.choice(lines)
        place = dice.choice([place for place in places(path) if place.line == line])
        mutant = mutated(path, place)
        if mutant is not None:
            yield mutant


@cache
def places(path: Path) -> tuple[Place, ...]:
    """Everything that can be mutated in a module."""
    source = path.read_text("utf-8")
    spared = _Spared(source)
    nodes = list(_nodes(parso.parse(source)))
    found = []
    for name, operator in _operators():
        positions = [(start, node) for node in nodes for start, _ in operator.mutation_positions(node)]
        found += [
            Place(name, occurrence, start[0])
            for occurrence, (start, node) in enumerate(positions)
            if not spared.holds(start) and not _of_parameters(node)
        ]
    return tuple(found)


def mutated(path: Path, place: Place) -> Mutant | None:
    """The module with one fault; None where that is no Python."""
    source = path.read_text("utf-8")
    after = MutationVisitor.mutate_code(source, get_operator(place.operator)(), place.occurrence) or source
    try:
        with warnings.catch_warnings(action="error"):
            compile(after, str(path), "exec")
    except SyntaxError:
        return None
    for number, (old, new) in enumerate(zip(source.splitlines(), after.splitlines(), strict=False), 1):
        if old != new:
            return Mutant(
                module=".".join(path.relative_to(ROOT).with_suffix("").parts),
                line=number,
                operator=place.operator.rpartition("/")[2],
                before=old.strip(),
                after=new.strip(),
                source=after,
                function=_function(source, number),
            )
    return None


@cache
def _operators() -> list[tuple[str, Any]]:
    return [(name, get_operator(name)()) for name in operator_names() if _used(name)]


def _used(name: str) -> bool:
    of_identity = name.endswith(OF_IDENTITY), "Operator_Is" in name
    return not any(left in name for left in LEFT_OUT) and of_identity in {(True, True), (False, False)}


def _nodes(node: parso.tree.NodeOrLeaf) -> Iterator[parso.tree.NodeOrLeaf]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _of_parameters(node: parso.tree.NodeOrLeaf) -> bool:
    """Whether it is the star in a list of parameters, which is taken for a multiplication."""
    around = node.parent.type if node.parent is not None else ""
    return node.type == "operator" and around in ("parameters", "lambdef", "param")


class _Spared:
    """What of a module is not mutated."""

    def __init__(self, source: str) -> None:
        self._lines = source.encode().splitlines()
        self._spans = [self._span(node) for node in ast.walk(ast.parse(source)) if _is_spared(node)]

    def holds(self, position: Position) -> bool:
        return any(start <= position < end for start, end in self._spans)

    def _span(self, node: ast.If | ast.Call | ast.keyword) -> tuple[Position, Position]:
        start = self._position(node.lineno, node.col_offset)
        return start, self._position(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def _position(self, line: int, byte: int) -> Position:
        return line, len(self._lines[line - 1][:byte].decode())


def _is_spared(node: ast.AST) -> TypeGuard[ast.If | ast.Call | ast.keyword]:
    match node:
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Call(func=ast.Name("ProblemType")):
            return True
        case ast.keyword(arg=name, value=ast.Constant(True | False)):
            return name in STATIC
        case _:
            return False


def _function(source: str, line: int) -> tuple[int, str] | None:
    around: list[ast.AST] = [ast.parse(source)]
    while around:
        for node in ast.iter_child_nodes(around.pop()):
            if isinstance(node, ast.ClassDef):
                around.append(node)
            elif isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0):
                return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]), node.name
    return None

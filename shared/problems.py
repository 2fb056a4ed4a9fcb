"""Problems a person can meet: a code, and a sentence that says what is wrong and the way out.

A `ProblemType` is declared once, beside the rule that raises it; calling it makes the `Problem` to raise. Its
sentence is `problem-CODE` of the catalogue.
Every door renders the same problem: HTTP as problem+json, the command line as one line on standard error.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from shared.catalogue import Phrase, Word, catalogue, readable, say, shown, values_of
from shared.catalogue.titles import with_titles
from shared.plain_text import legible

LANGUAGES = ("en", "zh")

_types: dict[str, "ProblemType"] = {}


_QUOTED = 40  # characters


def quoted(text: str) -> Phrase:
    """What someone wrote, short, in the quotation marks of each language."""
    return Phrase("part-problems-value", {"plain": legible(text, _QUOTED)})


class ProblemType:
    """One kind of problem.

    Args:
        code: stable kebab-case name; outsiders match on it.
        status: the HTTP status that fits.
        rule: the rule document's place that decides, where one does.
        retry_after: seconds after which it makes sense to try again, where it passes by itself.
        misuse: what was given can never be given, whatever a tournament holds: at a terminal, in the place
            of an option's value, that is wrong usage.
    """

    __slots__ = ("code", "misuse", "retry_after", "rule", "status")

    def __init__(
        self,
        code: str,
        status: int,
        *,
        rule: str = "",
        retry_after: int | None = None,
        misuse: bool = False,
    ) -> None:
        if code in _types:
            raise ValueError(f"problem {code} is declared twice")
        self.code, self.status, self.rule = code, status, rule
        self.retry_after, self.misuse = retry_after, misuse
        _types[code] = self

    def __call__(self, **params: Any) -> "Problem":
        return Problem(self, params)

    def sentence(self, language: str) -> str:
        """The sentence with `{name}` where a value will stand, as a list of all problems has it."""
        key = f"problem-{self.code}"
        return say(key, language, **{name: f"{{{name}}}" for name in values_of(key, language)})

    def __reduce__(self) -> tuple[Any, ...]:
        return type_called, (self.code, self.status, self.rule, self.retry_after, self.misuse)

    def __repr__(self) -> str:
        return f"ProblemType({self.code!r})"


def type_called(
    code: str, status: int, rule: str, retry_after: int | None, misuse: bool = False
) -> ProblemType:
    """The type that another process named, one of before too; what declares it need not be imported here."""
    if code in _types:
        return _types[code]
    kind = object.__new__(ProblemType)
    kind.code, kind.status, kind.rule, kind.retry_after = code, status, rule, retry_after
    kind.misuse = misuse
    return kind


def error_name(error: BaseException) -> str:
    """What an error is called in logs: the code of a problem, else its class; nothing of what it says."""
    return error.code if isinstance(error, Problem) else type(error).__name__


class Problem(Exception):
    """A refusal with its parameters; nothing was changed when one is raised.

    `where` says what in the input is meant: {"file": …, "line": …, "field": …, "table": …}, as far as known.
    `retry_after` is in seconds, where it passes by itself. `others` are further problems of the same input
    (`shared.faults`).
    """

    def __init__(
        self,
        kind: ProblemType,
        params: Mapping[str, Any],
        where: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
        others: Sequence["Problem"] = (),
    ) -> None:
        self.kind = kind
        self.others = tuple(others)
        self.retry_after = kind.retry_after if retry_after is None else retry_after
        self.params = MappingProxyType(dict(params))
        self.where = MappingProxyType(dict(where or {}))
        super().__init__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem, (self.kind, dict(self.params), dict(self.where), self.retry_after, self.others)

    def __str__(self) -> str:
        return self.text("en")

    def __repr__(self) -> str:
        return f"Problem({self.code}: {self})"

    @property
    def code(self) -> str:
        return self.kind.code

    @property
    def status(self) -> int:
        return self.kind.status

    @property
    def is_of_the_machine(self) -> bool:
        """Whether it tells nothing of what was asked: the database, say, was not to be had."""
        return self.status >= 500

    @property
    def no_answer_helps(self) -> bool:
        """Whether it is refused whatever one answers: by a missing right, or by the machine."""
        return self.status in (401, 403) or self.is_of_the_machine

    def text(self, language: str = "en") -> str:
        """The sentence in a language, with its way out for programs and for whoever runs this one."""
        return self._said(f"problem-{self.code}", language)

    def for_people(self, language: str) -> str:
        """The sentence for who reads a page: without what only programs and operators can act on.

        Commands in it are called by the titles of their tasks.
        """
        key = f"page-refusal-{self.code}"
        said = self._said(key, language) if key in catalogue(language) else self.text(language)
        return with_titles(said, language)

    def _said(self, key: str, language: str) -> str:
        values = {name: readable(value) for name, value in self.params.items()}
        return _begun(say(key, language, **values), values, language)

    def at(self, **where: Any) -> "Problem":
        """The same problem, and the others with it, saying more exactly where they lie."""
        others = [other.at(**where) for other in self.others]
        return Problem(self.kind, self.params, {**self.where, **where}, self.retry_after, others)

    def after(self, seconds: int) -> "Problem":
        """The same problem, saying when to try again."""
        return Problem(self.kind, self.params, self.where, seconds, self.others)

    def along_with(self, others: Sequence["Problem"]) -> "Problem":
        """The same problem, with these for its others."""
        return Problem(self.kind, self.params, self.where, self.retry_after, others)


def _begun(sentence: str, values: Mapping[str, object], language: str) -> str:
    """A sentence with a capital where it begins with what something is called, such as a table."""
    named = (value for value in values.values() if not isinstance(value, str | int))
    texts = (shown(value, language) for value in named)
    if any(isinstance(text, str) and text and sentence.startswith(text) for text in texts):
        return sentence[0].upper() + sentence[1:]
    return sentence


@shown.register
def _problem(value: Problem, language: str) -> str:
    return value.text(language)


def problem_types() -> Mapping[str, ProblemType]:
    """Every problem type declared so far, by code."""
    return MappingProxyType(_types)


INVALID_INPUT = ProblemType("invalid-input", 400)
NOT_FOUND = ProblemType("not-found", 404)
FORBIDDEN = ProblemType("forbidden", 403)
UNAUTHENTICATED = ProblemType("unauthenticated", 401)


def not_found(thing: str, id: object, there: Phrase | None = None) -> Problem:
    """A refusal that says there is no such thing, called `word-thing-…`, or that it was left out which.

    Args:
        there: what there is, where that is soon said.
    """
    plain = id.values["plain"] if isinstance(id, Phrase) and "plain" in id.values else id
    if isinstance(plain, str) and not plain.strip():
        return INVALID_INPUT(detail=Phrase("part-not-said-which", {"what": Word("thing", thing)}))
    return NOT_FOUND(what=Word("thing", thing), id=id, there=there)

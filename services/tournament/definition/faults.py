"""What is wrong with a tournament file, and what is merely odd: where it is, and the way out."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

import msgspec

from shared.catalogue import Phrase
from shared.plain_text import legible
from shared.problems import ProblemType
from shared.toml_lines import Path

DEFINITION_INVALID = ProblemType("definition-invalid", 422)
MOST_FAULTS = 100
"""Named at once."""
_SHOWN = 60  # characters of what was written


class Finding(msgspec.Struct, frozen=True):
    """Something found in a plan.

    Attributes:
        path: the field it is about.
        said: what is wrong.
        rests_on: other fields without which it would not have been found.
    """

    path: Path
    phrase: Phrase
    rests_on: tuple[Path, ...] = ()


def finding(path: Path, key: str, *rests_on: Path, **values: object) -> Finding:
    """A finding in words of the catalogue, by their key, with these values."""
    return Finding(path, Phrase(key, values), rests_on)


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """One fault or remark, as shown to people and programs.

    Attributes:
        field: as in `stage[1].enter.places`; empty for the document as a whole.
        line: from 1, where the document is TOML.
    """

    field: str
    text: str
    text_zh: str
    line: int | None = None

    def sentence(self, language: str) -> str:
        """Line, field and what is wrong, in "en" or "zh"."""
        if language == "zh":
            place = "" if self.line is None else f"第 {self.line} 行："
            return f"{place}{self.field}：{self.text_zh}" if self.field else f"{place}{self.text_zh}"
        place = "" if self.line is None else f"line {self.line}: "
        return f"{place}{self.field}: {self.text}" if self.field else f"{place}{self.text}"


def field_of(path: Path) -> str:
    """A path as people write it: `stage[1].enter.places`."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:_SHOWN]}" for step in path)
    return steps.removeprefix(".")


def first_of(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The first findings; where there are many more, a last one says so."""
    found: list[Finding] = []
    for finding in findings:
        if len(found) == MOST_FAULTS:
            found.append(Finding((), Phrase("part-faults-there-more-correct-these-first")))
            break
        found.append(finding)
    return tuple(found)


def not_resting_on(findings: Iterable[Finding], bad: Sequence[Path]) -> Iterator[Finding]:
    """The findings that do not follow from a field that could not be read."""
    spoilt = set(bad)
    above = {path[:length] for path in spoilt for length in range(len(path))}
    for finding in findings:
        if not any(_touches(path, spoilt, above) for path in (finding.path, *finding.rests_on)):
            yield finding


def _touches(path: Path, spoilt: set[Path], above: set[Path]) -> bool:
    return path in above or any(path[:length] in spoilt for length in range(len(path) + 1))


def shown(value: object) -> str:
    """What was written, short and in one line, fit to be repeated in a message."""
    plain = isinstance(value, bool | list | dict)
    text = msgspec.json.encode(value).decode() if plain else str(value)
    short = legible(text, _SHOWN)
    return f'"{short}"' if isinstance(value, str) else short


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word that comes nearest, None if none comes near."""
    near = get_close_matches(word[:_SHOWN].lower(), list(known), 1)
    return near[0] if near else None


def nearest(word: str, known: Iterable[str], others: Iterable[str] = ()) -> Phrase:
    """What may have been meant and what is known; `others` are known and no words."""
    words = list(known)
    near = meant(word, words)
    words += others
    listed = words or Phrase("part-known-nothing")
    if near:
        return Phrase("part-did-you-mean", {"near": near, "known": listed})
    return Phrase("part-known", {"known": listed})

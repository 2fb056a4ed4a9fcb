"""How a tournament is played, in words: its stages, its rules point by point, and how it reads them.

Every point names its place in the rule document, and whether it stands there, is read so, or is left open.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from services.desk.programme import TournamentAnswer
from services.rules.citing import Cited
from services.rules.ruleset import Ruleset, axes
from services.tournament.definition.plan import Competition
from services.tournament.definition.points import Point, point_of
from services.tournament.definition.programme import Line, StageProgramme, programme_of
from shared.i18n import Language

_SECTIONS: Mapping[str, Sequence[str]] = {
    "start": ("deal", "seats"),
    "course": ("course",),
    "time": ("clock", "overtime"),
    "first_meld": ("initial_meld",),
    "jokers": ("jokers",),
    "sets": ("sets",),
    "endings": ("endings",),
    "scoring": ("scoring",),
    "ranking": ("ranking",),
}
"""The parts of the page, `page-rules-…`, and the parts of a ruleset that each is made of."""
_OF_OTHER_CLOCKS: Mapping[str, Sequence[str]] = {
    "per_turn": ("clock.bank_seconds", "clock.delay_seconds"),
    "bronstein": ("clock.turn_seconds",),
    "unspecified": ("clock.turn_seconds", "clock.bank_seconds", "clock.delay_seconds"),
}
"""By kind of clock the points that are about other kinds: nothing is left open by them."""


class Section(msgspec.Struct, frozen=True):
    """A part of the rules: what it is about, and what is stated or read so."""

    key: str
    points: tuple[Point, ...]


class RulesInWords(msgspec.Struct, frozen=True):
    """A rule document as it is played by.

    Attributes:
        stages: what the stages are called that are played by it; none where all are.
        left_open: what it says nothing about, so that a ruling is needed.
    """

    id: str
    title: str
    document: str
    stages: tuple[str, ...]
    sections: tuple[Section, ...]
    left_open: tuple[Point, ...]


class ReadingShown(msgspec.Struct, frozen=True):
    """How the tournament reads a point that the document leaves open, in its own words."""

    note: str
    cite: str


class CourseOfPlay(msgspec.Struct, frozen=True):
    """How it is played, in one language."""

    lines: tuple[Line, ...]
    stages: tuple[StageProgramme, ...]
    awards: tuple[Line, ...]
    rules: tuple[RulesInWords, ...]
    readings: tuple[ReadingShown, ...]


def course_of_play(defined: TournamentAnswer, language: Language) -> CourseOfPlay:
    """How a tournament is played."""
    plan = defined.definition
    played_by = {plan.ruleset_of(stage): defined.rules_in(stage.id) for stage in plan.stages}
    rulesets = {plan.ruleset: defined.ruleset, **played_by}
    programme = programme_of(plan, rulesets, language)
    return CourseOfPlay(
        programme.lines,
        programme.stages,
        programme.awards,
        tuple(_in_words(rules, _stages(plan, id, language), language) for id, rules in played_by.items()),
        tuple(_readings(plan, language)),
    )


def _stages(plan: Competition, ruleset: str, language: Language) -> tuple[str, ...]:
    """What the stages are called that are played by a ruleset; none where all are."""
    played = [stage for stage in plan.stages if plan.ruleset_of(stage) == ruleset]
    if len(played) == len(plan.stages):
        return ()
    return tuple(plan.stage_name(stage.id).in_language(language) for stage in played)


def _in_words(ruleset: Ruleset, stages: tuple[str, ...], language: Language) -> RulesInWords:
    apart = _OF_OTHER_CLOCKS.get(ruleset.clock.kind.value, ())
    points = [
        (axis, point)
        for axis in axes(ruleset)
        if axis.name not in apart and (point := point_of(axis, language)) is not None
    ]
    sections = (
        Section(
            key,
            tuple(
                point
                for axis, point in points
                if axis.name.partition(".")[0] in parts and point.basis != "silent"
            ),
        )
        for key, parts in _SECTIONS.items()
    )
    return RulesInWords(
        ruleset.id,
        ruleset.title.in_language(language),
        ruleset.document,
        stages,
        tuple(section for section in sections if section.points),
        tuple(point for _, point in points if point.basis == "silent"),
    )


def _readings(plan: Competition, language: Language) -> Iterator[ReadingShown]:
    for reading in plan.readings.values():
        yield ReadingShown(reading.note.in_language(language), Cited(reading.cites).in_language(language))

"""A programme on the terminal, and what a check of a tournament file found, for programs."""

import sys
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from services.cli.printing import print_table
from services.rules.ruleset import Ruleset
from services.tournament.definition.faults import Fault
from services.tournament.definition.plan import Competition
from services.tournament.definition.programme import Line, SessionLine, programme_of
from services.tournament.definition.reading import TournamentFile
from shared.catalogue import say
from shared.i18n import day_shown

_HEADINGS = ("session", "name", "day", "registration", "seating", "start", "end", "tables", "room")


def report_of(read: TournamentFile, language: str) -> Mapping[str, Any]:
    """What was found, as JSON: the programme where there are no faults."""
    plan = read.competition
    return {
        "ok": plan is not None,
        "id": None if plan is None else plan.id,
        "faults": read.faults,
        "remarks": read.remarks,
        "programme": None if plan is None else programme_of(plan, read.rulesets, language),
    }


def print_remarks(file: Path, remarks: Iterable[Fault], language: str) -> None:
    """Print on standard error what is odd about a tournament file, marked as no fault."""
    for remark in remarks:
        sentence = say("shown-remark", language, remark=remark.sentence(language))
        print(f"{file}: {sentence}", file=sys.stderr)


def print_programme(plan: Competition, rulesets: Mapping[str, Ruleset], language: str) -> None:
    """Print the programme as it was understood."""
    programme = programme_of(plan, rulesets, language)
    print(say("shown-titled", language, title=programme.title, id=programme.id))
    _print_lines(programme.lines, language)
    for stage in programme.stages:
        print()
        titled = say("shown-titled", language, title=stage.name, id=stage.id)
        print(stage.name if stage.name == stage.id else titled)
        _print_lines(stage.lines, language)
        _print_sessions(stage.sessions, language)
    if programme.awards:
        print()
        print(say("shown-awards", language))
        _print_lines(programme.awards, language)


def _print_lines(lines: tuple[Line, ...], language: str) -> None:
    for line in lines:
        print(f"  {say('shown-labelled', language, label=line.label, text=line.text)}")


def _print_sessions(sessions: tuple[SessionLine, ...], language: str) -> None:
    """Print a timetable; a column in which nothing stands is left out."""
    rows = [
        (
            session.id,
            None if session.name == session.id else session.name,
            None if session.day is None else day_shown(date.fromisoformat(session.day), language),
            session.registration,
            session.seating,
            session.start,
            session.end,
            session.tables,
            session.room,
        )
        for session in sessions
    ]
    kept = [place for place in range(len(rows[0])) if any(row[place] is not None for row in rows)]
    headings = [say(f"shown-heading-of-session-{name}", language) for name in _HEADINGS]
    print_table([headings[place] for place in kept], [[row[place] for place in kept] for row in rows])

"""A template of a tournament file filled in: the answers that differ most, put where they stand in its text.

A question goes by the field that it is about, as a fault of the file names it. Comments stay, so that whoever
goes on in the file finds every line explained. An answer that cannot be read stands there as it was given,
for the reading of the file to name it.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import msgspec

from services.tournament.definition.faults import field_of
from services.tournament.definition.templates import template
from services.tournament.definition.texts import Text
from shared.plain_text import narrow, words
from shared.toml_lines import Path, lines_of

FIRST_DAY = "day"
_FIELD_DAY = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b")
_WEEK, _SOON = timedelta(days=7), timedelta(days=14)
_FIGURES, _TABLES = re.compile(r"[0-9]{1,18}"), re.compile(r"0*[1-9][0-9]{0,3}")
"""As many figures as a file may have, and as many as tables have."""
_CLOCK = "%H:%M"
_OF_STAGE = {"games": "3", "signatures": "required", "places_seen": "live"}
"""What every stage is asked, and what stands for none."""
_OF_SESSION = ("start", "end", "tables")
_FOLLOW = ("registration", "seating")
"""Hours that keep their distance to the start."""


class SessionAsked(msgspec.Struct, frozen=True):
    """A session, or the rounds of a stage: what is asked of it, by the field."""

    title: Text | None
    fields: Sequence[str]


class StageAsked(msgspec.Struct, frozen=True):
    """A stage likewise, with its sessions that have hours."""

    title: Text
    fields: Sequence[str]
    sessions: Sequence[SessionAsked]


class Asked(msgspec.Struct, frozen=True):
    """The questions of a template.

    Attributes:
        fields: those that are of no stage.
        answers: by field, what stands there.
    """

    fields: Sequence[str]
    stages: Sequence[StageAsked]
    answers: Mapping[str, str]


def asked_of(name: str, today: date) -> Asked:
    """The questions of a template; its days are two weeks off or more.

    Raises:
        Problem: template-unknown.
    """
    plan = tomllib.loads(_text(name, today))
    day = _first_day(_text(name, today))
    answers = {"id": f"{name}-{day}", FIRST_DAY: day, "ruleset": plan["ruleset"]}
    answers |= {f"title.{language}": text for language, text in plan["title"].items()}
    answers |= {"quota": str(plan["quota"])} if "quota" in plan else {}
    fields = [*answers]
    stages = [_stage(place, stage, answers) for place, stage in enumerate(plan["stage"])]
    return Asked(fields, stages, answers)


def _stage(place: int, stage: Mapping[str, Any], answers: dict[str, str]) -> StageAsked:
    """What is asked of a stage; the answers that stand there are put to the others."""
    path: Path = ("stage", place)
    own = {(*path, key): str(stage.get(key, default)) for key, default in _OF_STAGE.items()}
    if not isinstance(stage.get("games", 3), int):
        del own[*path, "games"]
    source = stage.get("enter")
    if isinstance(source, dict) and "places" in source and "per_table" not in source:
        own[*path, "enter", "places"] = str(source["places"])
    answers |= (of_stage := {field_of(at): text for at, text in own.items()})
    sessions = []
    for number, session in enumerate(stage["sessions"]):
        if "start" in session:
            at = (*path, "sessions", number)
            asked = {field_of((*at, key)): str(session[key]) for key in _OF_SESSION if key in session}
            answers |= asked
            title = Text(**session["name"]) if "name" in session else None
            sessions.append(SessionAsked(title, [*asked]))
    return StageAsked(Text(**stage["name"]), [*of_stage], sessions)


def filled(name: str, today: date, answers: Mapping[str, str]) -> str:
    """The tournament file that these answers come to; a field left out stays as it is.

    Raises:
        Problem: template-unknown.
    """
    text = _text(name, today)
    lines, plan = text.split("\n"), tomllib.loads(text)
    known, standing = lines_of(text), asked_of(name, today).answers
    for path, given in _changes(plan, {**standing, **answers}):
        at = known.get(path)
        if at is not None:
            lines[at - 1] = _put(lines[at - 1], str(path[-1]), given)
        elif given != _OF_STAGE.get(str(path[-1])):
            at = known[(*path[:-1], "id")]
            lines[at - 1] += f"\n{path[-1]} = {_literal(str(path[-1]), given)}"
    day = narrow(answers.get(FIRST_DAY, standing[FIRST_DAY]))
    return _moved("\n".join(lines), day)


def _changes(plan: Mapping[str, Any], given: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    """Each field with what is to stand there."""
    yield ("id",), narrow(given["id"])
    for field in ("ruleset", "quota"):
        if field in given:
            yield (field,), narrow(given[field])
    titles = {language: words(given[f"title.{language}"]) for language in plan["title"]}
    known = {language: text for language, text in titles.items() if text} or titles
    yield (
        ("title",),
        "{ "
        + ", ".join(f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in known.items())
        + " }",
    )
    for place, stage in enumerate(plan["stage"]):
        path: Path = ("stage", place)
        for key in (("games",), ("signatures",), ("places_seen",), ("enter", "places")):
            if (field := field_of((*path, *key))) in given:
                yield (*path, *key), narrow(given[field])
        for number, session in enumerate(stage["sessions"]):
            yield from _of_session((*path, "sessions", number), session, stage["sessions"][0], given)


def _of_session(
    path: Path, session: Mapping[str, Any], first: Mapping[str, Any], given: Mapping[str, str]
) -> Iterator[tuple[Path, str]]:
    """The fields of a session, with those that follow from others: hours before the start, and places."""
    asked = {
        key: narrow(text) for key in _OF_SESSION if (text := given.get(field_of((*path, key)))) is not None
    }
    tables = asked.get("tables") or narrow(given.get(field_of((*path[:-1], 0, "tables")), ""))
    if session.get("tables") == first.get("tables") or "tables" in asked:
        asked["tables"] = tables
    yield from (((*path, key), text) for key, text in asked.items() if text and key in session)
    # What no hall has is named once, at the tables.
    if "capacity" in session and _TABLES.fullmatch(tables) and session["tables"]:
        yield (*path, "capacity"), str(int(tables) * session["capacity"] // session["tables"])
    for key in _FOLLOW:
        if key in session and (moved := _before(session, key, asked.get("start", ""))) is not None:
            yield (*path, key), moved


def _before(session: Mapping[str, Any], key: str, start: str) -> str | None:
    """An hour that keeps its distance to the start; None where there is none."""
    try:
        return (_hour(start) - (_hour(session["start"]) - _hour(session[key]))).strftime(_CLOCK)
    except (KeyError, ValueError):
        return None


def _hour(text: str) -> datetime:
    return datetime.strptime(text, _CLOCK)  # noqa: DTZ007  an hour of no day


def _put(line: str, key: str, given: str) -> str:
    """A line with another value of a key."""
    if key == "title":
        return f"title = {given}"
    found = re.compile(rf'(\b{key} = )("[^"]*"|[0-9]+)')
    return str(found.sub(lambda match: f"{match[1]}{_literal(key, given)}", line, count=1))


def _literal(key: str, given: str) -> str:
    """A value as TOML writes it; a text where a number cannot be read, for that to be named."""
    of_number = key in ("games", "places", "tables", "capacity", "quota")
    return given if of_number and _FIGURES.fullmatch(given) else json.dumps(given, ensure_ascii=False)


def _text(name: str, today: date) -> str:
    """The text of a template, moved by whole weeks to days that are still to come."""
    text = template(name, name)
    first = date.fromisoformat(_first_day(text))
    weeks = -((first - today - _SOON) // _WEEK)
    return _moved(text, (first + max(0, weeks) * _WEEK).isoformat())


def _first_day(text: str) -> str:
    days: list[str] = _FIELD_DAY.findall(text)
    return min(days)


def _moved(text: str, first_day: str) -> str:
    """A file with all its days moved, so that its first is another; what is no day stands there as it is."""
    first = _first_day(text)
    try:
        by = date.fromisoformat(first_day) - date.fromisoformat(first)
        return _FIELD_DAY.sub(lambda found: (date.fromisoformat(found[0]) + by).isoformat(), text)
    except (ValueError, OverflowError):
        return text.replace(f"day = {first}", f"day = {json.dumps(first_day, ensure_ascii=False)}")

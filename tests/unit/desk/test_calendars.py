"""Calendars as any program reads them: texts come back as they were written, and hours as they pass."""

import re
from datetime import UTC
from itertools import count
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from icalendar import Calendar
from msgspec.structs import replace

from services.desk.calendars import calendar
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.plan import Competition, Venue
from services.tournament.definition.texts import Text
from shared.clock import ManualClock
from shared.database import Database
from shared.i18n import LANGUAGES
from shared.plain_text import words
from shared.vault import Vault
from tests.profiles import examples
from tests.unit.desk.conftest import Counter, principal
from tests.unit.tournament.definition.plans import SCHOOL_DAY
from tests.unit.tournament.definition.variants import RULES
from tests.unit.tournament.specs import hong_kong
from tests.unit.tournament.test_clock_changes import Night, nights

ANY = st.text(st.characters(codec="utf-8", exclude_categories=["C", "M", "Z"]), min_size=1, max_size=90)
SPECIAL = st.text(st.sampled_from(",;:\\\"'nN 場é🀄"), min_size=1, max_size=160).filter(str.strip)
NUMBERS = count()
WRITTEN = (ANY | SPECIAL).map(words).filter(bool)
"""In the form in which a plan keeps its texts."""
TEXTS = st.builds(Text, en=WRITTEN, zh=WRITTEN)


def read(database: Database, vault: Vault, plan: Competition, language: str) -> tuple[bytes, Any]:
    """The bytes of the calendar of a plan, and what a program reads in them."""
    counter = Counter(database, vault, ManualClock(hong_kong("2026-01-01 12:00")))
    first, *others = (RULES[ruleset] for ruleset in plan.rulesets)
    command = DefineTournament(definition=plan, ruleset=first, stage_rules=tuple(others))
    counter.desk.submit(plan.id, command, replace(principal(), tournament_id=None))
    made = calendar(counter.desk, plan.id, language=language)
    return made, Calendar.from_ical(made)


@settings(max_examples=examples(12, 60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, min_size=6, max_size=6), st.sampled_from(LANGUAGES))
def test_every_text_comes_back_as_it_was_written(
    sqlite_database: Database, vault: Vault, texts: list[Text], language: str
) -> None:
    title, stage, session, venue, address, contact = texts
    groups, final = SCHOOL_DAY.stages
    first, *others = groups.sessions
    groups = replace(groups, name=stage, sessions=(replace(first, name=session), *others))
    plan = replace(
        SCHOOL_DAY,
        id=f"t-{next(NUMBERS)}",
        title=title,
        venue=Venue(venue, address),
        contact=contact,
        stages=(groups, final),
    )
    made, found = read(sqlite_database, vault, plan, language)
    said = {name: text.in_language(language) for name, text in zip("tsnvac", texts, strict=True)}
    (entry,) = [event for event in found.walk("VEVENT") if f"session-{first.id}@" in event["UID"]]
    called = said["s"][:1].upper() + said["s"][1:]
    after, between = (": ", ", ") if language == "en" else ("：", "，")
    assert str(entry["SUMMARY"]) == f"{said['t']}{after}{called}{between}{said['n']}"
    assert str(entry["LOCATION"]) == f"{said['v']}{between}{said['a']}"
    assert str(entry["DESCRIPTION"]).endswith(said["c"])
    # The library that reads knows no type for this one, and leaves its escapes as they are.
    assert re.sub(r"\\(.)", r"\1", str(found["X-WR-CALNAME"])) == said["t"]
    for line in made.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()


@nights
def test_hours_are_those_that_pass(sqlite_database: Database, vault: Vault, night: Night) -> None:
    made, found = read(sqlite_database, vault, night.plan, "en")
    (zone,) = found.walk("VTIMEZONE")
    (entry,) = [event for event in found.walk("VEVENT") if "session-night@" in event["UID"]]
    assert zone["TZID"] == entry["DTSTART"].params["TZID"] == night.zone
    assert entry["DTSTART"].dt.astimezone(UTC) == night.utc("opens")
    assert entry["DTEND"].dt.astimezone(UTC) == night.utc("ends")
    # By what the calendar itself says of its zone, for programs that know none.
    for name, which in (("DTSTART", "opens"), ("DTEND", "ends")):
        local = entry[name].dt.replace(tzinfo=zone.to_tz())
        assert local.astimezone(UTC) == night.utc(which)
    assert b"\r\nDTSTART;TZID=" in made


def test_the_name_of_a_calendar_is_escaped_as_every_other_text(
    sqlite_database: Database, vault: Vault
) -> None:
    plan = replace(SCHOOL_DAY, title=Text(both=r"Chess, Go; C:\New"))
    made, found = read(sqlite_database, vault, plan, "en")
    assert b"\r\nX-WR-CALNAME:Chess\\, Go\\; C:\\\\New\r\n" in made
    assert all(str(entry["SUMMARY"]).startswith(r"Chess, Go; C:\New: ") for entry in found.walk("VEVENT"))

"""The ruling that stands, which another one is to take the place of: who made it, and what it did."""

from zoneinfo import ZoneInfo

from services.desk.docket_views import DocketView
from services.officials.cases import actor_shown, effects_shown, tournament_of
from services.officials.reader import Reader
from services.personal.person import Person
from services.projections.rows import RulingCell
from shared.i18n import moment_shown


def made_shown(reader: Reader, person: Person, ruling: RulingCell) -> str:
    """Who made a ruling, and when."""
    (made,) = reader.desk.events(person.tournament_id, ruling.seq - 1, 1)
    zone = ZoneInfo(tournament_of(reader, person).definition.zone)
    return reader.text(
        "ruling_made_by",
        ruling=ruling.ruling,
        by=actor_shown(reader, person, made.actor),
        at=moment_shown(made.occurred_at, zone, reader.language),
    )


def undone_by(reader: Reader, person: Person, view: DocketView, replaced: str | None) -> list[str]:
    """What a ruling did, and to whom, that another takes the place of; nothing where none is replaced."""
    made = [each for each in view.case.rulings if each.ruling == replaced and each.effects != ("none",)]
    return [line for ruling in made for line in effects_shown(reader, person, view, ruling)]

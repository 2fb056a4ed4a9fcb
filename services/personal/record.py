"""What is on record about a participant: the entry, what was given at registration, sessions, family."""

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from services.desk.params import EntrantParams
from services.desk.programme import TournamentAnswer
from services.desk.views import AwardsAnswer, ConsentView, EntrantView, FamiliesAnswer
from services.personal.names import name_alone, name_read
from services.personal.person import Person
from services.personal.reader import Block, Reader
from services.personal.reserves import reserve_line, reserve_of
from services.personal.schedule import (
    appearances,
    over_line,
    sitting_out,
    still_to_do,
    suspended_line,
    waiting_line,
)
from services.personal.sessions import session_called
from services.personal.texts import clipped
from services.projections.rows import EntrantRow
from services.tournament.definition.plan import Competition
from shared.catalogue import Word

_GIVEN = ("name_en", "name_zh", "email", "phone", "guardian", "guardian_email")
"""What a participant gave, in the order in which it is shown."""
_LONGEST_ASKED = 100
"""Characters of a question that waits."""


def about(reader: Reader, person: Person) -> Block:
    """Everything on record about a person."""
    if person.principal.role != "participant":
        office = reader.text(f"role_{person.principal.role}")
        # An organizer goes by the name of the office.
        return [office if person.name == office else reader.text("for_each", name=person.name, body=office)]
    view, plan = _known(reader, person)
    row = view.entrant
    details = {} if view.details is msgspec.UNSET else view.details
    places = [reader.text("given_back")] if person.principal.left else _places(reader, person, plan, row)
    asked = () if person.principal.left else view.asked
    return [*_standing(reader, person, view), *asked, *_given(reader, plan, view, details), *places]


def entry(reader: Reader, person: Person) -> Block:
    """How a participant's entry stands, without what was given at registration."""
    view, _ = _known(reader, person)
    return list(_standing(reader, person, view))


def given(reader: Reader, person: Person) -> Block:
    """What a participant gave at registration, contacts included, and what follows from it."""
    view, plan = _known(reader, person)
    details = {} if view.details is msgspec.UNSET else view.details
    return list(_given(reader, plan, view, details))


def _known(reader: Reader, person: Person) -> tuple[EntrantView, Competition]:
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    answer: TournamentAnswer = reader.ask(person, "tournament")
    return view, answer.definition


def _standing(reader: Reader, person: Person, view: EntrantView) -> Iterator[str]:
    row = view.entrant
    status = "waited" if row.status == "waiting" and not _waits_still(reader, person) else row.status
    yield reader.text("me", name=name_alone(person), number=row.entrant_no, status=Word("entrant", status))
    if row.out or row.final_out:
        yield reader.text(f"out_{row.final_out or row.out}")
    awarded = list(_awards(reader, person))
    if row.qualified and not awarded:
        yield reader.text("is_qualified")
    yield from awarded
    if (reserve := reserve_of(reader, person)) is not None:
        yield reserve_line(reader, person, reserve)
    if row.warnings:
        yield reader.text("warnings", count=row.warnings)
    for words in view.unanswered or ():
        yield reader.text("unanswered", words=clipped(" ".join(words.split()), _LONGEST_ASKED))


def _awards(reader: Reader, person: Person) -> Iterator[str]:
    """The awards that the participant has, as far as they may be seen."""
    answer: AwardsAnswer = reader.ask(person, "awards")
    for award in answer.rows:
        if person.number in award.holders:
            title = award.title_zh if reader.language == "zh" else award.title_en
            yield reader.text("family_award", title=title)


def _waits_still(reader: Reader, person: Person) -> bool:
    """Whether a session for which someone waits is still to be played."""
    answer: TournamentAnswer = reader.ask(person, "tournament")
    every = appearances(reader, person, answer.definition)
    return any(appearance.waits and not appearance.is_over for appearance in every)


def _given(reader: Reader, plan: Competition, view: EntrantView, details: Mapping[str, str]) -> Iterator[str]:
    """What was given at registration, what follows from it, and where the name may be shown."""
    row = view.entrant
    for field in _GIVEN:
        if details.get(field):
            yield reader.text(f"me_{field}", given=details[field])
    if born := details.get("birth_date"):
        day = date.fromisoformat(born)
        yield reader.text("me_birth_date", day=day)
        session = plan.session(row.session)
        ids = plan.categories_of(day, session.day if session is not None else None)
        named = [plan.category(category_id) for category_id in ids]
        if named:
            yield reader.text(
                "me_categories", categories=[category.name or category.id for category in named if category]
            )
    if row.team:
        yield reader.text("me_team", given=row.team)
    if details.get("language"):
        yield reader.text("me_language", language=details["language"])
    consents = () if view.consents is msgspec.UNSET else view.consents
    shown = [Word("consent-scope", consent.scope) for consent in consents if consent.given]
    extent = "nowhere" if not shown else "everywhere" if len(shown) == len(consents) else "some"
    yield reader.text("me_consents", extent=extent, shown=shown)


def consent_line(reader: Reader, plan: Competition, consent: ConsentView) -> str:
    """Where a name may be shown or not, and who said so when, under which statement."""
    decided = consent.by is not None and consent.at is not None
    return reader.text(
        "consent_line",
        given=consent.given,
        scope=Word("consent-scope", consent.scope),
        by=Word("consent-by", consent.by or "unsaid") if decided else None,
        guardian=consent.guardian,
        day=plan.local_day(consent.at) if consent.at is not None else None,
        version=consent.text,
    )


def _places(reader: Reader, person: Person, plan: Competition, row: EntrantRow) -> Iterator[str]:
    every = appearances(reader, person, plan)
    yield from still_to_do(reader, plan, every)
    for appearance in every:
        if appearance.is_over:
            yield over_line(reader, person, plan, appearance)
        elif appearance.waits:
            yield waiting_line(reader, plan, appearance)
        elif appearance.sits_out:
            yield sitting_out(reader, person, appearance)
        elif appearance.suspended is not None:
            yield suspended_line(reader, plan, appearance, appearance.suspended)
        else:
            line = reader.text("schedule_plain", session_label=session_called(plan, appearance.row))
            pardoned = reader.text("schedule_pardoned", pardoned=appearance.pardoned)
            yield (" " if reader.language == "en" else "").join(filter(None, (line, pardoned)))
    if row.unit is None:
        return
    answer: FamiliesAnswer = reader.ask(person, "families")
    for unit in answer.rows:
        if unit.unit == row.unit:
            other, name = (
                (unit.parent, unit.parent_name)
                if person.number == unit.child
                else (unit.child, unit.child_name)
            )
            yield reader.text("me_family", other=name_read(reader, person, other, name))

"""/me: everything on record about those a chat speaks for, and what the chat gets."""

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from bots.telegram.blocks import Block, say_blocks, titled
from bots.telegram.choosing import quiet_here
from bots.telegram.people import CHANNEL, Person
from bots.telegram.schedule import appearances
from bots.telegram.sessions import session_called
from bots.telegram.talk import Talk, command
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantParams, EntrantView, FamiliesAnswer
from services.projections.rows import EntrantRow
from services.tournament.definition.plan import Competition

_GIVEN = ("name_en", "name_zh", "email", "phone")
"""What a participant gave, in the order in which it is shown."""


@command("me")
def me(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, own.tournament_id, _about(talk, own)) for own in talk.persons]
    say_blocks(talk, "me", [*blocks, list(_chat(talk))])


def _about(talk: Talk, own: Person) -> Block:
    if own.principal.role != "participant":
        return [talk.text("for_each", name=own.name, body=talk.text(f"role_{own.principal.role}"))]
    view: EntrantView = talk.ask(own, "entrant", EntrantParams(entrant=own.number))
    answer: TournamentAnswer = talk.ask(own, "tournament")
    plan, row = answer.definition, view.entrant
    details = {} if view.details is msgspec.UNSET else view.details
    return [*_standing(talk, own, row), *_given(talk, plan, row, details), *_places(talk, own, plan, row)]


def _standing(talk: Talk, own: Person, row: EntrantRow) -> Iterator[str]:
    yield talk.text("me", name=own.name, number=row.entrant_no, status=talk.text(f"status_{row.status}"))
    if row.out or row.final_out:
        yield talk.text(f"out_{row.final_out or row.out}")
    if row.qualified:
        yield talk.text("is_qualified")
    if row.warnings:
        yield talk.text("warnings", count=row.warnings)


def _given(talk: Talk, plan: Competition, row: EntrantRow, details: Mapping[str, str]) -> Iterator[str]:
    """What was given at registration, and what follows from it."""
    for field in _GIVEN:
        if details.get(field):
            yield talk.text(f"me_{field}", given=details[field])
    if born := details.get("birth_date"):
        day = date.fromisoformat(born)
        yield talk.text("me_birth_date", day=day)
        session = plan.session(row.session)
        ids = plan.categories_of(day, session.day if session is not None else None)
        named = [plan.category(own) for own in ids]
        if named:
            yield talk.text("me_categories", categories=[own.name or own.id for own in named if own])
    if row.team:
        yield talk.text("me_team", given=row.team)
    if details.get("language"):
        yield talk.text("me_language", language=details["language"])
    yield talk.text("me_consent", shown=row.consent)


def _places(talk: Talk, own: Person, plan: Competition, row: EntrantRow) -> Iterator[str]:
    for one in appearances(talk, own, plan):
        word = "waiting" if one.waits else "played" if one.is_over and one.table else "plain"
        yield talk.text(f"schedule_{word}", session_label=session_called(plan, one.row))
    if row.unit is None:
        return
    answer: FamiliesAnswer = talk.ask(own, "families")
    for unit in answer.rows:
        if unit.unit == row.unit:
            other, name = (
                (unit.parent, unit.parent_name) if own.number == unit.child else (unit.child, unit.child_name)
            )
            yield talk.text("me_family", other=name if isinstance(name, str) and name else other)


def _chat(talk: Talk) -> Iterator[str]:
    """Of the chat itself: whom it speaks for, in which language, what it gets and does not."""
    links = talk.room.links
    yield talk.text("me_chat", names=[own.name for own in talk.persons])
    yield talk.text("me_chat_language", language=talk.language)
    muted: set[str] = set()
    for own in talk.persons:
        muted |= links.preferences.muted_kinds(own.tournament_id, own.address_id)
    if muted:
        kinds = [talk.text(f"kind_{kind}") for kind in sorted(muted)]
        yield talk.text("me_muted", kinds=kinds)
    if talk.persons:
        yield talk.text(f"quiet_{quiet_here(talk, talk.persons[0])}")
    by_email = {own.recipient for own in links.of_address(CHANNEL, str(talk.chat)) if own.by_email}
    for own in talk.persons:
        if own.recipient in by_email:
            yield talk.text("me_by_email", name=own.name)

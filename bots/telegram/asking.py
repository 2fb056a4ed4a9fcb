"""What participants ask: /family and /results. Every query goes through the desk."""

from collections.abc import Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.talk import Talk, command
from services.desk.programme import TournamentAnswer
from services.desk.views import FamiliesAnswer, PublicationParams, PublicationsAnswer
from services.personal.person import Person
from services.personal.reader import Block
from services.personal.standings import figures, stage_called
from services.rules.exact import parse_score, score_shown


@command("results")
def results(talk: Talk, given: Mapping[str, str]) -> None:
    say_blocks(
        talk,
        "results",
        [titled(talk, person.tournament_id, _published(talk, person)) for person in talk.persons],
    )


@command("family")
def family(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [
        line
        for line in (titled(talk, person.tournament_id, _family(talk, person)) for person in talk.persons)
        if line
    ]
    say_blocks(talk, "family", blocks or [[talk.text("no_family")]])


def _published(talk: Talk, person: Person) -> Block:
    lines = []
    defined: TournamentAnswer = talk.ask(person, "tournament")
    plan = defined.definition
    for stage in plan.stage_ids:
        answer: PublicationsAnswer = talk.ask(person, "publications", PublicationParams(stage=stage))
        if not answer.rows:
            continue
        version = answer.rows[-1].version
        params = PublicationParams(stage=stage, version=version)
        whole: PublicationsAnswer = talk.ask(person, "publications", params)
        table = whole.rows[0].rows
        mine = [row for row in table if row.entrant_no == person.number] if isinstance(table, tuple) else []
        shown = stage_called(talk, plan, stage)
        for row in mine:
            place = talk.text("place", place=row.place)
            fields = {"name": person.name, "stage": shown, "version": version, "place": place}
            lines.append(talk.text("published_own", **fields, figures=figures(talk, row)))
        if not mine:
            lines.append(talk.text("for_each", name=shown, body=talk.text("published", version=version)))
    return lines or [talk.text("not_published", name=person.name)]


def _family(talk: Talk, person: Person) -> Block:
    answer: FamiliesAnswer = talk.ask(person, "families")
    for row in answer.rows:
        if person.number in (row.child, row.parent) and person.principal.role == "participant":
            other, name = (
                (row.parent, row.parent_name) if person.number == row.child else (row.child, row.child_name)
            )
            shown = name if isinstance(name, str) and name else other
            if row.place is None:
                open_still = talk.text("family_open", name=person.name, other=shown, unit=row.unit)
                return [open_still, answer.places_hidden.text] if answer.places_hidden else [open_still]
            line = talk.text(
                "family_place",
                name=person.name,
                other=shown,
                place=row.place,
                won=row.games_won,
                score=score_shown(parse_score(row.score or "0")),
            )
            return [line]
    return []

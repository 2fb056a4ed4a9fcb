"""/results: what is published, and the own places in it."""

from collections.abc import Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.talk import Talk, command
from services.desk.params import PublicationParams
from services.desk.programme import TournamentAnswer
from services.desk.views import PublicationsAnswer
from services.personal.person import Person
from services.personal.reader import Block
from services.personal.standings import figures, stage_called


@command("results")
def results(talk: Talk, given: Mapping[str, str]) -> None:
    say_blocks(
        talk,
        "results",
        [titled(talk, person.tournament_id, _published(talk, person)) for person in talk.persons],
    )


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

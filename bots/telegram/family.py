"""Family units: /family shows each once with its award; whoever is asked to be in one answers by a button."""

from collections.abc import Iterator, Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.talk import Talk, command
from services.desk.programme import TournamentAnswer
from services.desk.views import AwardsAnswer, FamiliesAnswer, FamilyView, SessionsAnswer
from services.personal.names import name_read
from services.personal.person import Person
from services.personal.reader import Block
from services.rules.exact import figure_shown
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit


@command("family")
def family(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, person.tournament_id, block) for person, block in _units(talk)]
    say_blocks(talk, "family", blocks or [((), [talk.text("no_family")])])


def _units(talk: Talk) -> Iterator[tuple[Person, Block]]:
    shown: set[tuple[str, str]] = set()
    for person in talk.persons:
        answer: FamiliesAnswer = talk.ask(person, "families")
        for row in answer.rows:
            meant = person.number in (row.child, row.parent) and person.principal.role == "participant"
            # A parent and a child with one chat are one unit, not two.
            if meant and (person.tournament_id, row.unit) not in shown:
                shown.add((person.tournament_id, row.unit))
                yield person, list(_unit(talk, person, row, answer))


def _unit(talk: Talk, person: Person, row: FamilyView, answer: FamiliesAnswer) -> Iterator[str]:
    child = person.number == row.child
    other, name = (row.parent, row.parent_name) if child else (row.child, row.child_name)
    named = {"name": person.name, "other": name_read(talk, person, other, name)}
    if row.place is None:
        over = not answer.places_hidden and _final_is_over(talk, person)
        yield talk.text("family_open", over=over, **named)
        if answer.places_hidden:
            yield answer.places_hidden.text
        return
    score = figure_shown(row.score or "0")
    yield talk.text("family_place", place=row.place, won=row.games_won, score=score, **named)
    awards: AwardsAnswer = talk.ask(person, "awards")
    for award in awards.rows:
        if award.award == "family" and set(award.holders) == {row.child, row.parent}:
            yield talk.text("family_award", title=award.title_zh if talk.language == "zh" else award.title_en)


def _final_is_over(talk: Talk, person: Person) -> bool:
    """Whether the stage whose results a unit adds up is played."""
    defined: TournamentAnswer = talk.ask(person, "tournament")
    answer: SessionsAnswer = talk.ask(person, "sessions")
    stage = defined.definition.family_stage
    played = [view.session.status for view in answer.rows if view.session.stage == stage]
    return bool(played) and all(status == "ended" for status in played)


def answer_family(talk: Talk, person: Person, pair: Mapping[str, str], action: str) -> None:
    """Agree to a proposed family unit, or decline it."""
    child, parent = pair["child"], pair["parent"]
    names = {"child": name_read(talk, person, child, ""), "parent": name_read(talk, person, parent, "")}
    if action == "confirm":
        talk.submit(person, AgreeToFamilyUnit(child=child, parent=parent))
        talk.say(talk.text("family_agreed", **names))
    else:
        talk.submit(person, DeclineFamilyUnit(child=child, parent=parent))
        talk.say(talk.text("family_declined", **names))

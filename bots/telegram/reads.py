"""/schedule, /standings, /results and /me: what a chat reads of those it stands for."""

from collections.abc import Iterator, Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.choosing import quiet_here
from bots.telegram.consenting import consent_keys
from bots.telegram.people import CHANNEL
from bots.telegram.stopping import forget_keys
from bots.telegram.talk import Key, Talk, command
from services.delivery.push_addresses import WEB_PUSH
from services.desk.explaining import Explanation
from services.desk.params import ExplainParams, PublicationParams
from services.desk.programme import TournamentAnswer
from services.desk.views import PublicationsAnswer
from services.personal.absence import may_stay_away
from services.personal.person import Person
from services.personal.reader import Block
from services.personal.record import about
from services.personal.schedule import blocks
from services.personal.standings import by_stage, figures, stage_called


@command("me")
def me(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, person.tournament_id, about(talk, person)) for person in talk.everyone]
    rows = [*consent_keys(talk), *forget_keys(talk)]
    say_blocks(talk, "me", [*blocks, ((), list(_chat(talk)))], rows)


def _chat(talk: Talk) -> Iterator[str]:
    """Of the chat itself: whom it speaks for, in which language, what it gets and does not."""
    links = talk.room.links
    yield talk.text("me_chat", names=[talk.told_apart(person, person.name) for person in talk.everyone])
    yield talk.text("me_chat_language", language=talk.language)
    muted: set[str] = set()
    for participant in talk.persons:
        muted |= links.preferences.muted_kinds(participant.tournament_id, participant.address_id)
    if muted:
        kinds = [talk.text(f"kind_{kind}") for kind in sorted(muted)]
        yield talk.text("me_muted", kinds=kinds)
    if talk.persons:
        yield talk.text(f"quiet_{quiet_here(talk, talk.persons[0])}")
    by_email = {link.recipient for link in links.of_address(CHANNEL, str(talk.chat)) if link.by_email}
    for participant in talk.persons:
        if participant.recipient in by_email:
            yield talk.text("me_by_email", name=talk.told_apart(participant, participant.name))
        linked = links.of_recipients(participant.tournament_id, [participant.recipient]).get(
            participant.recipient, ()
        )
        browsers = [link for link in linked if link.channel == WEB_PUSH and link.status == "active"]
        if browsers:
            name = talk.told_apart(participant, participant.name)
            yield talk.text("me_browsers", name=name, count=len(browsers))


@command("standings")
def standings(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, tournament, block) for tournament, block in by_stage(talk)]
    blocks += [titled(talk, tournament, block) for tournament, block in _decided(talk)]
    say_blocks(talk, "standings", blocks)


def _decided(talk: Talk) -> Iterator[tuple[str, Block]]:
    """What was decided about the entry, the cut and the awards of each participant of the chat."""
    for person in talk.persons:
        if person.principal.role == "participant" and not person.principal.left:
            found: Explanation = talk.ask(person, "explain", ExplainParams(entrant=person.number))
            lines = [reason.text for reason in found.chain if reason.decision]
            if lines:
                yield person.tournament_id, [talk.text("decided", name=person.name), *lines]


@command("schedule")
def schedule(talk: Talk, given: Mapping[str, str]) -> None:
    shown = list(blocks(talk))
    players = [person for person in talk.persons if person.principal.role == "participant"]
    coming = any(may_stay_away(talk, person) for person in players)
    rows = [[Key(talk.text("action_cannot_come"), "absence.begin", always=True)]] if coming else []
    say_blocks(talk, "schedule", shown, rows)


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

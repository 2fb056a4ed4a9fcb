"""A cry for help, and what is written after a call for a parent: passed on at once, wherever it is written.

No question is asked before. What the chat was in the middle of stays open.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bots.telegram.muted import muted_of
from bots.telegram.people import CHANNEL
from bots.telegram.questions import is_for_buttons, who_cannot_come, writers_of
from bots.telegram.talk import TYPED, Key, Talk
from services.desk.programme import TournamentAnswer
from services.officials.tables import problem_said
from services.personal.asking import only_thanks, organizer_reads
from services.personal.cries import about, is_cry
from services.personal.objections import how_to_object_last, is_objection
from services.personal.person import Person
from services.personal.texts import clipped
from services.tournament.people.entrants import ParentCall
from services.tournament.people.parent_calls import calls_about, concerns
from services.tournament.people.questions import (
    LONGEST_QUESTION,
    TOO_MANY_QUESTIONS,
    URGENT_FOR,
    AskOrganizer,
    is_urgent_now,
)
from shared.catalogue import Listed, languages
from shared.problems import Problem

_OF_PARTICIPANTS = ("question.", "task.answer_guardian")
"""What the steps begin with at which participants type; whatever officials draft stays a draft."""

_OFFICES = ("organizer", "chief_referee", "referee")
"""The first of these that somebody holds says what to do: others are told to find the first two."""


Following = tuple[list[Person], list[ParentCall]]
"""Participants of a chat in one tournament, and the calls for a parent that their words may follow."""


class Urgent(Struct, frozen=True):
    """What is to reach somebody before anything else is asked.

    Attributes:
        heard: for whom, by tournament, each with the calls for a parent that it may follow.
    """

    text: str
    cry: bool
    heard: Sequence[Following]


def urgent(talk: Talk, text: str, *, given: bool) -> Urgent | None:
    """What of it is urgent, and for whom: a cry for all, else where it belongs, or was to go anyway.

    After a call for a parent a cry goes there, and where there is play today: how is she, a parent asks then.

    Args:
        given: it stands behind a command, which takes words for something else.
    """
    if not text or (not given and _is_for_another_step(talk, text)):
        return None
    cry, thanks, drafts = is_cry(text), only_thanks(text), _waits_for_words(talk)
    if given and not (cry and " " in text):
        return None
    everyone = [(persons, _calls(talk, persons)) for persons in _by_tournament(writers_of(talk))]
    following = [each for each in everyone if _follows(talk, text, *each, drafts=drafts, thanks=thanks)]
    if not (everyone if given else following or (cry and not thanks)):
        return None
    if cry:
        called = [each for each in everyone if each[1]]
        following = [each for each in everyone if each[1] or _has_play_today(talk, each[0])] if called else []
    chosen = _chosen(talk)
    heard = [each for each in everyone if not following or each in following or chosen in each[0]]
    return Urgent(text, cry, heard)


def _is_for_another_step(talk: Talk, text: str) -> bool:
    """Whether it is what officials draft, or the number of a button."""
    if _waits_for_words(talk) and not talk.flow.step.startswith(_OF_PARTICIPANTS):
        return True
    return bool(talk.flow.step) and talk.flow.question is not None and is_for_buttons(text)


def _calls(talk: Talk, persons: Sequence[Person]) -> list[ParentCall]:
    numbers = [person.number for person in persons]
    return calls_about(talk.desk.state(persons[0].tournament_id), numbers, talk.now())


def _follows(
    talk: Talk,
    text: str,
    persons: Sequence[Person],
    calls: Sequence[ParentCall],
    *,
    drafts: bool,
    thanks: bool,
) -> bool:
    """Whether what is written belongs to something urgent."""
    if calls and (not drafts or text.endswith(("?", "？"))):
        return True
    state, numbers = talk.desk.state(persons[0].tournament_id), [person.number for person in persons]
    return not drafts and not thanks and is_urgent_now(state, numbers, talk.now())


def _chosen(talk: Talk) -> Person | None:
    """Whom somebody chose to write about."""
    return talk.person(**talk.flow.data) if talk.flow.step == "question.text" else None


def _has_play_today(talk: Talk, persons: Sequence[Person]) -> bool:
    state = talk.desk.state(persons[0].tournament_id)
    today = state.plan.local_day(talk.now())
    return any(session.day == today for session in state.sessions.values())


def _waits_for_words(talk: Talk) -> bool:
    """Whether the dialogue that is open takes what is written for something else."""
    return talk.flow.step in TYPED and not talk.flow.step.startswith("question.")


def pass_on(talk: Talk, urgent: Urgent) -> None:
    """Pass it on for all whom it may be about, and say to whom; the dialogue that was open goes on."""
    writers, question, text = writers_of(talk), talk.flow.question, urgent.text
    whole = f"{talk.unsent}\n{text}" if talk.unsent and writers else text
    whole = whole if len(whole) <= LONGEST_QUESTION else text
    said = {
        following[0][0].tournament_id: _passed_on(talk, _concerned(talk, urgent, following, whole), whole)
        for following in urgent.heard
    }
    objecting = {how_to_object_last(talk, writer): None for writer in writers} if is_objection(whole) else {}
    body = "\n".join(filter(None, (*_titled(talk, said), *objecting))) or _to_nobody(talk)
    if talk.submitted and talk.flow.step.startswith("question."):
        talk.go()
    elif talk.submitted and talk.unsent in whole:
        talk.keep_text("")
    if talk.flow.step and question is not None:
        talk.ask_again(question, said=body)
    else:
        talk.say(body, who_cannot_come(talk, writers), whole=True)


def _titled(talk: Talk, said: Mapping[str, str]) -> Iterator[str]:
    """What is said of each tournament, behind its title where the chat is about several."""
    several = len({writer.tournament_id for writer in writers_of(talk)}) > 1
    for tournament, sentence in said.items():
        title = talk.room.people.title(tournament).in_language(talk.language)
        yield talk.text("for_each", name=title, body=sentence) if several else sentence


def say_what_was_dropped(talk: Talk) -> None:
    """What was written and went nowhere is said to be not sent, with the way to send it after all."""
    text = talk.dropped
    if not text:
        return
    writers = [] if talk.links_changed else writers_of(talk)
    read = any(organizer_reads(talk.room.links, writer.tournament_id) for writer in writers)
    send = Key(talk.text("send_to_organizer"), "question.kept", {"text": text}, always=True)
    talk.say_beside(talk.text("not_sent", text=text), [[send]] if read else ())


def _concerned(talk: Talk, urgent: Urgent, following: Following, text: str) -> Following:
    """Of those of a chat whom it is about after a call for a parent, with the calls that it follows."""
    persons, calls = following
    if not calls:
        return following
    state, chosen = talk.desk.state(persons[0].tournament_id), _chosen(talk)
    called = [
        person.number for person in persons if any(concerns(state, call, person.number) for call in calls)
    ]
    names = {
        person.number: [
            talk.room.people.name(person.tournament_id, person.recipient, language)
            for language in languages()
        ]
        for person in persons
    }
    numbers = {*([chosen.number] if chosen in persons else about(text, names, called))}
    if not urgent.cry or not organizer_reads(talk.room.links, persons[0].tournament_id):
        numbers |= {*called}  # whoever called reads what is no cry, and what nobody else reads
    found = [person for person in persons if person.number in numbers]
    return found, [call for call in calls if any(concerns(state, call, number) for number in numbers)]


def _passed_on(talk: Talk, following: Following, text: str) -> str:
    """Submit it in the name of the first for whom that is possible; what is to be said of it."""
    persons, calls = following
    defined: TournamentAnswer = talk.ask(persons[0], "tournament")
    contact, tournament = defined.definition.contact, persons[0].tournament_id
    numbers = [person.number for person in persons]
    reads = organizer_reads(talk.room.links, tournament)
    if not reads and not calls:
        return talk.text("cry_nobody", contact=contact)
    words, refusal = clipped(text, LONGEST_QUESTION), ""
    for person in _first(talk, persons):
        beside = tuple(number for number in numbers if number != person.number)
        asked = AskOrganizer(entrant=person.number, question=words, urgent=True, beside=beside)
        try:
            talk.submit(person, asked, part=f"-{person.number}")
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            refusal = refusal or problem_said(talk, problem)
            contact = None if problem.code == TOO_MANY_QUESTIONS.code else contact  # it names that itself
            continue
        if muted_of(talk, tournament) is not None:
            return talk.text("cry_muted", contact=contact)
        called = "too" if calls and reads else "alone" if calls else None
        return talk.text(
            "cry_sent",
            to=talk.text("cry_to", called=called),
            names=Listed([other.name for other in persons]),
            cut=LONGEST_QUESTION if words != text else None,
            next=None if _waits_for_words(talk) else "all" if called else "but_thanks",
            minutes=int(URGENT_FOR.total_seconds()) // 60,
            contact=contact,
        )
    return talk.text("cry_refused", why=refusal, contact=contact)


def _first(talk: Talk, persons: Sequence[Person]) -> list[Person]:
    """Whom the open dialogue is about comes first."""
    about = talk.person(**talk.flow.data)
    return sorted(persons, key=lambda person: person != about)


def _to_nobody(talk: Talk) -> str:
    """Nothing is passed on from a chat without participants, which is said with whom to reach instead."""
    if not talk.room.links.of_address(CHANNEL, str(talk.chat)):
        return f"{talk.text('cry_unlinked', contact=None)}\n{talk.text('welcome')}"
    contacts = [
        contact
        for persons in _by_tournament(talk.persons)
        if (contact := _contact(talk, persons[0])) is not None
    ]
    held = {person.principal.role for person in talk.persons}
    office = next((role for role in _OFFICES if role in held), None)
    return talk.text("cry_official", office=office, contact=Listed(contacts) if contacts else None)


def _contact(talk: Talk, person: Person) -> object:
    defined: TournamentAnswer = talk.ask(person, "tournament")
    return defined.definition.contact


def _by_tournament(persons: Sequence[Person]) -> Iterator[list[Person]]:
    for tournament in dict.fromkeys(person.tournament_id for person in persons):
        yield [person for person in persons if person.tournament_id == tournament]

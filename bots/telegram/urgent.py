"""A cry for help, and what is written after a call for a parent: passed on at once, wherever it is written.

No question is asked before. What the chat was in the middle of stays open.
"""

from collections.abc import Iterator, Mapping, Sequence

from bots.telegram.muted import muted_of
from bots.telegram.people import CHANNEL
from bots.telegram.questions import is_for_buttons, who_cannot_come, writers_of
from bots.telegram.talk import TYPED, Key, Talk
from services.desk.programme import TournamentAnswer
from services.officials.tables import problem_said
from services.personal.asking import only_thanks, organizer_reads
from services.personal.cries import is_cry
from services.personal.objections import how_to_object_last, is_objection
from services.personal.person import Person
from services.personal.texts import clipped
from services.tournament.people.parent_calls import calls_about
from services.tournament.people.questions import (
    LONGEST_QUESTION,
    TOO_MANY_QUESTIONS,
    URGENT_FOR,
    AskOrganizer,
    is_urgent_now,
)
from shared.catalogue import Listed
from shared.problems import Problem

_OF_PARTICIPANTS = ("question.", "task.answer_guardian")
"""What the steps begin with at which participants type; whatever officials draft stays a draft."""

_OFFICES = ("organizer", "chief_referee", "referee")
"""The first of these that somebody holds says what to do: others are told to find the first two."""


def urgent_words(talk: Talk, text: str, *, given: bool) -> str:
    """What is to reach somebody before anything else is asked; "" where nothing is.

    Args:
        given: it stands behind a command, which takes words for something else.
    """
    if given:
        return text if is_cry(text) and " " in text and writers_of(talk) else ""
    return text if _is_urgent(talk, text) else ""


def _is_urgent(talk: Talk, text: str) -> bool:
    drafts = _waits_for_words(talk)
    if not text or (drafts and not talk.flow.step.startswith(_OF_PARTICIPANTS)):
        return False
    if talk.flow.step and talk.flow.question is not None and is_for_buttons(text):
        return False
    return (is_cry(text) and not only_thanks(text)) or any(_following(talk, text))


def _following(talk: Talk, text: str) -> Iterator[list[Person]]:
    """The participants, by tournament, of those in which what is written belongs to something urgent."""
    now, drafts, thanks = talk.now(), _waits_for_words(talk), only_thanks(text)
    for persons in _by_tournament(writers_of(talk)):
        state = talk.desk.state(persons[0].tournament_id)
        numbers = [person.number for person in persons]
        called = calls_about(state, numbers, now) and (not drafts or text.endswith(("?", "？")))
        if called or (is_urgent_now(state, numbers, now) and not drafts and not thanks):
            yield persons


def _heard(talk: Talk, text: str) -> list[list[Person]]:
    """For whom it is passed on, by tournament: a cry for all, else where it belongs, or was to go anyway.

    After a call for a parent a cry goes there, and where there is play today: how is she, a parent asks then.
    """
    everyone = list(_by_tournament(writers_of(talk)))
    following = list(_following(talk, text))
    if is_cry(text):
        called = [persons for persons in everyone if _is_called(talk, persons)]
        following = (
            [each for each in everyone if each in called or _has_play_today(talk, each)] if called else []
        )
    chosen = talk.person(**talk.flow.data) if talk.flow.step == "question.text" else None
    return [persons for persons in everyone if not following or persons in following or chosen in persons]


def _is_called(talk: Talk, persons: Sequence[Person]) -> bool:
    numbers = [person.number for person in persons]
    return bool(calls_about(talk.desk.state(persons[0].tournament_id), numbers, talk.now()))


def _has_play_today(talk: Talk, persons: Sequence[Person]) -> bool:
    state = talk.desk.state(persons[0].tournament_id)
    today = state.plan.local_day(talk.now())
    return any(session.day == today for session in state.sessions.values())


def _waits_for_words(talk: Talk) -> bool:
    """Whether the dialogue that is open takes what is written for something else."""
    return talk.flow.step in TYPED and not talk.flow.step.startswith("question.")


def pass_on(talk: Talk, text: str) -> None:
    """Pass it on for all whom it may be about, and say to whom; the dialogue that was open goes on."""
    writers, question = writers_of(talk), talk.flow.question
    whole = f"{talk.unsent}\n{text}" if talk.unsent and writers else text
    whole = whole if len(whole) <= LONGEST_QUESTION else text
    said = {persons[0].tournament_id: _passed_on(talk, persons, whole) for persons in _heard(talk, text)}
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


def _passed_on(talk: Talk, persons: Sequence[Person], text: str) -> str:
    """Submit it in the name of the first for whom that is possible; what is to be said of it."""
    defined: TournamentAnswer = talk.ask(persons[0], "tournament")
    contact, tournament = defined.definition.contact, persons[0].tournament_id
    state, now = talk.desk.state(tournament), talk.now()
    if not is_cry(text):
        # What follows a call is of the child called.
        persons = [person for person in persons if calls_about(state, [person.number], now)] or persons
    numbers = [person.number for person in persons]
    calls = calls_about(state, numbers, now)
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

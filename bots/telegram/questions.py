"""What a participant writes goes to the organizer; the organizer answers, or does what is asked for.

Nobody sits behind the chat, so whoever writes is told that first, and how to reach someone at once.
"""

from collections.abc import Mapping, Sequence

from bots.telegram.muted import said_here
from bots.telegram.offers import offer_key
from bots.telegram.read_back import is_as_read, keep_parts
from bots.telegram.talk import Key, Talk, command, pressed, typed, who
from services.desk.params import EntrantParams
from services.desk.previewing import try_out
from services.desk.programme import TournamentAnswer
from services.desk.questions import QuestionView
from services.desk.views import EntrantView
from services.notices.audiences import Recipient
from services.officials.written import (
    question_shown,
    question_view,
    questions_of,
    session_shown,
    writer_of,
)
from services.personal.absence import is_at_a_table, may_stay_away
from services.personal.asking import only_thanks, organizer_reads
from services.personal.objections import how_to_object_last, is_objection
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.tasks.answering import does_it
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.questions import (
    LONGEST_QUESTION,
    AnswerQuestion,
    AskOrganizer,
)
from shared.catalogue import Phrase
from shared.catalogue.titles import task_title
from shared.problems import INVALID_INPUT

_MOST_SHOWN = 6
_MOVED_BECAUSE = "Asked for in the chat"


def written(talk: Talk, text: str) -> None:
    """What was written outside of any flow: a participant's goes to the organizer."""
    writers = writers_of(talk)
    if not talk.everyone:
        talk.nobody_here()
    elif not writers and talk.flow.question is not None:
        talk.ask_again(talk.flow.question)
    elif not writers:
        talk.say(talk.text("not_understood"))
    elif len(writers) == 1 or only_thanks(text):
        _send(talk, writers[0], text)
    else:
        _check_length(text)
        _ask_whose(talk, text)


def written_at_a_menu(talk: Talk, text: str) -> None:
    """Words where a button is expected: the question again, and a way to the organizer for the words."""
    question = talk.flow.question
    assert question is not None, "there is a menu"
    if not writers_of(talk):
        talk.ask_again(question)
        return
    before = talk.kept_text
    whole = "\n".join(filter(None, (before, "" if is_for_buttons(text) else text)))
    if len(whole) > LONGEST_QUESTION:
        whole = text  # what was written before still stands in the chat, and may be sent by itself
    if not whole:
        talk.ask_again(question)
        return
    _check_length(whole)
    talk.keep_text(whole)
    talk.ask_again(question, Key(talk.text("send_to_organizer"), "question.kept", {"text": whole}))


def is_for_buttons(text: str) -> bool:
    """Whether it is a number or a mark, such as of a choice in a list: "2", "2." """
    return all(character.isdigit() or character.isspace() or character in ".,()、。" for character in text)


@pressed("question.kept")
def kept(talk: Talk, given: Mapping[str, str]) -> None:
    """The words go to the organizer, in the name of whom the menu was about; and a menu stays."""
    question, text = talk.flow.question, given["text"]
    if talk.kept_text.startswith(text):
        text = talk.kept_text  # also what was written since the button was shown
    about = talk.person(**talk.flow.data)
    writers = [about] if about is not None and about in writers_of(talk) else writers_of(talk)
    if not writers:
        talk.nobody_here()
        return
    if len(writers) != 1:
        _ask_whose(talk, text)
        return
    _pass_on(talk, writers[0], text)
    if talk.flow.step and question is not None:
        if talk.kept_text == text:
            talk.keep_text("")
        talk.ask_again(question)


@typed("question.whose")
def more_written(talk: Talk, text: str) -> None:
    """Another line before it was said whom the first is about: both go together."""
    whole = f"{talk.flow.data['text']}\n{text}"
    _check_length(whole)
    _ask_whose(talk, whole)


def _ask_whose(talk: Talk, text: str) -> None:
    talk.begin("question.whose", text=text)
    writers = writers_of(talk)
    rows = [[Key(talk.told_apart(writer, writer.name), "question.of", writer.named)] for writer in writers]
    body = f"{talk.text('written', text=text)}\n{talk.text('question_whose')}"
    talk.say(body, [*rows, *who_cannot_come(talk, writers), talk.cancel])


def writers_of(talk: Talk) -> list[Person]:
    """The participants of the chat, whose messages go to the organizer."""
    return [
        person
        for person in talk.everyone
        if person.may("ask-organizer") and person.principal.role == "participant"
    ]


def who_cannot_come(talk: Talk, writers: Sequence[Person]) -> list[list[Key]]:
    """A row with the button for who cannot come, where there is anything to come to."""
    if not any(may_stay_away(talk, person) for person in writers if not person.principal.left):
        return []
    return [[Key(talk.text("action_cannot_come"), "absence.begin", always=True)]]


@pressed("question.of")
def whose(talk: Talk, given: Mapping[str, str]) -> None:
    person, text = who(talk, given), talk.flow.data["text"]
    talk.go()
    _pass_on(talk, person, text)


@pressed("question.write")
def write(talk: Talk, given: Mapping[str, str]) -> None:
    """Asked to write: the next message is for the organizer, in the name of this person."""
    person = who(talk, given)
    talk.begin("question.text", **person.named)
    talk.say(
        talk.text("question_write", name=talk.told_apart(person, person.name), most=LONGEST_QUESTION),
        [talk.cancel],
    )


@typed("question.text")
def question_text(talk: Talk, text: str) -> None:
    person = who(talk, talk.flow.data)
    talk.go()
    _send(talk, person, text)


def _send(talk: Talk, person: Person, text: str) -> None:
    if only_thanks(text):
        # It may answer something for all that: whoever means it so sends it with a press.
        way = Key(talk.text("send_to_organizer"), "question.kept", {"text": text})
        talk.say(talk.text("thanked"), [[way]])
    else:
        _pass_on(talk, person, text)


def _pass_on(talk: Talk, person: Person, text: str) -> None:
    defined: TournamentAnswer = talk.ask(person, "tournament")
    contact = defined.definition.contact
    way = how_to_object_last(talk, person) if is_objection(text) else ""
    if not organizer_reads(talk.room.links, person.tournament_id):
        nobody = talk.text("question_nobody", contact=contact, at_table=is_at_a_table(talk, person))
        talk.say("\n".join(filter(None, (nobody, way))))
        return
    _check_length(text)
    talk.submit(person, AskOrganizer(entrant=person.number, question=text))
    name = talk.told_apart(person, person.name)
    sent = talk.text("question_sent", name=name, contact=contact, at_table=is_at_a_table(talk, person))
    talk.say("\n".join(filter(None, (sent, way))), who_cannot_come(talk, [person]))


@command("questions")
def questions(talk: Talk, given: Mapping[str, str]) -> None:
    offices = [person for person in talk.persons if person.may("answer-question")]
    if not offices:
        talk.not_for_you()
        return
    waiting = [(office, view) for office in offices for view in questions_of(talk, office) if view.open]
    waiting.sort(key=lambda each: not each[1].urgent)
    for person, view in waiting[:_MOST_SHOWN]:
        data = {**person.named, "question": view.question}
        keys = [Key(talk.text("action_answer"), "question.answer", data, always=True)]
        if view.session is not None:
            keys.insert(0, Key(talk.text("action_do_it"), "wish.begin", data, always=True))
        rows = [keys, *_instead(talk, person, view)]
        talk.say(question_shown(talk, person, view), rows, heading=talk.told_apart(person, view.question))
        said_here(talk, person, [view.seq], ["question", "urgent-question", "session-wished"])
    if len(waiting) > _MOST_SHOWN:
        talk.say(talk.text("questions_more", count=len(waiting) - _MOST_SHOWN))
    if not waiting:
        talk.say(talk.text("questions_none"))


@pressed("question.answer")
def answer(talk: Talk, given: Mapping[str, str]) -> None:
    begin_answer(talk, who(talk, given), given["question"])


def begin_answer(talk: Talk, person: Person, question: str) -> None:
    """Ask for the answer, with what was written in view."""
    view = question_view(talk, person, question)
    try_out(
        talk.room.desk, person.tournament_id, AnswerQuestion(question=question, answer="–"), person.principal
    )
    talk.begin("answer.text", question=question, **person.named)
    body = f"{question_shown(talk, person, view)}\n{talk.text('answer_write', most=LONGEST_QUESTION)}"
    talk.say(body, [*_instead(talk, person, view), talk.cancel], heading=question)


def _instead(talk: Talk, person: Person, view: QuestionView) -> list[list[Key]]:
    """A button for each task that does what is asked for."""
    return [
        [offer_key(person, task_title(offer.task, talk.language), offer)] for offer in does_it(person, view)
    ]


@typed("answer.text")
def answer_text(talk: Talk, text: str) -> None:
    _check_length(text)
    person = who(talk, talk.flow.data)
    view = question_view(talk, person, talk.flow.data["question"])
    talk.go("answer.send", text=text)
    keys = [
        Key(talk.text("send"), "answer.send"),
        Key(talk.text("one_back"), "answer.back"),
        *talk.cancel,
    ]
    body = talk.text("answer_read_back", writer=writer_of(view), text=text)
    talk.say(body, [keys], heading=view.question)


@pressed("answer.back")
def answer_back(talk: Talk, given: Mapping[str, str]) -> None:
    begin_answer(talk, who(talk, talk.flow.data), talk.flow.data["question"])


@pressed("answer.send")
def answer_sent(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    view = question_view(talk, person, data["question"])
    talk.submit(person, AnswerQuestion(question=view.question, answer=data["text"]))
    talk.go()
    recipient = Recipient("entrant", view.entrant_no)
    channel = talk.room.outlooks.channel_to(person.tournament_id, recipient, "answer", talk.room.channels)
    talk.say(talk.text("answer_sent", channel=channel, writer=writer_of(view)))


@pressed("wish.begin")
def wish(talk: Talk, given: Mapping[str, str]) -> None:
    begin_wish(talk, who(talk, given), given["question"])


def begin_wish(talk: Talk, person: Person, question: str) -> None:
    """Read back what is to be done."""
    view = question_view(talk, person, question)
    move = _move(view)
    try_out(talk.room.desk, person.tournament_id, move, person.principal)
    talk.begin("wish.confirm", question=question, **person.named)
    known: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=view.entrant_no))
    body = talk.text(
        "wish_read_back",
        writer=writer_of(view),
        before=session_shown(talk, person, known.entrant.session),
        after=session_shown(talk, person, move.session),
        answered=not view.open,
    )
    talk.say(body, _ways(talk), heading=question, whole=True)
    keep_parts(talk, _parts(talk))


def _ways(talk: Talk) -> list[list[Key]]:
    return [[Key(talk.text("confirm"), "wish.confirm"), *talk.cancel]]


def _parts(talk: Talk) -> list[Part]:
    """The session that is left, and that somebody has answered already."""
    data = talk.flow.data
    person = who(talk, data)
    view = question_view(talk, person, data["question"])
    known: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=view.entrant_no))
    session = known.entrant.session
    left = part("from", session, session_shown(talk, person, session).in_language(talk.language))
    return [left] if view.open else [left, part("answered", True, talk.text("wish_answered"))]


@pressed("wish.confirm")
def wish_done(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    view = question_view(talk, person, data["question"])
    if not is_as_read(talk, _parts, _ways(talk), heading=view.question):
        return
    talk.submit(person, _move(view))
    talk.go()
    talk.say(talk.text("wish_done", writer=writer_of(view)), heading=view.question)


def _move(view: QuestionView) -> MoveEntrant:
    return MoveEntrant(entrant=view.entrant_no, session=view.session or "", reason=_MOVED_BECAUSE)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_QUESTION:
        values = {"given": len(text), "most": LONGEST_QUESTION}
        raise INVALID_INPUT(detail=Phrase("part-questions-too-long", values))

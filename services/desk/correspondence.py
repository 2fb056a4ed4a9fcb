"""What those who deliver notices ask the desk: whom a tournament is about, and the words of announcements."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from services.desk.decoding import CATALOGUE
from services.desk.desk import Desk
from services.desk.directory import NOBODY, Details, free_text, shown_name
from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.notices.posts import post_about
from services.tournament.definition.attachments import Attachment
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.disputes import DisputeRaised, DisputeWithdrawn
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.facts import Event
from services.tournament.people.questions import QuestionAnswered, QuestionAsked
from services.tournament.play.results import GameCorrected
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, languages, say
from shared.clock import from_micros, to_micros
from shared.eventlog import Head
from shared.i18n import LANGUAGES, Language
from shared.problems import not_found

LETTERS: Mapping[str, type[Event]] = {
    "question": QuestionAsked,
    "urgent-question": QuestionAsked,
    "parent-wrote": QuestionAsked,
    "session-wished": QuestionAsked,
    "answer": QuestionAnswered,
}
"""Kinds of notices that hand on what somebody wrote, and the events that hold it."""


REASONS: Mapping[str, tuple[type[Event], str]] = {
    "ruling": (RulingMade, "reason"),
    "corrected-for-official": (GameCorrected, "reason"),
    "warned": (VerbalWarningGiven, "breach"),
    "case-raised": (DisputeRaised, "statement"),
    "case-raised-by-self": (DisputeRaised, "statement"),
    "case-withdrawn": (DisputeWithdrawn, "reason"),
    "case-withdrawn-by-self": (DisputeWithdrawn, "reason"),
    "question-raised": (QuestionAsked, "question"),
}
"""Texts with the reason for what they say, or what was written, and where it is: in one language for all."""

_LONGEST_ASKED = 60
"""Characters of what was asked that come back with the answer."""

OF_A_CHILD = ("parent-called", "parent-answered", "parent-heard", "parent-not-reached")
"""Kinds that name the child whom they are about, to those who come for it or look after it."""


def written_by(names: Mapping[str, str]) -> dict[str, object]:
    """Who wrote, and the others for whom the same chat was linked, as `notice-written-by` takes them.

    Args:
        names: by number, the writer first; "" where none may be shown.
    """
    (number, name), *others = names.items()
    beside = [Phrase("notice-person", {"name": name or None, "number": number}) for number, name in others]
    return {"name": name or None, "number": number, "beside": Listed(beside) if beside else None}


class Correspondence:
    """The tournaments of a desk. Safe for threads."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def tournaments(self) -> Sequence[str]:
        return self._desk.log.tournaments()

    def heads(self) -> Mapping[str, Head]:
        return self._desk.log.heads()

    def state(self, tournament_id: str) -> State:
        return self._desk.state(tournament_id)

    def past_state(self, tournament_id: str, seq: int, at: datetime) -> State:
        """The state at a time, on which a message was sent; never one before the event at `seq`.

        Clocks of several machines may differ by more than it takes to send, hence the event.
        """
        then = max(seq, self._desk.log.seq_at(tournament_id, to_micros(at)))
        return self._desk.state(tournament_id, min(then, self._desk.state(tournament_id).seq))

    def details(self, tournament_id: str, recipients: Iterable[Recipient]) -> Mapping[Recipient, Details]:
        """What is known of each now; nothing for whoever was forgotten."""
        state = self._desk.state(tournament_id)
        wanted = list(recipients)
        entrants = [
            state.entrants[recipient.number] for recipient in wanted if recipient.number in state.entrants
        ]
        known = self._desk.directory.details(tournament_id, entrants)
        referees = [
            state.referees[recipient.number] for recipient in wanted if recipient.number in state.referees
        ]
        texts = self._desk.directory.texts(tournament_id, [referee.seq for referee in referees])
        named = {referee.referee: texts[referee.seq].get(referee.person, NOBODY) for referee in referees}
        kinds: dict[str, Mapping[str, Details]] = {"entrant": known, "referee": named}
        return {
            recipient: kinds.get(recipient.kind, {}).get(recipient.number, NOBODY) for recipient in wanted
        }

    def words(self, tournament_id: str, notice: Notice) -> Mapping[Language, str]:
        """What an announcement, a further word, a post or a letter says, by language; empty for others.

        Where nothing was said in a language, the tournament's first one stands in for it, marked as such.
        """
        if notice.template == "post":
            return self._posted(tournament_id, notice.seq)
        if notice.kind in LETTERS:
            return self._written(tournament_id, notice)
        if notice.template in REASONS:
            return self._reason(tournament_id, notice)
        if notice.kind in OF_A_CHILD:
            return self._child(tournament_id, notice.parameters["child"])
        case = notice.parameters.get("case")
        if case is None:
            return {}
        sealed_texts = self._desk.directory.texts(tournament_id, [notice.seq])[notice.seq].get(case, NOBODY)
        order = (*self._desk.state(tournament_id).plan.languages, *LANGUAGES)
        first = next((sealed_texts[spoken] for spoken in order if spoken in sealed_texts), None)
        if first is None:
            return {}
        return {
            language: sealed_texts.get(language) or say("notice-not-translated", language, words=first)
            for language in languages()
        }

    def _written(self, tournament_id: str, notice: Notice) -> Mapping[Language, str]:
        """What was written, and by whom where that is an entrant; the words are in one language for all."""
        texts = self._desk.directory.texts(tournament_id, [notice.seq])[notice.seq]
        sealed, kind = texts.get(notice.parameters["case"], NOBODY), LETTERS[notice.kind]
        words = {
            language: next(iter(free_text(sealed, kind, language).values()), "") for language in languages()
        }
        if notice.kind == "answer":
            asked = self._asked(tournament_id, notice.parameters["question"])
            return {
                language: say("notice-answered", language, words=words[language], asked=asked)
                for language in languages()
            }
        number = notice.parameters.get("entrant")
        if number is None:
            return words
        entrants = self._desk.state(tournament_id).entrants
        numbers = [number, *notice.parameters.get("beside", "").split()]
        known = self._desk.directory.details(tournament_id, [entrants[other] for other in numbers])
        return {
            language: say(
                "notice-written-by",
                language,
                **written_by({other: shown_name(known[other], language) for other in numbers}),
                words=words[language] or None,
            )
            for language in languages()
        }

    def _asked(self, tournament_id: str, number: str) -> str | None:
        """The begin of what an entrant had written; None where that is forgotten, or a wish without words."""
        question = self._desk.state(tournament_id).questions.get(number)
        if question is None:
            return None
        texts = self._desk.directory.texts(tournament_id, [question.seq])[question.seq]
        words = free_text(texts.get(question.case, NOBODY), QuestionAsked, LANGUAGES[0])
        text = " ".join(next(iter(words.values()), "").split())
        return (text if len(text) <= _LONGEST_ASKED else f"{text[: _LONGEST_ASKED - 1].rstrip()}…") or None

    def _reason(self, tournament_id: str, notice: Notice) -> Mapping[Language, str]:
        texts = self._desk.directory.texts(tournament_id, [notice.seq])[notice.seq]
        sealed, (kind, field) = texts.get(notice.parameters.get("case", ""), NOBODY), REASONS[notice.template]
        return {language: free_text(sealed, kind, language).get(field, "") for language in languages()}

    def _child(self, tournament_id: str, number: str) -> Mapping[Language, str]:
        entrant = self._desk.state(tournament_id).entrants[number]
        known = self._desk.directory.details(tournament_id, [entrant])[number]
        return {language: shown_name(known, language) for language in languages()}

    def _posted(self, tournament_id: str, seq: int) -> Mapping[Language, str]:
        event = self._desk.log.read_one(tournament_id, seq)
        state = self._desk.state(tournament_id, seq)
        post = None
        if event is not None:
            post = post_about(state, CATALOGUE.decode(event), seq, event.hash.hex())
        # A public channel is read by everyone, so all languages of the tournament stand in one post.
        return {} if post is None else dict.fromkeys(languages(), "\n\n".join(post.texts))

    def attachment(self, tournament_id: str, attachment: Attachment) -> bytes | None:
        """The bytes of a file that goes out with messages; None where the log does not have them."""
        return self._desk.attachments.of(tournament_id, self._desk.state(tournament_id), attachment)

    def today(self, tournament_id: str) -> date:
        """The day it is where the tournament takes place."""
        return self._desk.state(tournament_id).plan.local_day(self._desk.clock.now())

    def recorded_at(self, tournament_id: str, seq: int) -> datetime:
        """When the event at `seq` came into the log; raises Problem: not-found."""
        event = self._desk.log.read_one(tournament_id, seq)
        if event is None:
            raise not_found("event", seq)
        return from_micros(event.recorded_at)

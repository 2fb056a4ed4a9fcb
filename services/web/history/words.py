"""How people read moments, officials, codes, figures and a difference on the pages of the time machine."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time

import msgspec
from flask import Response
from markupsafe import Markup

from services.delivery.received import ReceivedMessage
from services.desk.answers import TimelineEntry
from services.desk.docket_views import EvidenceView
from services.desk.history.case_file import CaseFile
from services.desk.programme import TournamentAnswer
from services.desk.reasons import Reason
from services.desk.views import (
    UNSET,
)
from services.officials.exhibits import listed
from services.personal.texts import bot_text
from services.rules.citing import Cited
from services.rules.exact import figure_shown
from services.tournament.definition.points import Point, points_at
from services.web.actors import Actors
from services.web.history.look import Looking
from services.web.rendering import page
from services.web.signing_in.guard import form_word
from services.web.signing_in.page import HEADERS
from shared.catalogue import Phrase, Word, say
from shared.clock import from_micros
from shared.eventlog.seal import seal_json
from shared.i18n import Language, second_shown

_STATUSES = {"session": "session", "sheet": "game", "dispute": "case"}
"""What the words of a status are about, by kind of thing."""
_CODES = {"ended_by": "ending", "charge": "charge", "conflict": "sheet-taken"}
_MEANINGS: Mapping[str, Callable[[str], object]] = {
    "closed": lambda text: Phrase("page-history-closed"),
    "game_won": lambda text: Phrase("page-yes" if text != "0" else "page-no"),
    "day": date.fromisoformat,
    "start": time.fromisoformat,
    "end": time.fromisoformat,
}
"""What stands behind what a program wrote down of a thing, by what of it that is."""


class Chat(msgspec.Struct, frozen=True):
    """Says what chats say as well, in the language of a page."""

    language: Language

    def text(self, name: str, /, **fields: object) -> str:
        """One of the texts of chats."""
        return bot_text(name, self.language, **fields)


class Words:
    """How people read moments, officials, codes and figures on these pages."""

    def __init__(self, look: Looking) -> None:
        self._look = look
        self.zone = look.plan.zone
        self._actors = Actors(look.parts.desk, look.tournament, look.call.visibility, look.language)

    def moment(self, moment: datetime) -> str:
        """A moment to the second, where the tournament is."""
        return second_shown(moment, self._look.zone, self._look.language)

    def beyond(self, moment: str) -> str:
        """That nothing is recorded after a moment; "" where something is."""
        last = self._look.beyond(moment)
        return (
            "" if last is None else say("page-history-beyond", self._look.language, moment=self.moment(last))
        )

    def apart(self, entry: TimelineEntry) -> bool:
        """Whether something happened at another time than it was written down at."""
        return abs((entry.recorded_at - entry.occurred_at).total_seconds()) > 1

    def who(self, actor: str) -> str:
        """Whoever did something: an official by office, number and name, an entrant by number."""
        return self._actors.who(actor)

    def word(self, about: str, code: str) -> str:
        """A code in words."""
        return Word(about, code).in_language(self._look.language)

    def session(self, session: str) -> str:
        """A session as people call it."""
        return self._worded(self._look.frame.session_called(session))

    def table(self, sheet: str) -> str:
        """A table, or its sheet, as people call it."""
        return self._worded(self._look.frame.table_called(sheet))

    def meant(self, what: str, text: str) -> str:
        """What a program wrote down of a thing, such as its day, as people read it."""
        return self._worded(_MEANINGS[what](text))

    def _worded(self, value: object) -> str:
        return say("page-value", self._look.language, value=value)

    def value(self, of: str, what: str, text: str | None) -> object:
        """What something was before or after a change; a dash for nothing."""
        if text is None:
            return "–"
        if what == "score":
            return self.figure(text)
        if what in _MEANINGS:
            return self.meant(what, text)
        about = _STATUSES.get(of) if what == "status" else _CODES.get(what)
        if what == "signature":
            about = "medium" if text in ("paper", "device") else "signature"
        return self.word(about, text) if about is not None else text

    def cited(self, cites: str) -> str:
        """The rule that something rests on."""
        return Cited(cites).in_language(self._look.language)

    def typed(self, moment: datetime) -> str:
        """A moment as it can be typed, where the tournament is."""
        return f"{moment.astimezone(self._look.zone):%Y-%m-%d %H:%M}"

    def ruled(self, answer: CaseFile, event: TimelineEntry) -> list[str]:
        """What was found and why, where an event follows from a ruling on one of the cases."""
        return [
            self._said_of(field, texts[field])
            for view in answer.cases
            for ruling in view.case.rulings
            if ruling.seq == event.caused_by
            for texts in (view.rulings.get(ruling.ruling, {}),)
            for field in ("finding", "reason")
            if texts.get(field)
        ]

    def _said_of(self, field: str, text: str) -> str:
        name, colon = (say(f"page-{key}", self._look.language) for key in (f"history-{field}", "colon"))
        return f"{name}{colon}{text}"

    def rewritten(self, answer: CaseFile) -> list[Reason]:
        """Where no places are told: what was written since, each with what stood before it."""
        if answer.moved is not UNSET or answer.before is UNSET:
            return []
        found: list[Reason] = []
        since, follows = answer.before.seq, False
        for reason in answer.now.chain:
            later = reason.seq is not None and reason.seq > since
            if later or (follows and reason.seq is not None):
                found.append(reason)
            follows = later
        return found

    def exhibits(self, evidence: Sequence[EvidenceView]) -> list[str]:
        """What was presented, whose it was, and what the engine said, a line for each."""
        return listed(Chat(self._look.language), evidence)

    def clause(self, cites: str, stage: str) -> tuple[Point, ...]:
        """What is stated at the rule that something in a stage rests on."""
        played_by = self._look.ask("tournament")
        assert isinstance(played_by, TournamentAnswer)
        return points_at(cites, played_by.rules_played(stage), self._look.language)

    def figure(self, exact: str) -> Markup:
        """A figure as people write it, with the exact text behind it where that differs."""
        text = figure_shown(exact)
        return Markup(text) if text == exact else Markup('<span title="{}">{}</span>').format(exact, text)


_MESSAGES = 50
"""To one entrant, the last."""


def show(look: Looking, template: str, **shown: object) -> Response:
    """A page of the time machine, or a part of one; nobody keeps it."""
    parts, call = look.parts, look.call
    made = page(
        template,
        call.language,
        indexed=False,
        frame=look.frame,
        look=look,
        view=look.view,
        wrong=look.wrong.sentences,
        words=Words(look),
        form=form_word(parts, call.sign_in.grant_id) if call.sign_in is not None else "",
        **shown,
    )
    return Response(made.body, look.wrong.status, [*made.headers, *HEADERS.items()])


def case_shown(look: Looking, answer: CaseFile) -> dict[str, object]:
    """What a page of a case file shows: the file, its seal, and what the entrant was told by then."""
    return {"answer": answer, "seal": _seal_shown(answer), "told": _told(look, answer)}


def _told(look: Looking, answer: CaseFile) -> Sequence[ReceivedMessage]:
    """The messages to the entrant, the oldest first, for whoever may read messages, or is meant."""
    seen, number, desk = look.call.visibility, answer.entrant_no, look.parts.desk
    if seen.scope("deliveries") != "any" and (seen.role, seen.subject) != ("participant", number):
        return ()
    received = look.parts.pages.received.of(look.tournament, [f"entrant:{number}"], look.language, _MESSAGES)
    if answer.at.seq < answer.proof.head.seq:
        (following,) = desk.stored(look.tournament, [answer.at.seq + 1])
        until = from_micros(following.recorded_at)
        received = [message for message in received if message.at < until]
    return received[::-1]


def _seal_shown(answer: CaseFile) -> str:
    """The seal of a case file as it is checked; "" while there is none."""
    return "" if answer.proof.seal is None else seal_json(answer.proof.seal).decode()

"""What every page of the time machine is shown with: its frame, moments to the second, officials by name."""

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import msgspec
from flask import Response, request
from markupsafe import Markup
from msgspec import structs

from services.desk.docket_views import EvidenceView
from services.desk.history.case_file import CaseFile
from services.desk.moments import time_meant
from services.desk.params import PageParams, Params, TimelineParams
from services.desk.programme import TournamentAnswer
from services.desk.queries import QUERIES
from services.desk.reasons import Reason
from services.desk.views import MOST, UNSET, EntrantsAnswer, TimelineAnswer, TimelineEntry
from services.officials.exhibits import listed
from services.personal.texts import bot_text
from services.rules.citing import Cited
from services.rules.exact import figure_shown
from services.tournament.definition.places_called import session_called, table_called
from services.tournament.definition.plan import Competition
from services.web.actors import Actors
from services.web.framing import Frame, frame
from services.web.history.asked import View, refuse_strange
from services.web.history.wrong_fields import WrongFields
from services.web.parts import Parts
from services.web.points import Point, points_at
from services.web.problem_pages import wants_page
from services.web.rendering import page
from services.web.routes import Call
from services.web.signing_in.guard import form_word
from services.web.signing_in.page import HEADERS
from shared.catalogue import Phrase, Word, say
from shared.eventlog.seal import seal_json
from shared.i18n import Language, second_shown
from shared.problems import NOT_FOUND, Problem

_STATUSES = {"session": "session", "sheet": "game", "dispute": "case"}
"""What the words of a status are about, by kind of thing."""
_LONGEST_NUMBER = 6
"""Digits of an entrant's number that is looked for with zeros before it."""
_CODES = {"ended_by": "ending", "charge": "charge", "conflict": "sheet-taken"}
_MEANINGS: Mapping[str, Callable[[str], object]] = {
    "closed": lambda text: Phrase("page-history-closed"),
    "game_won": lambda text: Phrase("page-yes" if text != "0" else "page-no"),
    "day": date.fromisoformat,
    "start": time.fromisoformat,
    "end": time.fromisoformat,
}
"""What stands behind what a program wrote down of a thing, by what of it that is."""


class Looking(msgspec.Struct, frozen=True):
    """One look through the time machine: who looks, at which view, up to which event.

    Attributes:
        seq: the last event that is looked at; `last` is the last one there is.
        frame: what stands around the page, with the plan as of then.
        wrong: what could not be understood, for the page to say it beside its field.
    """

    parts: Parts
    call: Call
    view: View
    seq: int
    last: int
    frame: Frame
    wrong: WrongFields = msgspec.field(default_factory=lambda: WrongFields("en", kept=False))

    @property
    def plan(self) -> Competition:
        return self.frame.plan

    @property
    def tournament(self) -> str:
        return self.call.tournament

    @property
    def language(self) -> Language:
        return self.call.language

    @property
    def past(self) -> bool:
        return self.seq < self.last

    @property
    def zone(self) -> ZoneInfo:
        """Where the tournament is."""
        return ZoneInfo(self.plan.zone)

    def ask(self, query: str, **params: object) -> object:
        """The answer of the desk to a query, at the moment looked at where it can be asked of one."""
        kind = QUERIES[query]
        asked: Params = msgspec.convert(params, kind.params)
        moment = str(self.seq) if kind.of_log and self.past else None
        return self.parts.desk.ask(
            self.tournament, query, asked, self.call.visibility, as_of=moment, language=self.language
        )

    def events(self, **params: object) -> tuple[TimelineEntry, ...]:
        """Events of the timeline up to the moment looked at."""
        answer = self.ask("timeline", **params)
        assert isinstance(answer, TimelineAnswer)
        return answer.rows

    def entry(self, seq: int) -> TimelineEntry:
        """One event, wherever in the log it is."""
        asked = TimelineParams(after=str(seq - 1), limit=1)
        answer: TimelineAnswer = self.parts.desk.ask(
            self.tournament, "timeline", asked, self.call.visibility, language=self.language
        )
        return answer.rows[0]

    def number_meant(self, text: str) -> str:
        """The number of an entrant that was written without the zeros it begins with.

        As it was written where an entrant has that number, or none or several would be meant.
        """
        if not (text.isascii() and text.isdigit()):
            return text
        longer = (text.zfill(length) for length in range(len(text) + 1, _LONGEST_NUMBER + 1))
        if self._is_entrant(text) or len(found := [*filter(self._is_entrant, longer)]) != 1:
            return text
        return found[0]

    def _is_entrant(self, number: str) -> bool:
        try:
            self.ask("entrant", entrant=number)
        except Problem as problem:
            if problem.kind != NOT_FOUND:
                raise
            return False
        return True

    def beyond(self, moment: str) -> datetime | None:
        """When the last event was recorded, where a moment is a time after it; else None."""
        if not moment or moment.isdigit():
            return None
        last = self.entry(self.last).recorded_at
        return last if time_meant(moment, self.plan.zone).replace(microsecond=0) > last else None

    def names(self) -> Mapping[str, str]:
        """How everybody is called, by number."""
        names: dict[str, str] = {}
        after: str | None = ""
        while after is not None:
            answer = self.parts.desk.ask(
                self.tournament,
                "entrants",
                PageParams(after=after, limit=MOST),
                self.call.visibility,
                language=self.language,
            )
            assert isinstance(answer, EntrantsAnswer)
            names |= {row.entrant.entrant_no: row.name for row in answer.rows if isinstance(row.name, str)}
            after = answer.next
        return names


def looking(parts: Parts, call: Call, further: Container[str] = (), *, kept: bool = False) -> Looking:
    """The look that an address asks for.

    Args:
        further: what the page takes beside a view.
        kept: whether a moment that cannot be understood is said beside its field, and the one before shown.

    Raises:
        Problem: tournament-unknown, a parameter that is not taken, or a moment that cannot be understood.
    """
    refuse_strange(request.args, further)
    view = View.read(request.args)
    wrong = WrongFields(call.language, kept=kept and wants_page(request))
    last = parts.desk.head(call.tournament).seq
    seq = last
    with wrong.beside("as_of"):
        seq = parts.desk.moment(call.tournament, view.as_of) if view.as_of else last
    if "as_of" in wrong:
        view = structs.replace(view, as_of="")
        if view.here:
            with suppress(Problem):
                seq = parts.desk.moment(call.tournament, view.here)
                view = structs.replace(view, as_of=str(seq) if seq < last else "")
    return Looking(parts, call, view, seq, last, frame(parts, call, "staff", seq), wrong)


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
        form=form_word(parts, call.sign_in.sign_in_id) if call.sign_in is not None else "",
        **shown,
    )
    return Response(made.body, look.wrong.status, [*made.headers, *HEADERS.items()])


def seal_shown(answer: CaseFile) -> str:
    """The seal of a case file as it is checked; "" while there is none."""
    return "" if answer.proof.seal is None else seal_json(answer.proof.seal).decode()


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
        return self._worded(session_called(session, self._look.plan))

    def table(self, sheet: str) -> str:
        """A table, or its sheet, as people call it."""
        return self._worded(table_called(sheet, self._look.plan))

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
        return points_at(cites, played_by.rules_in(stage), self._look.language)

    def figure(self, exact: str) -> Markup:
        """A figure as people write it, with the exact text behind it where that differs."""
        text = figure_shown(exact)
        return Markup(text) if text == exact else Markup('<span title="{}">{}</span>').format(exact, text)

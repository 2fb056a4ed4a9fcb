"""A decision about a day that the weather, or another danger, is in the way of: what is asked for it.

A day is suspended, or what is left of it; a further word is given, a new date set, a suspension lifted, or it
is said that play goes ahead. What was proposed is confirmed or refused. Any surface asks it by this.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from services.access.rights import require
from services.desk.previewing import try_out
from services.officials.tables import sessions_called
from services.personal.person import Person
from services.tasks.day_questions import GROUNDS, MOST, QUESTIONS, RIGHTS, asked_for
from services.tasks.described import Answers, Asker, Described
from services.tasks.options import Option, in_time
from services.tasks.plain import ANSWER_MISSING, ANSWER_NOT_READ
from services.tasks.questions import Question
from services.tasks.said import question_said
from services.tournament.kernel.facts import Command
from services.tournament.seating.sessions import Session
from services.tournament.weather.dangers import in_force
from services.tournament.weather.policy import Proposal
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import (
    Grounds,
    LiftSuspension,
    SuspendDay,
    SuspendRemaining,
    next_word_from,
)
from services.tournament.weather.update_promises import GiveFurtherWord, sessions_held
from services.tournament.weather.warning_lines import proposal_over, warning_lines
from services.tournament.weather.watching import AnnouncePlay, AnswerWeatherProposal
from shared.catalogue import Listed, Phrase, say
from shared.i18n import LANGUAGES, day_shown, moment_shown
from shared.problems import INVALID_INPUT, Problem
from shared.typed_times import day_typed, is_written_in, moment_typed

_PROPOSED: Mapping[str, str] = {"suspend": "suspend", "suspend_remaining": "rest", "proceed": "ahead"}
"""What a proposal would have decided, by its outcome."""
_PROMISES = (1, 2, 4)
"""After so many hours the next word may be promised."""
NOW = "now"
"""Said for the moment at which it is read."""
_STAND_IN = "–"
_DAYS_THAT_FIT, _DAYS_LOOKED_AT = 5, 21
_OF_DECISION = ("grounds", "since", "en", "zh", "next_word", "new_day", "reason", "sessions")
"""What is asked for one decision and does not fit another."""


class DayDecision(Described):
    """The description, for somebody who may decide, as things stand now."""

    seen = ("what", "grounds", "since", "next_word", "new_day")

    def __init__(self, reader: Asker, person: Person) -> None:
        super().__init__(reader)
        self.person, self.tournament = person, person.tournament_id
        self.state, self.now = reader.desk.state(self.tournament), reader.desk.clock.now()
        self.zone, self.today = ZoneInfo(self.state.plan.zone), self.state.plan.local_day(self.now)
        self.languages = [language for language in LANGUAGES if language in self.state.plan.languages]

    def about(self, answers: Answers) -> str:
        """What stands above every step."""
        return answers.get("proposal") or self.title

    # What is asked

    def questions(self, answers: Answers) -> list[Question]:
        """Those of this decision so far, in order; of a proposal that is answered none is left."""
        names = asked_for(answers, self.languages, moved=self._is_moved(answers))
        return [] if "proposal" in answers and "answer" in answers else [QUESTIONS[name] for name in names]

    def asks(self, question: Question, answers: Answers) -> str:
        """A question in words."""
        name = question.name
        if name == "what":
            day = day_shown(date.fromisoformat(answers["day"]), self.reader.language)
            return self.reader.text("storm_what", day=day)
        if name == "answer":
            return self.proposal_shown(self.state.proposals[answers["proposal"]])
        named = {"en": "words_en", "zh": "words_zh", "proposal": "which_proposal", "next_word": "by"}.get(
            name, name
        )
        if name in ("day", "proposal") and (nothing := self.nothing_left(answers)):
            return nothing
        return self.reader.text(f"storm_{named}", **({"most": MOST} if name in LANGUAGES else {}))

    def options(self, question: Question, answers: Answers) -> list[Option]:
        """What there is to choose from."""
        text = self.reader.text
        match question.name:
            case "proposal":
                return [(id, self.day_called(proposal.day)) for id, proposal in self.open_proposals().items()]
            case "answer":
                return self.answers_to(self.state.proposals[answers["proposal"]])
            case "day":
                days = [each for each in sorted(self.days().items()) if self._fits(each[0], answers)]
                return [(day.isoformat(), self._day_option(day, sessions)) for day, sessions in days]
            case "what":
                return [(what, text(f"storm_what_{what}")) for what in self.can(answers)]
            case "grounds":
                return [(ground, text(f"storm_grounds_{ground}")) for ground in question.options]
            case "since":
                return [*self._since(_grounds(answers)), ("", text("storm_since_unsaid"))]
            case "next_word":
                moments = [self.now + timedelta(hours=hours) for hours in _PROMISES]
                return [(_minute(moment), self.moment(moment)) for moment in moments]
            case "new_day":
                return [(day.isoformat(), self.day_called(day)) for day in self._days_that_fit(answers)]
        return []

    def nothing_left(self, answers: Answers) -> str:
        """That no day can be decided so, or no proposal waits, in words; "" where one does."""
        asked = "proposal" if answers.get("what") == "answer" else "day"
        if asked in answers or self.options(QUESTIONS[asked], answers):
            return ""
        if asked == "proposal" or not self.days():
            return self.reader.text("storm_no_day" if asked == "day" else "no_proposal")
        return say(
            "task-nothing-left", self.reader.language, asked=question_said("day", self.reader.language)
        )

    def _fits(self, day: date, answers: Answers) -> bool:
        """Whether what is known to be decided can be of a day; any day while another is being changed."""
        what = answers.get("what")
        return what is None or "day" in answers or what in self.can({"day": day.isoformat()})

    def open_proposals(self) -> dict[str, Proposal]:
        """Those that wait for an answer, by their number."""
        return {id: each for id, each in sorted(self.state.proposals.items()) if each.status == "open"}

    def answers_to(self, proposal: Proposal) -> list[Option]:
        """What can be said to it: that nothing is known cannot be confirmed."""
        answers = QUESTIONS["answer"].options[proposal.outcome == "unknown" :]
        return [(answer, self.reader.text(answer)) for answer in answers]

    def days(self) -> dict[date, list[Session]]:
        """The days that can be decided about, with their sessions: none where people only wait there."""
        found: dict[date, list[Session]] = {day: [] for day in self.held()}
        for session in in_time(self.state):
            if session.day is not None and (session.day >= self.today or session.status == "suspended"):
                found.setdefault(session.day, []).append(session)
        return found

    def held(self) -> set[date]:
        """The days from today on when people wait in the hall though their sessions have a new date."""
        days = (held.day for _, held in sessions_held(self.state))
        return {day for day in days if day is not None and day >= self.today}

    def day_called(self, day: date) -> str:
        return day_shown(day, self.reader.language)

    def _day_option(self, day: date, sessions: Sequence[Session]) -> str:
        if not sessions:
            return self.reader.text("storm_held_key", day=day)
        off = sum(session.status == "suspended" for session in sessions)
        return self.reader.text("storm_day_key", day=day, count=len(sessions), suspended=off)

    def can(self, answers: Answers) -> list[str]:
        """What can be decided about the day by whoever asks."""
        day = date.fromisoformat(answers["day"])
        statuses = {session.status for session in self.state.sessions.values() if session.day == day}
        off, on = "suspended" in statuses, bool(statuses - {"suspended", "ended"})
        can = {
            **dict.fromkeys(("suspend", "rest"), on),
            "ahead": on and not off,
            "word": off or day in self.held(),
            "move": off,
            "lift": off and self._tries({**answers, "what": "lift"}),
        }
        return [what for what, is_so in can.items() if is_so and self.person.may(RIGHTS[what])]

    def _is_moved(self, answers: Answers) -> bool:
        day = date.fromisoformat(answers["day"]) if "day" in answers else None
        off = any(each.day == day and each.status == "suspended" for each in self.state.sessions.values())
        return not off and day in self.held()

    def _since(self, grounds: Grounds) -> Iterator[Option]:
        """The Observatory's moment of such a warning that is in force, and this one."""
        begins = [each.begin for each in in_force(self.state) if each.grounds == grounds]
        for begin in begins:
            yield (
                _minute(begin),
                self.reader.text("storm_since_observatory", at=self.moment(begin)),
            )
        yield _minute(self.now), self.reader.text("storm_since_now")

    def _days_that_fit(self, answers: Answers) -> list[date]:
        """Days on which the rules let the suspended sessions be played: those of the programme first."""
        begin = max(date.fromisoformat(answers["day"]), self.today)
        planned = sorted({each.day for each in self.state.sessions.values() if each.day is not None})
        near = [begin + timedelta(days=days) for days in range(_DAYS_LOOKED_AT)]
        fit: list[date] = []
        for day in dict.fromkeys([*(day for day in planned if day >= begin), *near]):
            if len(fit) < _DAYS_THAT_FIT and self._tries({**answers, "new_day": day.isoformat()}):
                fit.append(day)
        return sorted(fit)

    # What is answered

    def read(self, question: Question, text: str, answers: Answers | None = None) -> str:
        """An answer as it is kept, of what was chosen or typed.

        Args:
            answers: what was answered before: a warning in force by now has been so since its hour, not now.

        Raises:
            Problem: answer-missing, answer-not-read or invalid-input, at the question.
        """
        name, text = question.name, text.strip()
        if not text and name != "since":
            raise ANSWER_MISSING().at(field=name)
        try:
            if question.options and text not in question.options:
                raise ANSWER_NOT_READ(detail=Phrase("part-task-choice-wanted"))
            if name == "proposal" and text not in self.state.proposals:
                raise ANSWER_NOT_READ(detail=Phrase("part-task-choice-wanted"))
            if question.kind == "moment" and text == NOW:
                return next(self._since(_grounds(answers or {})))[0]
            if text and question.kind == "moment":
                return _minute(moment_typed(text, self.now, self.zone, ahead=name == "next_word"))
            if name in ("day", "new_day"):
                return day_typed(text, self.today, self.days() if name == "day" else ()).isoformat()
            if question.most is not None and len(text) > question.most:
                too_long = Phrase("part-words-too-long", {"most": question.most, "count": len(text)})
                raise INVALID_INPUT(detail=too_long)
        except Problem as problem:
            raise problem.at(field=name) from None
        return text

    def doubt(self, question: Question, answer: str) -> str:
        """What is odd about an answer, which may be so meant all the same; "" for nothing."""
        if question.name not in LANGUAGES or is_written_in(question.name, answer):
            return ""
        return self.reader.text(f"announce_not_{question.name}")

    def answered(self, answers: Answers, given: Answers) -> dict[str, str]:
        """The answers with these; what was said for another decision is dropped."""
        changed = {name for name, answer in given.items() if answers.get(name, answer) != answer}
        drop: set[str] = {"since", "en", "zh"} if "grounds" in changed else set()
        if changed & {"day", "what"}:
            drop |= {*_OF_DECISION, *({"what"} if "day" in changed else ())}
        return {name: answer for name, answer in answers.items() if name not in drop} | dict(given)

    def check(self, answers: Answers) -> None:
        """Let the desk decide what is said so far, once all that matters to it is said.

        Raises:
            Problem: as the command would; also at once for whoever may not send it.
        """
        what = answers.get("what", "answer")
        require(self.person.principal.role, RIGHTS[what])
        if what != "answer" and "day" in answers and (what != "move" or "new_day" in answers):
            # What is promised with a suspension is worked out anew until it is read back.
            kept = {name: answer for name, answer in answers.items() if name != "next_word" or what == "word"}
            try_out(self.reader.desk, self.tournament, self.command(kept), self.person.principal)

    def _tries(self, answers: Answers) -> bool:
        try:
            self.check(answers)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            return False
        return True

    def promised(self, answers: Answers) -> dict[str, str]:
        """The answers with what is promised by a suspension now: what is read back is what is sent."""
        if answers.get("what") not in ("suspend", "rest"):
            return dict(answers)
        return {**answers, "next_word": next_word_from(self.state.plan, self.now).isoformat()}

    def with_defaults(self, answers: Answers) -> dict[str, str]:
        """The answers: nothing stands for what was not asked."""
        return dict(answers)

    def decided(self, answers: Answers) -> tuple[str, date]:
        """What is decided of which day; what confirming a proposal decides."""
        if answers["what"] != "answer":
            return answers["what"], date.fromisoformat(answers["day"])
        proposal = self.state.proposals[answers["proposal"]]
        return _PROPOSED.get(proposal.outcome, "ahead"), proposal.day

    def command(self, answers: Answers) -> Command:
        """The command; what is not said yet and changes nothing is stood in for."""
        what = answers["what"]
        if what == "answer":
            confirmed = answers["answer"] == "confirm"
            return AnswerWeatherProposal(
                proposal=answers["proposal"], answer="confirm" if confirmed else "refuse"
            )
        day = date.fromisoformat(answers["day"])
        by = datetime.fromisoformat(answers["next_word"]) if answers.get("next_word") else None
        words = {language: answers.get(language, _STAND_IN) for language in self.languages}
        match what:
            case "ahead":
                return AnnouncePlay(day=day)
            case "lift":
                return LiftSuspension(day=day, reason=answers.get("reason", _STAND_IN))
            case "move":
                sessions = tuple(answers["sessions"].split()) if answers.get("sessions") else ()
                new_day = date.fromisoformat(answers["new_day"])
                return RescheduleSessions(day=day, new_day=new_day, sessions=sessions)
            case "word":
                return GiveFurtherWord(day=day, next_word=by, **words)
        kind = SuspendDay if what == "suspend" else SuspendRemaining
        grounds = _grounds(answers)
        since = datetime.fromisoformat(answers["since"]) if answers.get("since") else None
        words = words if grounds == "other" else {}
        return kind(day=day, grounds=grounds, since=since, next_word=by, **words)

    # In words

    @property
    def title(self) -> str:
        """The tournament's."""
        return self.state.plan.title.in_language(self.reader.language)

    def moment(self, moment: datetime) -> str:
        return moment_shown(moment, self.zone, self.reader.language)

    def said(self, question: Question, answers: Answers) -> str:
        """An answer in words."""
        answer = answers.get(question.name, "")
        if question.kind == "moment":
            unsaid = self.reader.text("storm_since_unsaid")
            return self.moment(datetime.fromisoformat(answer)) if answer else unsaid
        if question.name in ("day", "new_day"):
            return self.day_called(date.fromisoformat(answer))
        if question.name in ("what", "grounds"):
            return self.reader.text(f"storm_{question.name}_{answer}")
        return self.reader.text(answer) if question.name == "answer" else answer

    def proposal_shown(self, proposal: Proposal) -> str:
        """What was proposed for which sessions, what is or was in force, and how far that is read."""
        text, called = self.reader.text, sessions_called(self.reader, self.person, proposal.sessions)
        over, is_unknown = proposal_over(self.state, proposal), proposal.outcome == "unknown"
        lines = [text("proposal_not_known")] if is_unknown else []
        lines += self.warnings(proposal.day, is_unknown=is_unknown)
        body = text(
            "proposal",
            outcome=text(f"weather_{proposal.outcome}"),
            day=self.day_called(proposal.day),
            warnings="\n".join(lines or [text("proposal_no_warning")]),
            sessions=Listed(called, "list-between-sentences") if called else "–",
        )
        if over is not None:
            return "\n".join([body, text("proposal_over")])
        if not proposal.in_part or any(danger.doubt is not None for danger in in_force(self.state)):
            return body
        whole = None if proposal.fetched_at is None else self.moment(proposal.fetched_at)
        return "\n".join([body, text("proposal_in_part", whole=whole)])

    def warnings(self, day: date, *, is_unknown: bool = False) -> list[str]:
        """The warnings that stop play: a line for each in force, and for each that ended on the day."""
        lines = warning_lines(self.state, day, is_unknown=is_unknown)
        return [line.in_language(self.reader.language) for line in lines]


def _grounds(answers: Answers) -> Grounds:
    return next((each for each in GROUNDS if each == answers.get("grounds")), "other")


def _minute(moment: datetime) -> str:
    return moment.replace(second=0, microsecond=0).isoformat()

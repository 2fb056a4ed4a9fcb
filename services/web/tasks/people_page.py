"""People from a list: pasted or chosen as a file, read back with what becomes of each, registered once."""

from collections.abc import Collection, Mapping, Sequence

from flask import Response, request
from msgspec import structs

from services.desk.imports import EntrantsPlanned, plan_entrants
from services.officials.impact import impact_lines
from services.officials.meaning import foreseen, parts_of
from services.officials.tables import line_said, note_said, problem_said
from services.personal.read_back import Part, changes_shown, differences, part, parts_in, written
from services.spreadsheets import people
from services.spreadsheets.columns import column_word
from services.spreadsheets.csv_files import Row, understood
from services.spreadsheets.entrants import entrant_of
from services.tasks.handover import SWITCH
from services.tasks.people_listed import how_people_are_listed, sessions_to_choose
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.deciding import Decision
from services.tournament.people.numbers import known_number
from services.tournament.people.registration import NUMBER_TAKEN, RegisterEntrant, WaitingListJoined
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.seating.sessions_meant import SessionsMeant
from services.tournament.state import State
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of
from services.web.tasks.drafted_text import DraftedText, list_sent
from shared.catalogue import Listed, Phrase, languages, say
from shared.problems import INVALID_INPUT, Problem
from shared.text_forms import plain

IMPORT = "import-entrants"
LIST = "list"
_FIELDS = ("form", "step", "draft", "mark", "session", "given", LIST, SWITCH)
_SHARE_OUT = "share-out"
"""Whoever names no session goes where most room is left."""
_MOST, _NAMED = 200, 12
_EXAMPLE = {"name": "Chan Tai Man", "email": "name@example.org", "languages": [*languages()]}


def people_page(parts: Parts, call: Call) -> Response:
    """The form that takes a list."""
    return _People(parts, call).asked("")


def people_draft_page(parts: Parts, call: Call) -> Response:
    """What comes of a list that was sent, or the form with it; raises Problem: draft-gone."""
    return _People(parts, call).from_draft()


def people_answered(parts: Parts, call: Call) -> Response:
    """Carry out what was read back, once; else keep what was sent, and lead to what comes of it."""
    page = _People(parts, call)
    sent, unread = list_sent(_FIELDS, LIST)
    check_form(parts, request, sign_in_of(call).grant_id, sent.get("form", ""))
    if unread is not None:
        page.draft = sent.get("draft", "")[:40]
        return page.asked(sent.get(LIST, ""), unread, sent.get("session"))
    return page.from_form(sent)


class _People(DraftedText):
    """The task of bringing people in from a list."""

    name = IMPORT

    def __init__(self, parts: Parts, call: Call) -> None:
        super().__init__(parts, call)
        self.state: State = parts.desk.state(call.tournament)

    def answered(self, sent: Mapping[str, str]) -> Response:
        """What comes of what a form sent."""
        text, session = sent.get(LIST, ""), sent.get("session")
        if SWITCH in sent or sent.get("step") == "change":
            return self.asked(text, session=session)
        try:
            read = parts_in(sent.get("mark", "")) if sent.get("step") == "confirm" else None
            return self.carried_out(text, sent, read)
        except Problem as problem:
            if problem.no_answer_helps:
                raise
            return self.asked(text, problem, session)

    def asked(self, text: str, problem: Problem | None = None, session: str | None = None) -> Response:
        """The list so far, with every fault of it by line."""
        faults = () if problem is None else (problem, *problem.others)
        open_sessions = sessions_to_choose(self.state)
        example = {**_EXAMPLE, "session": self._called(in_order_of_play(self.state)[0].plan.id)}
        return self._page(
            "tasks/people.html",
            status=422 if faults else 200,
            name=LIST,
            text=text,
            label=self._say("list"),
            how=how_people_are_listed(self.state, self.call.language),
            faults=[(line_said(each, self.call.language), *self._fault(each), "") for each in faults],
            about=self._say("columns-about", dated=self.state.plan.needs_birth_dates),
            columns=[
                (self._column(name), self._say(f"column-{name.replace('_', '-')}", **example))
                for name in people.COLUMNS
            ],
            sessions=[(each.plan.id, self._called(each.plan.id)) for each in open_sessions],
            shares_out=_SHARE_OUT if self._shares_out(open_sessions) else "",
            session=session,
        )

    def carried_out(self, text: str, sent: Mapping[str, str], read: Sequence[Part] | None) -> Response:
        """Of what was read back as it is now the command; of anything else what there is to read."""
        rows, given = self._rows(text, sent.get("session", ""))
        given = [*given, *sent.get("given", "").split()]
        try:
            return self._registered(rows, given, read)
        except Problem as problem:
            taken = [
                each.where.get("line") for each in (problem, *problem.others) if each.kind is NUMBER_TAKEN
            ]
            anew = [row for row in rows if row.line in taken and row.cells["entrant_no"] in given]
            if not anew:
                raise
        # Nobody chose those numbers: another list has them by now.
        for row in anew:
            del row.cells["entrant_no"]
        given += people.give_numbers(rows, self.parts.desk.state(self.call.tournament).entrants)
        return self._registered(rows, given, read)

    def _registered(self, rows: Sequence[Row], given: Sequence[str], read: Sequence[Part] | None) -> Response:
        by_line, faults = understood(rows, entrant_of)
        entrants = {line: plain(entrant) for line, entrant in by_line.items()}
        planned = plan_entrants(self.parts.desk, self.call.tournament, entrants, self.call.principal, faults)
        if read is None or not planned.fresh or not self.confirms:
            return self._read_back(rows, given, planned, read)
        answer = self._submitted(
            planned.command,
            read,
            lambda each: each.about in _OURS,
            lambda state, decision: self._parts(planned, decision),
        )
        if answer is None:
            return self._read_back(rows, given, planned, read)
        if answer.repeated:
            return self.already()
        return self._done(answer)

    def _rows(self, text: str, session: str) -> tuple[list[Row], list[str]]:
        """The rows of a list, each with a session if it was said which, and the numbers given here."""
        sessions = SessionsMeant(self.state)
        rows = people.read_people(sessions.with_ids(text), sessions)
        if not rows:
            raise INVALID_INPUT(detail=Phrase("part-list-empty")).at(field=LIST)
        given = people.give_numbers(rows, self.state.entrants)
        open_sessions = sessions_to_choose(self.state)
        held = {each.plan.id: len(each.entrants) + len(each.waiting) for each in open_sessions}
        for row in rows:
            if (named := sessions.known(row.cells.get("session", ""))) in held:
                held[named] += 1
        for row in rows:
            number = row.cells.get("entrant_no", "")
            if not held or row.cells.get("session") or known_number(self.state.entrants, number):
                continue
            if session in held:
                row.cells["session"] = session
            elif session == _SHARE_OUT and self._shares_out(open_sessions):
                chosen = max(open_sessions, key=lambda each: self._room(each) - held[each.plan.id])
                row.cells["session"] = chosen.plan.id
                held[chosen.plan.id] += 1
        return rows, given

    def _shares_out(self, sessions: Sequence[Session]) -> bool:
        return len({each.stage for each in sessions}) == 1

    def _room(self, session: Session) -> int:
        return self.state.room_in(session) or 0

    def _parts(self, planned: EntrantsPlanned, decision: Decision) -> list[Part]:
        """What of it counts: who is new, in which session or on its waiting list, and who is there."""
        waits = _waiting(decision)
        new = _registered(planned, decision)
        there = sorted(each.entrant_no for each in planned.there.values())
        shown = {
            "new": [number for number, _ in new],
            "waits": sorted(waits),
            "there": there,
        }
        meaning = {"new": new, "waits": sorted(waits), "there": there}
        return [
            part(
                about,
                meaning[about],
                self._say(f"{about}-numbers", numbers=_few(numbers), count=len(numbers)),
            )
            for about, numbers in shown.items()
            if numbers
        ]

    def _read_back(
        self,
        rows: Sequence[Row],
        given: Sequence[str],
        planned: EntrantsPlanned,
        read: Sequence[Part] | None,
    ) -> Response:
        look = foreseen(self.reader, self.reader.person, planned.command)
        _, decision = self.parts.desk.foresee(self.call.tournament, planned.command, self.call.principal)
        parts = [*self._parts(planned, decision), *parts_of(self.reader, self.reader.person, look)]
        waits, new = _waiting(decision), _registered(planned, decision)
        odd = [note for row in rows for note in row.notes]
        odd += [note for note in look.preview.remarks if note.code != _WAITS]
        notes = [note_said(note, self.call.language) for note in odd]
        preview = structs.replace(look.preview, remarks=())
        return self._page(
            "tasks/people_read_back.html",
            groups=self._groups(new[:_MOST], planned, waits),
            more=max(0, len(new) - _MOST),
            new=len(new),
            there=len(planned.there),
            waits=len(waits),
            notes=notes[:_MOST],
            impact=list(
                impact_lines(self.reader, self.reader.person, preview, told=look.told, whole_names=True)
            ),
            changed=[] if read is None else changes_shown(self.reader, differences(read, parts)),
            text=people.written(rows),
            given=" ".join(given),
            mark=written(parts),
        )

    def _groups(
        self, new: Sequence[tuple[str, str]], planned: EntrantsPlanned, waits: Collection[str]
    ) -> list[tuple[str, bool, list[tuple[str, str]]]]:
        """By session, and by whether they wait for a place there: numbers and names."""
        found: dict[tuple[str, bool], list[tuple[str, str]]] = {}
        for (number, session), entrant in zip(new, planned.fresh.values(), strict=False):
            found.setdefault((session, number in waits), []).append((number, _name(entrant)))
        return [(self._called(session), waiting, who) for (session, waiting), who in found.items()]

    def _called(self, session: str) -> str:
        named = session_called(session, self.state.plan, self.state.moved_to)
        return Listed([named]).in_language(self.call.language)

    def _fault(self, problem: Problem) -> tuple[str, str]:
        """The column that is at fault, unless the sentence names it, and the sentence."""
        field, detail = str(problem.where.get("field", "")), problem.params.get("detail")
        named = "field" in problem.params or (isinstance(detail, Phrase) and detail.key == "part-bound-of")
        column = "" if named or field not in people.COLUMNS else self._column(field)
        return column, problem_said(self.reader, problem)

    def _column(self, name: str) -> str:
        return column_word(name).in_language(self.call.language)

    def _say(self, key: str, **values: object) -> str:
        return say(f"page-people-{key}", self.call.language, **values)


_WAITS = "on-waiting-list"
"""What is remarked of each who waits: here they are counted and listed."""
_OURS = ("new", "waits", "there")
"""What those parts are about that a list has beside any other command."""


def _waiting(decision: Decision) -> set[str]:
    events = [entry.event for entry in decision.entries]
    return {event.entrant for event in events if isinstance(event, WaitingListJoined)}


def _registered(planned: EntrantsPlanned, decision: Decision) -> list[tuple[str, str]]:
    """Number and session of each who is new, or enters a further stage, in the order of the list."""
    found = []
    for entrant in planned.fresh.values():
        known = decision.state.entrants[str(entrant.entrant_no)]
        found.append((known.entrant_no, entrant.session or known.participations[-1].latest.session))
    return found


def _few(numbers: Sequence[str]) -> Listed:
    """Numbers as they are said: of many the first."""
    return Listed([*numbers[:_NAMED], *(["…"] if len(numbers) > _NAMED else [])])


def _name(entrant: RegisterEntrant) -> str:
    return " ".join(filter(None, (entrant.name_en, entrant.name_zh)))

"""The people of a tournament as the state holds them: entrants, where they play, families, referees."""

from datetime import datetime
from typing import Literal, TypeVar, get_args

import msgspec

from services.tournament.definition.stages import Stage

T = TypeVar("T")
Presence = Literal["expected", "checked_in", "forfeited", "absent", "drawn"]
EntrantStatus = Literal["registered", "waiting", "cancelled", "merged"]
Out = Literal["withdrawn", "disqualified"]
ConsentScope = Literal["pages", "board", "posts", "family_award"]
CONSENT_SCOPES: tuple[ConsentScope, ...] = get_args(ConsentScope)
"""Where a name may be shown: to whoever asks without a token, on displays, in posts, as one of a family."""


class Warned(msgspec.Struct, frozen=True, gc=False):
    """One verbal warning, and the ruling that gave it, if one did."""

    seq: int
    ruling: str | None = None


class Attendance(msgspec.Struct, frozen=True, gc=False):
    """An entrant in a session: presence, table and seat.

    Who was drawn without having to check in is "drawn"; "forfeited" has no way back in, "absent" missed this
    session.
    Where tables are open, `before` names those where the entrant sat earlier in the session.
    """

    session: str
    presence: Presence = "expected"
    table: str | None = None
    seat: str | None = None
    before: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table sat at in the session, in that order."""
        return self.before if self.table is None else (*self.before, self.table)


class Participation(msgspec.Struct, frozen=True, gc=False):
    """An entrant in a stage: the sessions attended, in order, and why the entrant is out of it, if so.

    `waits` says that there is no place yet; `entered_seq` is that of an entry after the registration.
    """

    stage: Stage
    attendances: tuple[Attendance, ...]
    out: Out | None = None
    waits: bool = False
    entered_seq: int | None = None

    @property
    def stands(self) -> bool:
        """Whether there is a place, and the entrant is not out."""
        return self.out is None and not self.waits

    @property
    def latest(self) -> Attendance:
        """The last session arrived at, or missed; before all of them the first."""
        if len(self.attendances) == 1:
            return self.attendances[0]
        for known in reversed(self.attendances):
            if known.presence != "expected":
                return known
        return self.attendances[0]

    def in_session(self, session: str) -> Attendance | None:
        for known in self.attendances:  # asked of everyone who is seated
            if known.session == session:
                return known
        return None


class Question(msgspec.Struct, frozen=True, gc=False):
    """What an entrant wrote to the organizer; the words are in the vault under `case`.

    Attributes:
        session: the one in which they ask to play, if they do.
        seq, at: of the event.
        urgent: it is told at any hour.
        beside: others for whom the same chat was linked.
        by: who wrote it down, as role and id.
    """

    question: str
    entrant: str
    session: str | None
    case: str
    seq: int
    at: datetime
    answered: bool = False
    urgent: bool = False
    beside: tuple[str, ...] = ()
    by: str = ""


class Consent(msgspec.Struct, frozen=True, gc=False):
    """Whether the name may be shown in one place, as said last.

    Attributes:
        by: "self", "guardian", "form"; "unsaid" at registration, where it is not recorded.
        text: the version of the tournament's statement on personal data then; "" where there was none.
        case: where the vault holds a guardian's name.
    """

    scope: ConsentScope
    given: bool
    by: str
    text: str
    seq: int
    at: datetime
    case: str | None = None


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """A participant. Names, birth date, contacts, language, family name and role there are in the vault.

    Attributes:
        consents: what was said last of each place, in the order of CONSENT_SCOPES; none where nothing was.
        status: "registered" with a place in any stage, "waiting" for the first of them.
        participations: one for each stage entered, in that order.
        details: the seqs whose personal data hold these, as registered and amended.
        language_seq: the seq of the last choice of language since.
        group: shared by those registered under the same family name; seats apart go by it.
        categories: those of the tournament that the age falls into.
        may_be: the sides of a family unit that the age allows on the day of the final, as last worked out.
    """

    entrant_no: str
    person: str
    consents: tuple[Consent, ...]
    status: EntrantStatus
    participations: tuple[Participation, ...]
    details: tuple[int, ...]
    registered_seq: int
    group: str | None = None
    unit: str | None = None
    team: str | None = None
    merged_into: str | None = None
    warnings: tuple[Warned, ...] = ()
    categories: tuple[str, ...] = ()
    may_be: tuple[str, ...] = ()
    language_seq: int | None = None

    @property
    def consent(self) -> bool:
        """Whether the name is shown to whoever asks without a token."""
        return self.shown_in("pages")

    def shown_in(self, scope: ConsentScope) -> bool:
        """Whether there is consent to show the name in a place."""
        for consent in self.consents:  # asked of everyone in a table of 1,200
            if consent.scope == scope:
                return consent.given
        return False

    def consent_to(self, scope: ConsentScope) -> Consent | None:
        """What was said last of a place; None where nothing was."""
        return next((consent for consent in self.consents if consent.scope == scope), None)

    @property
    def held(self) -> tuple[int, ...]:
        """The seqs whose personal data hold what is known now, oldest first."""
        return self.details if self.language_seq is None else (*self.details, self.language_seq)

    @property
    def stage(self) -> Stage:
        """The stage the entrant is in now: the last one entered."""
        return self.participations[-1].stage

    @property
    def first(self) -> Attendance:
        """Where the entrant is to play, or played last, in the stage registered for."""
        return self.participations[0].latest

    def participation(self, stage: Stage | None) -> Participation | None:
        for part in self.participations:  # asked more often than anything else
            if part.stage == stage:
                return part
        return None

    def at(self, stage: Stage | None) -> Attendance | None:
        """Where the entrant is to play, or played last, in the stage; None for who is not in it."""
        part = self.participation(stage)
        return part.latest if part is not None else None

    def in_session(self, stage: Stage, session: str) -> Attendance | None:
        """The entrant's place in one session of a stage; None for who is not to play there."""
        part = self.participation(stage)
        return part.in_session(session) if part is not None else None

    def in_stage(self, stage: Stage) -> Attendance:
        """Where the entrant is to play, or played last, in a stage that is known to be entered."""
        attendance = self.at(stage)
        assert attendance is not None, f"entrant {self.entrant_no} never entered the stage {stage}"
        return attendance

    def out_of(self, stage: Stage | None) -> Out | None:
        """Why the entrant is out of the stage; None for who is in it, and for who never entered it."""
        part = self.participation(stage)
        return part.out if part is not None else None

    def plays_in(self, stage: Stage | None) -> bool:
        """Whether the entrant entered the stage and is not out of it."""
        for part in self.participations:  # asked of everyone at a table with each signature
            if part.stage == stage:
                return part.out is None
        return False

    def stands_in(self, stage: Stage) -> bool:
        """Whether the entrant has a place in the stage and is not out of it."""
        part = self.participation(stage)
        return part is not None and part.stands

    def not_in(self, stage: Stage, session: str) -> "Entrant":
        """The entrant as if a session of a stage entered had never been one of its."""
        part = self.participation(stage)
        if part is None:
            return self
        kept = tuple(known for known in part.attendances if known.session != session)
        return self._with(msgspec.structs.replace(part, attendances=kept))

    def placed(self, stage: Stage, attendance: Attendance) -> "Entrant":
        """The entrant with this attendance in place of that of the same session, or after all others."""
        part = self.participation(stage)
        if part is None:
            return self._with(Participation(stage, (attendance,)))
        attendances = _put(part.attendances, attendance, "session")
        return self._with(msgspec.structs.replace(part, attendances=attendances))

    def moved(self, stage: Stage, *sessions: str) -> "Entrant":
        """The entrant expected in these sessions of the stage, and in no other."""
        return self.attending(stage, tuple([Attendance(session) for session in sessions]))

    def attending(self, stage: Stage, attendances: tuple[Attendance, ...]) -> "Entrant":
        """The entrant of a stage with just these attendances."""
        part = self.participation(stage)
        if part is None:
            return self._with(Participation(stage, attendances))
        if part.attendances == attendances:  # as when a place is confirmed where it was asked for
            return self
        return self._with(msgspec.structs.replace(part, attendances=attendances))

    def registered_in(self, stage: Stage, *sessions: str) -> "Entrant":
        """The entrant with a place in these sessions of the stage, and in no other of it."""
        attendances = tuple([Attendance(session) for session in sessions])
        part = self.participation(stage)
        if part is None:
            part = Participation(stage, attendances)
        else:
            part = msgspec.structs.replace(part, attendances=attendances, waits=False)
        return msgspec.structs.replace(self._with(part), status="registered")

    def transferred(self, origin: Stage, stage: Stage) -> "Entrant":
        """The entrant with the entry into one stage made into that of another, and no session of it yet."""
        if origin == stage:
            return self
        parts = [
            msgspec.structs.replace(part, stage=stage, attendances=()) if part.stage == origin else part
            for part in self.participations
        ]
        return msgspec.structs.replace(self, participations=tuple(parts))

    def without(self, stage: Stage) -> "Entrant":
        """The entrant as if the stage had never been entered."""
        parts = tuple(part for part in self.participations if part.stage != stage)
        return msgspec.structs.replace(self, participations=parts)

    def turned(self, stage: Stage, out: Out | None) -> "Entrant":
        """The entrant out of a stage entered, or in again."""
        part = self.participation(stage)
        return self if part is None else self._with(msgspec.structs.replace(part, out=out))

    def _with(self, part: Participation) -> "Entrant":
        return msgspec.structs.replace(self, participations=_put(self.participations, part, "stage"))


def _put(listed: tuple[T, ...], new: T, field: str) -> tuple[T, ...]:
    """What is new in place of what says the same in a field, or after all others."""
    wanted = getattr(new, field)
    for place, known in enumerate(listed):
        if getattr(known, field) == wanted:
            return (*listed[:place], new, *listed[place + 1 :])
    return (*listed, new)


class FamilyUnit(msgspec.Struct, frozen=True, gc=False):
    """A child and a parent for the Super Family Award; the unit is called after both numbers."""

    unit: str
    child: str
    parent: str
    seq: int


class ParentCall(msgspec.Struct, frozen=True, gc=False):
    """A call for a parent to come; `entrant` is the child, `by` who made it, as "referee:R01".

    `heard` says that the child's chat answered, which may be the child's phone.
    """

    call: str
    entrant: str
    grounds: str
    by: str
    at: datetime
    answered: bool = False
    escalated: bool = False
    heard: bool = False


class UnitProposal(msgspec.Struct, frozen=True, gc=False):
    """A family unit that one of its members, `by`, proposed to the other, whose number may be nobody's."""

    child: str
    parent: str
    by: str
    seq: int


class Referee(msgspec.Struct, frozen=True, gc=False):
    """A referee or Chief Referee; `person` is the vault subject of the name."""

    referee: str
    chief: bool
    person: str
    seq: int
    active: bool = True

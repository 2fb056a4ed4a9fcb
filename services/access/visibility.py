"""What a principal may see and do in one tournament now: one value, derived here and nowhere else.

It filters answers, keys those that are kept and stands in their entity tags. A token is worth what its
office is worth now: a participant's as long as the entry stands, a referee's as long as they are appointed.
Who holds no office in a tournament, as the token is for another or the office has ended, is anyone there.
"""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import structs

from services.access.principal import Principal
from services.access.rights import RIGHTS, ROLES, Role, Scope, allowed_roles, forbidden, right
from services.tournament.people.entrants import ConsentScope
from services.tournament.standings.places_seen import Unseen, unseen_in, unseen_stages
from services.tournament.state import State
from shared.problems import ProblemType

OFFICE_ENDED = ProblemType("office-ended", 403)
TOKEN_FOR_ANOTHER = ProblemType("token-for-another-tournament", 403)

OFFICES_GIVEN: tuple[Role, ...] = ("participant", "referee", "chief_referee")
"""The offices that a tournament gives and takes; the others hold as long as their token."""
_PERSONAL = frozenset(role for role in ROLES if any(row.get(role, "any") != "any" for row in RIGHTS.values()))
"""The roles whose answers depend on who holds them."""


_KEPT = frozenset(("whoami", "names", "entrant", "contacts", "subject-data", "set-consent", "ask-organizer"))
"""What stays with who gave the place back, while anything is held on them.

To see it, to say where the name may be shown, and to be forgotten.
"""


class Visibility(msgspec.Struct, frozen=True):
    """What is open to someone in a tournament.

    Attributes:
        role: the office held there now.
        place: where names are shown to who may not see them all: on a display, or to anyone.
        subject: the entrant or referee whose own things a right may end at; "" where whoever holds the office
            sees the same.
        unseen: the stages whose places are not seen now, also when looking at the past; none for officials.
            None until `at_present` has looked: it follows from role and head, so that a tag without it is
            whole, and needs the state, which whoever has the answer already does not.
        left: the entrant gave the place back: theirs is what is held on them, and all else as for anyone.
    """

    role: Role
    subject: str = ""
    unseen: tuple[Unseen, ...] | None = None
    place: ConsentScope = "pages"
    left: bool = False

    def scope(self, action: str) -> Scope | None:
        """How far a right goes; None for not at all."""
        return right("display" if self.left and action not in _KEPT else self.role, action)

    def reaches(self, action: str, entrant: str) -> bool:
        """Whether an action may be done that concerns this entrant alone."""
        scope = self.scope(action)
        return scope == "any" or (scope == "self" and self.subject == entrant)

    def hides(self, stage: str | None) -> Unseen | None:
        """Why the places of a stage are not seen; None where they are."""
        assert self.unseen is not None, "whether places are seen is looked up before anything is shown"
        return unseen_in(self.unseen, stage)

    def at_present(self, present: State) -> "Visibility":
        """The same office, with the places that it sees in the tournament's state now."""
        official = right(self.role, "places") is not None
        return structs.replace(self, unseen=() if official else unseen_stages(present))


ANYONE = Visibility("display")
"""What needs no office: names stand in it only by consent."""
ON_DISPLAY = Visibility("display", place="board")
"""What a display's token opens: the same, with the names that may stand on a board in the hall."""


def visibility(principal: Principal, tournament_id: str, present: Callable[[], State]) -> Visibility:
    """Derive what a principal may see of a tournament.

    Args:
        present: the tournament's state now; called only for offices that the state knows.
    """
    if principal.tournament_id not in (None, tournament_id):
        return ANYONE
    role, subject = principal.role, principal.subject
    if role in OFFICES_GIVEN and not holds_office(present(), role, subject):
        left = principal.left and gave_back(present(), subject)
        return Visibility(role, subject, left=True) if left else ANYONE
    if role == "display" and principal.token_id:
        return ON_DISPLAY
    return Visibility(role, subject if role in _PERSONAL else "")


def holds_office(state: State, role: Role, subject: str) -> bool:
    """Whether an entrant or referee holds `role` in the tournament; withdrawn entrants still do."""
    if role == "participant":
        entrant = state.entrants.get(subject)
        return entrant is not None and entrant.status != "cancelled" and entrant.person not in state.forgotten
    referee = state.referees.get(subject)
    if referee is None or not referee.active or referee.person in state.forgotten:
        return False
    return referee.chief or role == "referee"


def gave_back(state: State, number: str) -> bool:
    """Whether an entrant took part or waited once, gave that up before play, and was not forgotten."""
    entrant = state.entrants.get(number)
    return entrant is not None and entrant.status == "cancelled" and entrant.person not in state.forgotten


def holders(state: State, role: Role) -> list[str]:
    """The numbers of all who hold an office that the tournament gives, and no higher one."""
    kind, numbers = ("entrant", state.entrants) if role == "participant" else ("referee", state.referees)
    return sorted(number for number in numbers if office_of(state, f"{kind}:{number}") == role)


def admit(principal: Principal, tournament_id: str, seen: Visibility, action: str) -> Scope:
    """Let a principal do `action`, as far as the scope that is returned, or refuse.

    Args:
        seen: what the principal may see there.

    Raises:
        Problem: forbidden; office-ended, if the token would do while its office is held;
            token-for-another-tournament, if it would do where it is for.
    """
    scope = seen.scope(action)
    if scope is not None:
        return scope
    if right(principal.role, action) is not None:
        if principal.tournament_id not in (None, tournament_id):
            raise TOKEN_FOR_ANOTHER(tournament=principal.tournament_id)
        raise OFFICE_ENDED()
    raise forbidden(principal.role, action, allowed_roles(action))


def office_of(state: State, recipient: str) -> Role | None:
    """The role in which a linked chat acts now; None for who holds no office any more.

    Args:
        recipient: "entrant:0007", "referee:R01" or "organizer:organizer".
    """
    kind, _, number = recipient.partition(":")
    return next((role for role in _OFFICES.get(kind, ()) if _held(state, role, number)), None)


_OFFICES: Mapping[str, tuple[Role, ...]] = {
    "organizer": ("organizer",),
    "referee": ("chief_referee", "referee"),
    "entrant": ("participant",),
}


def _held(state: State, role: Role, subject: str) -> bool:
    return role not in OFFICES_GIVEN or holds_office(state, role, subject)

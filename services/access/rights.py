"""Who may do what: the one table of rights.

A row is a command or a query, a column a role, and a cell how far the right goes: `any` thing of the
tournament; `own_table`, the sheets of tables the referee supervises or the participant sits at (a table to
which no referee is assigned is every referee's); `self`, only what concerns the one who asks. A dash is no
right, and so is a missing row: what is not written here nobody may do. Who sits or supervises where is known
to the tournament; the desk checks it where a scope says so.

A participant records games and signs, a referee does what concerns their tables, the Chief Referee rules (HK
referee and supervision) and, asked where the organizer does not answer, decides on suspension for weather
(not on lifting it or on a new date). The organizer, who keeps all final decisions (HK code of conduct 15),
may do what the Chief Referee may. A display only reads; a service is a program that acts for the organizer.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, cast, get_args

from shared.catalogue import Phrase, Word
from shared.problems import FORBIDDEN, Problem

Role = Literal["participant", "referee", "chief_referee", "organizer", "display", "service"]
Scope = Literal["any", "own_table", "self"]
ROLES: tuple[Role, ...] = get_args(Role)
SCOPES: tuple[Scope, ...] = get_args(Scope)

ROLE_WORDS: Mapping[str, Phrase] = {
    "participant": Phrase("part-rights-participant"),
    "referee": Phrase("part-rights-referee"),
    "chief_referee": Phrase("part-rights-chief-referee"),
    "organizer": Phrase("part-rights-organizer"),
    "display": Phrase("part-rights-display"),
    "service": Phrase("part-rights-service"),
}
"""What each role is called in a sentence."""
THE_ENTRANT = Phrase("part-rights-entrant")
HERE = Phrase("part-rights-here")
OWN_TABLES: Mapping[str, Phrase] = {
    "participant": Phrase("part-rights-except-at-table-where-they"),
    "referee": Phrase("part-rights-except-at-tables-they-supervise"),
}
"""By role which tables are its own, as said of a right that ends there."""

COMMANDS = """
                           participant  referee    chief_referee  organizer  display  service
define-tournament          -            -          -              any        -        any
amend-tournament           -            -          -              any        -        -
appoint-referee            -            -          -              any        -        -
dismiss-referee            -            -          -              any        -        -

register-entrant           -            -          -              any        -        any
register-walk-in           -            -          -              any        -        any
import-entrants            -            -          -              any        -        any
enter-stage                -            -          -              any        -        any
cancel-registration        self         -          -              any        -        any
move-entrant               -            -          -              any        -        -
merge-entrants             -            -          -              any        -        -
amend-details              -            -          -              any        -        any
choose-language            self         -          -              any        -        any
set-consent                self         -          -              any        -        any
ask-organizer              self         -          -              any        -        -
answer-question            -            -          -              any        -        -
forget-person              -            -          -              any        -        -
declare-family-unit        self         -          -              any        -        any
agree-to-family-unit       self         -          -              any        -        any
decline-family-unit        self         -          -              any        -        any
dissolve-family-unit       self         -          -              any        -        any

call-parent                -            any        any            any        -        -
answer-parent-call         self         any        any            any        -        -
escalate-parent-call       -            -          -              any        -        any

check-in                   -            any        any            any        -        any
undo-check-in              -            -          any            any        -        -
draw-seats                 -            -          any            any        -        any
undo-seat-draw             -            -          any            any        -        -
exchange-seats             -            -          any            any        -        -
assign-referees            -            -          any            any        -        -

start-session              -            -          any            any        -        -
undo-session-start         -            -          any            any        -        -
call-time                  -            any        any            any        -        -
undo-time-call             -            -          any            any        -        -
end-session                -            -          any            any        -        -
reopen-session             -            -          any            any        -        -
determine-first-player     own_table    own_table  any            any        -        -
note-incident              -            own_table  any            any        -        -
call-chief-referee         -            own_table  any            any        -        -
set-out-for-table          -            -          any            any        -        -

record-game-result         own_table    own_table  any            any        -        any
correct-game               -            own_table  any            any        -        -
submit-sheet               own_table    own_table  any            any        -        any
settle-sheet-conflict      -            own_table  any            any        -        -
import-results             -            -          -              any        -        any
sign-sheet                 self         own_table  any            any        -        -
record-missing-signature   -            own_table  any            any        -        -
close-signature            -            -          any            any        -        -

raise-dispute              self         own_table  any            any        -        -
withdraw-dispute           self         own_table  any            any        -        -
present-evidence           -            own_table  any            any        -        -
report-game-not-begun      -            own_table  any            any        -        -
make-ruling                -            -          any            any        -        -
give-warning               -            any        any            any        -        -
report-breach              -            any        any            any        -        -
withdraw-entrant           -            own_table  any            any        -        -
disqualify-entrant         -            -          any            any        -        -
reinstate-entrant          -            -          any            any        -        -

open-table                 -            any        any            any        -        any
close-table                own_table    own_table  any            any        -        any

suspend-day                -            -          any            any        -        any
suspend-remaining          -            -          any            any        -        any
lift-suspension            -            -          -              any        -        -
reschedule-sessions        -            -          -              any        -        -
give-further-word          -            -          any            any        -        -
remind-of-next-word        -            -          -              any        -        any

report-warnings            -            -          -              any        -        any
report-silence             -            -          -              any        -        any
propose-weather            -            -          -              any        -        any
answer-weather-proposal    -            -          any            any        -        any
escalate-weather-proposal  -            -          -              any        -        any
announce-weather-watch     -            -          -              any        -        any
announce-play              -            -          any            any        -        any
remind-of-session          -            -          -              any        -        any
remind-of-retention        -            -          -              any        -        any
invite-people              -            -          -              any        -        -
remind-invited             -            -          -              any        -        any
make-announcement          -            -          -              any        -        -

publish-results            -            -          -              any        -        any
conclude-qualification     -            -          any            any        -        -
decide-cut-tie             -            -          any            any        -        -
undo-qualification         -            -          -              any        -        -
place-finalists            -            -          any            any        -        -
withdraw-qualifier         self         -          -              any        -        any
make-awards                -            -          any            any        -        -
revoke-awards              -            -          -              any        -        -
"""

# What a display may ask for is public: anyone may, without a token. Names in it are shown by consent, and to
# the roles that may ask for `names`; what an entrant gave to be reached by, with `contacts`. `places` are
# those of a stage that does not show them yet (`places_seen`).
QUERIES = """
                           participant  referee    chief_referee  organizer  display  service
tournaments                any          any        any            any        any      any
tournament                 any          any        any            any        any      any
standings                  any          any        any            any        any      any
cross-table                any          any        any            any        any      any
families                   any          any        any            any        any      any
sessions                   any          any        any            any        any      any
publications               any          any        any            any        any      any
awards                     any          any        any            any        any      any
posts                      any          any        any            any        any      any
entrant-names              any          any        any            any        any      any
names                      self         any        any            any        -        any
contacts                   self         -          -              any        -        any
places                     -            any        any            any        -        any
entrants                   -            any        any            any        -        any
entrant                    self         any        any            any        -        any
sheets                     own_table    own_table  any            any        -        any
tables                     own_table    own_table  any            any        -        any
officials                  -            any        any            any        -        any
weather                    -            -          any            any        -        any
audience                   -            -          any            any        -        any
questions                  -            -          -              any        -        -
duplicates                 -            -          -              any        -        any
whoami                     self         self       self           any        -        any
docket                     self         own_table  any            any        -        -
timeline                   -            -          any            any        -        any
marks                      -            -          any            any        -        any
moments                    -            -          any            any        -        any
curves                     -            -          any            any        -        any
history                    -            -          any            any        -        any
events                     -            -          any            any        -        any
notices                    -            -          -              any        -        any
deliveries                 -            -          -              any        -        any
steer-deliveries           -            -          -              any        -        -
explain                    self         any        any            any        -        any
case-file                  self         -          any            any        -        any
case-links                 -            -          -              any        -        -
diff                       -            -          any            any        -        any
what-if                    -            -          any            any        -        -
invitations                -            -          -              any        -        -
invite                     -            -          -              any        -        -
verify                     any          any        any            any        any      any
subject-data               self         -          -              any        -        -
calendar-feed              self         -          -              any        -        -
seals                      any          any        any            any        any      any
seal                       -            -          -              any        -        -
export                     -            -          -              any        -        any
tokens                     -            -          -              any        -        -
sign-in                    -            any        any            any        -        -
sign-ins                   -            -          -              any        -        -
board-link                 -            -          -              any        -        -
"""


def _read(table: str) -> dict[str, Mapping[Role, Scope]]:
    heading, *lines = [line.split() for line in table.splitlines() if line.strip()]
    if tuple(heading) != ROLES:
        raise ValueError(f"the columns are {heading}, not {ROLES}")
    rights: dict[str, Mapping[Role, Scope]] = {}
    for action, *cells in lines:
        if action in rights:
            raise ValueError(f"{action} stands in the table twice")
        row: dict[Role, Scope] = {}
        for role, cell in zip(ROLES, cells, strict=True):
            if cell in SCOPES:
                row[role] = cell
            elif cell != "-":
                raise ValueError(f"{action}: {cell} is no scope")
        rights[action] = MappingProxyType(row)
    return rights


COMMAND_RIGHTS: Mapping[str, Mapping[Role, Scope]] = MappingProxyType(_read(COMMANDS))
QUERY_RIGHTS: Mapping[str, Mapping[Role, Scope]] = MappingProxyType(_read(QUERIES))
RIGHTS: Mapping[str, Mapping[Role, Scope]] = MappingProxyType({**COMMAND_RIGHTS, **QUERY_RIGHTS})


def right(role: str, action: str) -> Scope | None:
    """How far `role` may do `action` (a command or query in kebab-case); None for not at all."""
    return RIGHTS.get(action, {}).get(cast(Role, role))


def is_public(action: str) -> bool:
    """Whether anyone may do `action` without a token: what a display may."""
    return right("display", action) is not None


def allowed_roles(action: str) -> tuple[Role, ...]:
    """The roles that may do `action`, in the order of ROLES."""
    return tuple(role for role in ROLES if role in RIGHTS.get(action, {}))


def require(role: str, action: str) -> Scope:
    """The scope of a right that must be there.

    Raises:
        Problem: forbidden, saying which roles may.
    """
    scope = right(role, action)
    if scope is None:
        raise forbidden(role, action, allowed_roles(action))
    return scope


def forbidden(
    role: str, action: str, allowed: Iterable[str | Phrase], *, of: str = "", where: Phrase = HERE
) -> Problem:
    """The refusal of what a role may not do, in which roles and the action have their words in each language.

    Args:
        allowed: roles, or others in words, who may.
        of: whose role it is, where that matters: a number, or a tournament.
        where: where the role may not, if not anywhere.
    """
    called = worded_role(role)
    # Whom a person could ask: what programs may is of no use to them.
    asked = [who for who in allowed if who != "service"]
    words = [who if isinstance(who, Phrase) else worded_role(who) for who in asked]
    return FORBIDDEN(
        role=Phrase("part-role-of", {"role": called, "of": of}) if of else called,
        action=Word("action", action),
        where=where,
        allowed=words or "-",
    )


def forbidden_of_others(role: str, action: str) -> Problem:
    """The refusal of what concerns another entrant: they may, and whoever may do it for any."""
    others = [allowed_role for allowed_role in allowed_roles(action) if right(allowed_role, action) == "any"]
    return forbidden(role, action, (THE_ENTRANT, *others))


def forbidden_at_others(role: str, action: str, subject: str, referee: str | None = None) -> Problem:
    """The refusal of what ends at the own tables, of another table.

    Args:
        referee: whose table it is, whom another referee may ask.
    """
    others: list[str | Phrase] = [allowed for allowed in allowed_roles(action) if allowed != role]
    if role == "referee" and referee is not None:
        others.insert(0, Phrase("part-rights-referee-of-table", {"referee": referee}))
    return forbidden(role, action, others or [role], of=subject, where=OWN_TABLES.get(role, HERE))


def worded_role(role: str) -> Phrase:
    """What a role is called; one that is none reads as written."""
    return ROLE_WORDS.get(role) or Phrase("part-as-written", {"text": role})

"""Which commands a tournament of its format takes.

Rounds have no sessions to draw and no cut; sessions have no rounds. What both know (people, awards,
publication, announcements) is listed here; every other command belongs to one of the two.
"""

from services.tournament.formats import kind_of, rounds_format
from services.tournament.kernel import Command, command_name, guards
from services.tournament.state import State
from shared.problems import ProblemType

OF_ANY_FORMAT = frozenset(
    {
        "define-tournament",
        "amend-tournament",
        "appoint-referee",
        "dismiss-referee",
        "register-entrant",
        "import-entrants",
        "cancel-registration",
        "merge-entrants",
        "amend-details",
        "choose-language",
        "set-consent",
        "forget-person",
        "give-warning",
        "withdraw-entrant",
        "disqualify-entrant",
        "reinstate-entrant",
        "remind-of-session",
        "remind-of-retention",
        "make-announcement",
        "publish-results",
        "make-awards",
        "revoke-awards",
    }
)
OF_ROUNDS = frozenset(
    {
        "draw-round",
        "undo-round-draw",
        "take-room",
        "record-round-game",
        "correct-round-game",
        "rule-round-game",
    }
)
AREAS_OF_ROUNDS = frozenset({"rounds", "round_games", "ratings"})
"""Where the events of rounds are declared."""

NOT_IN_ROUNDS = ProblemType(
    "not-in-rounds",
    409,
    "{command} belongs to sessions of tables, and this tournament is played in rounds ({format}). "
    "Use draw-round or take-room, record-round-game and publish-results.",
    "{command} 只適用於分場賽事，本賽事按輪次進行（{format}）。"
    "請使用 draw-round 或 take-room、record-round-game 及 publish-results。",
)
NOT_IN_SESSIONS = ProblemType(
    "not-in-sessions",
    409,
    "{command} belongs to a tournament played in rounds, and this one is played in sessions of tables. "
    "Use draw-seats and record-game-result.",
    "{command} 只適用於按輪次進行的賽事，本賽事為分場賽事。請使用 draw-seats 及 record-game-result。",
)
DRAWN_ALREADY = ProblemType(
    "drawn-already",
    409,
    "Entrant {entrant} was drawn in round {round}, so the registration stays. Withdraw the entrant instead.",
    "參賽者 {entrant} 已編入第 {round} 輪，登記須保留。請改為辦理退賽。",
)


@guards
def of_its_format(state: State, command: Command) -> None:
    """Refuse a command of another format, and one that would take back an entrant who was drawn."""
    name = command_name(command)
    if state.definition is None or name == "define-tournament":
        return
    format = rounds_format(state.plan)
    if format is None:
        if name in OF_ROUNDS:
            raise NOT_IN_SESSIONS(command=name)
        return
    if name not in OF_ANY_FORMAT and name not in OF_ROUNDS:
        raise NOT_IN_ROUNDS(command=name, format=kind_of(format))
    for field in ("entrant", "drop", "keep") if name in ("cancel-registration", "merge-entrants") else ():
        number = getattr(command, field, None)
        for own in sorted(state.rounds):
            drawn = state.rounds[own]
            if number in drawn.byes or any(number in table.entrants for table in drawn.tables.values()):
                raise DRAWN_ALREADY(entrant=number, round=own)

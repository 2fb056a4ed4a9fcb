"""What a run of the demo came to: figures, head hash, and who won."""

from collections import Counter

import msgspec

from services.access.principal import Principal
from services.demo.director import Director
from services.desk.params import NoParams
from services.desk.views import AwardsAnswer
from services.tournament.people.places import still_waiting
from services.tournament.state import State


class Winner(msgspec.Struct, frozen=True):
    """Someone with an award: number, and the name in both languages."""

    entrant_no: str
    name_en: str
    name_zh: str


class Award(msgspec.Struct, frozen=True):
    """An award and who has it."""

    award: str
    title_en: str
    title_zh: str
    winners: tuple[Winner, ...]


class Summary(msgspec.Struct, frozen=True):
    """The tournament as the demo left it.

    Attributes:
        until: the point of the story at which it stopped.
        refused: commands that the rules refused, as the story wants it.
        counts: entrants, sheets, games, signatures, disputes and rulings that there are, and byes and
            ratings where there are any.
        podium: champion, runners-up and family award, once made.
    """

    tournament: str
    seed: int
    until: str
    head_hash: str
    events: int
    commands: int
    refused: int
    counts: dict[str, int]
    podium: tuple[Award, ...]


def summary_of(director: Director, seed: int, until: str) -> Summary:
    """Look at the tournament through the desk, as the organizer."""
    head = director.desk.head(director.id)
    return Summary(
        director.id,
        seed,
        until,
        head.hash.hex(),
        head.seq,
        director.commands,
        director.refusals,
        _counts(director.state),
        _podium(director),
    )


def _counts(state: State) -> dict[str, int]:
    statuses = Counter(entrant.status for entrant in state.entrants.values())
    sheets = state.sheets.values()
    # What only some tournaments have is counted where it occurs.
    sometimes = {
        "byes": sum(len(session.byes) for session in state.sessions.values()),
        "ratings": len(state.ratings),
    }
    return {
        "entrants": statuses["registered"],
        "waiting": len(still_waiting(state)),
        "family_units": len(state.units),
        "sheets": len(sheets),
        "sheets_closed": sum(sheet.closed_seq is not None for sheet in sheets),
        "games": sum(game is not None for sheet in sheets for game in sheet.games),
        "signatures": sum(len(sheet.signatures) for sheet in sheets),
        "disputes": len(state.disputes),
        "disputes_open": sum(dispute.status == "open" for dispute in state.disputes.values()),
        "rulings": len(state.rulings),
        **{name: many for name, many in sometimes.items() if many},
    }


def _podium(director: Director) -> tuple[Award, ...]:
    viewer = Principal("demo", "organizer", "babyboom", director.id)
    en: AwardsAnswer = director.desk.ask(director.id, "awards", NoParams(), viewer, language="en")
    zh: AwardsAnswer = director.desk.ask(director.id, "awards", NoParams(), viewer, language="zh")
    return tuple(
        Award(
            row.award,
            row.title_en,
            row.title_zh,
            tuple(Winner(number, row.names[number], other.names[number]) for number in row.holders),
        )
        for row, other in zip(en.rows, zh.rows, strict=True)
    )

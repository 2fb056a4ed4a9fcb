"""What there is before a page of the docket is opened."""

from tests.api.conftest import ID, SESSION, START, House, scores

TABLE, OTHER = f"{SESSION}/1", f"{SESSION}/2"
DOCKET = f"/t/{ID}/docket"
CASE = f"{DOCKET}/D-0001"


def raise_case(house: House) -> House:
    """Every game is recorded at both tables, then a case is raised about game 2 of the first."""
    house.clock.set(START)
    for table in (TABLE, OTHER):
        for game in (1, 2, 3):
            house.done(
                "record-game-result", {"sheet": table, "game": game, "seats": scores(30, -5, -10, -15)}
            )
    house.done("raise-dispute", {"sheet": TABLE, "game": 2, "statement": "A joker was counted as 25."})
    return house


def seats(house: House, table: str = TABLE) -> tuple[str, ...]:
    """Who sits at a table, in seat order."""
    return house.desk.state(ID).sheets[table].seats


def count_anew(house: House) -> None:
    """Let game 2 have counts, not scores alone."""
    counts = (("A", 0, 0), ("B", 5, 1), ("C", 10, 2), ("D", 15, 3))
    figures = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    correction = {"sheet": TABLE, "game": 2, "ended_by": "cleared", "reason": "counted anew"}
    house.done("correct-game", {**correction, "seats": figures})

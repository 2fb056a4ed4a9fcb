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

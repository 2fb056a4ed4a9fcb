"""CSV files of one session: 98 entrants, 25 tables (two of three), three games each."""

import csv
from collections.abc import Sequence
from pathlib import Path

from shared.lottery import Lottery

SESSION = "2026-03-28/1"
ROOT = Path(__file__).parents[2]
TOURNAMENT = str(ROOT / "infra" / "tournaments" / "hk-2026.toml")
FOUNDED = 3
"""Events that its founding leads to: itself, and a timer guide in each language."""
ENTRANT_HEADING = [
    "entrant_no",
    "name_en",
    "name_zh",
    "birth_date",
    "session",
    "family",
    "family_role",
    "email",
    "language",
    "team",
]
RESULT_HEADING = ["session", "table", "game", "seat", "entrant_no", "game_won", "score", "tiles"]

Row = list[object]


def entrant_rows(count: int = 98) -> list[Row]:
    """The first ten are five families of a child and a parent."""
    rows: list[Row] = []
    for number in range(1, count + 1):
        family = f"F{(number + 1) // 2}" if number <= 10 else ""
        role = ("child" if number % 2 else "parent") if family else ""
        born = "2015-05-05" if role == "child" else "1985-01-01"
        rows.append(
            [
                f"{number:03}",
                f"Chan Tai {number}",
                "陳大文",
                born,
                SESSION,
                family,
                role,
                "a@example.org",
                "en",
                "",
            ]
        )
    return rows


def result_rows(count: int = 98) -> list[Row]:
    """Every entrant once, in order of number; in each game someone clears the rack."""
    lottery = Lottery("results")
    tables = -(-count // 4)
    sizes = [4] * (count - 3 * tables) + [3] * (4 * tables - count)
    rows: list[Row] = []
    first = 1
    for table, size in enumerate(sizes, 1):
        for game in (1, 2, 3):
            counts = [lottery.below(60) + 1 for _ in range(size)]
            counts[lottery.below(size)] = 0
            for seat, left in enumerate(counts):
                score = sum(counts) if left == 0 else -left
                rows.append(
                    [
                        SESSION,
                        table,
                        game,
                        "ABCD"[seat],
                        f"{first + seat:03}",
                        int(left == 0),
                        score,
                        -(-left // 9),
                    ]
                )
        first += size
    return rows


def write(file: Path, heading: Sequence[str], rows: Sequence[Row], encoding: str = "utf-8") -> str:
    """Write a CSV file and return its name."""
    with file.open("w", encoding=encoding, newline="") as out:
        writer = csv.writer(out)
        writer.writerow(heading)
        writer.writerows(rows)
    return str(file)

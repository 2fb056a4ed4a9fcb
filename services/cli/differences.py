"""Who moved, who goes on and who is awarded otherwise: two standings side by side on the terminal."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from services.cli.asking import asked
from services.cli.printing import columns, print_table, translated
from shared.catalogue import Word

if TYPE_CHECKING:
    from services.desk.comparing import Difference, Line
    from services.desk.previewing import GameChange
    from services.tournament.definition.plan import Competition
    from services.wiring import Wiring

_LISTED = 20
"""Of those who go on instead of others so many are named; `--json` has them all."""
_PAGE = 1000


def names_in(wiring: "Wiring", tournament: str, language: str) -> Mapping[str, str]:
    """The names of entrants by number, as far as whoever is at the terminal may see them."""
    found: dict[str, str] = {}
    after: str | None = ""
    while after is not None:
        answer = asked(wiring, tournament, "entrants", {"after": after, "limit": _PAGE}, None, language)
        found |= {row.entrant.entrant_no: row.name for row in answer.rows if isinstance(row.name, str)}
        after = answer.next
    return found


def print_difference(
    found: "Difference",
    plan: "Competition",
    names: Mapping[str, str],
    language: str,
    sides: tuple[str, str] = ("before", "after"),
) -> None:
    """Print who moved, and changes of cut and awards; `sides` names the two columns.

    Args:
        plan: what calls the stages by their names.
    """
    headings = [
        *(translated(f"heading-{heading}", language) for heading in ("entrant", *sides, "events")),
        *columns(language, "name"),
    ]
    if found.empty:
        print(translated("nothing-differs", language))
    for stage in found.stages:
        print(translated("of-stage", language, stage=plan.stage_name(stage.stage)))
        print_table(
            headings,
            [
                (
                    move.entrant_no,
                    _line(move.before),
                    _line(move.after),
                    " ".join(map(str, move.because)),
                    names.get(move.entrant_no, ""),
                )
                for move in stage.moves
            ],
        )
    if found.cut is not None:
        before, after = Word("cut", found.cut.before), Word("cut", found.cut.after)
        same = found.cut.before == found.cut.after
        made = translated("cut", language, before=before, after=after)
        print(translated("cut-others", language) if same else made)
        for what, numbers in (("came-in", found.cut.came_in), ("fell-out", found.cut.fell_out)):
            if numbers:
                print(f"  {translated(what, language, entrants=_called(numbers, names, language))}")
    for award in found.awards:
        holders = (_called(numbers, names, language) or "–" for numbers in (award.before, award.after))
        sides_held = dict(zip(("before", "after"), holders, strict=True))
        print(translated("award", language, title=award.title, **sides_held))


def print_games(
    games: "Sequence[GameChange]", plan: "Competition", names: Mapping[str, str], language: str
) -> None:
    """Print each game that would stand with other figures, or not at all, seat by seat."""
    from services.officials.sheets import by_entrant, change_shown
    from services.tournament.definition.places_called import table_called

    for change in games:
        was, will = by_entrant(change.before), by_entrant(change.after)
        table = table_called(change.sheet, plan)
        print(translated("game-changes", language, table=table, game=change.game))
        for number in dict.fromkeys((*was, *will)):
            shown = change_shown(was.get(number), will.get(number))
            print(f"  {' '.join(_called([number], names, language))}: {shown}")


def _called(numbers: Sequence[str], names: Mapping[str, str], language: str) -> list[str]:
    """Numbers with names; of many the first, and how many more."""
    shown = [f"{number} {names[number]}" if number in names else number for number in numbers[:_LISTED]]
    more = len(numbers) - len(shown)
    return [*shown, translated("and-others", language, count=more)] if more else shown


def _line(line: "Line | None") -> str:
    """Place, games won, score as people write it, tiles."""
    from services.rules.exact import score_shown

    if line is None:
        return "–"
    return f"{line.place}. ({line.games_won}, {score_shown(Fraction(line.score))}, {line.tiles})"

"""tileledger diff and explain: what changed between two moments, and why someone stands where she stands."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.asking import asked
from services.cli.failing import terminal_language
from services.cli.printing import JsonOption, print_json, print_table, say, say_moment
from shared.i18n import counted

if TYPE_CHECKING:
    from services.desk.comparing import Difference, Line

diff_app = typer.Typer()
explain_app = typer.Typer()
posts_app = typer.Typer()

LISTED = 20
"""Up to so many events between two moments are printed; `replay --show timeline` has them all."""

Tournament = Annotated[str, typer.Argument(help="The tournament's id.")]


@diff_app.command()
def diff(
    tournament: Tournament,
    before: Annotated[str, typer.Argument(metavar="SEQ|TIME", help="One moment.")],
    after: Annotated[str, typer.Argument(metavar="SEQ|TIME", help="Another moment.")],
    json: JsonOption = False,
) -> None:
    """Show who moved between two moments and by which events, and what changed in cut and awards."""
    answer = _ask(tournament, "diff", {"before": before, "after": after})
    if json:
        print_json(answer)
        return
    kinds = ", ".join(f"{count} {kind}" for kind, count in answer.kinds.items())
    say(f"seq {answer.before} to {answer.after}: {counted(answer.events, 'event', 'events')} ({kinds})")
    for one in answer.between if answer.events <= LISTED else ():
        print(f"{one.seq:>7}  {one.text}")
    print_difference(answer.difference)


@explain_app.command()
def explain(
    tournament: Tournament,
    entrant: Annotated[str, typer.Argument(help="The entrant's number.")],
    stage: Annotated[str | None, typer.Option(help="The stage the entrant is in, by default.")] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="SEQ|TIME", help="A moment; now by default.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Say why an entrant stands where she stands, fact by fact, each with the seq of its event."""
    from services.desk.wording import worded

    answer = _ask(tournament, "explain", {"entrant": entrant, "stage": stage}, as_of)
    if json:
        print_json(answer)
        return
    say_moment(answer.seq, worded("stage", answer.stage, terminal_language()))
    for reason in answer.chain:
        print(f"{reason.seq or '':>7}  {reason.text}")


@posts_app.command()
def posts(
    tournament: Tournament,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="SEQ|TIME", help="A moment; now by default.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Print ready texts about publications, suspensions and new dates, for a public channel or page."""
    answer = _ask(tournament, "posts", {}, as_of)
    if json:
        print_json(answer)
        return
    print("\n\n".join("\n".join(post.texts) for post in answer.posts) or "nothing to post yet")


def print_difference(found: "Difference", sides: tuple[str, str] = ("before", "after")) -> None:
    """Print who moved, and changes of cut and awards; `sides` names the two columns."""
    if found.empty:
        print("nothing differs in standings, cut or awards")
    for stage in found.stages:
        print(f"{stage.stage}:")
        print_table(
            ("entrant_no", *sides, "events"),
            [
                (move.entrant_no, _line(move.before), _line(move.after), " ".join(map(str, move.because)))
                for move in stage.moves
            ],
        )
    if found.cut is not None:
        print(f"cut: {found.cut.before} to {found.cut.after}")
        for what, numbers in (("in", found.cut.came_in), ("out", found.cut.fell_out)):
            if numbers:
                print(f"  {what}: {' '.join(numbers)}")
    for award in found.awards:
        print(f"{award.award}: {' '.join(award.before) or '–'} to {' '.join(award.after) or '–'}")


def _line(line: "Line | None") -> str:
    return "–" if line is None else f"{line.place}. ({line.games_won}, {line.score}, {line.tiles})"


def _ask(tournament: str, query: str, given: dict[str, Any], as_of: str | None = None) -> Any:
    from services.wiring import wired

    with wired(existing=True) as wiring:
        return asked(wiring, tournament, query, given, as_of)

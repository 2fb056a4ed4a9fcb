"""tileledger submit: any command of the tournament, as JSON on standard input."""

import sys
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.parameters import LanguageOption, TournamentArgument
from services.cli.printing import print_json, say, translated
from services.cli.reading import read_stdin
from shared.catalogue import FIRST, Listed, Phrase, Word
from shared.problems import INVALID_INPUT, not_found, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.desk.answers import Answer
    from services.desk.previewing import Preview
    from services.rules.game import Note
    from services.wiring import Wiring

app = typer.Typer()


@app.command()
def submit(
    tournament: TournamentArgument,
    command: Annotated[str, typer.Argument(help="The command, such as check-in or draw-seats.")],
    key: Annotated[
        str | None,
        typer.Option(
            "--key", help="Your own id of the command: what comes again under it is not carried out twice."
        ),
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="When it happened; now by default.")
    ] = None,
    role: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="ROLE[:SUBJECT]",
            help="The role, and the person in it, on whose behalf the command is carried out.",
        ),
    ] = "organizer:cli",
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what it would change; nothing is written.")
    ] = False,
    language: LanguageOption = FIRST,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON on a terminal, too; elsewhere JSON is always printed.")
    ] = False,
) -> None:
    """Carry out one command, read as JSON from standard input, and print what it led to."""
    from services.access.principal import Principal
    from services.access.rights import ROLES
    from services.desk.imports import with_rows
    from services.tournament.catalogue import commands
    from services.tournament.people.office_numbers import SUBJECT
    from services.wiring import wired

    if command not in commands():
        raise not_found("command", quoted(command))
    name, _, subject = role.partition(":")
    if name not in ROLES or not SUBJECT.fullmatch(subject or "cli"):
        roles = Phrase("part-submitting-takes-role-subject", {"roles": Listed(ROLES)})
        raise INVALID_INPUT(detail=roles).at(option="--as")
    given, occurred_at = with_rows(read_stdin(commands()[command])), _moment(at)
    principal = Principal("cli", name, subject or "cli")
    with wired(existing=True) as wiring:
        # Scripts read the answer, people the sentences.
        for_programs = json or not sys.stdout.isatty()
        if preview:
            from services.desk.previewing import preview as foresee

            foreseen = foresee(wiring.desk, tournament, given, principal, occurred_at=occurred_at)
            print_json(foreseen) if for_programs else _print_preview(wiring, tournament, foreseen, language)
            return
        answer = wiring.desk.submit(tournament, given, principal, command_id=key, occurred_at=occurred_at)
        print_json(answer) if for_programs else _print_answer(wiring, tournament, answer, language)


def _print_answer(wiring: "Wiring", tournament: str, answer: "Answer", language: str) -> None:
    """Each event in plain words."""
    from services.cli.deciders import Deciders

    deciders = Deciders(wiring, tournament, language)
    for event in answer.events:
        print("\n".join(deciders.lines(deciders.entry(event.seq))))
    if not answer.events:
        print(translated("nothing-to-do", language))
    _say_remarks(answer.remarks, language)


def _print_preview(wiring: "Wiring", tournament: str, foreseen: "Preview", language: str) -> None:
    """What would follow: events, games that stand otherwise, places that change, how many people are told."""
    from services.cli.differences import names_in, print_difference, print_games

    kinds = [
        Phrase("shown-count-of", {"count": count, "what": Word("event", kind)})
        for kind, count in Counter(foreseen.events).items()
    ]
    follow = translated("would-follow", language, events=kinds) if kinds else None
    print(follow or translated("nothing-to-do", language))
    if kinds:
        plan, names = wiring.desk.state(tournament).plan, names_in(wiring, tournament, language)
        print_games(foreseen.games, plan, names, language)
        print_difference(foreseen.difference, plan, names, language)
    if foreseen.people:
        print(translated("people-told", language, people=foreseen.people))
    _say_remarks(foreseen.remarks, language)


def _say_remarks(remarks: "Iterable[Note]", language: str) -> None:
    for remark in remarks:
        say(f"{remark.code}: {remark.text(language)}")


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        wrong = INVALID_INPUT(
            detail=Phrase("part-submitting-at-cannot-write-2026-04", {"shown": quoted(text)})
        )
        raise wrong.at(option="--at") from None
    if moment.tzinfo is None:
        raise INVALID_INPUT(detail=Phrase("part-submitting-at-needs-zone-2026-04")).at(option="--at")
    return moment

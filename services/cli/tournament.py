"""tileledger tournament: begin a file, check it, found the tournament, list what there is."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.parameters import JsonOption, LanguageOption, TournamentArgument
from services.cli.printing import print_json, print_table, say_written
from shared.catalogue import FIRST

LIKE = "hk|school-day|swiss|swiss-final|divisions|round-robin|league|knock-out|teams|categories"
app = typer.Typer(no_args_is_help=True)


@app.callback()
def tournaments() -> None:
    """Begin, check and found tournaments, and list them."""


@app.command()
def create(
    file: Annotated[Path, typer.Argument(help="The tournament's file, TOML.")],
    id: Annotated[str | None, typer.Option("--id", help="Another id than the file's.")] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            metavar="ID|FILE", help="Another ruleset than the file names, or a file of house rules."
        ),
    ] = None,
) -> None:
    """Found a tournament from its file and print its id."""
    import msgspec

    from services.cli.house_rules import read_plan, ruleset_named
    from services.cli.reading import in_file
    from services.tournament.definition.founding import DefineTournament
    from services.wiring import wired

    with wired() as wiring, in_file(file):
        read = read_plan(file, id)
        definition = read.whole()
        others = tuple(read.rulesets[name] for name in definition.rulesets[1:])
        rules = ruleset_named(ruleset) if ruleset else read.rulesets[definition.ruleset]
        definition = msgspec.structs.replace(definition, ruleset=rules.id)
        command = DefineTournament(
            definition=definition, ruleset=rules, stage_rules=others, attachments=read.attachments
        )
        wiring.desk.submit(definition.id, command, wiring.operator)
    print(definition.id)


@app.command()
def amend(
    id: TournamentArgument,
    file: Annotated[Path, typer.Argument(help="Its file as it is to be, TOML.")],
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask; for scripts and where there is no terminal.")
    ] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what would change; nothing is written.")
    ] = False,
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Change a tournament already founded: show what its file says otherwise and whom it concerns, then ask.

    The tournament is the one named, whatever id the file has. What something rests on is not changed.
    """
    from services.cli.amending import amend as amended

    amended(id, file, yes=yes, only_preview=preview, json=json, language=language)


@app.command()
def new(
    id: Annotated[str, typer.Argument(help="The new tournament's id: lower-case letters, digits, dashes.")],
    like: Annotated[str, typer.Option(metavar=LIKE, help="The kind of tournament that the file describes.")],
    out: Annotated[Path | None, typer.Option(help="Where to write it, instead of printing it.")] = None,
) -> None:
    """Write a commented tournament file that works as it is."""
    from services.cli.disk import unwritable
    from services.cli.exporting import FILE_EXISTS
    from services.tournament.definition.templates import template

    text = template(like, id)
    if out is None:
        print(text, end="")
        return
    try:
        # Never over a file that someone may have worked on.
        with out.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise FILE_EXISTS(file=out) from None
    except OSError as error:
        raise unwritable(error).at(file=str(out)) from None
    say_written(out)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="The tournament's file, TOML.")],
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Check a tournament file: every fault with line, field and way out, or the programme as understood."""
    from services.cli.house_rules import read_plan
    from services.cli.programme import print_programme, print_remarks, report_of
    from services.cli.reading import in_file
    from services.tournament.definition.playable import not_played_yet, refused_as

    with in_file(file):
        read = read_plan(file)
    for fault in read.faults:
        print(f"{file}: {fault.sentence(language)}", file=sys.stderr)
    print_remarks(file, read.remarks, language)
    missing = not_played_yet(read.competition) if read.competition is not None else []
    if missing:
        print(f"{file}: {refused_as(missing).text(language)}", file=sys.stderr)
    if json:
        print_json(report_of(read, language))
    elif read.competition is not None:
        print_programme(read.competition, read.rulesets, language)
    if read.faults or missing:
        raise typer.Exit(1)


@app.command(name="list")
def list_(language: LanguageOption = FIRST, json: JsonOption = False) -> None:
    """List the tournaments in the log."""
    from services.projections.titles import Titles
    from services.wiring import wired

    found = []
    with wired(existing=True) as wiring:
        titles = Titles(wiring.log)
        for id in wiring.log.tournaments():
            title = titles.of(id)
            shown = None if title is None else title.in_language(language)
            found.append({"id": id, "seq": wiring.log.head(id).seq, "title": shown})
    if json:
        print_json(found)
    else:
        print_table(("id", "seq", "title"), [tuple(row.values()) for row in found])

"""tileledger import: entrants and results from CSV files, all rows or none."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.disk import read_within
from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import Report, print_json, progress, say, worded
from services.cli.reading import in_file, read_rows
from services.limits import CSV_FILE
from services.spreadsheets.columns import ENTRANT_COLUMNS, OPTIONAL_COLUMNS, RESULT_COLUMNS
from services.spreadsheets.csv_files import Row, text_in, understood
from shared.catalogue import FIRST, Phrase

if TYPE_CHECKING:
    from services.desk.imports import Imported

app = typer.Typer(no_args_is_help=True)
_ENTRANT_COLUMNS = (*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS)
PreviewOption = Annotated[
    bool, typer.Option("--preview", help="Only show what would happen, with remarks; nothing is written.")
]


@app.callback()
def importing() -> None:
    """Bring entrants or results in from CSV files."""


@app.command()
def entrants(
    tournament: TournamentArgument,
    file: Annotated[
        Path,
        typer.Argument(
            help=f"A CSV file: a name, what the tournament needs, and any of {','.join(_ENTRANT_COLUMNS)}."
        ),
    ],
    preview: PreviewOption = False,
    json: JsonOption = False,
) -> None:
    """Register the entrants of a file, all or none; the same file twice changes nothing."""
    from services.desk.imports import import_entrants
    from services.spreadsheets.entrants import entrant_of
    from services.spreadsheets.people import read_people_file
    from services.wiring import wired

    with (
        wired(existing=True) as wiring,
        in_file(file),
        progress(worded("doing-entrants", what=file.name)) as report,
    ):
        wanted = ("birth_date",) if wiring.desk.state(tournament).plan.needs_birth_dates else ()
        rows = read_people_file(text_in(read_within(file, CSV_FILE)), wanted)
        by_line, faults = understood(_counted(rows, report), entrant_of)
        secret = wiring.secret.content
        imported = import_entrants(
            wiring.desk, tournament, by_line, wiring.operator, secret, faults, only_preview=preview
        )
    numbers = [row.entrant_no or line for line, row in by_line.items()]
    _tell(imported, "entrants", len(set(numbers)), json)


@app.command()
def results(
    tournament: TournamentArgument,
    file: Annotated[Path, typer.Argument(help=f"A CSV file: {','.join(RESULT_COLUMNS)}.")],
    preview: PreviewOption = False,
    json: JsonOption = False,
) -> None:
    """Bring in results kept on paper, all rows or none; the same file twice changes nothing."""
    from services.desk.imports import import_results
    from services.spreadsheets.results import result_of
    from services.wiring import wired

    with (
        wired(existing=True) as wiring,
        in_file(file),
        progress(worded("doing-results", what=file.name)) as report,
    ):
        wiring.desk.state(tournament)  # Where there is none, no file is of use.
        rows = read_rows(file, RESULT_COLUMNS)
        by_line, faults = understood(_counted(rows, report), result_of)
        results = list(by_line.values())
        imported = import_results(
            wiring.desk, tournament, results, wiring.operator, faults, only_preview=preview
        )
    _tell(imported, "results", len(by_line), json)


def _counted(rows: Sequence[Row], report: Report) -> Iterator[Row]:
    for done, row in enumerate(rows, 1):
        yield row
        report(done, len(rows))


def _tell(imported: "Imported", kind: str, things: int, json: bool) -> None:
    """Say what came of it; of entrants also how many they are, where several rows are about one."""
    answer = imported.foreseen or imported.answer
    events = len(answer.events) if answer is not None and (imported.foreseen or imported.changed) else 0
    remarks = answer.remarks if answer is not None else ()
    if json:
        print_json(
            {"rows": imported.rows, "known": imported.known, "events": events, "remarks": list(remarks)}
        )
        return
    for remark in remarks:
        say(f"{remark.code}: {remark.text(FIRST)}")
    rows = Phrase(f"cli-rows-of-{kind}", {"rows": imported.rows, "things": things})
    if imported.rows == things:
        rows = Phrase(f"cli-count-of-{kind}", {"things": things})
    if imported.foreseen is not None and events:
        print(worded("import-foreseen", rows=rows, events=events))
    elif not imported.changed:
        print(worded("imported-before", rows=rows))
    elif imported.known:
        print(worded("imported-in-part", rows=rows, events=events, known=imported.known))
    else:
        print(worded("imported", rows=rows, events=events))

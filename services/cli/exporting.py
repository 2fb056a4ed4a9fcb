"""tileledger export: a tournament's log as a file, or what it shows at a moment as an SQLite database."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from services.cli.disk import unwritable
from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import print_json, progress, worded
from shared.catalogue import Phrase
from shared.private_files import whole_file
from shared.problems import INVALID_INPUT, ProblemType

if TYPE_CHECKING:
    from services.wiring import Wiring

app = typer.Typer()

_STANDARD_OUTPUT = Path("-")
FILE_EXISTS = ProblemType("file-exists", 409)


@app.command()
def export(
    tournament: TournamentArgument,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Where to write it: FILE.jsonl, or - for standard output."),
    ] = None,
    public: Annotated[
        bool,
        typer.Option(
            "--public",
            help=(
                "Leave sealed personal data out; it verifies all the same. Of a database: what anyone "
                "may see, with names by consent."
            ),
        ),
    ] = False,
    sqlite: Annotated[
        Path | None,
        typer.Option("--sqlite", metavar="FILE", help="Write the results to this new SQLite database."),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of", metavar="SEQ|TIME", help="The results as of this moment; with --sqlite only."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a tournament's log to a file, or with --sqlite its results to a database.

    FILE.jsonl gets the log and seals, one CloudEvent a line. Keys of persons are not in it. The database has
    every view as a table, and what each is in its table README.
    """
    from services.wiring import wired

    if (file is None) == (sqlite is None):
        raise INVALID_INPUT(detail=Phrase("part-file-or-sqlite"))
    if file is not None and as_of is not None:
        raise INVALID_INPUT(detail=Phrase("part-only-with-sqlite", {"option": "--as-of"}))
    with wired(existing=True) as wiring:
        if sqlite is not None:
            _export_tables(wiring, tournament, sqlite, as_of, public=public, json=json)
            return
        assert file is not None, "one of the two was given"
        head = write_export(wiring, tournament, file, personal=not public)
    if json:
        print_json({"tournament": tournament, "seq": head[0], "hash": head[1]})
    else:
        _tell(file, worded("exported", tournament=tournament, count=head[0], file=str(file), head=head[1]))


def _tell(file: Path, line: str) -> None:
    """Say what was written where it is not among what was written."""
    beside = file == _STANDARD_OUTPUT or (file.exists() and not file.is_file())
    print(line, file=sys.stderr if beside else sys.stdout)


def _export_tables(
    wiring: "Wiring", tournament: str, file: Path, as_of: str | None, *, public: bool, json: bool
) -> None:
    from services.desk.sqlite_export import sqlite_export

    with (
        _new_file(file, private=not public) as out,
        progress(worded("doing-export", what=tournament)) as report,
    ):
        made = sqlite_export(wiring.desk, tournament, as_of, public=public, report=report)
        out.write(made.content)
    if json:
        print_json({"tournament": tournament, "seq": made.seq, "hash": made.hash, "tables": made.tables})
    else:
        _tell(file, worded("exported-tables", tournament=tournament, seq=made.seq, file=str(file)))


def write_export(
    wiring: "Wiring", tournament: str, file: Path, *, personal: bool = True, replace: bool = False
) -> tuple[int, str]:
    """Write an export of the log and return seq and hash of the head.

    The file gets its name only when it is whole; one that is there is refused, unless it is to `replace`.

    Raises:
        Problem: tournament-unknown, file-exists, file-unwritable, or what the log refuses.
    """
    from shared.eventlog.transfer import export as export_log

    refuse_unknown(wiring, tournament)
    with (
        _new_file(file, private=personal, replace=replace) as out,
        progress(worded("doing-export", what=tournament)) as report,
    ):
        head = export_log(wiring.log, tournament, out.write, report, personal=personal)
    return head.seq, head.hash.hex()


def refuse_unknown(wiring: "Wiring", tournament: str) -> None:
    """Refuse a tournament that has no log, without a desk, which would need the secret."""
    from services.tournament.definition.founding import NOT_DEFINED

    if wiring.log.head(tournament).seq == 0:
        raise NOT_DEFINED(id=tournament)


@contextmanager
def _new_file(file: Path, *, private: bool, replace: bool = False) -> Iterator[BinaryIO]:
    """A file that gets its name only when it is whole; one that is there is refused, unless to `replace`.

    Args:
        private: for its owner only; else for whom the umask lets, as what is published.

    Raises:
        Problem: file-exists, file-unwritable.
    """
    if file == _STANDARD_OUTPUT:
        yield sys.stdout.buffer
        return
    # A terminal or a pipe, as /dev/stdout, is written to.
    if not replace and (file.is_file() or file.is_dir()):
        raise FILE_EXISTS(file=file)
    try:
        with whole_file(file, private=private) as out:
            yield out
    except OSError as error:
        raise unwritable(error).at(file=str(file)) from None

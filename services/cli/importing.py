"""tileledger import: entrants and results from CSV files, all rows or none."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import msgspec
import typer

from services.cli.csv_files import CellWrong, Row, in_file, read_rows, understood
from services.cli.parameters import JsonOption, TournamentArgument
from services.cli.printing import print_json, say, worded
from services.cli.progress import Report, progress
from shared.bound_checks import fault_in, refusal
from shared.catalogue import FIRST, Phrase, languages
from shared.plain_text import narrow
from shared.telephones import telephone
from shared.text_forms import plain, spoken

if TYPE_CHECKING:
    from services.desk.imports import Imported
    from services.tournament.people.registration import RegisterEntrant
    from services.tournament.play.paper import ResultRow

app = typer.Typer(no_args_is_help=True)
PreviewOption = Annotated[
    bool, typer.Option("--preview", help="Only show what would happen, with remarks; nothing is written.")
]

ENTRANT_COLUMNS = ("entrant_no", "name_en", "name_zh", "family", "family_role", "email", "language", "team")
OPTIONAL_COLUMNS = ("birth_date", "session", "phone", "consent", "guardian", "guardian_email")
"""Left out or empty where `register-entrant` takes them left out; the tournament says where it needs them."""
RESULT_COLUMNS = ("session", "table", "game", "seat", "entrant_no", "game_won", "score", "tiles")
C = TypeVar("C", bound=msgspec.Struct)
DECIMALS = re.compile(r"[0-9]+\.[0-9]*")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@app.callback()
def importing() -> None:
    """Bring entrants or results in from CSV files."""


@app.command()
def entrants(
    tournament: TournamentArgument,
    file: Annotated[
        Path,
        typer.Argument(help=f"A CSV file: {','.join(ENTRANT_COLUMNS)}[,{','.join(OPTIONAL_COLUMNS)}]."),
    ],
    preview: PreviewOption = False,
    json: JsonOption = False,
) -> None:
    """Register the entrants of a file, all or none; the same file twice changes nothing."""
    from services.desk.imports import import_entrants
    from services.wiring import wired

    with (
        wired(existing=True) as wiring,
        in_file(file),
        progress(worded("doing-entrants", what=file.name)) as report,
    ):
        rows = read_rows(file, ENTRANT_COLUMNS, OPTIONAL_COLUMNS)
        by_line, faults = understood(_counted(rows, report), _entrant)
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
    from services.wiring import wired

    with (
        wired(existing=True) as wiring,
        in_file(file),
        progress(worded("doing-results", what=file.name)) as report,
    ):
        rows = read_rows(file, RESULT_COLUMNS)
        by_line, faults = understood(_counted(rows, report), _result)
        results = list(by_line.values())
        imported = import_results(
            wiring.desk, tournament, results, wiring.operator, faults, only_preview=preview
        )
    _tell(imported, "results", len(by_line), json)


def _counted(rows: Sequence[Row], report: Report) -> Iterator[Row]:
    for done, row in enumerate(rows, 1):
        yield row
        report(done, len(rows))


def _entrant(row: Row) -> "RegisterEntrant":
    from services.tournament.people.registration import RegisterEntrant

    return _within_bounds(
        row,
        RegisterEntrant(
            session=row.cell("session") or None,
            birth_date=row.cell("birth_date", _date),
            entrant_no=row.cell("entrant_no", _number),
            name_en=row.cell("name_en"),
            name_zh=row.cell("name_zh"),
            family=row.cell("family") or None,
            family_role=row.cell("family_role", _role),
            email=row.cell("email", _email),
            phone=row.cell("phone", _phone),
            language=row.cell("language", _language),
            team=row.cell("team") or None,
            consent=row.cell("consent", _yes_or_no),
            guardian=row.cell("guardian"),
            guardian_email=row.cell("guardian_email", _guardian_email),
        ),
    )


def _within_bounds(row: Row, read: C) -> C:
    """What a row says, in plain form; what is longer than its field takes is a fault of the row."""
    read = plain(read)
    fault = None if row.faults else fault_in(read, type(read))
    if fault is not None:
        row.faults.append(refusal(fault).at(line=row.line))
    return read


def _result(row: Row) -> "ResultRow":
    from services.tournament.play.paper import ResultRow

    return _within_bounds(
        row,
        ResultRow(
            session=row.cell("session", needed),
            table=row.cell("table", _whole),
            game=row.cell("game", _whole),
            seat=row.cell("seat", lambda text: needed(text).upper()),
            entrant_no=row.cell("entrant_no", needed),
            game_won=row.cell("game_won", _flag),
            score=row.cell("score", needed),
            tiles=row.cell("tiles", _whole),
            line=row.line,
        ),
    )


def needed(text: str) -> str:
    """A cell that may not be empty."""
    if not text:
        raise CellWrong(Phrase("part-importing-needed-every-row"))
    return narrow(text)


def _number(text: str) -> str:
    from services.tournament.people.registration import ENTRANT_NUMBER

    number = needed(text)
    if not ENTRANT_NUMBER.fullmatch(number):
        kind = "no-decimals" if DECIMALS.fullmatch(number) else "write-english-letters-digits-dots"
        raise CellWrong(Phrase(f"part-importing-{kind}"))
    return number


def _date(text: str) -> date | None:
    text = narrow(text)
    if not text:
        return None
    try:
        if DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        raise CellWrong(Phrase("part-importing-there-no-such-day-check")) from None
    raise CellWrong(
        Phrase("part-importing-write-year-month-day-2017"),
    )


def _whole(text: str) -> int:
    text = narrow(text)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise CellWrong(Phrase("part-importing-write-whole-number-12"))
    return int(text)


def _flag(text: str) -> int:
    text = narrow(text)
    if text not in ("0", "1"):
        raise CellWrong(Phrase("part-importing-write-1-game-won-else"))
    return int(text)


def _role(text: str) -> Literal["child", "parent"] | None:
    roles: dict[str, Literal["child", "parent"] | None] = {"": None, "child": "child", "parent": "parent"}
    role = narrow(text).lower()
    if role not in roles:
        raise CellWrong(Phrase("part-importing-write-child-parent-leave-empty"))
    return roles[role]


def _language(text: str) -> str:
    language = spoken(text or "zh")
    if language not in languages():
        known = [*languages()]
        raise CellWrong(Phrase("part-importing-write-language-leave-empty", {"known": known}))
    return language


def _email(text: str) -> str:
    from shared.emails import normalised

    return normalised(text) if text else text


def _phone(text: str) -> str:
    return telephone(text) if text else text


def _guardian_email(text: str) -> str:
    from shared.emails import normalised

    return normalised(text, "guardian_email") if text else text


def _yes_or_no(text: str) -> bool:
    word = narrow(text).lower()
    if word not in ("", "yes", "no"):
        raise CellWrong(Phrase("part-importing-write-yes-no-leave-empty"))
    return word == "yes"


def _tell(imported: "Imported", kind: str, things: int, json: bool) -> None:
    """Say what came of it; of entrants also how many they are, where several rows are about one."""
    told = imported.foreseen or imported.answer
    events = len(told.events) if told is not None and (imported.foreseen or imported.changed) else 0
    remarks = told.remarks if told is not None else ()
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
    if not imported.rows:
        print(worded("imported-no-rows"))
    elif imported.foreseen is not None and events:
        print(worded("import-foreseen", rows=rows, events=events))
    elif not imported.changed:
        print(worded("imported-before", rows=rows))
    elif imported.known:
        print(worded("imported-in-part", rows=rows, events=events, known=imported.known))
    else:
        print(worded("imported", rows=rows, events=events))

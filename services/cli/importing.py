"""tileledger import: entrants and results from CSV files, all rows or none."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from services.cli.csv_files import Row, in_file, read_rows
from services.cli.printing import JsonOption, print_json, say
from services.cli.progress import Report, progress

if TYPE_CHECKING:
    from services.desk.imports import Imported
    from services.tournament.people.registration import RegisterEntrant
    from services.tournament.play.paper import ResultRow

app = typer.Typer(help="Bring entrants or results in from CSV files.", no_args_is_help=True)

ENTRANT_COLUMNS = ("entrant_no", "name_en", "name_zh", "family", "family_role", "email", "language", "team")
OPTIONAL_COLUMNS = ("birth_date", "session", "phone", "consent")
"""Left out or empty where `register-entrant` takes them left out; the tournament says where it needs them."""
RESULT_COLUMNS = ("session", "table", "game", "seat", "entrant_no", "game_won", "score", "tiles")
LANGUAGES: dict[str, Literal["en", "zh"]] = {
    "": "zh",
    "zh": "zh",
    "zh-hk": "zh",
    "zh-hant": "zh",
    "tc": "zh",
    "en": "en",
    "en-gb": "en",
    "en-us": "en",
}
LONGEST_CELL = 200


@app.callback()
def importing() -> None:
    """Bring entrants or results in from CSV files."""


@app.command()
def entrants(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    file: Annotated[
        Path, typer.Argument(help="CSV: " + ",".join(ENTRANT_COLUMNS) + "[,birth_date,session,phone,consent]")
    ],
    json: JsonOption = False,
) -> None:
    """Register the entrants of a file, all or none; the same file twice changes nothing."""
    from services.desk.imports import import_entrants
    from services.wiring import wired

    with wired() as wiring, in_file(file), progress(f"Registering the entrants of {file.name}") as report:
        rows = read_rows(file, ENTRANT_COLUMNS, OPTIONAL_COLUMNS)
        commands = [_entrant(row) for row in _counted(rows, report)]
        lines = [row.line for row in rows]
        secret = wiring.secret.content
        imported = import_entrants(wiring.desk, tournament, commands, lines, wiring.operator, secret)
    _tell(imported, "entrants", json)


@app.command()
def results(
    tournament: Annotated[str, typer.Argument(help="The tournament's id.")],
    file: Annotated[Path, typer.Argument(help="CSV: " + ",".join(RESULT_COLUMNS))],
    json: JsonOption = False,
) -> None:
    """Bring in results kept on paper, all rows or none; the same file twice changes nothing."""
    from services.desk.imports import import_results
    from services.wiring import wired

    with wired() as wiring, in_file(file), progress(f"Bringing in the results of {file.name}") as report:
        rows = read_rows(file, RESULT_COLUMNS)
        parsed = [_result(row) for row in _counted(rows, report)]
        imported = import_results(wiring.desk, tournament, parsed, wiring.operator)
    _tell(imported, "result rows", json)


def _counted(rows: Sequence[Row], report: Report) -> Iterator[Row]:
    for done, row in enumerate(rows, 1):
        yield row
        report(done, len(rows))


def _entrant(row: Row) -> "RegisterEntrant":
    from services.tournament.people.registration import RegisterEntrant

    return RegisterEntrant(
        session=row.cell("session", _text) or None,
        birth_date=row.cell("birth_date", _date),
        entrant_no=row.cell("entrant_no", _number),
        name_en=row.cell("name_en", _text),
        name_zh=row.cell("name_zh", _text),
        family=row.cell("family", _text) or None,
        family_role=row.cell("family_role", _role),
        email=row.cell("email", _email),
        phone=row.cell("phone", _text),
        language=row.cell("language", _language),
        team=row.cell("team", _text) or None,
        consent=row.cell("consent", _yes_or_no),
    )


def _result(row: Row) -> "ResultRow":
    from services.tournament.play.paper import ResultRow

    return ResultRow(
        session=row.cell("session", needed),
        table=row.cell("table", _whole),
        game=row.cell("game", _whole),
        seat=row.cell("seat", lambda text: needed(text).upper()),
        entrant_no=row.cell("entrant_no", needed),
        game_won=row.cell("game_won", _flag),
        score=row.cell("score", needed),
        tiles=row.cell("tiles", _whole),
        line=row.line,
    )


def needed(text: str) -> str:
    """A cell that may not be empty."""
    if not text:
        raise ValueError("it is empty")
    return _text(text)


def _text(text: str) -> str:
    if len(text) > LONGEST_CELL or not text.isprintable():
        raise ValueError(f"it has control characters, or more than {LONGEST_CELL} characters")
    return text


def _number(text: str) -> str:
    from services.tournament.people.registration import ENTRANT_NUMBER

    if not ENTRANT_NUMBER.fullmatch(needed(text)):
        raise ValueError("an entrant number has letters, digits, dots, dashes and underscores, at most 20")
    return text


def _date(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError("it is no whole number")
    return int(text)


def _flag(text: str) -> int:
    if text not in ("0", "1"):
        raise ValueError("it must be 1 or 0")
    return int(text)


def _role(text: str) -> Literal["child", "parent"] | None:
    roles: dict[str, Literal["child", "parent"] | None] = {"": None, "child": "child", "parent": "parent"}
    if text.lower() not in roles:
        raise ValueError("it must be child, parent or empty")
    return roles[text.lower()]


def _language(text: str) -> Literal["en", "zh"]:
    spoken = LANGUAGES.get(text.lower().replace("_", "-"))
    if spoken is None:
        raise ValueError("it must be en, zh or empty")
    return spoken


def _email(text: str) -> str:
    from shared.emails import normalised

    return normalised(text) if text else text


def _yes_or_no(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise ValueError("it must be yes, no or empty")
    return text.lower() == "yes"


def _tell(imported: "Imported", what: str, json: bool) -> None:
    events = len(imported.answer.events) if imported.answer is not None and imported.changed else 0
    remarks = imported.answer.remarks if imported.answer is not None else ()
    if json:
        print_json(
            {"rows": imported.rows, "known": imported.known, "events": events, "remarks": list(remarks)}
        )
        return
    for remark in remarks:
        say(f"{remark.code}: {remark.en}")
    if not imported.changed:
        print(f"{imported.rows} {what}: all known already, nothing changed")
    else:
        known = f", {imported.known} known already" if imported.known else ""
        print(f"{imported.rows} {what}: recorded in {events} events{known}")

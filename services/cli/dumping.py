"""tileledger dump: the log and the vault to a folder, apart, so that they can be kept apart."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli.csv_files import in_file
from services.cli.disk import unreadable, unwritable
from services.cli.printing import JsonOption, columns, print_json, print_table, worded
from services.cli.transfer import commands_beside, links_beside, write_export
from shared.private_files import make_private_folder, open_private

app = typer.Typer()
restore_vault_app = typer.Typer()


@app.command()
def dump(
    folder: Annotated[
        Path,
        typer.Argument(),
    ],
    json: JsonOption = False,
) -> None:
    """Write every tournament's log and, apart from the logs, the vault's wrapped keys.

    Beside a log stands what is in no export: log/ID.links.jsonl, its links to chats, and in
    log/ID.commands.jsonl the ids of commands that led to nothing.

    Keep the two in different places. The copy of the vault replaces the one before: an older one would bring
    back people who were forgotten since.
    """
    from services.delivery.copying import dump_links
    from services.wiring import wired
    from shared.eventlog.empty_commands import dump_empty_commands
    from shared.vault.copying import dump as dump_vault

    written: list[dict[str, Any]] = []
    with wired(existing=True) as wiring:
        tournaments = wiring.log.tournaments()
        try:
            for part in ("log", "vault"):
                make_private_folder(folder / part)
        except OSError as error:
            raise unwritable(error).at(file=str(folder)) from None
        for tournament in tournaments:
            file = folder / "log" / f"{tournament}.jsonl"
            fresh = file.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            seq, hash_ = write_export(wiring, tournament, fresh)
            fresh.replace(file)
            written.append({"file": str(file), "tournament": tournament, "seq": seq, "hash": hash_})
            for beside, lines in (
                (links_beside(file), list(dump_links(wiring.database, tournament))),
                (commands_beside(file), list(dump_empty_commands(wiring.log, tournament, seq))),
            ):
                beside.unlink(missing_ok=True)
                if lines:
                    written.append({"file": str(beside), "rows": _replace(beside, lines)})
        keys = folder / "vault" / "keys.jsonl"
        rows = _replace(keys, list(dump_vault(wiring.vault)))
    written.append({"file": str(keys), "rows": rows - 1})
    if json:
        print_json(written)
    else:
        print_table(
            columns("file", "events or rows", "head"),
            [(line["file"], line.get("seq", line.get("rows")), line.get("hash")) for line in written],
        )


@restore_vault_app.command()
def restore_vault(file: Annotated[Path, typer.Argument()], json: JsonOption = False) -> None:
    """Bring a dump's wrapped keys into the vault; the secret must be the one they were wrapped under.

    Keys that are missing here come back, damaged ones are mended; what opens here stays. Keys of people the
    logs here say were forgotten are destroyed again.
    """
    from services.desk.forgetting import destroy_outstanding
    from services.wiring import wired
    from shared.vault.copying import load

    with wired() as wiring, in_file(file):
        try:
            lines = file.read_bytes().splitlines()
        except OSError as error:
            raise unreadable(error) from None
        brought = load(wiring.vault, lines)
        gone = destroy_outstanding(wiring.desk)
    if json:
        print_json({"keys": brought.added - gone, "mended": brought.mended})
    else:
        key = "keys-and-mended" if brought.mended else "keys-brought"
        print(worded(key, count=brought.added - gone, mended=brought.mended))


def _replace(file: Path, lines: list[bytes]) -> int:
    fresh = file.with_suffix(".new")
    with open_private(fresh) as out:
        out.writelines(lines)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(file)
    return len(lines)

"""tileledger dump: the log and the vault to a folder, apart, so that they can be kept apart."""

from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli.csv_files import in_file
from services.cli.disk import unreadable, unwritable
from services.cli.exporting import write_export
from services.cli.parameters import JsonOption
from services.cli.printing import print_json, print_table, worded
from services.cli.transfer import commands_beside, links_beside
from shared.private_files import make_private_folder, whole_file

app = typer.Typer()
restore_vault_app = typer.Typer()


@app.command()
def dump(
    folder: Annotated[
        Path,
        typer.Argument(help="Where log/ID.jsonl, what belongs beside it, and vault/keys.jsonl are written."),
    ],
    even_if_less: Annotated[
        bool,
        typer.Option(
            "--even-if-less",
            help=("Write also where keys are missing here, or where a copy that is replaced has more."),
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write every tournament's log and, apart from the logs, the vault's wrapped keys.

    Beside a log stands what is in no export: log/ID.links.jsonl, its links to chats, and in
    log/ID.commands.jsonl the ids of commands that led to nothing.

    Keep the two in different places. The copy of the vault replaces the one before: an older one would bring
    back people who were forgotten since. Nothing is written where the vault is not that of the logs, where
    keys that they need are missing or damaged in it, or where a copy in the folder has keys or events that
    are not here.
    """
    from services.cli.earlier_copies import refuse_fewer_events, refuse_fewer_keys
    from services.delivery.copying import dump_links
    from services.wiring import wired
    from shared.eventlog.empty_commands import dump_empty_commands
    from shared.vault.copying import dump as dump_vault

    written: list[dict[str, Any]] = []
    keys = folder / "vault" / "keys.jsonl"
    with wired(existing=True) as wiring:
        files = {id_: folder / "log" / f"{id_}.jsonl" for id_ in wiring.log.tournaments()}
        wiring.vault_guard.require()
        if not even_if_less:
            refuse_fewer_keys(wiring, keys)
            for tournament, file in files.items():
                refuse_fewer_events(wiring, tournament, file)
        try:
            for part in ("log", "vault"):
                make_private_folder(folder / part)
        except OSError as error:
            raise unwritable(error).at(file=str(folder)) from None
        for tournament, file in files.items():
            seq, hash_ = write_export(wiring, tournament, file, replace=True)
            written.append({"file": str(file), "tournament": tournament, "seq": seq, "hash": hash_})
            for beside, lines in (
                (links_beside(file), list(dump_links(wiring.database, tournament))),
                (commands_beside(file), list(dump_empty_commands(wiring.log, tournament, seq))),
            ):
                if lines:
                    written.append({"file": str(beside), "rows": _replace(beside, lines)})
                else:
                    beside.unlink(missing_ok=True)
        # After the logs: a key is made before the event that needs it.
        rows = _replace(keys, list(dump_vault(wiring.vault)))
    written.append({"file": str(keys), "rows": rows - 1})
    if json:
        print_json(written)
    else:
        print_table(
            ("file", "events or rows", "head"),
            [(line["file"], line.get("seq", line.get("rows")), line.get("hash")) for line in written],
        )


@restore_vault_app.command()
def restore_vault(
    file: Annotated[Path, typer.Argument(help="The file vault/keys.jsonl of a dump.")],
    json: JsonOption = False,
) -> None:
    """Bring a dump's wrapped keys into the vault; the secret must be the one they were wrapped under.

    Keys that are missing here come back, damaged ones are mended; what opens here stays. Keys of people the
    logs here say were forgotten are destroyed again.
    """
    from services.desk.forgetting import destroy_outstanding
    from services.wiring import wired
    from shared.vault.copying import load

    with wired(new=["log", "vault"]) as wiring, in_file(file):
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
    try:
        with whole_file(file) as out:
            out.writelines(lines)
    except OSError as error:
        raise unwritable(error).at(file=str(file)) from None
    return len(lines)

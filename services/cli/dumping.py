"""tileledger dump: the log and the vault to a folder, apart, so that they can be kept apart."""

import os
from pathlib import Path
from typing import Annotated

import typer

from services.cli.csv_files import FILE_UNREADABLE, in_file
from services.cli.printing import JsonOption, print_json, print_table
from services.cli.transfer import links_beside, write_export
from shared.private_files import make_private_folder, open_private

app = typer.Typer()
restore_vault_app = typer.Typer()


@app.command()
def dump(
    folder: Annotated[
        Path, typer.Argument(help="DIR: log/ID.jsonl, log/ID.links.jsonl and vault/keys.jsonl come there.")
    ],
    json: JsonOption = False,
) -> None:
    """Write every tournament's log with its links to chats and, apart from them, the vault's wrapped keys.

    Keep the two in different places. The copy of the vault replaces the one before: an older one would bring
    back people who were forgotten since.
    """
    from services.delivery.copying import dump_links
    from services.wiring import wired
    from shared.vault.copying import dump as dump_vault

    written = []
    with wired() as wiring:
        try:
            for part in ("log", "vault"):
                make_private_folder(folder / part)
        except OSError as error:
            raise FILE_UNREADABLE(detail=error.strerror or error).at(file=str(folder)) from None
        for tournament in wiring.log.tournaments():
            file = folder / "log" / f"{tournament}.jsonl"
            fresh = file.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            seq, hash_ = write_export(wiring, tournament, fresh)
            fresh.replace(file)
            written.append({"file": str(file), "tournament": tournament, "seq": seq, "hash": hash_})
            links = links_beside(file)
            links.unlink(missing_ok=True)
            if lines := list(dump_links(wiring.database, tournament)):
                written.append({"file": str(links), "rows": _replace(links, lines)})
        keys = folder / "vault" / "keys.jsonl"
        rows = _replace(keys, list(dump_vault(wiring.vault)))
    written.append({"file": str(keys), "rows": rows - 1})
    if json:
        print_json(written)
    else:
        print_table(
            ("file", "events or rows", "head"),
            [(own["file"], own.get("seq", own.get("rows")), own.get("hash")) for own in written],
        )


@restore_vault_app.command()
def restore_vault(
    file: Annotated[Path, typer.Argument(help="vault/keys.jsonl of a dump.")], json: JsonOption = False
) -> None:
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
            raise FILE_UNREADABLE(detail=error.strerror or error) from None
        brought = load(wiring.vault, lines)
        gone = destroy_outstanding(wiring.desk)
    if json:
        print_json({"keys": brought.added - gone, "mended": brought.mended})
    else:
        print(f"{brought.added - gone} keys" + (f", {brought.mended} mended" if brought.mended else ""))


def _replace(file: Path, lines: list[bytes]) -> int:
    fresh = file.with_suffix(".new")
    with open_private(fresh) as out:
        out.writelines(lines)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(file)
    return len(lines)

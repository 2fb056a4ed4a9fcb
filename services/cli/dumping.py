"""tileledger dump: the log and the vault to a folder, apart, so that they can be kept apart.

A copy that has more than the databases may be the only one that has it: it is not replaced.
"""

from collections.abc import Set
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.disk import unreadable, unwritable
from services.cli.exporting import write_export
from services.cli.parameters import JsonOption
from services.cli.printing import print_json, print_table, worded
from services.cli.reading import in_file
from services.cli.transfer import commands_beside, links_beside
from shared.private_files import make_private_folder, whole_file
from shared.problems import Problem, ProblemType

if TYPE_CHECKING:
    from services.wiring import Wiring
    from shared.vault.copying import VaultCopy

COPY_HAS_MORE_KEYS = ProblemType("copy-has-more-keys", 409)
COPY_HAS_MORE_EVENTS = ProblemType("copy-has-more-events", 409)
VAULT_LACKS_KEYS = ProblemType("vault-lacks-keys", 409)

_CLOSING = 4096
"""Bytes at the end of an export, in which its closing line stands."""

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
            _refuse_fewer_keys(wiring, keys)
            for tournament, file in files.items():
                _refuse_fewer_events(wiring, tournament, file)
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
        _refuse_other_secret(wiring, lines)
        brought = load(wiring.vault, lines)
        gone = destroy_outstanding(wiring.desk)
    if json:
        print_json({"keys": brought.added - gone, "mended": brought.mended})
    else:
        key = "keys-and-mended" if brought.mended else "keys-brought"
        print(worded(key, count=brought.added - gone, mended=brought.mended))


def _refuse_other_secret(wiring: "Wiring", lines: list[bytes]) -> None:
    """Refuse, before anything is made here, a copy that is not whole or that the secret here does not open.

    Raises:
        Problem: vault-copy-unreadable, secret-lost, secret-does-not-fit.
    """
    from contextlib import closing

    from shared.database import Database
    from shared.secret import load_secret
    from shared.vault import Vault
    from shared.vault.copying import VaultCopy
    from shared.vault.secret_check import SECRET_DOES_NOT_FIT

    keys = VaultCopy(lines).keys
    if not keys:
        return
    secret = load_secret(wiring.settings, lambda: "vault")
    with closing(Database("sqlite://")) as nowhere:
        if not Vault(nowhere, secret.content).opens_most(keys):
            raise SECRET_DOES_NOT_FIT()


def _replace(file: Path, lines: list[bytes]) -> int:
    try:
        with whole_file(file) as out:
            out.writelines(lines)
    except OSError as error:
        raise unwritable(error).at(file=str(file)) from None
    return len(lines)


def _refuse_fewer_events(wiring: "Wiring", tournament: str, file: Path) -> None:
    """Refuse to replace an export that the log here did not go on from.

    What is no whole export may be replaced.

    Raises:
        Problem: copy-has-more-events, file-unreadable.
    """
    from services.desk.vault_log_heads import contains
    from shared.eventlog.cloudevents import HeadLine, Malformed, parse
    from shared.vault.quarantine import KnownHead

    try:
        with file.open("rb") as opened:
            opened.seek(-min(opened.seek(0, SEEK_END), _CLOSING), SEEK_END)
            line = parse(opened.read().rstrip(b"\n").rpartition(b"\n")[2])
        if not isinstance(line, HeadLine):
            return
        head = KnownHead(tournament, line.data.seq, bytes.fromhex(line.data.hash))
    except (FileNotFoundError, Malformed, ValueError):
        return
    except OSError as error:
        raise unreadable(error).at(file=str(file)) from None
    if not contains(wiring.log, head):
        raise COPY_HAS_MORE_EVENTS(file=file, tournament=tournament, seq=head.seq)


def _refuse_fewer_keys(wiring: "Wiring", file: Path) -> None:
    """Refuse to write keys where the logs need more, and to replace a copy that has more.

    Fewer are right where people were forgotten, and where keys that no event names were destroyed.

    Raises:
        Problem: copy-has-more-keys, vault-lacks-keys, file-unreadable.
    """
    from services.desk.vault_guard import subjects_needed
    from shared.vault.copying import keys_that_open

    log, desk = wiring.log, wiring.desk
    needed = {
        subject: tournament
        for tournament in log.tournaments()
        for subject in subjects_needed(log, tournament, desk.state(tournament))
    }
    copy = _copy_in(file)
    lost = None if copy is None else _lost(wiring, copy, needed.keys() | set(wiring.links.subjects()))
    if lost:
        raise COPY_HAS_MORE_KEYS(file=file, count=len(lost))
    opening = keys_that_open(wiring.vault)
    lacking = [subject for subject in needed if subject not in opening]
    if lacking:
        raise VAULT_LACKS_KEYS(count=len(lacking), tournament=needed[lacking[0]])


def _lost(wiring: "Wiring", copy: "VaultCopy", needed: Set[str]) -> Set[str]:
    """The keys that nobody would have any more.

    A key that nothing here needs is one, too, where the copy is of other logs, or of later ones.
    """
    from services.desk.vault_log_heads import contains
    from shared.vault.copying import only_in_copy

    lost = only_in_copy(wiring.vault, copy)
    of_these_logs = wiring.vault.opens_most(copy.keys) and all(
        contains(wiring.log, head) for head in copy.heads
    )
    return lost & needed if of_these_logs else lost


def _copy_in(file: Path) -> "VaultCopy | None":
    """The earlier copy; None where there is none, or none that could be brought back."""
    from shared.vault.copying import VAULT_COPY_UNREADABLE, VaultCopy

    try:
        return VaultCopy(file.read_bytes().splitlines())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(error).at(file=str(file)) from None
    except Problem as problem:
        if problem.kind is not VAULT_COPY_UNREADABLE:
            raise
        return None

"""tileledger restore-drill: whether a dump can be restored, tried in databases that are made for it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.disk import unreadable
from services.cli.parameters import JsonOption
from services.cli.printing import print_json, print_table, say, worded
from services.cli.transfer import logs_of_dump, restore_into, without_its_log
from shared.problems import ProblemType

if TYPE_CHECKING:
    from services.wiring import Wiring
    from shared.eventlog.seal import SealKey

DUMP_LACKS_LOG = ProblemType("dump-lacks-log", 422)
NOT_A_DUMP = ProblemType("not-a-dump", 422)
DRILL_FAILED = ProblemType("drill-failed", 409)

app = typer.Typer()


@app.command()
def restore_drill(
    folder: Annotated[Path, typer.Argument(help="The folder of a dump.")], json: JsonOption = False
) -> None:
    """Restore a dump into databases of its own, check all that is in them, and throw them away.

    Of the installation only the secret and the sealing key are read, so that another machine that has them
    can do it. Every hash, seal and key is checked, and every view made. Exit 1: the dump cannot be relied on.
    """
    from services.wiring.scratch import scratch
    from shared.clock import SystemClock
    from shared.sealing import find_seal_key
    from shared.secret import load_secret
    from shared.settings import load_settings
    from shared.vault.copying import VaultCopy, load

    loaded = load_settings()
    secret = load_secret(loaded.settings, lambda: "vault")
    key = find_seal_key(loaded.settings)
    files, keys = logs_of_dump(folder), folder / "vault" / "keys.jsonl"
    if not files and not keys.is_file():
        raise NOT_A_DUMP(folder=folder)
    for file in files:
        if (lost := without_its_log(file)) is not None:
            raise DUMP_LACKS_LOG(folder=folder, tournament=lost)
    with scratch(loaded, secret.content, SystemClock(), os.urandom) as wiring:
        try:
            lines = keys.read_bytes().splitlines()
        except OSError as error:
            raise unreadable(error).at(file=str(keys)) from None
        brought = load(wiring.vault, lines)
        found = [_restored(wiring, file, key) for file in files]
        lacking = {head.ledger for head in VaultCopy(lines).heads}.difference(wiring.log.tournaments())
        if lacking:
            raise DUMP_LACKS_LOG(folder=folder, tournament=min(lacking))
        _refuse_failed(wiring)
    if json:
        print_json({"keys": brought.added, "tournaments": found})
    else:
        print_table(
            ("tournament", "events", "seals", "links", "head"), [tuple(line.values()) for line in found]
        )
        events = sum(line["events"] for line in found)
        print(worded("drill-passed", keys=brought.added, tournaments=len(found), events=events))
    if not found:
        say(worded("drill-of-nothing"))


def _restored(wiring: "Wiring", file: Path, key: "SealKey | None") -> dict[str, Any]:
    """What came of one log, every hash and seal of it checked.

    Raises:
        Problem: what `restore` and `verify` refuse.
    """
    from services.desk.proving import refuse_touched
    from shared.eventlog.seal import verify_seals

    tournament, _, links = restore_into(wiring, file)
    installation = None if key is None else key.installation
    verified = verify_seals(wiring.log, wiring.log.verify(tournament), installation)
    refuse_touched(verified)
    return {
        "tournament": tournament,
        "events": verified.events,
        "seals": verified.sealed,
        # A file of them that was lost or cut cannot be told from fewer links: whoever reads this can.
        "links": links,
        "hash": verified.head.hash.hex(),
    }


def _refuse_failed(wiring: "Wiring") -> None:
    """Refuse what the checks of `doctor` on what is kept find wrong.

    Raises:
        Problem: drill-failed.
    """
    from services.checks.check import called
    from services.checks.registry import THOROUGH, run

    checks = [listed for listed in THOROUGH if listed.blocks == "web" or listed.name == "views"]
    with wiring.installation() as installation:
        for check in run(installation, checks):
            if check.state == "failed":
                raise DRILL_FAILED(check=called(check.name), detail=check.detail)

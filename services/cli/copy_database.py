"""tileledger copy-database: everything that a database holds, to an empty one elsewhere."""

import errno
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec.structs import replace

from services.cli.disk import unwritable
from services.cli.parameters import JsonOption
from services.cli.printing import print_json, say, worded
from shared.problems import INVALID_INPUT, ProblemType

if TYPE_CHECKING:
    from infra.migrations.chains import Chain
    from services.wiring import Wiring
    from shared.database import Database

STILL_RUNNING = ProblemType("still-running", 409)

app = typer.Typer()


@app.command()
def copy_database(
    which: Annotated[Literal["log", "vault"], typer.Argument(help="Which of the two databases.")],
    url: Annotated[str, typer.Argument(help="The address of an empty database, as in its setting.")],
    json: JsonOption = False,
) -> None:
    """Copy the log's database or the vault's to an empty one, on either kind, and compare every row.

    Links to chats, tokens, personal links and what was sent come along, so that nobody links anew and nothing
    is sent twice. Stop web and worker first, and start them with the new address.
    """
    from infra.migrations.copying import copy_database as copy
    from infra.migrations.copying import refuse_taken
    from infra.migrations.readiness import reaching, setting_of
    from services.wiring import wired
    from shared.settings import shown

    address = shown("database_url", url)
    with wired(existing=True) as wiring, closing(_opened(wiring, which, url)) as target:
        source = wiring.database if which == "log" else wiring.vault_database
        # Before anybody waits for what runs to end.
        with reaching(which, address):
            refuse_taken(source, target, which)
        _refuse_running(wiring)
        rows = copy(source, target, which, address)
    if json:
        print_json({"rows": rows})
    else:
        print(worded("database-copied", rows=rows))
        say(worded("set-the-address", setting=setting_of(which)))


def _opened(wiring: "Wiring", which: "Chain", url: str) -> "Database":
    """The database at another address, as this installation opens its own.

    Raises:
        Problem: invalid-input, where it is no address of a database; file-unwritable, where its folder is not
            there.
    """
    from services.wiring.wiring import Wiring
    from shared.database.places import sqlite_file
    from shared.setting_values import READERS, Unusable
    from shared.settings import Loaded

    field = "database_url" if which == "log" else "vault_url"
    try:
        settings = replace(wiring.settings, **{field: READERS[field](url)})
    except Unusable as wrong:
        raise INVALID_INPUT(detail=wrong.phrase) from None
    file = sqlite_file(url)
    if file is not None and not file.parent.is_dir():
        # A setting's folder is made; this one is more likely mistyped.
        raise unwritable(FileNotFoundError(errno.ENOENT, "")).at(file=str(file))
    there = Wiring(Loaded(settings, {}))
    return there.open_database() if which == "log" else there.open_vault_database()


def _refuse_running(wiring: "Wiring") -> None:
    """Refuse to copy what is written to meanwhile.

    Raises:
        Problem: still-running.
    """
    from shared.heartbeat import Beats, alive

    now = wiring.clock.now()
    for beat in Beats(wiring.database).read():
        if alive(beat, now):
            raise STILL_RUNNING(kind=beat.kind, host=beat.host, pid=beat.pid)

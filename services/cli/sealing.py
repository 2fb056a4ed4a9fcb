"""tileledger seal: sign where a log ends, so that anyone can tell later whether it was touched."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.disk import FILE_UNREADABLE, unreadable
from services.cli.printing import say, worded
from services.cli.reading import in_file
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT

if TYPE_CHECKING:
    from shared.eventlog.seal import PublicKey, Seal

app = typer.Typer()


@app.command()
def seal(
    tournament: Annotated[str | None, typer.Argument(help="The tournament's id.")] = None,
    public_key: Annotated[
        bool, typer.Option("--public-key", help="Print the public key in PEM instead; publish it.")
    ] = False,
    new_key: Annotated[
        bool,
        typer.Option(
            "--new-key", help="Make another key, where the one before is lost, and print the public one."
        ),
    ] = False,
) -> None:
    """Seal where a tournament's log ends, keep the seal with it, and print it as JSON.

    The log is verified first. Keep the seal somewhere else: it shows a removed end.
    """
    from services.wiring import wired

    if [tournament is not None, public_key, new_key].count(True) != 1:
        raise INVALID_INPUT(detail=Phrase("part-seal-one-of"))
    with wired(existing=True) as wiring:
        if new_key:
            from shared.sealing import new_seal_key

            sys.stdout.write(new_seal_key(wiring.settings).public.pem.decode())
            say(worded("seal-key-made"))
            return
        if tournament is None:
            sys.stdout.write(wiring.seal_key.public.pem.decode())
            return
        from services.desk.proving import seal as seal_head
        from shared.eventlog.seal import seal_json

        made = seal_head(wiring.desk, tournament)
    print(seal_json(made).decode())


def read_public_key(file: Path) -> "PublicKey":
    """The public key in a PEM file.

    Raises:
        Problem: file-unreadable.
    """
    from shared.eventlog.seal import NotASeal, PublicKey

    try:
        return PublicKey.read(file.read_bytes())
    except OSError as error:
        raise unreadable(error).at(file=str(file)) from None
    except NotASeal as error:
        raise FILE_UNREADABLE(detail=error.why).at(file=str(file)) from None


def read_seal(file: Path) -> "Seal":
    """The seal in a JSON file.

    Raises:
        Problem: file-unreadable.
    """
    from services.cli.reading import read_document
    from shared.eventlog.seal import NotASeal, parse_seal

    try:
        with in_file(file):
            return parse_seal(read_document(file))
    except NotASeal as error:
        raise FILE_UNREADABLE(detail=error.why).at(file=str(file)) from None

"""tileledger restore, verify: a tournament's log from a file, and the proof that nobody touched it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ENOENT
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple

import msgspec
import typer

from services.cli.disk import INPUT_TOO_LARGE, unreadable
from services.cli.exporting import refuse_unknown
from services.cli.parameters import JsonOption
from services.cli.printing import print_json, progress, say, worded
from services.cli.reading import in_file
from services.limits import EXPORT_LINE
from shared.catalogue import FIRST, Phrase
from shared.problems import INVALID_INPUT, Problem, ProblemType

if TYPE_CHECKING:
    from services.delivery.copying import LinkLine
    from services.wiring import Wiring
    from shared.eventlog import Head
    from shared.eventlog.seal import PublicKey, Seal
    from shared.eventlog.verifying import Verified

restore_app = typer.Typer()
verify_app = typer.Typer()

NOT_SEALED = ProblemType("not-sealed", 422)
SEALS_UNCHECKED = ProblemType("seals-unchecked", 422)


@restore_app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="An export, FILE.jsonl.")], json: JsonOption = False
) -> None:
    """Bring an export into a database that does not know its tournament: whole, or not at all.

    What a dump put beside it comes along: links to chats in ID.links.jsonl, and in ID.commands.jsonl the ids
    of commands that led to nothing, so that a late duplicate is still known. Keys of people it says were
    forgotten are destroyed, if the vault here has them. Nothing of the tournament is sent until `deliveries
    release`, because it may have been sent already.
    """
    from services.wiring import wired

    # Bringing a log back makes its database also beside a vault that knows it; the vault is looked at before.
    with wired(new=["log"]) as wiring:
        restored = restore_into(wiring, file)
    tournament, head = restored.tournament, restored.head
    if json:
        print_json({"tournament": tournament, "seq": head.seq, "hash": head.hash.hex()})
    else:
        print(worded("restored", tournament=tournament, count=head.seq, head=head.hash.hex()))
    if restored.links:
        say(worded("links-came", count=restored.links))
    say(worded("not-sent-yet", tournament=tournament))


class Restored(NamedTuple):
    """A tournament that was brought in, where its log ends, and how many links to chats came along."""

    tournament: str
    head: "Head"
    links: int


def restore_into(wiring: "Wiring", file: Path) -> Restored:
    """Bring an export in with what a dump put beside it, as `restore` says.

    Raises:
        Problem: file-unreadable, or what makes the export none that can be restored here.
    """
    from services.delivery.copying import restore_links
    from services.delivery.muting import RESTORED, Muting
    from services.desk.decoding import CATALOGUE
    from services.desk.forgetting import destroy_outstanding
    from services.desk.site.tournaments import complete_listings
    from shared.eventlog.empty_commands import read_empty_commands
    from shared.eventlog.transfer import restore as restore_log

    copy = _links_in(links_beside(file))
    beside, commands = commands_beside(file), []
    if beside.is_file():
        with in_file(beside), _lines(beside) as lines:
            commands = read_empty_commands(lines)
    with in_file(file):
        _ = wiring.log, wiring.vault_database
        with progress(worded("doing-restore", what=file.name)) as report, _lines(file) as lines:
            muting = Muting(wiring.database, wiring.clock)
            head = restore_log(
                wiring.log,
                lines,
                report,
                lambda tournament: muting.writes(RESTORED, tournament),
                commands,
                CATALOGUE.decode_fields,
            )
        tournament = _newest(wiring, head.hash)
        complete_listings(wiring.desk)
        destroy_outstanding(wiring.desk)
        forgotten = wiring.desk.state(tournament).forgotten
        links = restore_links(wiring.database, tournament, copy, forgotten)
    return Restored(tournament, head, links)


@verify_app.command()
def verify(
    target: Annotated[str, typer.Argument(metavar="ID|FILE", help="A tournament's id, or an export.")],
    public_key: Annotated[
        Path | None,
        typer.Option("--public-key", help="A public key in PEM, with which every seal must have been made."),
    ] = None,
    seal: Annotated[
        list[Path] | None, typer.Option("--seal", help="A seal kept elsewhere that must be borne out, too.")
    ] = None,
    no_seals: Annotated[
        bool,
        typer.Option(
            "--no-seals", help="Check no signature, only that seals and log agree; where no key is."
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Recompute every hash of a tournament's log, or of an export, and name the first event touched.

    Seals are checked with the key of this installation; with --public-key every seal must be of that key, and
    without any seal there is no proof: exit 1.
    """
    from services.cli.sealing import read_public_key, read_seal
    from shared.eventlog.transfer import verify_export

    if no_seals and public_key is not None:
        raise INVALID_INPUT(detail=Phrase("part-key-or-no-seals"))
    given = read_public_key(public_key) if public_key is not None else None
    kept = [read_seal(path) for path in seal or ()]
    key = given if given is not None or no_seals else _own_key()
    file = Path(target)
    if file.is_file() or "/" in target:
        with in_file(file), progress(worded("doing-verify", what=file.name)) as report, _lines(file) as lines:
            verified = verify_export(lines, report, key=key, seals=kept)
    else:
        verified = _verify_log(target, key, kept)
        if key is None and not no_seals and verified.fault is None and verified.unchecked:
            raise SEALS_UNCHECKED(tournament=target, count=verified.unchecked)
    if key is None:
        # Only compared: what nobody checked is not shown as proved.
        verified = msgspec.structs.replace(verified, sealed=0)
    _print_verification(verified, json)
    if given is not None and not verified.sealed:
        raise NOT_SEALED(tournament=verified.tournament_id)


def _own_key() -> "PublicKey | None":
    """The key of this installation, which is not made for this; None where there is none."""
    from shared.sealing import find_seal_key
    from shared.settings import load_settings

    found = find_seal_key(load_settings().settings)
    return None if found is None else found.installation


def _verify_log(tournament: str, key: "PublicKey | None", kept: "Sequence[Seal]") -> "Verified":
    from services.wiring import wired
    from shared.eventlog.seal import verify_seals

    # Without the desk: it needs the secret, and a log is verified also where that is lost.
    with wired(existing=True) as wiring, progress(worded("doing-verify", what=tournament)) as report:
        _refuse_missing_file(wiring, tournament)
        verified = verify_seals(wiring.log, wiring.log.verify(tournament, report), key, kept)
        if verified.fault is None:
            # Only now: where just the head is gone, or all but the seals, it was known once.
            _refuse_unknown_target(wiring, tournament)
    return verified


def _refuse_missing_file(wiring: "Wiring", target: str) -> None:
    """Where there is no database either, refuse what ends like a file as one that is not there."""
    from infra.migrations.readiness import DATABASE_NOT_THERE

    try:
        _ = wiring.database
    except Problem as problem:
        if problem.kind is DATABASE_NOT_THERE and Path(target).suffix:
            raise _no_such_file(target) from None
        raise


def _no_such_file(target: str) -> Problem:
    return unreadable(FileNotFoundError(ENOENT, target)).at(file=target)


def _refuse_unknown_target(wiring: "Wiring", target: str) -> None:
    """Refuse what is neither a tournament nor, where it ends like one, a file that is there."""
    if wiring.log.head(target).seq == 0 and Path(target).suffix:
        raise _no_such_file(target)
    refuse_unknown(wiring, target)


def links_beside(file: Path) -> Path:
    """Where a dump puts the links that belong to an export: hk-2026.links.jsonl beside hk-2026.jsonl."""
    return file.with_name(f"{file.stem}.links.jsonl")


def commands_beside(file: Path) -> Path:
    """Where a dump puts the commands that led to nothing: hk-2026.commands.jsonl beside hk-2026.jsonl."""
    return file.with_name(f"{file.stem}.commands.jsonl")


def logs_of_dump(folder: Path) -> list[Path]:
    """The exports in a dump, without what is put beside them."""
    files = sorted((folder / "log").glob("*.jsonl"))
    beside = {companion(file) for file in files for companion in (links_beside, commands_beside)}
    return [file for file in files if file not in beside]


def without_its_log(file: Path) -> str | None:
    """The tournament whose log a dump has lost, where this is only what was put beside it; else None."""
    from services.delivery.copying import read_links
    from shared.eventlog.empty_commands import read_empty_commands

    for beside, read in ((".links", read_links), (".commands", read_empty_commands)):
        # The id of a tournament may end so, too: what its first line is says which it is.
        if file.stem.endswith(beside):
            with in_file(file), _lines(file) as lines, suppress(Problem):
                read([next(lines, b"")])
                return file.stem.removesuffix(beside)
    return None


def _links_in(file: Path) -> "list[LinkLine]":
    from services.delivery.copying import read_links

    if not file.is_file():
        return []
    with in_file(file), _lines(file) as lines:
        return read_links(lines)


def _print_verification(verified: "Verified", json: bool) -> None:
    from services.desk.proving import refuse_touched, verification

    if json:
        print_json(verification(verified, FIRST))
    refuse_touched(verified)
    if not json:
        head = verified.head.hash.hex()
        key = "verified-and-sealed" if verified.sealed else "verified"
        fields = {"tournament": verified.tournament_id, "count": verified.events, "sealed": verified.sealed}
        print(worded(key, head=head, **fields))
    if verified.unchecked:
        say(worded("seals-unchecked", count=verified.unchecked))


def _newest(wiring: "Wiring", hash_: bytes) -> str:
    return next(
        tournament for tournament in wiring.log.tournaments() if wiring.log.head(tournament).hash == hash_
    )


@contextmanager
def _lines(file: Path) -> Iterator[Iterator[bytes]]:
    try:
        opened = file.open("rb")
    except OSError as error:
        raise unreadable(error) from None
    with opened:
        yield _bounded(opened)


def _bounded(opened: BinaryIO) -> Iterator[bytes]:
    """The lines; one that is longer than any event is not read on."""
    for number in count(1):
        line = opened.readline(EXPORT_LINE + 1)
        if not line:
            return
        if len(line) > EXPORT_LINE:
            raise INPUT_TOO_LARGE(most=int(EXPORT_LINE)).at(line=number)
        yield line

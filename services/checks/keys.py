"""The secret, whether it opens the vault, and the key that seals."""

from collections.abc import Iterator
from functools import partial

from services.checks.check import Check, Installation, NotHere
from services.checks.keys_needed import anything_sealed, secret_needed
from shared.eventlog import Verified
from shared.eventlog.seal import verify_seals
from shared.private_files import open_to_others
from shared.problems import Problem
from shared.sealing import find_seal_key, seal_key_file
from shared.secret import load_secret, secret_file


def secret(installation: Installation) -> Iterator[Check]:
    """Where the secret comes from."""
    finding, settings = partial(Check, name="secret"), installation.settings
    if settings.secret_key is not None:
        yield finding(state="ok", detail="from TILELEDGER_SECRET_KEY")
        return
    file = secret_file(settings)
    if not file.exists() and secret_needed(installation) is None:
        yield finding(state="warning", detail=f"not set; {file} will be made when it is first needed")
        return
    try:
        load_secret(settings, lambda: secret_needed(installation))
    except Problem as problem:
        yield finding(state="failed", detail=problem.text())
        return
    if open_to_others(file):
        yield finding(state="warning", detail=f"{file} can be read by others", way_out=f"chmod 600 {file}")
        return
    way_out = "back it up apart from the databases, or move its content into TILELEDGER_SECRET_KEY"
    yield finding(state="warning", detail=f"kept in {file}", way_out=way_out)


def secret_fits_vault(installation: Installation) -> Iterator[Check]:
    """Whether the vault was made under the secret."""
    finding = partial(Check, name="vault opens")
    try:
        installation.migrated("vault")
    except NotHere:
        yield finding(state="ok", detail="nothing in it yet")
        return
    vault = installation.vault()
    if vault is not None:
        if vault.secret_check.fits():
            yield finding(state="ok", detail="the secret fits")
        else:
            way_out = "set the secret it was made under; until then nothing is written"
            yield finding(state="failed", detail="it was made with another secret", way_out=way_out)
    elif secret_needed(installation) == "vault":
        yield finding(state="failed", detail="it holds keys and the secret is lost", way_out="restore it")
    else:
        yield finding(state="ok", detail="nothing in it yet")


def seal_key(installation: Installation) -> Iterator[Check]:
    """Where the sealing key comes from, and whether it is lost; it is neither made nor shown."""
    finding, settings = partial(Check, name="seal key"), installation.settings
    file, key = seal_key_file(settings), find_seal_key(settings)
    if key is None:
        if anything_sealed(installation):
            yield finding(
                state="failed",
                detail=f"{file} is gone, though there are seals; publications are not sealed",
                way_out="bring it back; if it is lost for good, tileledger seal --new-key",
            )
        else:
            yield finding(state="warning", detail=f"not set; {file} will be made when it is first needed")
    elif file is None:
        yield finding(state="ok", detail=f"from TILELEDGER_SEAL_KEY, its id is {key.public.id}")
    elif open_to_others(file):
        yield finding(state="warning", detail=f"{file} can be read by others", way_out=f"chmod 600 {file}")
    else:
        yield finding(state="ok", detail=f"kept in {file}, its id is {key.public.id}; back it up apart")


def seals(installation: Installation) -> Iterator[Check]:
    """Whether every seal is borne out by the log, and those of the key here were made with it."""
    log, key = installation.log(), find_seal_key(installation.settings)
    for tournament in log.tournaments():
        finding = partial(Check, name="seals", of=tournament)
        head = log.head(tournament)
        found = verify_seals(
            log, Verified(tournament, head, head.seq), None if key is None else key.installation
        )
        if found.fault is not None:
            way_out = f"tileledger verify {tournament}; restore it from a copy that verifies"
            yield finding(
                state="failed", detail=f"seq {found.fault.seq}: {found.fault.detail}", way_out=way_out
            )
            continue
        others = f"; {found.unchecked} of another key agree with the log" if found.unchecked else ""
        detail = (
            f"sealed up to seq {found.sealed}{others}" if found.sealed else f"no seal of this key{others}"
        )
        yield finding(state="ok", detail=detail)

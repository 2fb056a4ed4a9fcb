"""The secret, whether it opens the vault, and the key that seals."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from services.checks.check import Check, Installation, NotHere
from services.checks.keys_needed import anything_sealed, secret_needed
from shared.catalogue import Listed, Phrase
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
        yield finding(state="ok", detail=Phrase("check-from-setting", {"setting": "TILELEDGER_SECRET_KEY"}))
        return
    file = secret_file(settings)
    if not file.exists() and secret_needed(installation) is None:
        yield finding(state="warning", detail=Phrase("check-key-will-be-made", {"file": str(file)}))
        return
    try:
        load_secret(settings, lambda: secret_needed(installation))
    except Problem as problem:
        yield finding(state="failed", detail=problem)
        return
    if open_to_others(file):
        yield _open(finding, file)
        return
    detail = Phrase("check-secret-kept-in", {"file": str(file)})
    yield finding(state="warning", detail=detail, way_out=Phrase("check-way-back-up-secret"))


def secret_fits_vault(installation: Installation) -> Iterator[Check]:
    """Whether the vault was made under the secret."""
    finding = partial(Check, name="vault opens")
    try:
        installation.migrated("vault")
    except NotHere:
        yield finding(state="ok", detail=Phrase("check-vault-empty"))
        return
    vault = installation.vault()
    if vault is not None:
        if vault.secret_check.fits():
            yield finding(state="ok", detail=Phrase("check-secret-fits"))
        else:
            way_out = Phrase("check-way-set-its-secret")
            yield finding(state="failed", detail=Phrase("check-another-secret"), way_out=way_out)
    elif secret_needed(installation) == "vault":
        detail = Phrase("check-secret-lost")
        yield finding(state="failed", detail=detail, way_out=Phrase("check-way-restore-secret"))
    else:
        yield finding(state="ok", detail=Phrase("check-vault-empty"))


def seal_key(installation: Installation) -> Iterator[Check]:
    """Where the sealing key comes from, and whether it is lost; it is neither made nor shown."""
    finding, settings = partial(Check, name="seal key"), installation.settings
    file, key = seal_key_file(settings), find_seal_key(settings)
    if key is None:
        if anything_sealed(installation):
            yield finding(
                state="failed",
                detail=Phrase("check-seal-key-gone", {"file": str(file)}),
                way_out=Phrase("check-way-seal-key-back"),
            )
        else:
            yield finding(state="warning", detail=Phrase("check-key-will-be-made", {"file": str(file)}))
    elif file is None:
        yield finding(state="ok", detail=Phrase("check-seal-key-from-setting", {"id": key.public.id}))
    elif open_to_others(file):
        yield _open(finding, file)
    else:
        detail = Phrase("check-seal-key-kept-in", {"file": str(file), "id": key.public.id})
        yield finding(state="ok", detail=detail)


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
            detail = Phrase("check-seal-at", {"seq": found.fault.seq, "what": found.fault.detail})
            way_out = Phrase("check-way-verify", {"tournament": tournament})
            yield finding(state="failed", detail=detail, way_out=way_out)
            continue
        sealed = Phrase("check-sealed-up-to", {"seq": found.sealed})
        parts = [sealed if found.sealed else Phrase("check-not-sealed")]
        if found.unchecked:
            parts.append(Phrase("check-seals-of-another-key", {"count": found.unchecked}))
        yield finding(state="ok", detail=Listed(parts, "list-between-sentences"))


def _open(finding: Callable[..., Check], file: Path) -> Check:
    """That others on the machine may read a key's file, and the way out."""
    named = {"file": str(file)}
    detail, way_out = Phrase("check-open-to-others", named), Phrase("check-way-chmod", named)
    return finding(state="warning", detail=detail, way_out=way_out)

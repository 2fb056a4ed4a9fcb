"""Personal data never stands in clear in any file."""

from pathlib import Path

from shared.codec import canonical
from shared.database import Database
from shared.eventlog import EMPTY, fingerprint
from shared.eventlog.transfer import export
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.eventlog.given import LEDGER, a_batch, a_log, an_event, decided, transact

NAMES = {"p1": {"name": "陳大文 Chan Tai Man", "email": "taiman@example.org", "birth_date": "2011-02-28"}}


def search(content: bytes) -> set[str]:
    """The values that stand in `content`, in one of the ways text is written."""
    values = {*NAMES["p1"].values(), "Chan Tai Man", "陳大文"}
    codes = ("utf-8", "utf-16-le", "utf-16-be", "big5")
    return {value for value in values for code in codes if value.encode(code) in content}


def register(database: Database, vault: Vault) -> None:
    log = a_log(database)
    vault.create(NAMES)
    vault.index("email", NAMES["p1"]["email"], "p1")
    personal = vault.seal_all(NAMES)
    batch = a_batch(an_event(b'{"entrant":"e1","person":"p1"}', personal=personal))
    marked = fingerprint(VAULT_SECRET, canonical({"command": "register", **NAMES["p1"]}))
    transact(log, LEDGER, EMPTY, decided(type(batch)(batch.events, batch.actor, batch.command_id, marked)))
    stored = log.read(LEDGER)[0].personal
    assert stored is not None
    assert vault.open_all(stored) == NAMES


def test_the_search_finds_what_is_there() -> None:
    assert len(search(" ".join(NAMES["p1"].values()).encode())) == 5


def test_a_sealed_name_is_in_no_file_of_log_or_vault(
    sqlite_database: Database, vault: Vault, tmp_path: Path
) -> None:
    register(sqlite_database, vault)
    files = [file for file in tmp_path.iterdir() if file.is_file()]
    assert {"log.db", "log.db-wal", "vault.db"} <= {file.name for file in files}
    assert search(b"".join(file.read_bytes() for file in files)) == set()
    vault.forget("p1")
    assert search(b"".join(file.read_bytes() for file in files)) == set()


def test_a_sealed_name_is_in_no_row_and_no_line_of_an_export(database: Database, vault: Vault) -> None:
    register(database, vault)
    content: list[bytes] = []
    export(a_log(database), LEDGER, content.append)
    with database.connection() as driver:
        for table in ("event", "head", "command"):
            for row in driver.execute(f"SELECT * FROM {table}").fetchall():
                content += [value if isinstance(value, bytes) else str(value).encode() for value in row]
    assert search(b"".join(content)) == set()

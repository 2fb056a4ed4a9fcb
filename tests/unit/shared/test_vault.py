"""The vault: sealing, forgetting, finding without storing."""

import hmac
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from infra.migrations import migrate_vault
from shared.database import Database
from shared.vault import Forgotten, UnknownSubject, Unreadable, Vault
from tests.conftest import VAULT_SECRET
from tests.postgresql_server import Server
from tests.profiles import examples

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def counted() -> Callable[[int], bytes]:
    """A source of bytes that gives the same ones every time."""
    calls: Iterator[int] = iter(range(1_000_000))
    return lambda n: sha256(str(next(calls)).encode()).digest()[:n]


def opened(url: str, secret: bytes = VAULT_SECRET, random: Callable[[int], bytes] | None = None) -> Vault:
    vault = Vault(url, secret, random) if random else Vault(url, secret)
    migrate_vault(vault.database)
    return vault


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(50))
@given(st.dictionaries(TEXT, TEXT, max_size=4))
def test_what_is_sealed_opens_again(vault: Vault, fields: dict[str, str]) -> None:
    vault.create(["p1", "p2"])
    assert vault.open("p1", vault.seal("p1", fields)) == fields
    sealed = vault.seal_all({"p2": fields, "p1": {"name": "陳大文"}})
    assert vault.open_all(sealed) == {"p1": {"name": "陳大文"}, "p2": fields}


def test_the_same_fields_are_sealed_differently_each_time(vault: Vault) -> None:
    vault.create(["p1"])
    assert vault.seal("p1", {"name": "Chan"}) != vault.seal("p1", {"name": "Chan"})


def test_a_forgotten_subject_reads_as_none_and_the_others_as_before(vault: Vault) -> None:
    vault.create(["p1", "p2"])
    personal = [
        vault.seal_all({"p1": {"name": "Chan"}, "p2": {"name": "Wong"}}),
        vault.seal_all({"p2": {"n": "x"}}),
    ]
    assert vault.forget("p1")
    assert vault.open_many(personal) == [{"p1": None, "p2": {"name": "Wong"}}, {"p2": {"n": "x"}}]
    assert vault.open("p1", b"anything") is None


def test_forgetting_moves_the_epoch_once(vault: Vault) -> None:
    vault.create(["p1"])
    assert vault.epoch() == 0
    assert vault.forget("p1")
    assert not vault.forget("p1")
    assert not vault.forget("never there")
    assert vault.epoch() == 1


def test_a_forgotten_id_is_never_used_again(vault: Vault) -> None:
    vault.create(["p1"])
    vault.forget("p1")
    with pytest.raises(Forgotten):
        vault.create(["p2", "p1"])
    with pytest.raises(Forgotten):
        vault.seal("p1", {"name": "Chan"})
    with pytest.raises(UnknownSubject):
        vault.seal("p2", {"name": "all or nothing: p2 was not made either"})


def test_another_process_reads_nothing_of_a_subject_forgotten_here(vault: Vault) -> None:
    other = Vault(vault.database.url, VAULT_SECRET)
    vault.create(["p1"])
    personal = vault.seal_all({"p1": {"name": "Chan"}})
    assert other.open_all(personal) == {"p1": {"name": "Chan"}}
    vault.forget("p1")
    assert other.open_all(personal) == {"p1": None}
    other.database.close()


def test_creating_again_keeps_the_key(vault: Vault) -> None:
    vault.create(["p1"])
    sealed = vault.seal("p1", {"name": "Chan"})
    vault.create(["p1", "p2", "p1"])
    assert vault.open("p1", sealed) == {"name": "Chan"}


def test_a_record_cannot_be_moved_to_another_subject_or_changed(vault: Vault) -> None:
    vault.create(["p1", "p2"])
    sealed = vault.seal("p1", {"name": "Chan"})
    for subject, blob in [("p2", sealed), ("p1", sealed[:-1] + bytes([sealed[-1] ^ 1])), ("p1", b"short")]:
        with pytest.raises(Unreadable, match=subject):
            vault.open(subject, blob)


def test_a_key_cannot_be_moved_to_another_subject(vault: Vault) -> None:
    vault.create(["p1", "p2"])
    with vault.database.writing() as driver:
        driver.execute(
            "UPDATE subject_key SET wrapped = (SELECT wrapped FROM subject_key WHERE subject = 'p2')"
        )
    with pytest.raises(Unreadable, match="key"):
        vault.seal("p1", {"name": "Chan"})


def test_another_secret_opens_nothing(vault: Vault) -> None:
    vault.create(["p1"])
    personal = vault.seal_all({"p1": {"name": "Chan"}})
    thief = Vault(vault.database.url, b"not the secret of this vault")
    opened = thief.open_all(personal)
    assert isinstance(opened, dict)
    assert isinstance(opened["p1"], Unreadable)
    thief.database.close()
    with pytest.raises(ValueError, match="at least 16"):
        Vault("sqlite://", b"short")


def test_the_blind_index_finds_by_exact_value_and_kind(vault: Vault) -> None:
    vault.create(["p1", "p2", "p3"])
    for subject in ("p2", "p1"):
        vault.index("email", "family@example.org", subject)
        vault.index("email", "family@example.org", subject)
    vault.index("chat", "4711", "p3")
    assert vault.find("email", "family@example.org") == ["p1", "p2"]
    assert vault.find("chat", "family@example.org") == []
    assert vault.find("emai", "lfamily@example.org") == []
    vault.unindex("email", "family@example.org", "p1")
    vault.forget("p2")
    assert vault.find("email", "family@example.org") == []
    assert vault.find("chat", "4711") == ["p3"]


def test_only_a_known_subject_is_indexed(vault: Vault) -> None:
    vault.create(["p1"])
    vault.forget("p1")
    with pytest.raises(Forgotten):
        vault.index("email", "a@example.org", "p1")
    with pytest.raises(UnknownSubject):
        vault.index("email", "a@example.org", "p9")


def test_the_index_cannot_be_searched_by_guessing(vault: Vault) -> None:
    vault.create(["p1"])
    vault.index("email", "chan@example.org", "p1")
    with vault.database.connection() as driver:
        ((digest,),) = driver.execute("SELECT digest FROM blind_index").fetchall()
    assert digest not in (
        sha256(b"chan@example.org").digest(),
        hmac.digest(VAULT_SECRET, b"chan@example.org", "sha256"),
    )


def test_the_same_source_of_chance_gives_the_same_bytes(tmp_path: Path) -> None:
    def play(name: str) -> list[bytes]:
        vault = opened(f"sqlite:///{tmp_path / name}.db", random=counted())
        vault.create(["p1", "p2"])
        sealed = [vault.seal_all({"p2": {"n": "x"}, "p1": {"n": "y"}}), vault.seal("p1", {"n": "z"})]
        vault.database.close()
        return sealed

    assert play("one") == play("two")


def test_a_forgotten_key_is_overwritten_in_the_file(vault: Vault) -> None:
    vault.create([f"p{n}" for n in range(50)])
    with vault.database.connection() as driver:
        ((wrapped,),) = driver.execute("SELECT wrapped FROM subject_key WHERE subject = 'p25'").fetchall()
    path = Path(str(vault.database.path))
    assert wrapped in path.read_bytes()
    vault.forget("p25")
    assert wrapped not in path.read_bytes()
    assert not list(path.parent.glob("vault.db-wal")) + list(path.parent.glob("vault.db-journal"))


def test_the_secret_and_the_keys_stand_in_no_file(tmp_path: Path) -> None:
    drawn: list[bytes] = []

    def noted(n: int) -> bytes:
        drawn.append(counted()(n) if n != 32 else sha256(f"key {len(drawn)}".encode()).digest())
        return drawn[-1]

    vault = opened(f"sqlite:///{tmp_path / 'v.db'}", random=noted)
    vault.create(["p1"])
    vault.database.close()
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert drawn[0] not in content
    assert VAULT_SECRET not in content


def test_many_threads_share_a_vault(vault: Vault) -> None:
    errors: list[BaseException] = []

    def work(n: int) -> None:
        try:
            for k in range(10):
                subject = f"p{n}-{k}"
                vault.create([subject])
                personal = vault.seal_all({subject: {"name": subject}})
                assert vault.open_all(personal) == {subject: {"name": subject}}
                if k % 3 == 0:
                    vault.forget(subject)
                    assert vault.open_all(personal) == {subject: None}
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert vault.epoch() == 16


@pytest.mark.postgresql
def test_a_vault_can_live_on_postgresql(postgresql_server: Server) -> None:
    url = postgresql_server.create()
    vault = Vault(Database(url), VAULT_SECRET)
    migrate_vault(vault.database)
    vault.create(["p1", "p2"])
    vault.index("email", "a@example.org", "p1")
    personal = vault.seal_all({"p1": {"name": "陳"}, "p2": {"name": "王"}})
    assert vault.find("email", "a@example.org") == ["p1"]
    vault.forget("p1")
    assert vault.open_all(personal) == {"p1": None, "p2": {"name": "王"}}
    assert vault.find("email", "a@example.org") == []
    with pytest.raises(Forgotten):
        vault.create(["p1"])
    vault.database.close()
    postgresql_server.drop(url)

"""Forgetting, proven on the files themselves: nothing of hers is in them, and no copy of the log has her."""

import base64
import json
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from infra.migrations import migrate, migrate_vault
from services.access.grant_rows import FORGOTTEN
from services.access.kinds import CASE_LINK, CODE, INVITATION, PERSONAL_LINK, TOKEN
from services.access.tokens import authenticate, grant_token
from services.desk.desk import Desk
from services.desk.forgetting import forget
from services.desk.parts import Parts
from services.desk.queries import QUERIES
from services.tournament.definition.founding import DefineTournament
from services.tournament.docket.breaches import GiveWarning
from services.tournament.people.amendments import AmendDetails, ChooseLanguage
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.moving import MoveEntrant
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.transfer import export, verify_export
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.postgresql_server import OwnServer
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, SECRET, Counter, principal
from tests.unit.desk.test_submitting import seated
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import S2, definition, hk_rules, hong_kong, registration

HERS = {
    "name_en": "Oblivia Wong-O'Reilly",
    "name_zh": "黃忘憂",
    "email": "oblivia.wong@example.net",
    "phone": "+852 9876 5432",
}
LATER = "Wong Lethe 黃忘川"
SAID = "Oblivia peeked at the rack of 0002"
OTHER = "Keeper of Names"


def forms(text: str) -> Iterator[bytes]:
    """A text in every encoding in which it might lie in a file."""
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "big5", "gb18030"):
        yield text.encode(encoding, "replace")
    yield json.dumps(text)[1:-1].encode()
    yield json.dumps(json.dumps(text))[3:-3].encode()
    plain = text.encode()
    yield plain.hex().encode()
    yield plain.hex().upper().encode()
    for shift in range(3):
        # What surrounds it decides over the first and the last characters of base64.
        coded = base64.b64encode(bytes(shift) + plain)
        yield coded[(8 * shift + 5) // 6 : len(plain) * 8 // 6]


def files_with(folder: Path, *texts: str | bytes) -> list[str]:
    """The files in which any of these occurs, in any form."""
    wanted = [form for text in texts for form in ([text] if isinstance(text, bytes) else forms(text))]
    # Most files of a server are alike in several of its databases, and most of its log is still empty.
    by_content: dict[bytes, list[str]] = {}
    for file in folder.rglob("*"):
        if file.is_file():
            by_content.setdefault(file.read_bytes().rstrip(b"\0") + bytes(4), []).append(file.name)
    return [
        name
        for content, names in by_content.items()
        if any(form in content for form in wanted)
        for name in names
    ]


def played(database: Database, vault: Vault) -> Counter:
    """Someone with every kind of personal data, amended and warned, in a session with a result."""
    counter = Counter(database, vault, ManualClock(hong_kong("2026-03-01 12:00")), "forgetting")
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    hers = msgspec.structs.replace(registration("0001", consent=True), **HERS)
    counter.submit(hers, registration("0002", consent=True, name_en=OTHER))
    counter.submit(AmendDetails(entrant="0001", name_en=LATER.split(" 黃")[0], name_zh="黃忘川"))
    games = [counted(*EXAMPLE_1, game=game) for game in (1, 2, 3)]
    seated(counter, first=3).submit(*games, GiveWarning(entrant="0001", breach=SAID))
    return counter


ALL_HERS = (*HERS.values(), "Wong Lethe", "黃忘川", SAID)


def wrapped(vault: Vault) -> dict[str, bytes]:
    with vault.database.connection() as driver:
        return {
            row[0]: bytes(row[1])
            for row in driver.execute("SELECT subject, wrapped FROM subject_key").fetchall()
        }


def answers(desk: Desk, as_of: int | None = None) -> bytes:
    """Everything the organizer can be told."""
    shown = []
    for name in ("standings", "families", "sessions", "entrants", "sheets", "docket", "timeline", "events"):
        params = msgspec.convert({}, QUERIES[name].params)
        for language in ("en", "zh"):
            shown.append(desk.ask(ID, name, params, principal(), as_of=as_of, language=language))
    return msgspec.json.encode(shown)


def standings(desk: Desk) -> list[object]:
    """Places and figures, without names."""
    answer = desk.ask(ID, "standings", QUERIES["standings"].params(), principal())
    return [msgspec.structs.replace(row, name=msgspec.UNSET) for row in answer.rows]


def check_nothing_shown(desk: Desk) -> None:
    for as_of in (None, 5, 12):
        shown = answers(desk, as_of)
        assert not [text for text in ALL_HERS if text.encode() in shown]
    assert OTHER.encode() in answers(desk)


def exported(desk: Desk, *, personal: bool) -> list[bytes]:
    lines: list[bytes] = []
    export(desk.log, ID, lines.append, personal=personal)
    return lines


def test_the_forms_of_a_text_are_found_in_files(tmp_path: Path) -> None:
    for number, form in enumerate(forms("黃忘憂 <a@b>")):
        (tmp_path / str(number)).write_bytes(b"xx" + form + b"yy")
    for shift in range(3):
        whole = base64.b64encode(
            bytes(shift) + json.dumps({"n": "黃忘憂 <a@b>"}, ensure_ascii=False).encode()
        )
        (tmp_path / f"b64-{shift}").write_bytes(whole)
    assert set(files_with(tmp_path, "黃忘憂 <a@b>")) == {path.name for path in tmp_path.iterdir()}


def test_keys_and_clear_text_are_in_no_file_while_the_databases_are_in_use(
    sqlite_database: Database, vault: Vault, tmp_path: Path
) -> None:
    counter = played(sqlite_database, vault)
    keys, person = wrapped(vault), counter.desk.state(ID).entrants["0001"].person
    assert OTHER.encode() in answers(counter.desk)
    assert all(text.encode() in answers(counter.desk) for text in ("Wong Lethe", "黃忘川"))
    assert {"log.db", "log.db-wal", "vault.db"} <= {file.name for file in tmp_path.iterdir()}
    assert files_with(tmp_path, *ALL_HERS) == []
    assert set(files_with(tmp_path, keys[person])) == {"vault.db"}
    figures = standings(counter.desk)

    done = forget(counter.desk, f"{ID}:0001", principal())

    gone = keys.keys() - wrapped(vault).keys()
    assert done.keys == len(gone) == 2
    assert person in gone
    assert files_with(tmp_path, *ALL_HERS, *(keys[subject] for subject in gone)) == []
    # Nor any part of a key that is long enough to be of use.
    for subject in gone:
        parts = [keys[subject][at : at + 12] for at in range(0, len(keys[subject]) - 12, 6)]
        assert files_with(tmp_path, *parts) == []
    check_nothing_shown(counter.desk)
    assert counter.desk.log.verify(ID).fault is None
    assert standings(counter.desk) == figures
    assert len(figures) == 4


def test_exports_made_after_do_not_have_her(database: Database, vault: Vault, tmp_path: Path) -> None:
    counter = played(database, vault)
    person = counter.desk.state(ID).entrants["0001"].person
    forget(counter.desk, person, principal())
    for personal in (True, False):
        lines = exported(counter.desk, personal=personal)
        assert verify_export(lines).fault is None
        (tmp_path / "exports").mkdir(exist_ok=True)
        (tmp_path / "exports" / f"{personal}.jsonl").write_bytes(b"".join(lines))
        for line in map(json.loads, lines):
            if "personal" in line:
                opened = vault.open_all(base64.b64decode(line["personal"]))
                assert isinstance(opened, dict)
                assert opened.get(person) is None
    assert files_with(tmp_path / "exports", *ALL_HERS) == []


def test_yesterdays_files_of_the_log_with_todays_vault_cannot_read_her(
    sqlite_database: Database, vault: Vault, tmp_path: Path
) -> None:
    counter = played(sqlite_database, vault)
    yesterday = tmp_path / "yesterday"
    yesterday.mkdir()
    for file in tmp_path.glob("log.db*"):
        shutil.copyfile(file, yesterday / file.name)
    seq = counter.desk.head(ID).seq
    forget(counter.desk, f"{ID}:0001", principal())
    database = Database(f"sqlite:///{yesterday / 'log.db'}")
    clock = ManualClock(hong_kong("2026-04-01 12:00"))
    again = Desk(Parts.over(EventLog(database, clock), Vault(vault.database, VAULT_SECRET), clock, SECRET))
    assert again.head(ID).seq == seq
    assert not again.state(ID).forgotten
    check_nothing_shown(again)
    person = again.state(ID).entrants["0001"].person
    sealed = [recorded.personal for recorded in again.log.read(ID) if recorded.personal is not None]
    opened = [fields for fields in vault.open_many(sealed) if isinstance(fields, dict)]
    assert len(opened) == len(sealed)
    assert all(keys.get(person) is None for keys in opened)
    assert any(keys.get(again.state(ID).entrants["0002"].person) for keys in opened)
    database.close()


def test_another_process_shows_nothing_that_it_kept_in_memory(database: Database, vault: Vault) -> None:
    counter = played(database, vault)
    other = Counter(database, Vault(vault.database, VAULT_SECRET), counter.clock, "another process")
    assert b"Wong Lethe" in answers(other.desk)
    forget(counter.desk, f"{ID}:0001", principal())
    check_nothing_shown(other.desk)


# What anyone may be given of her afterwards

CHILDHOOD: dict[str, Any] = {
    "name_en": "Nepenthe Lo",
    "name_zh": "羅忘川",
    "email": "nepenthe.lo@example.net",
    "phone": "+852 2345 6789",
    "family": "House of Mnemosyne",
    "family_role": "child",
    "language": "en",
}


def everything(value: Any) -> Iterator[str | int]:
    """Every key, text and number in JSON."""
    if isinstance(value, dict):
        for name, content in value.items():
            yield name
            yield from everything(content)
    elif isinstance(value, list):
        for content in value:
            yield from everything(content)
    elif value is not None and not isinstance(value, bool):
        yield value


def test_a_forgotten_childs_public_export_tells_nothing_of_her_but_her_number(
    database: Database, vault: Vault, tmp_path: Path
) -> None:
    counter = Counter(database, vault, ManualClock(hong_kong("2026-03-01 12:00")), "a child")
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    born = date(2014, 11, 23)
    parent: dict[str, Any] = {"family": CHILDHOOD["family"], "family_role": "parent"}
    counter.submit(registration("0001", born=born, **CHILDHOOD), registration("0002", **parent))
    counter.submit(ChooseLanguage(entrant="0001", language="zh"), MoveEntrant(entrant="0001", session=S2))
    counter.submit(DissolveFamilyUnit(unit="0001+0002", reason="Nepenthe plays with her aunt"))
    counter.submit(AmendDetails(entrant="0001", birth_date=date(2013, 11, 23)))
    counter.submit(DeclareFamilyUnit(child="0001", parent="0002"))
    forget(counter.desk, f"{ID}:0001", principal())
    with (tmp_path / "public.jsonl").open("wb") as file:
        export(counter.desk.log, ID, file.write, personal=False)
    secrets = [text for name, text in CHILDHOOD.items() if name not in ("family_role", "language")]
    days = [f"{year}{dash}11{dash}23" for year in (2013, 2014) for dash in ("-", "")]
    assert files_with(tmp_path, *secrets, *days, "Nepenthe", "Mnemosyne", "忘川") == []
    # Neither the first, which defines the tournament, nor the closing line.
    lines = (tmp_path / "public.jsonl").read_bytes().splitlines()[1:-1]
    events = [json.loads(line)["data"] for line in lines]
    shown = set(everything(events))
    assert not shown & {11, 12, "11", "12", "age", "language", "family", "family_role", "en", "zh"}
    assert {"0001", "0001+0002"} <= shown, "number and unit stay, as pseudonyms"
    assert '"may_be":["child"]' in json.dumps(events, separators=(",", ":"))


# Access tokens


def test_her_access_is_revoked_in_the_transaction_of_the_fact(
    database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = played(database, vault)
    grants = counter.desk.grants
    expires = counter.clock.now() + timedelta(days=30)
    hers = [
        grant_token(grants, "participant", "0001", ID, expires)[0],
        grant_token(grants, "participant", "0001", None, expires)[0],
    ]
    others = [
        grant_token(grants, "participant", "0002", ID, expires)[0],
        grant_token(grants, "participant", "0001", "another", expires)[0],
        grant_token(grants, "organizer", "0001", ID, expires)[0],
        grant_token(grants, "referee", "R01", ID, expires)[0],
    ]
    # Even if the destroying of her keys never comes to pass.
    monkeypatch.setattr("services.desk.desk.destroy_keys", lambda *_: None)
    counter.submit(ForgetPerson(person="0001"))
    for token in hers:
        with refusing("token-revoked"):
            authenticate(grants, token)
    for token in others:
        authenticate(grants, token)
    counter.submit(ForgetPerson(person=counter.desk.state(ID).referees["R01"].person))
    with refusing("token-revoked"):
        authenticate(grants, others[-1])
    for token in others[:-1]:
        authenticate(grants, token)


def test_no_grant_of_hers_opens_anything_from_the_fact_on(database: Database, vault: Vault) -> None:
    counter = played(database, vault)
    grants, ways = counter.desk.grants, {PERSONAL_LINK: "entrant:{}", INVITATION: "entrant:{}"}
    made = {
        (kind, number): grants.issue(kind, ways.get(kind, "{}").format(number), ID, "participant")[0]
        for kind in (TOKEN, CASE_LINK, PERSONAL_LINK, INVITATION)
        for number in ("0001", "0002")
    }
    grants.issue(CODE, "entrant:0001", ID, "export")
    counter.submit(ForgetPerson(person="0001"))
    for (kind, number), text in made.items():
        held = [each for each in grants.find(kind, text) if each.holds(counter.clock.now())]
        assert bool(held) == (number == "0002" or kind is PERSONAL_LINK), kind.name
    assert [each.scope for each in grants.find(PERSONAL_LINK, made[PERSONAL_LINK, "0001"])] == [FORGOTTEN]
    assert grants.listed(CODE) == []


# PostgreSQL, its whole folder


@pytest.mark.wide(whole=True)
@pytest.mark.postgresql
def test_clear_text_is_nowhere_in_postgresqls_folder_and_keys_in_no_table(own_server: OwnServer) -> None:
    log_url, vault_url = own_server.create(), own_server.create()
    migrate(log_url)
    migrate_vault(vault_url)
    log, vault = Database(log_url), Vault(vault_url, VAULT_SECRET)
    counter = played(log, vault)
    keys, person = wrapped(vault), counter.desk.state(ID).entrants["0001"].person
    _checkpoint(own_server)
    assert _tables_with(own_server, keys[person])

    forget(counter.desk, f"{ID}:0001", principal())

    gone = keys.keys() - wrapped(vault).keys()
    _checkpoint(own_server)
    for url in (log_url, vault_url):
        copied = _copied(url)
        assert not [form for text in ALL_HERS for form in forms(text) if form in copied]
        assert not [subject for subject in gone if keys[subject] in copied]
    check_nothing_shown(counter.desk)
    for subject in gone:
        assert _tables_with(own_server, keys[subject]) == []
    log.close()
    vault.database.close()
    own_server.stop()
    try:
        # The write-ahead log included: what is in clear never went to the server.
        assert files_with(_folder(own_server), *ALL_HERS) == []
    finally:
        own_server.start()


def _folder(running: OwnServer) -> Path:
    return running._folder / "data"


def _tables_with(running: OwnServer, content: bytes) -> list[str]:
    return files_with(_folder(running) / "base", content)


def _checkpoint(running: OwnServer) -> None:
    with psycopg.connect(running.url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")


def _copied(url: str) -> bytes:
    """Every table as COPY gives it, in text and in binary."""
    found = b""
    with psycopg.connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            for form in ("text", "binary"):
                with connection.cursor().copy(f'COPY "{table}" TO STDOUT (FORMAT {form})'.encode()) as out:
                    found += b"".join(bytes(part) for part in out)
    return found

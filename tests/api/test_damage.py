"""What damage in the vault costs those who read over HTTP: one name, or one text."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from bots.telegram.people import People
from infra.migrations import migrate
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.desk.queries import QUERIES
from services.notices.audiences import Recipient
from services.web.api.examples import TOURNAMENT_FILE
from services.web.app import Web
from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import (
    BASE,
    ID,
    SESSION,
    Client,
    House,
    assert_problem,
    found,
    opened,
    query_address,
    scores,
    start,
)
from tests.conftest import VAULT_SECRET
from tests.postgresql_server import OwnServer
from tests.sampling import mostly_wide


def damage(house: House, subject: str) -> None:
    with house.desk.vault.database.writing() as driver:
        statement = "UPDATE subject_key SET wrapped = zeroblob(60) WHERE subject = ?"
        assert driver.execute(statement, (subject,)).rowcount == 1
        # As after a start: keys held in memory are sound.
        driver.execute("UPDATE epoch SET value = value + 1")


def test_a_damaged_key_costs_one_name_on_every_page(in_play: House) -> None:
    damage(in_play, in_play.desk.state("spring-cup").entrants["0002"].person)
    for language, word in (("en", "unreadable"), ("zh", "（無法讀取）")):
        answer = in_play.organizer.get(f"{BASE}/entrants?lang={language}").get_json()
        names = {row["entrant"]["entrant_no"]: row.get("name") for row in answer["rows"]}
        assert names.pop("0002") == word
        assert word not in names.values()
        assert len(names) == 7
    correspondence = Correspondence(in_play.desk)
    recipients = [Recipient("entrant", number) for number in ("0001", "0002")]
    details = correspondence.details("spring-cup", recipients)
    assert details[recipients[1]] == {"name_en": "unreadable", "name_zh": "（無法讀取）"}
    assert details[recipients[0]]["email"] == "player1@example.org"
    links = Links(in_play.desk.grants, in_play.desk.vault, correspondence)
    people = People(in_play.desk, links)
    assert people.name("spring-cup", "entrant:0002", "zh") == "（無法讀取）"
    assert people.name("spring-cup", "entrant:0001", "en") == "Player Number1"
    sheets = in_play.organizer.get(f"{BASE}/sheets?lang=en").get_json()["rows"]
    shown = {number: name for row in sheets for number, name in row["names"].items()}
    assert shown.pop("0002") == "unreadable"
    assert sorted(shown.values()) == [f"Player Number{number}" for number in (1, 3, 4, 5, 6, 7, 8)]


def test_a_damaged_case_costs_its_text_and_no_other(in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    in_play.done("record-game-result", body)
    for game in (1, 2):
        in_play.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": f"statement {game}"})
    first = min(in_play.desk.state("spring-cup").disputes.values(), key=lambda dispute: dispute.seq)
    damage(in_play, first.case or "")
    for language, word in (("en", "unreadable"), ("zh", "（無法讀取）")):
        found = in_play.organizer.get(f"{BASE}/docket?lang={language}").get_json()["rows"]
        assert {row["statement"] for row in found} == {word, "statement 2"}


def test_a_damaged_text_is_missed_in_the_field_that_held_it(in_play: House) -> None:
    in_play.done("give-warning", {"entrant": "0001", "breach": "talking"})
    (warning,) = in_play.desk.state("spring-cup").entrants["0001"].warnings
    (case,) = in_play.desk.directory.texts("spring-cup", [warning.seq])[warning.seq]
    damage(in_play, case)
    held = in_play.organizer.get(f"{BASE}/entrants/0001/data").get_json()["events"]
    texts = [event["text"] for event in held if event["type"] == "verbal-warning-given"]
    assert texts == [{"breach": "unreadable"}]


REFUSING = "event_refuses_update"
COLUMNS = {
    "event": "SELECT data FROM event WHERE seq = 12",
    "notice": "SELECT parameters FROM notice WHERE length(parameters) > 42 LIMIT 1",
    "head": "SELECT hash FROM head",
}


@pytest.mark.parametrize("place", ["event", "notice", "head", "key"])
def test_forty_damaged_bytes_are_a_problem_with_a_code_and_readiness_finds_them(
    moments: dict[str, Path], tmp_path: Path, place: str
) -> None:
    with opened(moments["in_play"], tmp_path) as house:
        log, vault = house.desk.log.database, house.desk.vault.database
        with log.connection() as driver:
            written = driver.execute(COLUMNS.get(place, COLUMNS["head"])).fetchone()[0]
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if place == "key":
            written = vault.fetch(vault.prepare(sa.text("SELECT wrapped FROM subject_key")))[3][0]
        token = house.organizer.token
        log.close()
        vault.close()
    file = tmp_path / ("vault.db" if place == "key" else "log.db")
    content, sound = file.read_bytes(), written.encode() if isinstance(written, str) else written
    assert sound in content
    file.write_bytes(content.replace(sound, b"\xfe" * min(40, len(sound)) + sound[40:]))
    log = Database(f"sqlite:///{tmp_path}/log.db")
    keys = Database(f"sqlite:///{tmp_path}/vault.db", journal="DELETE")
    with closing(log), closing(keys):
        damaged = House(log, Vault(keys, VAULT_SECRET))
        reader = Client(damaged.app, token)
        for name in QUERIES:
            answer = reader.get(query_address(name))
            assert answer.status_code < 400 or (answer.status_code, place != "key") == (503, True), name
            if place == "event" and answer.status_code == 503:
                assert "12" in answer.get_json()["detail"], name
        ready = Probing(damaged.app)
        assert ready.turns_red(), place


def in_file(server: OwnServer, url: str, table: str, damage: Callable[[bytes], bytes]) -> None:
    """Change what the file of a table holds while the server is down."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT pg_relation_filepath(%s)", (table,)).fetchone()
        assert found is not None
        connection.execute("CHECKPOINT")
    server.stop()
    file = server.data / found[0]
    before = file.read_bytes()
    after = damage(before)
    assert after != before
    file.write_bytes(after)
    server.start()


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "place", mostly_wide([*COLUMNS, "block of event", "block of notice"], ["event", "block of notice"])
)
def test_damage_on_postgresql_is_a_problem_with_a_code_and_readiness_finds_it(
    own_server: OwnServer, vault: Vault, place: str
) -> None:
    url = own_server.create()
    migrate(url)
    with closing(Database(url)) as log:
        house = start(found(House(log, vault)))
        token, table = house.organizer.token, place.removeprefix("block of ")
        with log.connection() as driver:
            written = driver.execute(COLUMNS[table]).fetchone()[0]
            sound = written.encode() if isinstance(written, str) else bytes(written)

    def bytes_changed(content: bytes) -> bytes:
        if place != table:  # where the rows of its first block lie
            return b"\xfe" * 40 + content[40:]
        assert sound in content
        return content.replace(sound, b"\xfe" * min(40, len(sound)) + sound[40:])

    in_file(own_server, url, table, bytes_changed)
    with closing(Database(url)) as log:
        damaged = House(log, vault)
        reader = Client(damaged.app, token)
        for name in QUERIES:
            answer = reader.get(query_address(name))
            assert answer.status_code in (200, 503), (name, answer.get_data())
            if place == "event" and answer.status_code == 503:
                assert "12" in answer.get_json()["detail"], name
        assert Probing(damaged.app).turns_red(), place


class Probing:
    """Asks for readiness as a monitor does, by a process that holds each result for no time."""

    def __init__(self, app: Web) -> None:
        self._client = Client(app)

    def turns_red(self) -> bool:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if self._client.get("/readyz").status_code == 503:
                return True
            time.sleep(0.2)
        return False


@contextmanager
def one_event_damaged(moment: Path, folder: Path, seq: int) -> Iterator[House]:
    """A tournament of which an event cannot be read, beside a sound one, in a process that just started."""
    with opened(moment, folder) as house:
        file = {**TOURNAMENT_FILE, "id": "winter-cup", "title": "Winter Cup"}
        assert house.organizer.post("/api/v1/tournaments", file).status_code == 201
        # With a warning in its log home asks the state of a tournament, not its rows alone.
        now = house.clock.now().isoformat()
        signals = [{"code": "WRAINA", "begin": now}]
        house.done("report-warnings", {"fetched_at": now, "body": "00" * 32, "signals": signals})
        log = house.desk.log.database
        with log.writing() as driver:
            (made,) = driver.execute("SELECT sql FROM sqlite_master WHERE name = ?", (REFUSING,)).fetchone()
            driver.execute(f"DROP TRIGGER {REFUSING}")
            damage = "UPDATE event SET data = CAST(replace(data, '\"', '#') AS BLOB)"
            driver.execute(f"{damage} WHERE tournament_id = ? AND seq = ?", (ID, seq))
            driver.execute(made)
        damaged = House(log, house.desk.vault)
        damaged.clock.set(datetime(2027, 3, 6, 1, 0, tzinfo=UTC))  # a day of play
        yield damaged


@pytest.mark.parametrize(
    ("language", "said"), [("en", "ask the organizer"), ("zh", "請稍後再試，或聯絡主辦單位")]
)
def test_people_read_of_damage_what_they_can_do(
    moments: dict[str, Path], tmp_path: Path, language: str, said: str
) -> None:
    with one_event_damaged(moments["in_play"], tmp_path, seq=12) as house:
        for path in ("", "/programme", "/standings"):
            answer = house.anyone.get(f"/t/{ID}{path}?lang={language}", {"Accept": "text/html"})
            text = answer.get_data(as_text=True)
            assert answer.status_code == 503, path
            assert said in text, path
            assert not re.search(r"tileledger (verify|doctor)|seq 12|第 12 項|invalid", text), path
        problem = assert_problem(house.anyone.get(f"{BASE}/standings"), 503, "event-unreadable")
        assert "tileledger verify" in problem["detail"], "programs are told what an operator does"


@pytest.mark.parametrize("seq", [1, 12])
def test_home_lists_the_sound_tournaments_beside_a_damaged_one(
    moments: dict[str, Path], tmp_path: Path, seq: int
) -> None:
    with one_event_damaged(moments["in_play"], tmp_path, seq) as house:
        for language, said in (("en", "cannot be shown just now"), ("zh", "現時未能顯示")):
            answer = house.anyone.get(f"/?lang={language}", {"Accept": "text/html"})
            text = answer.get_data(as_text=True)
            assert answer.status_code == 200, text
            assert f'href="/t/winter-cup?lang={language}"' in text
            assert f"/t/{ID}" not in text
            assert said in text

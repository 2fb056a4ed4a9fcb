"""Probes, metrics, version."""

import pytest

from shared.metrics import exposition
from tests.api.conftest import BASE, SESSION, House, assert_problem, scores


def test_livez_answers_whatever_the_databases_do(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.desk.log.database.close()
    assert house.anyone.get("/livez").get_json() == {"status": "ok"}


def test_readyz_says_at_which_revision_both_databases_are(house: House) -> None:
    answer = house.anyone.get("/readyz").get_json()
    assert answer["status"] == "ready"
    assert answer["log"] >= "2026_12_21_log"
    assert answer["vault"] >= "2026_12_21_vault"


@pytest.mark.parametrize("which", ["log", "vault"])
def test_readyz_is_503_when_a_database_is_not_migrated(house: House, which: str) -> None:
    database = house.desk.log.database if which == "log" else house.desk.vault.database
    table = "schema_version" if which == "log" else "vault_schema_version"
    with database.writing() as driver:
        driver.execute(f"DELETE FROM {table}")
    body = assert_problem(house.anyone.get("/readyz"), 503, "not-ready")
    assert which in body["detail"]


def test_readyz_is_503_when_the_vault_is_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OSError("no such volume")

    monkeypatch.setattr(house.desk.vault.database, "connection", away)
    body = assert_problem(house.anyone.get("/readyz"), 503, "not-ready")
    assert "volume" not in body["detail"]
    assert 'tileledger_check{check="vault database"} 2.0' in house.anyone.get("/metrics").get_data(
        as_text=True
    )
    assert house.anyone.get("/livez").status_code == 200


def test_metrics_count_requests_by_route_and_commands_by_outcome(in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    in_play.organizer.command("record-game-result", body, Idempotency_Key="m")
    in_play.organizer.command("record-game-result", body, Idempotency_Key="m")
    in_play.organizer.command("record-game-result", body)
    in_play.organizer.command("record-game-result", {**body, "game": 9})
    in_play.anyone.get(f"{BASE}/standings")
    in_play.anyone.get("/no/such/address")
    response = in_play.anyone.get("/metrics")
    assert response.content_type == exposition()[1]
    shown = response.get_data(as_text=True)
    for outcome in ("done", "replayed", "nothing", "refused"):
        assert f'tileledger_commands_total{{command="record-game-result",outcome="{outcome}"}}' in shown
    assert 'tileledger_http_request_seconds_count{method="GET",route="standings",status="200"}' in shown
    assert 'route="-",status="404"' in shown


def test_metrics_and_readyz_show_the_same_checks(house: House) -> None:
    house.anyone.get("/readyz")
    shown = house.anyone.get("/metrics").get_data(as_text=True)
    for name in ("log database", "vault database", "vault opens"):
        assert f'tileledger_check{{check="{name}"}} 0.0' in shown


def test_metrics_hold_no_address_and_no_id(in_play: House) -> None:
    in_play.anyone.get("/secret-address?token=tl_secret")
    in_play.organizer.get(f"{BASE}/entrant?entrant=0001")
    shown = in_play.anyone.get("/metrics").get_data()
    for text in (b"secret", b"spring-cup", b'"0001"', b"tl_"):
        assert text not in shown


def test_version_names_the_release(house: House) -> None:
    answer = house.anyone.get("/version").get_json()
    assert answer["release"] == "test"
    assert answer["version"]


@pytest.mark.parametrize(
    "path", ["/livez", "/readyz", "/metrics", "/version", "/api/v1/rulesets", "/nowhere"]
)
def test_every_answer_carries_the_protecting_headers(house: House, path: str) -> None:
    headers = house.anyone.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in headers["Content-Security-Policy"]

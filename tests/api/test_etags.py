"""Entity tags: a poll that has the answer already costs next to nothing, and never gets a stale one."""

from typing import Any

import pytest

from services.desk.desk import Desk
from services.web.etags import Answer, AnswerCache
from tests.api.conftest import BASE, ID, SESSION, House, scores
from tests.cases import cases

READS = (f"{BASE}/standings", f"{BASE}/sessions", f"{BASE}/events", f"{BASE}/docket", BASE)


def tag(house: House, address: str, **headers: str) -> str:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return house.organizer.get(address, fields).headers["ETag"]


def test_an_unchanged_state_is_answered_304_without_a_body(shared_in_play: House) -> None:
    for address in READS:
        first = shared_in_play.organizer.get(address)
        assert first.headers["ETag"].startswith('"')
        again = shared_in_play.organizer.get(address, {"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304, address
        assert again.get_data() == b""
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert again.headers["Vary"] == first.headers["Vary"]


def test_a_304_says_nothing_that_would_take_the_place_of_what_the_answer_said(shared_in_play: House) -> None:
    for address in (f"/t/{ID}/standings", f"{BASE}/standings"):
        first = shared_in_play.anyone.get(address)
        again = shared_in_play.anyone.get(address, {"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
        assert all(first.headers[name] == value for name, value in again.headers)
        assert "Content-Security-Policy" in first.headers


def test_a_304_reads_no_state_and_computes_nothing(in_play: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tags = {address: tag(in_play, address) for address in READS}

    def never(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("the answer was computed")

    monkeypatch.setattr(Desk, "ask", never)
    monkeypatch.setattr(Desk, "state", never)
    for address in READS:
        assert in_play.organizer.get(address, {"If-None-Match": tags[address]}).status_code == 304


def test_the_same_question_is_computed_once(in_play: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    original = Desk.ask

    def counted(self: Desk, *args: Any, **kwargs: Any) -> Any:
        asked.append(args)
        return original(self, *args, **kwargs)

    monkeypatch.setattr(Desk, "ask", counted)
    bodies = {in_play.anyone.get(f"{BASE}/sessions").get_data() for _ in range(5)}
    assert len(bodies) == 1
    assert len(asked) == 1


def test_any_event_changes_the_tag(in_play: House) -> None:
    before = {address: tag(in_play, address) for address in READS}
    in_play.done(
        "record-game-result", {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    )
    for address in READS:
        response = in_play.organizer.get(address, {"If-None-Match": before[address]})
        assert response.status_code == 200
        assert response.headers["ETag"] != before[address]


def test_the_tag_tells_language_role_person_query_and_moment_apart(shared_in_play: House) -> None:
    address = f"{BASE}/sessions"
    seq, _ = shared_in_play.head
    clients = (shared_in_play.anyone, shared_in_play.organizer, shared_in_play.client("participant", "0001"))
    tags = [client.get(address).headers["ETag"] for client in clients]
    tags += [shared_in_play.client("participant", "0002").get(address).headers["ETag"]]
    tags += [tag(shared_in_play, f"{address}?lang=zh"), tag(shared_in_play, address, Accept_Language="zh")]
    tags += [
        tag(shared_in_play, f"{address}?as_of={seq}"),
        tag(shared_in_play, f"{address}?limit=1"),
        tag(shared_in_play, BASE),
    ]
    # The same language, asked for in two ways, may or may not share a tag; all else may not.
    assert len(set(tags)) >= len(tags) - 1
    assert tags[0] != tags[1] != tags[2] != tags[3]


def test_forgetting_someone_changes_the_tag_of_what_named_her(in_play: House) -> None:
    address, page = f"/t/{ID}/entrants?lang=en", {"Accept": "text/html"}
    before = in_play.anyone.get(address, page)
    assert b"Number2" in before.get_data()
    in_play.desk.vault.forget(in_play.desk.state(ID).entrants["0002"].person)
    after = in_play.anyone.get(address, {**page, "If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert b"Number2" not in after.get_data()


def test_a_tag_of_one_audience_does_not_open_the_door_for_another(shared_in_play: House) -> None:
    known = tag(shared_in_play, f"{BASE}/docket")
    response = shared_in_play.anyone.get(f"{BASE}/docket", {"If-None-Match": known})
    assert response.status_code == 401


@cases("form", ["{tag}", "W/{tag}", '"other", {tag}', '{tag} , W/"x"', "*"])
def test_if_none_match_is_read_in_every_form(shared_in_play: House, form: str) -> None:
    known = tag(shared_in_play, f"{BASE}/standings")
    header = {"If-None-Match": form.format(tag=known)}
    assert shared_in_play.organizer.get(f"{BASE}/standings", header).status_code == 304


@cases("form", ["", "nonsense", '"', '"x"', "W/", "\xe9", "," * 5000])
def test_an_if_none_match_that_names_nothing_gets_the_answer(shared_in_play: House, form: str) -> None:
    assert shared_in_play.organizer.get(f"{BASE}/standings", {"If-None-Match": form}).status_code == 200


def test_a_star_does_not_hide_an_error(shared_in_play: House) -> None:
    response = shared_in_play.organizer.get(f"{BASE}/entrant?entrant=9999", {"If-None-Match": "*"})
    assert response.status_code == 404


def test_what_does_not_follow_from_a_log_has_a_tag_of_its_content(shared_founded: House) -> None:
    for address in (
        "/api/v1/tournaments",
        "/api/v1/rulesets",
        "/api/v1/openapi.json",
        f"{BASE}/notices",
        "/",
    ):
        first = shared_founded.organizer.get(address)
        again = shared_founded.organizer.get(address, {"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304, address


def test_shared_caches_keep_only_what_is_public(shared_founded: House) -> None:
    assert shared_founded.anyone.get(f"{BASE}/standings").headers["Cache-Control"] == "public, no-cache"
    assert shared_founded.organizer.get(f"{BASE}/standings").headers["Cache-Control"] == "no-store"
    assert "Authorization" in shared_founded.anyone.get(f"{BASE}/standings").headers["Vary"]
    assert shared_founded.anyone.get(f"{BASE}/docket").headers["Cache-Control"] == "no-store"


def test_what_a_token_opened_is_kept_nowhere(shared_in_play: House) -> None:
    tag = shared_in_play.organizer.get(f"{BASE}/standings").headers["ETag"]
    for path, headers, status in (
        (f"{BASE}/standings", {}, 200),
        (f"{BASE}/standings", {"If-None-Match": tag}, 304),
        (f"{BASE}/export", {}, 200),
        (f"{BASE}/seals", {}, 200),
        (f"{BASE}/nothing", {}, 404),
        (f"/t/{ID}/standings", {}, 200),
        ("/api/v1/openapi.json", {}, 200),
        ("/api/v1/rulesets", {}, 200),
    ):
        response = shared_in_play.organizer.get(path, headers)
        assert (response.status_code, response.headers["Cache-Control"]) == (status, "no-store"), path


def test_an_answer_written_over_meanwhile_is_not_kept_under_the_wrong_tag(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{BASE}/sessions"
    before = tag(in_play, f"{address}?limit=1")
    original = Desk.ask
    written: list[bool] = []

    def slow(self: Desk, *args: Any, **kwargs: Any) -> Any:
        if not written:
            written.append(True)
            in_play.done("call-time", {"session": SESSION})
        return original(self, *args, **kwargs)

    monkeypatch.setattr(Desk, "ask", slow)
    response = in_play.organizer.get(address)
    assert response.get_json()["seq"] == in_play.head[0]
    monkeypatch.undo()
    assert response.headers["ETag"] == tag(in_play, address)
    assert tag(in_play, f"{address}?limit=1") != before


def test_the_cache_forgets_what_was_asked_for_longest_ago() -> None:
    cache = AnswerCache(most_bytes=80, most_answers=100)
    for name in "abcdefgh":
        cache.put(name, Answer(name.encode() * 10, ()))
    assert cache.get("a") is not None
    cache.put("i", Answer(b"i" * 10, ()))
    assert cache.get("b") is None
    assert cache.get("a") is not None
    cache.put("whale", Answer(b"x" * 11, ()))
    assert cache.get("whale") is None
    few = AnswerCache(most_answers=2)
    for name in "abc":
        few.put(name, Answer(b"", ()))
    assert [few.get(name) is not None for name in "abc"] == [False, True, True]

"""Compressed answers: negotiated by Accept-Encoding, made once, and only where they tell of no secret."""

import gzip
from typing import Any

import brotli
import pytest
from werkzeug.test import TestResponse

from services.web import codings
from services.web.assets import asset
from services.web.codings import Taken, taken
from services.web.etags import AnswerCache
from tests.api.conftest import BASE, ID, Client, House
from tests.api.personal.phone import Phone
from tests.cases import cases

DECODED: Any = {None: lambda body: body, "br": brotli.decompress, "gzip": gzip.decompress}
READ_BY_ANYONE = (
    f"{BASE}/sessions",
    BASE,
    f"/t/{ID}/standings",
    "/",
    asset("style.css"),
    asset("vendor-htmx.js"),
    "/api/v1/openapi.json",
    "/problems",
)


def asked(client: Client, path: str, codings_taken: str | None, **headers: str) -> TestResponse:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get(path, fields if codings_taken is None else {**fields, "Accept-Encoding": codings_taken})


@cases(
    "header, expected",
    [
        (None, Taken(None, as_it_is=True)),
        ("", Taken(None, as_it_is=True)),
        ("gzip, deflate, br, zstd", Taken("br", as_it_is=True)),
        ("gzip", Taken("gzip", as_it_is=True)),
        ("x-gzip", Taken("gzip", as_it_is=True)),
        ("GZIP;Q=0.3", Taken("gzip", as_it_is=True)),
        ("br;q=0.5, gzip;q=0.8", Taken("gzip", as_it_is=True)),
        ("br ; q=1.000 , gzip", Taken("br", as_it_is=True)),
        ("*", Taken("br", as_it_is=True)),
        ("br;q=0, *", Taken("gzip", as_it_is=True)),
        ("gzip, *;q=0", Taken("gzip", as_it_is=False)),
        ("gzip;q=0.5, identity", Taken(None, as_it_is=True)),
        ("gzip;q=0.5, identity;q=0.4", Taken("gzip", as_it_is=True)),
        ("identity;q=0, gzip;q=0.1", Taken("gzip", as_it_is=False)),
        ("identity;q=0", Taken(None, as_it_is=False)),
        ("*;q=0", Taken(None, as_it_is=False)),
        ("gzip;q=0, br;q=0.000", Taken(None, as_it_is=True)),
        ("deflate, compress", Taken(None, as_it_is=True)),
        ("gzip;q=2, br;q=1.0000, br;q=-1, gzip;q=nan, gzip;q=", Taken(None, as_it_is=True)),
        ("gzip;level=9", Taken(None, as_it_is=True)),
        (";;;,,,=;q", Taken(None, as_it_is=True)),
        ("gzíp, b\x00r", Taken(None, as_it_is=True)),
        ("gzip," * 200, Taken(None, as_it_is=True)),
    ],
)
def test_an_asker_gets_the_coding_that_weighs_most(header: str | None, expected: Taken) -> None:
    assert taken(header) == expected


@cases("path", READ_BY_ANYONE)
def test_an_answer_is_the_same_in_every_coding_and_has_a_tag_in_each(
    shared_in_play: House, path: str
) -> None:
    answers = {
        coding: asked(shared_in_play.anyone, path, header)
        for coding, header in ((None, "identity"), ("br", "br"), ("gzip", "gzip"))
    }
    plain = answers[None]
    for coding, answer in answers.items():
        assert answer.status_code == 200
        assert answer.headers.get("Content-Encoding") == coding
        assert int(answer.headers["Content-Length"]) == len(answer.get_data())
        assert DECODED[coding](answer.get_data()) == plain.get_data()
        for name in ("Content-Type", "Cache-Control", "Vary", "Content-Security-Policy"):
            assert answer.headers[name] == plain.headers[name]
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert len({answer.headers["ETag"] for answer in answers.values()}) == 3
    assert len(answers["br"].get_data()) < len(plain.get_data()) * 0.8


@pytest.mark.parametrize("path", [f"{BASE}/sessions", "/", f"{BASE}/export?public=true"])
def test_whoever_has_an_answer_in_any_coding_has_it(shared_in_play: House, path: str) -> None:
    client = shared_in_play.organizer if "export" in path else shared_in_play.anyone
    tags = {asked(client, path, coding).headers["ETag"] for coding in ("identity", "br", "gzip")}
    for known in tags:
        for now in (None, "br", "gzip", "identity;q=0"):
            for form in (known, f"W/{known}", f'"other", {known}'):
                again = asked(client, path, now, If_None_Match=form)
                assert (again.status_code, again.get_data()) == (304, b"")
                # A cache holds on to what it has under this very tag.
                assert again.headers["ETag"] == known
                assert "Accept-Encoding" in again.headers["Vary"]
                assert "Content-Encoding" not in again.headers


@cases("end", [".zip", ".BR", ".br.br", "."])
def test_a_tag_in_a_coding_that_was_never_sent_names_nothing(shared_in_play: House, end: str) -> None:
    known = asked(shared_in_play.anyone, f"{BASE}/sessions", None).headers["ETag"]
    made_up = f'{known[:-1]}{end}"'
    assert asked(shared_in_play.anyone, f"{BASE}/sessions", "br", If_None_Match=made_up).status_code == 200


def test_an_answer_is_compressed_once_for_all_who_take_it(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    original = codings._in_coding

    def counted(coding: Any, body: bytes) -> bytes:
        made.append(coding)
        return original(coding, body)

    monkeypatch.setattr(codings, "_in_coding", counted)
    for path in (f"{BASE}/sessions", asset("style.css"), f"/t/{ID}/standings"):
        made.clear()
        bodies = {
            asked(in_play.anyone, path, header).get_data()
            for header in ("gzip", "br", "gzip, deflate", "br, gzip", "gzip;q=0.5", "*")
        }
        assert (sorted(made), len(bodies)) == (["br", "gzip"], 2)
    in_play.done("call-time", {"session": "2027-03-06/1"})
    made.clear()
    asked(in_play.anyone, f"{BASE}/sessions", "br")
    assert made == ["br"]


def test_compressed_bytes_count_among_all_that_are_kept() -> None:
    cache = AnswerCache(most_bytes=800)
    assert cache.has_room_for(100)
    assert not cache.has_room_for(101)


def test_what_a_token_opened_is_compressed_and_kept_by_nobody(shared_in_play: House) -> None:
    path = f"{BASE}/sessions"
    for client in (shared_in_play.organizer, shared_in_play.client("participant", "0001")):
        answer = asked(client, path, "gzip")
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Cache-Control"] == "no-store"
        assert gzip.decompress(answer.get_data()) == client.get(path).get_data()
    # Each has an answer of their own, compressed or not.
    organizers = asked(shared_in_play.organizer, path, "gzip")
    anyones = asked(shared_in_play.anyone, path, "gzip")
    assert gzip.decompress(organizers.get_data()) != gzip.decompress(anyones.get_data())
    assert organizers.headers["ETag"] != anyones.headers["ETag"]


def test_what_a_link_opened_is_sent_as_it_is(shared_in_play: House) -> None:
    page = Phone(shared_in_play, "0001").get(Accept_Encoding="br, gzip")
    participant = shared_in_play.client("participant", "0001")
    feed = participant.post(f"{BASE}/calendar-feed", b"").get_json()["href"]
    calendar = asked(shared_in_play.anyone, feed, "br, gzip")
    for answer in (page, calendar):
        assert answer.status_code == 200
        assert len(answer.get_data()) > 500
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Content-Encoding" not in answer.headers


def test_what_is_short_is_sent_as_it_is_unless_that_is_refused(shared_in_play: House) -> None:
    path = f"{BASE}/standings"
    assert "Content-Encoding" not in asked(shared_in_play.anyone, path, "br, gzip").headers
    forced = asked(shared_in_play.anyone, path, "gzip, identity;q=0")
    assert forced.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(forced.get_data()) == asked(shared_in_play.anyone, path, None).get_data()


@pytest.mark.parametrize("header", ["identity;q=0", "*;q=0", "deflate, identity;q=0"])
def test_who_takes_nothing_that_there_is_gets_the_answer_as_it_is(shared_in_play: House, header: str) -> None:
    answer = asked(shared_in_play.anyone, f"{BASE}/sessions", header)
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)
    assert answer.get_json()["rows"]


def test_refusals_answers_to_commands_and_streams_are_sent_as_they_are(in_play: House) -> None:
    headers = {"Accept-Encoding": "br, gzip"}
    client = in_play.organizer
    answers = (
        client.get(f"{BASE}/nothing", headers),
        client.get(f"{BASE}/standings?unknown={'x' * 900}", headers),
        client.post(f"{BASE}/commands/set-consent", {"entrant": "0001", "shown": True}, headers),
        client.get(f"{BASE}/export", headers),
        client.get("/livez", headers),
    )
    for answer in answers:
        assert "Content-Encoding" not in answer.headers
        assert answer.get_data()


def test_head_says_what_get_would(shared_in_play: House) -> None:
    path, headers = f"{BASE}/sessions", {"Accept-Encoding": "gzip"}
    got, headed = shared_in_play.anyone.get(path, headers), shared_in_play.anyone.send("HEAD", path, headers)
    assert headed.get_data() == b""
    for name in ("ETag", "Content-Encoding", "Content-Length", "Vary", "Content-Type"):
        assert headed.headers[name] == got.headers[name]

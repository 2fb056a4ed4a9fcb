"""Bad input of every sort gets a clear 4xx, tells nothing of the insides, and leaves the log unchanged."""

import os
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.limits import BODY
from services.web.api.examples import EXAMPLES
from shared.catalogue import say
from tests.api.conftest import BASE, ID, SESSION, House, assert_problem
from tests.cases import cases
from tests.profiles import examples
from tests.refusing import refusing

DEEP = 200_000
MANGLED = int(os.environ.get("MANGLED_COMMANDS") or examples(60, in_all=400))
BODIES: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 400, "body-empty"),
    "blank": (b" \n\t ", 400, "body-empty"),
    "no JSON": (b"entrant=0001", 400, "body-malformed"),
    "breaks off": (b'{"entrant":"00', 400, "body-malformed"),
    "two documents": (b'{"entrant":"0001"}{}', 400, "body-malformed"),
    "NaN": (b'{"entrant":NaN}', 400, "body-malformed"),
    "Infinity": (b'{"entrant":-Infinity}', 400, "body-malformed"),
    "lone surrogate": (rb'{"entrant":"\ud800"}', 400, "body-malformed"),
    "lone low surrogate": (rb'{"entrant":"\udc00x"}', 400, "body-malformed"),
    "surrogate in UTF-8": (b'{"entrant":"\xed\xa0\x80"}', 400, "body-malformed"),
    "no UTF-8": (b'{"entrant":"\xff\xfe"}', 400, "body-malformed"),
    "UTF-16": ('{"entrant":"0001"}'.encode("utf-16"), 400, "body-malformed"),
    "NUL": (rb'{"entrant":"0001\u0000"}', 400, "body-malformed"),
    "a control character": (b'{"entrant":"\x01"}', 400, "body-malformed"),
    "field twice": (b'{"entrant":"0001","entrant":"0002"}', 400, "body-malformed"),
    "deep arrays": (b'{"entrant":' + b"[" * DEEP, 422, "beyond-limit"),
    "deep objects": (b'{"entrant":' * (DEEP // 11), 422, "beyond-limit"),
    "only arrays": (b"[" * DEEP, 422, "beyond-limit"),
    "a long number": (b'{"entrant":' + b"1" * 5000 + b"}", 422, "beyond-limit"),
    "a long exponent": (b'{"entrant":1e' + b"9" * 5000 + b"}", 422, "beyond-limit"),
    "null": (b"null", 400, "body-misshapen"),
    "a list": (b'["0001"]', 400, "body-misshapen"),
    "a number": (b"1", 400, "body-misshapen"),
    "number for text": (b'{"entrant":1}', 400, "body-misshapen"),
    "null for text": (b'{"entrant":null}', 400, "body-misshapen"),
    "missing field": (b"{}", 400, "body-misshapen"),
    "unknown field": (b'{"entrant":"0001","colour":"red"}', 400, "body-misshapen"),
    "prototype": (b'{"entrant":"0001","__proto__":{}}', 400, "body-misshapen"),
    "unknown id": (b'{"entrant":"9999"}', 404, "not-found"),
    "long id": (b'{"entrant":"' + b"x" * 1_000_000 + b'"}', 422, "beyond-limit"),
    "10 MB": (b'{"entrant":"' + b"x" * 10_000_000 + b'"}', 413, "body-too-large"),
}


@cases("case", BODIES)
def test_a_body_that_cannot_be_taken_is_refused_and_changes_nothing(shared_founded: House, case: str) -> None:
    body, status, code = BODIES[case]
    head = shared_founded.head
    response = shared_founded.organizer.post(f"{BASE}/commands/check-in", body)
    assert_problem(response, status, code)
    assert shared_founded.head == head


def test_a_problem_does_not_repeat_a_long_input(shared_founded: House) -> None:
    response = shared_founded.organizer.post(f"{BASE}/commands/check-in", {"entrant": "x" * 1_000_000})
    assert len(response.get_data()) < 4000


@cases(
    "figure",
    [
        b"2.0",
        b"1e2",
        b'"1"',
        b"true",
        b"null",
        b"1" * 4400,
        b"-1",
        b"0",
        b"99999999999999999999",
        b"1e999999",
    ],
)
def test_a_game_number_that_is_none_is_refused(shared_in_play: House, figure: bytes) -> None:
    body = msgspec.json.encode(EXAMPLES["record-game-result"]).replace(b'"game":1', b'"game":' + figure)
    body = body.replace(b"/7", b"/1")
    head = shared_in_play.head
    response = shared_in_play.organizer.post(f"{BASE}/commands/record-game-result", body)
    assert response.status_code in (400, 404, 422)
    assert_problem(response, response.status_code)
    assert shared_in_play.head == head


@cases(
    "score",
    ["", "NaN", "inf", "1.5.5", "3.33", "1e3", "1/0", "--1", "٣", "9" * 5000, "1/" + "3" * 5000, "0x10"],
)
def test_a_score_that_is_none_is_refused(shared_in_play: House, score: str) -> None:
    seats = [
        {"seat": seat, "score": score, "game_won": int(seat == "A"), "tiles": 2 * (seat != "A")}
        for seat in "ABCD"
    ]
    head = shared_in_play.head
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": seats}
    response = shared_in_play.organizer.command("record-game-result", body)
    assert response.status_code in (400, 422), response.get_data()
    assert_problem(response, response.status_code)
    assert shared_in_play.head == head


@cases(
    "content_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/json; charset=utf-16",
        "application/json5",
        "json",
        "\x7f",
    ],
)
def test_another_type_of_body_is_415(shared_founded: House, content_type: str) -> None:
    response = shared_founded.organizer.send(
        "POST", f"{BASE}/commands/check-in", data=b'{"entrant":"0001"}', content_type=content_type
    )
    assert_problem(response, 415, "body-type-unsupported")


@pytest.mark.parametrize("content_type", ["application/json; charset=UTF-8", "Application/JSON"])
def test_json_may_say_that_it_is_utf_8(founded: House, content_type: str) -> None:
    response = founded.organizer.send(
        "POST",
        f"{BASE}/commands/set-consent",
        data=b'\xef\xbb\xbf{"entrant":"0001","shown":true}',
        content_type=content_type,
    )
    assert response.status_code == 201


@cases("encoding", ["gzip", "br", "identity, gzip", "x" * 500])
def test_a_body_that_is_encoded_is_415(shared_founded: House, encoding: str) -> None:
    head = shared_founded.head
    headers = {"Content-Encoding": encoding}
    response = shared_founded.organizer.post(f"{BASE}/commands/check-in", {"entrant": "0001"}, headers)
    assert_problem(response, 415, "body-encoded")
    assert shared_founded.head == head


def test_a_body_may_say_that_it_is_not_encoded(founded: House) -> None:
    headers = {"Content-Encoding": "identity"}
    body = {"entrant": "0001", "shown": True}
    assert founded.organizer.post(f"{BASE}/commands/set-consent", body, headers).status_code == 201


def test_the_same_field_again_at_the_end_of_very_many_is_found_at_once(shared_in_play: House) -> None:
    draws = ",".join(f'"{number}":1' for number in range(60_000))
    body = f'{{"sheet":"{SESSION}/1","game":1,"draws":{{{draws},"59999":2}}}}'.encode()
    response = shared_in_play.organizer.post(f"{BASE}/commands/determine-first-player", body)
    assert assert_problem(response, 400, "body-malformed")["detail"].count("59999") == 1


def test_a_body_without_end_is_cut_off(shared_founded: House) -> None:
    class Endless:
        """Gives blanks for ever, as a sender in chunks could."""

        given = 0

        def read(self, size: int = -1) -> bytes:
            self.given += size if size > 0 else BODY
            return b" " * (size if size > 0 else BODY)

    endless = Endless()
    response = shared_founded.organizer.send(
        "POST",
        f"{BASE}/commands/check-in",
        content_type="application/json",
        environ_overrides={"wsgi.input": endless, "wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert_problem(response, 413, "body-too-large")
    assert endless.given < 3 * BODY


def test_a_refusal_names_the_field_and_speaks_both_languages(shared_in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": [{"seat": "A", "count": "many"}]}
    english = shared_in_play.organizer.command("record-game-result", body)
    chinese = shared_in_play.organizer.command("record-game-result", body, Accept_Language="zh-Hant")
    assert english.get_json()["where"] == {"field": "seats[0].count"}
    assert (
        say("part-misfit-must-not", "en", wanted="a whole number or null", got="a text")
        in english.get_json()["detail"]
    )
    assert "須為整數或null，而不是文字" in chinese.get_json()["detail"]
    assert chinese.headers["Content-Language"] == "zh"


def test_steps_out_of_order_are_refused_and_change_nothing(shared_founded: House) -> None:
    head = shared_founded.head
    for name, body in {
        "start-session": {"session": SESSION},
        "call-time": {"session": SESSION},
        "end-session": {"session": SESSION},
        "reopen-session": {"session": SESSION, "reason": "x"},
        "undo-seat-draw": {"session": SESSION, "reason": "x"},
        "draw-seats": {"session": "2027-03-13/1"},
        "record-game-result": {"sheet": f"{SESSION}/1", "game": 1, "seats": []},
        "conclude-qualification": {},
        "place-finalists": {},
        "make-awards": {},
        "revoke-awards": {"reason": "x"},
        "decide-cut-tie": {"choice": "lot"},
        "make-ruling": {"dispute": "D-0001", "finding": "x", "cites": "x", "reason": "x"},
        "register-entrant": {"session": "2027-03-13/1", "birth_date": "1990-01-01", "name_en": "x"},
    }.items():
        response = shared_founded.organizer.command(name, body)
        assert response.status_code in (404, 409, 422), (name, response.get_json())
        assert_problem(response, response.status_code)
    assert shared_founded.head == head


@cases(
    "method, path",
    [
        ("GET", "/nowhere"),
        ("GET", "/api"),
        ("GET", "/api/v1"),
        ("GET", "/api/v2/tournaments"),
        ("GET", "/api/v1/tournaments/"),
        ("GET", f"{BASE}/"),
        ("GET", f"{BASE}/standings/"),
        ("GET", f"{BASE}/commands"),
        ("GET", "/%00"),
        ("GET", "/%FF%FE"),
        ("GET", "/../../etc/passwd"),
        ("GET", "/static/style.css"),
        ("GET", "/" + "x" * 8000),
        ("GET", "/problems/no-such-code"),
        ("GET", "/api/v1/rulesets/chess"),
        ("GET", "/api/v1/rulesets/..%2Fruleset"),
    ],
)
def test_an_unknown_address_is_a_problem_too(shared_founded: House, method: str, path: str) -> None:
    assert_problem(shared_founded.organizer.send(method, path), 404)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_no_database_is_asked_for_what_can_be_no_id(founded_on_each: House, accept: str) -> None:
    house, refused = founded_on_each, range(302, 500)
    for named in ("%00", "a%00b", "x" * 300):
        for path in ("", "/standings", "/programme", "/staff", "/tasks/check-in", "/no-such-page"):
            answer = house.organizer.get(f"/t/{named}{path}", {"Accept": accept})
            assert answer.status_code in refused, (named, path)
        for path in (named, f"{named}/state", f"{named}/events"):
            answer = house.organizer.get(f"/api/v1/tournaments/{path}", {"Accept": accept})
            assert answer.status_code in refused, path
        for path in (f"entrants/{named}", f"tables/{named}", f"at/{named}", f"docket/{named}"):
            answer = house.organizer.get(f"/t/{ID}/{path}", {"Accept": accept})
            assert answer.status_code in refused, path


def test_the_desk_knows_no_tournament_by_what_can_be_no_id(founded_on_each: House) -> None:
    for named in ("\0", "a\0b", "\ud800", "", "x" * 300):
        for asked in (founded_on_each.desk.head, founded_on_each.desk.state):
            with refusing("tournament-unknown"):
                asked(named)


@cases("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "x" * 100])
def test_a_wrong_method_is_405_and_says_which_are_right(shared_founded: House, method: str) -> None:
    head = shared_founded.head
    for path, allowed in ((f"{BASE}/standings", "GET, HEAD"), (f"{BASE}/commands/check-in", "POST")):
        response = shared_founded.organizer.send(method, path)
        assert_problem(response, 405, "method-not-allowed")
        assert response.headers["Allow"] == allowed
    assert shared_founded.head == head


def test_head_answers_as_get_without_the_body(shared_founded: House) -> None:
    got = shared_founded.anyone.get(f"{BASE}/standings")
    head = shared_founded.anyone.send("HEAD", f"{BASE}/standings")
    assert head.status_code == 200
    assert head.get_data() == b""
    assert head.headers["ETag"] == got.headers["ETag"]
    assert head.headers["Content-Length"] == got.headers["Content-Length"]


@cases(
    "headers",
    [
        {"Accept-Language": "\xff\xfe;q=x,,,;;"},
        {"Accept-Language": "zh," * 5000},
        {"Accept": "image/png"},
        {"Accept": "\x7f" * 100},
        {"Host": "a b"},
        {"Host": "x" * 5000},
        {"X-Forwarded-For": "<script>"},
        {"Cookie": "a=b; " * 1000},
        {"If-Modified-Since": "never"},
        {"Range": "bytes=0-1"},
        {"Content-Length": "-5"},
        {"Content-Length": "many"},
    ],
)
def test_strange_headers_harm_nothing(shared_founded: House, headers: dict[str, str]) -> None:
    response = shared_founded.anyone.get(f"{BASE}/standings", headers)
    if response.status_code != 200:
        assert_problem(response, 400)


def test_a_fault_of_the_program_is_a_problem_without_insides(
    founded: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*args: Any, **kwargs: Any) -> Any:
        raise KeyError("the secret inside")

    monkeypatch.setattr(founded.desk, "ask", broken)
    response = founded.organizer.get(f"{BASE}/docket")
    body = assert_problem(response, 500, "internal-error")
    assert b"secret inside" not in response.get_data()
    number = next(word for word in body["detail"].split() if len(word) == 10 and word.isalnum())
    assert number in "".join(capsys.readouterr())  # where it goes is for the process to set up


SCRAPS: list[Any] = [
    None, True, False, 0, -1, 1, 10**9, 2**63, -(2**63) - 1, 10**400, "", " ", "x", "0001", "A", SESSION,
    f"{SESSION}/1", "2026-02-30", "9999-12-31", "0001-01-01", "\u202e", "𝄞", "'; DROP TABLE event; --",
    "%s{}{0}", "x" * 5000, [], {}, [[]], ["0001"], {"0001": 1}, {"REF-1": [1]},
    {"type": "void_game", "game": 1}, [1, 1],
]  # fmt: skip


def mangled(body: Any, chance: random.Random) -> Any:
    """The body with one part of it replaced by a scrap, left out, doubled or renamed."""
    if isinstance(body, dict) and body and chance.random() < 0.8:
        name = chance.choice(sorted(body))
        made = dict(body)
        action = chance.random()
        if action < 0.1:
            del made[name]
        elif action < 0.15:
            made[f"{name}_"] = made.pop(name)
        else:
            made[name] = mangled(made[name], chance)
        return made
    if isinstance(body, list) and body and chance.random() < 0.8:
        place = chance.randrange(len(body))
        return [*body[:place], mangled(body[place], chance), *body[place + chance.choice((0, 1)) :]]
    return chance.choice(SCRAPS)


@pytest.mark.parametrize("seed", range(3))
def test_mangled_commands_are_taken_or_refused_but_never_fail(in_play_on_each: House, seed: int) -> None:
    house, chance = in_play_on_each, random.Random(seed)
    settled = msgspec.json.decode(msgspec.json.encode(EXAMPLES).replace(b"/7", b"/1"))
    for _ in range(MANGLED):
        name = chance.choice(sorted(EXAMPLES))
        head = house.head
        body = mangled(settled[name], chance)
        response = house.organizer.command(name, body)
        shown = (name, body, response.get_data()[:500])
        assert response.status_code in (200, 201, 400, 404, 409, 422), shown
        if response.status_code >= 400:
            assert_problem(response, response.status_code)
        if response.status_code != 201:
            assert house.head == head, shown


@given(body=st.binary(max_size=200))
@settings(
    max_examples=examples(25, in_all=750),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_bytes_at_all_get_a_clear_refusal(house: House, body: bytes) -> None:
    response = house.anyone.post("/api/v1/rulesets/hk-2026/score", body)
    assert_problem(response, response.status_code)
    assert response.status_code in (400, 415, 422)

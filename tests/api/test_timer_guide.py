"""The timer guide over HTTP: it comes in the body of the file, and is read at one address."""

from base64 import b64encode
from typing import Any

import pytest

from services.tournament.definition.attachments import MOST_BYTES, attachment_of
from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import ID, House, assert_problem
from tests.unit.tournament.given_files import JPEG, PDF, PLAIN_EN, PLAIN_ZH, PNG

PATH = "/api/v1/tournaments"
GUIDE = f"/t/{ID}/timer-guide"
AMEND = f"{PATH}/{ID}/commands/amend-tournament"


def data(content: bytes) -> str:
    return f"data:;base64,{b64encode(content).decode()}"


def file(guide: Any, **fields: Any) -> dict[str, Any]:
    return {**TOURNAMENT_FILE, "timer_guide_file": guide, **fields}


def types(house: House) -> list[str]:
    return [event.type for event in house.desk.log.read(ID, 0, 100)]


@pytest.mark.parametrize(
    ("content", "kind", "name"),
    [
        (PDF, "application/pdf", "Timer%20guide.pdf"),
        (PNG, "image/png", "Timer%20guide.png"),
        (JPEG, "image/jpeg", "Timer%20guide.jpg"),
        (PLAIN_EN, "text/plain; charset=utf-8", "Timer%20guide.txt"),
    ],
)
def test_a_guide_is_served_as_what_it_is(house: House, content: bytes, kind: str, name: str) -> None:
    assert house.organizer.post(PATH, file(data(content))).status_code == 201
    answer = house.anyone.get(GUIDE)
    assert (answer.status_code, answer.get_data(), answer.headers["Content-Type"]) == (200, content, kind)
    assert answer.headers["Content-Disposition"] == f"inline; filename*=UTF-8''{name}"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "public, no-cache"
    again = house.anyone.get(GUIDE, {"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    head = house.anyone.send("HEAD", GUIDE)
    assert (head.status_code, head.get_data(), head.headers["ETag"]) == (200, b"", answer.headers["ETag"])


def test_it_is_read_in_the_language_asked_for(house: House) -> None:
    house.organizer.post(PATH, file({"en": data(PLAIN_EN), "zh": data(PLAIN_ZH)}))
    assert house.anyone.get(f"{GUIDE}?lang=zh").get_data() == PLAIN_ZH
    assert house.anyone.get(f"{GUIDE}?lang=en").get_data() == PLAIN_EN
    chinese = house.anyone.get(GUIDE, {"Accept-Language": "zh-HK"})
    assert chinese.get_data() == PLAIN_ZH
    assert "Accept-Language" in chinese.headers["Vary"]
    assert chinese.headers["ETag"] != house.anyone.get(GUIDE).headers["ETag"]


def test_without_a_guide_or_a_tournament_there_is_none(house: House) -> None:
    assert_problem(house.anyone.get("/t/nowhere/timer-guide"), 404, "tournament-unknown")
    house.organizer.post(PATH, TOURNAMENT_FILE)
    assert_problem(house.anyone.get(GUIDE), 404, "not-found")


def test_an_amendment_changes_and_drops_it_and_the_tag_with_it(house: House) -> None:
    house.organizer.post(PATH, file(data(PDF)))
    before = house.anyone.get(GUIDE).headers["ETag"]
    assert house.organizer.post(AMEND, file(data(PNG))).status_code == 201
    changed = house.anyone.get(GUIDE, {"If-None-Match": before})
    assert (changed.status_code, changed.get_data()) == (200, PNG)
    assert house.organizer.post(AMEND, TOURNAMENT_FILE).status_code == 201
    assert_problem(house.anyone.get(GUIDE), 404, "not-found")
    assert types(house) == [
        "tournament-defined",
        "attachment-kept",
        "tournament-amended",
        "attachment-kept",
        "tournament-amended",
    ]


def test_what_an_answer_says_of_the_file_comes_back_without_it(house: House) -> None:
    house.organizer.post(PATH, file(data(PDF)))
    shown = house.anyone.get(f"{PATH}/{ID}").get_json()["definition"]["timer_guide_file"]
    assert shown == {
        "both": {"sha256": attachment_of(PDF).sha256, "media_type": "application/pdf", "size": len(PDF)}
    }
    answer = house.organizer.post(AMEND, file(shown, tables_per_official=7))
    assert answer.status_code == 201, answer.get_json()
    assert types(house) == ["tournament-defined", "attachment-kept", "tournament-amended"]
    assert house.anyone.get(GUIDE).get_data() == PDF


@pytest.mark.parametrize(
    ("guide", "says"),
    [
        ("guide.pdf", "data:;base64,"),
        ("/etc/hostname", "data:;base64,"),
        (data(b""), "empty"),
        (data(b"\x00\x01"), "neither PDF"),
        (data(b"x" * (MOST_BYTES + 1)), "300000 bytes"),
        ("data:;base64,???", "base64"),
        (7, "must be the name of a file"),
    ],
)
def test_a_body_whose_guide_cannot_be_used_is_refused_and_changes_nothing(
    house: House, guide: object, says: str
) -> None:
    answer = house.organizer.post(PATH, file(guide))
    assert_problem(answer, 422, "definition-invalid")
    assert says in answer.get_json()["detail"]
    assert answer.get_json()["where"]["field"] == "timer_guide_file"
    house.organizer.post(PATH, TOURNAMENT_FILE)
    head = house.head
    assert_problem(house.organizer.post(AMEND, file(guide)), 422, "definition-invalid")
    assert house.head == head


def test_a_file_that_was_never_sent_is_not_named_by_its_digest(house: House) -> None:
    house.organizer.post(PATH, TOURNAMENT_FILE)
    known = {"sha256": attachment_of(PDF).sha256, "media_type": "application/pdf", "size": len(PDF)}
    assert_problem(house.organizer.post(AMEND, file({"both": known})), 422, "attachment-missing")


def test_two_of_the_largest_files_fit_into_a_body(house: House) -> None:
    largest = [PNG + bytes([byte]) * (MOST_BYTES - len(PNG)) for byte in (1, 2)]
    guides = {language: data(content) for language, content in zip(("en", "zh"), largest, strict=True)}
    assert house.organizer.post(PATH, file(guides)).status_code == 201
    assert house.anyone.get(f"{GUIDE}?lang=zh").get_data() == largest[1]
    toml = house.organizer.get(f"{PATH}/{ID}")
    assert len(toml.get_data()) < 10_000, "the plan says what the files are, not their bytes"


def test_a_preview_says_what_would_change(house: House) -> None:
    house.organizer.post(PATH, TOURNAMENT_FILE)
    shown = house.organizer.post(f"{AMEND}/preview", file(data(PDF))).get_json()
    (change,) = shown["plan"]
    assert change["change"]["field"] == "tournament.timer_guide_file"
    assert "PDF, 1 kB" in change["change"]["text"]
    assert types(house) == ["tournament-defined"]

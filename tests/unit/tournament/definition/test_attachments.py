"""Files that a tournament file names: told by their content, and judged with all else in it."""

import json
from base64 import b64encode

from services.tournament.definition.attachments import (
    ENDINGS,
    GUIDE,
    MOST_BASE64,
    MOST_BYTES,
    attachment_of,
    from_base64,
    in_base64,
)
from services.tournament.definition.attachments_kept import ATTACHMENT_MISSING
from services.tournament.definition.reading import read_tournament, read_tournament_json
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.definition.test_faults import WHOLE
from tests.unit.tournament.given_files import GUIDES, JPEG, PDF, PLAIN_EN, PLAIN_ZH, PNG, guide, guides

NAMED = {"guide.pdf": PDF, "a.txt": PLAIN_EN, "b.txt": PLAIN_ZH, "empty.pdf": b"", "old.doc": b"\xd0\xcf\x11"}


def find(named: str) -> bytes:
    if named not in NAMED:
        raise ATTACHMENT_MISSING(file=named)
    return NAMED[named]


def data(content: bytes) -> str:
    return f"data:;base64,{b64encode(content).decode()}"


def naming(value: str) -> str:
    return WHOLE.replace('zone = "Asia', f'timer_guide_file = {value}\nzone = "Asia')


@cases("content, media_type", [*zip(GUIDES, [*GUIDE.types, "text/plain"], strict=True)])
def test_a_type_is_told_by_the_content(content: bytes, media_type: str) -> None:
    found = attachment_of(content)
    assert (found.media_type, found.size, found.ending) == (media_type, len(content), ENDINGS[media_type])
    assert len(found.sha256) == 64
    assert from_base64(in_base64(content)) == content


@cases(
    "content, code",
    [
        (b"", "attachment-empty"),
        (b" \n\t\r\n", "attachment-empty"),
        (b"PK\x03\x04 a spreadsheet", "attachment-type-unknown"),
        (b"\xff\xfeO\x00n\x00e\x00", "attachment-type-unknown"),
        ("每回合".encode("big5"), "attachment-type-unknown"),
        (b"GIF89a\x01\x00", "attachment-type-unknown"),
        (b"x" * (MOST_BYTES + 1), "attachment-too-large"),
        (PDF + b"x" * MOST_BYTES, "attachment-too-large"),
    ],
)
def test_what_cannot_go_out_with_messages_is_refused(content: bytes, code: str) -> None:
    with refusing(code) as refused:
        attachment_of(content)
    assert refused.value.status == 422


def test_the_largest_file_is_taken_and_fits_into_a_command() -> None:
    content = b"x" * MOST_BYTES
    assert attachment_of(content).size == MOST_BYTES
    assert len(in_base64(content)) == MOST_BASE64


@cases("text", ["-", "YQ", "YQ==!", "Y Q = =", "每"])
def test_what_is_no_base64_is_refused(text: str) -> None:
    with refusing("attachment-not-base64"):
        from_base64(text)


def test_a_name_stands_for_both_languages_and_a_table_for_each() -> None:
    one = read_tournament(naming('"guide.pdf"'), find_file=find)
    assert one.whole().timer_guide_file == guide(PDF)
    assert one.attachments == (in_base64(PDF),)
    both = read_tournament(naming('{ en = "a.txt", zh = "b.txt" }'), find_file=find)
    assert both.whole().timer_guide_file == guides(PLAIN_EN, PLAIN_ZH)
    assert both.attachments == (in_base64(PLAIN_EN), in_base64(PLAIN_ZH))
    only = read_tournament(naming('{ en = "a.txt" }'), find_file=find).whole().timer_guide_file
    assert only == guides(PLAIN_EN)
    assert only.in_language("zh") == attachment_of(PLAIN_EN)


def test_a_file_in_both_languages_that_is_the_same_is_kept_once() -> None:
    read = read_tournament(naming('{ en = "a.txt", zh = "a.txt" }'), find_file=find)
    assert read.attachments == (in_base64(PLAIN_EN),)
    assert read.whole().attachments == (attachment_of(PLAIN_EN),)


@cases("content", [PDF, PNG, JPEG, PLAIN_ZH])
@cases("begin", ["data:;base64,", "data:application/pdf;base64,"])
def test_content_may_stand_in_place_of_a_name(content: bytes, begin: str) -> None:
    value = f"{begin}{b64encode(content).decode()}"
    assert read_tournament(naming(f'"{value}"')).whole().timer_guide_file == guide(content)


def test_json_is_read_alike_and_takes_what_an_answer_says() -> None:
    plan = read_tournament(naming(f'"{data(PDF)}"')).whole()
    known = {"sha256": attachment_of(PDF).sha256, "media_type": "application/pdf", "size": len(PDF)}
    for value in (data(PDF), {"both": data(PDF)}, {"both": known}):
        document = {
            "id": "day", "title": "Day", "ruleset": "hk-2026", "zone": "Asia/Hong_Kong",
            "timer_guide_file": value,
            "stage": [{"id": "groups", "sessions": [
                {"id": "1", "day": "2027-03-06", "start": "14:00", "end": "15:00", "tables": 4}]}],
        }  # fmt: skip
        assert read_tournament_json(json.dumps(document).encode()).whole() == plan


@cases(
    "value, field, says",
    [
        ('"empty.pdf"', "timer_guide_file", "is empty"),
        ('"old.doc"', "timer_guide_file", "neither PDF"),
        ('"gone.pdf"', "timer_guide_file", "did not come along"),
        ('{ en = "a.txt", zh = "gone.txt" }', "timer_guide_file.zh", "did not come along"),
        ('{ en = "a.txt", zh = 3 }', "timer_guide_file.zh", "must be the name of a file"),
        ("{ }", "timer_guide_file", "must be the name of a file"),
        ("3", "timer_guide_file", "must be the name of a file"),
        ('["a.txt"]', "timer_guide_file", "must be the name of a file"),
        ('"data:application/pdf,plain"', "timer_guide_file", "is not base64"),
        ('"data:;base64,???"', "timer_guide_file", "is not base64"),
        ('"data:;base64,"', "timer_guide_file", "is empty"),
        ('{ de = "a.txt" }', "timer_guide_file.de", "unknown here"),
        ('{ en = { sha256 = "x" } }', "timer_guide_file.en.media_type", "missing"),
    ],
)
def test_a_fault_is_named_beside_all_others(value: str, field: str, says: str) -> None:
    text = naming(value).replace('"Day"', '""')
    faults = read_tournament(text, find_file=find).faults
    assert [(fault.line, fault.field) for fault in faults][:2] == [(2, "title"), (4, field)]
    assert says in faults[1].text
    assert faults[1].text_zh


def test_where_nothing_lies_beside_a_file_a_name_is_refused() -> None:
    found = read_tournament(naming('"guide.pdf"'))
    assert found.competition is None
    (fault,) = found.faults
    assert "data:;base64," in fault.text
    assert "guide.pdf" in fault.text_zh


def test_a_document_as_large_as_two_files_is_read_in_time() -> None:
    largest = data(b"\xff\xd8\xff" + b"x" * (MOST_BYTES - 3))
    read = read_tournament(naming(f'{{ en = "{largest}", zh = "{data(PDF)}" }}'))
    assert len(read.attachments) == 2

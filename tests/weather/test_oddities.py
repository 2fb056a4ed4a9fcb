"""Answers of which something is odd: a danger that stands there is always seen, and none is ever made up."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from services.weather.listed import Fetched, Listed
from services.weather.reading import Answer, read
from tests.cases import cases
from tests.profiles import examples
from tests.weather import answers
from tests.weather.answers import HTML, cyclone, detail, details, entry, fetched, page, rain
from tests.weather.test_reading import NOW, hk

DANGERS = {"TC8NE", "TC8SE", "TC8SW", "TC8NW", "TC9", "TC10", "WRAINB"}
SIGNAL_8 = cyclone("TC8NE", "2026-09-16T09:40", update="2026-09-16T09:40")
WORDS = details(
    detail("WTS", None, "2026-09-16T11:45"),
    detail("WTCSGNL", "TC8NE", "2026-09-16T11:45"),
    detail("WRAIN", "WRAINA", "2026-09-16T11:02"),
)
LOWERED = details(detail("WTCSGNL", "TC3", "2026-09-16T10:00"), detail("WTS", None, "2026-09-16T11:45"))
THUNDER = {"WTS": {**entry("WTS", "2026-09-16T10:00"), "expireTime": "2026-09-16T13:00:00+08:00"}}
SAMPLES: list[tuple[Any, Any]] = [
    ({**SIGNAL_8, **THUNDER}, WORDS),
    (SIGNAL_8, {}),
    ({}, WORDS),
    ({**rain("WRAINB", "2026-09-16T11:45"), **SIGNAL_8, **THUNDER}, {"details": []}),
    ({**cyclone("TC3", "2026-09-16T10:00"), **THUNDER}, LOWERED),
    (rain("WRAINB", "2026-09-16T08:20", action="CANCEL", update="2026-09-16T10:05"), LOWERED),
    (cyclone("CANCEL", "2026-09-16T10:00", action="CANCEL"), details(detail("WTCSGNL", "CANCEL", None))),
    (THUNDER, {"details": [detail("WTS", None, "2026-09-16T11:45")]}),
]
"""Both answers of days with a danger in one of them, in both, and in none."""

Path = tuple[str | int, ...]
GONE = object()
OTHERS = [GONE, None, 8, 1.5, True, "", "odd", [], {}, [None], {"code": None}]
"""What may stand where something else belongs; `GONE`: nothing."""
_LONG = len("2026-09-16T09:40:00+08:00")


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a document, itself included."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        yield from places(inner, (*path, name))


def at(document: Any, path: Path) -> Any:
    for name in path:
        document = document[name]
    return document


def dangers_in(document: Any) -> dict[Path, str]:
    """Where in a document a danger stands that is in force, and which."""
    found = {}
    for path in places(document):
        fields = at(document, path)
        code = (fields.get("code") or fields.get("subtype")) if isinstance(fields, dict) else None
        if isinstance(code, str) and code in DANGERS and not _may_be_over(fields):
            found[path] = code
    return found


def _may_be_over(fields: dict[str, Any]) -> bool:
    issue, update = fields.get("issueTime"), fields.get("updateTime")
    rewritten = len(str(issue)) == len(str(update)) == _LONG and issue != update
    return fields.get("actionCode") == "CANCEL" or (fields.get("actionCode") != "ISSUE" and rewritten)


def changed(document: Any, path: Path, other: Any) -> Any:
    """The document with something else at one place."""
    if not path:
        return {} if other is GONE else other
    document = copy.deepcopy(document)
    parent = at(document, path[:-1])
    if other is GONE:
        del parent[path[-1]]
    else:
        parent[path[-1]] = other
    return document


def check(summary: Any, words: Any, why: object) -> Answer:
    """Every danger that is left is seen, and no other."""
    answer = read(fetched(page(summary), page(words)), NOW)
    left = {*dangers_in(summary).values(), *dangers_in(words).values()}
    seen = {listed.code for listed in answer.listed if listed.dangerous}
    assert seen == left, why
    assert all(
        listed.begin is not None and listed.begin <= NOW for listed in answer.listed if listed.dangerous
    )
    return answer


@cases("sample", range(len(SAMPLES)))
@cases("which", [0, 1])
def test_whatever_is_odd_in_one_place_hides_no_danger_and_makes_up_none(sample: int, which: int) -> None:
    before = dangers_in(SAMPLES[sample][0]) | dangers_in(SAMPLES[sample][1])
    for path in places(SAMPLES[sample][which]):
        for other in OTHERS:
            both = list(SAMPLES[sample])
            both[which] = changed(both[which], path, other)
            answer = check(both[0], both[1], (path, other))
            is_entry = other is GONE and len(path) == (1, 2)[which]
            if not answer.unread and before and not any(listed.dangerous for listed in answer.listed):
                assert is_entry or path == () or path == ("details",), (
                    "only an entry that is not there is over"
                )


@settings(max_examples=examples(150, 1000))
@given(st.data())
def test_nor_does_whatever_is_odd_in_two_places(data: st.DataObject) -> None:
    both = list(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(2):
        which = data.draw(st.integers(0, 1))
        path = data.draw(st.sampled_from(list(places(both[which]))))
        both[which] = changed(both[which], path, data.draw(st.sampled_from(OTHERS)))
    check(both[0], both[1], both)


def only(answer: Fetched) -> Listed:
    """The danger that is read in answers that cannot be read as a whole."""
    found = read(answer, NOW)
    assert found.unread
    (danger,) = (listed for listed in found.listed if not listed.only_in)
    return danger


ISSUED = Listed("WTCSGNL", "TC8NE", hk("2026-09-16 09:40"))
WRITTEN = Listed("WTCSGNL", "TC8NE", hk("2026-09-16 11:45"), dated=False)
SEEN = Listed("WTCSGNL", "TC8NE", NOW, dated=False)
ENTRY = SIGNAL_8["WTCSGNL"]
RAW = json.dumps(SIGNAL_8)


def issued(value: object) -> Fetched:
    return fetched({"WTCSGNL": {"code": "TC8NE", "actionCode": "ISSUE", "issueTime": value}})


@cases(
    "answer, expected",
    [
        (fetched(SIGNAL_8, page({}, status=503)), ISSUED),
        (fetched(SIGNAL_8, HTML), ISSUED),
        (fetched(SIGNAL_8, page(b'{"details": [{"warningSt')), ISSUED),
        (fetched(page(RAW[:60].encode()), WORDS), WRITTEN),
        (fetched(page(b"", status=500), WORDS), WRITTEN),
        (fetched({**SIGNAL_8, "WTS": None}), ISSUED),
        (fetched({**SIGNAL_8, "note": "test"}), ISSUED),
        (fetched(SIGNAL_8, {"details": [{"warningStatementCode": "WTS"}]}), ISSUED),
        (fetched(SIGNAL_8, {"details": [], "more": 1}), ISSUED),
        (fetched([SIGNAL_8["WTCSGNL"]]), ISSUED),
        (fetched({"data": SIGNAL_8}), ISSUED),
        (fetched({}, [detail("WTCSGNL", "TC8NE", "2026-09-16T11:45")]), WRITTEN),
        (fetched({}, {"details": {"WTCSGNL": detail("WTCSGNL", "TC8NE", "2026-09-16T11:45")}}), WRITTEN),
        (fetched(page(SIGNAL_8, content_type="text/html")), ISSUED),
        (fetched(page(RAW.replace("Signal", "\udcff").encode("utf-8", "surrogateescape"))), ISSUED),
        (fetched(page(f'{RAW[:-1]}, "WTCSGNL": null}}'.encode())), ISSUED),
        (fetched(page(RAW.replace('"ISSUE"', '"ISSUE", "actionCode": "CANCEL"').encode())), ISSUED),
        (fetched(cyclone("TC8", "2026-09-16T09:40")), Listed("WTCSGNL", "TC8X", hk("2026-09-16 09:40"))),
        (fetched(cyclone("TC8N", "2026-09-16T09:40")), Listed("WTCSGNL", "TC8X", hk("2026-09-16 09:40"))),
        (fetched(cyclone("TC10E", "2026-09-16T09:40")), Listed("WTCSGNL", "TC10", hk("2026-09-16 09:40"))),
        (fetched(cyclone(" tc8ne", "2026-09-16T09:40")), ISSUED),
        (fetched(cyclone("TC8NE", "2026-09-16T09:40", action="RAISED")), ISSUED),
        (fetched({"WTCSGNL": {**ENTRY, "actionCode": 7}}), ISSUED),  # type: ignore[dict-item]
        (fetched({"WTCSGNL": {"code": "TC8NE", "issueTime": "2026-09-16T09:40:00+08:00"}}), ISSUED),
        (issued("2026-09-16T09:40:00"), ISSUED),
        (issued("2026-09-16"), SEEN),
        (issued("this morning"), SEEN),
        (issued("1026-09-16T09:40:00+08:00"), SEEN),
        (fetched({"WTCSGNL": {"code": "TC8NE", "actionCode": "ISSUE"}}), SEEN),
        (
            fetched(
                {}, details(detail("WTCSGNL", "TC8NE", "2026-09-16T11:45"), detail("WTCSGNL", "CANCEL", None))
            ),
            WRITTEN,
        ),
        (
            fetched(
                {}, details(detail("WTCPRE8", None, "2026-09-16T11:45"), {"warningStatementCode": "WTS"})
            ),
            Listed("WTCPRE8", "WTCPRE8", hk("2026-09-16 11:45"), dated=False),
        ),
    ],
)
def test_a_danger_counts_wherever_it_can_be_read(answer: Fetched, expected: Listed) -> None:
    assert only(answer) == expected


@cases(
    "answer",
    [
        fetched(cyclone("TC12", "2026-09-16T09:40")),
        fetched(cyclone("TC88", "2026-09-16T09:40")),
        fetched(cyclone("TC3", "2026-09-16T09:40"), HTML),
        fetched({**rain("WRAINB", "2026-09-16T08:20", action="CANCEL"), "WTS": None}),
        fetched({**cyclone("TC8NE", "2026-09-16T09:40", action="Cancelled")}, HTML),
        fetched(cyclone("TC8NE", "2026-09-16T09:40", action="?", update="2026-09-16T10:05"), HTML),
        fetched(page(f"[{RAW}".encode()), HTML),
        fetched(page(b"[" * 100_000), HTML),
        fetched(page(RAW.replace("Signal", "x" * 300_000)[: 256 * 1024].encode())),
    ],
)
def test_what_says_no_danger_says_none_in_odd_answers_either(answer: Fetched) -> None:
    found = read(answer, NOW)
    assert found.unread
    assert [listed for listed in found.listed if not listed.only_in] == []


def test_a_signal_that_is_listed_with_a_time_to_come_is_in_force_since_it_was_seen() -> None:
    for issue in ("2026-09-16T12:05", "2031-09-16T09:40"):
        found = read(fetched(cyclone("TC8NE", issue), details(detail("WTCSGNL", "TC8NE", issue))), NOW)
        assert found == Answer((SEEN,))


def test_all_that_cannot_be_read_is_named() -> None:
    found = read(fetched(page({}, status=404), answers.HTML), NOW)
    assert [part.partition(":")[0] for part in re.split("; (?=w)", found.unread)] == [
        "warnsum",
        "warningInfo",
    ]

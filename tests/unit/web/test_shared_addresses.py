"""An address as it comes out of a message: what a sentence puts behind it is no part of it."""

from urllib.parse import unquote

import pytest

from services.web.shared_addresses import address_meant, query_meant
from tests.cases import cases


@cases(
    "behind",
    [".", "”", "*", "`", " ", "_", "。", ".)", "。多謝", "（名次）", "多謝", " thanks", "*，謝謝*", "/"],
)
@cases("path", ["/t/x", "/t/x/standings", "/t/x/entrants/A.01", "/t/x/entrants/王小明"])
def test_what_stands_behind_a_path_is_left_out(path: str, behind: str) -> None:
    meant = path.replace("王小明", "%E7%8E%8B%E5%B0%8F%E6%98%8E")
    if (path[-1], behind) != ("明", "多謝"):
        assert address_meant(f"{path}{behind}", "") == meant
    assert address_meant(path, "") is None


@cases("behind", [".", "”", "*", "%60", "%20", "+", "%E3%80%82", "。多謝", "%EF%BC%88名次）"])
@cases("query", ["stage=final", "view=names", "version=1", "lang=zh&as_of=2026-11-26/1"])
def test_what_stands_behind_a_query_is_left_out(query: str, behind: str) -> None:
    assert address_meant("/t/x/standings", query + behind) == f"/t/x/standings?{query}"
    assert address_meant("/t/x/standings", query) is None


@cases(
    "value",
    [
        "2026年11月28日下午2:2x", "100年", "100 年", "4，90", "28 Marhc 2026", "28 Marhc", "11月28日下午",
        "2026%E5%B9%B4", "今日？2:20",
    ],
)  # fmt: skip
@cases("name", ["as_of", "stage=a&as_of", "before", "here"])
def test_a_moment_is_left_whole_where_a_part_of_it_would_go(name: str, value: str) -> None:
    assert address_meant("/t/x/standings", f"{name}={value}") is None
    meant = address_meant(f"/t/x&{name}={unquote(value)}", "")
    assert meant is not None
    assert unquote(meant) == f"/t/x?{name}={unquote(value)}"


@cases("behind", [".", "。", "。多謝", "）", "看看", "%60", "”"])
def test_what_cannot_belong_to_a_moment_is_left_out_behind_one(behind: str) -> None:
    assert address_meant("/t/x", f"as_of=4900{behind}") == "/t/x?as_of=4900"
    assert address_meant(f"/t/x&as_of=4900{unquote(behind)}", "") == "/t/x?as_of=4900"


@pytest.mark.parametrize("language", ["zh", "en", "zh-Hant-HK"])
def test_the_language_of_a_link_is_kept(language: str) -> None:
    for behind in (".", "%E3%80%82", "*", "%20x", "\xe3\x80\x82"):
        assert query_meant("/t/x", f"a=b&lang={language}{behind}") == f"a=b&lang={language}"
    assert query_meant("/t/x", f"lang={language}&a=b.") == f"lang={language}&a=b."
    assert query_meant("/api/v1/x", f"lang={language}.") == f"lang={language}."
    assert address_meant(f"/t/x&lang={language}。", "") == f"/t/x?lang={language}"
    assert address_meant(f"/t/x/&lang={language}", "stage=a.") == f"/t/x?lang={language}&stage=a"


@cases("path", ["//evil.example/x.", "//evil.example", "/\\evil.example.", "///evil.example。"])
def test_no_address_leads_to_another_site(path: str) -> None:
    meant = address_meant(path, "")
    assert meant is None or (meant.startswith("/") and not meant.startswith(("//", "/\\")))


@pytest.mark.parametrize("query", ["a=b%0d%0aSet-Cookie:x.", "q=%E7%8E%8B\r\nx=1.", "\ufffd=1."])
def test_no_address_breaks_the_line_that_it_stands_in(query: str) -> None:
    meant = address_meant("/t/x", query)
    assert meant is not None
    assert meant.isascii()
    assert meant.isprintable()

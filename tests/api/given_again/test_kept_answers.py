"""Which answers are kept: none that could open more, each once, and not more than fit."""

import pytest

from services.web.etags import AnswerCache
from services.web.front.bridge import Answer
from services.web.front.response_cache import KeptAnswers
from services.web.moments import FOLLOWS_FROM, Following, Moment
from tests.cases import cases


def kept(keeping: KeptAnswers, path: str, query: str = "", **headers: str) -> bool:
    """Have an answer kept; whether it was."""
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, **headers}
    says = [(b"etag", b'"x"'), (b"vary", b"Accept-Language, Cookie")]
    following = Following("t", Moment(1, b"", 0))
    keeping.keep({**environ, FOLLOWS_FROM: following}, Answer(200, says, b"body"), "route")
    return keeping.find(environ) is not None


def test_what_strangers_choose_cannot_fill_the_memory() -> None:
    keeping = KeptAnswers(AnswerCache(), most=3)
    assert not kept(keeping, "/", "lang=" + "x" * 500)
    assert all(kept(keeping, "/", f"limit={number}") for number in range(10))
    assert all(kept(keeping, "/", HTTP_ACCEPT_LANGUAGE=f"x{number}") for number in range(50))
    assert len(keeping._kept) <= 3
    assert len(keeping._vary) <= 3


def test_a_page_is_kept_once_whatever_networks_add_to_its_address() -> None:
    keeping = KeptAnswers(AnswerCache())
    assert kept(keeping, "/t/x", "fbclid=a&lang=zh&utm_source=b")
    assert kept(keeping, "/t/x", "lang=zh")
    assert len(keeping._kept) == 1
    assert kept(keeping, "/api/v1/x", "fbclid=a")
    assert kept(keeping, "/api/v1/x")
    assert len(keeping._kept) == 3


@pytest.mark.parametrize("secret", ["HTTP_AUTHORIZATION", "HTTP_COOKIE"])
def test_what_could_open_more_is_neither_kept_nor_looked_for(secret: str) -> None:
    keeping = KeptAnswers(AnswerCache())
    assert not kept(keeping, "/", **{secret: "x"})
    assert kept(keeping, "/")
    assert not kept(keeping, "/", **{secret: "x"})


@cases(
    "headers",
    [
        [(b"etag", b'"x"')],
        [(b"vary", b"Accept")],
        [(b"etag", b'"x"'), (b"vary", b"*")],
        [(b"etag", b'"x"'), (b"vary", b"Accept"), (b"set-cookie", b"a=b")],
    ],
)
def test_an_answer_that_does_not_say_for_whom_it_is_is_not_kept(headers: list[tuple[bytes, bytes]]) -> None:
    keeping = KeptAnswers(AnswerCache())
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": ""}
    following = Following("t", Moment(1, b"", 0))
    keeping.keep({**environ, FOLLOWS_FROM: following}, Answer(200, headers, b""), "route")
    assert keeping.find(environ) is None

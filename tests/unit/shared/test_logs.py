"""Logs are lines on standard error that hold ids, never personal data."""

import json
import logging
from collections.abc import Iterator

import pytest

from shared.logs import logger, set_up_logs
from shared.settings import LogFormat
from tests.logs_put_back import logs_put_back


@pytest.fixture(autouse=True)
def _put_back() -> Iterator[None]:
    with logs_put_back():
        yield


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    captured = capsys.readouterr()
    assert captured.out == ""
    return [json.loads(line) for line in captured.err.splitlines()]


def test_a_line_is_json_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    logger("tileledger.test").info("sheet_closed", tournament="hk-2026", seq=812)
    (line,) = lines(capsys)
    assert (line["event"], line["tournament"], line["seq"]) == ("sheet_closed", "hk-2026", 812)
    assert (line["level"], line["logger"]) == ("info", "tileledger.test")


def test_fields_that_could_name_a_person_are_blanked(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    logger("tileledger.test").info("registered", person="p-1", name_en="Ann Lee", email="a@example.org")
    (line,) = lines(capsys)
    assert line["person"] == "p-1"
    assert line["name_en"] == line["email"] == "(not logged)"


def test_lines_of_libraries_come_in_the_same_form_and_noisy_ones_are_hushed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs("json")
    logging.getLogger("some.library").warning("careful: %s", 3)
    logging.getLogger("httpx").info("GET /bot123:secret/sendMessage")
    (line,) = lines(capsys)
    assert line["event"] == "careful: 3"


@pytest.mark.parametrize("form", ["json", "console"])
def test_what_failed_is_logged_without_the_values_it_failed_on(
    capsys: pytest.CaptureFixture[str], form: LogFormat
) -> None:
    set_up_logs(form)
    link = "a-personal-link"
    try:
        assert link.index("?") < 0
    except ValueError as error:
        logger("tileledger.test").error("request_failed", exc_info=error)
    text = capsys.readouterr().err
    assert "substring not found" in text
    assert "test_logs.py" in text
    assert "a-personal-link" not in text.replace('link = "a-personal-link"', "")


def test_the_console_form_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("console", "debug")
    logger("tileledger.test").debug("draw", seed="abc")
    assert "draw" in capsys.readouterr().err

"""The pages of all simulators: one frame, every word in both languages, and no door for other pages."""

import http.client
import re
from importlib.resources import files
from pathlib import Path

import pytest

from tests.simulators.processes import get, running

PAGES = {"telegram_simulator": "phone", "observatory_simulator": "sky", "mail_sink": "mail"}


@pytest.mark.parametrize("package", PAGES)
def test_a_page_has_the_frame_and_lets_no_other_page_in(package: str, tmp_path: Path) -> None:
    name = PAGES[package]
    more = ("--smtp-port",) if package == "mail_sink" else ()
    with running(f"infra.{package}", *more) as (port, *_):
        page = get(port, "/")[1].decode()
        for part in ("frame.css", f"{name}.css", "frame.js", f"{name}.js"):
            assert f'"{part}"' in page
            assert get(port, f"/{part}")[0] == 200
        assert "{" not in page.replace('{"fault', "")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", "/control/refuse", headers={"Origin": "https://elsewhere.example"})
        assert connection.getresponse().status == 403
        connection.close()


@pytest.mark.parametrize(("package", "name"), PAGES.items())
def test_every_word_on_a_page_is_there_in_both_languages(package: str, name: str) -> None:
    folder = files(f"infra.{package}")
    page, script = (folder.joinpath(f"{name}.{kind}").read_text("utf-8") for kind in ("html", "js"))
    named = set(re.findall(r'data-(?:say|hint|label)="([^"]+)"', page)) | {"title"}
    english, chinese = script.split(" zh: {")[0], script.split(" zh: {")[1].split("};")[0]
    for word in named:
        for language in (english, chinese):
            assert re.search(rf'[ {{"]{re.escape(word)}"?: ', language), word


@pytest.mark.parametrize(("package", "name"), PAGES.items())
def test_everything_that_takes_something_has_a_name(package: str, name: str) -> None:
    page = files(f"infra.{package}").joinpath(f"{name}.html").read_text("utf-8")
    for field in re.findall(r"<input[^>]*>", page):
        assert "data-label=" in field or re.search(r"<label>.*" + re.escape(field), page), field
    for button in re.findall(r"<button[^>]*>[^<]*", page):
        words = button.rpartition(">")[2].strip()
        assert words.isascii() is False or len(words) > 1 or "data-label=" in button or "data-say=" in button

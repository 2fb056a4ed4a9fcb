"""The public pages speak to players and parents: without settings, ids, or what only programs read."""

import re
import tomllib
from html import unescape
from itertools import product

import msgspec
import pytest

from tests.api.conftest import ID, House
from tests.api.standings.conftest import ClientOf, client_of
from tests.api.standings.reading import lines
from tests.api.test_pages import SITE, read
from tests.cases import cases
from tests.pasts import PastOf, past_of
from tests.whole_files import HK

__all__ = ["client_of", "past_of"]

AT = f"/t/{ID}"


def test_what_the_tournament_reads_into_the_rules_stands_there_without_settings(house: House) -> None:
    file = tomllib.loads(HK.read_text("utf-8"))
    file.pop("timer_guide_file", None)
    body = msgspec.json.decode(msgspec.json.encode(file))
    assert house.organizer.post("/api/v1/tournaments", body).status_code == 201
    for language in ("en", "zh"):
        text, _ = read(house.anyone, f"/t/{file['id']}/rules?lang={language}")
        assert file["readings"]["break_stops_the_clock"]["note"][language] in unescape(text)
        assert "break_stops_the_clock" not in text


def test_what_is_for_programs_stands_at_the_foot_of_home_alone(shared_in_play: House) -> None:
    programs = {"/api/docs", "/problems"}
    for path in (*SITE, f"{AT}/standings", f"{AT}/results"):
        _, page = read(shared_in_play.anyone, f"{path}?lang=en")
        assert programs.isdisjoint(link.partition("?")[0] for link in page.links), path
    text, page = read(shared_in_play.anyone, "/?lang=en")
    assert programs <= {link.partition("?")[0] for link in page.links}
    assert "event log" not in text


PAGES = (*SITE, "/", f"{AT}/standings", f"{AT}/results", f"{AT}/board", f"{AT}/entrants/0001")
FOR_PROGRAMS = re.compile(r"parameter|header|body|/api|as_of|NUL|list what|JSON|參數|標頭|列表|請求")


@cases("path", dict.fromkeys(PAGES))
def test_words_that_others_hang_onto_a_link_are_let_be(shared_in_play: House, path: str) -> None:
    plain = shared_in_play.anyone.get(f"{path}?lang=en", {"Accept": "text/html"})
    assert plain.status_code == 200
    for words in ("ref=x", "ref=x&ref=y", "utm_source=%00", "fbclid=" + "x" * 500):
        for accepted in ("text/html", "*/*"):
            assert (
                shared_in_play.anyone.get(f"{path}?lang=en&{words}", {"Accept": accepted}).status_code == 200
            )
    assert shared_in_play.anyone.get(f"{path}?lang=fr").status_code == 200


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_refusal_on_a_page_speaks_to_people(shared_in_play: House, lang: str) -> None:
    refused = 0
    for path, query in [
        *product(
            PAGES, ["part=x", "limit=x", "limit=0", "after=-1", "before=x", "item=x", "view=x", "q=%00"]
        ),
        *product(PAGES, ["version=x", "by=x", "stage=semi", "session=none", "as_of=x", "as_of=1&as_of=2"]),
        *product(["/nowhere", f"{AT}/nowhere", f"{AT}/entrants/9999", f"{AT}/tables/x/1", "/me/x"], [""]),
    ]:
        answer = shared_in_play.anyone.get(f"{path}?{query}&lang={lang}", {"Accept": "text/html"})
        if answer.status_code != 200:
            refused += 1
            (sentence,) = re.findall(r"<h1>(.*?)</h1>", unescape(answer.get_data(as_text=True)), re.DOTALL)
            assert FOR_PROGRAMS.search(sentence) is None, (path, query, sentence)
    assert refused > len(PAGES)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (f"{AT}/news?item=1", "找不到消息 1。"),
        (f"{AT}/standings?view=cross", "找不到這種表"),
    ],
)
def test_a_page_that_is_not_there_is_called_by_its_name(shared_in_play: House, path: str, words: str) -> None:
    answer = shared_in_play.anyone.get(f"{path}&lang=zh", {"Accept": "text/html"})
    assert answer.status_code == 404
    assert words in answer.get_data(as_text=True)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_categories_are_called_by_their_names_on_pages_and_by_their_ids_in_files(
    client_of: ClientOf, past_of: PastOf, lang: str
) -> None:
    past = past_of("categories")
    plan = past.desk.state(past.id).plan
    client = client_of("categories")
    text, _ = read(client, f"/t/{past.id}/standings?lang={lang}")
    shown = lines(text)
    for row in past.ask("standings").rows:
        known = plan.category(row.category)
        assert known is not None
        assert known.name is not None
        words = known.name.in_language(lang)
        assert words[:1].upper() + words[1:] in shown[row.entrant_no]
    rows = client.get(f"/api/v1/tournaments/{past.id}/standings?lang={lang}").get_json()["rows"]
    assert {row["category"] for row in rows} <= {category.id for category in plan.categories}

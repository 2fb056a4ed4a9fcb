"""The pages to read: home, standings, documentation, problem codes; no script, both languages."""

import re
from html.parser import HTMLParser

import pytest

from services.rules.exact import parse_score, score_shown
from services.web.examples import TOURNAMENT_FILE
from shared.problems import problem_types
from tests.api.conftest import ID, SESSION, Client, House, assert_problem, scores

VOID = {"meta", "link", "br", "input"}
PAGES = ("/", f"/t/{ID}/standings", f"/t/{ID}/results", "/api/docs", "/problems", "/problems/not-found")


class Page(HTMLParser):
    """Reads a page strictly enough to see that its tags are closed, and what they say."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [named["id"] or ""] if "id" in named else []
        self.links += [named["href"] or ""] if tag == "a" else []
        self.labels += (named.get("aria-labelledby") or "").split()
        assert not any(name.startswith("on") or name == "style" for name in named), named

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(client: Client, path: str) -> tuple[str, Page]:
    response = client.get(path, {"Accept": "text/html"})
    assert response.status_code == 200, response.get_data()
    assert response.content_type == "text/html; charset=utf-8"
    text = response.get_data(as_text=True)
    return text, Page(text)


def ranked(house: House) -> House:
    """Everyone has played and signed, so there are standings."""
    for table in (1, 2):
        sheet = f"{SESSION}/{table}"
        for game in (1, 2, 3):
            more = int(game == 3)  # so that averages are no whole numbers
            seats = scores(30 + more, -10 - more, -12, -8)
            house.done("record-game-result", {"sheet": sheet, "game": game, "seats": seats})
    house.done("end-session", {"session": SESSION})
    for table in (1, 2):
        sheet = f"{SESSION}/{table}"
        for entrant in house.desk.state(ID).sheets[sheet].seats:
            house.done("sign-sheet", {"sheet": sheet, "entrant": entrant, "medium": "paper"})
    return house


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_is_well_formed_and_runs_nothing(in_play: House, path: str, language: str) -> None:
    text, page = read(in_play.anyone, f"{path}?lang={language}")
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.labels) <= set(page.ids)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert "script" not in page.tags
    assert "style" not in page.tags
    assert f'<html lang="{"en" if language == "en" else "zh-Hant-HK"}">' in text
    assert page.tags.count("h1") == 1
    assert page.tags.count("main") == 1
    assert "//" not in re.sub(r"https?://json-schema\.org\S*", "", "".join(page.links))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_only_its_own_style_sheet(in_play: House, path: str) -> None:
    policy = in_play.anyone.get(path, {"Accept": "text/html"}).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    style = in_play.anyone.get("/style.css")
    assert style.content_type.startswith("text/css")
    assert "import" not in style.get_data(as_text=True)


def test_home_leads_to_the_documentation_and_to_every_tournament(in_play: House) -> None:
    text, page = read(in_play.anyone, "/")
    assert "Spring Cup" in text
    for link in page.links:
        assert in_play.anyone.get(link if link.startswith("/") else f"/{link}").status_code == 200, link
    assert any(link.startswith("/api/docs") for link in page.links)
    assert any(link.startswith(f"/t/{ID}/standings") for link in page.links)


@pytest.mark.parametrize(("title", "shown"), [("Spring", "Spring"), ({"zh": "春日"}, "春日")])
def test_a_title_in_one_language_stands_on_every_page_in_both(
    house: House, title: object, shown: str
) -> None:
    assert house.organizer.post("/api/v1/tournaments", {**TOURNAMENT_FILE, "title": title}).status_code == 201
    for language in ("en", "zh"):
        for address in ("/", f"/t/{ID}/standings", f"/t/{ID}/results"):
            text, _ = read(house.anyone, f"{address}?lang={language}")
            assert shown in text, address


def test_the_standings_show_places_names_by_consent_seq_and_hash(in_play: House) -> None:
    ranked(in_play)
    text, page = read(in_play.anyone, f"/t/{ID}/standings")
    seq, hash = in_play.head
    assert f"<dd>{seq}</dd>" in text
    assert hash.hex() in text
    assert "Player Number2" in text
    assert "Player Number1" not in text
    assert page.tags.count("tr") == 9
    assert page.tags.count("caption") == 1
    rows = in_play.anyone.get(f"/api/v1/tournaments/{ID}/standings").get_json()["rows"]
    exact = {figure for row in rows for figure in (row["score"], row["average"])}
    shown_figures = {figure: score_shown(parse_score(figure)) for figure in exact}
    assert any("/" in figure for figure in exact)
    for figure, words in shown_figures.items():
        shown = words if words == figure else f'<span title="{figure}">{words}</span>'
        assert f'<td class="figure">{shown}</td>' in text
    chinese, _ = read(in_play.anyone, f"/t/{ID}/standings?lang=zh")
    assert "玩家2號" in chinese
    assert "春季盃" in chinese


def test_the_standings_can_be_seen_as_of_a_moment(in_play: House) -> None:
    before, hash = in_play.head
    ranked(in_play)
    text, page = read(in_play.anyone, f"/t/{ID}/standings?as_of={before}")
    assert f"?as_of={before}&stage=final" in page.links
    assert hash.hex() in text
    assert f"As it stood at event {before}" in text
    assert "table" not in page.tags


def test_a_poll_of_the_standings_page_costs_a_304(in_play: House) -> None:
    first = in_play.anyone.get(f"/t/{ID}/standings")
    again = in_play.anyone.get(f"/t/{ID}/standings", {"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    header = {"If-None-Match": first.headers["ETag"]}
    assert in_play.anyone.get(f"/t/{ID}/standings", header).status_code == 200


def test_a_name_cannot_bring_markup_into_a_page(in_play: House) -> None:
    in_play.done("amend-details", {"entrant": "0002", "name_en": "<script>alert(1)</script>"})
    ranked(in_play)
    text, page = read(in_play.anyone, f"/t/{ID}/standings")
    assert "&lt;script&gt;" in text
    assert "script" not in page.tags


def test_the_pages_refuse_what_they_do_not_know(in_play: House) -> None:
    assert_problem(in_play.anyone.get("/t/nowhere/standings"), 404, "tournament-unknown")
    assert_problem(in_play.anyone.get(f"/t/{ID}/standings?stage=semi"), 404, "stage-unknown")
    assert_problem(in_play.anyone.get(f"/t/{ID}/standings?as_of=never"), 400, "moment-unclear")


def test_the_documentation_shows_every_operation_and_schema(in_play: House) -> None:
    _, page = read(in_play.anyone, "/api/docs")
    described = in_play.anyone.get("/api/v1/openapi.json").get_json()
    for methods in described["paths"].values():
        for operation in methods.values():
            assert f"op-{operation['operationId']}" in page.ids
    for name in described["components"]["schemas"]:
        assert f"schema-{name}" in page.ids


def test_every_problem_code_is_explained_where_its_type_points(in_play: House) -> None:
    codes = {problem_row["code"] for problem_row in in_play.anyone.get("/problems").get_json()}
    assert codes == set(problem_types())
    for code in codes:
        shown = in_play.anyone.get(f"/problems/{code}").get_json()
        assert shown["code"] == code
        assert shown["en"]
        assert shown["zh"]
        assert in_play.anyone.get(f"/problems/{code}", {"Accept": "text/html"}).status_code == 200
    assert_problem(in_play.anyone.get("/problems/%3Cscript%3E"), 404)


@pytest.mark.parametrize(
    "path",
    ["/t/no-such-cup/standings", "/t/No_such.cup/results", "/t/spring-cup", "/nowhere", "/problems/none"],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_not_there_is_a_page_in_a_browser(in_play: House, path: str, language: str) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    response = in_play.anyone.get(f"{path}?lang={language}", browser)
    assert (response.status_code, response.content_type) == (404, "text/html; charset=utf-8")
    assert response.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    text = response.get_data(as_text=True)
    page = Page(text)
    assert page.open == []
    assert "script" not in page.tags
    assert "請" in text
    assert re.search(r"[a-z]+ [a-z]+ ", text)
    for link in page.links:
        assert in_play.anyone.get(link).status_code == 200 or link.startswith(("?", "#")), link


def test_a_wrong_parameter_of_a_page_is_a_page_too(in_play: House) -> None:
    response = in_play.anyone.get(f"/t/{ID}/standings?as_of=<script>", {"Accept": "text/html"})
    assert (response.status_code, response.content_type) == (400, "text/html; charset=utf-8")
    assert "<script>" not in response.get_data(as_text=True)


def test_programs_get_problems_whatever_they_say_they_take(in_play: House) -> None:
    response = in_play.anyone.get("/api/v1/tournaments/none/standings", {"Accept": "text/html"})
    assert_problem(response, 404, "tournament-unknown")
    assert_problem(in_play.anyone.get("/t/none/standings"), 404, "tournament-unknown")

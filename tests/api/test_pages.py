"""The pages to read: home, standings, documentation, problem codes; no inline script, both languages."""

import re
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from services.declarations import every_problem_type
from services.web import assets
from services.web.api.examples import TOURNAMENT_FILE
from services.web.app import pages_over
from shared.catalogue import say
from shared.settings import Settings
from tests.api.conftest import ID, SESSION, Client, House, assert_problem, scores
from tests.cases import cases

VOID = {"meta", "link", "br", "input", "col", "img"}
SITE = tuple(f"/t/{ID}{path}" for path in ("", "/programme", "/news", "/entrants", "/rules"))
PAGES = (
    "/",
    *SITE,
    f"/t/{ID}/standings",
    f"/t/{ID}/results",
    "/api/docs",
    "/problems",
    "/problems/not-found",
)


class Page(HTMLParser):
    """Reads a page strictly enough to see that its tags are closed, and what they say."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.tags: list[str] = []
        self.scripts: list[str | None] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [named["id"] or ""] if "id" in named else []
        self.links += [named["href"] or ""] if tag == "a" else []
        self.scripts += [named.get("src")] if tag == "script" else []
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


def assert_ours(client: Client, page: Page) -> None:
    """Whatever runs is a file of this release; nothing stands in the page itself."""
    for address in page.scripts:
        assert address is not None, "a script stands in the page"
        assert address.startswith("/assets/")
        assert client.get(address).content_type == "text/javascript; charset=utf-8"


def ranked(house: House) -> House:
    """Everyone has played and signed, so there are standings."""
    for table in (1, 2):
        sheet = f"{SESSION}/{table}"
        for game in (1, 2):
            seats = scores(30, -10, -12, -8)
            house.done("record-game-result", {"sheet": sheet, "game": game, "seats": seats})
        # A pot that three share comes in thirds, and so the averages of three games in ninths.
        counts = zip("ABCD", (8, 8, 8, 18), (3, 1, 2, 4), strict=True)
        shared = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
        house.done("record-game-result", {"sheet": sheet, "game": 3, "ended_by": "time", "seats": shared})
    house.done("end-session", {"session": SESSION})
    for table in (1, 2):
        sheet = f"{SESSION}/{table}"
        for entrant in house.desk.state(ID).sheets[sheet].seats:
            house.done("sign-sheet", {"sheet": sheet, "entrant": entrant, "medium": "paper"})
    return house


def shared_by_three(house: House) -> House:
    """One table has played, and three of it shared a pot, so that their average is a number of ninths."""
    alone = scores(30, -10, -12, -8)
    shared = [{"seat": seat, "score": "10/3", "game_won": 1, "tiles": 2} for seat in "ABC"] + [
        {"seat": "D", "score": "-10", "game_won": 0, "tiles": 4}
    ]
    for game, seats in ((1, alone), (2, alone), (3, shared)):
        house.done("record-game-result", {"sheet": f"{SESSION}/1", "game": game, "seats": seats})
    return house


@cases("path", PAGES)
def test_every_page_is_well_formed_and_loads_only_files_of_this_release(
    shared_in_play: House, path: str
) -> None:
    anyone = shared_in_play.anyone
    for language, tag in (("en", "en"), ("zh", "zh-Hant-HK")):
        text, page = read(anyone, f"{path}?lang={language}")
        assert page.open == []
        assert len(page.ids) == len(set(page.ids))
        assert set(page.labels) <= set(page.ids)
        assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
        assert page.scripts
        assert_ours(anyone, page)
        assert "style" not in page.tags
        assert f'<html lang="{tag}">' in text
        assert page.tags.count("h1") == 1
        assert page.tags.count("main") == 1
        assert "//" not in re.sub(r"https?://json-schema\.org\S*", "", "".join(page.links))
    answer = anyone.get(path, {"Accept": "text/html"})
    policy = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
    assert policy.pop("default-src") == "'none'"
    assert set(policy.values()) == {"'self'", "'none'"}
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', answer.get_data(as_text=True))
    style = anyone.get(sheet)
    assert style.content_type.startswith("text/css")
    assert style.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not re.search(r"@import|url\(", style.get_data(as_text=True))


def test_a_file_of_another_release_is_given_but_not_kept(shared_in_play: House) -> None:
    answer = shared_in_play.anyone.get("/assets/0123456789/style.css")
    assert answer.status_code == 200
    assert "no-cache" in answer.headers["Cache-Control"]
    assert_problem(shared_in_play.anyone.get("/assets/0123456789/none.css"), 404, "not-found")


def test_what_others_wrote_is_as_it_was_published() -> None:
    vendored = Path(assets.__file__).with_name("static") / "vendor"
    lines = (line.split("  ") for line in (vendored / "SHA256SUMS").read_text().splitlines())
    sums = {name: digest for digest, name in lines}
    found = {path.name for path in vendored.iterdir()} - {"SHA256SUMS", "README.md"}
    assert found == set(sums)
    for name, digest in sums.items():
        assert sha256((vendored / name).read_bytes()).hexdigest() == digest, name


def test_a_part_that_a_page_does_not_have_is_refused(shared_in_play: House) -> None:
    assert_problem(shared_in_play.anyone.get(f"/t/{ID}/standings?part=none"), 404, "not-found")


def test_home_leads_to_the_documentation_and_to_every_tournament(shared_in_play: House) -> None:
    text, page = read(shared_in_play.anyone, "/")
    assert "Spring Cup" in text
    for link in page.links:
        answer = shared_in_play.anyone.get(link if link.startswith("/") else f"/{link}")
        # Founding asks for a link of its own, and says so.
        assert answer.status_code == (401 if link.startswith("/staff/found") else 200), link
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


def test_the_pages_refuse_what_they_do_not_know(shared_in_play: House) -> None:
    assert_problem(shared_in_play.anyone.get("/t/nowhere/standings"), 404, "tournament-unknown")
    assert_problem(shared_in_play.anyone.get(f"/t/{ID}/standings?stage=semi"), 404, "stage-unknown")
    assert_problem(shared_in_play.anyone.get(f"/t/{ID}/standings?as_of=never"), 400, "moment-unclear")


def test_the_documentation_shows_every_operation_and_schema(shared_in_play: House) -> None:
    _, page = read(shared_in_play.anyone, "/api/docs")
    described = shared_in_play.anyone.get("/api/v1/openapi.json").get_json()
    for methods in described["paths"].values():
        for operation in methods.values():
            assert f"op-{operation['operationId']}" in page.ids
    for name in described["components"]["schemas"]:
        assert f"schema-{name}" in page.ids


def test_every_problem_code_is_explained_where_its_type_points(shared_in_play: House) -> None:
    codes = {problem_row["code"] for problem_row in shared_in_play.anyone.get("/problems").get_json()}
    assert codes == set(every_problem_type())
    for code in codes:
        shown = shared_in_play.anyone.get(f"/problems/{code}").get_json()
        assert shown["code"] == code
        assert shown["en"]
        assert shown["zh"]
        assert shared_in_play.anyone.get(f"/problems/{code}", {"Accept": "text/html"}).status_code == 200
    assert_problem(shared_in_play.anyone.get("/problems/%3Cscript%3E"), 404)


@cases(
    "path",
    [
        "/t/no-such-cup/standings",
        "/t/No_such.cup/results",
        "/t/spring-cup/none",
        "/nowhere",
        "/problems/none",
    ],
)
@cases("language", ["en", "zh"])
def test_what_is_not_there_is_a_page_in_a_browser(shared_in_play: House, path: str, language: str) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    response = shared_in_play.anyone.get(f"{path}?lang={language}", browser)
    assert (response.status_code, response.content_type) == (404, "text/html; charset=utf-8")
    assert response.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    text = response.get_data(as_text=True)
    page = Page(text)
    assert page.open == []
    assert_ours(shared_in_play.anyone, page)
    sentence = re.findall(r"<h1>(.*?)</h1>", text)[0]
    assert ("請" in sentence) == (language == "zh")
    assert bool(re.search(r"[a-z]+ [a-z]+ ", sentence)) == (language == "en")
    for link in page.links:
        assert shared_in_play.anyone.get(link).status_code == 200 or link.startswith(("?", "#")), link


def test_a_wrong_parameter_of_a_page_is_a_page_too(shared_in_play: House) -> None:
    response = shared_in_play.anyone.get(f"/t/{ID}/standings?as_of=<script>", {"Accept": "text/html"})
    assert (response.status_code, response.content_type) == (400, "text/html; charset=utf-8")
    assert "<script>" not in response.get_data(as_text=True)


def test_programs_get_problems_whatever_they_say_they_take(shared_in_play: House) -> None:
    response = shared_in_play.anyone.get("/api/v1/tournaments/none/standings", {"Accept": "text/html"})
    assert_problem(response, 404, "tournament-unknown")
    assert_problem(shared_in_play.anyone.get("/t/none/standings"), 404, "tournament-unknown")


@cases("path", ["/", f"/t/{ID}", f"/t/{ID}/standings", f"/t/{ID}/board", "/nope", "/t/nowhere"])
def test_a_part_that_is_not_there_is_refused_with_a_page(shared_in_play: House, path: str) -> None:
    answer = shared_in_play.anyone.get(f"{path}?part=content", {"Accept": "text/html"})
    assert answer.status_code in (400, 404)
    assert "</html>" in answer.get_data(as_text=True)


def test_the_page_of_a_refusal_leads_back_to_the_tournament_in_the_readers_language(
    shared_in_play: House,
) -> None:
    def refused(path: str, **headers: str) -> str:
        return shared_in_play.anyone.get(path, {"Accept": "text/html", **headers}).get_data(as_text=True)

    page = refused(f"/t/{ID}/entrants/none?lang=zh")
    assert f'href="/t/{ID}?lang=zh">返回賽事</a>' in page
    assert "There is no" not in page
    assert "/staff" not in page
    assert 'action="/staff/sign-in?lang=en"' in refused(f"/t/{ID}/history?lang=en")
    assert f'href="/t/{ID}/staff?lang=en">' in refused(f"/t/{ID}/no?lang=en", Cookie=f"staff-{ID}=x")
    assert say("page-to-tournament", "en") not in refused("/t/nowhere/standings?lang=en") + refused(
        "/nope?lang=en"
    )


@pytest.mark.parametrize("added", ["fbclid=a", "utm_source=fb&utm_medium=x", "gclid=1&gclid=2"])
def test_what_networks_add_to_a_shared_address_is_left_aside_on_pages_alone(
    shared_in_play: House, added: str
) -> None:
    for path in ("/", f"/t/{ID}", f"/t/{ID}/programme", f"/t/{ID}/news", f"/t/{ID}/standings"):
        plain, shared_there = shared_in_play.anyone.get(path), shared_in_play.anyone.get(f"{path}?{added}")
        assert plain.status_code == shared_there.status_code == 200, path
        assert plain.data == shared_there.data, "an address on it goes on with what was added"
    assert shared_in_play.anyone.get(f"/api/v1/tournaments/{ID}/standings?{added}").status_code == 400
    assert shared_in_play.anyone.get(f"/t/{ID}?ref=x&view=x").status_code == 200


@cases(
    "added",
    [
        *("/", ".", ")", "。", "”", "*", "`", "%20", "。多謝", "（名次）", "&lang=zh", "/&lang=zh"),
        *("?lang=zh&lang=en", "?as_of=", "?lang=zh."),
    ],
)
def test_what_a_message_puts_behind_a_link_leads_to_the_page_all_the_same(
    shared_in_play: House, added: str
) -> None:
    settings = Settings(public_url="https://x.example")
    pages = pages_over(shared_in_play.desk, shared_in_play.desk.vault, settings)
    (personal,) = pages.make(ID, ["entrant:0001"], together=True)
    link = personal.link.removeprefix("https://x.example")
    for path in (f"/t/{ID}", f"/t/{ID}/programme", f"/t/{ID}/standings", link):
        answer = shared_in_play.anyone.get(f"{path}{added}", {"Accept": "text/html"})
        if not added.startswith("?") and answer.status_code != 200:
            meant = f"{path}?lang=zh" if "lang" in added else path
            assert (answer.status_code, answer.headers["Location"]) == (302, meant), path
            answer = shared_in_play.anyone.get(answer.headers["Location"], {"Accept": "text/html"})
        assert answer.status_code == 200, path
        assert 'lang="en"' in answer.text or added.endswith(("zh", "zh.")), "in the language of the link"
    lost = shared_in_play.anyone.get(f"/t/{ID}/nowhere.?lang=zh", {"Accept": "text/html"})
    assert lost.headers["Location"] == f"/t/{ID}/nowhere?lang=zh"
    assert shared_in_play.anyone.get(lost.headers["Location"], {"Accept": "text/html"}).status_code == 404
    assert shared_in_play.anyone.get(f"/api/v1/tournaments/{ID}{added.partition('?')[0]}x").status_code == 404


def test_what_a_message_puts_behind_a_query_leads_to_the_page_all_the_same(shared_in_play: House) -> None:
    for query in (
        "stage=final.",
        "view=names.",
        "stage=preliminary%E3%80%82",
        "view=names%EF%BC%89&fbclid=x",
    ):
        answer = shared_in_play.anyone.get(f"/t/{ID}/standings?{query}", {"Accept": "text/html"})
        meant = query.partition("%")[0].rstrip(".")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/t/{ID}/standings?{meant}")
        assert shared_in_play.anyone.get(answer.headers["Location"]).status_code == 200
    chinese = shared_in_play.anyone.get(f"/t/{ID}?lang=zh.", {"Accept": "text/html"})
    assert chinese.data == shared_in_play.anyone.get(f"/t/{ID}?lang=zh", {"Accept": "text/html"}).data


def test_no_refusal_leads_to_another_site(shared_in_play: House) -> None:
    for path in ("//evil.example/x.", "//evil.example/x", "/%5Cevil.example."):
        answer = shared_in_play.anyone.get(path, {"Accept": "text/html"})
        assert not answer.headers.get("Location", "/x").startswith(("//", "/\\", "http://evil")), path

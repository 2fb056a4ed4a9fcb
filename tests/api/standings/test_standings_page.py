"""The page of standings: every line as the desk answers it, in both languages, with names by consent."""

import gzip
import re

import pytest

from services.desk.views import UNSET, StandingView
from services.rules.exact import figure_shown
from services.web.api.examples import TOURNAMENT_FILE
from services.web.standings.rows import Column, Lines, figure
from services.web.texts import Texts
from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House, assert_problem, found
from tests.api.standings.conftest import ClientOf
from tests.api.standings.reading import cut_after, lines
from tests.api.test_pages import Page, assert_ours, ranked, read, shared_by_three
from tests.cases import cases
from tests.pasts import SMALL, PastOf

ADDRESS = f"/t/{ID}/standings"
HK = "/t/hk-2026/standings"


def test_an_average_of_ninths_is_shown_beside_its_exact_text(in_play: House) -> None:
    text, _ = read(shared_by_three(in_play).anyone, ADDRESS)
    assert "<td>21 1/9<i> (190/9)</i></td>" in text


def test_the_standings_show_places_names_by_consent_seq_and_hash(in_play: House) -> None:
    ranked(in_play)
    text, page = read(in_play.anyone, ADDRESS)
    seq, hash = in_play.head
    assert f"<dd>{seq}</dd>" in text
    assert hash.hex() in text
    assert "Player Number2" in text
    assert "Player Number1" not in text
    chinese, _ = read(in_play.anyone, f"{ADDRESS}?lang=zh")
    assert "玩家2號" in chinese
    assert "春季盃" in chinese
    assert page.tags.count("caption") == 1
    rows = in_play.anyone.get(f"/api/v1/tournaments/{ID}/standings").get_json()["rows"]
    assert any("/" in row["average"] for row in rows)
    for shown, tied in ((lines(text), "equal"), (lines(chinese), "同名次")):
        assert len(shown) == len(rows) == 8
        for row in rows:
            place, who, won, score, average, tiles, _ = shown[row["entrant_no"]]
            assert place == f"{row['place']} {tied}" if row["tied"] else str(row["place"])
            assert who.startswith(row["entrant_no"])
            assert (won, tiles) == (str(row["games_won"]), str(row["tiles"]))
            for cell, exact in ((score, row["score"]), (average, row["average"])):
                assert f"<td>{cell}</td>" == figure(exact).replace("<i>", "").replace("</i>", "")


def test_the_standings_can_be_seen_as_of_a_moment(in_play: House) -> None:
    before, hash = in_play.head
    ranked(in_play)
    text, page = read(in_play.anyone, f"{ADDRESS}?as_of={before}")
    assert f"{ADDRESS}?as_of={before}&stage=final&lang=en" in page.links
    assert hash.hex() in text
    assert f"As it stood at event {before}" in text
    assert lines(text) == {}
    assert "data-live" not in text, "the past does not change"
    assert "data-live" in read(in_play.anyone, ADDRESS)[0]


def test_a_poll_of_the_standings_page_costs_a_304(in_play: House) -> None:
    for address in (ADDRESS, f"{ADDRESS}?part=table"):
        first = in_play.anyone.get(address)
        header = {"If-None-Match": first.headers["ETag"]}
        assert in_play.anyone.get(address, header).status_code == 304
        shown = in_play.desk.state(ID).entrants["0001"].consent
        in_play.done("set-consent", {"entrant": "0001", "shown": not shown})
        assert in_play.anyone.get(address, header).status_code == 200


def test_the_live_part_is_the_table_that_stands_in_the_page(in_play: House) -> None:
    ranked(in_play)
    for asked in ("view=places", "view=names", "q=0003", "lang=zh"):
        whole, _ = read(in_play.anyone, f"{ADDRESS}?{asked}")
        part = in_play.anyone.get(f"{ADDRESS}?{asked}&part=table").get_data(as_text=True)
        assert part.strip()
        assert part in whole
    assert "<table" not in in_play.anyone.get(f"{ADDRESS}?view=families&part=table").get_data(as_text=True)


@pytest.mark.parametrize("view", ["places", "names"])
def test_what_people_are_called_cannot_bring_markup_into_the_page(in_play: House, view: str) -> None:
    in_play.done("amend-details", {"entrant": "0002", "name_en": "<script>alert(1)</script>"})
    in_play.done("amend-details", {"entrant": "0004", "name_en": "\"'><img src=x onerror=1>"})
    ranked(in_play)
    text, page = read(in_play.anyone, f"{ADDRESS}?view={view}")
    assert "&lt;script&gt;" in text
    assert "<img" not in text
    assert_ours(in_play.anyone, page)


def test_the_sessions_to_choose_from_are_in_the_order_of_play(house: House) -> None:
    stage, *later = TOURNAMENT_FILE["stage"]
    session = stage["sessions"][0]
    sessions = [{**session, "id": f"{day}/1", "day": day} for day in ("2027-03-06", "2027-03-07")]
    found(house, {**TOURNAMENT_FILE, "stage": [{**stage, "sessions": sessions}, *later]})
    day = {"day": "2027-03-06"}
    house.done("suspend-day", {**day, "grounds": "other"})
    house.done("reschedule-sessions", {**day, "new_day": "2027-03-08", "sessions": [SESSION]})
    text, _ = read(house.anyone, f"{ADDRESS}?stage=preliminary&session={SESSION}")
    assert re.findall('<option value="(2027[^"]*)"', text) == ["2027-03-07/1", SESSION]


@cases(
    "query, status, code",
    [
        ("stage=semi", 404, "stage-unknown"),
        ("session=2027-03-06/9", 404, "not-found"),
        ("stage=preliminary&session=2027-03-13/1", 404, "not-found"),
        ("category=none", 422, "no-categories"),
        ("view=cross", 404, "not-found"),
        ("view=teams", 404, "not-found"),
        ("view=nonsense", 400, "parameter-wrong"),
        ("by=nonsense", 400, "parameter-wrong"),
        ("figures=rounded", 400, "parameter-wrong"),
        (f"q={'x' * 201}", 400, "parameter-wrong"),
        ("q=%00", 400, "parameter-wrong"),
        ("part=nonsense", 404, "not-found"),
        ("q=1&q=2", 400, "parameter-wrong"),
    ],
)
def test_what_the_page_does_not_know_is_refused(
    shared_in_play: House, query: str, status: int, code: str
) -> None:
    assert_problem(shared_in_play.anyone.get(f"{ADDRESS}?{query}"), status, code)


def test_the_lines_of_a_session_are_of_those_who_played_in_it(past_of: PastOf, client_of: ClientOf) -> None:
    state, client = past_of(SMALL).desk.state("hk-2026"), client_of(SMALL)
    whole = lines(read(client, f"{HK}?stage=preliminary")[0])
    parts: dict[str, list[str]] = {}
    for session in state.plan.stages[0].sessions:
        part = lines(read(client, f"{HK}?stage=preliminary&session={session.id}")[0])
        sat = {
            number for sheet in state.sheets.values() if sheet.session == session.id for number in sheet.seats
        }
        assert set(part) <= sat
        assert not parts.keys() & part.keys()
        parts |= part
    assert parts == whole


def test_the_cut_is_a_line_that_parts_in_from_out_and_says_what_is_open(
    past_of: PastOf, client_of: ClientOf
) -> None:
    past, client = past_of(SMALL), client_of(SMALL)
    types = {event.type: event.seq for event in past.desk.events("hk-2026", 0, 5000, past.last)}
    concluded = types["qualification-concluded"]
    for lang, words in (("en", "who is in stands above"), ("zh", "以上為晉級者")):
        text, _ = read(client, f"{HK}?stage=preliminary&as_of={concluded}&lang={lang}")
        above, cut = cut_after(text) or ("", "")
        assert words in cut
        going = [cells[-1] for cells in lines(text).values()]
        at = list(lines(text)).index(above) + 1
        inside, outside = ("in", "out") if lang == "en" else ("晉級", "未能晉級")
        assert going[at - 1] == inside
        assert set(going[at:]) == {outside}
        assert going.count(inside) == len(past.desk.state("hk-2026", concluded).cut_into("final").qualified)


def test_equals_across_the_cut_are_said_to_be_tied_until_it_is_decided(
    past_of: PastOf, client_of: ClientOf
) -> None:
    past, client = past_of(SMALL), client_of(SMALL)
    held = [
        event.seq
        for event in past.desk.events("hk-2026", 0, 5000, past.last)
        if event.type == "qualification-held"
    ]
    assert held, "the demo has a tie across the cut"
    tied = past.desk.state("hk-2026", held[0]).cut_into("final").tied
    text, _ = read(client, f"{HK}?stage=preliminary&as_of={held[0]}")
    shown = lines(text)
    assert {number for number, cells in shown.items() if cells[-1] == "tied"} == set(tied)
    assert f"{len(tied)} are equal across it" in text


def test_who_won_a_title_has_it_beside_the_name_with_the_place_as_a_medal(
    past_of: PastOf, client_of: ClientOf
) -> None:
    given = past_of(SMALL).ask("awards").rows
    for lang in ("en", "zh"):
        text, _ = read(client_of(SMALL), f"{HK}?stage=final&lang={lang}")
        shown = lines(text)
        for award in given:
            for number in award.holders:
                if award.award.startswith("place-"):
                    assert (award.title_zh if lang == "zh" else award.title_en) in shown[number][1]
                    metal = ("gold", "silver", "bronze")[award.place - 1]
                    assert f'<b class="medal {metal}">{award.place}</b>' in text


@pytest.mark.parametrize(("name", "by"), [("swiss", "round"), ("round-robin", "opponent")])
def test_the_cross_table_shows_each_meeting_of_each_line(
    past_of: PastOf, client_of: ClientOf, name: str, by: str
) -> None:
    answer = past_of(name).ask("cross-table")
    for lang, words in (
        ("en", {"bye": "bye", "unpaired": "sat"}),
        ("zh", {"bye": "輪空", "unpaired": "未獲配對"}),
    ):
        text, page = read(client_of(name), f"/t/{name}/standings?view=cross&by={by}&lang={lang}")
        assert page.open == []
        shown = lines(text)
        assert list(shown) == [row.entrant_no for row in answer.rows]
        numbers = list(shown)
        for row in answer.rows:
            cells = shown[row.entrant_no][2:-1]
            for meeting in row.meetings:
                figure = "" if meeting.points is UNSET else figure_shown(meeting.points)
                if by == "round":
                    at = [session.session for session in answer.sessions].index(meeting.session)
                    assert cells[at].split()[0] == (figure if meeting.opponents else words[meeting.what])
                    assert all(other in cells[at] for other in meeting.opponents)
                elif meeting.opponents and meeting.opponents[0] in numbers:
                    assert cells[numbers.index(meeting.opponents[0])] == figure
            if by == "opponent":
                assert cells[numbers.index(row.entrant_no)] == "×"


def heads(page: str) -> list[str]:
    return re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', page)


@pytest.mark.parametrize("name", ["swiss", "round-robin", "rummikub-online", "mso-2019"])
def test_published_results_have_the_columns_in_the_order_of_the_standings(
    past_of: PastOf, client_of: ClientOf, name: str
) -> None:
    standings, _ = read(client_of(name), f"/t/{name}/standings")
    results, _ = read(client_of(name), f"/t/{name}/results")
    assert len(heads(results)) > 5
    assert heads(results) == [head for head in heads(standings) if head != say("page-category", "en")]
    (publication,) = past_of(name).desk.state(name).publications.values()
    shown, names = lines(results), re.findall(r'data-columns="([^"]*)"', results)[0].split()
    for row in publication.rows:
        figures = dict(zip(names, shown[row.entrant_no][2:], strict=True))
        assert row.figures is not UNSET
        for column, exact in row.figures.items():
            assert f"<td>{figures[column]}</td>" == figure(exact).replace("<i>", "").replace("</i>", "")


@pytest.mark.parametrize("page", ["standings", "results"])
@pytest.mark.parametrize(
    ("name", "many"), [("hk-2026", False), ("rummikub-online", True), ("mso-2019", True)]
)
def test_more_figures_than_stand_in_one_line_of_a_phone_bear_each_what_it_is_called(
    past_of: PastOf, client_of: ClientOf, name: str, many: bool, page: str
) -> None:
    known = SMALL if name == "hk-2026" else name
    text, _ = read(client_of(known), f"/t/{past_of(known).id}/{page}")
    assert ('<table class="rows many' in text) is many
    line = re.findall("<tr data-key=.*", text)[0]
    # Place and entrant stand first, and a category says by itself what it is.
    expected = [head for head in heads(text)[2:] if head != "Category"] if many else []
    assert re.findall('data-label="([^"]*)"', line) == expected


@pytest.mark.parametrize(("name", "stage"), [("knock-out", "first"), ("school-day", "groups")])
def test_results_from_before_the_cut_say_once_where_it_stands_now(
    client_of: ClientOf, name: str, stage: str
) -> None:
    text, page = read(client_of(name), f"/t/{name}/results?stage={stage}")
    assert text.count(say("page-results-cut-made", "en")) == 1
    assert f"/t/{name}/standings?stage={stage}&lang=en" in page.links
    assert 'class="goes open"' not in text
    last, _ = read(client_of(name), f"/t/{name}/results?stage=final")
    assert say("page-results-cut-made", "en") not in last


@pytest.mark.parametrize("name", ["league", "knock-out", "teams", "categories", "bsg-2015", "mso-2019"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_table_of_every_format_is_well_formed(
    client_of: ClientOf, past_of: PastOf, name: str, lang: str
) -> None:
    client, past = client_of(name), past_of(name)
    for stage in past.desk.state(past.id).plan.stage_ids:
        _, first = read(client, f"/t/{past.id}/standings?stage={stage}&lang={lang}")
        views = {link for link in first.links if link.startswith(f"/t/{past.id}/standings?")}
        assert views
        for address in views:
            text, page = read(client, address)
            assert page.open == []
            assert len(page.ids) == len(set(page.ids))
            assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
            assert text


def test_1200_lines_and_what_they_need_weigh_less_than_100_kb(shared_in_play: House) -> None:
    rows = [
        StandingView(
            place=number,
            entrant_no=f"{number:04d}",
            games_won=number % 4,
            score=f"{7 * number % 997}/2",
            average=f"{number * 31 % 1009}/9",
            tiles=number % 40,
            qualified=number < 121,
            tied=number % 7 == 0,
            name=f"Chan {chr(65 + number % 26)}ing {number * 7919 % 1000} Ming",
        )
        for number in range(1, 1201)
    ]
    columns = tuple(map(Column, ("games_won", "score", "average", "tiles")))
    others = {row.entrant_no: f"陳{chr(0x5000 + int(row.entrant_no))}明" for row in rows}
    table = Lines(columns, Texts("en"), language="en", goes_on=False, others=others)(rows)
    text, page = read(shared_in_play.anyone, ADDRESS)
    files = [shared_in_play.anyone.get(address).get_data() for address in page.scripts if address]
    style = shared_in_play.anyone.get(text.split('rel="stylesheet" href="')[1].split('"')[0]).get_data()
    loaded = sum(len(gzip.compress(each)) for each in (f"{text}{table}".encode(), style, *files))
    assert loaded < 100_000
    assert len(table) < 1200 * 220
    assert Page(f"<table>{table}</table>").open == []

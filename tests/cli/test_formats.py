"""Every kind of tournament on the command line: made from its file, played, standings in their columns."""

import csv
import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from shared.catalogue import say
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ROOT
from tests.sampling import mostly_wide
from tests.unit.tournament.given_formats import ALL, BSG, FOLDER, MSO, ONLINE, PRESSMAN, ROUNDS

COLUMNS = {
    MSO: ["match_points", "median_buchholz", "buchholz", "progressive", "tie_break_score"],
    ROUNDS: ["rounds_won"],
    BSG: ["medal"],
    PRESSMAN: ["target"],
    ONLINE: ["rating", "mu", "sigma"],
}


Play = Callable[[str], None]


@pytest.fixture
def play(tileledger: Command, at_home: AtHome) -> Play:
    """Have the demo of a format at home, which is played once for all tests."""

    def call(name: str) -> None:
        def prepare() -> None:
            assert tileledger("demo", "--tournament", name).code == 0

        at_home(f"demo {name}", prepare)

    return call


@pytest.mark.parametrize("name", ALL)
def test_every_file_makes_a_tournament_that_takes_entrants(name: str, tileledger: Command) -> None:
    assert tileledger("tournament", "create", str(FOLDER / f"{name}.toml")).code == 0
    before = tileledger("standings", name, "--json").answer
    assert before["rows"] == []
    done = tileledger(
        "submit", name, "register-entrant", stdin=b'{"name_en": "Ann", "birth_date": "1980-05-17"}'
    )
    assert done.code == 0, done.err


@pytest.mark.parametrize("name", sorted(COLUMNS))
def test_standings_have_the_columns_of_their_format(name: str, tileledger: Command, play: Play) -> None:
    play(name)
    answer = tileledger("standings", name, "--json").answer
    assert list(answer["rows"][0])[2 : 2 + len(COLUMNS[name])] == COLUMNS[name]
    assert [row["place"] for row in answer["rows"]] == sorted(row["place"] for row in answer["rows"])
    lines = list(csv.DictReader(io.StringIO(tileledger("standings", name, "--format", "csv").out)))
    assert [line["entrant_no"] for line in lines] == [row["entrant_no"] for row in answer["rows"]]
    assert COLUMNS[name][0] in tileledger("standings", name).out
    assert tileledger("standings", name, "--language", "zh").out.startswith("名次")
    assert tileledger("verify", name).code == 0
    half = answer["seq"] * 2 // 3
    past = tileledger("standings", name, "--json", "--as-of", str(half)).answer
    assert past["seq"] == half
    assert past["rows"] != answer["rows"]


def test_swiss_lines_name_the_opponents_and_categories_filter_one_table(
    tileledger: Command, play: Play
) -> None:
    play(MSO)
    rows = tileledger("standings", MSO, "--json").answer["rows"]
    assert len(rows[0]["opponents"]) == 5
    assert sum("bye" in row["opponents"] for row in rows) >= 4
    children = tileledger("standings", MSO, "--json", "--category", "child").answer["rows"]
    adults = tileledger("standings", MSO, "--json", "--category", "adult").answer["rows"]
    assert children
    assert sorted(children + adults, key=lambda row: (row["place"], row["entrant_no"])) == rows
    text = tileledger("explain", MSO, rows[0]["entrant_no"]).out
    assert "lace 1 of" in text
    assert "Sonneborn-Berger" not in text, "it is of another set of tie-breaks"
    level = next(row for row in rows if sum(row["match_points"] == tied["match_points"] for tied in rows) > 1)
    assert say("page-median-buchholz", "en") in tileledger("explain", MSO, level["entrant_no"]).out


def test_what_is_held_on_a_player_has_her_games_and_the_calendar_names_no_stage(
    tileledger: Command, play: Play
) -> None:
    play(MSO)
    line = tileledger("standings", MSO, "--json").answer["rows"][0]
    held = tileledger("subject", MSO, line["entrant_no"]).answer
    assert len(held["games"]) == 5
    assert sum(game["figures"]["game_won"] for game in held["games"]) == line["games_won"]
    assert sum(event["type"] == "seats-drawn" for event in held["events"]) == 5
    assert "reliminary" not in tileledger("calendar", MSO).out


def test_who_went_on_reads_of_each_stage_unless_one_is_asked_for(tileledger: Command, play: Play) -> None:
    play("knock-out")
    rows = tileledger("standings", "knock-out", "--json", "--stage", "final").answer["rows"]
    number = rows[0]["entrant_no"]
    told = tileledger("explain", "knock-out", number)
    one = tileledger("explain", "knock-out", number, "--stage", "first")
    assert one.out in told.out
    assert told.err.count("as of seq") > one.err.count("as of seq") == 1


def test_the_medal_table_is_by_team(tileledger: Command, play: Play) -> None:
    play(BSG)
    answer = tileledger("standings", BSG, "--json").answer
    by_team = {row["team"]: 0 for row in answer["rows"]}
    for row in answer["rows"]:
        by_team[row["team"]] += bool(row["medal"])
    assert {team["team"]: team["gold"] + team["silver"] + team["bronze"] for team in answer["teams"]} == {
        team: many for team, many in by_team.items() if many
    }
    assert "gold" in tileledger("standings", BSG).out


def test_what_a_tournament_does_not_have_is_refused_with_the_way_out(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", BSG, "--until", "mid").code == 0
    assert "no-categories" in tileledger("standings", BSG, "--category", "child").err
    assert "stage-unknown" in tileledger("standings", BSG, "--stage", "final").err
    opened = b'{"session": "2015-07-18/1", "entrants": ["0001", "0002"]}'
    assert "tables-are-drawn" in tileledger("submit", BSG, "open-table", stdin=opened).err
    assert "nobody-checks-in" in tileledger("submit", BSG, "check-in", stdin=b'{"entrant": "0001"}').err
    assert "no-cut-planned" in tileledger("submit", BSG, "conclude-qualification", stdin=b"{}").err


def test_a_round_is_drawn_only_when_the_one_before_is_over(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", MSO, "--until", "registration").code == 0
    drawn = tileledger("submit", MSO, "draw-seats", stdin=b'{"session": "2019-08-19/1", "seed": "read out"}')
    assert drawn.code == 0, drawn.err
    second = tileledger("submit", MSO, "draw-seats", stdin=b'{"session": "2019-08-19/2"}')
    assert (second.code, "session-before-open" in second.err) == (1, True)


def test_a_file_of_ones_own_is_played_as_a_demo(tileledger: Command) -> None:
    """With the other set of tie-breaks, and games until a target at tables that people open."""
    text = (FOLDER / f"{MSO}.toml").read_text("utf-8")
    _write("mine.toml", text.replace('ranking = "mso-2019"', 'ranking = "mso-classic"'))
    assert tileledger("demo", "--tournament", "mine.toml", "--id", "mine").code == 0
    row = tileledger("standings", "mine", "--json").answer["rows"][0]
    assert list(row)[2:6] == ["match_points", "head_to_head", "results_spread", "sonneborn_berger"]
    text = (FOLDER / f"{BSG}.toml").read_text("utf-8")
    _write("open.toml", text.replace('draw = "lot"', 'attend = "some"\ndraw = "open"'))
    assert tileledger("demo", "--tournament", "open.toml", "--id", "open").code == 0
    assert tileledger("standings", "open", "--json").answer["teams"]
    for id in ("mine", "open"):
        assert tileledger("export", id, f"{id}.jsonl", "--public").code == 0
        assert "1: 2" in recomputed(f"{id}.jsonl").stdout


def test_a_template_is_played_by_its_name_and_shows_teams_with_the_sums_that_decide(
    tileledger: Command,
) -> None:
    ran = tileledger("demo", "--tournament", "mine.toml")
    assert (ran.code, "file-unreadable" in ran.err) == (1, True)
    assert tileledger("demo", "--tournament", "teams", "--id", "teams", "--json").answer["podium"]
    answer = tileledger("standings", "teams", "--json").answer
    rows = {row["entrant_no"]: row for row in answer["rows"]}
    teams = answer["teams"]
    for team in teams:
        members = [rows[number] for number in team["members"]]
        assert team["games_won"] == sum(member["games_won"] for member in members)
        assert Fraction(team["score"]) == sum(Fraction(member["score"]) for member in members)
        assert team["tiles"] == sum(member["tiles"] for member in members)
    table = tileledger("standings", "teams").out
    assert "gold" not in table
    first = next(line for line in table.splitlines() if teams[0]["team"] in line and "1" in line.split()[:1])
    assert str(teams[0]["tiles"]) in first


@pytest.mark.parametrize("name", mostly_wide(ALL, [MSO, BSG, ONLINE]))
def test_anyone_recomputes_the_published_table_from_a_public_export(
    name: str, tileledger: Command, play: Play
) -> None:
    play(name)
    assert tileledger("export", name, "x.jsonl", "--public").code == 0
    done = recomputed("x.jsonl")
    assert done.returncode == 0, done.stderr
    assert "version 1" in done.stdout
    lines = [json.loads(line) for line in Path("x.jsonl").read_text("utf-8").splitlines()]
    published = next(line["data"] for line in lines if line["type"] == "results-published")
    figures = published["rows"][1]["figures"]
    first = next(iter(figures))
    figures[first] = f"{figures[first]}1"
    published["digest"] = sha256(canonical(published["rows"])).hexdigest()
    Path("false.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    done = recomputed("false.jsonl")
    assert done.returncode == 1
    assert f"is wrong about {published['rows'][1]['entrant_no']}" in done.stderr


DRAWN = """id = "pair"
title = "A drawn game"
ruleset = "mso-2019"
zone = "Asia/Hong_Kong"
[[stage]]
id = "swiss"
attend = "all"
draw = "given"
table = { most = 2, fewest = 2 }
games = 1
ranked = "played"
check_in = "none"
signatures = "none"
ranking = ["match_points"]
sessions = [{ id = "r1" }]
"""


def test_a_drawn_game_is_a_win_of_neither_wherever_it_is_asked_for(tileledger: Command) -> None:
    _write("pair.toml", DRAWN)
    assert tileledger("tournament", "create", "pair.toml").code == 0
    seats = [{"seat": seat, "count": 10, "tiles": 3} for seat in "AB"]
    for command, given in (
        ("register-entrant", {"entrant_no": "01", "name_en": "One"}),
        ("register-entrant", {"entrant_no": "02", "name_en": "Two"}),
        ("draw-seats", {"session": "r1", "tables": [["01", "02"]]}),
        ("start-session", {"session": "r1"}),
        ("record-game-result", {"sheet": "r1/1", "game": 1, "ended_by": "pool_exhausted", "seats": seats}),
        ("end-session", {"session": "r1"}),
        ("publish-results", {"stage": "swiss"}),
    ):
        ran = tileledger("submit", "pair", command, stdin=json.dumps(given).encode())
        assert ran.code == 0, ran.err
    rows = tileledger("standings", "pair", "--json").answer["rows"]
    assert [(row["games_won"], row["match_points"]) for row in rows] == [(0, "1/2")] * 2
    assert {"average", "qualified"} < rows[0].keys(), "what every ranking has"
    assert tileledger("export", "pair", "pair.jsonl").code == 0
    assert recomputed("pair.jsonl").returncode == 0, recomputed("pair.jsonl").stderr
    assert tileledger("export", "pair", "--sqlite", "pair.db").code == 0
    with closing(sqlite3.connect("pair.db")) as database:
        for table in ("standing", "publication_rows", "sheet_totals"):
            assert database.execute(f"SELECT games_won FROM {table}").fetchall() == [(0,), (0,)], table


def recomputed(file: str) -> subprocess.CompletedProcess[str]:
    """What docs/recompute_standings.py says of an export, as anyone would run it."""
    program = str(ROOT / "docs" / "recompute_standings.py")
    return subprocess.run(
        [sys.executable, "-I", program, file], capture_output=True, text=True, timeout=60, check=False
    )


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _write(name: str, text: str) -> None:
    Path(name).write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('draw = "swiss"', 'draw = "knockout"'), "knockout"),
        (("games = 1", "games = 0"), "games"),
        (("points = 1,", 'points = "2/3",'), "2/3"),
        (('ranking = "mso-2019"', 'ranking = "fide"'), "fide"),
        (("[[stage]]", "[cut]\nplaces = 3\n\n[[stage]]"), "cut"),
        (('attend = "all"', 'attend = "one"'), "round"),
    ],
)
def test_a_file_that_makes_no_sense_says_what_is_wrong(
    change: tuple[str, str], sentence: str, tileledger: Command
) -> None:
    text = (FOLDER / f"{MSO}.toml").read_text("utf-8")
    assert change[0] in text
    _write("wrong.toml", text.replace(*change))
    ran = tileledger("tournament", "create", "wrong.toml")
    assert ran.code == 1
    assert sentence in ran.err


def test_a_rating_over_several_tournaments_goes_on_where_the_one_before_ended(tileledger: Command) -> None:
    for id, seed in (("spring", "1"), ("autumn", "2")):
        assert tileledger("demo", "--tournament", ONLINE, "--id", id, "--seed", seed).code == 0
    spring = tileledger("standings", "spring", "--json").answer["rows"]
    alone = tileledger("ratings", "spring", "--json").answer["rows"]
    assert [(row["entrant_no"], row["rating"], row["games"]) for row in alone] == [
        (row["entrant_no"], row["rating"], row["games"]) for row in spring
    ]
    both = tileledger("ratings", "spring", "autumn", "--json").answer
    assert set(both["tournaments"]) == {"spring", "autumn"}
    autumn = tileledger("standings", "autumn", "--json").answer["rows"]
    played = {row["entrant_no"]: row["games"] for row in spring}
    for row in autumn:
        played[row["entrant_no"]] = played.get(row["entrant_no"], 0) + row["games"]
    assert {row["entrant_no"]: row["games"] for row in both["rows"]} == played
    assert both["rows"] != tileledger("ratings", "autumn", "spring", "--json").answer["rows"]
    assert tileledger("ratings", "spring", "spring", "--json").answer["rows"] == alone
    assert "rating" in tileledger("ratings", "spring").out


def test_any_tournament_may_be_rated_by_its_games(tileledger: Command, play: Play) -> None:
    play(MSO)
    rows = {row["entrant_no"]: row["games"] for row in tileledger("ratings", MSO, "--json").answer["rows"]}
    held = tileledger("standings", MSO, "--json").answer["rows"]
    assert {row["entrant_no"]: row["games"] for row in held} == {
        row["entrant_no"]: rows[row["entrant_no"]] for row in held
    }


def test_a_session_without_hours_shows_none(tmp_path: Path, tileledger: Command) -> None:
    assert (
        tileledger("tournament", "new", "cup", "--like", "swiss", "--out", str(tmp_path / "cup.toml")).code
        == 0
    )
    assert tileledger("tournament", "create", str(tmp_path / "cup.toml")).code == 0
    shown = tileledger("replay", "cup", "--show", "sessions").out
    assert "14:00–" in shown
    assert "None" not in shown

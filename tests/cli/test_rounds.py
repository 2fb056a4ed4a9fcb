"""Tournaments in rounds on the command line: made from their files, played, standings in their columns."""

import csv
import io

import pytest

from tests.cli.conftest import Command
from tests.unit.tournament.given_rounds import ALL, BSG, FOLDER, MSO, ONLINE, ROUNDS

COLUMNS = {
    MSO: ["match_points", "median_buchholz", "buchholz", "progressive", "tie_break_score"],
    ROUNDS: ["rounds_won"],
    BSG: ["medal"],
    ONLINE: ["rating", "mu", "sigma"],
}


@pytest.mark.parametrize("name", ALL)
def test_every_file_makes_a_tournament_that_takes_entrants(name: str, tileledger: Command) -> None:
    assert tileledger("tournament", "create", str(FOLDER / f"{name}.toml")).code == 0
    before = tileledger("standings", name, "--json").answer
    assert before["rows"] == []
    assert before["format"]


@pytest.mark.parametrize("name", sorted(COLUMNS))
def test_standings_have_the_columns_of_their_format(name: str, tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", name).code == 0
    answer = tileledger("standings", name, "--json").answer
    assert list(answer["rows"][0])[2 : 2 + len(COLUMNS[name])] == COLUMNS[name]
    assert [row["place"] for row in answer["rows"]] == sorted(row["place"] for row in answer["rows"])
    lines = list(csv.DictReader(io.StringIO(tileledger("standings", name, "--format", "csv").out)))
    assert [line["entrant_no"] for line in lines] == [row["entrant_no"] for row in answer["rows"]]
    assert COLUMNS[name][0] in tileledger("standings", name).out
    assert tileledger("verify", name).code == 0
    past = tileledger("standings", name, "--json", "--as-of", str(answer["seq"] - 6)).answer
    assert past["seq"] == answer["seq"] - 6
    assert past["rows"] != answer["rows"]


def test_swiss_lines_name_the_opponents_and_categories_filter_one_table(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", MSO).code == 0
    rows = tileledger("standings", MSO, "--json").answer["rows"]
    assert len(rows[0]["opponents"]) == 5
    assert sum("bye" in row["opponents"] for row in rows) >= 4
    children = tileledger("standings", MSO, "--json", "--category", "child").answer["rows"]
    adults = tileledger("standings", MSO, "--json", "--category", "adult").answer["rows"]
    assert children
    assert sorted(children + adults, key=lambda row: (row["place"], row["entrant_no"])) == rows
    said = tileledger("explain", MSO, rows[0]["entrant_no"]).out
    for words in ("Median Buchholz", "without the best", "Progressive sum", "Sonneborn-Berger", "Place 1 of"):
        assert words in said


def test_what_is_held_on_a_player_has_her_games_and_the_calendar_names_no_stage(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", MSO).code == 0
    line = tileledger("standings", MSO, "--json").answer["rows"][0]
    held = tileledger("subject", MSO, line["entrant_no"]).answer
    assert len(held["games"]) == 5
    assert sum(game["figures"]["game_won"] for game in held["games"]) == line["games_won"]
    assert any(event["type"] == "round-drawn" for event in held["events"])
    assert "reliminary" not in tileledger("calendar", MSO).out


def test_the_medal_table_is_by_team(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", BSG).code == 0
    answer = tileledger("standings", BSG, "--json").answer
    by_team = {row["team"]: 0 for row in answer["rows"]}
    for row in answer["rows"]:
        by_team[row["team"]] += bool(row["medal"])
    assert {team["team"]: team["gold"] + team["silver"] + team["bronze"] for team in answer["teams"]} == {
        team: many for team, many in by_team.items() if many
    }
    assert "gold" in tileledger("standings", BSG).out


def test_what_a_format_does_not_have_is_refused_with_the_way_out(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", BSG, "--until", "mid").code == 0
    assert "no-categories" in tileledger("standings", BSG, "--category", "child").err
    assert "stage-unknown" in tileledger("standings", BSG, "--stage", "final").err
    assert (
        "not-in-rounds" in tileledger("submit", BSG, "draw-seats", stdin=b'{"session": "2015-07-18/1"}').err
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('draw = "swiss"', 'draw = "knockout"'), "knockout"),
        (("games = 1", "games = 0"), "games"),
        (("points = 1,", 'points = "2/3",'), "2/3"),
        (('ranking = "mso-2019"', 'ranking = "fide"'), "fide"),
        (("[[stage]]", "[cut]\nplaces = 3\n\n[[stage]]"), "cut"),
        (('attend = "all"', 'attend = "some"'), "not-played-yet"),
    ],
)
def test_a_file_that_makes_no_sense_says_what_is_wrong(
    change: tuple[str, str], said: str, tileledger: Command
) -> None:
    text = (FOLDER / f"{MSO}.toml").read_text("utf-8")
    assert change[0] in text
    with open("wrong.toml", "w", encoding="utf-8") as file:
        file.write(text.replace(*change))
    ran = tileledger("tournament", "create", "wrong.toml")
    assert ran.code == 1
    assert said in ran.err


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


def test_a_tournament_of_sessions_is_not_rated(tileledger: Command) -> None:
    assert tileledger("tournament", "create", str(FOLDER / "hk-2026.toml")).code == 0
    ran = tileledger("ratings", "hk-2026")
    assert (ran.code, "not-rated" in ran.err) == (1, True)

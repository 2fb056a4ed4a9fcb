"""The standings as CSV: what the command line prints, with no names, and safe in a spreadsheet."""

import csv
import io

import pytest

from services.desk.standings_cells import standings_csv
from tests.api.conftest import ID, House, assert_problem
from tests.api.standings.conftest import ClientOf
from tests.api.test_formats import begin, done, found_in
from tests.api.test_pages import ranked
from tests.pasts import SMALL, PastOf
from tests.unit.tournament.given_formats import BSG

ADDRESS = f"/t/{ID}/standings.csv"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("name", [SMALL, "swiss", "bsg-2015", "categories"])
def test_the_file_is_what_the_command_line_prints(past_of: PastOf, client_of: ClientOf, name: str) -> None:
    past = past_of(name)
    for stage in past.desk.state(past.id).plan.stage_ids:
        answer = client_of(name).get(f"/t/{past.id}/standings.csv?stage={stage}")
        assert answer.content_type == "text/csv; charset=utf-8"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{past.id}-standings.csv"'
        text = answer.get_data(as_text=True)
        assert text == standings_csv(past.ask("standings", stage=stage))
        known = past.ask("standings", stage=stage).rows
        assert [(int(row["place"]), row["entrant_no"]) for row in rows(text)] == [
            (row.place, row.entrant_no) for row in known
        ]


def test_families_are_a_file_of_those_who_consent(past_of: PastOf, client_of: ClientOf) -> None:
    shown = rows(client_of(SMALL).get("/t/hk-2026/families.csv").get_data(as_text=True))
    every = past_of(SMALL).ask("families").rows
    assert 0 < len(shown) < len(every)
    assert {row["unit"] for row in shown} < {row.unit for row in every}


def test_the_file_holds_no_name_and_says_the_same_in_every_language(in_play: House) -> None:
    ranked(in_play)
    texts = {in_play.anyone.get(f"{ADDRESS}?lang={lang}").get_data(as_text=True) for lang in ("en", "zh")}
    (text,) = texts
    assert "Player" not in text
    assert len(rows(text)) == 8


def test_a_team_called_like_a_formula_is_a_text_in_the_file(house: House) -> None:
    base = found_in(house, BSG)
    for number in range(1, 5):
        team = {"team": "=1+1"} if number == 1 else {"team": "Tower 2"}
        done(house.organizer, "register-entrant", {"entrant_no": f"{number}", "name_en": "A"} | team, base)
    (session, *_) = house.desk.state(BSG).sessions
    begin(house.organizer, session, base)
    seats = [
        {"seat": seat, "score": score, "game_won": won, "tiles": tiles}
        for seat, score, won, tiles in (
            ("A", "30", 1, 0),
            ("B", "-10", 0, 2),
            ("C", "-10", 0, 2),
            ("D", "-10", 0, 2),
        )
    ]
    done(house.organizer, "record-game-result", {"sheet": f"{session}/1", "game": 1, "seats": seats}, base)
    text = house.anyone.get(f"/t/{BSG}/standings.csv").get_data(as_text=True)
    assert "'=1+1" in {row["team"] for row in rows(text)}


def test_what_the_files_do_not_know_is_refused(shared_in_play: House) -> None:
    assert_problem(shared_in_play.anyone.get(f"{ADDRESS}?stage=semi"), 404, "stage-unknown")
    assert_problem(shared_in_play.anyone.get(f"{ADDRESS}?session=none"), 404, "not-found")
    assert_problem(shared_in_play.anyone.get(f"{ADDRESS}?view=names"), 400, "parameter-unknown")
    assert_problem(shared_in_play.anyone.get("/t/nowhere/families.csv"), 404, "tournament-unknown")

"""Stages one after the other: results carried on, or not; and each by its own rules."""

from msgspec.structs import replace

from services.tournament.definition.awards import PlacesAward
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, TableSize
from services.tournament.definition.templates import template
from services.tournament.kernel.ids import TableId
from services.tournament.play.results import RecordGameResult
from services.tournament.play.timing import EndSession, StartSession
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.seats import DrawSeats, SeatsDrawn
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.standings.standing import standings
from services.tournament.state import State
from tests.unit.tournament.given_formats import cleared, draw_round, enter, founded_by, play_round, play_table
from tests.unit.tournament.specs import Tournament, hk_rules, numbers


def swiss_and_final(**final: object) -> Competition:
    """Two Swiss rounds, then the best four at one table under Hong Kong's rules."""
    plan = read_tournament(template("swiss-final", "cup")).whole()
    swiss = replace(plan.stages[0], sessions=plan.stages[0].sessions[:2], check_in="none", signatures="none")
    last = replace(
        plan.stages[1],
        check_in="none",
        signatures="none",
        **{
            "enter": From("swiss", 4),
            "games": 1,
            "sessions": (replace(plan.stages[1].sessions[0], id="f1"),),
            **final,
        },
    )
    return replace(plan, stages=(swiss, last), awards=(PlacesAward("final", plan.titles),))


def swiss_and_swiss(carry: bool) -> Competition:
    """Two Swiss rounds of eight, then one more of the best four, for which the first two count or not."""
    sessions = (SessionPlan("f1", swiss_and_final().stages[0].sessions[0].day, tables=2),)
    return swiss_and_final(
        ruleset=None,
        attend="all",
        draw="swiss",
        table=TableSize(2, 2),
        ranking="mso-2019",
        ranked="played",
        carry=carry,
        sessions=sessions,
    )


def at_the_final(plan: Competition) -> Tournament:
    """Eight have played two Swiss rounds, and the best four are placed in the final."""
    tournament = enter(founded_by(plan), *numbers(8)).at("2027-03-06 13:56")
    for round in (1, 2):
        play_round(draw_round(tournament, round, seed=f"round {round}"), round)
    tournament.given(PublishResults(stage="swiss"), ConcludeQualification())
    return tournament.given(PlaceFinalists()).at("2027-03-06 18:00")


def points(state: State) -> dict[str, int]:
    return {line.entrant_no: line.totals.match_points for line in standings(state, "final")}


def test_where_results_carry_on_the_points_before_count() -> None:
    tournament = at_the_final(swiss_and_swiss(carry=True))
    before = {line.entrant_no: line.totals.match_points for line in standings(tournament.state, "swiss")}
    tournament.given(DrawSeats(session="f1"))
    finalists = tournament.state.cut_into("final").qualified
    assert points(tournament.state) == {number: before[number] for number in finalists}
    play_final(tournament)
    after = points(tournament.state)
    assert sum(after.values()) == sum(before[number] for number in finalists) + 4
    best = standings(tournament.state, "final")[0]
    assert best.games == 3
    assert len(best.met) == 3


def test_otherwise_everyone_begins_anew() -> None:
    tournament = at_the_final(swiss_and_swiss(carry=False))
    play_final(tournament.given(DrawSeats(session="f1")))
    assert sorted(points(tournament.state).values()) == [0, 0, 2, 2]
    assert {line.games for line in standings(tournament.state, "final")} == {1}


def play_final(tournament: Tournament) -> None:
    tournament.given(StartSession(session="f1"))
    for table in sorted(tournament.state.sessions["f1"].tables):
        play_table(tournament, str(TableId("f1", table)))
    tournament.given(EndSession(session="f1"))


def test_who_has_met_before_is_not_paired_again_where_results_carry_on() -> None:
    tournament = at_the_final(swiss_and_swiss(carry=True))
    met = {
        frozenset(seats)
        for session in tournament.state.sessions_of("swiss")
        for seats in session.tables.values()
    }
    event = tournament.when(DrawSeats(session="f1")).only(SeatsDrawn)
    pairs = [frozenset(table.entrants) for table in event.tables]
    finalists = sorted(tournament.state.cut_into("final").qualified)
    free = [pairing for pairing in pairings(finalists) if not met.intersection(pairing)]
    assert not free or not met.intersection(pairs)


def pairings(four: list[str]) -> list[list[frozenset[str]]]:
    first, *rest = four
    return [
        [frozenset((first, other)), frozenset(number for number in rest if number != other)] for other in rest
    ]


def test_carried_scores_are_added_where_all_must_be_played_and_only_who_played_all_is_ranked() -> None:
    plan = swiss_and_final(
        enter=From("swiss", 8), carry=True, ranking=("total_score",), sessions=two_finals(), ranked="complete"
    )
    tournament = at_the_final(plan)
    assert standings(tournament.state, "final") == []
    before = {line.entrant_no: line.totals.score_sixths for line in standings(tournament.state, "swiss")}
    for id in ("f1", "f2"):
        tournament.given(DrawSeats(session=id, seed=id))
    in_first = tournament.state.sessions["f1"].tables[1]
    tournament.given(StartSession(session="f1"))
    play_table(tournament, "f1/1", 5)
    best = min(in_first)
    table = {line.entrant_no: line for line in standings(tournament.state, "final")}
    assert table.keys() == set(in_first), "whoever still has to play is not ranked yet"
    gain = 5 * 6 * (len(in_first) - 1)
    assert table[best].totals.score_sixths == before[best] + gain


def two_finals() -> tuple[SessionPlan, ...]:
    day = swiss_and_final().stages[0].sessions[0].day
    return tuple(SessionPlan(id, day, tables=1, capacity=4) for id in ("f1", "f2"))


# Each stage by its own rules.


def test_each_stage_is_scored_under_its_own_rules() -> None:
    tournament = at_the_final(swiss_and_final())
    assert tournament.state.rules_in("swiss").id == "mso-2019"
    assert tournament.state.rules_in("final").id == "hk-2026"
    tournament.given(DrawSeats(session="f1"), StartSession(session="f1"))
    seats = tournament.state.sessions["f1"].tables[1]
    charged = [*cleared(seats[0], seats, 20)]
    joker_left = replace(charged[1], rack=("J",), count=None, tiles=None)
    game = RecordGameResult(sheet="f1/1", game=1, seats=(charged[0], joker_left, *charged[2:]))
    tournament.given(game)
    figures = {line.entrant_no: line.totals.score_sixths for line in standings(tournament.state, "final")}
    assert figures[seats[1]] == -30 * 6, "Hong Kong counts a joker 30, where the Swiss rounds counted 50"
    assert tournament.state.sheets["f1/1"].total(seats[0]).sixths == (30 + 20 + 20) * 6


def test_a_rule_that_only_one_stage_knows_is_refused_in_the_other() -> None:
    tournament = at_the_final(swiss_and_final())
    tournament.given(DrawSeats(session="f1"), StartSession(session="f1"))
    seats = tournament.state.sessions["f1"].tables[1]
    late = [
        replace(seat_result, forfeited=number == 1)
        for number, seat_result in enumerate(cleared(seats[0], seats))
    ]
    forfeit = RecordGameResult(sheet="f1/1", game=1, ended_by="forfeit", seats=tuple(late))
    problem = tournament.when(forfeit).problem
    assert problem.code in ("ending-unknown", "ruling-required", "ending-not-in-ruleset"), problem.code


def test_a_tournament_is_founded_with_the_rules_of_all_its_stages() -> None:
    plan = swiss_and_final()
    Tournament().when(DefineTournament(definition=plan, ruleset=hk_rules())).refused("definition-invalid")
    assert set(founded_by(plan).state.stage_rules) == {"hk-2026"}

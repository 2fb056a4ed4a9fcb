"""Which views a board shows when: what stops play before all, then news, then what the hour calls for."""

from itertools import combinations

from services.access.board_links import VIEWS, View
from services.desk.board.board import Situation, views_now
from tests.cases import cases

PLAYING = Situation(playing=True, begun=True)


@cases(
    "situation, views",
    [
        (Situation(), ("day",)),
        (Situation(checking_in=True), ("now", "day")),
        (Situation(checking_in=True, begun=True, seen=True), ("now", "day")),
        (Situation(seated=True), ("seats",)),
        (Situation(seated=True, playing=True, begun=True), ("seats", "now", "results")),
        (PLAYING, ("now", "results")),
        (Situation(playing=True, begun=True, seen=True), ("now", "results", "standings")),
        (Situation(begun=True), ("standings", "day")),
        (Situation(begun=True, seen=True), ("standings", "day")),
        (Situation(playing=True, begun=True, news="alone"), ("news",)),
        (Situation(seated=True, news="among"), ("news", "seats")),
        (Situation(alarm=True, playing=True, news="alone", seated=True), ("alarm",)),
    ],
)
def test_the_hour_calls_for_views(situation: Situation, views: tuple[View, ...]) -> None:
    assert views_now(situation) == views


def test_whatever_was_chosen_what_stops_play_takes_the_screen() -> None:
    for count in range(len(VIEWS) + 1):
        for wanted in combinations(VIEWS, count):
            assert views_now(Situation(alarm=True, playing=True, begun=True), wanted) == ("alarm",)


def test_of_what_was_chosen_that_is_shown_which_has_its_time() -> None:
    assert views_now(PLAYING, ("seats", "now", "day")) == ("now",)
    assert views_now(PLAYING, ("seats", "standings")) == ("seats", "standings")


def test_a_single_view_is_shown_at_any_time() -> None:
    for situation in (Situation(), PLAYING, Situation(seated=True), Situation(begun=True, news="alone")):
        for view in VIEWS:
            alone: tuple[View, ...] = (view,)
            assert views_now(situation, alone) == alone


def test_news_come_between_only_where_they_were_chosen() -> None:
    fresh = Situation(playing=True, begun=True, news="among")
    without: tuple[View, ...] = ("now",)
    among: tuple[View, ...] = ("news", "now")
    assert views_now(fresh, without) == without
    assert views_now(fresh, among) == among


def test_there_is_always_something_to_show() -> None:
    for alarm in (False, True):
        for playing in (False, True):
            for seated in (False, True):
                for count in range(len(VIEWS) + 1):
                    for wanted in combinations(VIEWS, count):
                        situation = Situation(alarm=alarm, playing=playing, seated=seated)
                        assert views_now(situation, wanted)

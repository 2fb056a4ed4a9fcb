"""Whether someone goes on, and how a tie across the last place was decided, as they read of it."""

import pytest

from services.notices.audiences import Recipient
from services.notices.look import Look
from services.notices.policies import notices_due
from services.notices.qualification import goes_on, level_across
from services.notices.rendering import message
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.standings.cut import QualificationConcluded
from services.tournament.standings.finalists import WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie
from shared.i18n import Language
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.stages import preliminary


def tied(choice: str = "lot") -> Tournament:
    """Four tables alike and six places, so that two of the four who are second go on."""
    tournament = preliminary(16, margin=lambda table: 10, cut=6).given(ConcludeQualification())
    if choice == "lot":
        return tournament.given(DecideCutTie(choice="lot", seed="drawn on stage"))
    admitted = tournament.state.cut_into("final").tied[:2]
    return tournament.given(DecideCutTie(choice="play_off", play_off=admitted, reason="a play-off"))


def text_read(tournament: Tournament, kind: str, number: str, language: Language) -> str:
    """The last notice of a kind, as an entrant reads it."""
    found = [
        notice
        for seq, event in enumerate(tournament.history, 1)
        for notice in notices_due(tournament.state, [(seq, event)])
        if isinstance(event, QualificationConcluded | ResultsPublished) and notice.kind == kind
    ]
    look = Look(tournament.state, found[-1], Recipient("entrant", number), language)
    return message([("", look)]).text


@pytest.mark.parametrize(
    ("language", "lot", "decided"),
    [
        ("en", "a lot decided.", "it was decided who goes on."),
        ("zh", "同列最後晉級名次，經抽籤決定。", "同列最後晉級名次，經決定由誰晉級。"),
    ],
)
def test_who_was_level_across_the_last_place_reads_how_it_was_decided(
    language: Language, lot: str, decided: str
) -> None:
    for choice, words in (("lot", lot), ("play_off", decided)):
        tournament = tied(choice)
        cut = tournament.state.cut_into("final")
        assert words in text_read(tournament, "reserve", cut.reserves[0], language)
        assert words in text_read(tournament, "qualified", cut.qualified[-1], language)
        assert words not in text_read(tournament, "qualified", cut.qualified[0], language)
        assert level_across(tournament.state, "final", cut.reserves[-1]) == ""


@pytest.mark.parametrize(
    ("language", "on", "reserve"),
    [
        ("en", "You go on to the final.", "You are a reserve for the final."),
        ("zh", "你已晉級決賽", "你是決賽後備"),
    ],
)
def test_the_results_say_whether_one_goes_on(language: Language, on: str, reserve: str) -> None:
    tournament = tied().given(PublishResults(stage="preliminary"))
    cut = tournament.state.cut_into("final")
    assert on in text_read(tournament, "results-published", cut.qualified[0], language)
    assert reserve in text_read(tournament, "results-published", cut.reserves[0], language)


def test_who_gave_the_place_up_is_not_told_that_they_do_not_go_on() -> None:
    tournament = tied().given(WithdrawQualifier(entrant="0001"))
    assert goes_on(tournament.state, "preliminary", "0001", 1) == ""
    assert goes_on(tournament.state, "final", "0002", 2) == "", "nothing follows the final"
    assert goes_on(preliminary(16).state, "preliminary", "0001", 1) == "open"

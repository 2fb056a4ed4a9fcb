"""Who plays online is in no hall: a suspension says what to do with the games, and nothing is read out."""

from datetime import date
from typing import Literal

import pytest

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.posts import post_about
from services.tournament.weather.suspension import SessionsSuspended, SuspendDay, SuspendRemaining
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.given_formats import ONLINE, entered, open_table, session

WORDS = {"en": "Begin no game", "zh": "請勿開始新的賽局"}
HALL = {"en": ("hall", "come", "travel", "home"), "zh": ("場內", "前來", "回家", "在場")}


@pytest.mark.parametrize("grounds", ["black_rainstorm", "signal_8_or_above", "other"])
@pytest.mark.parametrize("command", [SuspendDay, SuspendRemaining])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_suspension_online_has_no_words_of_a_hall(
    grounds: Literal["black_rainstorm", "signal_8_or_above", "other"],
    command: type[SuspendDay | SuspendRemaining],
    language: Literal["en", "zh"],
) -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    day = session(tournament).day
    assert day == date(2025, 1, 4)
    notices = due(tournament, command(day=day, grounds=grounds))
    assert "hall-word" not in [notice.kind for notice in notices]
    read = [
        filled(Look(tournament.state, notice, recipient, language))
        for notice in notices
        if notice.kind == "suspended"
        for recipient in recipients(tournament.state, notice.audience)
        if recipient.kind == "entrant"
    ]
    assert len(read) == 4
    for text in read:
        assert WORDS[language] in text
        assert not [word for word in HALL[language] if word in text], text
    (event,) = [event for event in tournament.history if isinstance(event, SessionsSuspended)]
    posted = post_about(tournament.state, event, tournament.state.seq, "ab")
    assert posted is not None
    for text in posted.texts:
        assert not [word for word in ("hall", "Please do not come", "在場人士", "前來") if word in text], text

"""Sessions are found by what people call them, in either language and in the words that people write."""

import pytest

from bots.telegram.called import called
from services.tournament.lookups import SESSION_NEEDED, session_in
from services.tournament.seating.sessions_meant import SessionsMeant
from tests.refusing import refusing
from tests.unit.tournament.specs import S1, S2, founded

FINAL = ("2026-04-12/1", "2026-04-12/2")
SECOND = (S2, "2026-04-06/2", "2026-04-07/2", FINAL[1])


@pytest.mark.parametrize(
    ("sessions", "texts"),
    [
        (SECOND, ("第二場", "第２節", "第 2 场", "第二場次", "Session 2", "2")),
        ((S2,), ("2026年3月28日星期六第二場", "3月28日第2場", "星期六第二節", "週六第 2 場")),
        ((S2,), ("Saturday, session 2", "session 2 of Saturday", "28 March, session 2", "Sat session 2")),
        ((S1,), ("session 1 of Saturday, 28 March", "28 March 2026 session 1")),
        (FINAL, ("the final", "The Final", "決賽")),
        (FINAL[1:], ("the final, session 2", "決賽第二場", "session 2 (Final)")),
        ((), ("Friday session 1", "第三十場", "第百場", "the", "")),
    ],
)
def test_they_are_found_in_the_words_that_people_write(sessions: tuple[str, ...], texts: tuple[str]) -> None:
    meant = SessionsMeant(founded().state)
    for text in texts:
        assert meant.meant(text) == sessions, text


def test_of_several_called_so_those_are_named() -> None:
    with refusing(SESSION_NEEDED.code) as refused:
        session_in(founded().state, "the final")
    assert "12 April 2026" in str(refused.value)


def test_in_a_chat_those_of_the_sessions_to_choose_from_are_meant() -> None:
    options = [(S1, "上午那場"), (S2, "下午那場"), *((id, id) for id in FINAL)]
    meant = SessionsMeant(founded().state)
    for text, ids in (
        ("星期六第二場", [S2]),
        ("第一節", [S1, FINAL[0]]),
        ("那場", [S1, S2]),
        ("the final", [*FINAL]),
        ("決賽", [*FINAL]),
        ("Monday", []),
    ):
        assert [id for id, _ in called(options, text, meant)] == ids, text

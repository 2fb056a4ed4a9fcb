"""Who was told where they sit hears of it when that no longer holds, and nobody else does."""

from services.notices.audiences import Recipient
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import contradicted, overtaken
from services.tournament.kernel.facts import Command
from services.tournament.kernel.ids import TableId
from services.tournament.seating.presence import UndoCheckIn
from services.tournament.seating.seats import DrawSeats, ExchangeSeats, UndoSeatDraw
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import SWISS, arrive, draw_round, entered, round_id
from tests.unit.tournament.specs import S1, Tournament, drawn, numbers


def undone(session: str) -> UndoSeatDraw:
    return UndoSeatDraw(session=session, reason="The seed was not read out.")


def seat_of(tournament: Tournament, number: str) -> str:
    attendance = tournament.state.entrants[number].first
    assert attendance.table is not None
    return f"table {TableId.of(attendance.table).number}, seat {attendance.seat}"


def told(tournament: Tournament, command: Command) -> dict[str, str]:
    return read(tournament, due(tournament, command))


def exchanged() -> tuple[Tournament, str, str, list[Notice]]:
    """A session in which people play once, whose seats are drawn, and two of two tables changed theirs."""
    tournament = drawn(8)
    first, second = (tournament.state.sessions[S1].tables[table][0] for table in (1, 2))
    return tournament, first, second, due(tournament, ExchangeSeats(session=S1, first=first, second=second))


def test_whose_seat_was_exchanged_hears_of_every_draw_that_gives_them_another() -> None:
    tournament, first, second, _ = exchanged()
    last = {number: seat_of(tournament, number) for number in (first, second)}
    kept = moved = 0
    for seed in range(12):
        assert told(tournament, undone(S1)) == {}
        texts = told(tournament, DrawSeats(session=S1, seed=str(seed)))
        now = {number: seat_of(tournament, number) for number in last}
        assert sorted(texts) == sorted(number for number in last if now[number] != last[number])
        assert all(now[number] in text for number, text in texts.items())
        moved, kept, last = moved + len(texts), kept + len(last) - len(texts), now
    assert kept > 0 < moved


def test_a_notice_of_an_exchanged_seat_is_void_without_its_draw_and_after_another_seat() -> None:
    tournament, _, _, notices = exchanged()
    assert not any(overtaken(tournament.state, notice) for notice in notices)
    tournament.given(undone(S1))
    assert all(overtaken(tournament.state, notice) for notice in notices)
    later = due(tournament, DrawSeats(session=S1, seed="1"))
    for notice in notices:
        number = notice.audience.removeprefix("entrant:")
        again = [other for other in later if other.audience == notice.audience]
        assert not overtaken(tournament.state, notice)
        assert contradicted(tournament.state, notice, number) is bool(again)
        assert [other.topic for other in again] == [notice.topic] * len(again)
    assert later


def test_whose_exchanged_seat_is_gone_is_told_that_it_no_longer_holds() -> None:
    tournament, first, *_ = exchanged()
    tournament.given(undone(S1), UndoCheckIn(entrant=first, reason="A sister came."))
    notices = due(tournament, DrawSeats(session=S1, seed="2"))
    templates = {notice.audience: notice.template for notice in notices}
    assert templates[f"entrant:{first}"] == "seat-lost"


def test_an_exchange_in_a_round_is_told_to_all_of_both_tables_with_whom_they_play() -> None:
    tournament = arrive(entered(SWISS, 8).at("2027-03-06 13:40"), *numbers(8)).at("2027-03-06 13:56")
    draw_round(tournament, seed="0")
    session = tournament.state.sessions[round_id(tournament)]
    (first, stays), (second, waits) = (session.tables[table] for table in (1, 2))
    notices = due(tournament, ExchangeSeats(session=round_id(tournament), first=first, second=second))
    assert {notice.template for notice in notices} == {"round-changed"}
    texts = read(tournament, notices)
    pairs = {first: waits, waits: first, second: stays, stays: second}
    assert {number: other in texts[number] for number, other in pairs.items()} == dict.fromkeys(pairs, True)
    assert sorted(texts) == sorted(pairs)


def test_a_round_that_is_drawn_again_is_news_for_those_alone_whose_place_is_another() -> None:
    tournament = arrive(entered(SWISS, 6).at("2027-03-06 13:40"), *numbers(5)).at("2027-03-06 13:56")
    session = round_id(draw_round(tournament, seed="0"))
    before = tournament.state.sessions[session]
    (first,) = due(tournament.given(undone(session)), DrawSeats(session=session, seed="1"))
    after = tournament.state.sessions[session]
    stays = [number for number, known in after.seats_told.items() if known.seq < first.seq]
    assert first.audience == f"session:{session}"
    for number in before.entrants:
        line = [
            filled(Look(tournament.state.with_session(known), first, Recipient("entrant", number), "en"))
            for known in (before, after)
        ]
        assert (line[0] == line[1]) is (number in stays)
    assert stays

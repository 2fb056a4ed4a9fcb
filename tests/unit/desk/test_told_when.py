"""Who would read what follows from a command: at once, after a session, or when the night is over."""

from services.desk.told_when import ToldWhen, told_when
from services.notices.audiences import Recipient
from services.notices.registry import note
from tests.unit.tournament.specs import S1, hong_kong, in_play, numbers, registered


def test_who_reads_at_night_depends_on_the_kind_and_on_who_is_at_play() -> None:
    night, morning = hong_kong("2026-03-27 23:30"), hong_kong("2026-03-28 08:00")
    state = registered(2).state
    both = tuple(Recipient("entrant", number) for number in numbers(2))
    word = note(9, "announcement", f"session:{S1}")
    assert told_when(state, [word], night) == ToldWhen(night=both, night_over=morning)
    assert told_when(state, [note(9, "suspended", f"session:{S1}")], night) == ToldWhen(now=both)
    late = note(9, "announcement", f"session:{S1}", not_after=morning)
    assert told_when(state, [late], night) == ToldWhen(), "by then it is of no use"
    assert told_when(state, [word], morning) == ToldWhen(now=both)
    playing = in_play(4)
    seats = tuple(Recipient("entrant", number) for number in numbers(4))
    assert told_when(playing.state, [word], playing.now) == ToldWhen(later=seats)

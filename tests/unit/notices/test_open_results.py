"""Where tables come and go all day everyone is told their results once, when the session is over."""

from services.notices.audiences import Recipient, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.policies import notices_due
from services.tournament.kernel.facts import Command
from services.tournament.play.open_tables import CloseTable
from services.tournament.play.timing import EndSession
from tests.unit.tournament.given_formats import ONLINE, entered, open_table, session, won
from tests.unit.tournament.specs import Tournament


def kinds(tournament: Tournament, command: Command) -> list[tuple[str, str]]:
    events = tournament.when(command).events
    first = tournament.state.seq - len(events) + 1
    return [
        (notice.kind, notice.audience)
        for notice in notices_due(tournament.state, list(enumerate(events, first)))
        if notice.kind == "session-results"
    ]


def test_results_of_open_tables_are_gathered_to_the_end_of_the_session() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    id = session(tournament).plan.id
    assert kinds(tournament.given(won(tournament, "0001", 27)), CloseTable(sheet=f"{id}/1")) == []
    open_table(tournament, "0001", "0003").given(won(tournament, "0001", 12))
    assert kinds(tournament, CloseTable(sheet=f"{id}/2")) == []
    audience = f"played:{id} {tournament.state.seq + 1}"
    assert kinds(tournament, EndSession(session=id)) == [("session-results", audience)]
    numbers = [recipient.number for recipient in recipients(tournament.state, audience)]
    assert numbers == ["0001", "0002", "0003"], "who sat at no table has no result"


def test_they_read_all_their_tables_together() -> None:
    tournament = open_table(entered(ONLINE, 3), "0001", "0002")
    id = session(tournament).plan.id
    tournament.given(won(tournament, "0001", 27), CloseTable(sheet=f"{id}/1"))
    open_table(tournament, "0001", "0003").given(won(tournament, "0001", 12), CloseTable(sheet=f"{id}/2"))
    events = tournament.when(EndSession(session=id)).events
    due = notices_due(tournament.state, list(enumerate(events, tournament.state.seq - len(events) + 1)))
    (notice,) = [notice for notice in due if notice.kind == "session-results"]
    reader = Recipient("entrant", "0001")
    assert "at 2 tables: 2 games won, score 39" in filled(Look(tournament.state, notice, reader, "en"))
    assert "共 2 桌" in filled(Look(tournament.state, notice, reader, "zh"))

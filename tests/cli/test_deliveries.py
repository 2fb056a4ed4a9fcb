"""tileledger deliveries: counts, whom nothing reached, and stopping and resuming."""

from datetime import datetime

from services.cli.deliveries import progress_shown
from services.cli.printing import recipient_shown
from services.delivery.ledger import Counts
from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT


def founded(tileledger: Command) -> str:
    return tileledger("tournament", "create", TOURNAMENT).out.strip()


def test_what_became_of_notices_is_shown(tileledger: Command) -> None:
    tournament = founded(tileledger)
    assert tileledger("deliveries", tournament, "--json").answer == {"notices": []}
    assert tileledger("deliveries", "pending", "--json").answer == []
    assert "muted" not in tileledger("deliveries", "pending").err.lower()


def test_a_message_that_waits_is_shown_with_the_hour_it_waits_for_at_the_venue() -> None:
    morning = datetime.fromisoformat("2026-03-21T00:00+00:00")
    counts = Counts("N-3", "announcement", 3, "open", due_at=morning)
    night = datetime.fromisoformat("2026-03-20T23:30+08:00")
    assert progress_shown(counts, night, "en") == "waits until 2026-03-21 08:00"
    assert progress_shown(counts, morning.astimezone(night.tzinfo), "en") == "open"


def test_how_far_a_notice_is_reads_in_both_languages() -> None:
    now = datetime.fromisoformat("2026-03-20T12:00+08:00")
    assert progress_shown(Counts("N-3", "announcement", 3, "sending", due_at=now), now, "en") == "being sent"
    assert progress_shown(Counts("N-3", "announcement", 3, "sending", due_at=now), now, "zh") == "發送中"
    assert progress_shown(Counts("N-3", "announcement", 3, "done"), now, "zh") == "完成"


def test_whom_a_message_is_for_is_said_as_people_do() -> None:
    keys = ("entrant:0007", "referee:R03", "organizer:organizer")
    assert [recipient_shown(key) for key in keys] == ["0007", "Referee R03", "Organizer"]
    assert [recipient_shown(key, "zh") for key in keys] == ["0007", "裁判 R03", "主辦單位"]


def test_sending_is_muted_and_released(tileledger: Command) -> None:
    tournament = founded(tileledger)
    assert tileledger("deliveries", "mute").code == 0
    assert "Muted since" in tileledger("deliveries", "pending").err
    assert "goes on" in tileledger("deliveries", "release").err
    assert say("cli-nothing-muted", "en") in tileledger("deliveries", "release").err
    assert f"Nothing of {tournament} is sent" in tileledger("deliveries", "mute", tournament).err
    assert f"{tournament}: on the command line" in tileledger("deliveries", "pending").err
    tileledger("deliveries", "mute")
    assert "Everything is muted" in tileledger("deliveries", "release", tournament).err
    assert "goes on" in tileledger("deliveries", "release").err
    assert tileledger("deliveries", "pending").err == ""
    assert tileledger("deliveries", "requeue", tournament, "--json").answer == {"requeued": 0}


def test_what_is_not_there_is_refused(tileledger: Command) -> None:
    tournament = founded(tileledger)
    assert "tournament-unknown" in tileledger("deliveries", "nowhere").err
    assert "not-found" in tileledger("deliveries", tournament, "--notice", "N-1").err
    assert "invalid-input" in tileledger("deliveries", "requeue").err
    assert "invalid-input" in tileledger("deliveries", "pending", tournament).err
    assert "tournament-unknown" in tileledger("deliveries", "mute", "nowhere").err

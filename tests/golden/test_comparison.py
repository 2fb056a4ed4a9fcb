"""What tournaments came to they still come to: commands given to the desk lead to the outcomes kept."""

from datetime import UTC, datetime

import msgspec
import pytest
from msgspec.structs import replace

from services.access.principal import Principal
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.tournament.kernel.deciding import Draft
from services.tournament.people.forgetting import ForgetPerson
from shared.clock import ManualClock
from shared.codec import canonical
from shared.database import Database
from shared.eventlog import EventLog
from shared.vault import Vault
from tests.golden.comparison.documents import Given, Sections, applied, names, read
from tests.golden.comparison.outcomes import sections

QUICK = {
    "mso-2019-demo-1",
    "pressman-2006-demo-1",
    "pressman-2006-tournament-demo-1",
    "bsg-2015-demo-1",
    "rummikub-online-demo-1",
    "hk-2026-chance-5",
    "hk-2026-tied-106",
    "mso-2019-chance-1",
    "mso-classic-chance-3",
    "pressman-2006-tournament-chance-3",
    "bsg-2015-chance-2",
    "rummikub-online-chance-3",
}
BEGIN = datetime(2000, 1, 1, tzinfo=UTC)
REFEREE = "referee:"
"""Before the number of a referee who is forgotten: what the vault knows them by is made by chance."""


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.wide) for name in names()]
)
def test_the_commands_lead_to_the_outcomes(
    name: str, sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some tournaments by chance have figures that no tiles make.
    monkeypatch.setattr(Draft, "strict", False)
    document = read(name)
    clock = ManualClock(BEGIN)
    desk = Desk(
        Parts.over(EventLog(sqlite_database, clock), vault, clock, b"the secret of a desk that is only fed")
    )
    expected: Sections = {}
    moments = {moment.after: moment.changed for moment in document.moments}
    assert max(moments) == len(document.commands) - 1
    for index, given in enumerate(document.commands):
        clock.set(max(given.at, clock.now()))
        carry_out(desk, document.tournament, given)
        if index in moments:
            expected = applied(expected, moments[index])
            found = msgspec.json.decode(canonical(sections(desk, document.tournament)))
            assert_same(f"after command {index} of {name}: {given}", found, expected)


def carry_out(desk: Desk, tournament: str, given: Given) -> None:
    """Give a command to the desk, at its time and by whom it came."""
    command = given.command
    if isinstance(command, ForgetPerson) and command.person.startswith(REFEREE):
        referee = desk.state(tournament).referees[command.person.removeprefix(REFEREE)]
        command = replace(command, person=referee.person)
    role, _, subject = given.by.partition(":")
    desk.submit(tournament, command, Principal("comparison", role, subject, tournament), occurred_at=given.at)  # type: ignore[arg-type]


def assert_same(where: str, found: Sections, expected: Sections) -> None:
    """Name the first section that differs: all of them would fill the screen."""
    assert found.keys() == expected.keys(), where
    for key in expected:
        assert found[key] == expected[key], f"{key} {where}"

"""What tournaments came to they still come to: inputs fed to the desk lead to the outcomes kept."""

from datetime import UTC, datetime

import msgspec
import pytest

from services.desk.desk import Desk
from services.desk.parts import Parts
from services.tournament.kernel.deciding import Draft
from shared.clock import ManualClock
from shared.codec import canonical
from shared.database import Database
from shared.eventlog import EventLog
from shared.problems import Problem
from shared.vault import Vault
from tests.golden.comparison import adapter
from tests.golden.comparison.documents import Document, Sections, applied, names, read
from tests.golden.comparison.early_rounds import in_rounds
from tests.golden.comparison.latecomers import concerns, latecomers, without
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


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.wide) for name in names()]
)
def test_the_inputs_lead_to_the_outcomes(
    name: str, sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The inputs are from before figures were refused that no tiles make, and hold some.
    monkeypatch.setattr(Draft, "strict", False)
    document = read(name)
    clock = ManualClock(BEGIN)
    desk = Desk(
        Parts.over(EventLog(sqlite_database, clock), vault, clock, b"the secret of a desk that is only fed")
    )
    expected: Sections = {}
    awarded: Sections = {}
    moments = {moment.after: moment.changed for moment in document.moments}
    assert max(moments) == len(document.inputs) - 1
    late = latecomers(document)
    unsure: set[str] = set()
    differs = min((difference.input for difference in document.differs), default=len(document.inputs))
    for index, entry in enumerate(document.inputs):
        try:
            if not concerns(entry, late) and (sheet := adapter.feed(desk, clock, document, entry)):
                unsure.add(f"sheet {sheet.rpartition('/')[0]} {sheet.rpartition('/')[2]}")
        except Problem as problem:
            if problem.code != "sits-elsewhere":
                raise
            # Nobody sits in two open rooms today; what follows from it cannot be compared.
            break
        # What is expected to differ is fed all the same: nothing of it is refused.
        if index in moments and index < differs:
            expected = applied(expected, moments[index])
            if "awards" in moments[index]:
                awarded = expected
            wanted = without(expected, late, awarded)
            found = found_at(desk, document)
            for key in unsure:
                # Who is out signs no more, nor does anybody while a dispute is open; all else is compared.
                wanted, found = unsigned(wanted, key), unsigned(found, key)
            assert_same(document, index, found, wanted)


def found_at(desk: Desk, document: Document) -> Sections:
    """The sections as they stand, as JSON has them."""
    found: Sections = msgspec.json.decode(
        canonical(sections(desk, document.definition["id"], of_rounds=in_rounds(document)))
    )
    return found


def unsigned(every: Sections, key: str) -> Sections:
    """The sections without who has signed one sheet, and whether it is closed by that."""
    return {
        **every,
        key: {name: kept for name, kept in every[key].items() if name not in ("signatures", "closed")},
    }


def assert_same(document: Document, index: int, found: Sections, expected: Sections) -> None:
    """Name the first section that differs: all of them would fill the screen."""
    where = f"after input {index} of {document.name}: {document.inputs[index]}"
    assert expected.keys() <= found.keys(), where
    assert found.keys() - expected.keys() <= {"medals", "awards"}, where
    for key in expected:
        assert found[key] == expected[key], f"{key} {where}"


def test_every_kind_of_input_is_fed_in_some_document() -> None:
    kinds = {entry["do"] for name in names() for entry in read(name).inputs}
    assert kinds == {"found", *adapter.COMMANDS}

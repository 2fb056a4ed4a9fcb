"""What a family reads of its unit: where to answer, and that it is dissolved."""

from typing import Literal

import pytest

from services.notices.audiences import Recipient, recipients
from services.notices.look import Look
from services.notices.registry import note
from services.notices.rendering import LONGEST, message
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.families import DeclareFamilyUnit
from shared.i18n import LANGUAGES, Language
from tests.golden.told import LONG
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.specs import CHILD, S1, Tournament, registered, registration

KID, PARENT = "0004", "0005"
PAGE = "https://play.example.org/me/" + "x" * 43


def family() -> Tournament:
    return registered(3).given(
        registration(KID, S1, CHILD),
        registration(PARENT, S1),
        DeclareFamilyUnit(child=KID, parent=PARENT),
    )


def test_of_a_dissolved_unit_whoever_takes_part_still_is_told() -> None:
    tournament = family()
    notices = due(tournament, CancelRegistration(entrant=PARENT))
    (told,) = [notice for notice in notices if notice.kind == "family-dissolved"]
    assert recipients(tournament.state, told.audience) == (Recipient("entrant", KID),)


@pytest.mark.parametrize(
    ("read_in", "page", "en", "zh"),
    [
        ("chat", "", "unless you confirm.", "你的任何資料。"),
        ("page", "", "You answer on your page.", "請在個人頁面回覆。"),
        ("mail", "", "To answer, ask the check-in desk.", "如要回覆，請向報到處辦理。"),
        ("mail", PAGE, f"You answer on your page: {PAGE}", f"請在個人頁面回覆：{PAGE}"),
    ],
)
def test_who_is_asked_reads_where_to_answer(
    read_in: Literal["chat", "page", "mail"], page: str, en: str, zh: str
) -> None:
    tournament, reader = family(), Recipient("entrant", KID)
    notice = note(9, "family-asked", f"entrant:{KID}", child=KID, parent="0001", by="0001")

    def body(language: Language) -> str:
        look = Look(tournament.state, notice, reader, language, page=page, read_in=read_in)
        whole = message([(LONG[language], look)])
        assert len(whole.text) < LONGEST
        return whole.bodies[0]

    for language, end in zip(LANGUAGES, (en, zh), strict=True):
        assert body(language).endswith(end)

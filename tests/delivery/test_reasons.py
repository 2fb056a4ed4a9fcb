"""Reasons why a message did not arrive are kept in English and read in every language."""

import re
from pathlib import Path

from services.delivery.reasons import reason
from shared.catalogue import say, shown

ROOT = Path(__file__).parents[2]
KEPT = {
    kept.rstrip()
    for room in ("services/delivery", "bots")
    for path in (ROOT / room).rglob("*.py")
    for kept in re.findall(
        r'Outcome\([^)]*?why=f?"([a-z][^"{]* [^"{]*?) ?(?:\(\{|")', path.read_text("utf-8")
    )
}


def test_every_reason_the_program_gives_is_read_in_chinese() -> None:
    assert len(KEPT) > 10
    for kept in KEPT:
        assert shown(reason(kept), "en") == kept
        chinese = str(shown(reason(kept), "zh")).replace("Telegram", "")
        assert not re.search("[a-z]{3}", chinese), kept


def test_what_was_raised_stays_with_it_and_an_answer_from_elsewhere_as_it_is() -> None:
    assert shown(reason("no connection (TimeoutError)"), "zh") == "無法連接（TimeoutError）"
    assert shown(reason(say("word-why-not-timed-out", "en")), "zh") == "逾時"
    assert shown(reason("bot was blocked by the user"), "zh") == "bot was blocked by the user"


def test_nothing_that_was_raised_stands_alone_for_a_reason() -> None:
    bare = re.compile(r"(?:why=|Answered\(0, )type\(")
    rooms = [path for room in ("services/delivery", "bots") for path in (ROOT / room).rglob("*.py")]
    assert [path.name for path in rooms if bare.search(path.read_text("utf-8"))] == []

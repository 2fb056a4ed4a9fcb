"""What people are shown comes out of `Desk.ask`: rooms around the desk do not read its state or directory."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.cases import cases

ROOT = Path(__file__).parents[3]
ROOMS = ("bots", "services/web", "services/personal", "services/officials")
CLOSED = frozenset({"state", "directory", "foresee", "projections"})
"""What of a desk is for its own room: it is answered without regard to who asks."""
THROUGH_THE_DESK = {
    "services/officials/meaning.py": {"foresee"},
    "services/officials/exhibits.py": {"foresee"},
    "services/web/personal/consents.py": {"foresee"},
    "bots/telegram/owning.py": {"state"},
    "bots/telegram/handling.py": {"state"},
    "bots/telegram/muted.py": {"state"},
    "bots/telegram/called.py": {"state"},
    "bots/telegram/choices.py": {"state"},
    "bots/telegram/tasks.py": {"state"},
    "bots/telegram/urgent.py": {"state"},
    "services/web/api/deliveries.py": {"state"},
    "services/web/founding/found_page.py": {"foresee"},
    "services/web/outbox/announcing.py": {"foresee"},
    "services/web/outbox/rooms.py": {"state"},
    "services/web/handouts/page.py": {"state"},
    "services/web/tasks/closing_page.py": {"state"},
    "services/web/tasks/console_page.py": {"state"},
    "services/web/tasks/refusals.py": {"foresee"},
    "services/web/tasks/people_page.py": {"state", "foresee"},
    "services/web/tasks/routes.py": {"state"},
    "services/web/signing_in/staff.py": {"state"},
    "services/web/tasks/weather_page.py": {"state"},
}
"""`foresee` decides a command under its sender's rights: what a ruling would change is read back from it,
the verdict on evidence, whether a consent says something new, whom an announcement would reach, who of a
list would wait, whether a tournament can be founded, and what hinders the next step of a session. `state` is
handed on to who says when sending was decided on, in the time zone of the tournament, whether what a referee
has read out still holds, whom a notice is for, to whose call for a parent a cry answers, and what of its
things an official may choose from, or is offered to do."""


def taken(file: Path) -> Iterator[str]:
    """What a module takes of a desk, however it calls it: `desk.x`, `self._desk.x`, `talk.room.desk.x`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            of = node.value
            name = of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""
            if name.strip("_") == "desk":
                yield node.attr


@cases("room", ROOMS)
def test_a_room_around_the_desk_shows_what_ask_answers_and_nothing_else(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert len(files) > 5
    for file in files:
        name = str(file.relative_to(ROOT))
        found = set(taken(file)) & CLOSED
        assert found <= THROUGH_THE_DESK.get(name, set()), name


def test_it_would_be_seen(tmp_path: Path) -> None:
    for line in ("talk.room.desk.state(x)", "self._desk.directory.names()", "desk.state(t).entrants"):
        (tmp_path / "a.py").write_text(line)
        assert set(taken(tmp_path / "a.py")) & CLOSED

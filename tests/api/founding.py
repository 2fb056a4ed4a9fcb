"""A tournament of one entrant that a program of its own has set up in a folder."""

import shutil
from pathlib import Path

from tests.api.served import program
from tests.made_once import MadeOnce

FOUND = """
from datetime import timedelta
from services.access.tokens import grant_token
from services.tournament.definition.reading import understand
from services.rules.ruleset import load
from services.tournament.definition.founding import DefineTournament
from services.web.api.examples import TOURNAMENT_FILE
from services.tournament.people.registration import RegisterEntrant
from services.wiring import wired
import msgspec

with wired() as wiring:
    definition = understand(TOURNAMENT_FILE).whole()
    command = DefineTournament(definition=definition, ruleset=load(definition.ruleset))
    wiring.desk.submit(definition.id, command, wiring.operator)
    someone = {"session": "2027-03-06/1", "birth_date": "1990-05-17", "entrant_no": "1", "name_en": "A B"}
    wiring.desk.submit(definition.id, msgspec.convert(someone, RegisterEntrant), wiring.operator)
    expires = wiring.clock.now() + timedelta(days=1)
    print(grant_token(wiring.grants, "service", "robot", None, expires)[0])
"""


def founded(folder: Path, made_once: MadeOnce) -> str:
    """A folder with the tournament, as a program set it up once for all tests; a token."""

    def make(made: Path) -> None:
        (made / "token").write_text(set_up(made))

    shutil.copytree(made_once("spring cup", make), folder, dirs_exist_ok=True)
    return (folder / "token").read_text()


def set_up(folder: Path, **settings: str) -> str:
    """Set the tournament up in a folder; a token."""
    done = program(FOUND, folder, **settings)
    output, _ = done.communicate(timeout=120)
    assert done.returncode == 0, output.decode()
    return output.decode().split()[-1]

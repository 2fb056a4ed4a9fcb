"""A fresh installation that many come to at once: everyone is registered, none is told of a wrong vault."""

from pathlib import Path

import pytest

from tests.api.served import program
from tests.profiles import wide

THREADS = 8
FIRST = """
import sys, threading, time
from pathlib import Path
import msgspec
from services.rules.ruleset import load
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.reading import understand
from services.tournament.people.registration import RegisterEntrant
from services.web.api.examples import TOURNAMENT_FILE
from services.wiring import wired
from shared.problems import Problem
from shared.structs import understand_all

understand_all()
process, threads = int(sys.argv[1]), int(sys.argv[2])
with wired() as wiring:
    definition = understand(TOURNAMENT_FILE).whole()
    command = DefineTournament(definition=definition, ruleset=load(definition.ruleset))
    try:
        wiring.desk.submit(definition.id, command, wiring.operator, command_id="founding")
    except Problem as problem:
        print(problem.code)
    print("ready", flush=True)
    while not Path("go").exists():
        time.sleep(0.001)
    codes = []

    def register(number):
        someone = {
            "session": "2027-03-06/1", "birth_date": "1990-05-17", "name_en": "A B",
            "entrant_no": f"{process:02d}{number:02d}",
        }
        try:
            wiring.desk.submit(definition.id, msgspec.convert(someone, RegisterEntrant), wiring.operator)
        except Problem as problem:
            codes.append(problem.code)

    running = [threading.Thread(target=register, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    print("done", *codes, flush=True)
"""


def processes() -> int:
    """How many come at once: each takes a second to start."""
    return 3 if wide() else 2


def registered_at_once(folder: Path, **settings: str) -> list[tuple[int, str]]:
    """How each process ended, and its last line; they began to register when all were ready."""
    running = [program(FIRST, folder, str(number), str(THREADS), **settings) for number in range(processes())]
    try:
        for process in running:
            assert process.stdout is not None
            while (line := process.stdout.readline().decode()) != "ready\n":
                assert line, process.communicate()[0].decode()
        (folder / "go").touch()
        outputs = [process.communicate(timeout=120)[0].decode() for process in running]
        return [
            (process.returncode, output.rstrip().rpartition("\n")[2])
            for process, output in zip(running, outputs, strict=True)
        ]
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.communicate()


@pytest.mark.parametrize(
    "kind",
    ["sqlite", pytest.param("postgresql", marks=(pytest.mark.postgresql, pytest.mark.wide(whole=True)))],
)
def test_whoever_is_first_at_the_same_moment_as_others_is_registered(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    settings = {}
    if kind == "postgresql":
        server = request.getfixturevalue("postgresql_server")
        settings = {"DATABASE_URL": server.create(), "VAULT_URL": server.create()}
    assert registered_at_once(tmp_path, **settings) == [(0, "done")] * processes()

"""The list of problem codes is whole in every process, whatever it has imported so far."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec

REPOSITORY = Path(__file__).parents[2]
PROGRAM = """
import json, sys
from services.wiring import Wiring
from shared.settings import load_settings
client = Wiring(load_settings()).web.test_client()
print(json.dumps([client.get(address).get_json() for address in sys.argv[1:]]))
"""
"""Not a copy of a process that has all imported (`tests.warm`)."""


def test_a_process_that_has_served_nothing_yet_lists_every_problem_of_the_documentation(home: Path) -> None:
    addresses = ("/problems", "/api/v1/openapi.json", "/problems/telegram-unreachable")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *addresses],
        capture_output=True,
        cwd=home,
        env={"PYTHONPATH": str(REPOSITORY)},
        timeout=120,
        check=True,
    )
    problems, document, one = msgspec.json.decode(done.stdout.splitlines()[-1])
    page = (REPOSITORY / "docs" / "problems.md").read_text("utf-8")
    documented = {(code, int(status)) for code, status in re.findall(r"^\| `(.+?)` \| (\d+) \|", page, re.M)}
    assert {(kind["code"], kind["status"]) for kind in problems} == documented
    answers = document["components"]["responses"]
    listed = {
        (code, int(name.removeprefix("Problem")))
        for name, answer in answers.items()
        for code in answer["x-codes"]
    }
    assert listed == {(code, status) for code, status in documented if f"Problem{status}" in answers}
    assert one["code"] == "telegram-unreachable"

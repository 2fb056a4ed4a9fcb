"""tileledger rehearse --live: the day on simulated phones, in a process of its own, until Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from services.tournament.definition.templates import template
from tests.cli.conftest import Command, appoint_chief
from tests.simulators.telegram import Telegram
from tests.wording import fixed

PATIENCE = 120.0
CHIEF = 5002


class Running:
    """A rehearsal that is under way."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: Path) -> None:
        self.process = process
        self._output = output
        self.wait_for("http://127.0.0.1:")
        self.phones = Telegram(int(re.findall(r"http://127\.0\.0\.1:(\d+)/", self.printed)[0]), output)

    @property
    def printed(self) -> str:
        return self._output.read_text("utf-8")

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in self.printed:
            assert self.process.poll() is None, self.printed
            assert time.monotonic() < deadline, self.printed
            time.sleep(0.1)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@contextmanager
def live(home: Path, target: str, *arguments: str) -> Iterator[Running]:
    output = home / "printed.txt"
    command = [sys.executable, "-m", "services.cli", "rehearse", target, "--live"]
    command += ["--speed", "3600", "--telegram-port", "0", *arguments]
    scratch = home / "scratch"
    scratch.mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "TMPDIR": str(scratch),
    }
    with output.open("wb") as file:
        process = subprocess.Popen(command, cwd=home, env=environment, stdout=file, stderr=subprocess.STDOUT)
    try:
        yield Running(process, output)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)


def texts(rehearsal: Running, chat: int) -> str:
    return "\n".join(str(message.get("text", "")) for message in rehearsal.phones.messages(chat))


def wait_for(rehearsal: Running, chat: int, text: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while text not in texts(rehearsal, chat):
        assert time.monotonic() < deadline, texts(rehearsal, chat)
        time.sleep(0.1)


def test_a_day_is_watched_on_phones_and_its_list_printed_at_the_end(home: Path) -> None:
    file = home / "school.toml"
    file.write_text(template("school-day", "school"), encoding="utf-8")
    with live(home, str(file), "--script", "black-rain") as rehearsal:
        rehearsal.wait_for("The day is over.")
        wait_for(rehearsal, CHIEF, "NEW DATE")
        assert "SUSPENDED" in texts(rehearsal, CHIEF)
        assert rehearsal.printed.index("Timer guide") < rehearsal.printed.index("Suspension")
        assert rehearsal.stop() == 0
        assert "Chief Referee\n" in rehearsal.printed
        assert fixed("cli-rehearsed-in") in rehearsal.printed
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", rehearsal.phones.port), 1)
    assert list((home / "scratch").iterdir()) == []


def test_of_a_tournament_here_nobody_real_is_on_the_page_and_ctrl_c_ends_the_day(
    home: Path, tileledger: Command
) -> None:
    file = home / "school.toml"
    file.write_text(template("school-day", "school"), encoding="utf-8")
    assert tileledger("tournament", "create", str(file)).code == 0
    appoint_chief(tileledger, "school")
    people = home / "people.csv"
    people.write_text(
        "entrant_no,name_en,name_zh,birth_date,session,family,family_role,email,language,team\n"
        "0001,Realname Person,真名人,2015-01-01,2027-03-06/1,,,real@example.org,en,\n",
        encoding="utf-8",
    )
    assert tileledger("import", "entrants", "school", str(people)).code == 0
    before = tileledger("verify", "school", "--json", "--no-seals").answer
    with live(home, "school") as rehearsal:
        rehearsal.wait_for("On the page now")
        rehearsal.wait_for("2027-03-06")
        chats = rehearsal.phones.ask("GET", "state")["chats"]
        on_phones = [chat["first_name"] + texts(rehearsal, chat["id"]) for chat in chats]
        assert rehearsal.stop() == 0
        everything = "\n".join([*on_phones, rehearsal.printed])
    assert "Realname" not in everything
    assert "真名人" not in everything
    assert "The day is over" not in everything
    assert tileledger("verify", "school", "--json", "--no-seals").answer == before

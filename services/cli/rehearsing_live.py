"""tileledger rehearse --live: the day on simulated phones, at so many times the pace of a watch."""

import asyncio
import signal
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from services.cli.phones import hand_out, switch_on
from services.cli.printing import say, worded
from shared.catalogue import Word
from shared.catalogue import say as in_words

if TYPE_CHECKING:
    from services.cli.rehearsal_copies import Copy
    from services.rehearsal.walking import Rehearsal, Told
    from services.tournament.weather.policy import Proposal

_BEFORE = timedelta(minutes=65)
"""So long before the first session opens the clock begins to run: an hour before comes a reminder."""
ANSWER_WITHIN = 30.0
"""Real seconds that whoever watches has for a proposal, at any speed, before the script answers it."""
_OUT_WITHIN = 10.0
"""Seconds that the last messages of the day have to reach the phones."""


class Live:
    """One day, played where it can be watched.

    Args:
        walk: goes through the day on the copy, with an agenda and who is told of each step.
        port: where the simulated Telegram listens.
        speed: how many seconds of the day pass in one.
        language: that of what the kinds of messages are called.
        quiet: whether the lines of the day are left out, for who reads the answer by a program.
    """

    def __init__(
        self,
        copy: "Copy",
        walk: "Callable[..., Rehearsal]",
        port: int,
        speed: float,
        *,
        language: str,
        quiet: bool,
    ) -> None:
        self._copy = copy
        self._walk_through = walk
        self._port = port
        self._speed = speed
        self._language = language
        self._quiet = quiet
        self._stopping = threading.Event()
        self._handed_out: set[int] = set()
        self._last = ("", "")

    def play(self) -> "Rehearsal":
        """The day to its evening, and the phones until Ctrl-C; Ctrl-C before that ends the day."""
        return asyncio.run(self._play())

    async def _play(self) -> "Rehearsal":
        from services.delivery.lease import Lease

        stopped = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop, stopped)
        wiring = self._copy.wiring
        lease = Lease(wiring.database, wiring.clock, "rehearsal")
        bot = wiring.telegram()
        assert bot is not None, "a live rehearsal has a simulated Telegram"
        self._look_for_phones()
        day = asyncio.create_task(asyncio.to_thread(self._walk))
        await asyncio.to_thread(self._until_the_day_begins)
        dispatcher = wiring.dispatcher(lease, [bot.sender])
        sending = asyncio.create_task(dispatcher.run())
        talking = asyncio.create_task(bot.run(lambda: lease.token != 0))
        try:
            walked = await day
            if not stopped.is_set():
                say(worded("rehearsal-over"))
                await stopped.wait()
        finally:
            self._stopping.set()
            bot.stop()
            dispatcher.stop()
            await asyncio.wait((sending, talking), timeout=_OUT_WITHIN)
        return walked

    def _stop(self, stopped: asyncio.Event) -> None:
        self._stopping.set()
        stopped.set()

    @property
    def _begin(self) -> datetime:
        """When the clock begins to run: shortly before the first session of the day."""
        state = self._copy.wiring.desk.state(self._copy.tournament)
        opens = [
            state.plan.opens(self._copy.day, session.plan)
            for session in state.sessions.values()
            if session.day == self._copy.day and session.entrants
        ]
        return min(opens) - _BEFORE

    def _until_the_day_begins(self) -> None:
        """Nothing is sent while the clock jumps: to the dispatcher days would pass between two looks."""
        begin = self._begin
        while self._copy.clock.now() < begin and not self._stopping.wait(0.05):
            pass

    def _walk(self) -> "Rehearsal":
        from services.demo.agenda import PacedAgenda

        agenda = PacedAgenda(self._copy.clock, self._speed, self._begin, self._stopping)

        def give_time(proposal: "Proposal", answered: datetime) -> None:
            def is_open() -> bool:
                state = self._copy.wiring.desk.state(self._copy.tournament)
                return state.proposals[proposal.proposal].status == "open"

            agenda.give_time(answered, ANSWER_WITHIN, is_open)
            if not self._quiet:
                say(worded("rehearsal-asked", seconds=round(ANSWER_WITHIN)))

        return self._walk_through(agenda=agenda, heard=self._tell, asked=give_time)

    def _tell(self, step: "Told") -> None:
        """A line for each kind of message at a time; and phones for who is known by now."""
        self._look_for_phones()
        at = step.at.astimezone(ZoneInfo(step.state.plan.zone))
        line = (f"{at:%Y-%m-%d %H:%M}", in_words(f"bot-kind-{step.notice.kind}", self._language))
        if line != self._last and not self._quiet:
            self._last = line
            print("  ".join(line), flush=True)

    def _look_for_phones(self) -> None:
        wiring, tournament = self._copy.wiring, self._copy.tournament
        state, day = wiring.desk.state(tournament), self._copy.day
        phones = hand_out(wiring.links, wiring.desk.directory, tournament, state, day)
        new = [phone for phone in phones if phone.chat not in self._handed_out]
        if new:
            switch_on(self._port, new)
            self._handed_out.update(phone.chat for phone in new)
            names = [phone.name for phone in new]
            say(worded("rehearsal-phones", phones=names))


def welcome(title: str, script: str, page: str, speed: float) -> Sequence[str]:
    """What is said before a live rehearsal begins."""
    return (
        worded("rehearsal-live", title=title, script=Word("rehearsal", script), speed=f"{speed:g}"),
        worded("rehearsal-page", page=page),
    )

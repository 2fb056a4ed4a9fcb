"""tileledger rehearse: a day of a copied tournament on one clock, and who would hear what and when."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import partial
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
import typer

from services.cli.parameters import JsonOption, LanguageOption, day_given
from services.cli.printing import print_json, progress, say, worded
from services.cli.rehearsal_copies import copied
from shared.catalogue import FIRST, Phrase, Word
from shared.catalogue import say as in_words
from shared.problems import INVALID_INPUT, Problem, quoted

if TYPE_CHECKING:
    from services.cli.rehearsal_copies import Copy
    from services.demo.agenda import Agenda
    from services.rehearsal.report import Finding, Heard
    from services.rehearsal.walking import Rehearsal, Told
    from services.tournament.weather.policy import Proposal

app = typer.Typer()

Script = Literal["ordinary", "signal-8", "black-rain", "silence"]
_SHORT = 100
"""Characters of a text that are shown: what a lock screen shows of it."""


class Rehearsed(msgspec.Struct, frozen=True):
    """What `--json` prints: the day, what each role hears in order of time, and what is to be seen to."""

    tournament: str
    day: date
    script: str
    heard: Sequence["Heard"]
    findings: Sequence["Finding"]
    milliseconds: int
    unwatched: bool
    """Whether the script changes nothing, since nothing of the day goes by the weather."""


@app.command()
def rehearse(
    target: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="A tournament's id, or a tournament file.")
    ],
    script: Annotated[
        Script,
        typer.Option(
            help=(
                "What happens: an ordinary day, signal No. 8 at 10:05, a black rainstorm in mid-session, "
                "or a silent Observatory."
            )
        ),
    ] = "ordinary",
    day: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="Which day; by default the next one.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Print every text whole.")] = False,
    live: Annotated[
        bool, typer.Option("--live", help="Play it on simulated phones to watch, with invented people.")
    ] = False,
    speed: Annotated[
        float, typer.Option(min=1, max=3600, help="With --live: how many seconds of the day pass in one.")
    ] = 60,
    telegram_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="With --live: the port of the phones' page.")
    ] = None,
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Walk through a day on a copy, and print who hears what and when, and what is still missing.

    Reminders, the weather watch and the tables go by one clock that jumps from due to due. Nothing leaves
    this machine, nothing is written, and the copy is thrown away. A FILE is played with invented people.
    """
    started, wanted = perf_counter(), _day(day)
    if live:
        walked, copy, heard, found = _watched_live(
            target, wanted, script, speed, telegram_port, language, quiet=json
        )
    else:
        with (
            copied(target, wanted) as copy,
            progress(worded("doing-rehearse", what=copy.tournament)) as report,
            _unworried(),
        ):
            numbers = count(1)
            walked = walk(copy, script, heard=lambda step: report(done := next(numbers), done + 1))
            heard, found = _listened(copy, walked, language)
    plan, took = walked.begun.plan, round((perf_counter() - started) * 1000)
    if json:
        print_json(Rehearsed(copy.tournament, copy.day, script, heard, found, took, walked.unwatched))
        return
    title = plan.title.in_language(language)
    print(worded("rehearsed", title=title, day=copy.day, script=Word("rehearsal", script)))
    if walked.unwatched:
        print(worded("rehearsal-unwatched", day=copy.day))
    _print_heard(heard, ZoneInfo(plan.zone), language, full=full)
    print(f"\n{worded('rehearsal-to-see-to' if found else 'rehearsal-nothing-missing')}")
    for finding in found:
        print(f"  {worded(f'rehearsal-{finding.code}', count=finding.count, detail=finding.detail)}")
    print(f"\n{worded('rehearsed-in', seconds=f'{took / 1000:.1f}')}")


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else day_given(text)
    except (ValueError, Problem):
        wrong = INVALID_INPUT(detail=Phrase("part-no-day", {"text": quoted(text or "")}))
        raise wrong.at(option="--day") from None


@contextmanager
def _unworried() -> Iterator[None]:
    """A silent Observatory is part of a script: meanwhile only what went wrong is logged."""
    from shared.logs import set_up_logs

    set_up_logs(level="warning")
    watch = logging.getLogger("services.weather")
    before = watch.level
    watch.setLevel(logging.ERROR)
    try:
        yield
    finally:
        watch.setLevel(before)


def _watched_live(
    target: str,
    wanted: date | None,
    script: Script,
    speed: float,
    port: int | None,
    language: str,
    *,
    quiet: bool,
) -> "tuple[Rehearsal, Copy, list[Heard], list[Finding]]":
    from services.cli.companions import SIMULATED_TOKEN, simulating, telegram_simulator
    from services.cli.rehearsing_live import Live, welcome

    telegram = telegram_simulator(port)
    address = telegram.settings["TILELEDGER_TELEGRAM_API_URL"]
    with simulating([telegram]), copied(target, wanted, (SIMULATED_TOKEN, address)) as copy, _unworried():
        title = copy.wiring.desk.state(copy.tournament).plan.title.in_language(language)
        for line in welcome(title, script, telegram.page, speed):
            say(line)
        going = partial(walk, copy, script)
        walked = Live(copy, going, telegram.port, speed, language=language, quiet=quiet).play()
        return walked, copy, *_listened(copy, walked, language)


def walk(
    copy: "Copy",
    script: Script,
    heard: "Callable[[Told], object]",
    agenda: "Agenda | None" = None,
    asked: "Callable[[Proposal, datetime], object]" = lambda proposal, answered: None,
) -> "Rehearsal":
    """The day on the copy, to its evening, by default from due to due; the rest as `Rehearsal` takes it."""
    from services.demo.agenda import Agenda
    from services.notices.store import NoticeStore
    from services.rehearsal.sky import SCRIPTS, Sky
    from services.rehearsal.walking import Rehearsal
    from services.scheduler.duties import PROMISES, REMINDERS
    from services.tournament.weather.watching import weather_day

    wiring, state = copy.wiring, copy.wiring.desk.state(copy.tournament)
    spell = SCRIPTS[script](state.plan, copy.day, weather_day(state, copy.day))
    watcher = wiring.watching(Sky(copy.clock, spell))
    ticks = [each.tick for each in (wiring.on_duty(REMINDERS), wiring.on_duty(PROMISES), watcher)]
    read = NoticeStore(wiring.database).read
    clocked = agenda or Agenda(copy.clock)
    rehearsal = Rehearsal(wiring.desk, copy.tournament, copy.day, read, ticks, spell, clocked, heard, asked)
    rehearsal.walk()
    return rehearsal


def _listened(copy: "Copy", walked: "Rehearsal", language: str) -> "tuple[list[Heard], list[Finding]]":
    from services.delivery.emails import Emails
    from services.delivery.reaching import Reaching
    from services.rehearsal.report import Ear, findings

    wiring, book, begun = copy.wiring, copy.wiring.correspondence, walked.begun
    reaching = Reaching(book, wiring.links, Emails(book, wiring.links))
    ear = Ear(
        book,
        lambda state, notice, meant: reaching.of(state, notice.kind, meant, copy.channels),
        language,
        walked.over,
        wiring.settings.public_url or "",
    )
    found = findings(
        begun,
        copy.day,
        lambda meant: reaching.of(begun, "suspended", meant, copy.channels),
        copy.channels,
        walked.stopped,
    )
    return ear.hear(walked.steps), found


def _print_heard(heard: "Sequence[Heard]", zone: ZoneInfo, language: str, *, full: bool) -> None:
    role = ""
    for part in heard:
        if part.role != role:
            role = part.role
            print(f"\n{Word('told', role).in_language(language)}")
        counts = worded(
            "rehearsal-counts",
            people=part.people,
            messages=part.messages,
            more=part.messages > part.people,
            chats=part.chats,
            pushed=part.pushes,
            emails=part.emails,
            nobody=part.nobody,
        )
        kind = in_words(f"bot-kind-{part.kind}", language)
        print(f"  {_span(part, zone):<19} {worded('rehearsal-heard', kind=kind, counts=counts)}")
        if not full:
            print(f"{'':22}{_shortened(part.text)}")
            continue
        for wording in part.wordings:
            if len(part.wordings) > 1:
                print(f"{'':22}{worded('rehearsal-wording', people=wording.people)}")
            for line in wording.text.splitlines():
                print(f"{'':22}{line}")


def _span(part: "Heard", zone: ZoneInfo) -> str:
    begin, end = part.at.astimezone(zone), part.until.astimezone(zone)
    shown = f"{begin:%m-%d %H:%M}"
    return shown if f"{end:%m-%d %H:%M}" == shown else f"{shown}–{end:%H:%M}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else f"{line[:_SHORT]}…"

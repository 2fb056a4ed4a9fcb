"""A day of play decided by hand: suspended, or what is left of it; a further word, a new date, lifted."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from bots.telegram.docket import who
from bots.telegram.muted import if_muted
from bots.telegram.said_here import said_here
from bots.telegram.steps import CONFIRM, Data, Script, written
from bots.telegram.storm import (
    GROUNDS,
    OF_THE_DECISION,
    PROPOSED,
    RIGHTS,
    decision_of,
    is_settled,
    steps_of,
)
from bots.telegram.storm_days import can_be_lifted, days_that_fit, ended_by, sessions_known, zone_of
from bots.telegram.storm_read_back import moment_read, parts_told, say_texts, summary
from bots.telegram.talk import Key, Talk, pressed, typed
from services.desk.notice_preview import foretell
from services.desk.previewing import try_out
from services.desk.programme import TournamentAnswer, WeatherAnswer, WeatherView
from services.desk.views import SessionsAnswer
from services.officials.tables import problem_said
from services.personal.person import Person
from services.personal.read_back import Part
from services.projections.rows import SessionRow
from services.tasks.typed_times import day_typed, moment_typed
from services.tasks.writing import is_written_in
from services.tournament.kernel.lengths import LONGEST_FURTHER_WORD
from services.tournament.weather.hall_times import NEW_DATE_CLASHES
from services.tournament.weather.suspension import NOTHING_SUSPENDED, SESSIONS_MOVED, next_word_from
from shared.catalogue import Phrase
from shared.i18n import Language, day_shown
from shared.problems import INVALID_INPUT, Problem

_MOST_DAYS = 8
_PROMISES = (1, 2, 4)
_IN_FORCE = {"signal_8_or_above": "TC", "black_rainstorm": "WRAIN"}


_ENDED = (NOTHING_SUSPENDED.code, SESSIONS_MOVED.code)
"""The refusals of what was decided otherwise meanwhile."""


def _check(talk: Talk, data: Data) -> None:
    """Let the desk decide what is said so far, once all that matters to it is said."""
    if is_settled(data):
        person = who(talk, data)
        decision = {
            name: value for name, value in data.items() if name != "by" or "grounds" not in steps_of(data)
        }
        try_out(talk.room.desk, person.tournament_id, decision_of(decision), person.principal)


def _overtaken(talk: Talk, data: Data, problem: Problem) -> bool:
    """Of a suspension that is no more: say who ended it, and lead back with what was written."""
    if problem.code not in _ENDED or not ended_by(talk):
        return False
    talk.begin(talk.flow.step, **data)
    _refused(talk, problem)
    return True


_script = Script("suspend", lambda talk, data: data["about"], steps_of, _check, _overtaken)


def begin(talk: Talk, person: Person, **given: str) -> None:
    """Begin a decision; the day, and what is to be decided, may be known already."""
    defined: TournamentAnswer = talk.ask(person, "tournament")
    plan = defined.definition
    begun = {
        **person.named,
        "about": talk.room.people.title(person.tournament_id).in_language(talk.language),
        "zone": plan.zone,
        "languages": " ".join(plan.languages),
        **given,
        **(_moved(talk, person, given["day"], given.get("what", "")) if "day" in given else {}),
    }
    _script.go_to(talk, next(step for step in steps_of(begun) if step not in begun), begun)


def begin_confirming(talk: Talk, person: Person, proposal: WeatherView) -> None:
    """Read back at once what confirming a proposal does: a storm is no time for many questions."""
    given = {"proposal": proposal.proposal, "day": proposal.day.isoformat(), "about": proposal.proposal}
    begin(talk, person, what=PROPOSED.get(proposal.outcome, "ahead"), **given)


@pressed("suspend.begin")
def begun(talk: Talk, given: Mapping[str, str]) -> None:
    begin(talk, who(talk, given), **({"day": given["day"]} if "day" in given else {}))


@_script.asks("day")
def _ask_day(talk: Talk) -> None:
    today = talk.room.desk.clock.now().astimezone(zone_of(talk)).date()
    days: dict[str, list[SessionRow]] = {}
    for row in sessions_known(talk):
        if row.day is not None and (date.fromisoformat(row.day) >= today or row.status == "suspended"):
            days.setdefault(row.day, []).append(row)
    for day in _held(talk, who(talk, talk.flow.data)):
        days.setdefault(day, [])
    shown = [
        [Key(_day_called(talk, day, day_rows), "suspend.day", {"day": day})]
        for day, day_rows in sorted(days.items())[:_MOST_DAYS]
    ]
    _script.say(talk, talk.text("storm_day" if shown else "storm_no_day"), shown)


def _day_called(talk: Talk, day: str, rows: Sequence[SessionRow]) -> str:
    if not rows:
        return talk.text("storm_held_key", day=date.fromisoformat(day))
    suspended = sum(row.status == "suspended" for row in rows)
    return talk.text("storm_day_key", day=date.fromisoformat(day), count=len(rows), suspended=suspended)


@pressed("suspend.day")
def day_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    drop = ("what", *OF_THE_DECISION) if given["day"] != talk.flow.data.get("day") else ()
    _script.proceed(talk, drop=drop, day=given["day"])


@_script.asks("what")
def _ask_what(talk: Talk) -> None:
    person = who(talk, talk.flow.data)
    statuses = [row.status for row in sessions_known(talk) if row.day == talk.flow.data["day"]]
    can = {
        **dict.fromkeys(("suspend", "rest", "ahead"), any(s not in ("suspended", "ended") for s in statuses)),
        "move": "suspended" in statuses,
        "lift": "suspended" in statuses and can_be_lifted(talk),
        "word": "suspended" in statuses or talk.flow.data["day"] in _held(talk, person),
    }
    rows = [
        [Key(talk.text(f"storm_what_{what}"), "suspend.what", {"what": what})]
        for what, right in RIGHTS.items()
        if can[what] and person.may(right)
    ]
    day = day_shown(date.fromisoformat(talk.flow.data["day"]), talk.language)
    _script.say(talk, talk.text("storm_what", day=day), rows)


@pressed("suspend.what")
def what_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    drop = OF_THE_DECISION if given["what"] != data.get("what") else ()
    moved = _moved(talk, who(talk, data), data["day"], given["what"])
    _script.proceed(talk, drop=drop, what=given["what"], **moved)


def _moved(talk: Talk, person: Person, day: str, what: str) -> dict[str, str]:
    """That a further word promises no other: with a new date set, it is for those in the hall alone."""
    if what != "word" or day not in _held(talk, person):
        return {}
    answer: SessionsAnswer = talk.ask(person, "sessions")
    suspended = any(view.session.day == day and view.session.status == "suspended" for view in answer.rows)
    return {} if suspended else {"moved": "yes"}


@_script.asks("grounds")
def _ask_grounds(talk: Talk) -> None:
    rows = [
        [Key(talk.text(f"storm_grounds_{ground}"), "suspend.grounds", {"grounds": ground})]
        for ground in GROUNDS
    ]
    _script.say(talk, talk.text("storm_grounds"), rows)


@pressed("suspend.grounds")
def grounds_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    drop = ("since", "en", "zh") if given["grounds"] != talk.flow.data.get("grounds") else ()
    _script.proceed(talk, drop=drop, grounds=given["grounds"])


@_script.asks("since")
def _ask_since(talk: Talk) -> None:
    data, now = talk.flow.data, talk.room.desk.clock.now()
    answer: WeatherAnswer = talk.ask(who(talk, data), "weather")
    begins = [
        warning.begin for warning in answer.in_force if warning.code.startswith(_IN_FORCE[data["grounds"]])
    ]
    rows = [
        [
            Key(
                talk.text("storm_since_observatory", at=moment_read(talk, begin)),
                "suspend.since",
                _iso("since", begin),
            )
        ]
        for begin in begins[-1:]
    ]
    rows.append([Key(talk.text("storm_since_now"), "suspend.since", _iso("since", now))])
    rows.append([Key(talk.text("storm_since_unsaid"), "suspend.since", {"since": ""})])
    _script.say(talk, talk.text("storm_since"), rows)


@pressed("suspend.since")
def since_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _script.proceed(talk, since=given["since"])


@typed("suspend.since")
def since_given(talk: Talk, text: str) -> None:
    now = talk.room.desk.clock.now()
    _script.proceed(talk, **_iso("since", moment_typed(text, now, zone_of(talk), ahead=False)))


def _ask_words(talk: Talk, language: Language) -> None:
    _script.say(talk, written(talk, language) + _words_asked(talk, language))


def _words_asked(talk: Talk, language: Language) -> str:
    return talk.text(f"storm_words_{language}", most=LONGEST_FURTHER_WORD)


def _words_given(talk: Talk, language: Language, text: str) -> None:
    if len(text) > LONGEST_FURTHER_WORD:
        raise INVALID_INPUT(
            detail=Phrase("part-words-too-long", {"most": LONGEST_FURTHER_WORD, "count": len(text)})
        )
    if is_written_in(language, text):
        _script.proceed(talk, **{language: text})
        return
    insist = Key(talk.text("announce_insist"), "suspend.insist", {language: text})
    asked = f"{talk.text(f'announce_not_{language}')}\n{_words_asked(talk, language)}"
    _script.say(talk, asked, [[insist]])


@pressed("suspend.insist")
def words_insisted(talk: Talk, given: Mapping[str, str]) -> None:
    """The text is as it is meant to be, whatever its letters."""
    _script.proceed(talk, **given)


@_script.asks("en")
def _ask_english(talk: Talk) -> None:
    _ask_words(talk, "en")


@_script.asks("zh")
def _ask_chinese(talk: Talk) -> None:
    _ask_words(talk, "zh")


@typed("suspend.en")
def english_given(talk: Talk, text: str) -> None:
    _words_given(talk, "en", text)


@typed("suspend.zh")
def chinese_given(talk: Talk, text: str) -> None:
    _words_given(talk, "zh", text)


@_script.asks("by")
def _ask_by(talk: Talk) -> None:
    now = talk.room.desk.clock.now()
    moments = [now + timedelta(hours=hours) for hours in _PROMISES]
    rows = [[Key(moment_read(talk, moment), "suspend.by", _iso("by", moment))] for moment in moments]
    _script.say(talk, talk.text("storm_by"), rows)


@pressed("suspend.by")
def by_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _script.proceed(talk, by=given["by"])


@typed("suspend.by")
def by_given(talk: Talk, text: str) -> None:
    now = talk.room.desk.clock.now()
    _script.proceed(talk, **_iso("by", moment_typed(text, now, zone_of(talk), ahead=True)))


@_script.asks("new_day")
def _ask_new_day(talk: Talk) -> None:
    _say_days(talk, "")


def _say_days(talk: Talk, refused: str) -> None:
    """Ask for the day, below why the one before cannot be, if one was refused."""
    rows = [
        [Key(day_shown(day, talk.language), "suspend.new_day", {"new_day": day.isoformat()})]
        for day in days_that_fit(talk)
    ]
    _script.say(talk, f"{refused}\n{talk.text('storm_new_day')}".lstrip(), rows)


@pressed("suspend.new_day")
def new_day_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _new_day_given(talk, given["new_day"])


@typed("suspend.new_day")
def new_day_given(talk: Talk, text: str) -> None:
    _new_day_given(talk, day_typed(text).isoformat())


def _new_day_given(talk: Talk, day: str) -> None:
    """Take the day; where it cannot be, the days that can stay beside the refusal."""
    try:
        _script.proceed(talk, new_day=day)
    except Problem as problem:
        if problem.code != NEW_DATE_CLASHES.code:
            raise
        _say_days(talk, problem_said(talk, problem))


@_script.asks("reason")
def _ask_reason(talk: Talk) -> None:
    _script.say(talk, written(talk, "reason") + talk.text("storm_reason"))


@typed("suspend.reason")
def reason_given(talk: Talk, text: str) -> None:
    _script.proceed(talk, reason=text)


@_script.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part] | None:
    person = who(talk, talk.flow.data)
    if "grounds" in steps_of(talk.flow.data):
        # What is promised is what was read back, however long one takes to confirm it.
        defined: TournamentAnswer = talk.ask(person, "tournament")
        by = next_word_from(defined.definition, talk.room.desk.clock.now())
        talk.go(talk.flow.step, by=by.isoformat())
    data = talk.flow.data
    try:
        foretold = foretell(talk.room.desk, person.tournament_id, decision_of(data), person.principal)
    except Problem as problem:
        _refused(talk, problem)
        return None
    if "proposal" not in data:
        say_texts(talk, foretold)
    _script.say(talk, summary(talk, person, foretold), [[Key(talk.text("confirm"), "suspend.confirm")]])
    return parts_told(talk, person, foretold)


def _parts(talk: Talk) -> list[Part]:
    data = talk.flow.data
    person = who(talk, data)
    foretold = foretell(talk.room.desk, person.tournament_id, decision_of(data), person.principal)
    return parts_told(talk, person, foretold)


@_script.confirms(_parts)
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    try:
        said_here(talk, person, talk.submit(person, decision_of(data)), ["weather-decided"])
    except Problem as problem:
        _refused(talk, problem)
        return
    talk.go()
    ring = Key(talk.text("unreached_list"), "unreached.show", {**person.named, "after": ""}, always=True)
    rows = [[ring]] if person.may("steer-deliveries") else []
    talk.say(
        talk.text("storm_done", muted=if_muted(talk, person)),
        rows,
        heading=talk.text(f"storm_what_{data['what']}"),
    )


def _refused(talk: Talk, problem: Problem) -> None:
    """Lead back to what is to be decided, which a refusal is about; not where the right has ended."""
    if problem.status in (401, 403):
        raise problem
    if "proposal" in talk.flow.data:
        talk.go()
        talk.say(problem_said(talk, problem))
        return
    texts = [talk.flow.data[field] for field in ("en", "zh", "reason") if talk.flow.data.get(field)]
    if texts:
        # What cannot be sent as it was meant is not to be written once more.
        talk.say(talk.text("storm_written", text="\n".join(texts)))
    if problem.code in _ENDED and (ended := ended_by(talk)):
        talk.say(ended)
    _script.go_back_to(talk, "what", problem)


def _held(talk: Talk, person: Person) -> list[str]:
    """The days from today on when people wait in the hall though their sessions have a new date."""
    answer: WeatherAnswer = talk.ask(person, "weather")
    plan: TournamentAnswer = talk.ask(person, "tournament")
    today = plan.definition.local_day(talk.room.desk.clock.now())
    return [day.isoformat() for day in answer.held if day >= today]


def _iso(name: str, moment: datetime) -> dict[str, str]:
    return {name: moment.replace(second=0, microsecond=0).isoformat()}

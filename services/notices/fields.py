"""What can be filled into a notice's text: each field by name, worked out when the message is sent."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.rules.exact import from_sixths, parse_score, score_shown
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance
from services.tournament.play.scores import Total
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.standings.outcomes import PublishedRow
from services.tournament.state import State
from services.tournament.weather.watching import weather_day
from shared.i18n import Language, counted, day_shown, moment_shown, time_shown

_NONE = "-"
_VENUE_PARTS: tuple[Literal["address", "travel"], ...] = ("address", "travel")
PLACE_AS_ANNOUNCED = Text("Place as announced", "按公布")
DAY_FOLLOWS = Text("day to be announced", "日期待定")
_LEFT_OUT = (re.compile(r"(?:,|，)\s*(?=[.。])"), re.compile(r"(?<=[.。])\s*[.。]"))
"""Commas and full stops that belong to fields with nothing in them."""
GROUNDS = {
    "black_rainstorm": Text("a black rainstorm warning", "黑色暴雨警告"),
    "signal_8_or_above": Text("tropical cyclone signal No. 8 or above", "八號或以上熱帶氣旋警告信號"),
    "other": Text("circumstances beyond our control", "不能控制的情況"),
}
_DISPUTES = {
    "dispute": Text("a participant objects", "參賽者提出異議"),
    "game_interrupted": Text("a game was interrupted", "賽局中斷"),
    "game_not_begun": Text("a game had not begun when time was up", "時間到時賽局尚未開始"),
    "breach": Text("a further breach after two warnings", "兩次警告後再次違規"),
}


class Look(msgspec.Struct, frozen=True):
    """One look at a notice, for one recipient in one language.

    Attributes:
        words: of an announcement, from the vault; "" otherwise.
        site: where the public pages are, without a slash at the end; "" if they are not public.
    """

    state: State
    notice: Notice
    recipient: Recipient
    language: Language
    words: str = ""
    site: str = ""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.state.plan.zone)

    def say(self, text: Text) -> str:
        return text.in_language(self.language)

    def parameter(self, name: str) -> str:
        return self.notice.parameters.get(name, "")

    @property
    def session(self) -> Session:
        """The session that the notice is about, else the recipient's own."""
        named = self.state.sessions.get(self.parameter("session"))
        if named is not None:
            return named
        table, own = TableId.read(self.parameter("sheet")), self.attendance
        if table is not None:
            return self.state.sessions[table.session]
        return self.state.sessions[own.session if own is not None else next(iter(self.state.sessions))]

    @property
    def attendance(self) -> Attendance | None:
        """Where the recipient plays, in the stage of the session named or the last she is in."""
        entrant = self.state.entrants.get(self.recipient.number)
        if entrant is None:
            return None
        session = self.state.sessions.get(self.parameter("session"))
        if session is not None:
            return entrant.in_session(session.stage, session.plan.id) or entrant.at(session.stage)
        return entrant.participations[-1].latest

    def time(self, at: time | None) -> str:
        """The hour; a dash for a session that is begun by command."""
        return _NONE if at is None else time_shown(at, self.zone, self.language)

    def day(self, day: date | None) -> str:
        """The day; that it follows, for a session that has none yet."""
        return self.say(DAY_FOLLOWS) if day is None else day_shown(day, self.language)


def filled(template: str, look: Look) -> str:
    """The text with every field filled in."""
    return _without_unknown(template, look).format_map(_Fields(look)).strip()


def _without_unknown(template: str, look: Look) -> str:
    """The template without the parts of the venue that the plan does not tell, and their punctuation."""
    unknown = [f"{{{part}}}" for part in _VENUE_PARTS if not _venue(look, part)]
    if not any(field in template for field in unknown):
        return template
    for field in unknown:
        template = template.replace(field, "")
    for pattern in _LEFT_OUT:
        template = pattern.sub("", template)
    return template


class _Fields(dict[str, str]):
    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def __missing__(self, name: str) -> str:
        field = FIELDS.get(name)
        return field(self._look) if field is not None else self._look.parameter(name)


def _session_label(look: Look) -> str:
    session = look.session
    day, name = look.day(session.day), session.plan.name
    if name is not None:
        return f"{day} {look.say(name)}" if look.language == "zh" else f"{day}, {look.say(name)}"
    space = " " if session.day is None else ""
    return (
        f"{day}{space}第 {session.number} 場" if look.language == "zh" else f"{day}, session {session.number}"
    )


def _seating(look: Look) -> str:
    return look.time(look.session.plan.seated_at)


def _waiting_place(look: Look) -> str:
    waiting = sorted(look.session.waiting.items(), key=lambda own: own[1])
    numbers = [number for number, _ in waiting]
    own = look.recipient.number
    return str(numbers.index(own) + 1) if own in numbers else "-"


def _table(look: Look) -> str:
    own = look.attendance
    if own is None or own.table is None:
        return look.parameter("table")
    return str(TableId.of(own.table).number)


def _seat(look: Look) -> str:
    own = look.attendance
    return own.seat or "-" if own is not None else "-"


def _table_line(look: Look) -> str:
    own = look.attendance
    if own is None or own.table is None:
        return ""
    table, seat = _table(look), _seat(look)
    return (
        f"座位：第 {table} 桌 {seat} 座。"
        if look.language == "zh"
        else f"Your seat: table {table}, seat {seat}."
    )


def _cutoff(look: Look) -> str:
    return time_shown(weather_day(look.state, look.session.known_day).cutoff, look.zone, look.language)


def _total(look: Look) -> Total | None:
    sheet = look.state.sheets.get(look.parameter("sheet"))
    return (
        sheet.total(look.recipient.number)
        if sheet is not None and look.recipient.number in sheet.seats
        else None
    )


def _games_won(look: Look) -> str:
    total = _total(look)
    return str(total.games_won) if total is not None else "-"


def _score(look: Look) -> str:
    total = _total(look)
    return score_shown(from_sixths(total.sixths)) if total is not None else "-"


def _games_counted(look: Look) -> str:
    total = _total(look)
    return counted(total.games_won, "game", "games") if total is not None else "-"


def _tiles_counted(look: Look) -> str:
    total = _total(look)
    return counted(total.tiles, "tile", "tiles") if total is not None else "-"


def _tiles(look: Look) -> str:
    total = _total(look)
    return str(total.tiles) if total is not None else "-"


def _published_row(look: Look) -> PublishedRow | None:
    publication = look.state.publications.get(f"{look.parameter('stage')}/{look.parameter('version')}")
    rows = publication.rows if publication is not None else ()
    return next((row for row in rows if row.entrant_no == look.recipient.number), None)


def stage_name(state: State, stage: str) -> Text:
    """What the stage is called; the only one of a tournament is the tournament itself."""
    return state.plan.stage_name(stage or state.plan.first_stage)


def _round_line(look: Look) -> str:
    """Her table of the session, her seat and who else sits there; or that she has a bye."""
    number = look.recipient.number
    for table, entrants in sorted(look.session.tables.items()):
        if number in entrants:
            seat = SEATS[entrants.index(number)]
            others = ", ".join(other for other in entrants if other != number)
            if look.language == "zh":
                return f"第 {table} 桌，{seat} 座，同桌：{others}。"
            return f"table {table}, seat {seat}, with {others}."
    if number not in look.session.byes:
        return look.say(Text("you are not drawn.", "你未獲編桌。"))
    return look.say(Text("you have a bye.", "你本輪輪空。"))


def _own_line(look: Look) -> str:
    row = _published_row(look)
    if row is None:
        return look.say(Text("You are not ranked.", "你沒有名次。"))
    score = score_shown(parse_score(row.score))
    if look.language == "zh":
        return f"你的名次：第 {row.place} 名（勝 {row.games_won} 局，分數 {score}，剩牌 {row.tiles}）。"
    won, tiles = counted(row.games_won, "game", "games"), counted(row.tiles, "tile", "tiles")
    return f"You: place {row.place} ({won} won, score {score}, {tiles} left)."


def _entered(look: Look) -> str | None:
    """The stage that the notice says someone enters; in early notices the only one."""
    return look.parameter("stage") or next(iter(look.state.plan.cut_stages), None)


def _final_days(look: Look) -> str:
    stage = _entered(look)
    days = {own.day for own in look.state.sessions.values() if own.stage == stage}
    shown = [look.day(day) for day in sorted(days, key=lambda day: day or date.max)]
    return "、".join(shown) if look.language == "zh" else " and ".join(shown)


def _final_line(look: Look) -> str:
    entrant = look.state.entrants.get(look.recipient.number)
    final = entrant.at(_entered(look)) if entrant is not None else None
    if final is None:
        return look.say(Text("Your session follows.", "場次稍後通知。"))
    plan = look.state.sessions[final.session]
    day, seating = look.day(plan.day), look.time(plan.plan.seated_at)
    if look.language == "zh":
        return f"{day}第 {plan.number} 場，{seating} 前入座。"
    return f"{day}, session {plan.number}; be seated by {seating}."


def _reserve_place(look: Look) -> str:
    reserves = look.state.cut_into(_entered(look)).reserves
    return str(reserves.index(look.recipient.number) + 1) if look.recipient.number in reserves else "-"


def _award_title(look: Look) -> str:
    named = look.parameter("award")
    award = look.state.plan.awards[int(named)] if named else None
    titles = look.state.plan.titles if award is None or isinstance(award, FamilyAward) else award.titles
    place = int(look.parameter("place"))
    return look.say(titles[place - 1]) if place <= len(titles) else str(place)


def _day_label(look: Look) -> str:
    return look.day(date.fromisoformat(look.parameter("day")))


def _since_label(look: Look) -> str:
    return moment_shown(datetime.fromisoformat(look.parameter("since")), look.zone, look.language)


def _family_award_title(look: Look) -> str:
    award = look.state.plan.family_award
    return look.say(award.name) if award is not None else _NONE


def _venue(look: Look, part: Literal["name", "address", "travel"]) -> str:
    """What the plan says of the venue; without a name it is announced elsewhere, and the rest is left out."""
    venue = look.state.plan.venue
    text = getattr(venue, part) if venue is not None else None
    if text is None:
        return look.say(PLACE_AS_ANNOUNCED) if part == "name" else ""
    return look.say(text)


def _link(look: Look) -> str:
    return f"{look.site}/t/{look.state.plan.id}/results" if look.site else "-"


FIELDS: Mapping[str, Callable[[Look], str]] = {
    "session_label": _session_label,
    "registration": lambda look: look.time(look.session.plan.opens_at),
    "seating": _seating,
    "start": lambda look: look.time(look.session.plan.start),
    "end": lambda look: look.time(look.session.plan.end),
    "venue": lambda look: _venue(look, "name"),
    "address": lambda look: _venue(look, "address"),
    "travel": lambda look: _venue(look, "travel"),
    "waiting_place": _waiting_place,
    "table": _table,
    "seat": _seat,
    "table_line": _table_line,
    "cutoff": _cutoff,
    "grounds_label": lambda look: look.say(GROUNDS.get(look.parameter("grounds"), GROUNDS["other"])),
    "dispute_label": lambda look: look.say(_DISPUTES[look.parameter("dispute_kind") or "dispute"]),
    "games_won": _games_won,
    "score": _score,
    "tiles": _tiles,
    "games_counted": _games_counted,
    "tiles_counted": _tiles_counted,
    "stage_label": lambda look: look.say(
        stage_name(look.state, look.parameter("stage") or look.state.plan.first_stage)
    ),
    "own_line": _own_line,
    "round_line": _round_line,
    "link": _link,
    "final_days": _final_days,
    "final_line": _final_line,
    "reserve_place": _reserve_place,
    "award_title": _award_title,
    "family_award_title": _family_award_title,
    "words": lambda look: look.words,
    "day_label": _day_label,
    "since_label": _since_label,
}
"""Fields worked out from the state; every other is a parameter of the notice."""

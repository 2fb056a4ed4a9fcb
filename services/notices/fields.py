"""What can be filled into a notice's text: each field by name, worked out when the message is sent."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Literal

from services.notices.figures_changed import sentences
from services.notices.figures_told import all_figures, figures, own_line, own_sheets
from services.notices.files import guide_address
from services.notices.look import NONE, Look
from services.notices.qualification import level_across
from services.notices.reading_times import read_at_once, read_later
from services.notices.rulings_told import (
    changes_something,
    decided,
    effects,
    game_now,
    games_now,
    told_at_once,
)
from services.notices.seats_told import next_told, round_line, seat, table, table_line
from services.notices.sessions_named import session_named, sessions_named
from services.notices.signing_again import sign_again
from services.notices.stages_entered import (
    carries,
    entered,
    final_days,
    final_line,
    following,
    reserve_place,
    stage_name,
)
from services.notices.unplayed_games import games_due, games_stand, opponent, plays_with, returned, sat_there
from services.notices.weather_told import FIELDS as OF_WARNINGS
from services.notices.whereabouts import (
    danger,
    danger_now,
    danger_over,
    freed,
    grounds_of,
    has_child_inside,
    held,
    held_in_hall,
    is_child_inside,
    to_do,
)
from services.rules.citing import Cited
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.texts import Text
from services.tournament.people.families import is_final_begun
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.weather.suspension import WARNINGS
from services.tournament.weather.warning_lines import played_on
from services.tournament.weather.watching import weather_day
from shared.catalogue import Listed, Phrase, Word, say, values_of
from shared.i18n import moment_shown, time_shown

_LONGEST_CONTACT = 120
"""Characters: a message has room for more than how to reach the organizer."""
_LONGEST_REASON = 90
"""Characters: what changed must have room beside it."""
GROUNDS = ("black_rainstorm", "signal_8_or_above", "other")


def filled(look: Look, blank: Sequence[str] = ()) -> str:
    """What the notice says to this recipient, every value filled in.

    Args:
        blank: the fields left out, for what messages of one kind have in common.
    """
    key = f"notice-{look.notice.template}"
    values: dict[str, object] = {name: _value(look, name) for name in values_of(key, look.language)}
    values |= {name: "…" for name in blank if values.get(name) is not None}
    return say(key, look.language, **values).strip()


def _value(look: Look, name: str) -> object:
    field = FIELDS.get(name)
    return field(look) if field is not None else look.parameter(name)


def grounds_named(grounds: str, dangers: Sequence[str] = ()) -> Phrase:
    """The words for why a day is suspended, and for the other dangers that people are kept from by now.

    What holds comes first.
    """
    others = [grounds_named(danger) for danger in dangers if danger in WARNINGS and danger != grounds]
    if others:
        values = {"grounds": grounds_named(grounds), "danger": Listed(others)}
        return Phrase(
            "notice-grounds-and-now", {**values, "over": grounds in WARNINGS and grounds not in dangers}
        )
    known = grounds if grounds in GROUNDS else "other"
    return Phrase(f"notice-grounds-{known.replace('_', '-')}")


def _grounds(look: Look) -> str | Phrase:
    """Why, in the organizer's words where these were given for other grounds."""
    words = look.words.rstrip(" .。") if look.parameter("grounds") == "other" else ""
    return words or grounds_named(look.parameter("grounds"))


def _planned(look: Look) -> tuple[date, ...] | None:
    """The days in the programme by which the sessions of the notice are known, other than theirs."""
    planned = {
        session.plan.day
        for session in _meant(look)
        if session.plan.day is not None and session.plan.day != session.day
    }
    return tuple(sorted(planned)) or None


def _replaced(look: Look) -> tuple[date, ...] | None:
    """The days that the last new date of these sessions replaced, other than the planned ones."""
    moved = [(session, session.day_before(session.moves[-1][0])) for session in _meant(look) if session.moves]
    days = {day for session, day in moved if day is not None and day not in (session.plan.day, session.day)}
    return tuple(sorted(days)) or None


def _meant(look: Look) -> list[Session]:
    """The sessions that the notice is about."""
    ids = look.parameter("sessions").split(", ") if look.parameter("sessions") else [look.session.plan.id]
    return in_order_of_play(look.state, ids)


def _left(look: Look) -> Phrase | None:
    """The session that somebody was moved from."""
    left = look.state.sessions.get(look.parameter("left"))
    return None if left is None else session_named(left, look.state.plan)


def _session(look: Look) -> object:
    """The session, or rounds together; with the stage where the reader may be in several."""
    if look.parameter("sessions"):
        return _sessions(look)
    plan, session = look.state.plan, look.session
    if values_of(f"notice-{look.notice.template}", look.language) & {"entered_label", "stage_label"}:
        return session_named(session, None)
    label = session_named(session, plan)
    entrant = look.state.entrants.get(look.recipient.number)
    several = len(entrant.participations if entrant is not None else plan.registered_stages) > 1
    if not several or plan.session_needs_stage(session.plan.id):
        return label
    stage = stage_name(look.state, look.session.stage)
    return Phrase("notice-session-of-stage", {"session_label": label, "stage": stage})


def _check_in(look: Look) -> str | None:
    """When check-in opens; None for a session for which nobody checks in."""
    plan, stage = look.session.plan, look.state.stage_plan(look.session.stage)
    return look.time(plan.opens_at, look.session.day) if stage.checks_in(plan) else None


def _cutoff(look: Look) -> str:
    return time_shown(weather_day(look.state, look.session.known_day).cutoff, look.zone, look.language)


def _caller(look: Look) -> Phrase:
    """Who calls to a table: its referee, or where it has none an official."""
    referee = look.parameter("referee")
    if referee == "-":
        return Phrase("notice-called-by-official")
    return Phrase("notice-called-by-referee", {"referee": referee})


def _ruled_place(look: Look) -> Phrase | None:
    """The table that a ruling is about, with its session; None for a ruling about none."""
    if look.table_meant is None:
        return None
    values = {"table": look.table_meant.number, "session_label": _session(look)}
    return Phrase("notice-ruled-place", values)


def _is_disqualified(look: Look) -> bool:
    """Whether who a notice is about is disqualified in the stage of its table, and has not just left."""
    table = look.table_meant
    session = None if table is None else look.state.sessions.get(table.session)
    about = look.state.entrants.get(look.parameter("entrant"))
    return session is not None and about is not None and about.out_of(session.stage) == "disqualified"


def _ruled_game(look: Look) -> int | None:
    """The game that a ruling is about; None where the case names none."""
    dispute = look.state.disputes.get(look.parameter("dispute"))
    return None if dispute is None else dispute.game


def _reason(look: Look) -> str | None:
    """Why, as it was written, shortened; None for a reader whom a ruling does not change anything for."""
    words = " ".join(look.words.split()).rstrip(" .。")
    if not words or (look.parameter("ruling") and not changes_something(look)):
        return None
    return _shortened(words, _LONGEST_REASON)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _award_title(look: Look) -> str:
    named = look.parameter("award")
    award = look.state.plan.awards[int(named)] if named else None
    titles = look.state.plan.titles if award is None or isinstance(award, FamilyAward) else award.titles
    place = int(look.parameter("place"))
    return look.say(titles[place - 1]) if place <= len(titles) else str(place)


def _moment(look: Look, name: str) -> str | None:
    """The moment that a parameter says, to people where the tournament is; None where it says none."""
    written = look.parameter(name)
    return moment_shown(datetime.fromisoformat(written), look.zone, look.language) if written else None


def _hour(look: Look, name: str) -> str | None:
    """The hour of the moment that a parameter says."""
    written = look.parameter(name)
    return time_shown(datetime.fromisoformat(written), look.zone, look.language) if written else None


def _family_award_title(look: Look) -> str:
    award = look.state.plan.family_award
    return look.say(award.name) if award is not None else NONE


def _venue(look: Look) -> str | None:
    """The name of the place; None where the plan names none."""
    venue = look.state.plan.venue
    return None if venue is None else look.say(venue.name)


def _of_venue(look: Look, part: Literal["address", "travel"]) -> str | None:
    """What the plan says of the venue beyond its name; None where it does not."""
    venue = look.state.plan.venue
    text: Text | None = getattr(venue, part) if venue is not None else None
    return None if text is None else look.say(text)


def _contact(look: Look) -> str | None:
    """How to reach the organizer; None where the plan does not say."""
    contact = look.state.plan.contact
    return None if contact is None else _shortened(look.say(contact), _LONGEST_CONTACT)


def _link(look: Look) -> str | None:
    return f"{look.site}/t/{look.state.plan.id}/results" if look.site else None


def _sessions(look: Look, name: str = "sessions") -> object:
    """The sessions that the notice names, as people call them."""
    named = look.parameter(name).split(", ")
    found = in_order_of_play(look.state, named)
    if len(found) < len(named):
        return look.parameter(name)
    by_day = groupby(found, key=lambda session: session.day)
    return Listed(
        [sessions_named(list(sessions), day, look.state.plan) for day, sessions in by_day],
        "list-between-sentences",
    )


def _answer_at(look: Look) -> str:
    """Where a question is answered that has buttons in a chat: "chat", "page", "desk", or a page's link."""
    return (look.page or "desk") if look.read_in == "mail" else look.read_in


def is_call_open(look: Look) -> bool:
    """Whether the call for a parent that a notice is about waits for somebody to be with the child."""
    call = look.state.parent_calls.get(look.parameter("call"))
    return call is not None and not call.answered


FIELDS: Mapping[str, Callable[[Look], object]] = {
    **OF_WARNINGS,
    "session_label": _session,
    "others": lambda look: _sessions(look, "others") if look.parameter("others") else None,
    "sessions": _sessions,
    "cites": lambda look: Cited(look.parameter("cites")),
    "registration": _check_in,
    "seating": lambda look: look.time(look.session.plan.seated_at, look.session.day),
    "start": lambda look: look.time(look.session.plan.start, look.session.day),
    "end": lambda look: look.time(look.session.plan.end, look.session.day),
    "entered_label": lambda look: stage_name(look.state, entered(look)),
    "carries": carries,
    "following_label": following,
    "suspended": lambda look: look.session.status == "suspended",
    "venue": _venue,
    "address": lambda look: _of_venue(look, "address"),
    "travel": lambda look: _of_venue(look, "travel"),
    "waiting_place": lambda look: str(look.session.place_waiting(look.recipient.number) or NONE),
    "table": table,
    "seat": seat,
    "table_line": table_line,
    "caller_label": _caller,
    "cutoff": _cutoff,
    "grounds_label": _grounds,
    "call_grounds": lambda look: Word("parent-call", look.parameter("call_grounds")),
    "call_table": lambda look: look.parameter("call_table") or None,
    "dispute_label": lambda look: Word("dispute", look.parameter("dispute_kind") or "dispute"),
    "disputed_table": lambda look: None if look.table_meant is None else str(look.table_meant.number),
    "disputes_open": lambda look: Listed(
        (look.parameter("disputes") or look.parameter("dispute")).split(", ")
    ),
    "planned_label": _planned,
    "replaced_label": _replaced,
    "left_label": _left,
    "figures": figures,
    "all_figures": all_figures,
    "tables_played": lambda look: len(own_sheets(look)),
    "stage_label": lambda look: stage_name(look.state, look.parameter("stage")),
    "own_line": own_line,
    "round_line": round_line,
    "link": _link,
    "timer_guide": lambda look: guide_address(look.state.plan, look.site, look.language),
    "attached": lambda look: look.attached,
    "final_days": final_days,
    "final_line": final_line,
    "reserve_place": reserve_place,
    "level": lambda look: level_across(look.state, entered(look), look.recipient.number) or None,
    "award_title": _award_title,
    "family_award_title": _family_award_title,
    "words": lambda look: look.words,
    "invitation": lambda look: look.invitation or None,
    "page": lambda look: look.page or None,
    "code": lambda look: look.code,
    "tournament_title": lambda look: look.say(look.state.plan.title),
    "day_label": lambda look: look.day(date.fromisoformat(look.parameter("day"))),
    "since_label": lambda look: _moment(look, "since"),
    "next_word_label": lambda look: _moment(look, "next_word"),
    "to_do": to_do,
    "fetched": is_child_inside,
    "child_inside": has_child_inside,
    "late": lambda look: look.state.stage_plan(look.session.stage).late,
    "danger": lambda look: danger(look.state, grounds_of(look)),
    "danger_now": danger_now,
    "danger_over": danger_over,
    "freed": freed,
    "held": held,
    "held_in_hall": held_in_hall,
    "pardoned": lambda look: look.recipient.number in look.session.pardoned,
    "warned": lambda look: played_on(look.state, _meant(look)),
    "lifted": lambda look: bool(look.parameter("lifted")),
    "stopped": lambda look: bool(look.parameter("stopped")),
    "whole_label": lambda look: _moment(look, "whole"),
    "opens_at": lambda look: _hour(look, "opens"),
    "children": lambda look: look.children or None,
    "many_children": lambda look: len(look.children) > 1,
    "child_name": lambda look: look.words or None,
    "call_open": is_call_open,
    "family_open": lambda look: not is_final_begun(look.state),
    "by_child": lambda look: look.parameter("answered_by") == look.parameter("child"),
    "ends_at": lambda look: _hour(look, "ends"),
    "decided": decided,
    "corrected": lambda look: sentences(look.parameter("changes")),
    "game_now": game_now,
    "games_now": games_now,
    "games_stand": games_stand,
    "games_due": games_due,
    "sat_there": sat_there,
    "opponent": opponent,
    "plays_with": plays_with,
    "returned": returned,
    "next": next_told,
    "sign_again": sign_again,
    "ruled_place": _ruled_place,
    "ruled_game": _ruled_game,
    "disqualified": _is_disqualified,
    "child": lambda look: look.called(look.parameter("child")) or None,
    "parent": lambda look: look.called(look.parameter("parent")),
    "by": lambda look: look.called(look.parameter("by")),
    "answer_at": _answer_at,
    "scopes": lambda look: Listed(
        [Word("consent-scope", scope) for scope in look.parameter("scopes").split(", ")]
    ),
    "session_over": lambda look: look.session.status == "ended",
    "reason": _reason,
    "where": lambda look: (look.parameter("session") and _session(look)) or None,
    "effects": effects,
    "back": told_at_once,
    "read_later": read_later,
    "read_at_once": read_at_once,
    "contact": _contact,
    "most": lambda look: look.state.plan.verbal_warnings,
}
"""Fields worked out from the state; every other is a parameter of the notice."""

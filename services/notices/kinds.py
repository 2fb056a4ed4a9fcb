"""The kinds of notices: how urgent each is, whether it is sent again in doubt, and who may mute it."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Lane = Literal[0, 1, 2, 3]
"""Which queue: 0 safety, 1 schedule, 2 reminder, 3 results."""

Action = Literal[
    "acknowledge",
    "confirm",
    "refuse",
    "open",
    "send_held",
    "drop_held",
    "further_word",
    "decide",
    "cannot_come",
    "do_it",
    "answer",
    "on_my_way",
    "coming",
    "with_child",
    "ring",
    "read_out",
]
"""A button under a message: it was read; what is proposed is confirmed or refused; a dispute is opened; what
was held is sent or dropped; a further word about a suspension is written; a day is decided otherwise; a
reader cannot come; what is asked for is done; what was written is answered; one is on the way; one is coming,
or somebody is with the child; whom to ring."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of notice.

    Attributes:
        safety: suspension, change of time or place, what somebody waits for: sent again when it is unknown
            whether it arrived, and at any hour. Others are never resent, so that nobody gets them twice.
        muted_by_choice: whether who gets it may switch it off.
        at_table: says where to sit, or that one may, so that it is read by whoever is seated.
        aloud: is read out at the tables, so that it stands there in every language of the tournament.
        actions: the buttons under it.
        alerts: whether what is for the organizer also goes to the addresses for alerts.
        invites: holds a personal link, so that it goes by e-mail, to those who have no chat, to each once.
        follows: only to those who had a message of this kind before.
        to_guardian: goes by e-mail alone, to the parent or guardian of a child who has a chat.
        of_event: an event leads to it; else somebody asked for it just now, and only they get it.
    """

    name: str
    lane: Lane
    safety: bool = False
    muted_by_choice: bool = False
    at_table: bool = False
    aloud: bool = False
    actions: tuple[Action, ...] = ()
    alerts: bool = False
    invites: bool = False
    follows: str = ""
    of_event: bool = True
    to_guardian: bool = False


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("registration-received", 1),
        Kind("registration-cancelled", 1),
        Kind("invitation", 2, invites=True),
        Kind("invitation-reminder", 2, invites=True, follows="invitation"),
        Kind("question", 1, actions=("answer",)),
        Kind("urgent-question", 0, safety=True, actions=("answer",)),
        Kind("session-wished", 1, actions=("do_it", "answer")),
        Kind("answer", 1),
        Kind("reminder-day-before", 2, muted_by_choice=True, actions=("cannot_come",)),
        Kind("reminder-morning", 2, muted_by_choice=True, actions=("cannot_come",)),
        Kind("reminder-opening", 2, muted_by_choice=True),
        Kind("timer-guide", 2, muted_by_choice=True),
        Kind("weather-watch", 0),
        Kind("goes-ahead", 0, safety=True),
        Kind("suspended", 0, safety=True, actions=("acknowledge",)),
        Kind("hall-word", 0, safety=True, aloud=True, actions=("read_out",)),
        Kind("further-word", 0, safety=True, actions=("acknowledge",)),
        Kind("word-due", 0, safety=True, actions=("further_word",)),
        Kind("rescheduled", 0, safety=True, actions=("acknowledge", "cannot_come")),
        Kind("seat-changed", 1, safety=True),
        Kind("round-drawn", 1, at_table=True),
        Kind("dispute-raised", 1, actions=("open",)),
        Kind("chief-called", 1, safety=True, actions=("on_my_way",)),
        Kind("chief-coming", 1, safety=True),
        Kind("parent-called", 0, safety=True, actions=("coming",)),
        Kind("parent-answered", 0, safety=True),
        Kind("parent-heard", 0, safety=True, actions=("with_child",)),
        Kind("parent-wrote", 0, safety=True, actions=("with_child",)),
        Kind("parent-not-reached", 0, safety=True, actions=("with_child", "ring"), alerts=True),
        Kind("read-out", 1, aloud=True, actions=("read_out",)),
        Kind("case-raised", 1),
        Kind("ruling", 1),
        Kind("figures-corrected", 1),
        Kind("conduct", 1),
        Kind("reinstated", 1, at_table=True),
        Kind("unplayed-games", 1),
        Kind("session-results", 3, muted_by_choice=True),
        Kind("results-published", 3, muted_by_choice=True),
        Kind("correction-published", 3),
        Kind("qualified", 1),
        Kind("not-qualified", 3, muted_by_choice=True),
        Kind("cut-open-again", 1),
        Kind("reserve", 3, muted_by_choice=True, actions=("cannot_come",)),
        Kind("reserve-over", 3, muted_by_choice=True),
        Kind("waiting-over", 3, muted_by_choice=True),
        Kind("moved-up", 1, actions=("cannot_come",)),
        Kind("consent-recorded", 1, to_guardian=True),
        Kind("family-asked", 1, actions=("confirm", "refuse")),
        Kind("family-dissolved", 1),
        Kind("final-seat", 1, actions=("cannot_come",)),
        Kind("awards", 3),
        Kind("announcement", 1),
        Kind("retention-due", 3),
        Kind("personal-code", 1, safety=True, of_event=False),
        Kind("post-urgent", 0, safety=True),
        Kind("post-results", 3),
        Kind("weather-proposal", 0, safety=True, actions=("confirm", "refuse", "decide")),
        Kind("weather-unknown", 0, safety=True, alerts=True, actions=("decide",)),
        Kind("weather-decided", 0, safety=True),
        Kind("weather-danger", 0, safety=True, actions=("further_word",)),
    )
}
"""Every kind by name."""

MUTABLE: tuple[str, ...] = tuple(kind.name for kind in KINDS.values() if kind.muted_by_choice)
"""The kinds that whoever gets them may switch off."""

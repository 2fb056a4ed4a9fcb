"""What a decision about a day would tell people, read back before it goes out."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from bots.telegram.paging import pages
from bots.telegram.storm_days import sessions_known
from bots.telegram.talk import Talk
from services.delivery.channel_choice import ways_to
from services.desk.notice_preview import Alike, Foretelling
from services.officials.tables import sessions_called
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.texts import bot_text, clipped
from services.tournament.weather.suspension import SessionsSuspended
from shared.catalogue import Listed, shown
from shared.i18n import LANGUAGES, moment_shown, time_shown

_LONGEST_REASON = 60
_MOST_TEXTS = 10
"""Kinds of texts shown whole: a day has fewer, unless its stages differ."""


def say_texts(talk: Talk, foretold: Foretelling) -> None:
    """Each kind of text as it will arrive, in every language of the tournament, a message for each.

    Of those that differ in the session and its hours alone the first is shown, and a line for each other.
    """
    for text in foretold.texts[:_MOST_TEXTS]:
        for language in LANGUAGES:
            if language in talk.flow.data["languages"].split():
                spoken = bot_text("language_name", language)
                heading = talk.text("storm_text", language=spoken, count=text.count, officials=text.officials)
                talk.say(text.texts[language], heading=heading, whole=True)
        if text.alike:
            lines = [_alike(talk, other) for other in text.alike]
            for page in pages(lines):
                talk.say(page, heading=talk.text("storm_alike", count=len(lines)))
    left = foretold.texts[_MOST_TEXTS:]
    if left:
        talk.say(talk.text("storm_more", texts=len(left), count=sum(text.count for text in left)))


def _alike(talk: Talk, other: Alike) -> str:
    """A session of which the same is said, with its hours."""
    hours = other.hours[talk.language]
    return talk.text("storm_alike_session", session=other.session, hours=hours or None)


def parts_told(talk: Talk, person: Person, foretold: Foretelling) -> list[Part]:
    """The sessions with their hours, which of them become void, and each kind of text where they were read.

    How many read it, and what of it goes by where each of them is, changes with whoever checks in.
    """
    found = []
    rows = {row.session: row for row in sessions_known(talk)}
    called = dict(zip(rows, sessions_called(talk, person, rows), strict=True))
    for id in foretold.sessions:
        row, label = rows[id], shown(called[id], talk.language)
        hours = [row.day, row.registration, row.seating, row.start]
        line = [label, *(hour for hour in hours[1:] if hour is not None)]
        found.append(part(f"session {id}", hours, Listed(line).in_language(talk.language)))
    for id in () if foretold.suspended is None else foretold.suspended.voided:
        void = talk.text("storm_voided", sessions=Listed([called[id]]), count=1)
        found.append(part(f"void {id}", True, void))
    if "proposal" in talk.flow.data:
        return found
    # What officials read follows from these, and from who is in the hall.
    kinds = {
        text.template: text.texts[talk.language] for text in reversed(foretold.texts) if not text.officials
    }
    return [*found, *(part(f"told {kind}", True, text, "go") for kind, text in kinds.items())]


def summary(talk: Talk, person: Person, foretold: Foretelling) -> str:
    """What is decided, what becomes void by it, and whom it reaches by what; the answer to a proposal too."""
    lines, stops = [_decided(talk, foretold)], foretold.suspended
    if stops is not None:
        lines.append(_because(talk, stops))
        if stops.voided:
            lines.append(talk.text("storm_voided", sessions=foretold.voided, count=len(stops.voided)))
        by = _hour(talk, stops.next_word)
        lines.append(talk.text("storm_hour", now=_hour(talk, talk.now()), next_word=by))
    linked = talk.room.links.of_recipients(person.tournament_id)
    ways = ways_to(foretold.recipients, linked, foretold.with_email)
    lines.append(
        talk.text(
            "storm_reached",
            count=len(foretold.recipients),
            linked=len(ways.chats),
            pushed=len(ways.browsers),
            mailed=len(ways.emails),
            unreached=len(foretold.recipients) - ways.reached,
        )
    )
    asked = "storm_sure" if "proposal" in talk.flow.data else "storm_send"
    return "\n".join([*lines, talk.text(asked)])


def _decided(talk: Talk, foretold: Foretelling) -> str:
    """What is decided of which sessions."""
    data = talk.flow.data
    return talk.text(
        "storm_read_back",
        what=talk.text(f"storm_what_{data['what']}"),
        day=date.fromisoformat(data["day"]),
        new_day=date.fromisoformat(data["new_day"]) if "new_day" in data else None,
        sessions=foretold.called if foretold.sessions else "–",
    )


def _because(talk: Talk, stops: SessionsSuspended) -> str:
    """Why: the warning, or what was written where it is another reason; and since when."""
    data = talk.flow.data
    written = data.get(talk.language) or data.get("en") or data.get("zh")
    if stops.grounds == "other" and written:
        grounds = talk.text("storm_grounds_written", reason=clipped(written, _LONGEST_REASON))
    else:
        grounds = talk.text(f"storm_grounds_{stops.grounds}")
    since = None if stops.since is None else _hour(talk, stops.since)
    return talk.text("storm_because", grounds=grounds, since=since)


def moment_read(talk: Talk, moment: datetime) -> str:
    """A moment where the tournament of the flow is, in the chat's language."""
    return moment_shown(moment, ZoneInfo(talk.flow.data["zone"]), talk.language)


def _hour(talk: Talk, moment: datetime) -> str:
    """A moment there, by the hour alone if it is of today."""
    zone = ZoneInfo(talk.flow.data["zone"])
    today = talk.now().astimezone(zone).date() == moment.astimezone(zone).date()
    return time_shown(moment, zone, talk.language) if today else moment_read(talk, moment)

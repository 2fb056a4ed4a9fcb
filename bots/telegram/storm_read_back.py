"""What a decision about a day would tell people, read back before it goes out."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bots.telegram.talk import Talk
from services.delivery.ways import ways_to
from services.desk.foretelling import Foretelling
from services.officials.tables import sessions_called
from services.personal.person import Person
from services.personal.texts import bot_text, clipped
from shared.i18n import LANGUAGES, moment_shown

_LONGEST_REASON = 60
_MOST_SESSIONS = 4
_MOST_TEXTS = 10
"""A day with more texts than these has many sessions: the rest differ in the session and its hours."""


def say_texts(talk: Talk, foretold: Foretelling) -> None:
    """Each text as it will arrive, in every language of the tournament, a message for each.

    Where there are very many, how many further ones there are, and who reads them.
    """
    for text in foretold.texts[:_MOST_TEXTS]:
        for language in LANGUAGES:
            if language in talk.flow.data["languages"].split():
                spoken = bot_text("language_name", language)
                heading = talk.text("storm_text", language=spoken, count=text.count, officials=text.officials)
                talk.say(text.texts[language], heading=heading)
    left = foretold.texts[_MOST_TEXTS:]
    if left:
        talk.say(talk.text("storm_more", texts=len(left), count=sum(text.count for text in left)))


def summary(talk: Talk, person: Person, foretold: Foretelling) -> str:
    """What is decided in a line, whom it concerns, and by what they are reached."""
    data = talk.flow.data
    linked = talk.room.links.of_recipients(person.tournament_id)
    ways = ways_to(foretold.recipients, linked, foretold.with_email)
    new_day = date.fromisoformat(data["new_day"]) if "new_day" in data else None
    return talk.text(
        "storm_read_back",
        what=talk.text(f"storm_what_{data['what']}"),
        day=date.fromisoformat(data["day"]),
        new_day=new_day,
        sessions=_sessions(talk, person, foretold.sessions),
        grounds=_grounds(talk),
        since=moment_read(talk, datetime.fromisoformat(data["since"])) if data.get("since") else None,
        count=len(foretold.recipients),
        linked=len(ways.chats),
        pushed=len(ways.browsers),
        mailed=len(ways.emails),
        unreached=len(foretold.recipients) - ways.reached,
    )


def _sessions(talk: Talk, person: Person, ids: Sequence[str]) -> list[object]:
    """The first of the sessions as people call them, and how many more there are."""
    called = sessions_called(talk, person, ids[:_MOST_SESSIONS])
    left = len(ids) - len(called)
    return [*called, talk.text("storm_sessions_more", count=left)] if left else called


def _grounds(talk: Talk) -> str | None:
    """Why: the warning, or what was written where it is another reason; None where none is given."""
    data = talk.flow.data
    if "grounds" not in data:
        return None
    written = data.get(talk.language) or data.get("en") or data.get("zh")
    if data["grounds"] == "other" and written:
        return talk.text("storm_grounds_written", reason=clipped(written, _LONGEST_REASON))
    return talk.text(f"storm_grounds_{data['grounds']}")


def moment_read(talk: Talk, moment: datetime) -> str:
    """A moment where the tournament of the flow is, in the chat's language."""
    return moment_shown(moment, ZoneInfo(talk.flow.data["zone"]), talk.language)

"""Everything that one person hears from first to last, per role and language, in a small Hong Kong demo.

Read as the person would: what happened to me, where, when, and what now. In the order and at the time of the
facts; what is kept until a session is over, or until morning, arrives that much later.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import msgspec

from bots.telegram.handling import Handled, Incoming
from bots.telegram.owning import create_handling
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.notices.audiences import ORGANIZER, PUBLIC_CHANNEL, Recipient, recipients
from services.notices.files import file_of
from services.notices.look import Look
from services.notices.rendering import Message, message
from services.notices.store import NoticeStore
from shared.catalogue import say
from shared.clock import from_micros
from shared.i18n import LANGUAGES, Language
from tests.demo.conftest import Played, play_in, small

FOLDER = Path(__file__).parent / "transcripts"
SEED = 1
_TAG = re.compile(r"<[^>]+>")


def roles(desk: Desk, tournament: str) -> Mapping[str, Recipient]:
    """Whose day is followed, found by what the tournament made of them."""
    state = desk.state(tournament)
    assert state.awards is not None, "the demo is played to its awards"
    events = desk.log.read(tournament, 0, 100_000)
    moved_up = next(
        msgspec.json.decode(event.data)["entrant"] for event in events if event.type == "reserve-moved-up"
    )
    raised = min(
        dispute.raised_by
        for dispute in state.disputes.values()
        if dispute.status == "ruled" and dispute.raised_by
    )
    waiting = min(number for number, entrant in state.entrants.items() if entrant.status == "waiting")
    entrants = {
        "champion": state.awards.places[0].entrants[0],
        "parent-of-the-family-award": state.units[state.awards.family_units[0]].parent,
        "reserve-who-moved-up": moved_up,
        "reserve": state.cut_into("final").reserves[0],
        "who-raised-a-dispute": raised,
        "who-waits-for-a-place": waiting,
    }
    chief = min(other.referee for other in state.referees.values() if other.chief)
    referee = min(other.referee for other in state.referees.values() if not other.chief and other.active)
    return {
        **{role: Recipient("entrant", number) for role, number in sorted(entrants.items())},
        "referee": Recipient("referee", referee),
        "chief-referee": Recipient("referee", chief),
        "organizer": ORGANIZER,
        "public-channel": PUBLIC_CHANNEL,
    }


def heard(played: Played) -> Iterator[tuple[str, Language, str, Message]]:
    """What each hears: the role, the language, when and what it is about, and the message."""
    desk, tournament = played.demo.desk, played.demo.definition.id
    book, zone = Correspondence(desk), ZoneInfo(played.demo.definition.zone)
    followed = roles(desk, tournament)
    # A command's events are in the log together, before anything is sent.
    events = list(desk.log.read(tournament, 0, 100_000))
    last = {recorded.command_id: recorded.seq for recorded in events}
    ends = {recorded.seq: last[recorded.command_id] for recorded in events}
    for notice in NoticeStore(desk.log.database).all(tournament):
        state = desk.state(tournament, ends[notice.seq])
        meant = set(recipients(state, notice.audience))
        hearing = {role: whom for role, whom in followed.items() if whom in meant}
        if not hearing:
            continue
        event = desk.log.read_one(tournament, notice.seq)
        assert event is not None, "a notice is of an event"
        when = f"{from_micros(event.occurred_at).astimezone(zone):%Y-%m-%d %H:%M} {notice.kind}"
        words = book.words(tournament, notice)
        for role, whom in hearing.items():
            for language in LANGUAGES:
                attached = file_of(notice.kind, state.plan, language) is not None
                look = Look(state, notice, whom, language, words.get(language, ""), attached=attached)
                yield role, language, when, message([("", look)])


def greeted(played: Played, followed: Mapping[str, Recipient]) -> Iterator[tuple[str, Language, str, str]]:
    """What each chat says when it is linked: the role, the language, when, and the question and greeting."""
    demo, tournament = played.demo, played.demo.definition.id
    links = Links(demo.desk.grants, demo.desk.vault, Correspondence(demo.desk))
    handling = create_handling(demo.desk, links)
    when = f"{demo.clock.now().astimezone(ZoneInfo(demo.definition.zone)):%Y-%m-%d %H:%M} linked"
    update = count(1)
    for chat, (language, (role, whom)) in enumerate(product(LANGUAGES, followed.items()), 1000):
        start = f"/start {links.invite(tournament, whom.key)}"
        asked = handling.handle(Incoming(next(update), chat, language, "text", start))
        assert asked is not None, "a link is answered"
        # A phone that is set to English chooses it: nobody knows by the setting alone.
        name = say("bot-language-name", language)
        chosen = handling.handle(Incoming(next(update), chat, language, "pressed", _button(asked, name)))
        assert chosen is not None, "a language is chosen"
        yes = _button(chosen, say("bot-link-yes", language))
        linked = handling.handle(Incoming(next(update), chat, language, "pressed", yes))
        assert linked is not None, "so is the button"
        texts = [unescape(_TAG.sub("", reply.html)) for reply in (*asked.replies, *linked.replies)]
        yield role, language, when, "\n\n".join(texts)


def _button(handled: Handled, wanted: str) -> str:
    """The id of the button with this label."""
    rows = (row for reply in handled.replies for row in reply.rows)
    return next(id for row in rows for label, id in row if label == wanted)


class Heard(msgspec.Struct, frozen=True):
    """What everyone hears: when each chat is linked, and from then on; as `greeted` and `heard` give it."""

    greetings: Sequence[tuple[str, Language, str, str]]
    messages: Sequence[tuple[str, Language, str, Message]]


def everything_heard() -> Heard:
    """All that is heard in the demo, which is played for it."""
    with TemporaryDirectory() as folder:
        played = play_in(Path(folder, "whole"), small(), seed=SEED)
        before = play_in(Path(folder, "before"), small(), seed=SEED, until="registration")
        try:
            followed = roles(played.demo.desk, played.demo.definition.id)
            linked = {role: whom for role, whom in followed.items() if whom != PUBLIC_CHANNEL}
            return Heard(tuple(greeted(before, linked)), tuple(heard(played)))
        finally:
            played.close()
            before.close()


def transcripts(all_heard: Heard) -> dict[str, str]:
    """Every transcript by the name of its file."""
    found: dict[str, list[str]] = {}
    for role, language, when, text in all_heard.greetings:
        found.setdefault(f"{role}.{language}.txt", []).append(f"[{when}]\n{text}\n")
    for role, language, when, told in all_heard.messages:
        found.setdefault(f"{role}.{language}.txt", []).append(f"[{when}]\n{told.text}\n")
    return {name: "\n".join(parts) for name, parts in found.items()}

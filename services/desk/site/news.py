"""News: what was announced to everyone, what was told further of a suspension, every post; the newest first.

What a post says follows from the log up to its event, so it is composed once and kept; the words that the
organizer wrote are opened each time they are read, so that what is forgotten is gone.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from services.desk.decoding import BY_NAME, CATALOGUE
from services.desk.directory import NOBODY, Directory, free_text
from services.desk.moments import AsOf
from services.notices.posts import POSTED, words_about
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Event
from services.tournament.publication.reminding import AnnouncementMade
from services.tournament.state import State
from services.tournament.weather.update_promises import FurtherWordGiven
from shared.clock import from_micros
from shared.eventlog import EventLog
from shared.i18n import LANGUAGES
from shared.problems import not_found

ANNOUNCED = "announcement"
FURTHER_WORD = "further-word"
SUSPENDED = "suspended"
EVERYONE = "everyone"
_WRITTEN: Mapping[str, type[Event]] = {ANNOUNCED: AnnouncementMade, FURTHER_WORD: FurtherWordGiven}
"""By kind the events whose words the organizer wrote."""
_TYPES = tuple(kind.name for kind in BY_NAME.values() if kind.cls in (*POSTED, *_WRITTEN.values()))
_MOST_TOURNAMENTS = 200
"""Whose news are kept; they are read anew once they are asked for again."""


class NewsDesk(Protocol):
    """What is used of the desk to tell the news."""

    @property
    def log(self) -> EventLog: ...
    @property
    def news(self) -> "NewsKept": ...
    @property
    def directory(self) -> Directory: ...
    def state(self, tournament_id: str, as_of: AsOf | None = ...) -> State: ...


class NewsItem(msgspec.Struct, frozen=True):
    """One piece of news: what kind it is of, when it happened, and what it says in each language."""

    seq: int
    kind: str
    at: datetime
    text: Text


class News(msgspec.Struct, frozen=True):
    """A page of the news, the newest first.

    Attributes:
        before: the seq before which the next page goes on; None where there is no more.
    """

    seq: int
    items: tuple[NewsItem, ...]
    before: int | None


class _Known(msgspec.Struct, frozen=True):
    """What is kept of one piece of news.

    Attributes:
        text: of a post; None of what the organizer wrote, whose words are under `case`.
    """

    seq: int
    kind: str
    at: datetime
    text: Text | None = None
    case: str = ""


class _Read(msgspec.Struct, frozen=True):
    """The news of a log up to a seq, by rising seq, and the hash of the event there."""

    seq: int
    hash: bytes
    known: tuple[_Known, ...]


_NOTHING = _Read(0, b"", ())


class NewsKept:
    """The news of tournaments, as far as their logs were read. Safe for threads."""

    def __init__(self) -> None:
        self._read: OrderedDict[str, _Read] = OrderedDict()
        self._guard = threading.Lock()

    def of(self, desk: NewsDesk, tournament_id: str) -> Sequence[_Known]:
        """All news up to the head, by rising seq."""
        head = desk.log.head(tournament_id)
        with self._guard:
            read = self._read.get(tournament_id, _NOTHING)
        if (read.seq, read.hash) != (head.seq, head.hash):
            read = _read_on(desk, tournament_id, _of_this_log(desk, tournament_id, read), head.seq, head.hash)
            with self._guard:
                self._read[tournament_id] = read
                self._read.move_to_end(tournament_id)
                while len(self._read) > _MOST_TOURNAMENTS:
                    self._read.popitem(last=False)
        return read.known


def news(desk: NewsDesk, tournament_id: str, seq: int, limit: int, before: int | None = None) -> News:
    """The last pieces of news up to a seq.

    Args:
        before: only those before this seq.

    Raises:
        Problem: tournament-unknown.
    """
    last = seq if before is None else min(seq, before - 1)
    found = [known for known in desk.news.of(desk, tournament_id) if known.seq <= last]
    shown = found[-limit:]
    more = shown[0].seq if len(found) > len(shown) else None
    return News(seq, tuple(_item(desk, tournament_id, known) for known in reversed(shown)), more)


def news_item(desk: NewsDesk, tournament_id: str, seq: int) -> NewsItem:
    """The piece of news at a seq.

    Raises:
        Problem: not-found.
    """
    for known in desk.news.of(desk, tournament_id):
        if known.seq == seq:
            return _item(desk, tournament_id, known)
    raise not_found("news", seq)


def further_words(desk: NewsDesk, tournament_id: str, seqs: Collection[int]) -> Mapping[int, Text]:
    """What the organizer wrote of suspensions at these seqs, at first or later; of anything else nothing."""
    known = desk.news.of(desk, tournament_id) if seqs else ()
    told = {
        item.seq: _item(desk, tournament_id, item).text
        for item in known
        if item.kind == FURTHER_WORD and item.seq in seqs
    }
    return {**_first_words(desk, tournament_id, [seq for seq in seqs if seq not in told]), **told}


def _first_words(desk: NewsDesk, tournament_id: str, seqs: Collection[int]) -> Mapping[int, Text]:
    """Why sessions are suspended, as those concerned read it, where the grounds are other ones."""
    found: dict[int, Text] = {}
    for seq, cases in desk.directory.texts(tournament_id, sorted(seqs)).items():
        for sealed in cases.values():
            words = {language: sealed.get(language, "") for language in LANGUAGES}
            if any(words.values()):
                found[seq] = Text(**words)
    return found


def _of_this_log(desk: NewsDesk, tournament_id: str, read: _Read) -> _Read:
    """What was read, if the log still has it; else nothing."""
    if read.seq == 0:
        return read
    event = desk.log.read_one(tournament_id, read.seq)
    return read if event is not None and event.hash == read.hash else _NOTHING


def _read_on(desk: NewsDesk, tournament_id: str, read: _Read, seq: int, hash_: bytes) -> _Read:
    found = list(read.known)
    for recorded in desk.log.read_types(tournament_id, _TYPES, read.seq, seq):
        event, at = CATALOGUE.decode(recorded), from_micros(recorded.occurred_at)
        if isinstance(event, AnnouncementMade):
            if event.audience == EVERYONE:
                found.append(_Known(recorded.seq, ANNOUNCED, at, case=event.case))
            continue
        if isinstance(event, FurtherWordGiven):
            found.append(_Known(recorded.seq, FURTHER_WORD, at, case=event.case))
            continue
        then = desk.state(tournament_id, recorded.seq)
        words = words_about(then, event)
        if words is not None:
            found.append(_Known(recorded.seq, words[0], at, words[1]))
    return _Read(seq, hash_, tuple(found))


def _item(desk: NewsDesk, tournament_id: str, known: _Known) -> NewsItem:
    text = known.text
    if text is None:
        sealed = desk.directory.texts(tournament_id, [known.seq])[known.seq].get(known.case, NOBODY)
        by_language = {
            language: free_text(sealed, _WRITTEN[known.kind], language).get(language, "")
            for language in LANGUAGES
        }
        text = Text(**by_language)
    elif known.kind == SUSPENDED:
        written = _first_words(desk, tournament_id, [known.seq]).get(known.seq)
        if written is not None:
            both = {of: f"{text.in_language(of)}\n{written.in_language(of)}" for of in LANGUAGES}
            text = Text(**both)
    return NewsItem(known.seq, known.kind, known.at, text)

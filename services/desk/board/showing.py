"""Which views a board shows now, in turn: what stops play first, then news, then what is to be done next."""

from collections.abc import Collection, Iterator
from typing import Literal

import msgspec

from services.access.board_links import VIEWS, View

Freshness = Literal["alone", "among", ""]


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What a board goes by.

    Attributes:
        alarm: something stops play.
        news: an announcement was just made ("alone"), or lately ("among" the others), or neither.
        seated: people are to take their seats now.
        playing: something is in play.
        checking_in: people check in now.
        begun: something was played already.
        seen: places are seen of what is in play, or was played last.
    """

    alarm: bool = False
    news: Freshness = ""
    seated: bool = False
    playing: bool = False
    checking_in: bool = False
    begun: bool = False
    seen: bool = False


def views_now(situation: Situation, wanted: Collection[View] = ()) -> tuple[View, ...]:
    """The views to be shown in turn.

    Args:
        wanted: of these alone, all of them where none has its time now. What stops play is shown in any case.
    """
    if situation.alarm:
        return ("alarm",)
    news: tuple[View, ...] = ("news",) if situation.news and (not wanted or "news" in wanted) else ()
    if news and situation.news == "alone":
        return news
    timely = tuple(dict.fromkeys(_timely(situation)))
    chosen = tuple(view for view in timely if not wanted or view in wanted)
    rest = chosen or tuple(view for view in VIEWS if view in wanted and view not in ("alarm", "news"))
    return (*news, *rest) or tuple(view for view in VIEWS if view in wanted)


def _timely(situation: Situation) -> Iterator[View]:
    if situation.seated:
        yield "seats"
    if situation.playing:
        yield from ("now", "results")
        if situation.seen:
            yield "standings"
    if situation.seated or situation.playing:
        return
    if situation.checking_in:
        yield "now"
    elif situation.begun:
        yield "standings"
    yield "day"

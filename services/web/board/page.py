"""The board as a page: what is shown now, in the views and languages chosen, as anyone may see it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from flask import Response
from markupsafe import Markup
from msgspec import structs

from services.access.board_links import USUAL, VIEWS, BoardChoice, BoardLinks, Languages, Pace, View
from services.access.visibility import ANYONE
from services.desk.board.board import Board, board, views_now
from services.desk.board.places import places
from services.desk.board.words import word_of
from services.web.auth import ANONYMOUS
from services.web.board.slides import Slide, slides
from services.web.etags import Answer
from services.web.framing import frame
from services.web.parts import Parts
from services.web.reads import read_of_log
from services.web.rendering import PageParameters, page
from services.web.routes import Call
from services.web.site.times import Times
from services.web.texts import Texts
from shared.i18n import LANGUAGES, Language, day_in_short, tag

_MINUTE = 60
_BOTH: tuple[Language, ...] = ("zh", "en")
_LONGER: dict[bool, int] = {True: 2, False: 1}


class LinkParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From which page on a board is shown; without script each page asks for the next.

    Attributes:
        slide: how many pages were shown before.
    """

    slide: int = 0


class BoardParameters(LinkParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is shown: a view, or all that have their time now; in which languages; how fast."""

    view: View | None = None
    langs: Languages | None = None
    pace: Pace = USUAL


def board_links(parts: Parts) -> BoardLinks:
    """The links of this installation."""
    return BoardLinks(parts.desk.key_for("board links"))


def open_board(parts: Parts, call: Call) -> Response:
    """The board as its address says."""
    asked: BoardParameters = call.parameters
    spoken: Languages = asked.langs or ("zh" if call.language == "zh" else "en")
    views = () if asked.view is None else (asked.view,)
    return _shown(parts, call, "board-page", BoardChoice(views, spoken, asked.pace))


def open_link(parts: Parts, call: Call) -> Response:
    """The board as a link says; raises Problem: board-link-invalid."""
    choice = board_links(parts).read(call.tournament, call.path["link"])
    return _shown(parts, call, f"board-link {call.path['link']}", choice)


def _shown(parts: Parts, call: Call, name: str, choice: BoardChoice) -> Response:
    anyone = structs.replace(call, principal=ANONYMOUS, visibility=ANYONE, sign_in=None)
    minute = int(parts.clock.now().timestamp()) // _MINUTE
    return read_of_log(parts, anyone, f"{name} {minute}", partial(_page, parts, anyone, choice))


def _page(parts: Parts, call: Call, choice: BoardChoice) -> Answer:
    shown = board(parts.desk, call.tournament)
    spoken = _languages(choice.languages)
    deck = _deck(parts, call, choice, shown, spoken)
    first = call.parameters.slide % len(deck)
    return page(
        "board/board.html",
        call.language if call.language in spoken else spoken[0],
        frame=frame(parts, call, "board", shown.seq),
        board=shown,
        deck=deck,
        first=first,
        following=(first + 1) % len(deck),
        # What is read is read for longer.
        seconds=[int(choice.pace) * _LONGER[slide.spoken] for slide in deck],
        texts={language: Texts(language) for language in LANGUAGES},
        times={language: _BoardTimes(shown.programme.plan.zone, language) for language in LANGUAGES},
        tags={language: tag(language) for language in LANGUAGES},
        word_of=word_of,
        clock=clock_shown,
    )


def _languages(chosen: Languages) -> Sequence[Language]:
    return _BOTH if chosen == "both" else (chosen,)


def _deck(
    parts: Parts, call: Call, choice: BoardChoice, shown: Board, spoken: Sequence[Language]
) -> tuple[Slide, ...]:
    wanted = tuple(view for view in VIEWS if view in choice.views)
    views = views_now(shown.situation, wanted)
    return slides(shown, views, spoken, partial(places, parts.desk, call.tournament))


class _BoardTimes(Times):
    """Moments on a board, in 24 hours whatever the language, and so always as wide."""

    def __init__(self, zone: str, language: Language) -> None:
        super().__init__(zone, language)
        self._local, self._spoken = ZoneInfo(zone), language

    def hour(self, at: datetime) -> Markup:
        """The hour of a moment."""
        local = at.astimezone(self._local)
        return Markup('<time datetime="{}">{}</time>').format(local.isoformat(), f"{local:%H:%M}")

    def moment(self, at: datetime) -> Markup:
        """The day and hour of a moment, without its year."""
        return Markup("{} {}").format(day_in_short(self.on(at), self._spoken), self.hour(at))


def clock_shown(left: timedelta) -> str:
    """How long something still takes, in hours and minutes, or in minutes; a script counts the seconds."""
    minutes = max(0, int(left.total_seconds()) // _MINUTE)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02d}:00" if hours else f"{rest}:00"

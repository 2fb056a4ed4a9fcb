"""Figures as referees type or paste them."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from bots.telegram.talk import Talk
from services.desk.views import SheetView
from services.officials.figures import ending_named, figures_typed
from services.officials.sheets import counts_shown, figures_asked, figures_read_back, game_shown, sheet_shown
from services.personal.texts import bot_text
from services.projections.rows import FigureCell, GameCell, SheetRow
from services.rules.exact import parse_score
from services.rules.game import ENDINGS
from services.rules.ruleset import Ruleset, load, ruleset_ids
from services.tournament.play.figures import SeatResult
from shared.i18n import LANGUAGES, Language
from tests.cases import cases
from tests.refusing import refusing
from tests.wording import fixed

COUNTED = tuple(
    SeatResult(seat=seat, count=count, tiles=tiles)
    for seat, count, tiles in zip("ABCD", (0, 12, 7, 20), (0, 3, 2, 5), strict=True)
)


@cases(
    "text",
    [
        "A 0, B 12/3, C 7/2, D 20/5",
        "A 0 B 12/3 C 7/2 D 20/5",
        "a0,b12/3,c7/2,d20/5",
        "A: 0; B: 12 / 3; C = 7/2; D 20/5.",
        "Ａ　０，Ｂ　１２／３，Ｃ　７／２，Ｄ　２０／５",
        "A：0、B：12／3、C：7／2、D：20／5。",
        "A 0\nB 12/3\nC 7/2\nD 20/5",
        "1. A 0 · B 12/3 · C 7/2 · D 20/5",
        "A 0 (0003 Chan) B 12/3（0007 陳大文） C 7/2 D 20/5",
    ],
)
def test_counted_figures_are_understood_however_they_are_typed(text: str) -> None:
    assert figures_typed(text) == (COUNTED, "cleared", ())


@cases("sign", ["-", "−", "–", "－", "﹣"])
def test_scores_as_a_sheet_shows_them_are_taken_as_scores(sign: str) -> None:
    text = f"1. ▶★A 39/0 · B {sign}12/3 · C {sign}7/2 · D {sign}20/5"
    seats, ended_by, _ = figures_typed(text)
    assert ended_by is UNSET
    assert [(seat.seat, seat.score, seat.game_won, seat.tiles, seat.count) for seat in seats] == [
        ("A", "39", 1, 0, None),
        ("B", "-12", 0, 3, None),
        ("C", "-7", 0, 2, None),
        ("D", "-20", 0, 5, None),
    ]
    assert figures_typed(text.replace("★", ""))[0] == seats


def test_who_won_a_shared_pot_is_whoever_is_marked() -> None:
    seats, _, _ = figures_typed("★A 8½/2 · B 8½/3 · C −7/2 · D −10/5, time")
    assert [(seat.score, seat.game_won) for seat in seats] == [("8½", 1), ("8½", 0), ("-7", 0), ("-10", 0)]
    assert (
        sum(seat_result.game_won or 0 for seat_result in figures_typed("A 8½/2 B 8½/3 C -7/2 D -10/5")[0])
        == 0
    )


@cases(
    "written, ended_by",
    [
        ("time", "time"),
        ("Time up", "time"),
        ("時間到", "time"),
        ("時間", "time"),
        ("卡住", "blocked"),
        ("blocked", "blocked"),
        ("pool exhausted", "pool_exhausted"),
        ("pool_exhausted", "pool_exhausted"),
        ("牌池取盡", "pool_exhausted"),
        ("棄權", "forfeit"),
        ("出清", "cleared"),
    ],
)
def test_an_ending_is_written_in_either_language(written: str, ended_by: str) -> None:
    for between in (", ", "，", "、", "\n", " "):
        assert figures_typed(f"A 3/1, B 12/3, C 7/2, D 20/5{between}{written}")[1] == ended_by, between


@cases("language", LANGUAGES)
@cases("ending", ENDINGS)
def test_every_ending_that_is_named_is_understood(ending: str, language: Language) -> None:
    assert figures_typed(f"A 3/1, {ending_named(ending, language)}")[1] == ending
    assert ending_named(ending, "zh").isascii() is False


@cases(
    "text, part",
    [
        ("nothing", "nothing"),
        ("A 0, B twelve", "B twelve"),
        ("A 0, B 12/3 rain", "rain"),
        ("", "-"),
        ("time", "time"),
        ("A 39/0, B -12", "B -12"),
        ("A 1½/2, B 3/1", "A 1½/2"),
        ("A 77/3/5", "A 77/3/5"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, part: str) -> None:
    with refusing("figures-unreadable") as refused:
        figures_typed(text)
    assert refused.value.params["part"] == part
    assert part in refused.value.text("en")
    assert part in refused.value.text("zh")


CELLS = st.lists(
    st.tuples(
        st.integers(0, 1), st.integers(-600, -1), st.sampled_from(["", "½", "⅓", "⅔"]), st.integers(0, 40)
    ),
    min_size=2,
    max_size=6,
)


def sheet(cells: list[tuple[int, int, str, int]]) -> SheetView:
    figures = tuple(
        FigureCell(f"{place:04d}", won, str(parse_score(f"{score}{part}")), tiles, None, None)
        for place, (won, score, part, tiles) in enumerate(cells)
    )
    numbers = tuple(figure.entrant_no for figure in figures)
    game = GameCell(2, "recorded", "time", "counts", None, 9, figures)
    row = SheetRow("S/1", "S", "preliminary", "table", False, numbers, (None, game), (), (), (), ())
    return SheetView(row, dict.fromkeys(numbers, "Chan (Tai) Man, 陳大文"))


def test_a_game_without_figures_says_its_state_in_words() -> None:
    game = GameCell(1, "awaiting_ruling", "", "", None, 9, ())
    view = replace(sheet([]), sheet=replace(sheet([]).sheet, games=(game,)))
    assert [sheet_shown(view, language)[-1] for language in LANGUAGES] == [
        "1. awaiting a ruling",
        "1. 等候裁決",
    ]


@given(CELLS)
def test_the_lines_that_the_bot_prints_are_pasted_back(cells: list[tuple[int, int, str, int]]) -> None:
    view = sheet(cells)
    game = view.sheet.games[1]
    for text in (sheet_shown(view, "en")[-1], "\n".join(game_shown(view, game))):
        seats, ended_by, _ = figures_typed(text)
        assert ended_by is UNSET
        assert [(seat.seat, parse_score(seat.score or ""), seat.tiles) for seat in seats] == [
            (seat, parse_score(cell.score), cell.tiles)
            for seat, cell in zip("ABCDEF", game.figures if game else (), strict=False)
        ]
        marked = [seat.game_won for seat in seats]
        assert marked == [won for won, *_ in cells]
        assert figures_typed(figures_read_back(text, "zh"))[0] == seats


@cases("language", LANGUAGES)
@cases("ended_by", ENDINGS)
def test_the_counts_that_are_offered_are_taken_as_they_are(ended_by: str, language: Language) -> None:
    view = sheet([(1, -1, "", 0 if ended_by == "cleared" else 1), (0, -20, "", 5)])
    game = view.sheet.games[1]
    assert game is not None
    counts = tuple(replace(figure, count=4 * figure.tiles) for figure in game.figures)
    offered = counts_shown(view, replace(game, figures=counts, ended_by=ended_by), language)
    if ended_by == "forfeit":
        assert offered == ""  # who forfeited has no place in it
        return
    for text in (offered, bot_text("figures_counted", language, counts=offered)):
        seats, ending, _ = figures_typed(text)
        assert ending == ended_by
        assert [(figure.count, figure.tiles) for figure in seats] == [
            (figure.count, figure.tiles) for figure in counts
        ]


@pytest.mark.parametrize("ended_by", ["ruling", "unknown", "left"])
def test_counts_whose_ending_cannot_be_written_are_not_offered(ended_by: str) -> None:
    view = sheet([(1, -1, "", 1), (0, -20, "", 5)])
    game = view.sheet.games[1]
    assert game is not None
    counts = tuple(replace(figure, count=4 * figure.tiles) for figure in game.figures)
    assert counts_shown(view, replace(game, figures=counts, ended_by=ended_by), "en") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_figures_are_written_is_never_cut_off(language: Language) -> None:
    view = sheet([(0, -200, "", 14)] * 4)
    game = view.sheet.games[1]
    assert game is not None
    counts = tuple(replace(figure, count=200) for figure in game.figures)
    view = replace(view, sheet=replace(view.sheet, games=(None, replace(game, figures=counts))))
    words = cast(Talk, Words(language))
    for typed in (None, "A 200/14, B 200/14, C 200/14, D 0"):
        asked = figures_asked(words, view, view.sheet.seats, load("mso-2019"), 2, typed)
        assert len(asked) <= 440
        assert ending_named("forfeit", language) in asked.split("\n")[-1]
        assert {
            "en": fixed("bot-figures-how", endings="pool exhausted, forfeit", forfeits="D"),
            "zh": fixed("bot-figures-how", "zh", endings="牌池取盡、棄權", forfeits="D"),
        }[language] in asked
        assert "D −200/14 (0003 Chan" in asked
        assert typed is None or "D 0" in asked


def test_a_count_below_zero_is_named_with_the_seat_that_it_makes_a_score_without_tiles() -> None:
    with refusing("figures-mixed") as refused:
        figures_typed("A 0 B 14/3 C 20/4 D -5/6")
    for language in LANGUAGES:
        text = refused.value.text(language)
        assert "D -5/6" in text
        assert "A 0" in text


@cases("language", LANGUAGES)
@cases("rules", [load(name) for name in ruleset_ids()])
def test_only_endings_that_these_rules_know_are_offered(rules: Ruleset, language: Language) -> None:
    view, words = sheet([(0, -20, "", 4)] * 2), cast(Talk, Words(language))
    for ruled in (False, True):
        asked = figures_asked(words, view, view.sheet.seats, rules, 2, None, ruled=ruled)
        for ending in ENDINGS:
            value = getattr(rules.endings, ending).value
            offered = value != "play_on" and (ruled or value != "unspecified")
            assert ending == "cleared" or (ending_named(ending, language) in asked) == offered, ending
        unnamed = [ending for ending in ENDINGS if getattr(rules.endings, ending).value == "unspecified"]
        assert ("★A 8/3" in asked) == (ruled and bool(unnamed))


@cases(
    "text, won",
    [
        ("A 10/2、★B 8/3 卡住", ("B",)),
        ("★A 3/1, *B 3/1, C 9/2 time", ("A", "B")),
        ("A 3/1, B 4/1", ()),
        ("★A 39/0, B -39/3", None),
    ],
)
def test_winners_are_marked_on_counted_figures(text: str, won: tuple[str, ...] | None) -> None:
    assert figures_typed(text).winners == won
    assert won is None or figures_read_back(text, "en").count("★") == len(won)


@cases(
    "text",
    [
        "A 20/5, ✗B 12/3, forfeit",
        "A 20/5 ❌B 12/3",
        "a20/5,!b12/3",
        "A 20/5、×B 12/3 棄權",
        "1. A 20/5 · ✗ B 12/3",
    ],
)
def test_who_forfeited_is_marked_on_counted_figures(text: str) -> None:
    seats, ended_by, _ = figures_typed(text)
    assert [(seat.seat, seat.count, seat.tiles, seat.forfeited) for seat in seats] == [
        ("A", 20, 5, False),
        ("B", 12, 3, True),
    ]
    assert ended_by == "forfeit"
    assert figures_read_back(text, "en") == "A 20/5, ✗B 12/3, forfeit"
    assert figures_typed(figures_read_back(text, "zh"))[:2] == (seats, ended_by)


class Words:
    """Of a talk its language and texts."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def text(self, name: str, /, **fields: object) -> str:
        return bot_text(name, self.language, **fields)

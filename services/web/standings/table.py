"""The table of one stage: which lines are shown in which order, where the cut lies, what was awarded.

The lines of families have theirs here, too.
"""

from collections.abc import Iterator, Sequence

import msgspec
from markupsafe import Markup

from services.desk.views import UNSET, AwardsAnswer, CutView, FamilyView, StandingsAnswer, StandingView
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.web.standings.finding import NO_OTHER_NAMES, OtherNames, by_name, found
from services.web.standings.rows import (
    NO_CATEGORIES,
    CategoryNames,
    Column,
    Lines,
    Title,
    Titles,
    are_labelled,
    columns_shown,
    cut_index,
    figure,
)
from services.web.texts import Texts
from shared.i18n import Language


class Named(msgspec.Struct, frozen=True):
    """Lines under a letter or surname; "" for those without a name here."""

    label: str
    lines: Markup


class Table:
    """The table, in the words of one language.

    Attributes:
        columns: of figures, after place and entrant.
        goes_on: whether a later stage is entered from this one.
        cuts: where the cuts into later stages lie.
        total: how many lines there are.
    """

    def __init__(
        self,
        answer: StandingsAnswer,
        titles: Titles,
        language: Language,
        others: OtherNames = NO_OTHER_NAMES,
        categories: CategoryNames = NO_CATEGORIES,
    ) -> None:
        self._rows, self._others = answer.rows, others
        self.cuts: Sequence[CutView] = answer.cuts or ()
        self.columns: Sequence[Column] = columns_shown(answer)
        self.goes_on = bool(self.cuts)
        self.total = len(answer.rows)
        self._texts = Texts(language)
        self._lines = Lines(
            self.columns,
            self._texts,
            language=language,
            goes_on=self.goes_on,
            cuts=self.cuts,
            titles=titles,
            others=others,
            categories=categories,
        )

    @property
    def width(self) -> int:
        """How many cells a line has."""
        return 2 + len(self.columns) + self.goes_on

    def found(self, wanted: str) -> Sequence[StandingView]:
        """The lines that are wanted, all of them for a blank text."""
        return found(self._rows, wanted, self._others) if wanted.strip() else self._rows

    def by_place(self, rows: Sequence[StandingView]) -> Markup:
        """The lines in order, with the line of the cut among them where there is one."""
        index = cut_index(rows, self.cuts)
        words = "" if index is None else self._texts.say("cut_here", status=self.cuts[0].status)
        return self._lines(rows, index, words)

    @property
    def labelled(self) -> bool:
        """Whether each figure bears what it is called on a phone."""
        return are_labelled(self.columns)

    @property
    def parted(self) -> bool:
        """Whether one line parts those who go on from the others."""
        return cut_index(self._rows, self.cuts) is not None

    def cut_words(self, cut: CutView, stage: str) -> str:
        """How it stands with a cut into a stage, in a sentence."""
        places = "none" if cut.places is None or cut.per_table else cut.places
        return self._texts.say("cut", status=cut.status, places=places, tied=len(cut.tied), stage=stage)

    def by_name(self, rows: Sequence[StandingView]) -> Iterator[Named]:
        """The lines in groups, as people look for a name."""
        for group in by_name(rows):
            yield Named(group.label, self._lines(group.rows))


def cell_of(exact: str) -> Markup:
    """A cell with a figure, for the smaller tables."""
    return Markup(figure(exact))


def titles_in(stage: Stage, given: AwardsAnswer, language: Language) -> Titles:
    """What entrants have won by their places in a stage, by entrant number; what teams won is theirs."""
    found: dict[str, list[Title]] = {}
    for award in given.rows:
        if award.stage == stage and award.team is UNSET:
            words = Text(award.title_en, award.title_zh).in_language(language)
            for number in award.holders:
                found.setdefault(number, []).append(Title(words, award.place))
    return found


def with_unnamed(rows: Sequence[FamilyView]) -> Iterator[FamilyView | int]:
    """The rows of families, and among them each place before the last one shown that none of them has.

    Who is equal takes the places up to the next one, so that a tie leaves no place out by itself.
    """
    expected, before = 1, 0
    for row in rows:
        if row.place is not None and row.place != before:
            yield from range(expected, row.place)
            # Of those who are equal some may be unnamed: then there are two at least.
            equals = sum(other.place == row.place for other in rows)
            expected, before = row.place + (max(equals, 2) if row.tied else 1), row.place
        yield row

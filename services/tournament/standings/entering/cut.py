"""The cut: who of a stage enters the next, who is tied across the last place, and who follows in order.

So many places: the best enter. So many of each table: first the winners of the tables, then the best others
up to the places there are. Where the winners are more than the places, the best of them enter. Equals at a
table across its last winner, and equals across the last place of all, are a `Tie` each.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from services.tournament.standings.entering.ties import Decision, Tie, tie_rule
from shared.lottery import Lottery


class Line(msgspec.Struct, frozen=True):
    """A line of the standings of the stage that is entered from.

    Attributes:
        place: equals share it.
        table: where they sat; needed only where winners of tables enter.
    """

    place: int
    number: str
    table: str = ""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """How a stage is entered.

    Attributes:
        places: how many enter in all; None where the winners of the tables alone do.
        per_table: how many winners each table has; None where tables do not matter.
        ties: what happens to a tie: a word of the tournament file.
        reserves: whether others follow when someone drops out.
    """

    places: int | None = None
    per_table: int | None = None
    ties: str = "decided"
    reserves: bool = True


class Entering(msgspec.Struct, frozen=True):
    """Who enters.

    Attributes:
        entering: clearly, or since a tie was decided; by place, equals as a decision put them.
        ties: what an official has to decide; with any, it is not settled who enters.
        reserves: who follows, in order; empty while there are ties to decide.
        by_lot: those of the reserves whom a lot has put in order; of the others equals are level.
        decisions: how ties were decided, also by rule.
    """

    entering: tuple[str, ...]
    ties: tuple[Tie, ...] = ()
    reserves: tuple[str, ...] = ()
    by_lot: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()


def entering(lines: Sequence[Line], way: Way, seed: str = "", decided: Collection[Decision] = ()) -> Entering:
    """Make the cut.

    Args:
        lines: who is ranked, best first.
        seed: of the lot, where ties are decided by lot: at the tables first, in order of their names, then
            across the last place.
        decided: what an official has decided; what no longer fits is left aside, and its tie is open again.
    """
    return _Cut(lines, way, Lottery(seed), decided).made()


def next_of(
    reserves: Sequence[str], by_lot: Collection[str], places: Mapping[str, int], gone: Collection[str] = ()
) -> tuple[str, ...]:
    """The reserves who are next: several where they are level, none where nobody is left.

    Args:
        reserves: in order.
        by_lot: those whom a lot has put in order.
        places: of the standings as they are now; who is not in them does not move up.
        gone: who is out, or has entered already.
    """
    waiting = [number for number in reserves if number in places and number not in gone]
    if not waiting or waiting[0] in by_lot:
        return tuple(waiting[:1])
    level = [number for number in waiting if number not in by_lot]
    best = min((places[number] for number in level), default=None)
    return tuple(number for number in level if places[number] == best)


class _Cut:
    """A cut being made."""

    def __init__(
        self, lines: Sequence[Line], way: Way, lottery: Lottery, decided: Collection[Decision]
    ) -> None:
        self._lines = sorted(lines, key=lambda line: line.place)
        self._way, self._lottery, self._decided = way, lottery, decided
        self._rule = tie_rule(way.ties)
        self._open: list[Tie] = []
        self._decisions: list[Decision] = []

    def made(self) -> Entering:
        winners = set(self._winners())
        self._open = [tie for tie in self._open if self._matters(tie, winners)]
        chosen = set(self._certain(winners) if self._open else self._chosen(winners))
        in_order = self._in_order()
        following = [number for number in in_order if number not in chosen]
        if self._open or not self._way.reserves:
            following = []
        by_lot = {number for decision in self._across_all() if decision.by_lot for number in decision.rest}
        return Entering(
            tuple(number for number in in_order if number in chosen),
            tuple(self._open),
            tuple(following),
            tuple(number for number in following if number in by_lot),
            tuple(self._decisions),
        )

    def _winners(self) -> Iterator[str]:
        """Of each table as many as it has winners; of a tie that is open, any."""
        if self._way.per_table is None:
            return
        tables: dict[str, list[Line]] = {}
        for line in self._lines:
            tables.setdefault(line.table, []).append(line)
        for table in sorted(tables):
            yield from self._best(tables[table], self._way.per_table, table)

    def _matters(self, tie: Tie, winners: Collection[str]) -> bool:
        """Whether it makes a difference who of those tied at a table has won it.

        It makes none where all of them enter, as winners or among the best others, and where none does.
        Whoever wins, as many winners and others have each place: any of them stands for the others.
        """
        lines, free = self._contested(winners)
        place = next(line.place for line in self._lines if line.number in tie.tied)
        if self._fill_all_places(winners):
            return place <= lines[free - 1].place
        return free == 0 or (free < len(lines) and place >= lines[free].place)

    def _chosen(self, winners: Collection[str]) -> Iterator[str]:
        """Who enters: the winners, then the best others; of more winners than places the best."""
        if not self._fill_all_places(winners):
            yield from winners
        yield from self._best(*self._contested(winners))

    def _certain(self, winners: Collection[str]) -> Iterator[str]:
        """Who enters whoever wins the ties at tables that are open."""
        lines, free = self._contested(winners)
        across = lines[free].place if free < len(lines) else None
        clear = {line.number for line in lines if across is None or line.place < across}
        if not self._fill_all_places(winners):
            clear.update(winners)
        yield from clear.difference(*(tie.tied for tie in self._open))

    def _contested(self, winners: Collection[str]) -> tuple[list[Line], int]:
        """Among whom the last places are given, and how many."""
        if self._fill_all_places(winners):
            return [line for line in self._lines if line.number in winners], self._way.places or 0
        others = [line for line in self._lines if line.number not in winners]
        return others, 0 if self._way.places is None else self._way.places - len(winners)

    def _fill_all_places(self, winners: Collection[str]) -> bool:
        return self._way.places is not None and len(winners) >= self._way.places

    def _best(self, lines: Sequence[Line], places: int, table: str = "") -> Iterator[str]:
        """As many as there are places, with what is decided of a tie across the last."""
        if not places or len(lines) <= places:
            yield from (line.number for line in lines[:places])
            return
        across = lines[places].place
        clear = [line.number for line in lines if line.place < across]
        yield from clear
        if len(clear) < places:
            tied = tuple(line.number for line in lines if line.place == across)
            yield from self._admitted(Tie(tied, places - len(clear), table))

    def _admitted(self, tie: Tie) -> tuple[str, ...]:
        decision = next((made for made in self._decided if made.holds_for(tie)), None)
        decision = decision or self._rule(tie, self._lottery)
        if decision is None:
            self._open.append(tie)
            return tie.tied[: tie.free] if tie.table else ()
        self._decisions.append(decision)
        return decision.admitted

    def _across_all(self) -> list[Decision]:
        return [decision for decision in self._decisions if not decision.tie.table]

    def _in_order(self) -> list[str]:
        """Everyone by place; of equals first those whom a decision has put in order."""
        decided = {
            number: rank
            for decision in self._across_all()
            for rank, number in enumerate((*decision.admitted, *decision.rest))
        }
        unranked = len(decided)
        in_order = sorted(self._lines, key=lambda line: (line.place, decided.get(line.number, unranked)))
        return [line.number for line in in_order]

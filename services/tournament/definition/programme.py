"""The programme as it was understood: a tournament in plain words and a timetable, in one language.

Lines are data: a label and a sentence. Whoever shows them says how.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import time
from typing import Any

import msgspec

from services.rules.ruleset import Ruleset
from services.tournament.definition import words
from services.tournament.definition.awards import (
    Award,
    Best,
    CategoryAward,
    FamilyAward,
    PlacesAward,
    TeamAward,
)
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan
from shared.catalogue import Listed, say


class Line(msgspec.Struct, frozen=True):
    """One line: what it is about, and what was understood."""

    label: str
    text: str


class SessionLine(msgspec.Struct, frozen=True):
    """One row of a timetable; times are local, None where there is none.

    Attributes:
        room: how many people there is room for.
    """

    id: str
    name: str
    day: str | None
    registration: str | None
    seating: str | None
    start: str | None
    end: str | None
    tables: int | None
    room: int | None


class StageProgramme(msgspec.Struct, frozen=True):
    """A stage in words, with its timetable."""

    id: str
    name: str
    lines: tuple[Line, ...]
    sessions: tuple[SessionLine, ...]


class Programme(msgspec.Struct, frozen=True):
    """A tournament in words."""

    id: str
    title: str
    lines: tuple[Line, ...]
    stages: tuple[StageProgramme, ...]
    awards: tuple[Line, ...]


def programme_of(plan: Competition, rulesets: Mapping[str, Ruleset], language: str) -> Programme:
    """The programme of a competition without faults, in a language."""
    return _Writer(plan, rulesets, language).programme()


class _Writer:
    """Writes one programme in one language."""

    def __init__(self, plan: Competition, rulesets: Mapping[str, Ruleset], language: str) -> None:
        self._plan, self._rulesets, self._language = plan, rulesets, language

    def programme(self) -> Programme:
        stages = tuple(
            StageProgramme(
                stage.id, stage.title(self._language), tuple(self._stage(stage)), tuple(self._sessions(stage))
            )
            for stage in self._plan.stages
        )
        awards = tuple(self._award(award) for award in self._plan.awards)
        title = self._plan.title.in_language(self._language)
        return Programme(self._plan.id, title, tuple(self._tournament()), stages, awards)

    def _say(self, key: str, /, **values: object) -> str:
        return say(f"programme-{key}", self._language, **values)

    def _line(self, label: str, text: str) -> Line:
        return Line(self._say(f"label-{label}"), text)

    def _joined(self, parts: Iterable[str], between: str = "list-between-sentences") -> str:
        return Listed(list(parts), between).in_language(self._language)

    def _meaning(self, word: str, known: words.Words) -> str:
        found = known.get(word)
        return word if found is None else found.in_language(self._language)

    def _name_of(self, stage: str) -> str:
        found = self._plan.stage(stage)
        return stage if found is None else found.title(self._language)

    def _tournament(self) -> Iterator[Line]:
        plan = self._plan
        yield self._line("rules", self._rules(plan.ruleset))
        yield self._line("time-zone", plan.zone)
        if plan.organizer is not None:
            yield self._line("organizer", plan.organizer.in_language(self._language))
        if plan.venue is not None:
            parts = (plan.venue.name, plan.venue.address)
            texts = [part.in_language(self._language) for part in parts if part is not None]
            yield self._line("venue", self._joined(texts, "list-of-places"))
        room = self._say("no-limit") if plan.places is None else str(plan.places)
        yield self._line("places", room)
        if plan.minimum_age:
            yield self._line(
                "age",
                self._say("minimum-age", age=plan.minimum_age),
            )
        for category in plan.categories:
            yield self._line("category", self._category(category))
        if plan.results_published_on is not None:
            day, places = plan.results_published_on, plan.results_published_at
            text = self._say("results", day=day, places=places or None)
            yield self._line("results", text)

    def _rules(self, id: str) -> str:
        ruleset = self._rulesets.get(id)
        return id if ruleset is None else self._say("rules", title=ruleset.title, id=id)

    def _category(self, category: Category) -> str:
        name = category.id if category.name is None else category.name.in_language(self._language)
        ages = (category.age_from, category.age_to)
        match ages:
            case None, None:
                key = "category-as-registered"
            case None, _:
                key = "category-up-to"
            case _, None:
                key = "category-from"
            case _:
                key = "category-between"
        youngest, oldest = ages
        return self._say(key, name=name, youngest=youngest, oldest=oldest)

    def _stage(self, stage: StagePlan) -> Iterator[Line]:
        yield self._line("enters", self._enters(stage))
        if stage.ruleset not in (None, self._plan.ruleset):
            yield self._line("rules", self._rules(self._plan.ruleset_of(stage)))
        if len(stage.sessions) > 1:
            yield self._line("attends", self._attends(stage))
        yield self._line("tables", self._tables(stage))
        yield self._line("games", self._games(stage))
        yield self._line("ranking", self._ranking(stage))
        yield self._line("sheets", self._meaning(stage.signatures, words.SIGNATURES))
        yield self._line("check-in", self._meaning(stage.check_in, words.CHECK_IN))
        yield self._line("standings", self._meaning(stage.places_seen, words.PLACES_SEEN))
        if stage.weather != "none":
            yield self._line("weather", self._meaning(stage.weather, words.WEATHER))

    def _enters(self, stage: StagePlan) -> str:
        source = stage.source
        if source is None:
            meant = self._meaning(str(stage.enter), words.ENTER)
            alone = len(self._plan.registered_stages) == 1
            return meant if alone else self._joined((meant, self._say("name-a-session")))
        name = self._name_of(source.stage)
        by = (
            "best" if source.per_table is None else "winners" if source.places is None else "winners-and-best"
        )
        who = self._say(f"enters-{by}", stage=name, places=source.places, winners=source.per_table)
        parts = [who, self._meaning(source.ties, words.TIES)]
        if source.reserves:
            parts.append(self._say("reserves"))
        return self._joined(parts)

    def _attends(self, stage: StagePlan) -> str:
        attends = self._meaning(stage.attend, words.ATTEND)
        if stage.attend != "one":
            return attends
        return self._joined((attends, self._meaning(stage.split, words.SPLIT)))

    def _tables(self, stage: StagePlan) -> str:
        most, fewest = stage.table.most, stage.table.fewest
        size = self._say("table" if most == fewest else "table-between", most=most, fewest=fewest)
        parts = [self._meaning(stage.draw, words.DRAW), size]
        parts += [self._meaning(group, words.APART) for group in stage.apart]
        return self._joined(parts)

    def _games(self, stage: StagePlan) -> str:
        if stage.target is not None:
            return self._say("until-target", target=stage.target)
        if stage.games_each is None:
            return self._meaning(str(stage.games), words.GAMES)
        key = "games-each-session" if len(stage.sessions) > 1 else "games"
        return self._say(key, games=stage.games_each)

    def _ranking(self, stage: StagePlan) -> str:
        ruleset = self._rulesets.get(self._plan.ruleset_of(stage))
        if not isinstance(stage.ranking, str):
            meant = words.in_turn(stage.ranking)
        elif stage.ranking == words.RULESET and ruleset is not None:
            meant = words.in_turn(ruleset.ranking.keys.value)
        else:
            meant = words.RANKING[stage.ranking]
        parts = [meant.in_language(self._language), self._meaning(stage.ranked, words.RANKED)]
        if stage.carry:
            parts.append(self._say("carry"))
        return self._joined(parts)

    def _sessions(self, stage: StagePlan) -> Iterator[SessionLine]:
        for session in stage.sessions:
            yield SessionLine(
                session.id,
                session.title(self._language),
                None if session.day is None else session.day.isoformat(),
                _at(session.opens_at),
                _at(session.seated_at),
                _at(session.start),
                _at(session.end),
                session.tables,
                stage.room_in(session),
            )

    def _award(self, award: Award) -> Line:
        label, text = _AWARDS[type(award)](self, award)
        return self._line(label, self._say("award", of=self._name_of(award.stage), text=text))

    def _titles(self, award: PlacesAward | CategoryAward | TeamAward) -> str:
        return self._joined([title.in_language(self._language) for title in award.titles], "list-between")

    def _places(self, award: PlacesAward) -> tuple[str, str]:
        return "award-places", self._titles(award)

    def _family(self, award: FamilyAward) -> tuple[str, str]:
        values = {"child_from": award.child_from, "child_to": award.child_to, "parents": award.parent_from}
        return "award-family", self._say("family", name=award.name, day=award.ages_on, **values)

    def _team(self, award: TeamAward) -> tuple[str, str]:
        count = (
            self._say("best", count=award.count.best)
            if isinstance(award.count, Best)
            else self._meaning(award.count, words.COUNT)
        )
        name = "" if award.name is None else award.name.in_language(self._language)
        return "award-team", self._joined(filter(None, (name, count, self._titles(award))))

    def _of_category(self, award: CategoryAward) -> tuple[str, str]:
        found = self._plan.category(award.category)
        name = found.name.in_language(self._language) if found and found.name else award.category
        return "award-category", self._say("award", of=name, text=self._titles(award))


def _at(moment: time | None) -> str | None:
    return None if moment is None else f"{moment:%H:%M}"


_AWARDS: Mapping[type[Any], Callable[[_Writer, Any], tuple[str, str]]] = {
    PlacesAward: _Writer._places,
    FamilyAward: _Writer._family,
    TeamAward: _Writer._team,
    CategoryAward: _Writer._of_category,
}
"""By kind of award, its label and sentence."""

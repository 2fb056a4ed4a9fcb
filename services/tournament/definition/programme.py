"""The programme as it was understood: a tournament in plain words and a timetable, in one language.

Lines are data: a label and a sentence. Whoever shows them says how.
"""

from collections.abc import Callable, Iterator, Mapping
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
from services.tournament.definition.plan import Category, Competition
from services.tournament.definition.stages import StagePlan


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
    """The programme of a competition without faults, in "en" or "zh"."""
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

    def _say(self, en: str, zh: str) -> str:
        return zh if self._language == "zh" else en

    def _meaning(self, word: str, known: words.Words) -> str:
        found = known.get(word)
        return word if found is None else self._say(found.en, found.zh)

    def _name_of(self, stage: str) -> str:
        found = self._plan.stage(stage)
        return stage if found is None else found.title(self._language)

    def _tournament(self) -> Iterator[Line]:
        plan = self._plan
        yield Line(self._say("rules", "規則"), self._rules(plan.ruleset))
        yield Line(self._say("time zone", "時區"), plan.zone)
        if plan.organizer is not None:
            yield Line(self._say("organizer", "主辦單位"), plan.organizer.in_language(self._language))
        if plan.venue is not None:
            parts = (plan.venue.name, plan.venue.address)
            texts = [part.in_language(self._language) for part in parts if part is not None]
            yield Line(self._say("venue", "地點"), self._say(", ", "，").join(texts))
        room = self._say("no limit", "不限") if plan.places is None else str(plan.places)
        yield Line(self._say("places", "名額"), room)
        if plan.minimum_age:
            yield Line(
                self._say("age", "年齡"),
                self._say(
                    f"{plan.minimum_age} or above, before the day of play",
                    f"比賽日前已滿 {plan.minimum_age} 歲",
                ),
            )
        for category in plan.categories:
            yield Line(self._say("category", "組別"), self._category(category))
        if plan.results_published_on is not None:
            places = self._say(", ", "、").join(plan.results_published_at)
            text = f"{plan.results_published_on} {places}".strip()
            yield Line(self._say("results", "公布成績"), text)

    def _rules(self, id: str) -> str:
        ruleset = self._rulesets.get(id)
        return id if ruleset is None else f"{self._say(ruleset.title.en, ruleset.title.zh)} ({id})"

    def _category(self, category: Category) -> str:
        name = category.id if category.name is None else category.name.in_language(self._language)
        match category.age_from, category.age_to:
            case None, None:
                return self._say(f"{name}: as registered", f"{name}：按報名資料")
            case None, oldest:
                return self._say(f"{name}: up to {oldest} years", f"{name}：{oldest} 歲或以下")
            case youngest, None:
                return self._say(f"{name}: from {youngest} years", f"{name}：{youngest} 歲或以上")
            case youngest, oldest:
                return self._say(
                    f"{name}: {youngest} to {oldest} years", f"{name}：{youngest} 至 {oldest} 歲"
                )

    def _stage(self, stage: StagePlan) -> Iterator[Line]:
        yield Line(self._say("enters", "參加"), self._enters(stage))
        if stage.ruleset not in (None, self._plan.ruleset):
            yield Line(self._say("rules", "規則"), self._rules(self._plan.ruleset_of(stage)))
        if len(stage.sessions) > 1:
            yield Line(self._say("attends", "出席"), self._attends(stage))
        yield Line(self._say("tables", "編桌"), self._tables(stage))
        yield Line(self._say("games", "對局"), self._games(stage))
        yield Line(self._say("ranking", "排名"), self._ranking(stage))
        yield Line(self._say("sheets", "記分紙"), self._meaning(stage.signatures, words.SIGNATURES))
        yield Line(self._say("check-in", "報到"), self._meaning(stage.check_in, words.CHECK_IN))
        yield Line(self._say("standings", "名次"), self._meaning(stage.places_seen, words.PLACES_SEEN))
        if stage.weather != "none":
            yield Line(self._say("weather", "天氣"), self._meaning(stage.weather, words.WEATHER))

    def _enters(self, stage: StagePlan) -> str:
        source = stage.source
        if source is None:
            meant = self._meaning(str(stage.enter), words.ENTER)
            alone = len(self._plan.registered_stages) == 1
            return meant if alone else meant + self._say("; they name a session of it", "；須指明其場次")
        name = self._name_of(source.stage)
        if source.per_table is None:
            who = self._say(f"the best {source.places} of {name}", f"{name}首 {source.places} 名")
        elif source.places is None:
            who = self._say(
                f"the best {source.per_table} of each table of {name}", f"{name}每桌首 {source.per_table} 名"
            )
        else:
            who = self._say(
                f"the best {source.per_table} of each table of {name}, "
                f"then the best others, {source.places} in all",
                f"{name}每桌首 {source.per_table} 名，其後為其餘最佳者，共 {source.places} 名",
            )
        parts = [who, self._meaning(source.ties, words.TIES)]
        if source.reserves:
            parts.append(self._say("who drops out is replaced", "退出者由下一名遞補"))
        return self._say("; ", "；").join(parts)

    def _attends(self, stage: StagePlan) -> str:
        attends = self._meaning(stage.attend, words.ATTEND)
        if stage.attend != "one":
            return attends
        return self._say("; ", "；").join((attends, self._meaning(stage.split, words.SPLIT)))

    def _tables(self, stage: StagePlan) -> str:
        most, fewest = stage.table.most, stage.table.fewest
        size = (
            self._say(f"{most} at a table", f"每桌 {most} 人")
            if most == fewest
            else self._say(f"{fewest} to {most} at a table", f"每桌 {fewest} 至 {most} 人")
        )
        parts = [self._meaning(stage.draw, words.DRAW), size]
        parts += [self._meaning(group, words.APART) for group in stage.apart]
        return self._say("; ", "；").join(parts)

    def _games(self, stage: StagePlan) -> str:
        if stage.target is not None:
            return self._say(f"until someone has {stage.target} points", f"至有人達 {stage.target} 分")
        if stage.games_each is None:
            return self._meaning(str(stage.games), words.GAMES)
        return self._say(
            f"{stage.games_each} in a session" if len(stage.sessions) > 1 else str(stage.games_each),
            f"每場 {stage.games_each} 局",
        )

    def _ranking(self, stage: StagePlan) -> str:
        ruleset = self._rulesets.get(self._plan.ruleset_of(stage))
        if not isinstance(stage.ranking, str):
            meant = words.in_turn(stage.ranking)
        elif stage.ranking == words.RULESET and ruleset is not None:
            meant = words.in_turn(ruleset.ranking.keys.value)
        else:
            meant = words.RANKING[stage.ranking]
        parts = [self._say(meant.en, meant.zh), self._meaning(stage.ranked, words.RANKED)]
        if stage.carry:
            parts.append(self._say("results of the stage before count on", "前一階段成績計算在內"))
        return self._say("; ", "；").join(parts)

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
        return Line(label, f"{self._name_of(award.stage)}{self._say(': ', '：')}{text}")

    def _titles(self, award: PlacesAward | CategoryAward | TeamAward) -> str:
        return self._say(", ", "、").join(title.in_language(self._language) for title in award.titles)

    def _places(self, award: PlacesAward) -> tuple[str, str]:
        return self._say("places", "名次"), self._titles(award)

    def _family(self, award: FamilyAward) -> tuple[str, str]:
        name = award.name.in_language(self._language)
        day = self._say("on the first day of it", "以該階段首日計")
        if award.ages_on is not None:
            day = self._say(f"on {award.ages_on}", f"以 {award.ages_on} 計")
        return self._say("family", "家庭"), self._say(
            f"{name}, a child of {award.child_from} to {award.child_to} "
            f"and a parent from {award.parent_from}, {day}",
            f"{name}：{award.child_from} 至 {award.child_to} 歲子女及 "
            f"{award.parent_from} 歲或以上家長，{day}",
        )

    def _team(self, award: TeamAward) -> tuple[str, str]:
        count = (
            self._say(f"the sum of the best {award.count.best}", f"首 {award.count.best} 名總和")
            if isinstance(award.count, Best)
            else self._meaning(award.count, words.COUNT)
        )
        name = "" if award.name is None else award.name.in_language(self._language)
        return self._say("team", "隊伍"), self._say("; ", "；").join(
            filter(None, (name, count, self._titles(award)))
        )

    def _of_category(self, award: CategoryAward) -> tuple[str, str]:
        found = self._plan.category(award.category)
        name = found.name.in_language(self._language) if found and found.name else award.category
        return self._say("category", "組別"), f"{name}{self._say(': ', '：')}{self._titles(award)}"


def _at(moment: time | None) -> str | None:
    return None if moment is None else f"{moment:%H:%M}"


_AWARDS: Mapping[type[Any], Callable[[_Writer, Any], tuple[str, str]]] = {
    PlacesAward: _Writer._places,
    FamilyAward: _Writer._family,
    TeamAward: _Writer._team,
    CategoryAward: _Writer._of_category,
}
"""By kind of award, its label and sentence."""

"""What differs between two plans of one tournament: a list of changes, in the order of the file.

Each change names its field by a key of `FIELDS` ("session.day"), where it lies, and what stood and stands
there. Two plans without any change between them are equal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from services.tournament.definition.awards import Award
from services.tournament.definition.plan import Category, Competition
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.texts import Text
from services.tournament.definition.values import called, in_words, shown

FIELDS: Mapping[str, Text] = {
    "tournament.id": Text("id", "編號"),
    "tournament.title": Text("title", "名稱"),
    "tournament.ruleset": Text("rules", "規則"),
    "tournament.rules": Text("content of the rules", "規則內容"),
    "tournament.zone": Text("time zone", "時區"),
    "tournament.languages": Text("languages", "語言"),
    "tournament.organizer": Text("organizer", "主辦單位"),
    "tournament.venue": Text("venue", "地點"),
    "tournament.contact": Text("contact", "聯絡方法"),
    "tournament.quota": Text("quota", "總名額"),
    "tournament.minimum_age": Text("minimum age", "最低年齡"),
    "tournament.verbal_warnings": Text("verbal warnings", "口頭警告次數"),
    "tournament.tables_per_official": Text("tables for each referee", "每名裁判負責桌數"),
    "tournament.results_published_on": Text("results announced on", "公布成績日期"),
    "tournament.results_published_at": Text("results announced at", "公布成績地點"),
    "tournament.readings": Text("readings of the rules", "規則的解讀"),
    "tournament.order": Text("order of the stages", "階段次序"),
    "category.added": Text("category", "組別"),
    "category.removed": Text("category", "組別"),
    "category.name": Text("name of a category", "組別名稱"),
    "category.ages": Text("ages of a category", "組別年齡"),
    "category.order": Text("order of the categories", "組別次序"),
    "stage.added": Text("stage", "階段"),
    "stage.removed": Text("stage", "階段"),
    "stage.name": Text("name", "名稱"),
    "stage.enter": Text("who enters", "參加資格"),
    "stage.ruleset": Text("rules", "規則"),
    "stage.attend": Text("attendance", "出席"),
    "stage.split": Text("who plays in which session", "分場"),
    "stage.weather": Text("weather", "天氣"),
    "stage.draw": Text("draw", "編桌"),
    "stage.table": Text("table", "每桌人數"),
    "stage.games": Text("games", "對局"),
    "stage.bye": Text("bye", "輪空"),
    "stage.ranked": Text("who is ranked", "排名資格"),
    "stage.check_in": Text("check-in", "報到"),
    "stage.signatures": Text("signatures", "簽署"),
    "stage.ranking": Text("ranking", "排名準則"),
    "stage.carry": Text("results of the stage before count on", "前一階段成績計算在內"),
    "stage.places_seen": Text("standings", "名次"),
    "stage.apart": Text("seats apart", "分坐"),
    "stage.clock": Text("clock", "計時"),
    "stage.rating": Text("rating", "等級分"),
    "stage.order": Text("order of the sessions", "場次次序"),
    "session.added": Text("session", "場次"),
    "session.removed": Text("session", "場次"),
    "session.stage": Text("stage", "階段"),
    "session.day": Text("day", "日期"),
    "session.registration": Text("registration opens", "登記"),
    "session.seating": Text("seating", "就座"),
    "session.start": Text("start", "開始"),
    "session.end": Text("end", "結束"),
    "session.tables": Text("tables", "桌數"),
    "session.capacity": Text("room", "容量"),
    "session.name": Text("name", "名稱"),
    "award.added": Text("award", "獎項"),
    "award.removed": Text("award", "獎項"),
    "award.titles": Text("titles of an award", "獎項名銜"),
    "award.name": Text("name of an award", "獎項名稱"),
    "award.terms": Text("terms of an award", "獎項條件"),
    "award.order": Text("order of the awards", "獎項次序"),
    "family.added": Text("family award", "家庭獎"),
    "family.removed": Text("family award", "家庭獎"),
    "family.name": Text("name of the family award", "家庭獎名稱"),
    "family.terms": Text("terms of the family award", "家庭獎條件"),
}
"""What can differ, with what it is called."""

_APART = ("stages", "categories", "awards")  # fields of a competition that are compared one by one


class Change(msgspec.Struct, frozen=True):
    """One thing that another plan says otherwise.

    Attributes:
        field: what, a key of `FIELDS`.
        stage, session: where, by id; null where it is of the whole tournament, or of a whole stage.
        before, after: what stood there and what stands there, in both languages; null for nothing.
        text, text_zh: the change in words.
    """

    field: str
    stage: str | None
    session: str | None
    before: Text | None
    after: Text | None
    text: str
    text_zh: str


def differences(before: Competition, after: Competition) -> tuple[Change, ...]:
    """Everything that the plan `after` says otherwise than `before`; empty if they are equal."""
    return tuple(
        chain(
            _fields("tournament", before, after, _APART),
            _categories(before, after),
            _stages(before, after),
            _sessions(before, after),
            _awards(before, after),
        )
    )


def change(
    field: str,
    before: Text | None,
    after: Text | None,
    *,
    stage: str | None = None,
    session: str | None = None,
) -> Change:
    """A change, put in words."""
    short = in_short(field, stage, session)
    en, zh = (
        " → ".join(in_words(own).in_language(language) for own in (before, after))
        for language in ("en", "zh")
    )
    if _verb(field):
        there = in_words(before or after)
        en, zh = there.en, there.zh
    return Change(field, stage, session, before, after, f"{short.en}: {en}", f"{short.zh}：{zh}")


def in_short(field: str, stage: str | None, session: str | None) -> Text:
    """What differs, without saying how: "session 2026-03-28/1: day", "session 2026-03-28/9 added"."""
    place, label = _place(stage, session), FIELDS[field]
    if verb := _verb(field):
        if field.partition(".")[0] in ("session", "stage"):
            return Text(f"{place.en} {verb.en}", f"{verb.zh}{place.zh}")
        label = Text(f"{label.en} {verb.en}", f"{verb.zh}{label.zh}")
    if not place.en:
        return label
    return Text(f"{place.en}: {label.en}", f"{place.zh}：{label.zh}")


def doing(field: str, stage: str | None, session: str | None) -> Text:
    """What a change does, as the beginning of a sentence: "Changing the day of session 2026-03-28/1"."""
    place, label = _place(stage, session), FIELDS[field]
    if (verb := _DOING.get(field.partition(".")[2])) is not None:
        thing = place if field.partition(".")[0] in ("session", "stage") else label
        return Text(f"{verb.en} {thing.en}", f"{verb.zh}{thing.zh}")
    if not place.en:
        return Text(f"Changing the {label.en}", f"更改{label.zh}")
    return Text(f"Changing the {label.en} of {place.en}", f"更改{place.zh}的{label.zh}")


_VERBS = {"added": Text("added", "新增"), "removed": Text("removed", "刪去")}
_DOING = {"added": Text("Adding", "新增"), "removed": Text("Removing", "刪去")}


def _verb(field: str) -> Text | None:
    return _VERBS.get(field.partition(".")[2])


def _place(stage: str | None, session: str | None) -> Text:
    """What a stage or session is called in a list of changes."""
    if session is not None:
        return Text(f"session {session}", f"場次 {session}")
    return Text() if stage is None else Text(f"stage {stage}", f"階段 {stage}")


def _fields(
    scope: str,
    before: msgspec.Struct,
    after: msgspec.Struct,
    apart: Sequence[str],
    stage: str | None = None,
    session: str | None = None,
) -> Iterator[Change]:
    """The fields in which two structs of one kind differ, but for those compared elsewhere."""
    for name in before.__struct_fields__:
        one, other = getattr(before, name), getattr(after, name)
        if name not in apart and one != other:
            yield change(
                f"{scope}.{name}", shown(name, one), shown(name, other), stage=stage, session=session
            )


def _categories(before: Competition, after: Competition) -> Iterator[Change]:
    old, new = _numbered(before.categories, _of_id), _numbered(after.categories, _of_id)
    for key in (*old, *(key for key in new if key not in old)):
        one, other = old.get(key), new.get(key)
        if other is None:
            yield change("category.removed", shown("category", one), None)
        elif one is None:
            yield change("category.added", None, shown("category", other))
        else:
            if one.name != other.name:
                yield change("category.name", called(one), called(other))
            if msgspec.structs.replace(one, name=None) != msgspec.structs.replace(other, name=None):
                yield change("category.ages", shown("category", one), shown("category", other))
    yield from _order("category.order", list(old), list(new), lambda key: key[0])


def _stages(before: Competition, after: Competition) -> Iterator[Change]:
    for stage in before.stages:
        if after.stage(stage.id) is None:
            yield change("stage.removed", called(stage), None, stage=stage.id)
    for stage in after.stages:
        known = before.stage(stage.id)
        if known is None:
            yield change("stage.added", None, called(stage), stage=stage.id)
            continue
        yield from _fields("stage", known, stage, ("id", "sessions"), stage.id)
        ids, now = [own.id for own in known.sessions], [own.id for own in stage.sessions]
        yield from _order("stage.order", ids, now, str, stage.id)
    yield from _order("tournament.order", list(before.stage_ids), list(after.stage_ids), str)


def _sessions(before: Competition, after: Competition) -> Iterator[Change]:
    for session in before.sessions:
        if after.session(session.id) is None:
            was = before.stage_of(session.id)
            yield change("session.removed", shown("", session), None, stage=_id(was), session=session.id)
    for session in after.sessions:
        known, was, now = before.session(session.id), before.stage_of(session.id), after.stage_of(session.id)
        stage = _id(now)
        if known is None:
            yield change("session.added", None, shown("", session), stage=stage, session=session.id)
            continue
        if _id(was) != stage:
            yield change("session.stage", called(was), called(now), stage=stage, session=session.id)
        yield from _fields("session", known, session, ("id",), stage, session.id)


def _awards(before: Competition, after: Competition) -> Iterator[Change]:
    old, new = _numbered(before.awards, _of_award), _numbered(after.awards, _of_award)
    for key in (*old, *(key for key in new if key not in old)):
        one, other = old.get(key), new.get(key)
        scope = "family" if key[0][0] == "family" else "award"
        where = key[0][1]
        if other is None:
            yield change(f"{scope}.removed", shown("", one), None, stage=where)
        elif one is None:
            yield change(f"{scope}.added", None, shown("", other), stage=where)
        else:
            yield from _award(scope, one, other)
    yield from _order("award.order", list(old), list(new), lambda key: f"{key[0][0]} {key[0][1]}")


def _award(scope: str, one: Award, other: Award) -> Iterator[Change]:
    """What differs between two awards of one kind and stage: how they are called, or what they are for."""
    stage = one.stage
    words_of: dict[str, Any] = {}
    for name in ("name", "titles"):
        was, now = getattr(one, name, None), getattr(other, name, None)
        if was == now or (name == "titles" and len(was or ()) != len(now or ())):
            continue
        words_of[name] = now
        yield change(f"{scope}.{name}", shown(name, was), shown(name, now), stage=stage)
    if msgspec.structs.replace(one, **words_of) != other:
        yield change(f"{scope}.terms", shown("", one), shown("", other), stage=stage)


def _order(
    field: str,
    before: Sequence[Any],
    after: Sequence[Any],
    label: Callable[[Any], str],
    stage: str | None = None,
) -> Iterator[Change]:
    """That what is in both lists stands in another order."""
    one, other = [key for key in before if key in after], [key for key in after if key in before]
    if one != other:
        yield change(field, *(Text(both=", ".join(map(label, own))) for own in (one, other)), stage=stage)


def _numbered(listed: Sequence[Any], key_of: Callable[[Any], Any]) -> dict[tuple[Any, int], Any]:
    """A list by key, each with how often the key came before."""
    found: dict[tuple[Any, int], Any] = {}
    for own in listed:
        key, place = key_of(own), 0
        while (key, place) in found:
            place += 1
        found[key, place] = own
    return found


def _of_id(category: Category) -> str:
    return category.id


def _of_award(award: Award) -> tuple[str, str, str]:
    return str(award.__struct_config__.tag), award.stage, getattr(award, "category", "")


def _id(stage: StagePlan | None) -> str | None:
    return None if stage is None else stage.id

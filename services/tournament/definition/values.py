"""Values of a plan in words: what stands in a field, as people read it, in both languages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, time
from typing import Any

import msgspec

from services.tournament.definition import words
from services.tournament.definition.awards import (
    Best,
    CategoryAward,
    FamilyAward,
    PlacesAward,
    TeamAward,
)
from services.tournament.definition.plan import Category, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import (
    Bye,
    Clock,
    From,
    Rating,
    StagePlan,
    TableSize,
    Target,
)
from services.tournament.definition.texts import Text

_NOTHING = Text("nothing", "無")


def shown(field: str, value: Any) -> Text | None:
    """A value of a plan as people read it, in both languages; None for nothing."""
    if value is None or value == ():
        return None
    known = words.OF_STAGE.get(field) or _WORDS.get(field)
    if isinstance(value, str) and known is not None and value in known:
        return Text(known[value].en, known[value].zh)
    if isinstance(value, tuple):
        parts = [found for own in value if (found := shown(field, own)) is not None]
        return _joined(parts)
    if isinstance(value, dict):
        return _joined([Text(both=f"{key} = {own.value}") for key, own in sorted(value.items())])
    renderer = _RENDERED.get(type(value))
    return Text(both=str(value)) if renderer is None else renderer(value)


def in_words(value: Text | None) -> Text:
    """A value with something in each language."""
    value = value or _NOTHING
    return Text(value.in_language("en") or "–", value.in_language("zh") or "–")


def called(named: StagePlan | Category | None) -> Text | None:
    """What people call a stage or category; None for none."""
    if named is None:
        return None
    return Text(both=named.id) if named.name is None else named.name


def _joined(parts: Sequence[Text]) -> Text:
    return Text(
        ", ".join(own.in_language("en") for own in parts), "、".join(own.in_language("zh") for own in parts)
    )


def _in_file(value: msgspec.Struct) -> Text:
    """A struct as the file writes it: its fields that say something."""
    fields = msgspec.to_builtins(value)
    return Text(both=", ".join(f"{name} = {own}" for name, own in fields.items() if name != "kind"))


def _session(session: SessionPlan) -> Text:
    when = [] if session.day is None else [str(session.day)]
    when += [f"{at:%H:%M}" for at in (session.start,) if at is not None]
    en, zh = list(when), list(when)
    if session.tables is not None:
        en.append(f"{session.tables} {'table' if session.tables == 1 else 'tables'}")
        zh.append(f"{session.tables} 桌")
    if session.capacity is not None:
        en.append(f"room for {session.capacity}")
        zh.append(f"容量 {session.capacity} 人")
    return Text(", ".join(en) or session.id, "，".join(zh) or session.id)


def _entering(source: From) -> Text:
    parts = [Text(f"from {source.stage}", f"由 {source.stage} 晉級")]
    if source.places is not None:
        parts.append(Text(f"{source.places} places", f"{source.places} 名"))
    if source.per_table is not None:
        parts.append(Text(f"{source.per_table} of each table", f"每桌 {source.per_table} 名"))
    ties = words.TIES.get(source.ties)
    parts.append(Text(both=source.ties) if ties is None else Text(ties.en, ties.zh))
    if not source.reserves:
        parts.append(Text("nobody moves up", "不設遞補"))
    return _joined(parts)


def _table(size: TableSize) -> Text:
    if size.most == size.fewest:
        return Text(f"{size.most} at a table", f"每桌 {size.most} 人")
    return Text(f"{size.fewest} to {size.most} at a table", f"每桌 {size.fewest} 至 {size.most} 人")


def _category(category: Category) -> Text:
    name = in_words(called(category))
    if not category.by_age:
        return name
    ages = f"{category.age_from or 0}–{'' if category.age_to is None else category.age_to}"
    counted = "" if category.ages_on is None else f" ({category.ages_on})"
    return Text(f"{name.en}, ages {ages}{counted}", f"{name.zh}，{ages} 歲{counted}")


def _award_shown(award: PlacesAward | TeamAward | CategoryAward | FamilyAward) -> Text:
    named: list[Text] = []
    name = getattr(award, "name", None)
    if name is not None:
        named.append(name)
    if isinstance(award, CategoryAward):
        named.append(Text(both=award.category))
    named += getattr(award, "titles", ())
    if isinstance(award, FamilyAward):
        children, parents = f"{award.child_from}–{award.child_to}", award.parent_from
        day = "" if award.ages_on is None else f" ({award.ages_on})"
        named.append(
            Text(
                f"child {children}, parent from {parents}{day}",
                f"子女 {children} 歲，家長 {parents} 歲起{day}",
            )
        )
    if isinstance(award, TeamAward):
        best = award.count.best if isinstance(award.count, Best) else None
        named.append(Text(both=str(award.count)) if best is None else Text(f"best {best}", f"首 {best} 名"))
    return _joined(named)


_RENDERED: Mapping[type, Callable[[Any], Text]] = {
    Text: lambda text: text,
    bool: lambda value: Text("yes", "是") if value else Text("no", "否"),
    date: lambda day: Text(both=day.isoformat()),
    time: lambda at: Text(both=f"{at:%H:%M}"),
    Venue: lambda venue: _joined(
        [part for part in (venue.name, venue.address, venue.travel, venue.map) if part is not None]
    ),
    From: _entering,
    TableSize: _table,
    Target: lambda games: Text(f"until {games.target} points", f"至 {games.target} 分"),
    Bye: lambda bye: Text(f"{bye.points} points, at most {bye.most}", f"{bye.points} 分，最多 {bye.most} 次"),
    Clock: _in_file,
    Rating: _in_file,
    Reading: _in_file,
    Category: _category,
    SessionPlan: _session,
    PlacesAward: _award_shown,
    FamilyAward: _award_shown,
    TeamAward: _award_shown,
    CategoryAward: _award_shown,
}
_WORDS: Mapping[str, words.Words] = {
    "enter": words.ENTER,
    "games": words.GAMES,
    "ranking": {**words.RANKING, **words.RANKING_KEYS},
    "apart": words.APART,
    "languages": words.LANGUAGES,
}
"""The words of fields that hold more than a word."""

"""Values of a plan in words: what stands in a field, as people read it, in both languages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, time
from typing import Any

import msgspec

from services.tournament.definition import words
from services.tournament.definition.attachments import Attachment, Attachments
from services.tournament.definition.awards import Best, CategoryAward, FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, Clock, From, Rating, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from shared.catalogue import Listed, say
from shared.i18n import day_shown


def shown(field: str, value: Any, plan: Competition | None = None) -> Text | None:
    """A value of a plan as people read it, in both languages; None for nothing.

    Args:
        plan: what has names for the stages and categories that a value names; else they go by their ids.
    """
    if value is None or value == ():
        return None
    known = words.OF_STAGE.get(field) or _WORDS.get(field)
    if isinstance(value, str) and known is not None and value in known:
        return Text(known[value].en, known[value].zh)
    if isinstance(value, tuple):
        parts = [found for entry in value if (found := shown(field, entry, plan)) is not None]
        return joined(parts)
    if isinstance(value, dict):
        return joined([Text(both=f"{key} = {entry.value}") for key, entry in sorted(value.items())])
    if isinstance(value, From):
        return _entering(value, plan)
    if isinstance(value, CategoryAward):
        named = called(None if plan is None else plan.category(value.category))
        return _award_shown(value, named or Text(both=value.category))
    renderer = _RENDERED.get(type(value))
    return Text(both=str(value)) if renderer is None else renderer(value)


def in_words(value: Text | None) -> Text:
    """A value with something in each language."""
    value = value or in_both("change-nothing")
    return Text(value.in_language("en") or "–", value.in_language("zh") or "–")


def called(named: StagePlan | Category | None) -> Text | None:
    """What people call a stage or category; None for none."""
    if named is None:
        return None
    return Text(both=named.id) if named.name is None else named.name


def in_both(key: str, **values: object) -> Text:
    """A text of the catalogue in both languages of a plan, with its values."""
    return Text(say(key, "en", **values), say(key, "zh", **values))


def joined(parts: Sequence[Text], between: str = "list-between") -> Text:
    """Several values one after the other, in both languages."""
    listed = Listed(parts, between)
    return Text(listed.in_language("en"), listed.in_language("zh"))


def _in_file(value: msgspec.Struct) -> Text:
    """A struct as the file writes it: its fields that say something."""
    fields = msgspec.to_builtins(value)
    return Text(both=", ".join(f"{name} = {field}" for name, field in fields.items() if name != "kind"))


def _session(session: SessionPlan) -> Text:
    parts = [] if session.day is None else [day_in_words(session.day)]
    if session.start is not None:
        parts.append(_hour(session.start))
    if session.tables is not None:
        parts.append(in_both("change-value-tables", count=session.tables))
    if session.capacity is not None:
        parts.append(in_both("change-value-room", count=session.capacity))
    return joined(parts, "list-of-places") if parts else Text(both=session.id)


def day_in_words(day: date) -> Text:
    """A day as people write it, in both languages."""
    return Text(day_shown(day, "en"), day_shown(day, "zh"))


def _hour(at: time) -> Text:
    return Text(both=f"{at:%H:%M}")


def _entering(source: From, plan: Competition | None) -> Text:
    stage = Text(both=source.stage)
    if plan is not None and source.stage in plan.by_id:
        stage = plan.stage_name(source.stage)
    parts = [in_both("change-value-from", stage=stage)]
    if source.places is not None:
        parts.append(in_both("change-value-places", count=source.places))
    if source.per_table is not None:
        parts.append(in_both("change-value-per-table", count=source.per_table))
    ties = words.TIES.get(source.ties)
    parts.append(Text(both=source.ties) if ties is None else Text(ties.en, ties.zh))
    if not source.reserves:
        parts.append(in_both("change-value-no-reserves"))
    return joined(parts)


def _attachments(named: Attachments) -> Text:
    """Of a file in each language: what it is, how large, and the begin of its digest."""
    return Text(*(_attachment(named.in_language(language), language) for language in ("en", "zh")))


def _attachment(file: Attachment | None, language: str) -> str:
    if file is None:
        return ""
    values = {"kind": file.ending.upper(), "kilobytes": -(-file.size // 1000), "hash": file.sha256[:12]}
    return say("change-value-file", language, **values)


def _table(size: TableSize) -> Text:
    if size.most == size.fewest:
        return in_both("change-value-table", most=size.most)
    return in_both("change-value-table-between", fewest=size.fewest, most=size.most)


def _category(category: Category) -> Text:
    name = in_words(called(category))
    if not category.by_age:
        return name
    ages = f"{category.age_from or 0}–{'' if category.age_to is None else category.age_to}"
    if category.ages_on is None:
        return in_both("change-value-ages", name=name, ages=ages)
    return in_both("change-value-ages-on", name=name, ages=ages, day=category.ages_on)


def _award_shown(
    award: PlacesAward | TeamAward | CategoryAward | FamilyAward, category: Text | None = None
) -> Text:
    named: list[Text] = []
    name = getattr(award, "name", None)
    if name is not None:
        named.append(name)
    if category is not None:
        named.append(category)
    named += getattr(award, "titles", ())
    if isinstance(award, FamilyAward):
        children, parents = f"{award.child_from}–{award.child_to}", award.parent_from
        ages: dict[str, object] = {"children": children, "parents": parents}
        if award.ages_on is None:
            named.append(in_both("change-value-family", **ages))
        else:
            named.append(in_both("change-value-family-on", **ages, day=award.ages_on))
    if isinstance(award, TeamAward):
        best = award.count.best if isinstance(award.count, Best) else None
        if best is None:
            meant = words.COUNT.get(str(award.count))
            named.append(Text(both=str(award.count)) if meant is None else Text(meant.en, meant.zh))
        else:
            named.append(in_both("change-value-best", count=best))
    return joined(named)


_RENDERED: Mapping[type, Callable[[Any], Text]] = {
    Text: lambda text: text,
    bool: lambda value: in_both("change-value-yes" if value else "change-value-no"),
    date: day_in_words,
    time: _hour,
    Venue: lambda venue: joined(
        [part for part in (venue.name, venue.address, venue.travel, venue.map) if part is not None]
    ),
    Attachments: _attachments,
    TableSize: _table,
    Target: lambda games: in_both("change-value-target", target=games.target),
    Bye: lambda bye: in_both("change-value-bye", points=bye.points, most=bye.most),
    Clock: _in_file,
    Rating: _in_file,
    Reading: _in_file,
    Category: _category,
    SessionPlan: _session,
    PlacesAward: _award_shown,
    FamilyAward: _award_shown,
    TeamAward: _award_shown,
}
_WORDS: Mapping[str, words.Words] = {
    "enter": words.ENTER,
    "games": words.GAMES,
    "ranking": {**words.RANKING, **words.RANKING_KEYS},
    "apart": words.APART,
    "languages": words.LANGUAGES,
}
"""The words of fields that hold more than a word."""

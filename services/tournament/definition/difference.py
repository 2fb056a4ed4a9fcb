"""What differs between two plans of one tournament: a list of changes, in the order of the file.

Each change names its field by a key of `FIELDS` ("session.day"), where it lies, and what stood and stands
there. Two plans without any change between them are equal.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from services.tournament.definition import words
from services.tournament.definition.awards import Award
from services.tournament.definition.categories import Category
from services.tournament.definition.places_called import session_called
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.texts import Text
from services.tournament.definition.values import called, in_both, in_words, joined, shown
from shared.catalogue import Listed, Phrase

_APART = ("stages", "categories", "awards")  # fields of a competition that are compared one by one


def _named(scope: str, struct: type[msgspec.Struct], apart: Sequence[str], *more: str) -> list[str]:
    return [f"{scope}.{name}" for name in (*struct.__struct_fields__, *more) if name not in apart]


FIELDS = frozenset(
    {
        *_named("tournament", Competition, _APART, "rules", "order"),
        *("category.added", "category.removed", "category.name", "category.ages", "category.order"),
        *_named("stage", StagePlan, ("id", "sessions"), "added", "removed", "order"),
        *_named("session", SessionPlan, ("id",), "added", "removed", "stage"),
        *("award.added", "award.removed", "award.titles", "award.name", "award.terms", "award.order"),
        *("family.added", "family.removed", "family.name", "family.terms"),
    }
)
"""What can differ; what it is called is the text `change-…`."""

Plans = tuple[Competition, Competition]
"""The plan before and the plan after, which have names for their stages and categories."""


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
    found = chain(
        _fields("tournament", (before, after), (before, after), _APART),
        _categories(before, after),
        _stages(before, after),
        _sessions(before, after),
        _awards(before, after),
    )
    return tuple(
        change(
            difference.field,
            difference.before,
            difference.after,
            stage=difference.stage,
            session=difference.session,
            plan=_naming(difference, before, after),
        )
        for difference in found
    )


def _naming(change: Change, before: Competition, after: Competition) -> Competition:
    """The plan that has a name for the stage or session of a change; of a session the one known so far."""
    if change.session is not None:
        return after if before.session(change.session) is None else before
    return before if change.stage in before.by_id and change.stage not in after.by_id else after


def change(
    field: str,
    before: Text | None,
    after: Text | None,
    *,
    stage: str | None = None,
    session: str | None = None,
    plan: Competition | None = None,
) -> Change:
    """A change, put in words.

    Args:
        plan: what calls stages and sessions by their names; else they go by their ids.
    """
    short = in_short(field, stage, _session_called(session, plan), plan)
    if _verb(field):
        phrase = Phrase("change-said", {"short": short, "values": in_words(before or after)})
        text, text_zh = phrase.in_language("en"), phrase.in_language("zh")
    else:
        values = (in_words(before), in_words(after))
        text, text_zh = (_from_to(short, *values, language) for language in ("en", "zh"))
    return Change(field, stage, session, before, after, text, text_zh)


def _from_to(short: Phrase, before: Text, after: Text, language: str) -> str:
    """What stood and what stands there, for readers of a language in which it may read the same."""
    other = "en" if language == "zh" else "zh"
    if before.in_language(language) != after.in_language(language):
        return Phrase("change-said", {"short": short, "values": _arrow(before, after)}).in_language(language)
    if before.in_language(other) != after.in_language(other):
        values = _arrow(*(Text(both=text.in_language(other)) for text in (before, after)))
        elsewhere = {"short": short, "language": words.LANGUAGES[other], "values": values}
        return Phrase("change-said-in", elsewhere).in_language(language)
    return Phrase("change-reads-the-same", {"short": short}).in_language(language)


def _arrow(before: Text, after: Text) -> Listed:
    return Listed((before, after), "list-from-to")


def field_called(field: str) -> Phrase:
    """What people call something that can differ, a key of `FIELDS`."""
    return Phrase(f"change-{field.replace('.', '-').replace('_', '-')}")


def in_short(field: str, stage: str | None, session: object, plan: Competition | None) -> Phrase:
    """What differs, without saying how: "session 2026-03-28/1: day", "session 2026-03-28/9 added".

    Args:
        session: what the session is to be called; None where it is of none.
    """
    place, what = _place(stage, session, plan), field_called(field)
    if verb := _verb(field):
        if (phrase := _of_its_own(field, stage, session, plan)) is not None:
            return Phrase(f"change-is-{verb}", {"what": phrase})
        what = Phrase(f"change-is-{verb}", {"what": what})
    return what if place is None else Phrase("change-in", {"place": place, "what": what})


def doing(field: str, stage: str | None, session: str | None, plan: Competition) -> Phrase:
    """What a change does, as the beginning of a sentence: "Changing the day of Round 2"."""
    what = field_called(field)
    if verb := _verb(field):
        thing = _of_its_own(field, stage, _session_called(session, plan), plan) or what
        return Phrase("change-adding" if verb == "added" else "change-removing", {"what": thing})
    if session is not None:
        return Phrase("change-changing-of-session", {"what": what, "session": session_called(session, plan)})
    if stage is not None:
        return Phrase("change-changing-of-stage", {"what": what, "stage": _stage_called(stage, plan)})
    return Phrase("change-changing", {"what": what})


def _verb(field: str) -> str | None:
    verb = field.partition(".")[2]
    return verb if verb in ("added", "removed") else None


def _of_its_own(field: str, stage: str | None, session: object, plan: Competition | None) -> Phrase | None:
    """The stage or session that comes or goes as a whole; None where something in it does."""
    match field.partition(".")[0]:
        case "session":
            return _place(stage, session, plan)
        case "stage" if stage is not None:
            return Phrase("change-stage-named", {"stage": _stage_called(stage, plan)})
    return None


def _place(stage: str | None, session: object, plan: Competition | None) -> Phrase | None:
    """What a stage or session is called in a list of changes; None for the whole tournament."""
    if session is not None:
        return Phrase("change-of-session", {"session": session})
    return None if stage is None else Phrase("change-of-stage", {"stage": _stage_called(stage, plan)})


def _session_called(session: str | None, plan: Competition | None) -> object:
    """What people call a session; its id, where the plan does not know it."""
    if session is None:
        return None
    if plan is not None and plan.session(session) is not None:
        return session_called(session, plan)
    return Phrase("change-session", {"id": session})


def _stage_called(stage: str, plan: Competition | None) -> Text:
    """What people call a stage; its id, where the plan does not know it."""
    return plan.stage_name(stage) if plan is not None and stage in plan.by_id else Text(both=stage)


def _fields(
    scope: str,
    both: tuple[msgspec.Struct, msgspec.Struct],
    plans: Plans,
    apart: Sequence[str],
    stage: str | None = None,
    session: str | None = None,
) -> Iterator[Change]:
    """The fields in which two structs of one kind differ, but for those compared elsewhere."""
    for name in both[0].__struct_fields__:
        earlier, other = (getattr(struct, name) for struct in both)
        if name not in apart and earlier != other:
            was, now = (
                shown(name, content, plan) for content, plan in zip((earlier, other), plans, strict=True)
            )
            yield change(f"{scope}.{name}", was, now, stage=stage, session=session)


def _categories(before: Competition, after: Competition) -> Iterator[Change]:
    old, new = _numbered(before.categories, _of_id), _numbered(after.categories, _of_id)
    for key in (*old, *(key for key in new if key not in old)):
        earlier, other = old.get(key), new.get(key)
        if other is None:
            yield change("category.removed", shown("category", earlier), None)
        elif earlier is None:
            yield change("category.added", None, shown("category", other))
        else:
            if earlier.name != other.name:
                yield change("category.name", called(earlier), called(other))
            if msgspec.structs.replace(earlier, name=None) != msgspec.structs.replace(other, name=None):
                yield change("category.ages", shown("category", earlier), shown("category", other))
    yield from _order("category.order", list(old), list(new), lambda key: in_words(called(new[key])))


def _stages(before: Competition, after: Competition) -> Iterator[Change]:
    for stage in before.stages:
        if after.stage(stage.id) is None:
            yield change("stage.removed", called(stage), None, stage=stage.id)
    for stage in after.stages:
        known = before.stage(stage.id)
        if known is None:
            yield change("stage.added", None, called(stage), stage=stage.id)
            continue
        yield from _fields("stage", (known, stage), (before, after), ("id", "sessions"), stage.id)
        ids, now = [session.id for session in known.sessions], [session.id for session in stage.sessions]
        yield from _order("stage.order", ids, now, lambda session: Text(both=session), stage.id)
    yield from _order(
        "tournament.order",
        list(before.stage_ids),
        list(after.stage_ids),
        lambda stage: _stage_called(stage, after),
    )


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
        yield from _fields("session", (known, session), (before, after), ("id",), stage, session.id)


def _awards(before: Competition, after: Competition) -> Iterator[Change]:
    old, new = _numbered(before.awards, _of_award), _numbered(after.awards, _of_award)
    for key in (*old, *(key for key in new if key not in old)):
        earlier, other = old.get(key), new.get(key)
        scope = "family" if key[0][0] == "family" else "award"
        where = key[0][1]
        if other is None:
            yield change(f"{scope}.removed", shown("", earlier, before), None, stage=where)
        elif earlier is None:
            yield change(f"{scope}.added", None, shown("", other, after), stage=where)
        else:
            yield from _award(scope, earlier, other, (before, after))

    def label(key: tuple[Any, int]) -> Text:
        kind, stage, category = key[0]
        found = after.category(category)
        of = _stage_called(stage, after) if found is None else in_words(called(found))
        return in_both(f"change-award-{kind}", of=of)

    yield from _order("award.order", list(old), list(new), label)


def _award(scope: str, award: Award, other: Award, plans: Plans) -> Iterator[Change]:
    """What differs between two awards of one kind and stage: how they are called, or what they are for."""
    stage = award.stage
    words_of: dict[str, Any] = {}
    for name in ("name", "titles"):
        was, now = getattr(award, name, None), getattr(other, name, None)
        if was == now or (name == "titles" and len(was or ()) != len(now or ())):
            continue
        words_of[name] = now
        yield change(f"{scope}.{name}", shown(name, was), shown(name, now), stage=stage)
    if msgspec.structs.replace(award, **words_of) != other:
        was, now = (shown("", award, plan) for award, plan in zip((award, other), plans, strict=True))
        yield change(f"{scope}.terms", was, now, stage=stage)


def _order(
    field: str,
    before: Sequence[Any],
    after: Sequence[Any],
    label: Callable[[Any], Text],
    stage: str | None = None,
) -> Iterator[Change]:
    """That what is in both lists stands in another order."""
    earlier, other = [key for key in before if key in after], [key for key in after if key in before]
    if earlier != other:
        yield change(field, *(joined([label(key) for key in keys]) for keys in (earlier, other)), stage=stage)


def _numbered(listed: Sequence[Any], key_of: Callable[[Any], Any]) -> dict[tuple[Any, int], Any]:
    """A list by key, each with how often the key came before."""
    found: dict[tuple[Any, int], Any] = {}
    for entry in listed:
        key, place = key_of(entry), 0
        while (key, place) in found:
            place += 1
        found[key, place] = entry
    return found


def _of_id(category: Category) -> str:
    return category.id


def _of_award(award: Award) -> tuple[str, str, str]:
    return str(award.__struct_config__.tag), award.stage, getattr(award, "category", "")


def _id(stage: StagePlan | None) -> str | None:
    return None if stage is None else stage.id

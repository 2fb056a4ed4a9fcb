"""Consents on a phone: each place by itself, who is asked, and all of it read back before it is said.

Under 18 a parent or guardian consents; their name is typed, or taken from what is on file and from the parent
of the family unit, where that parent reads the same chat.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from bots.telegram.docket import who
from bots.telegram.steps import CONFIRM, Data, Script, written
from bots.telegram.talk import Key, Talk, pressed, typed
from services.desk.params import EntrantParams
from services.desk.previewing import try_out
from services.desk.programme import TournamentAnswer
from services.desk.views import ConsentView, EntrantView
from services.personal.consents import ASKED_AS, consents_of, parents_reading
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.record import consent_line
from services.personal.texts import clipped
from services.tournament.people.consents import ConsentBy, SetConsent, is_minor
from services.tournament.people.entrants import ConsentScope
from shared.catalogue import Word

_LONGEST_STATEMENT = 160


def consent_keys(talk: Talk) -> list[list[Key]]:
    """A button for each participant of the chat to where their name may be shown."""
    return [
        [Key(talk.text("consents_of", name=person.name), "consent.list", person.named, always=True)]
        for person in talk.everyone
        if person.principal.role == "participant" and person.may("set-consent")
    ]


@pressed("consent.list")
def listed(talk: Talk, given: Mapping[str, str]) -> None:
    """Every place with what was said of it, and a button to say otherwise."""
    person = who(talk, given)
    defined: TournamentAnswer = talk.ask(person, "tournament")
    consents = consents_of(talk, person)
    rows = [[_place_key(talk, person, consent)] for consent in consents]
    lines = [consent_line(talk, defined.definition, consent) for consent in consents]
    talk.say("\n".join([talk.text("consents"), *lines]), rows, heading=person.name)


def _place_key(talk: Talk, person: Person, consent: ConsentView) -> Key:
    label = f"{'●' if consent.given else '○'} {_place(talk, consent.scope)}"
    data = {**person.named, "scope": consent.scope, "shown": "" if consent.given else "yes"}
    return Key(label, "consent.begin", data, always=True)


def _steps(data: Data) -> Sequence[str]:
    return ("by", *(["guardian"] if data.get("by") == "guardian" else []), CONFIRM)


def _check(talk: Talk, data: Data) -> None:
    person = who(talk, data)
    tried = {"guardian": talk.text("consent_as_guardian"), **data}
    try_out(talk.room.desk, person.tournament_id, _command(person, tried), person.principal)


_consenting = Script("consent", lambda talk, data: _place(talk, data["scope"]), _steps, _check)


@pressed("consent.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    _consenting.go_to(talk, "by", {**person.named, "scope": given["scope"], "shown": given["shown"]})


@_consenting.asks("by")
def _ask_by(talk: Talk) -> None:
    person = who(talk, talk.flow.data)
    asked_as: Sequence[ConsentBy] = ASKED_AS
    if talk.flow.data["shown"] and _is_child(talk, person):
        # Anyone may withdraw a consent; under 18 nobody gives it alone.
        asked_as = ("guardian",)
    rows = [[Key(talk.text(f"consent_as_{by}"), "consent.by", {"by": by})] for by in asked_as]
    _consenting.say(talk, talk.text("consent_as", name=person.name), rows)


@pressed("consent.by")
def asked_as(talk: Talk, given: Mapping[str, str]) -> None:
    _consenting.proceed(talk, by=given["by"])


@_consenting.asks("guardian")
def _ask_guardian(talk: Talk) -> None:
    person = who(talk, talk.flow.data)
    names = dict.fromkeys(_known_guardians(talk, person))
    rows = [[Key(name, "consent.guardian", {"guardian": name})] for name in names]
    _consenting.say(talk, written(talk, "guardian") + talk.text("consent_guardian", name=person.name), rows)


@pressed("consent.guardian")
def guardian_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _consenting.proceed(talk, guardian=given["guardian"])


@typed("consent.guardian")
def guardian_typed(talk: Talk, text: str) -> None:
    _consenting.proceed(talk, guardian=text)


@_consenting.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part]:
    data = talk.flow.data
    parts = _parts(talk)
    values = {"name": who(talk, data).name, "statement": parts[0].text or None}
    body = talk.text("consent_read_back", **values, **_text_values(talk, data))
    _consenting.say(talk, body, [[Key(talk.text("confirm"), "consent.confirm")]])
    return parts


def _parts(talk: Talk) -> list[Part]:
    """The statement on personal data that it is said under."""
    defined: TournamentAnswer = talk.ask(who(talk, talk.flow.data), "tournament")
    plan = defined.definition
    privacy = "" if plan.privacy is None else plan.privacy.in_language(talk.language)
    return [part("statement", plan.privacy_version, clipped(privacy, _LONGEST_STATEMENT))]


@_consenting.confirms(_parts)
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    talk.submit(person, _command(person, data))
    talk.go()
    rows = [[Key(talk.text("consents_of", name=person.name), "consent.list", person.named, always=True)]]
    talk.say(talk.text("consent_said", name=person.name, **_text_values(talk, data)), rows)


def _command(person: Person, data: Data) -> SetConsent:
    return SetConsent(
        entrant=person.number,
        shown=bool(data["shown"]),
        scope=cast(ConsentScope, data["scope"]),
        by=cast(ConsentBy, data["by"]),
        guardian=data["guardian"].strip() if data["by"] == "guardian" else "",
    )


def _text_values(talk: Talk, data: Data) -> dict[str, object]:
    """What is said, as the texts take it."""
    return {
        "given": bool(data["shown"]),
        "scope": _place(talk, data["scope"]),
        "guardian": data["guardian"] if data["by"] == "guardian" else None,
    }


def _place(talk: Talk, scope: str) -> str:
    return Word("consent-scope", scope).in_language(talk.language)


def _known_guardians(talk: Talk, person: Person) -> Iterator[str]:
    """The guardian on file, and the parent of the unit where the chat speaks for them too."""
    guardian = _details(talk, person).get("guardian")
    if guardian:
        yield guardian
    yield from parents_reading(talk, person)


def _is_child(talk: Talk, person: Person) -> bool:
    """Whether the participant is known to be under 18 today."""
    defined: TournamentAnswer = talk.ask(person, "tournament")
    today = defined.definition.local_day(talk.room.desk.clock.now())
    return is_minor(_details(talk, person).get("birth_date"), today)


def _details(talk: Talk, person: Person) -> Mapping[str, str]:
    view: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=person.number))
    return view.details if isinstance(view.details, Mapping) else {}

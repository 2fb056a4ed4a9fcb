"""What the organizer does: see what was delivered, send an announcement."""

from collections.abc import Mapping
from typing import cast, get_args

from msgspec import structs

from bots.telegram.choices import ask, label_taken, takes_words
from bots.telegram.held import show_held
from bots.telegram.muted import if_muted
from bots.telegram.read_back import is_as_read, keep_parts
from bots.telegram.steps import written
from bots.telegram.talk import Key, Talk, command, pressed, typed, who
from services.delivery.channel_choice import ways_to
from services.desk.programme import AudienceAnswer, AudienceParams, TournamentAnswer
from services.desk.views import SessionsAnswer
from services.officials.meaning import audience_parts, night_shown
from services.personal.person import Person
from services.personal.read_back import Part
from services.personal.sessions import session_called
from services.personal.texts import bot_text, clipped
from services.tournament.kernel.lengths import LONGEST_ANNOUNCEMENT
from services.tournament.publication.reminding import Audience, MakeAnnouncement
from shared.catalogue import Listed, Phrase
from shared.i18n import LANGUAGES, Language
from shared.problems import INVALID_INPUT
from shared.typed_times import is_written_in

_AUDIENCES: tuple[Audience, ...] = get_args(Audience)
_MOST_SESSIONS = 8
_LATEST = 5


@command("announce")
def announce(talk: Talk, given: Mapping[str, str]) -> None:
    offices = _offices(talk, "make-announcement")
    if len(offices) > 1:
        talk.begin("announce.tournament")
        keys = [[Key(_title(talk, office), "announce.tournament", office.named)] for office in offices]
        ask(talk, "announce", talk.text("announce_tournament"), [*keys, talk.cancel])
    for office in offices if len(offices) == 1 else ():
        _ask_for_audience(talk, office)


@pressed("announce.tournament")
def announce_tournament(talk: Talk, given: Mapping[str, str]) -> None:
    _ask_for_audience(talk, who(talk, given))


def _ask_for_audience(talk: Talk, person: Person) -> None:
    kept = {name: value for name, value in talk.flow.data.items() if name in LANGUAGES}
    talk.begin("announce.audience", **kept, **person.named)
    keys = [
        [Key(label, "announce.audience", {"audience": audience, "called": label})]
        for audience, label in _audiences(talk, person).items()
    ]
    ask(talk, "announce", talk.text("announce_audience"), [*keys, talk.cancel], _title(talk, person))


takes_words("announce")(label_taken)


def _title(talk: Talk, person: Person) -> str:
    return talk.room.people.title(person.tournament_id).in_language(talk.language)


def _audiences(talk: Talk, person: Person) -> dict[str, str]:
    """Whom an announcement can be for, by what they are called: roles, stages, categories, sessions."""
    defined: TournamentAnswer = talk.ask(person, "tournament")
    answer: SessionsAnswer = talk.ask(person, "sessions")
    plan = defined.definition
    found: dict[str, str] = {
        audience: talk.text(f"audience_{audience.replace(':', '_')}") for audience in _AUDIENCES
    }
    if len(plan.stages) > 1:
        for stage in plan.stage_ids:
            found[f"stage:{stage}"] = talk.text("audience_stage", stage=plan.stage_name(stage))
    for category in plan.categories:
        found[f"category:{category.id}"] = talk.text(
            "audience_category", category=category.name or category.id
        )
    coming = [view.session for view in answer.rows if view.session.status != "ended"]
    for row in coming[:_MOST_SESSIONS]:
        found[f"session:{row.session}"] = session_called(plan, row).in_language(talk.language)
    return found


@pressed("announce.audience")
def announce_audience(talk: Talk, given: Mapping[str, str]) -> None:
    _ask_for_text(talk, {"audience": given["audience"], "called": given["called"]})


@typed("announce.en")
def announce_en(talk: Talk, text: str) -> None:
    _take_text(talk, "en", text)


@typed("announce.zh")
def announce_zh(talk: Talk, text: str) -> None:
    _take_text(talk, "zh", text)


@pressed("announce.insist")
def announce_insisted(talk: Talk, given: Mapping[str, str]) -> None:
    """The text is as it is meant to be, whatever its letters."""
    _ask_for_text(talk, _done(given))


def _take_text(talk: Talk, language: Language, text: str) -> None:
    """Take the text in a language; one without a letter of its script is asked about first."""
    _check_length(text)
    if is_written_in(language, text):
        _ask_for_text(talk, _done({language: text}))
        return
    insist = Key(talk.text("announce_insist"), "announce.insist", {language: text})
    asked = talk.text(f"announce_{language}", most=LONGEST_ANNOUNCEMENT)
    refused = f"{talk.text(f'announce_not_{language}')}\n{asked}"
    talk.say(refused, [[insist], _ways(talk)], heading=_about(talk))


def _done(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts, noted as given."""
    return {**texts, **{f"done_{language}": "1" for language in texts}}


def _ask_for_text(talk: Talk, given: Mapping[str, str]) -> None:
    """Ask for the text in the next language of the tournament; with all of them, whether to send it."""
    data = {**talk.flow.data, **given}
    defined: TournamentAnswer = talk.ask(who(talk, data), "tournament")
    missing = [
        language
        for language in LANGUAGES
        if language in defined.definition.languages and data.get(f"done_{language}") != "1"
    ]
    if not missing:
        return _read_back(talk, given)
    language = missing[0]
    talk.go(f"announce.{language}", **given)
    asked = talk.text(f"announce_{language}", most=LONGEST_ANNOUNCEMENT)
    keep = (
        [[Key(talk.text("keep"), "announce.insist", {language: data[language]})]] if language in data else []
    )
    talk.say(written(talk, language) + asked, [*keep, _ways(talk)], heading=_about(talk))
    return None


def _about(talk: Talk) -> str:
    """Which tournament, and who is to read it."""
    return f"{_title(talk, who(talk, talk.flow.data))} · {talk.flow.data['called']}"


def _ways(talk: Talk) -> list[Key]:
    return [Key(talk.text("one_back"), "announce.back"), *talk.cancel]


@pressed("announce.back")
def announce_back(talk: Talk, given: Mapping[str, str]) -> None:
    """To the step before: what was written is kept, and asked about again."""
    data = talk.flow.data
    done = [language for language in LANGUAGES if data.get(f"done_{language}") == "1"]
    if not done:
        _ask_for_audience(talk, who(talk, data))
        return
    _ask_for_text(talk, {f"done_{done[-1]}": ""})


def _read_back(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("announce.confirm", **given)
    data = talk.flow.data
    person = who(talk, data)
    # A message for each, whole: what is announced is read back as it will be read.
    for language in LANGUAGES:
        if language in data:
            talk.say(data[language], heading=bot_text("language_name", language))
    answer: AudienceAnswer = talk.ask(person, "audience", AudienceParams(audience=data["audience"]))
    # By the same rule as it is sent: a chat first, then browsers, else e-mail.
    links = talk.room.links.of_recipients(person.tournament_id, answer.recipients)
    ways = ways_to(answer.recipients, links, answer.with_email)
    officials = talk.room.links.of_recipients(person.tournament_id, answer.read_out_by)
    body = talk.text(
        "announce_read_back",
        seated=len(answer.seated),
        officials=len(answer.read_out_by),
        in_chats=sum(key in officials for key in answer.read_out_by),
        count=len(answer.recipients),
        linked=len(ways.chats),
        pushed=len(ways.browsers),
        mailed=len(ways.emails),
        unreached=len(answer.recipients) - ways.reached,
    )
    send = Key(talk.text("send"), "announce.confirm")
    night = night_shown(talk, answer)
    text = f"{night}\n{body}" if night else body
    talk.say(text, [[send], _ways(talk)], heading=_about(talk), whole=True)
    keep_parts(talk, audience_parts(talk, answer))


def _parts(talk: Talk) -> list[Part]:
    data = talk.flow.data
    return audience_parts(
        talk, talk.ask(who(talk, data), "audience", AudienceParams(audience=data["audience"]))
    )


@pressed("announce.confirm")
def announce_confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    rows = [[Key(talk.text("send"), "announce.confirm")], _ways(talk)]
    if not is_as_read(talk, _parts, rows, asked="read_back_send", heading=_about(talk)):
        return
    kind, _, of = data["audience"].partition(":")
    texts = {language: data[language] for language in LANGUAGES if language in data}
    if kind in ("session", "stage", "category"):
        command = structs.replace(MakeAnnouncement(), **{kind: of}, **texts)
    else:
        command = MakeAnnouncement(audience=cast(Audience, data["audience"]), **texts)
    person = who(talk, data)
    talk.submit(person, command)
    talk.go()
    talk.say(talk.text("announced", muted=if_muted(talk, person)))


@command("deliveries")
def deliveries(talk: Talk, given: Mapping[str, str]) -> None:
    for office in _offices(talk, "notices"):
        lines = [
            talk.text(
                "deliveries_of",
                reference=count.reference,
                kind=talk.text(f"kind_{count.kind}"),
                people=count.people,
                messages=count.messages,
                counts=Listed(
                    [f"{talk.text(f'delivery_{name}')} {number}" for name, number in count.reached.items()]
                ),
            )
            for count in talk.room.ledger.latest(office.tournament_id, _LATEST)
        ]
        body = "\n".join(lines) or talk.text("no_deliveries")
        talk.say(clipped(body, 440), heading=talk.told_apart(office, talk.text("heading_deliveries")))
        if office.may("steer-deliveries"):
            show_held(talk, office)


def _offices(talk: Talk, right: str) -> list[Person]:
    found = [person for person in talk.persons if person.principal.role == "organizer" and person.may(right)]
    if not found:
        talk.not_for_you()
    return found


def _check_length(text: str) -> None:
    if len(text) > LONGEST_ANNOUNCEMENT:
        raise INVALID_INPUT(
            detail=Phrase("part-announcement-too-long", {"given": len(text), "most": LONGEST_ANNOUNCEMENT})
        )

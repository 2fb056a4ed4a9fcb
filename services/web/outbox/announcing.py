"""An announcement: written, read back with whom it would reach by which way, and sent once."""

from collections.abc import Mapping, Sequence
from secrets import token_urlsafe
from typing import get_args

import msgspec
from flask import Response, request
from msgspec import structs

from services.delivery.channel_choice import Ways
from services.desk.params import NoParams
from services.desk.programme import AudienceAnswer, AudienceParams, TournamentAnswer
from services.desk.views import SessionsAnswer
from services.officials.meaning import audience_parts, night_shown
from services.personal.read_back import Change, Part, changes_shown, differences, parts_in, written
from services.personal.sessions import session_called
from services.personal.texts import bot_text
from services.tournament.kernel.lengths import LONGEST_ANNOUNCEMENT
from services.tournament.publication.reminding import Audience, MakeAnnouncement
from services.web.docket.page_reader import PageReader
from services.web.forms import read_form
from services.web.outbox.rooms import Rooms, ways_of
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.catalogue import Phrase
from shared.problems import Problem, not_found, quoted

_AUDIENCES: tuple[Audience, ...] = get_args(Audience)
_ID_BYTES = 12
ANNOUNCED = "announced"
"""What has just been done, for the page that says so."""


class AnnouncementForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is announced to whom.

    Attributes:
        step: "look" for the read-back, "send", or "change" for the form with what was written.
        read: what was read back of whom it is for; where that is otherwise, the difference is read first.
        command_id: the same on a second press, so that it goes out once.
    """

    form: str
    audience: str
    en: str = ""
    zh: str = ""
    step: str = "look"
    read: str = ""
    command_id: str = ""


class Reached(msgspec.Struct, frozen=True):
    """Whom an announcement would reach now.

    Attributes:
        count: how many people it is for.
        parts: what counts of it when it is sent.
        night: who reads it only in the morning; "" by day.
    """

    count: int
    ways: Ways
    seated: int
    officials: int
    parts: Sequence[Part]
    night: str = ""

    @property
    def unreached(self) -> int:
        return self.count - self.ways.reached


def write(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """The empty form."""
    return _form(parts, call, AnnouncementForm("", "everyone"))


def announce(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """Read an announcement back, or send it."""
    here, sent = sign_in_of(call), read_form(AnnouncementForm)
    check_form(parts, request, here.grant_id, sent.form)
    if sent.step == "change":
        return _form(parts, call, sent)
    try:
        # Nothing is kept: whatever it would be refused for is said before it is read back.
        parts.desk.foresee(call.tournament, _command(sent), call.principal)
        reached = _reached(parts, call, sent.audience)
        read = parts_in(sent.read) if sent.step == "send" else None
        changes = [] if read is None else differences(read, reached.parts)
        if read is None or changes:
            return _read_back(parts, call, sent, reached, changes)
        parts.desk.submit(
            call.tournament, _command(sent), call.principal, command_id=f"page-{sent.command_id[:40]}"
        )
    except Problem as problem:
        return _form(parts, call, sent, problem)
    done = done_word(parts, call, ANNOUNCED)
    return to_page(f"/t/{call.tournament}/deliveries", call.language, done=done)


def _form(parts: Parts, call: Call, sent: AnnouncementForm, problem: Problem | None = None) -> Response:
    defined: TournamentAnswer = parts.desk.ask(
        call.tournament, "tournament", NoParams(), call.visibility, language=call.language
    )
    return staff_page(
        parts,
        call,
        "outbox/announce.html",
        status=200 if problem is None else problem.status,
        audiences=_audiences(parts, call, defined),
        languages=defined.definition.languages,
        sent=sent,
        most=LONGEST_ANNOUNCEMENT,
        wrong=None if problem is None else problem.text(call.language),
    )


def _read_back(
    parts: Parts, call: Call, sent: AnnouncementForm, reached: Reached, changes: Sequence[Change]
) -> Response:
    defined: TournamentAnswer = parts.desk.ask(
        call.tournament, "tournament", NoParams(), call.visibility, language=call.language
    )
    reader = PageReader(parts, call)
    return staff_page(
        parts,
        call,
        "outbox/read_back.html",
        called=_audiences(parts, call, defined).get(sent.audience, sent.audience),
        texts=[(language, getattr(sent, language)) for language in ("en", "zh") if getattr(sent, language)],
        sent=sent,
        reached=reached,
        read=written(reached.parts),
        changed=changes_shown(reader, changes),
        command_id=sent.command_id or token_urlsafe(_ID_BYTES),
    )


def _reached(parts: Parts, call: Call, audience: str) -> Reached:
    answer: AudienceAnswer = parts.desk.ask(
        call.tournament,
        "audience",
        AudienceParams(audience=audience),
        call.visibility,
        language=call.language,
    )
    return Reached(
        len(answer.recipients),
        ways_of(parts, call.tournament, answer.recipients, answer.with_email),
        len(answer.seated),
        len(answer.read_out_by),
        audience_parts(PageReader(parts, call), answer),
        night_shown(PageReader(parts, call), answer),
    )


def _command(sent: AnnouncementForm) -> MakeAnnouncement:
    kind, _, of = sent.audience.partition(":")
    texts = {"en": sent.en.strip(), "zh": sent.zh.strip()}
    if kind in ("session", "stage", "category"):
        return structs.replace(MakeAnnouncement(), **{kind: of}, **texts)
    if sent.audience not in _AUDIENCES:
        raise not_found("audience", quoted(sent.audience))
    return MakeAnnouncement(audience=sent.audience, **texts)


def _audiences(parts: Parts, call: Call, defined: TournamentAnswer) -> Mapping[str, str]:
    """Whom an announcement can be for, by what they are called: roles, stages, categories, sessions."""
    plan, spoken = defined.definition, call.language
    answer: SessionsAnswer = parts.desk.ask(
        call.tournament, "sessions", NoParams(), call.visibility, language=spoken
    )
    found: dict[str, str] = {
        audience: bot_text(f"audience_{audience.replace(':', '_')}", spoken) for audience in _AUDIENCES
    }
    if len(plan.stages) > 1:
        for stage in plan.stage_ids:
            found[f"stage:{stage}"] = bot_text("audience_stage", spoken, stage=plan.stage_name(stage))
    for category in plan.categories:
        called: object = category.name or category.id
        found[f"category:{category.id}"] = bot_text("audience_category", spoken, category=called)
    for row in (view.session for view in answer.rows if view.session.status != "ended"):
        label: Phrase = session_called(plan, row)
        found[f"session:{row.session}"] = label.in_language(spoken)
    return found

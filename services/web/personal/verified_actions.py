"""What takes a code: asking for one, and doing what it is for, as the participant the page stands for."""

import msgspec
from flask import Response

from services.access.kinds import CODE, CODE_UNFINISHED, CODE_WRONG
from services.delivery.code_allowance import CODE_UNDER_WAY
from services.delivery.codes import CODE_TRIED_OUT
from services.desk.data_export import subject_data
from services.desk.params import EntrantParams
from services.desk.previewing import try_out
from services.desk.views import EntrantView
from services.personal.absence import OF_A_CUT, GiveBack, parts_read, plan_of, read_back, row_of
from services.personal.asking import is_named_as_parent, parts_forgotten, wish_to_be_forgotten
from services.personal.person import Person
from services.personal.read_back import Part, changes_shown, differences, parts_in, written
from services.personal.record import given
from services.personal.schedule import entries_of
from services.tournament.people.families import unit_of
from services.tournament.people.family_proposals import DeclineFamilyUnit
from services.web.forms import read_form
from services.web.parts import Parts
from services.web.personal.consents import (
    by_whom_page,
    check_statement,
    read_back_consent,
    recorded,
    says_by_whom,
    says_something_new,
    set_consent,
)
from services.web.personal.families import family_answered, read_back_family
from services.web.personal.personal_session import HEADERS, Opened, answer, check_form, opened, result_page
from services.web.personal.purposes import FamilyAnswer, Purpose, purpose_of
from services.web.personal.writing import WRITTEN, command_written, read_back_words
from services.web.personal.writing import sent as sent_words
from services.web.problems import note_refusal
from services.web.routes import Call
from shared.logs import logger
from shared.problems import Problem

_log = logger(__name__)


class CodeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asking for a code: for whom and what; of a consent who gives it and for whom, else what was written."""

    form: str
    person: str
    purpose: str
    by: str = ""
    guardian: str = ""
    words: str = ""


class ActForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Doing it, with the code that came and what was read back; the rest as it was asked for."""

    form: str
    person: str
    purpose: str
    code: str
    by: str = ""
    guardian: str = ""
    words: str = ""
    read: str = ""


Asked = CodeForm | ActForm


def ask_for_code(parts: Parts, call: Call) -> Response:
    """Send a code, and ask for it."""
    page = opened(parts, call)
    code_form = read_form(CodeForm)
    check_form(parts, page, code_form.form)
    person = page.person(code_form.person)
    purpose = purpose_of(page, person, code_form.purpose)
    if purpose.consent is not None and not says_by_whom(code_form):
        return by_whom_page(parts, page, person, purpose, left_out=True)
    if stands_already(page, person, purpose):
        return _done_already(parts, page)
    try:
        if not _foresee(parts, page, person, purpose, code_form):
            return result_page(
                parts, page, page.page_text("me_consents"), [page.page_text("me_consent_known")]
            )
        sent = parts.pages.codes.ask(page.link, person.recipient, purpose.text, page.asked_by)
    except Problem as problem:
        note_refusal(problem)
        if problem.kind is CODE_UNDER_WAY:
            return _code_page(parts, page, person, purpose, code_form, [problem.for_people(page.language)])
        return _refused(parts, page, problem)
    _log.info("personal_code_sent", tournament=page.tournament, entrant=person.number, purpose=purpose.kind)
    places = [
        page.page_text(f"me_sent_{channel}", address=address or None) for channel, address in sent.places
    ]
    minutes = CODE.holds.seconds // 60
    lines = [*places, page.page_text("me_code_holds", minutes=minutes)]
    if purpose.kind == "question":
        # Until the code is typed nobody reads it.
        lines += filter(None, [page.text("urgent", contact=page.plan.contact).strip()])
    return _code_page(parts, page, person, purpose, code_form, lines)


def act(parts: Parts, call: Call) -> Response:
    """Do what the code is for, once."""
    page = opened(parts, call)
    act_form = read_form(ActForm)
    check_form(parts, page, act_form.form)
    person = page.person(act_form.person)
    purpose = purpose_of(page, person, act_form.purpose)
    try:
        check_statement(page, purpose)
        read = parts_in(act_form.read)
        if read is not None and (changes := differences(read, _parts(page, person, purpose))):
            # The code stays good for what is read now.
            lines = [page.text("read_back_changed"), *changes_shown(page, changes)]
            return _code_page(parts, page, person, purpose, act_form, lines, changed=True)
        code_id = parts.pages.codes.spend(
            page.link, person.recipient, purpose.text, act_form.code, page.asked_by
        )
    except Problem as problem:
        note_refusal(problem)
        if problem.kind not in (CODE_WRONG, CODE_TRIED_OUT, CODE_UNFINISHED):
            return _refused(parts, page, problem)
        again = _sent_again(parts, page, person, purpose, act_form)
        if again is not None:
            return again
        return _code_page(parts, page, person, purpose, act_form, [], wrong=problem)
    _log.info("personal_act", tournament=page.tournament, entrant=person.number, purpose=purpose.kind)
    try:
        return _done(parts, page, person, purpose, act_form, _command_id(code_id))
    except Problem as problem:
        return _refused(parts, page, problem)


def _sent_again(
    parts: Parts, page: Opened, person: Person, purpose: Purpose, form: ActForm
) -> Response | None:
    """What to answer to a form that was sent before, as by loading a page anew; None for any other."""
    if stands_already(page, person, purpose):
        return _done_already(parts, page)
    code_id = parts.pages.codes.used(page.link, person.recipient, purpose.text, form.code, page.asked_by)
    if not code_id:
        return None
    if purpose.kind in ("contacts", "export"):
        # What was shown is not shown again by a code that is spent.
        lines = [page.page_text("me_code_once")]
        return result_page(parts, page, page.page_text("me_done_already"), lines, status=CODE_WRONG.status)
    # A code is spent also by what was refused after all: then nothing was done.
    done = parts.desk.log.command(page.tournament, _command_id(code_id)) is not None
    return _done_already(parts, page) if done else None


def _done_already(parts: Parts, page: Opened) -> Response:
    return result_page(
        parts, page, page.page_text("me_done_already"), [page.page_text("me_done_already_lead")]
    )


def _command_id(code_id: str) -> str:
    """Under which what a code opens is done once."""
    return f"page-{code_id}"


def _foresee(parts: Parts, page: Opened, person: Person, purpose: Purpose, form: Asked) -> bool:
    """Refuse what would be refused, before a code is sent for it; returns whether anything would change."""
    if purpose.consent is not None:
        check_statement(page, purpose)
        return says_something_new(parts, page, person, set_consent(person, purpose.consent, form))
    if purpose.family is not None:
        # Whether their age fits is told to who has the code: a link alone tells nobody's age.
        declined = DeclineFamilyUnit(child=purpose.family.child, parent=purpose.family.parent)
        try_out(parts.desk, page.tournament, declined, person.principal)
    elif purpose.way is not None:
        try_out(parts.desk, page.tournament, purpose.way.command(person.number), person.principal)
    elif purpose.kind in WRITTEN:
        written_so = command_written(person, purpose, form.words)
        try_out(parts.desk, page.tournament, written_so, person.principal)
    elif purpose.kind == "contacts":
        parts.desk.admit(page.tournament, person.principal, "contacts")
    elif purpose.kind == "export":
        parts.desk.admit(page.tournament, person.principal, "subject-data")
    else:
        try_out(parts.desk, page.tournament, wish_to_be_forgotten(page, person), person.principal)
    return True


def _done(
    parts: Parts, page: Opened, person: Person, purpose: Purpose, form: Asked, command_id: str
) -> Response:
    if purpose.consent is not None:
        command = set_consent(person, purpose.consent, form)
        parts.desk.submit(page.tournament, command, person.principal, command_id=command_id)
        return result_page(
            parts, page, page.page_text("me_consents"), recorded(page, person, purpose.consent)
        )
    if purpose.family is not None:
        parts.desk.submit(page.tournament, purpose.family.command, person.principal, command_id=command_id)
        line = family_answered(page, person, purpose.family)
        return result_page(parts, page, page.page_text("me_family"), [line])
    if purpose.kind in WRITTEN:
        command_of_words = command_written(person, purpose, form.words)
        parts.desk.submit(page.tournament, command_of_words, person.principal, command_id=command_id)
        return result_page(
            parts,
            page,
            page.page_text(f"me_{purpose.kind}"),
            sent_words(page, person, purpose, form.words),
        )
    if purpose.kind == "export":
        return _export(parts, page, person)
    if purpose.kind == "contacts":
        parts.desk.admit(page.tournament, person.principal, "contacts")
        return result_page(parts, page, page.page_text("me_contacts"), [person.name, *given(page, person)])
    if purpose.way is not None:
        give_back = purpose.way.command(person.number)
        waiting = row_of(page, person).status == "waiting"
        parts.desk.submit(page.tournament, give_back, person.principal, command_id=command_id)
        done = page.text("absence_done", name=person.name, contact=page.plan.contact, waiting=waiting)
        return result_page(parts, page, page.page_text("me_withdraw"), [done])
    parts.desk.submit(
        page.tournament, wish_to_be_forgotten(page, person), person.principal, command_id=command_id
    )
    return result_page(
        parts, page, page.text("forget_ask"), [page.page_text("me_forget_asked", name=person.name)]
    )


def _export(parts: Parts, page: Opened, person: Person) -> Response:
    """Everything held on someone, as a file."""
    seen = parts.desk.admit(page.tournament, person.principal, "subject-data")
    found = subject_data(parts.desk, page.tournament, person.number, page.language, seen)
    body = msgspec.json.format(msgspec.json.encode(found), indent=2)
    name = f"{page.tournament}-{person.number}.json"
    headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, 200, headers, content_type="application/json")


def _code_page(
    parts: Parts,
    page: Opened,
    person: Person,
    purpose: Purpose,
    form: Asked,
    lines: list[str],
    wrong: Problem | None = None,
    *,
    changed: bool = False,
) -> Response:
    return answer(
        parts,
        page,
        "personal_code.html",
        status=200 if wrong is None else wrong.status,
        person=person,
        purpose=purpose,
        asked=form,
        meaning="" if changed else _meaning(page, person, purpose, form),
        read=written(_parts(page, person, purpose)),
        lines=lines,
        wrong=None if wrong is None else wrong.text(page.language),
        tried_out=wrong is not None and wrong.kind is CODE_TRIED_OUT,
        back=True,
    )


def _meaning(page: Opened, person: Person, purpose: Purpose, form: Asked) -> str:
    """What is about to be done, read back."""
    if purpose.consent is not None:
        return read_back_consent(page, person, purpose.consent, form)
    if purpose.way is not None:
        return read_back(page, person, purpose.way)
    if purpose.family is not None:
        return read_back_family(page, person, purpose.family)
    if purpose.kind in WRITTEN:
        return read_back_words(page, person, purpose, form.words)
    if purpose.kind == "forget":
        return page.text(
            "forget_sure",
            name=person.name,
            number=person.number,
            parent=is_named_as_parent(page, person),
        )
    return page.page_text(f"me_read_{purpose.kind}", name=person.name)


def _parts(page: Opened, person: Person, purpose: Purpose) -> list[Part]:
    """What of it counts; what a code is for says all else, also the statement of a consent."""
    if purpose.way is not None:
        return parts_read(page, person, purpose.way)
    return parts_forgotten(page, person) if purpose.kind == "forget" else []


def _refused(parts: Parts, page: Opened, problem: Problem) -> Response:
    return result_page(
        parts, page, page.page_text("me_not_done"), [problem.for_people(page.language)], status=problem.status
    )


def stands_already(page: Opened, person: Person, purpose: Purpose) -> bool:
    """Whether a place is given back already, or a family unit was answered so."""
    if purpose.way is not None:
        return _is_given_back(page, person, purpose.way)
    if purpose.family is not None:
        return not person.principal.left and _is_answered(page, person, purpose.family)
    return False


def _is_given_back(page: Opened, person: Person, way: GiveBack) -> bool:
    if person.principal.left:
        return True
    plan = plan_of(page, person)
    entered = {entry.stage: entry for entry in entries_of(row_of(page, person), plan)}
    if way.what in OF_A_CUT:
        return way.stage in entered and entered[way.stage].out == "withdrawn"
    return way.what == "stage" and way.stage in plan.registered_stages and way.stage not in entered


def _is_answered(page: Opened, person: Person, answer: FamilyAnswer) -> bool:
    """Whether the unit is there as agreed; as declined, neither it nor anybody's wish for it."""
    if person.number not in (answer.child, answer.parent):
        return False
    view: EntrantView = page.ask(person, "entrant", EntrantParams(entrant=person.number))
    is_unit = view.entrant.unit == unit_of(answer.child, answer.parent)
    if answer.agreed or is_unit:
        return answer.agreed and is_unit
    asked = () if view.proposals is msgspec.UNSET else view.proposals
    return all((each.child, each.parent) != (answer.child, answer.parent) for each in asked)

"""The last step of a ruling: all of it read back with what it changes, and carried out once."""

from collections.abc import Mapping

from flask import Response

from services.access.kinds import CODE_UNFINISHED
from services.access.sign_ins import SIGN_IN_CODE_WRONG, confirm
from services.officials.cases import case, players_now, raised_shown, sheet_about, undone_by
from services.officials.drafted import CONFIRM, effect_shown, ruling_of, steps_to_effect
from services.officials.impact import impact_lines
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.officials.tables import problem_said
from services.personal.read_back import NOT_AS_READ, Part, changes_shown, differences, part, parts_in, written
from services.rules.citing import Cited
from services.tournament.definition.points import points_at
from services.web.docket.drafting import Drafting, Refused
from services.web.docket.page_reader import PageReader
from services.web.problems import note_refusal
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from shared.catalogue import Listed, say
from shared.logs import logger
from shared.problems import Problem

_log = logger(__name__)
_OF_DRAFT = "said"
"""Begins what those parts are about that the draft itself says; they come before all others."""


def read_back(drafting: Drafting, refused: Refused) -> Response:
    """All of it: what is ruled and why, and what that changes in games, places, cut and signatures.

    Where it was read before and means something else by now, what is otherwise alone.

    Args:
        refused: why it was not carried out just now, with the mark of what was read.
    """
    reader, person, data = drafting.reader, drafting.person, drafting.data
    try:
        look = foreseen(reader, person, ruling_of(data))
    except Problem as problem:
        if problem.no_answer_helps:
            raise
        # The answer that it is about is asked for again; the others are kept.
        step = steps_to_effect(data)[-1]
        return drafting.page(step, "docket/ruling_refused.html", wrong=problem_said(reader, problem))
    parts = [*_parts_of_draft(drafting), *parts_of(reader, person, look)]
    read = parts_in(refused.fields.get("mark", ""))
    undone = undone_by(reader, person, drafting.view, data.get("supersedes"))
    about = sheet_about(drafting.view) or ""
    return drafting.page(
        CONFIRM,
        wrong=refused.wrong,
        says=reader.text,
        changed=[] if read is None else changes_shown(reader, differences(read, parts)),
        effect=effect_shown(reader, person, data),
        replaces=data.get("supersedes", ""),
        undone=Listed(undone).in_language(reader.language) if undone else "",
        cites=Cited(data["cites"]).in_language(reader.language),
        clause=points_at(data["cites"], drafting.rules_read, reader.language),
        raised=raised_shown(reader, person, drafting.view),
        impact=list(
            impact_lines(reader, person, look.preview, told=look.told, whole_names=True, about=about)
        ),
        mark=written(parts),
        fresh=sign_in_of(drafting.call).is_fresh(drafting.parts.clock.now()),
    )


def confirmed(drafting: Drafting, fields: Mapping[str, str]) -> Response:
    """Carry out what was read back, once; whatever it would be by now is read back anew."""
    call, data = drafting.call, drafting.data
    back = f"/t/{call.tournament}/docket/{drafting.dispute}"
    draft = fields.get("draft", "")
    if draft != data["draft"]:
        # Pressed twice, or dropped on another page since: what was pressed for must not be left in doubt.
        what = "already" if _was_made(drafting, draft) else "dropped"
        return to_page(back, call.language, done=done_word(drafting.parts, call, drafting.dispute, what))
    if drafting.overtaken or not drafting.may_begin:
        return to_page(drafting.path, call.language)
    if drafting.next_step != CONFIRM:
        return drafting.go_on(since="changed")
    sign_in = sign_in_of(call)
    if not sign_in.is_fresh(drafting.parts.clock.now()):
        try:
            confirm(drafting.parts.desk.grants, sign_in, fields.get("code", ""))
        except Problem as problem:
            if problem.kind not in (SIGN_IN_CODE_WRONG, CODE_UNFINISHED):
                raise
            note_refusal(problem)
            return drafting.refuse(Refused(CONFIRM, problem.text(call.language), {}))
    command, person = ruling_of(data), drafting.person
    read = parts_in(fields.get("mark", "")) or []
    of_draft = [each for each in read if each.about.startswith(_OF_DRAFT)]
    if differences(of_draft, _parts_of_draft(drafting)):
        return drafting.refuse(Refused(CONFIRM, "", {"mark": fields.get("mark", "")}))
    try:
        drafting.parts.desk.submit(
            call.tournament,
            command,
            person.principal,
            command_id=_command_of(data["draft"]),
            agreed=agreed_to(drafting.parts.clock, person, command, read[len(of_draft) :]),
        )
    except Problem as problem:
        if problem.no_answer_helps:
            raise
        if problem.kind is NOT_AS_READ:
            return drafting.refuse(Refused(CONFIRM, "", {"mark": fields["mark"]}))
        return to_page(drafting.path, call.language)
    _log.info("ruled_on_page", tournament=call.tournament, dispute=drafting.dispute, by=sign_in.grant_id)
    drafting.drop()
    # Whom the ruling itself puts out does not sit there any more.
    now = case(PageReader(drafting.parts, call), person, drafting.dispute)
    word = done_word(drafting.parts, call, drafting.dispute, players_now(now))
    return to_page(back, call.language, done=word)


def _parts_of_draft(drafting: Drafting) -> list[Part]:
    """What the draft itself says, which may be changed on another page."""
    data, language = drafting.data, drafting.reader.language
    words = {
        "effect": effect_shown(drafting.reader, drafting.person, data),
        "finding": data["finding"],
        "cites": Cited(data["cites"]).in_language(language),
        "reason": data["reason"],
    }
    effect = {name: answer for name, answer in data.items() if name not in words or name == "effect"}
    return [
        part(
            f"{_OF_DRAFT} {name}",
            effect if name == "effect" else data[name],
            say(f"page-docket-{name}-said", language, words=text),
        )
        for name, text in words.items()
    ]


def _was_made(drafting: Drafting, draft: str) -> bool:
    """Whether a ruling was made of a draft."""
    log = drafting.parts.desk.log
    return log.command(drafting.call.tournament, _command_of(draft)) is not None


def _command_of(draft: str) -> str:
    """The id that the ruling of a draft is sent by, so that it is made once."""
    return f"page-{draft}"

"""Which sheet each sign-in has open, so that whoever opens it on another device is told.

It stands with the sign-in, one sheet each, and is over by itself a minute after the page last asked.
"""

from datetime import timedelta

from flask import request

from services.access.grant_rows import Grant
from services.access.kinds import SIGN_IN
from services.tournament.kernel.ids import TableId
from services.web.actors import Actors
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import sign_in_of
from shared.catalogue import Listed, say
from shared.clock import to_micros

_HOLDS = timedelta(minutes=1) // timedelta.resolution
_SHEET, _SINCE = "sheet", "sheet_at"


def open_elsewhere(parts: Parts, call: Call, sheet: str) -> str:
    """Note that whoever is signed in has a sheet open; who else has it open, as a warning, or "".

    What a browser only keeps ahead is not open.
    """
    table = TableId.read(sheet)
    if table is None or str(table) != sheet:
        return ""
    here, now = sign_in_of(call), to_micros(parts.clock.now())

    def has_it(sign_in: Grant, within: int) -> bool:
        return sign_in.details.get(_SHEET) == sheet and now - sign_in.details[_SINCE] < within

    if not has_it(here, _HOLDS // 3) and "Purpose" not in request.headers:
        parts.desk.grants.note_details(here, {**here.details, _SHEET: sheet, _SINCE: now})
    known = parts.desk.grants.listed(SIGN_IN, call.tournament)
    others = [each for each in known if each.grant_id != here.grant_id and has_it(each, _HOLDS)]
    open_now = [each.principal.actor for each in others if each.holds(parts.clock.now())]
    if not open_now:
        return ""
    actors = Actors(parts.desk, call.tournament, call.visibility, call.language)
    who = Listed([actors.who(actor) for actor in dict.fromkeys(open_now)])
    return say("page-kept-elsewhere", call.language, who=who)

"""What hands out a log's own bytes says first where they hold ages, and wants to be asked for them."""

from typing import Literal

from services.access.ages import ACTION
from services.web.parts import Parts
from services.web.routes import Call

WithAges = Literal["true", "false"]
OPTION = "with_ages=true"
DESCRIPTION = (
    "Where an early log says ages and family names in clear, this is refused (409 ages-in-clear) unless it "
    "begins after them, or whoever has the right `ages` adds `with_ages=true`."
)


def refuse_ages(parts: Parts, call: Call, after: int = 0) -> None:
    """Refuse what would hand out ages in clear after a seq, unless asked for by someone who may have them.

    Raises:
        Problem: ages-in-clear, forbidden.
    """
    if call.parameters.with_ages == "true":
        parts.desk.admit(call.tournament, call.principal, ACTION)
    else:
        parts.desk.in_clear.refuse(call.tournament, OPTION, after)

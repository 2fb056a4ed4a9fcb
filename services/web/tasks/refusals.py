"""Whether what is offered would be refused now."""

from services.tasks.offered import Offer
from services.tasks.plain import command_of
from services.tournament.catalogue import commands
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import zone_of
from shared.problems import Problem


def refusal(parts: Parts, call: Call, offer: Offer) -> Problem | None:
    """Why it would be refused; None where it would be carried out."""
    kind = commands()[offer.task]
    answers = {"reason": "–", **offer.answers} if "reason" in kind.__struct_fields__ else offer.answers
    try:
        parts.desk.foresee(call.tournament, command_of(kind, answers, zone_of(parts, call)), call.principal)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return problem
    return None

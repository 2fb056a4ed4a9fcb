"""What is held after a long silence or a restore: shown by kind and number, sent or dropped after a yes."""

from collections.abc import Mapping

from bots.telegram.muted import muted_of, muting_shown
from bots.telegram.read_back import is_as_read, keep_parts
from bots.telegram.talk import Key, Talk, pressed, who
from services.delivery.holding import Held, held_key
from services.delivery.release_decisions import Decider, Decision, Pile
from services.officials.meaning import held_kind, held_parts
from services.officials.tables import problem_said
from services.personal.person import Person
from services.personal.read_back import Part
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)
_MOST_KINDS = 10


def show_held(talk: Talk, person: Person) -> None:
    """What waits for a word in a tournament, with the buttons to say it."""
    for waits in _waiting(talk, person):
        data = {**person.named, "why": waits}
        keys = [Key(talk.text(word), f"held.{word}", data, always=True) for word in ("send", "drop")]
        talk.say(_counted_kinds(talk, person, waits), [keys], heading=talk.told_apart(person, ""))


def ask_about(talk: Talk, of: str, *, send: bool) -> None:
    """Read back what is to be sent or dropped, for the button under an alert.

    Args:
        of: names the tournament.
    """
    for person in talk.persons:
        if held_key(person.tournament_id) == of and person.may("steer-deliveries"):
            _ask(talk, person, "held", send=send)
            return
    talk.not_for_you()


@pressed("held.send")
def send(talk: Talk, given: Mapping[str, str]) -> None:
    _ask(talk, who(talk, given), given["why"], send=True)


@pressed("held.drop")
def drop(talk: Talk, given: Mapping[str, str]) -> None:
    _ask(talk, who(talk, given), given["why"], send=False)


def _ask(talk: Talk, person: Person, why: str, *, send: bool) -> None:
    if not person.may("steer-deliveries"):
        talk.not_for_you()
    elif why not in _waiting(talk, person):
        _say_over(talk, person, _pile(why))
    else:
        number = talk.room.steering.number(person.tournament_id, _pile(why))
        asked = {"why": why, "send": "1" if send else "", "asked": str(number)}
        talk.begin("held.confirm", **asked, **person.named)
        question = talk.text("held_send_sure" if send else "held_drop_sure")
        body = f"{_counted_kinds(talk, person, why)}\n{question}"
        talk.say(body, _ways(talk), talk.told_apart(person, ""), whole=True)
        keep_parts(talk, _parts(talk))


def _parts(talk: Talk) -> list[Part]:
    data = talk.flow.data
    return held_parts(talk, _waits(talk, who(talk, data), data["why"]).kinds)


def _ways(talk: Talk) -> list[list[Key]]:
    yes = talk.text("held_send_yes" if talk.flow.data["send"] else "held_drop_yes")
    return [[Key(yes, "held.confirm"), Key(talk.text("one_back"), "held.back"), *talk.cancel]]


@pressed("held.back")
def back(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, talk.flow.data)
    talk.go()
    show_held(talk, person)


@pressed("held.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person, send = who(talk, data), bool(data["send"])
    if not person.may("steer-deliveries"):
        talk.go()
        talk.not_for_you()
        return
    pile, tournament = _pile(data["why"]), person.tournament_id
    asked = int(data["asked"])
    steering = talk.room.steering
    if steering.number(tournament, pile) == asked:
        question = "held_send_sure" if send else "held_drop_sure"
        if not is_as_read(talk, _parts, _ways(talk), lead="changed_since", asked=question):
            return
    talk.go()
    decision: Decision = "send" if send else "drop"
    log.info("held_decided", tournament=tournament, decision=decision, pile=pile)
    by, now = Decider("chat", person.principal.actor), talk.room.desk.clock.now()
    talk.carried_out = True
    try:
        changed = steering.decide(tournament, pile, decision, by, now, asked=asked)
    except Problem as problem:
        talk.say(problem_said(talk, problem))
        return
    talk.say(talk.text("nothing_held" if not changed else "held_sent" if send else "held_dropped"))


def _pile(why: str) -> Pile:
    return "muted" if why == "muted" else "held"


def _say_over(talk: Talk, person: Person, pile: Pile) -> None:
    """Say that nothing waits any more, and who decided, if somebody did."""
    before = talk.room.steering.decided(person.tournament_id, pile)
    if before is None:
        talk.say(talk.text("nothing_held"))
    else:
        talk.say(problem_said(talk, talk.room.steering.refusal(person.tournament_id, before)))


def _waiting(talk: Talk, person: Person) -> list[str]:
    """Why something waits for a word: it is held, or the tournament is muted."""
    found = ["held"] if talk.room.holding.held(person.tournament_id) else []
    if any(muted.tournament == person.tournament_id for muted in talk.room.muting.muted()):
        found.append("muted")
    return found


def _waits(talk: Talk, person: Person, why: str) -> Held:
    """What waits for that reason."""
    if why == "muted":
        return talk.room.holding.unsent(person.tournament_id)
    (waits,) = talk.room.holding.held(person.tournament_id) or [Held(person.tournament_id, {}, 0)]
    return waits


def _counted_kinds(talk: Talk, person: Person, why: str) -> str:
    """Each kind with how many there are."""
    waits = _waits(talk, person, why)
    kinds = sorted(waits.kinds.items(), key=lambda kind: -kind[1])
    lines = [held_kind(talk, kind, count) for kind, count in kinds[:_MOST_KINDS]]
    if len(kinds) > _MOST_KINDS:
        lines.append(talk.text("impact_more", count=sum(count for _, count in kinds[_MOST_KINDS:])))
    heading = talk.text("held", count=waits.notices, messages=waits.messages)
    muted = muted_of(talk, person.tournament_id) if why == "muted" else None
    if muted is not None:
        before = "yes" if muted.may_be_sent_already else "no"
        counts = {"count": waits.notices, "messages": waits.messages}
        heading = talk.text("muted", **counts, before=before, **muting_shown(talk, person, muted))
    return "\n".join([heading, *lines])

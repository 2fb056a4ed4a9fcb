"""A turn or a rack presented in a case, step by step; the verdict is read back before it is kept."""

from collections.abc import Mapping

import msgspec

from bots.telegram.docket import case, sheet_of, who
from bots.telegram.exhibits import listed, pages, verdict
from bots.telegram.talk import Key, Talk, clipped, pressed, typed
from bots.telegram.tiles import rack_typed, table_shown, table_typed, tile_typed
from services.rules.adjudication.turn import TurnInput, read_turn
from services.rules.melding.possibility import LAST_DRAWN_NOT_THERE, RackInput
from services.rules.sets import ListedSet
from services.tournament.docket.evidence import EvidencePresented, PresentEvidence, check_room
from services.tournament.seating.sessions import SEATS

_KEPT = ("tournament", "recipient", "dispute")
_NOT_KNOWN, _AS_IT_IS = "not known", "as it is"
_ONE_MESSAGE = 180
"""Characters of tiles that are read back together with the verdict; more come in messages before it."""


@pressed("evidence.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    # Nobody is to write a table down and hear only then that the case is closed.
    view = case(talk, person, given["dispute"])
    check_room(view.case.dispute, view.case.status, len(view.evidence))
    talk.begin("evidence.kind", **{name: given[name] for name in _KEPT})
    keys = [Key(talk.text(f"evidence_{kind}"), f"evidence.{kind}") for kind in ("turn", "rack")]
    _ask(talk, "evidence_kind", keys)


@pressed("evidence.begin_rack")
def begin_rack(talk: Talk, given: Mapping[str, str]) -> None:
    begin(talk, given)
    talk.replies.clear()
    rack_chosen(talk, given)


@pressed("evidence.list")
def show_all(talk: Talk, given: Mapping[str, str]) -> None:
    view = case(talk, who(talk, given), given["dispute"])
    back = [Key(talk.text("back"), "docket.open", {name: given[name] for name in _KEPT}, always=True)]
    shown_pages = pages(listed(talk, view.evidence))
    for number, page in enumerate(shown_pages, 1):
        talk.say(page, [back] if number == len(shown_pages) else (), heading=given["dispute"])


@pressed("evidence.rack")
def rack_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("evidence.rack", kind="rack")
    _ask(talk, "evidence_which_rack")


@pressed("evidence.turn")
def turn_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("evidence.melded", kind="turn")
    answers = (("evidence_melded", "1"), ("evidence_not_melded", ""))
    keys = [Key(talk.text(name), "evidence.melded", {"melded": value}) for name, value in answers]
    _ask(talk, "evidence_had_melded", keys)


@pressed("evidence.melded")
def melded_said(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("evidence.before", melded=given["melded"])
    _ask(talk, "evidence_before")


@typed("evidence.before")
def before_given(talk: Talk, text: str) -> None:
    before = table_typed(text)
    _check_beginning(before, ())
    talk.go("evidence.rack", before=table_shown(before))
    _ask(talk, "evidence_rack_before")


@typed("evidence.rack")
def rack_given(talk: Talk, text: str) -> None:
    tiles = rack_typed(text)
    rack = " ".join(tiles)
    if talk.flow.data["kind"] == "turn":
        _check_beginning(table_typed(talk.flow.data["before"]), tiles)
        talk.go("evidence.after", rack=rack)
        _ask(talk, "evidence_after")
        return
    talk.go("evidence.last", rack=rack)
    keys = [
        Key(talk.text("evidence_not_known"), "evidence.last", {"last": _NOT_KNOWN}),
        Key(talk.text("evidence_as_it_is"), "evidence.last", {"last": _AS_IT_IS}),
    ]
    _ask(talk, "evidence_last", keys)


@typed("evidence.after")
def after_given(talk: Talk, text: str) -> None:
    talk.go("evidence.entrant", after=table_shown(table_typed(text)))
    _ask_whose(talk)


@typed("evidence.last")
def last_given(talk: Talk, text: str) -> None:
    tile = tile_typed(text)
    if tile not in talk.flow.data["rack"].split():
        raise LAST_DRAWN_NOT_THERE(tile=tile)
    last_chosen(talk, {"last": tile})


@pressed("evidence.last")
def last_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("evidence.entrant", last=given["last"])
    _ask_whose(talk)


@pressed("evidence.entrant")
def entrant_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("evidence.confirm", entrant=given["entrant"])
    data = talk.flow.data
    person = who(talk, data)
    _, decision = talk.room.desk.foresee(person.tournament_id, _command(data), person.principal)
    (presented,) = (entry.event for entry in decision.entries if isinstance(entry.event, EvidencePresented))
    read_back = _read_back(talk)
    body = talk.text(
        "evidence_read_back",
        kind=talk.text(f"evidence_{data['kind']}"),
        whose=data["entrant"] or talk.text("evidence_nobodys"),
        verdict=clipped(verdict(talk, presented.judged), 240),
    )
    if sum(map(len, read_back)) <= _ONE_MESSAGE:
        body = "\n".join([*read_back, body])
    else:
        for line in read_back:
            talk.say(line, heading=data["dispute"])
    keys = [Key(talk.text("evidence_keep"), "evidence.confirm")]
    talk.say(body, [keys, talk.cancel], heading=data["dispute"])


@pressed("evidence.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    talk.submit(who(talk, data), _command(data))
    back = {name: data[name] for name in _KEPT}
    talk.go()
    keys = [Key(talk.text("back"), "docket.open", back, always=True)]
    talk.say(talk.text("evidence_kept", dispute=back["dispute"]), [keys], heading=back["dispute"])


def _ask(talk: Talk, question: str, keys: list[Key] | None = None) -> None:
    rows = [[key] for key in keys or ()]
    talk.say(talk.text(question), [*rows, talk.cancel], heading=talk.flow.data["dispute"])


def _ask_whose(talk: Talk) -> None:
    person = who(talk, talk.flow.data)
    view = case(talk, person, talk.flow.data["dispute"])
    seats = [("", number, "") for number in view.case.entrants]
    if view.case.sheet is not None:
        sheet = sheet_of(talk, person, view.case.sheet)
        letters = zip(SEATS, sheet.sheet.seats, strict=False)
        seats = [(letter, number, sheet.names.get(number, "")) for letter, number in letters]
    keys = [Key(" ".join(seat).strip(), "evidence.entrant", {"entrant": seat[1]}) for seat in seats]
    keys.append(Key(talk.text("evidence_nobodys"), "evidence.entrant", {"entrant": ""}))
    _ask(talk, "evidence_whose", keys)


def _command(data: Mapping[str, str]) -> PresentEvidence:
    rack = tuple(data["rack"].split())
    entrant = data["entrant"] or None
    if data["kind"] == "turn":
        tables = table_typed(data["before"]), table_typed(data["after"])
        turn = TurnInput(bool(data["melded"]), tables[0], rack, tables[1])
        return PresentEvidence(dispute=data["dispute"], entrant=entrant, turn=turn)
    last: str | msgspec.UnsetType | None = data["last"]
    if last in (_NOT_KNOWN, _AS_IT_IS):
        last = None if last == _NOT_KNOWN else msgspec.UNSET
    return PresentEvidence(dispute=data["dispute"], entrant=entrant, rack=RackInput(rack, last))


def _check_beginning(before: tuple[ListedSet, ...], rack: tuple[str, ...]) -> None:
    """Refuse at once what one set of tiles cannot give, so that it is asked again and not all of it."""
    read_turn(TurnInput(melded=True, table_before=before, rack_before=rack, table_after=()))


def _read_back(talk: Talk) -> list[str]:
    """The tiles as they were understood, a line for each place where they lie."""
    data = talk.flow.data
    lines = [talk.text("evidence_told_rack", tiles=data["rack"])]
    if data["kind"] == "turn":
        lines.insert(0, talk.text("evidence_told_before", tiles=data["before"]))
        lines.append(talk.text("evidence_told_after", tiles=data["after"]))
        lines.append(talk.text("evidence_melded" if data["melded"] else "evidence_not_melded"))
        return lines
    names = {_NOT_KNOWN: "evidence_not_known", _AS_IT_IS: "evidence_as_it_is"}
    last = talk.text(names[data["last"]]) if data["last"] in names else data["last"]
    lines.append(talk.text("evidence_told_last", tiles=last))
    return lines

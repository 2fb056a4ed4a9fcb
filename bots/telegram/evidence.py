"""A turn or a rack presented in a case, step by step; the verdict is read back before it is kept."""

from collections.abc import Mapping

from bots.telegram.docket import who
from bots.telegram.paging import pages
from bots.telegram.read_back import is_as_read, keep_parts
from bots.telegram.talk import Key, Talk, pressed, typed
from services.officials.cases import case, sheet_of
from services.officials.exhibits import listed, verdict
from services.officials.presented import (
    AS_IT_IS,
    NOT_KNOWN,
    check_beginning,
    evidence_of,
    judged,
    tiles_read_back,
)
from services.officials.tiles import rack_typed, table_shown, table_typed, tile_typed
from services.personal.read_back import Part, part
from services.personal.texts import clipped
from services.rules.melding.possibility import LAST_DRAWN_NOT_THERE
from services.tournament.docket.evidence import check_room
from services.tournament.seating.sessions import SEATS

_KEPT = ("tournament", "recipient", "dispute")
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
    check_beginning(before, ())
    talk.go("evidence.rack", before=table_shown(before))
    _ask(talk, "evidence_rack_before")


@typed("evidence.rack")
def rack_given(talk: Talk, text: str) -> None:
    tiles = rack_typed(text)
    rack = " ".join(tiles)
    if talk.flow.data["kind"] == "turn":
        check_beginning(table_typed(talk.flow.data["before"]), tiles)
        talk.go("evidence.after", rack=rack)
        _ask(talk, "evidence_after")
        return
    talk.go("evidence.last", rack=rack)
    keys = [
        Key(talk.text("evidence_not_known"), "evidence.last", {"last": NOT_KNOWN}),
        Key(talk.text("evidence_as_it_is"), "evidence.last", {"last": AS_IT_IS}),
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
    (told,) = _parts(talk)
    read_back = tiles_read_back(talk, data)
    body = talk.text(
        "evidence_read_back",
        kind=talk.text(f"evidence_{data['kind']}"),
        whose=data["entrant"] or talk.text("evidence_nobodys"),
        verdict=told.text,
    )
    if sum(map(len, read_back)) <= _ONE_MESSAGE:
        body = "\n".join([*read_back, body])
    else:
        for line in read_back:
            talk.say(line, heading=data["dispute"])
    talk.say(body, _ways(talk), heading=data["dispute"])
    keep_parts(talk, [told])


def _ways(talk: Talk) -> list[list[Key]]:
    return [[Key(talk.text("evidence_keep"), "evidence.confirm")], talk.cancel]


def _parts(talk: Talk) -> list[Part]:
    found = judged(talk, who(talk, talk.flow.data), talk.flow.data)
    return [part("verdict", found, clipped(verdict(talk, found), 240))]


@pressed("evidence.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    if not is_as_read(talk, _parts, _ways(talk), heading=data["dispute"]):
        return
    talk.submit(who(talk, data), evidence_of(data))
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

"""One turn under each of the rulesets: legal, illegal, or a ruling required, and why."""

import msgspec

from services.rules.adjudication.turn import TurnInput
from services.rules.adjudication.verdict import Adjudication, adjudicate
from services.rules.ruleset import Ruleset, load, ruleset_ids
from services.rules.sets import ListedSet, NamedSet
from shared.catalogue import catalogue, say
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.rules.turns import FREE

HK = "hk-2026"
PRESSMAN, TOURNAMENT, BSG = "pressman-2006", "pressman-2006-tournament", "bsg-2015"

VERDICTS = {"L": "legal", "I": "illegal", "R": "ruling_required"}
COLUMN = {**dict.fromkeys(FREE, 0), PRESSMAN: 1, TOURNAMENT: 2, BSG: 3}


def table(text: str) -> tuple[ListedSet, ...]:
    return tuple(tuple(written.split()) for written in text.split("|") if written.strip())


def turn(text: str, *, melded: bool = True) -> TurnInput:
    """A turn as "table + rack = what the contestant leaves on the table"."""
    laid, _, after = text.partition("=")
    before, _, rack = laid.partition("+")
    return TurnInput(melded, table(before), tuple(rack.split()), table(after))


def judged(id: str, turn: TurnInput) -> Adjudication:
    return adjudicate(load(id), turn)


# Each turn with what it is under the free rulesets (HK and others), Pressman, its tournament and BSG.

# HK, How to Use Joker.
EXAMPLES = {
    "joker example 1": ("B1 B2 J B4 B5 + B3 K11 K13 = B1 B2 B3 B4 B5 | K11 J K13", "LLLL"),
    "joker example 2": ("J R6 R7 + R9 = R6 R7 J R9", "LIII"),
    "joker example 3": ("J R6 R7 R8 + R10 = R6 R7 R8 J R10", "LIII"),
    "joker example 4": ("J B6 B7 B8 + O2 O3 = B6 B7 B8 | J O2 O3", "LIII"),
    "joker example 5": ("B4 J K4 Y4 + K11 K13 = B4 K4 Y4 | K11 J K13", "LIII"),
    "joker example 6": ("R2 K2 B2 | R3 K3 B3 | R4 K4 J + B5 = R2 R3 R4 | K2 K3 K4 | B2 B3 J B5", "LLIR"),
    "joker example 7": ("R6 J R8 | R9 R10 R11 + R4 R5 B9 B10 = R4 R5 R6 | R8 R9 R10 R11 | J B9 B10", "LIII"),
}

# What all documents agree on: the breach, or none.
EVERYWHERE = {
    "run extended at both ends": ("B4 B5 B6 + B3 B7 R1 = B3 B4 B5 B6 B7", ""),
    "group completed": ("R8 K8 B8 + O8 = R8 K8 B8 O8", ""),
    "new set": ("+ R1 R2 R3 = R1 R2 R3", ""),
    "nothing laid": ("R8 K8 B8 + O8 = R8 K8 B8", "no_rack_tile"),
    "only moved": ("R1 R2 R3 R4 R5 R6 + O8 = R1 R2 R3 | R4 R5 R6", "no_rack_tile"),
    "thirteen and one": ("R11 R12 R13 + R1 = R11 R12 R13 R1", "run_past_thirteen"),
    "colour twice": ("R8 K8 B8 + R8 = R8 K8 B8 R8", "group_colour_twice"),
    "neither": ("+ R8 K9 B10 = R8 K9 B10", "not_a_set"),
    "five in a group": ("R8 K8 B8 O8 + J = R8 K8 B8 O8 J", "group_too_large"),
    "set broken": ("R4 R5 R6 R7 + R8 = R4 R5 | R6 R7 R8", "set_too_small"),
    "gap in a run": ("+ R4 R5 R7 = R4 R5 R7", "run_not_consecutive"),
    "tile vanished": ("R4 R5 R6 R7 + B1 B2 B3 = R4 R5 R6 | B1 B2 B3", "tile_left_table"),
    "tile appeared": ("R4 R5 R6 + R7 = R4 R5 R6 R7 R8", "tile_not_from_rack"),
    "third of a kind from nowhere": (
        "R4 R5 R6 | R4 R5 R6 + B4 = R4 R5 R6 | R4 R5 R6 | R4 B4 J",
        "tile_not_from_rack",
    ),
    "joker kept": ("B4 J B6 + B5 = B4 B5 B6", "joker_taken_back"),
    "joker as a third copy": ("R7 R8 R9 | R7 B7 K7 + R5 R6 J = R7 R8 R9 | R7 B7 K7 | R5 R6 J", ""),
}

INITIAL = {
    "exactly thirty": ("+ R9 R10 R11 B1 = R9 R10 R11", "LLLL"),
    "twenty-nine": ("+ R1 R2 R3 R4 R5 B4 K4 O4 B1 = R1 R2 R3 R4 | B4 K4 O4", "IIII"),
    "two sets": ("+ R8 B8 K8 R1 R2 R3 = R8 B8 K8 | R1 R2 R3", "LLLL"),
    "6-7-J": ("+ R6 R7 J = R6 R7 J", "IIII"),
    "J-7-8-9": ("+ J R7 R8 R9 = J R7 R8 R9", "LLLL"),
    "J-J-10": ("+ J J R10 = J J R10", "LLLL"),
    "table beside it untouched": (
        "O1 O2 O3 | R4 K4 B4 + R9 R10 R11 = K4 B4 R4 | R9 R10 R11 | O1 O2 O3",
        "LLLL",
    ),
    "the same turn builds on the table": ("O1 O2 O3 + R9 R10 R11 O4 = O1 O2 O3 O4 | R9 R10 R11", "IRRR"),
    "building without a meld": ("O10 O11 O12 + O13 R1 = O10 O11 O12 O13", "IIII"),
    "too few points and building": ("O1 O2 O3 + R5 R6 R7 O4 = O1 O2 O3 O4 | R5 R6 R7", "IIII"),
    "joker taken before the meld": ("B4 J B6 + B5 R12 K12 O12 = B4 B5 B6 | R12 K12 O12 J", "IIIR"),
    "joker set added to in the turn of the meld": (
        "B4 J B6 + B7 R12 K12 O12 = B4 J B6 B7 | R12 K12 O12",
        "IRRR",
    ),
    "points with a joker from the table": ("B4 J B6 + B5 R12 K12 = B4 B5 B6 | R12 K12 J", "IIII"),
    "a set of the table joined to the meld": (
        "R10 R11 R12 + R7 R8 R9 R13 B2 = R7 R8 R9 R10 R11 R12 R13",
        "IIII",
    ),
}

MOVES = {
    "fourth of a group used elsewhere": ("R4 K4 B4 O4 + B3 B5 = R4 K4 O4 | B3 B4 B5", "LLLR"),
    "run split": ("R3 R4 R5 R7 | R6 O6 K6 + B1 = R3 R4 R5", "IIII"),
    "run split by a rack tile": ("R4 R5 R6 R7 R8 + R6 = R4 R5 R6 | R6 R7 R8", "LLLR"),
    "two runs joined": ("R1 R2 R3 | R5 R6 R7 + R4 = R1 R2 R3 R4 R5 R6 R7", "LLLR"),
    "joker set added to": ("B4 J B6 + B7 = B4 J B6 B7", "LLLL"),
    "joker set reduced": ("B3 B4 J B6 + K3 R3 = B4 J B6 | B3 K3 R3", "LLIR"),
    "joker set split": ("B2 B3 B4 J B6 B7 + R9 R10 R11 = B2 B3 B4 | J B6 B7 | R9 R10 R11", "LLIR"),
    "replaced from the rack, used with two": ("B4 J B6 + B5 R9 K9 = B4 B5 B6 | R9 K9 J", "LLLL"),
    "replaced in a group by either colour": ("R4 K4 J + O4 R9 K9 = R4 K4 O4 | R9 K9 J", "LLLL"),
    "replaced in a full group by the wrong tile": ("R4 K4 B4 J + B4 R9 K9 = R4 K4 B4 | B4 R9 K9 J", "IIII"),
    "replaced, used with one": ("B4 J B6 | R9 K9 O9 B9 + B5 R10 = B4 B5 B6 | K9 O9 B9 | R9 R10 J", "LIII"),
    "replaced from the table": ("B4 J B6 | R5 K5 O5 B5 + R9 K9 = B4 B5 B6 | R5 K5 O5 | R9 K9 J", "LIII"),
    "replaced, then added to another set alone": (
        "B4 J B6 | R9 R10 R11 + B5 K1 K2 K3 = B4 B5 B6 | R9 R10 R11 J | K1 K2 K3",
        "LIII",
    ),
    "left its set as the other colour it might be": (
        "R4 K4 J | O5 O6 O7 | O3 R3 K3 B3 + B4 = R4 K4 B4 | O3 J O5 O6 O7 | R3 K3 B3",
        "LIII",
    ),
    "replaced, used with two to continue another set": (
        "B4 J B6 | R5 R6 R7 + B5 R3 R8 = B4 B5 B6 | R3 J R5 R6 R7 R8",
        "LIIL",
    ),
    "lone joker from the hand": ("B4 B5 B6 + J R1 = B4 B5 B6 J", "LLLI"),
    "joker from the hand with one tile": ("B4 B5 B6 + J B8 = B4 B5 B6 J B8", "LLLI"),
    "joker from the hand with two tiles": ("B4 B5 B6 + J B8 B9 = B4 B5 B6 J B8 B9", "LLLL"),
    "two jokers in a set": ("R1 R2 R3 + J J K13 = R1 R2 R3 | J J K13", "LLLL"),
    "one of two jokers replaced": ("R5 J J R8 + R6 K9 O9 = R5 R6 J R8 | K9 O9 J", "LLLL"),
}

TURNS = {
    **{name: turn(text) for name, (text, _) in (EXAMPLES | EVERYWHERE | MOVES).items()},
    **{name: turn(text, melded=False) for name, (text, _) in INITIAL.items()},
}
EXPECTED = {name: expected for name, (_, expected) in (EXAMPLES | INITIAL | MOVES).items()}


@cases("id", ruleset_ids())
@cases("name", EVERYWHERE)
def test_what_all_documents_agree_on(name: str, id: str) -> None:
    breach = EVERYWHERE[name][1]
    found = judged(id, TURNS[name])
    assert found.verdict == ("illegal" if breach else "legal")
    assert not breach or breach in [reason.code for reason in found.reasons]


@cases("id", ruleset_ids())
@cases("name", EXPECTED)
def test_a_turn_is_judged_as_each_ruleset_has_it(name: str, id: str) -> None:
    found = judged(id, TURNS[name])
    assert found.verdict == VERDICTS[EXPECTED[name][COLUMN[id]]], found.reasons


def test_a_kind_said_with_a_set_decides_what_its_joker_is() -> None:
    turn = TurnInput(
        True,
        (NamedSet("run", ("J", "J", "R10")),),
        ("R8", "K2", "O2"),
        (("R8", "J", "R10"), ("K2", "O2", "J")),
    )
    assert judged(PRESSMAN, turn).verdict == "legal"
    as_group = TurnInput(True, (NamedSet("group", ("J", "J", "R10")),), turn.rack_before, turn.table_after)
    assert judged(PRESSMAN, as_group).verdict == "illegal"


def test_reasons_name_the_clause_and_speak_both_languages() -> None:
    (why,) = judged(HK, TURNS["joker example 2"]).reasons
    assert (why.code, why.clause) == ("turn_complete", "HK rules 2.1")
    (why,) = judged(TOURNAMENT, TURNS["joker set split"]).reasons
    assert why.code == "joker_set_split"
    assert say("cited-tournament-rules", "en") in why.clause
    assert "B2-B3-B4-J-B6-B7" in why.text
    assert "B2-B3-B4-J-B6-B7" in why.text_zh
    (why,) = judged(BSG, TURNS["two runs joined"]).reasons
    assert (why.code, why.clause) == ("moving_not_stated", "BSG Playing")


def test_every_breach_is_told_and_not_only_the_first() -> None:
    turn_input = turn("R4 R5 R6 | B1 B2 B3 + K1 = R4 R5 | K1 K2")
    codes = [reason.code for reason in judged(HK, turn_input).reasons]
    assert codes == ["tile_left_table", "tile_not_from_rack", "set_too_small", "set_too_small"]


@cases(
    "turn, code, where",
    [
        (turn("R4 R5 R6 + R14 = R4 R5 R6"), "tile-unknown", "rack_before"),
        (turn("R4 R5 R6 | R4 X5 R6 + R1 ="), "tile-unknown", "table_before, set 2"),
        (turn("+ R1 = R1 R2 r3"), "tile-unknown", "table_after, set 1"),
        (turn("R4 R5 R6 | R4 B4 K4 + R4 = R4 R5 R6"), "tiles-too-many-alike", None),
        (turn("J R5 R6 | J B5 B6 + J ="), "tiles-too-many-alike", None),
    ],
)
def test_what_is_no_turn_is_refused(turn: TurnInput, code: str, where: str | None) -> None:
    with refusing(code) as refused:
        judged(HK, turn)
    assert refused.value.where.get("field") == where


HOUSE_RULES = {
    "two_jokers_in_a_set": ("jokers.two_in_a_set", "forbidden", "two jokers in a set", "I"),
    "two_jokers_not_stated": ("jokers.two_in_a_set", "unspecified", "two jokers in a set", "R"),
    "joker_repeats_a_tile": ("jokers.may_repeat_a_tile", "forbidden", "joker as a third copy", "I"),
    "joker_repeats_not_stated": ("jokers.may_repeat_a_tile", "unspecified", "joker as a third copy", "R"),
    "joker_set_not_stated": ("jokers.sets_with_joker", "unspecified", "joker set reduced", "R"),
    "joker_retrieval_not_stated": ("jokers.retrieval", "unspecified", "joker example 2", "R"),
    "turn_complete": ("jokers.retrieval", "free_while_sets_stay_legitimate", "joker example 2", "L"),
    "initial_meld_reached": (
        "initial_meld.table_in_same_turn",
        "allowed",
        "the same turn builds on the table",
        "L",
    ),
}


@cases("code", HOUSE_RULES)
def test_house_rules_change_verdicts_by_data_alone(code: str) -> None:
    axis, value, name, expected = HOUSE_RULES[code]
    found = adjudicate(with_axis(load(PRESSMAN), axis, value), TURNS[name])
    assert (found.verdict, [reason.code for reason in found.reasons]) == (VERDICTS[expected], [code])


def test_where_nothing_is_stated_of_a_joker_from_the_hand_it_may_be_laid_alone() -> None:
    alone = turn("R1 R2 R3 + J = R1 R2 R3 J")
    assert [reason.code for reason in judged("bsg-2015", alone).reasons] == ["hand_joker_alone"]
    silent = with_axis(load("bsg-2015"), "jokers.from_hand", "unspecified")
    assert "hand_joker_alone" not in {reason.code for reason in adjudicate(silent, alone).reasons}


def test_a_joker_whose_set_is_like_any_other_stays_in_a_part_of_it() -> None:
    split = turn("R3 R4 R5 J + B3 K3 = R4 R5 J | R3 B3 K3")
    kept_whole = load(TOURNAMENT)
    like_any = with_axis(kept_whole, "jokers.sets_with_joker", "like_any_set")
    assert adjudicate(kept_whole, split).verdict == "illegal"
    assert adjudicate(like_any, split).verdict == "legal"


def with_axis(ruleset: Ruleset, axis: str, value: str) -> Ruleset:
    section, _, name = axis.partition(".")
    holder = getattr(ruleset, section)
    setting = msgspec.structs.replace(getattr(holder, name), value=value)
    return msgspec.structs.replace(ruleset, **{section: msgspec.structs.replace(holder, **{name: setting})})


def test_every_reason_is_met() -> None:
    met = {
        reason.code for id in ruleset_ids() for turn in TURNS.values() for reason in judged(id, turn).reasons
    }
    met |= set(HOUSE_RULES)
    said = {key.removeprefix("verdict-") for key in catalogue("en") if key.startswith("verdict-")}
    assert said == {code.replace("_", "-") for code in met}

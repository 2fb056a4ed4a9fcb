"""One turn under each of the rulesets: legal, illegal, or a ruling required, and why."""

from collections.abc import Mapping

import msgspec
import pytest

from services.rules.adjudication.turn import TurnInput
from services.rules.adjudication.verdict import Adjudication, adjudicate
from services.rules.ruleset import Ruleset, load, ruleset_ids
from services.rules.sets import ListedSet, NamedSet
from shared.catalogue import catalogue, say
from shared.problems import Problem
from tests.cases import cases
from tests.unit.rules.turns import FREE

HK = "hk-2026"
PRESSMAN, TOURNAMENT, BSG = "pressman-2006", "pressman-2006-tournament", "bsg-2015"

L, I, R = "legal", "illegal", "ruling_required"  # noqa: E741


def table(text: str) -> tuple[ListedSet, ...]:
    return tuple(tuple(written.split()) for written in text.split("|") if written.strip())


def turn(before: str, rack: str, after: str, *, melded: bool = True) -> TurnInput:
    return TurnInput(melded, table(before), tuple(rack.split()), table(after))


def judged(id: str, turn: TurnInput) -> Adjudication:
    return adjudicate(load(id), turn)


def verdicts(free: str, pressman: str, tournament: str, bsg: str) -> Mapping[str, str]:
    return {**dict.fromkeys(FREE, free), PRESSMAN: pressman, TOURNAMENT: tournament, BSG: bsg}


# HK, How to Use Joker: table, rack and what the contestant lays, and the verdict of every ruleset on it.
EXAMPLES = {
    1: (
        turn("B1 B2 J B4 B5", "B3 K11 K13", "B1 B2 B3 B4 B5 | K11 J K13"),
        verdicts(L, L, L, L),
    ),
    2: (turn("J R6 R7", "R9", "R6 R7 J R9"), verdicts(L, I, I, I)),
    3: (turn("J R6 R7 R8", "R10", "R6 R7 R8 J R10"), verdicts(L, I, I, I)),
    4: (turn("J B6 B7 B8", "O2 O3", "B6 B7 B8 | J O2 O3"), verdicts(L, I, I, I)),
    5: (turn("B4 J K4 Y4", "K11 K13", "B4 K4 Y4 | K11 J K13"), verdicts(L, I, I, I)),
    6: (
        turn("R2 K2 B2 | R3 K3 B3 | R4 K4 J", "B5", "R2 R3 R4 | K2 K3 K4 | B2 B3 J B5"),
        verdicts(L, L, I, R),
    ),
    7: (
        turn("R6 J R8 | R9 R10 R11", "R4 R5 B9 B10", "R4 R5 R6 | R8 R9 R10 R11 | J B9 B10"),
        verdicts(L, I, I, I),
    ),
}


@cases("id", ruleset_ids())
@cases("example", EXAMPLES)
def test_the_joker_examples_of_the_hk_document(example: int, id: str) -> None:
    turn, expected = EXAMPLES[example]
    assert judged(id, turn).verdict == expected[id]


EVERYWHERE = {
    "run extended at both ends": (turn("B4 B5 B6", "B3 B7 R1", "B3 B4 B5 B6 B7"), L, ""),
    "group completed": (turn("R8 K8 B8", "O8", "R8 K8 B8 O8"), L, ""),
    "new set": (turn("", "R1 R2 R3", "R1 R2 R3"), L, ""),
    "nothing laid": (turn("R8 K8 B8", "O8", "R8 K8 B8"), I, "no_rack_tile"),
    "only moved": (
        turn("R1 R2 R3 R4 R5 R6", "O8", "R1 R2 R3 | R4 R5 R6"),
        I,
        "no_rack_tile",
    ),
    "thirteen and one": (turn("R11 R12 R13", "R1", "R11 R12 R13 R1"), I, "run_past_thirteen"),
    "colour twice": (turn("R8 K8 B8", "R8", "R8 K8 B8 R8"), I, "group_colour_twice"),
    "neither": (turn("", "R8 K9 B10", "R8 K9 B10"), I, "not_a_set"),
    "five in a group": (turn("R8 K8 B8 O8", "J", "R8 K8 B8 O8 J"), I, "group_too_large"),
    "set broken": (turn("R4 R5 R6 R7", "R8", "R4 R5 | R6 R7 R8"), I, "set_too_small"),
    "gap in a run": (turn("", "R4 R5 R7", "R4 R5 R7"), I, "run_not_consecutive"),
    "tile vanished": (turn("R4 R5 R6 R7", "B1 B2 B3", "R4 R5 R6 | B1 B2 B3"), I, "tile_left_table"),
    "tile appeared": (turn("R4 R5 R6", "R7", "R4 R5 R6 R7 R8"), I, "tile_not_from_rack"),
    "third of a kind from nowhere": (
        turn("R4 R5 R6 | R4 R5 R6", "B4", "R4 R5 R6 | R4 R5 R6 | R4 B4 J"),
        I,
        "tile_not_from_rack",
    ),
    "joker kept": (turn("B4 J B6", "B5", "B4 B5 B6"), I, "joker_taken_back"),
    "joker as a third copy": (
        turn("R7 R8 R9 | R7 B7 K7", "R5 R6 J", "R7 R8 R9 | R7 B7 K7 | R5 R6 J"),
        L,
        "",
    ),
}


@cases("id", ruleset_ids())
@cases("name", EVERYWHERE)
def test_what_all_documents_agree_on(name: str, id: str) -> None:
    turn, expected, code = EVERYWHERE[name]
    found = judged(id, turn)
    assert found.verdict == expected
    assert not code or code in [reason.code for reason in found.reasons]


INITIAL = {
    "exactly thirty": (turn("", "R9 R10 R11 B1", "R9 R10 R11", melded=False), verdicts(L, L, L, L)),
    "twenty-nine": (
        turn("", "R1 R2 R3 R4 R5 B4 K4 O4 B1", "R1 R2 R3 R4 | B4 K4 O4", melded=False),
        verdicts(I, I, I, I),
    ),
    "two sets": (turn("", "R8 B8 K8 R1 R2 R3", "R8 B8 K8 | R1 R2 R3", melded=False), verdicts(L, L, L, L)),
    "6-7-J": (turn("", "R6 R7 J", "R6 R7 J", melded=False), verdicts(I, I, I, I)),
    "J-7-8-9": (turn("", "J R7 R8 R9", "J R7 R8 R9", melded=False), verdicts(L, L, L, L)),
    "J-J-10": (turn("", "J J R10", "J J R10", melded=False), verdicts(L, L, L, L)),
    "table beside it untouched": (
        turn("O1 O2 O3 | R4 K4 B4", "R9 R10 R11", "K4 B4 R4 | R9 R10 R11 | O1 O2 O3", melded=False),
        verdicts(L, L, L, L),
    ),
    "the same turn builds on the table": (
        turn("O1 O2 O3", "R9 R10 R11 O4", "O1 O2 O3 O4 | R9 R10 R11", melded=False),
        verdicts(I, R, R, R),
    ),
    "building without a meld": (
        turn("O10 O11 O12", "O13 R1", "O10 O11 O12 O13", melded=False),
        verdicts(I, I, I, I),
    ),
    "too few points and building": (
        turn("O1 O2 O3", "R5 R6 R7 O4", "O1 O2 O3 O4 | R5 R6 R7", melded=False),
        verdicts(I, I, I, I),
    ),
    "joker taken before the meld": (
        turn("B4 J B6", "B5 R12 K12 O12", "B4 B5 B6 | R12 K12 O12 J", melded=False),
        verdicts(I, I, I, R),
    ),
    "joker set added to in the turn of the meld": (
        turn("B4 J B6", "B7 R12 K12 O12", "B4 J B6 B7 | R12 K12 O12", melded=False),
        verdicts(I, R, R, R),
    ),
    "points with a joker from the table": (
        turn("B4 J B6", "B5 R12 K12", "B4 B5 B6 | R12 K12 J", melded=False),
        verdicts(I, I, I, I),
    ),
    "a set of the table joined to the meld": (
        turn("R10 R11 R12", "R7 R8 R9 R13 B2", "R7 R8 R9 R10 R11 R12 R13", melded=False),
        verdicts(I, I, I, I),
    ),
}


@cases("id", ruleset_ids())
@cases("name", INITIAL)
def test_the_initial_meld(name: str, id: str) -> None:
    turn, expected = INITIAL[name]
    assert judged(id, turn).verdict == expected[id]


MOVES = {
    "fourth of a group used elsewhere": (
        turn("R4 K4 B4 O4", "B3 B5", "R4 K4 O4 | B3 B4 B5"),
        verdicts(L, L, L, R),
    ),
    "run split": (turn("R3 R4 R5 R7 | R6 O6 K6", "B1", "R3 R4 R5"), verdicts(I, I, I, I)),
    "run split by a rack tile": (
        turn("R4 R5 R6 R7 R8", "R6", "R4 R5 R6 | R6 R7 R8"),
        verdicts(L, L, L, R),
    ),
    "two runs joined": (turn("R1 R2 R3 | R5 R6 R7", "R4", "R1 R2 R3 R4 R5 R6 R7"), verdicts(L, L, L, R)),
    "joker set added to": (turn("B4 J B6", "B7", "B4 J B6 B7"), verdicts(L, L, L, L)),
    "joker set reduced": (
        turn("B3 B4 J B6", "K3 R3", "B4 J B6 | B3 K3 R3"),
        verdicts(L, L, I, R),
    ),
    "joker set split": (
        turn("B2 B3 B4 J B6 B7", "R9 R10 R11", "B2 B3 B4 | J B6 B7 | R9 R10 R11"),
        verdicts(L, L, I, R),
    ),
    "replaced from the rack, used with two": (
        turn("B4 J B6", "B5 R9 K9", "B4 B5 B6 | R9 K9 J"),
        verdicts(L, L, L, L),
    ),
    "replaced in a group by either colour": (
        turn("R4 K4 J", "O4 R9 K9", "R4 K4 O4 | R9 K9 J"),
        verdicts(L, L, L, L),
    ),
    "replaced in a full group by the wrong tile": (
        turn("R4 K4 B4 J", "B4 R9 K9", "R4 K4 B4 | B4 R9 K9 J"),
        verdicts(I, I, I, I),
    ),
    "replaced, used with one": (
        turn("B4 J B6 | R9 K9 O9 B9", "B5 R10", "B4 B5 B6 | K9 O9 B9 | R9 R10 J"),
        verdicts(L, I, I, I),
    ),
    "replaced from the table": (
        turn("B4 J B6 | R5 K5 O5 B5", "R9 K9", "B4 B5 B6 | R5 K5 O5 | R9 K9 J"),
        verdicts(L, I, I, I),
    ),
    "replaced, then added to another set alone": (
        turn("B4 J B6 | R9 R10 R11", "B5 K1 K2 K3", "B4 B5 B6 | R9 R10 R11 J | K1 K2 K3"),
        verdicts(L, I, I, I),
    ),
    "left its set as the other colour it might be": (
        turn("R4 K4 J | O5 O6 O7 | O3 R3 K3 B3", "B4", "R4 K4 B4 | O3 J O5 O6 O7 | R3 K3 B3"),
        verdicts(L, I, I, I),
    ),
    "replaced, used with two to continue another set": (
        turn("B4 J B6 | R5 R6 R7", "B5 R3 R8", "B4 B5 B6 | R3 J R5 R6 R7 R8"),
        verdicts(L, I, I, L),
    ),
    "lone joker from the hand": (turn("B4 B5 B6", "J R1", "B4 B5 B6 J"), verdicts(L, L, L, I)),
    "joker from the hand with one tile": (turn("B4 B5 B6", "J B8", "B4 B5 B6 J B8"), verdicts(L, L, L, I)),
    "joker from the hand with two tiles": (
        turn("B4 B5 B6", "J B8 B9", "B4 B5 B6 J B8 B9"),
        verdicts(L, L, L, L),
    ),
    "two jokers in a set": (turn("R1 R2 R3", "J J K13", "R1 R2 R3 | J J K13"), verdicts(L, L, L, L)),
    "one of two jokers replaced": (
        turn("R5 J J R8", "R6 K9 O9", "R5 R6 J R8 | K9 O9 J"),
        verdicts(L, L, L, L),
    ),
}


@cases("id", ruleset_ids())
@cases("name", MOVES)
def test_moves_on_the_table_and_jokers(name: str, id: str) -> None:
    turn, expected = MOVES[name]
    found = judged(id, turn)
    assert found.verdict == expected[id], found.reasons


REPEATED = EVERYWHERE["joker as a third copy"][0]


def test_a_kind_said_with_a_set_decides_what_its_joker_is() -> None:
    turn = TurnInput(
        True,
        (NamedSet("run", ("J", "J", "R10")),),
        ("R8", "K2", "O2"),
        (("R8", "J", "R10"), ("K2", "O2", "J")),
    )
    assert judged(PRESSMAN, turn).verdict == L
    as_group = TurnInput(True, (NamedSet("group", ("J", "J", "R10")),), turn.rack_before, turn.table_after)
    assert judged(PRESSMAN, as_group).verdict == I


def test_reasons_name_the_clause_and_speak_both_languages() -> None:
    (why,) = judged(HK, EXAMPLES[2][0]).reasons
    assert (why.code, why.clause) == ("turn_complete", "HK rules 2.1")
    (why,) = judged(TOURNAMENT, MOVES["joker set split"][0]).reasons
    assert why.code == "joker_set_split"
    assert say("cited-tournament-rules", "en") in why.clause
    assert "B2-B3-B4-J-B6-B7" in why.text
    assert "B2-B3-B4-J-B6-B7" in why.text_zh
    (why,) = judged(BSG, MOVES["two runs joined"][0]).reasons
    assert (why.code, why.clause) == ("moving_not_stated", "BSG Playing")


def test_every_breach_is_told_and_not_only_the_first() -> None:
    turn_input = turn("R4 R5 R6 | B1 B2 B3", "K1", "R4 R5 | K1 K2")
    codes = [reason.code for reason in judged(HK, turn_input).reasons]
    assert codes == ["tile_left_table", "tile_not_from_rack", "set_too_small", "set_too_small"]


@cases(
    "turn, code, where",
    [
        (turn("R4 R5 R6", "R14", "R4 R5 R6"), "tile-unknown", "rack_before"),
        (turn("R4 R5 R6 | R4 X5 R6", "R1", ""), "tile-unknown", "table_before, set 2"),
        (turn("", "R1", "R1 R2 r3"), "tile-unknown", "table_after, set 1"),
        (turn("R4 R5 R6 | R4 B4 K4", "R4", "R4 R5 R6"), "tiles-too-many-alike", None),
        (turn("J R5 R6 | J B5 B6", "J", ""), "tiles-too-many-alike", None),
    ],
)
def test_what_is_no_turn_is_refused(turn: TurnInput, code: str, where: str | None) -> None:
    with pytest.raises(Problem) as refused:
        judged(HK, turn)
    assert refused.value.code == code
    assert refused.value.where.get("field") == where


HOUSE_RULES = {
    "two_jokers_in_a_set": ("jokers.two_in_a_set", "forbidden", MOVES["two jokers in a set"][0], I),
    "two_jokers_not_stated": ("jokers.two_in_a_set", "unspecified", MOVES["two jokers in a set"][0], R),
    "joker_repeats_a_tile": ("jokers.may_repeat_a_tile", "forbidden", REPEATED, I),
    "joker_repeats_not_stated": ("jokers.may_repeat_a_tile", "unspecified", REPEATED, R),
    "joker_set_not_stated": ("jokers.sets_with_joker", "unspecified", MOVES["joker set reduced"][0], R),
    "joker_retrieval_not_stated": ("jokers.retrieval", "unspecified", EXAMPLES[2][0], R),
    "turn_complete": ("jokers.retrieval", "free_while_sets_stay_legitimate", EXAMPLES[2][0], L),
    "initial_meld_reached": (
        "initial_meld.table_in_same_turn",
        "allowed",
        INITIAL["the same turn builds on the table"][0],
        L,
    ),
}


@cases("code", HOUSE_RULES)
def test_house_rules_change_verdicts_by_data_alone(code: str) -> None:
    axis, value, turn, expected = HOUSE_RULES[code]
    found = adjudicate(with_axis(load(PRESSMAN), axis, value), turn)
    assert (found.verdict, [reason.code for reason in found.reasons]) == (expected, [code])


def test_where_nothing_is_stated_of_a_joker_from_the_hand_it_may_be_laid_alone() -> None:
    alone = turn("R1 R2 R3", "J", "R1 R2 R3 J")
    assert [reason.code for reason in judged("bsg-2015", alone).reasons] == ["hand_joker_alone"]
    silent = with_axis(load("bsg-2015"), "jokers.from_hand", "unspecified")
    assert "hand_joker_alone" not in {reason.code for reason in adjudicate(silent, alone).reasons}


def test_a_joker_whose_set_is_like_any_other_stays_in_a_part_of_it() -> None:
    split = turn("R3 R4 R5 J", "B3 K3", "R4 R5 J | R3 B3 K3")
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
    turns = [turn for turn, *_ in EVERYWHERE.values()]
    turns += [turn for cases in (EXAMPLES, INITIAL, MOVES) for turn, _ in cases.values()]
    met = {reason.code for id in ruleset_ids() for turn in turns for reason in judged(id, turn).reasons}
    met |= set(HOUSE_RULES)
    said = {key.removeprefix("verdict-") for key in catalogue("en") if key.startswith("verdict-")}
    assert said == {code.replace("_", "-") for code in met}

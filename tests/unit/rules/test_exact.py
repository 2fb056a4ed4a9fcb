"""Scores are read and written exactly, or refused saying why."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from services.rules.exact import figure_shown, from_sixths, parse_score, score_shown, score_text, to_sixths
from shared.problems import Problem
from tests.cases import cases
from tests.refusing import refusing

sixths = st.integers(-(10**9), 10**9).map(lambda n: Fraction(n, 6))


@cases(
    "text, score",
    [
        ("11", Fraction(11)),
        ("+11", Fraction(11)),
        ("-12", Fraction(-12)),
        ("−12", Fraction(-12)),
        (" 11 ", Fraction(11)),
        ("11.5", Fraction(23, 2)),
        ("11.50", Fraction(23, 2)),
        ("11.0", Fraction(11)),
        ("-0.5", Fraction(-1, 2)),
        ("11½", Fraction(23, 2)),
        ("-11½", Fraction(-23, 2)),
        ("-½", Fraction(-1, 2)),
        ("½", Fraction(1, 2)),
        ("3⅓", Fraction(10, 3)),
        ("3⅔", Fraction(11, 3)),
        ("⅙", Fraction(1, 6)),
        ("2⅚", Fraction(17, 6)),
        ("23/2", Fraction(23, 2)),
        ("-10/3", Fraction(-10, 3)),
        ("3 1/3", Fraction(10, 3)),
        ("0", Fraction(0)),
        ("-0", Fraction(0)),
        ("007", Fraction(7)),
        ("0." + "0" * 22, Fraction(0)),
    ],
)
def test_a_score_is_read_in_every_form_people_write(text: str, score: Fraction) -> None:
    assert parse_score(text) == score


@cases(
    "text, why",
    [
        ("3.33", "rounded fraction"),
        ("3.3", "rounded fraction"),
        ("3.3333333333", "rounded fraction"),
        ("3.17", "rounded fraction"),
        ("3.25", "rounded fraction"),
        ("7/4", "parts of 4"),
        ("7/18", "parts of 18"),
        ("1/0", "divided by 0"),
        ("3 4/3", "not below 1"),
        ("3¼", "halves, thirds and sixths"),
        ("NaN", "no number"),
        ("-inf", "no number"),
        ("Infinity", "no number"),
        ("", "blank"),
        ("   ", "blank"),
        ("٣", "digits must be 0 to 9"),
        ("１１", "digits must be 0 to 9"),
        ("1" * 5000, "too long"),
        ("0." + "0" * 23, "too long"),
        ("1234567890", "more than 9 digits"),
        ("1/1234567890", "more than 9 digits"),
        ("1,5", "comma"),
        ("1e3", "powers of ten"),
        ("--1", "does not read"),
        ("11.", "does not read"),
        ("eleven", "powers of ten"),
        ("=1+1", "does not read"),
        ("1_000", "does not read"),
        ("0x10", "does not read"),
        ("\ud800", "does not read"),
        ("1\n2", "does not read"),
        ("½½", "does not read"),
    ],
)
def test_what_is_no_exact_score_is_refused_saying_why(text: str, why: str) -> None:
    with refusing("score-not-exact") as refused:
        parse_score(text)
    assert why in refused.value.text("en")
    assert len(refused.value.text("en")) < 300
    refused.value.text("zh").encode()


@given(st.text())
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    try:
        to_sixths(parse_score(text))
    except Problem as refused:
        refused.text("en").encode()


@given(sixths)
def test_what_is_written_for_people_and_for_machines_reads_back(score: Fraction) -> None:
    assert parse_score(score_text(score)) == score
    assert parse_score(score_shown(score)) == score


@given(st.integers())
def test_sixths_are_whole(units: int) -> None:
    assert to_sixths(from_sixths(units)) == units


def test_a_score_that_is_no_sixth_has_no_sixths() -> None:
    with refusing("score-not-exact", "whole number of sixths"):
        to_sixths(Fraction(1, 18))


@cases(
    "score, shown, text",
    [
        (Fraction(23, 2), "11½", "23/2"),
        (Fraction(10, 3), "3⅓", "10/3"),
        (Fraction(-12), "−12", "-12"),
        (Fraction(-1, 2), "−½", "-1/2"),
        (Fraction(0), "0", "0"),
        (Fraction(151, 18), "8 7/18", "151/18"),
        (Fraction(7, 18), "7/18", "7/18"),
    ],
)
def test_people_see_one_form_and_machines_another(score: Fraction, shown: str, text: str) -> None:
    assert (score_shown(score), score_text(score)) == (shown, text)


@cases(
    "exact, shown",
    [
        ("17/2", "8½"),
        ("17/4", "4¼"),
        ("3/4", "¾"),
        ("-1", "−1"),
        ("0", "0"),
        ("25.000000", "25.00"),
        ("-0.242706", "−0.24"),
        ("12.345678", "12.35"),
        ("", ""),
    ],
)
def test_a_figure_that_ranks_is_shown_as_people_write_it(exact: str, shown: str) -> None:
    assert figure_shown(exact) == shown

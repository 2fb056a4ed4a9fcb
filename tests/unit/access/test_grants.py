"""Grants of every kind: found by a keyed hash, for as long and as often as their kind says."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import FOR_GOOD, KINDS, SIGN_IN, SIGN_IN_LINK, TOKEN, Kind
from services.access.sign_ins import enter, make_link, signed_in
from services.tournament.people.office_numbers import NUMBER_UNFIT
from shared.clock import ManualClock
from shared.database import Database
from shared.problems import Problem
from tests.refusing import refusing

NOW = datetime(2026, 3, 28, 4, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
EACH = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture
def grants(database: Database, clock: ManualClock) -> Grants:
    return Grants(database, clock, lambda: b"a key of this test")


def opened(grants: Grants, kind: Kind, text: str) -> list[Grant]:
    try:
        return grants.open(kind, text)
    except Problem:
        return []


def at_once(act: Callable[[], bool]) -> list[bool]:
    """What four threads get that do the same at the same moment."""
    got: list[bool] = []
    threads = [threading.Thread(target=lambda: got.append(act())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(got)


@EACH
def test_a_secret_is_long_kept_nowhere_and_opens_its_kind_alone(grants: Grants, kind: Kind) -> None:
    text, made = grants.issue(kind, "R-07", "cup", "referee")
    assert text.startswith(kind.begins)
    assert len(text) == len(kind.begins) + 43, "256 bits"
    with grants.database.connection() as driver:
        rows = driver.execute('SELECT * FROM "grant"').fetchall()
    kept = repr(rows).encode() + b"".join(bytes(cell) for cell in rows[0] if isinstance(cell, bytes))
    assert text.encode() not in kept
    assert opened(grants, kind, text) == [made]
    assert made.grant_id.startswith(kind.prefix)
    bare = text.removeprefix(kind.begins)
    assert not any(opened(grants, other, other.begins + bare) for other in KINDS.values() if other != kind)
    assert not opened(Grants(grants.database, grants.clock, lambda: b"another key"), kind, text)


@EACH
def test_it_holds_as_long_as_its_kind_and_then_only_stays_listed(
    grants: Grants, clock: ManualClock, kind: Kind
) -> None:
    text, made = grants.issue(kind, "R-07", "cup", "referee")
    if kind.holds == FOR_GOOD:
        assert made.expires_at is None
        return
    clock.advance((kind.idle or kind.holds) - TICK)
    assert opened(grants, kind, text)
    clock.advance(TICK)
    assert not opened(grants, kind, text)
    assert [each.state(clock.now()) for each in grants.listed(kind)] == [kind.states[1]]
    clock.advance(kind.holds + (kind.kept or timedelta(days=1000)))
    grants.issue(kind, "R-08", "cup", "referee")
    assert len(grants.listed(kind)) == (1 if kind.kept else 2)


@EACH
def test_what_is_revoked_opens_nothing_from_then_on_and_once_is_enough(
    grants: Grants, clock: ManualClock, kind: Kind
) -> None:
    text, made = grants.issue(kind, "R-07", "cup", "referee")
    kept, _ = grants.issue(kind, "R-08", "cup", "referee")
    for _ in range(2):
        grants.revoke(kind, made.grant_id, "cup")
        clock.advance(timedelta(minutes=1))
    assert not opened(grants, kind, text)
    assert opened(grants, kind, kept)
    (revoked,) = grants.by_id(kind, made.grant_id)
    assert (revoked.revoked_at, revoked.state(clock.now())) == (NOW, kind.states[2])
    for grant_id, tournament in (("x-0", None), (made.grant_id, "other")):
        with pytest.raises(Problem):
            grants.revoke(kind, grant_id, tournament)


def test_all_of_someones_goes_where_and_as_far_as_is_said(grants: Grants) -> None:
    for tournament in ("cup", "other", None):
        for role in ("referee", "chief_referee"):
            grants.issue(TOKEN, "R-07", tournament, role)
    grants.issue(TOKEN, "R-08", "cup", "referee")
    grants.issue(SIGN_IN, "R-07", "cup", "referee")
    write = grants.revocation((TOKEN, SIGN_IN), "R-07", "cup", ("referee",))
    with grants.database.writing() as driver:
        grants.database.run(driver, write.statement, write.rows)
    gone = [each for kind in (TOKEN, SIGN_IN) for each in grants.listed(kind) if each.revoked_at is not None]
    assert sorted(str(each.tournament_id) for each in gone) == ["None", "cup", "cup"]
    assert {(each.whose, each.scope) for each in gone} == {("R-07", "referee")}
    assert grants.revoke_all([TOKEN], "R-07") == 4
    assert grants.revoke_all([TOKEN], "R-07") == 0


def test_no_link_is_made_for_a_number_of_before_under_which_nobody_can_sign_in(grants: Grants) -> None:
    with refusing(NUMBER_UNFIT.code):
        make_link(grants, "referee", "總裁 1", "cup", "cli")


def test_of_several_who_use_a_link_at_once_one_is_signed_in(grants: Grants) -> None:
    link = make_link(grants, "referee", "R-07", "cup", "cli")

    refused: list[str] = []

    def use() -> bool:
        try:
            return bool(enter(grants, link.text, ""))
        except Problem as problem:
            refused.append(problem.code)
            return False

    assert at_once(use) == [False, False, False, True]
    assert set(refused) == {"sign-in-link-used"}
    assert len(grants.listed(SIGN_IN)) == 1


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.once], ids=lambda kind: kind.name)
def test_what_opens_once_is_used_by_one_statement(grants: Grants, clock: ManualClock, kind: Kind) -> None:
    text, made = grants.issue(kind, "R-07", "cup", "referee")
    late, _ = grants.issue(kind, "R-07", "cup", "referee", expires=NOW + timedelta(minutes=1))

    def use(found: Grant) -> bool:
        with grants.database.writing() as driver:
            return grants.use(driver, found)

    assert at_once(lambda: use(made)) == [False, False, False, True]
    assert not opened(grants, kind, text)
    (found,) = grants.open(kind, late)
    clock.advance(timedelta(minutes=1))
    assert not use(found), "too old by now"


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.tries], ids=lambda kind: kind.name)
def test_tries_are_bounded_also_for_those_who_try_at_once(grants: Grants, kind: Kind) -> None:
    _, made = grants.issue(kind, "R-07", "cup", "referee")

    def tried() -> bool:
        with grants.database.writing() as driver:
            return grants.take_try(driver, made)

    assert sum(sum(at_once(tried)) for _ in range(3)) == kind.tries


def test_a_cookie_is_looked_up_where_it_is_for_and_noted_every_few_minutes(
    grants: Grants, clock: ManualClock
) -> None:
    cookie = enter(grants, make_link(grants, "referee", "R-07", "cup", "cli").text, "Safari, iPhone")
    assert signed_in(grants, cookie, "other") is None
    for _ in range(4):
        clock.advance(timedelta(hours=2, minutes=59))
        assert signed_in(grants, cookie, "cup") is not None
    clock.advance(timedelta(minutes=4))
    assert signed_in(grants, cookie, "cup") is None, "twelve hours are all"
    assert SIGN_IN_LINK.once

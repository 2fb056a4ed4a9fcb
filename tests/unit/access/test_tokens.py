"""Tokens are shown once, kept as a hash, expire, and are refused the moment they are revoked."""

from datetime import UTC, datetime, timedelta

import pytest

from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import SEASON, TOKEN
from services.access.principal import Principal
from services.access.tokens import authenticate, grant_token
from shared.clock import ManualClock
from shared.database import Database
from shared.problems import Problem
from tests.refusing import refusing

NOW = datetime(2026, 3, 28, 4, 0, tzinfo=UTC)
TOMORROW = NOW + timedelta(days=1)
TICK = timedelta(microseconds=1)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


class Tokens:
    """Tokens over a database, by what is done with them."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self.grants = Grants(database, clock, lambda: b"a key of this test")

    def grant(self, role: str, subject: str, tournament: str | None, expires: datetime) -> str:
        return grant_token(self.grants, role, subject, tournament, expires)[0]

    def authenticate(self, token: str) -> Principal:
        return authenticate(self.grants, token)

    def id(self, token: str) -> str:
        return self.grants.find(TOKEN, token)[0].grant_id

    def holds(self, token: str) -> bool:
        return self.grants.find(TOKEN, token)[0].holds(self.grants.clock.now())

    def revoke(self, token_id: str) -> None:
        self.grants.revoke(TOKEN, token_id)

    def revoke_all(self, subject: str) -> int:
        return self.grants.revoke_all([TOKEN], subject)

    def listed(self) -> list[Grant]:
        return self.grants.listed(TOKEN)


@pytest.fixture
def tokens(database: Database, clock: ManualClock) -> Tokens:
    return Tokens(database, clock)


def refusal(tokens: Tokens, token: str) -> str:
    with pytest.raises(Problem) as refused:
        tokens.authenticate(token)
    assert refused.value.status == 401
    return refused.value.code


def test_a_granted_token_says_who_asks(tokens: Tokens) -> None:
    token = tokens.grant("referee", "R-07", "hk-2026", TOMORROW)
    assert token.startswith("tl_")
    assert len(token) == 46
    principal = tokens.authenticate(token)
    assert principal == Principal(tokens.id(token), "referee", "R-07", "hk-2026", TOMORROW)
    assert principal.actor == "referee:R-07"


def test_two_tokens_of_one_subject_differ(tokens: Tokens) -> None:
    assert tokens.grant("display", "hall", None, TOMORROW) != tokens.grant("display", "hall", None, TOMORROW)


def test_a_token_expires_at_its_moment(tokens: Tokens, clock: ManualClock) -> None:
    token = tokens.grant("referee", "R-07", None, TOMORROW)
    clock.set(TOMORROW - timedelta(microseconds=1))
    assert tokens.authenticate(token).subject == "R-07"
    clock.set(TOMORROW)
    assert refusal(tokens, token) == "token-expired"


def test_the_longest_token_ends_after_a_season(tokens: Tokens, clock: ManualClock) -> None:
    token = tokens.grant("referee", "R-07", None, NOW + SEASON)
    assert tokens.listed()[0].expires_at == NOW + SEASON
    clock.set(NOW + SEASON - TICK)
    assert tokens.authenticate(token).expires_at == NOW + SEASON
    assert tokens.holds(token)
    clock.set(NOW + SEASON)
    assert refusal(tokens, token) == "token-expired"
    assert not tokens.holds(token)


def test_a_revoked_token_is_refused_at_once_also_by_another_process(
    tokens: Tokens, database: Database, clock: ManualClock
) -> None:
    elsewhere = Tokens(database, clock)
    token = tokens.grant("referee", "R-07", None, TOMORROW)
    assert elsewhere.authenticate(token).subject == "R-07"
    tokens.revoke(tokens.id(token))
    assert refusal(elsewhere, token) == "token-revoked"


def test_when_a_phone_is_lost_every_token_of_its_owner_goes_and_no_other(tokens: Tokens) -> None:
    lost = [tokens.grant("referee", "R-07", None, TOMORROW) for _ in range(2)]
    kept = tokens.grant("referee", "R-08", None, TOMORROW)
    assert tokens.revoke_all("R-07") == 2
    assert tokens.revoke_all("R-07") == 0
    assert {refusal(tokens, token) for token in lost} == {"token-revoked"}
    assert tokens.authenticate(kept).subject == "R-08"


def test_the_list_tells_everything_but_the_token(tokens: Tokens, clock: ManualClock) -> None:
    first = tokens.grant("organizer", "org", None, TOMORROW)
    clock.advance(timedelta(hours=1))
    second = tokens.grant("display", "hall", "hk-2026", TOMORROW)
    tokens.revoke(tokens.id(first))
    listed = tokens.listed()
    assert [record.grant_id for record in listed] == [tokens.id(first), tokens.id(second)]
    assert listed[0].revoked_at == NOW + timedelta(hours=1)
    assert (listed[1].issued_at, listed[1].expires_at) == (NOW + timedelta(hours=1), TOMORROW)
    assert listed[1].tournament_id == "hk-2026"


def test_a_token_nobody_knows_cannot_be_revoked(tokens: Tokens) -> None:
    with refusing("token-unknown"):
        tokens.revoke("t-000000000000")


@pytest.mark.parametrize(
    "text", ["", "tl_", "Bearer x", "tl_" + "A" * 43, "tl_" + "A" * 10_000, "tl_é", "tl_\ud800"]
)
def test_any_other_text_is_no_token(tokens: Tokens, text: str) -> None:
    assert refusal(tokens, text) == "unauthenticated"


@pytest.mark.parametrize("subject", ["", "Ann Lee", "陳小明", "x" * 65, "a:b", "-x", "a\n"])
def test_a_subject_is_an_id_and_not_a_name(tokens: Tokens, subject: str) -> None:
    with refusing("grant-refused"):
        tokens.grant("referee", subject, None, TOMORROW)


def test_an_unknown_role_a_past_expiry_or_more_than_a_season_is_not_granted(tokens: Tokens) -> None:
    for role, expires in (("king", TOMORROW), ("referee", NOW), ("referee", NOW + SEASON + TICK)):
        with refusing("grant-refused"):
            tokens.grant(role, "R-07", None, expires)

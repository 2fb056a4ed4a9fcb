"""tileledger access: tokens from the command line."""

from pathlib import Path

from tests.cli.conftest import Command, appoint_chief
from tests.cli.files import TOURNAMENT


def test_a_granted_token_is_all_that_is_printed(tileledger: Command) -> None:
    ran = tileledger("access", "grant", "--role", "referee", "--subject", "R-07")
    assert ran.code == 0
    assert ran.out.startswith("tl_")
    assert len(ran.out.split()) == 1
    assert "referee:R-07" in ran.err


def test_a_token_is_listed_by_its_id_and_revoked_by_it(tileledger: Command) -> None:
    granted = tileledger("access", "grant", "--role", "referee", "--days", "2", "--json").answer
    (listed,) = tileledger("access", "list", "--json").answer
    assert listed["token_id"] == granted["token_id"]
    assert listed["state"] == "valid"
    assert granted["token"] not in tileledger("access", "list").out
    assert tileledger("access", "revoke", granted["token_id"]).code == 0
    assert tileledger("access", "list", "--json").answer[0]["state"] == "revoked"


def test_all_tokens_of_a_lost_phone_are_revoked(tileledger: Command) -> None:
    for _ in range(2):
        tileledger("access", "grant", "--role", "referee", "--subject", "R-07")
    assert "2 of R-07" in tileledger("access", "revoke", "--subject", "R-07").err


def test_what_cannot_be_granted_or_revoked_is_refused(tileledger: Command) -> None:
    assert tileledger("access", "grant", "--role", "king").code == 1
    assert tileledger("access", "grant", "--role", "referee", "--subject", "Ann Lee").code == 1
    unknown = tileledger("access", "grant", "--role", "referee", "--tournament", "nowhere")
    assert (unknown.code, unknown.out) == (1, "")
    assert "not-found" in unknown.err
    assert tileledger("access", "revoke", "t-0").code == 1
    assert tileledger("access", "revoke").code == 2
    for days in ("0", "401"):
        assert tileledger("access", "grant", "--role", "referee", "--days", days).code == 2


def test_a_token_of_an_office_is_for_someone_who_holds_it(tileledger: Command) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    grant = ("access", "grant", "--role", "chief_referee", "--tournament", "cup")
    assert "does not hold this office now" in tileledger(*grant).err
    appoint_chief(tileledger)
    assert "chief_referee:CR1" in (granted := tileledger(*grant).err)
    assert "does not hold" not in granted
    assert "does not hold this office now" in tileledger(*grant, "--subject", "CR2").err


def test_who_may_do_what_can_be_looked_up(tileledger: Command) -> None:
    assert tileledger("access", "rights", "--json").answer["sign-sheet"]["participant"] == "self"
    assert "make-ruling" in tileledger("access", "rights").out


def test_a_database_that_cannot_be_had_is_told_in_one_line(tileledger: Command, home: Path) -> None:
    (home / ".env").write_text("TILELEDGER_DATABASE_URL=sqlite:////proc/nowhere/t.db\n")
    ran = tileledger("migrate")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tileledger: database-unreachable: ")

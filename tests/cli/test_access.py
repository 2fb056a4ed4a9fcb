"""tileledger access: tokens from the command line."""

from pathlib import Path

from services.access.board_links import BoardChoice
from services.access.sign_ins import enter, make_link, signed_in
from services.wiring import wired
from shared.catalogue import say
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


def test_tokens_are_listed_and_revoked_where_the_secret_is_away(tileledger: Command, home: Path) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    granted = tileledger("access", "grant", "--role", "referee", "--tournament", "cup", "--json").answer
    (home / "var" / "secret.key").unlink()
    assert granted["token_id"] in tileledger("access", "list").out
    assert tileledger("access", "sign-ins", "--json").answer == []
    assert tileledger("access", "revoke", granted["token_id"]).code == 0
    assert "1 of R-07" not in tileledger("access", "revoke", "--subject", "R-07").err
    assert "secret-lost" in tileledger("access", "grant", "--role", "referee").err


def test_all_tokens_of_a_lost_phone_are_revoked(tileledger: Command) -> None:
    for _ in range(2):
        tileledger("access", "grant", "--role", "referee", "--subject", "R-07")
    assert "2 of R-07" in tileledger("access", "revoke", "--subject", "R-07").err


def test_what_cannot_be_granted_or_revoked_is_refused(tileledger: Command) -> None:
    assert tileledger("access", "grant", "--role", "king").code == 2
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
    assert say("page-check-says-fails", "en") not in granted
    assert "does not hold this office now" in tileledger(*grant, "--subject", "CR2").err


def test_who_may_do_what_can_be_looked_up(tileledger: Command) -> None:
    assert tileledger("access", "rights", "--json").answer["sign-sheet"]["participant"] == "self"
    assert "make-ruling" in tileledger("access", "rights").out


def test_a_database_that_cannot_be_had_is_told_in_one_line(tileledger: Command, home: Path) -> None:
    (home / ".env").write_text("TILELEDGER_DATABASE_URL=sqlite:////proc/nowhere/t.db\n")
    ran = tileledger("migrate")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tileledger: database-unreachable: ")


def test_a_sign_in_link_is_all_that_is_printed_and_holds_once(tileledger: Command) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    appoint_chief(tileledger)
    ran = tileledger("access", "link", "--role", "chief_referee", "--tournament", "cup")
    assert ran.code == 0
    assert ran.out.startswith("http://127.0.0.1:8000/staff/sign-in/")
    assert len(ran.out.split()) == 1
    assert "CR1" in ran.err
    made = tileledger("access", "link", "--role", "organizer", "--tournament", "cup", "--json").answer
    assert made["role"] == "organizer"
    assert len(made["code"]) == 8
    assert made["minutes"] == 10


def test_a_sign_in_link_gives_the_office_asked_for_to_somebody_who_holds_it(tileledger: Command) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    appoint_chief(tileledger)
    asked = ("access", "link", "--tournament", "cup", "--json", "--role")
    for wrong in (("referee",), ("chief_referee", "--subject", "R09"), ("referee", "--subject", "R09")):
        ran = tileledger(*asked, *wrong)
        assert (ran.code, ran.out) == (1, ""), wrong
        assert "grant-refused" in ran.err
    assert tileledger(*asked, "referee", "--subject", "CR1").answer["role"] == "referee"
    appoint = (b'{"referee": "R09", "name": "Ho"}', b'{"referee": "A01", "name": "Au", "chief": true}')
    for body in appoint:
        assert tileledger("submit", "cup", "appoint-referee", stdin=body).code == 0
    for role, subject in (("referee", "R09"), ("chief_referee", "A01")):
        made = tileledger(*asked, role).answer
        assert (made["role"], made["subject"]) == (role, subject)
    granted = tileledger("access", "grant", "--role", "referee", "--tournament", "cup", "--json").answer
    assert granted["subject"] == "R09"
    assert tileledger(*asked, "chief_referee", "--subject", "R09").code == 1


def test_a_sign_in_link_is_for_officials_of_a_tournament_that_is_there(tileledger: Command) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    for role in ("participant", "display", "service", "king"):
        ran = tileledger("access", "link", "--role", role, "--tournament", "cup")
        assert (ran.code, ran.out) == (2, ""), role
    assert "not-found" in tileledger("access", "link", "--role", "organizer", "--tournament", "no").err
    assert tileledger("access", "link", "--role", "organizer").code == 2
    for minutes in ("0", "61"):
        long = ("access", "link", "--role", "organizer", "--tournament", "cup", "--minutes", minutes)
        assert tileledger(*long).code == 2


def test_a_link_for_whoever_founds_tournaments_takes_none_of_them(tileledger: Command) -> None:
    ran = tileledger("access", "founding-link")
    assert (ran.code, len(ran.out.split())) == (0, 1)
    with wired() as wiring:
        cookie = enter(wiring.grants, ran.out.strip().rpartition("/")[2], "")
        assert signed_in(wiring.grants, cookie, None) is not None
        assert signed_in(wiring.grants, cookie, "cup") is None


def test_who_is_signed_in_is_listed_and_signed_out(tileledger: Command, home: Path) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    with wired() as wiring:
        for device in ("Safari, iPhone", ""):
            made = make_link(wiring.grants, "referee", "R-07", "cup", "cli")
            enter(wiring.grants, made.text, device)
    assert "Safari, iPhone" in tileledger("access", "sign-ins").out
    first, second = tileledger("access", "sign-ins", "--tournament", "cup", "--json").answer
    assert (first["state"], second["state"]) == ("open", "open")
    assert tileledger("access", "revoke", first["sign_in_id"]).code == 0
    assert tileledger("access", "sign-ins", "--json").answer[0]["state"] == "ended"
    assert "1 of R-07" in tileledger("access", "revoke", "--subject", "R-07").err
    assert tileledger("access", "sign-ins", "--json").answer[1]["state"] == "ended"
    assert "sign-in-unknown" in tileledger("access", "revoke", "s-0").err
    assert tileledger("access", "sign-ins", "--tournament", "other", "--json").answer == []


def test_a_link_that_sets_a_screen_up_is_all_that_is_printed(tileledger: Command) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    chosen = (
        "access",
        "board",
        "--tournament",
        "cup",
        "--views",
        "day, seats",
        "--langs",
        "zh",
        "--pace",
        "12",
    )
    ran = tileledger(*chosen)
    assert len(ran.out.split()) == 1
    with wired() as wiring:
        choice = wiring.board_links.read("cup", ran.out.strip().rpartition("/")[2])
    assert choice == BoardChoice(("seats", "day"), "zh", "12")
    said = tileledger(*chosen, "--json").answer
    assert (said["link"], said["views"], said["pace"]) == (ran.out.strip(), ["seats", "day"], 12)
    assert "the hour" in tileledger("access", "board", "--tournament", "cup").err


def test_a_link_for_what_no_screen_shows_is_refused(tileledger: Command) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    for wrong in (("--views", "seat"), ("--langs", "fr"), ("--pace", "1")):
        assert "board-choice-wrong" in tileledger("access", "board", "--tournament", "cup", *wrong).err
    assert "not-found" in tileledger("access", "board", "--tournament", "no").err

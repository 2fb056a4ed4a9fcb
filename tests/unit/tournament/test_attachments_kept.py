"""The files that a plan names stand in the log once, from when a plan first names them."""

from msgspec.structs import replace

from services.tournament.definition.amending import AmendTournament, TournamentAmended
from services.tournament.definition.attachments import MOST_BYTES, Attachments, attachment_of, in_base64
from services.tournament.definition.attachments_kept import AttachmentKept
from services.tournament.definition.difference import differences
from services.tournament.definition.founding import DefineTournament, TournamentDefined
from services.tournament.definition.plan import Competition
from shared.codec import canonical
from tests.cases import cases
from tests.unit.tournament.given_files import PDF, PLAIN_EN, PLAIN_ZH, contents_of, guides, with_guide
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import Tournament, definition, founded, hk_rules

BOTH = replace(definition(), timer_guide_file=guides(PLAIN_EN, PLAIN_ZH))


def defining(plan: Competition, *given: str) -> DefineTournament:
    return DefineTournament(definition=plan, ruleset=hk_rules(), attachments=given)


def kept(tournament: Tournament) -> list[bytes]:
    return [event.content.encode() for event in tournament.history if isinstance(event, AttachmentKept)]


def test_the_files_of_a_plan_follow_its_founding_each_once() -> None:
    tournament = Tournament().given(defining(BOTH, *contents_of(BOTH)))
    assert [type(event) for event in tournament.history] == [
        TournamentDefined,
        AttachmentKept,
        AttachmentKept,
    ]
    assert kept(tournament) == [in_base64(content).encode() for content in (PLAIN_EN, PLAIN_ZH)]
    seqs = {held.attachment: held.seq for held in tournament.state.attachments.values()}
    assert seqs == {attachment_of(PLAIN_EN): 2, attachment_of(PLAIN_ZH): 3}


def test_a_plan_without_files_is_what_it_was() -> None:
    tournament = founded()
    assert [type(event) for event in tournament.history] == [TournamentDefined]
    assert b"timer_guide_file" not in canonical(tournament.history[0])
    assert not tournament.state.attachments


def test_what_the_plan_does_not_name_is_not_kept() -> None:
    plan = with_guide(definition())
    tournament = Tournament().given(defining(plan, in_base64(PLAIN_EN), in_base64(PDF)))
    assert kept(tournament) == [in_base64(PDF).encode()]


def test_a_plan_whose_file_is_not_given_is_refused() -> None:
    plan = with_guide(definition())
    for given in ((), (in_base64(PLAIN_EN),)):
        Tournament().when(defining(plan, *given)).refused("attachment-missing")
    plan = replace(plan, timer_guide_file=Attachments(both=replace(attachment_of(PDF), size=1)))
    Tournament().when(defining(plan, in_base64(PDF))).refused("attachment-missing")


@cases(
    "given, code",
    [
        ("?", "attachment-not-base64"),
        ("", "attachment-empty"),
        (in_base64(b"\x00\x01"), "attachment-type-unknown"),
        (in_base64(b"x" * (MOST_BYTES + 1)), "beyond-limit"),
    ],
)
def test_what_is_given_is_judged_whoever_sends_it(given: str, code: str) -> None:
    Tournament().when(defining(definition(), given)).refused(code)
    founded().when(
        AmendTournament(definition=definition(), ruleset=hk_rules(), attachments=(given,))
    ).refused(code)


def test_an_amendment_brings_a_file_and_the_next_one_names_it_without_bringing_it_again() -> None:
    tournament = founded()
    plan = with_guide(tournament.state.plan)
    tournament.given(amending(plan))
    assert [type(event) for event in tournament.history[1:]] == [TournamentAmended, AttachmentKept]
    amended = tournament.history[1]
    assert isinstance(amended, TournamentAmended)
    assert [change.field for change in amended.changes] == ["tournament.timer_guide_file"]
    moved = replace(plan, tables_per_official=3)
    tournament.given(AmendTournament(definition=moved, ruleset=hk_rules()))
    assert type(tournament.history[-1]) is TournamentAmended
    assert tournament.state.plan.timer_guide_file == plan.timer_guide_file


def test_the_same_plan_again_changes_nothing_also_with_its_file() -> None:
    tournament = founded()
    plan = with_guide(tournament.state.plan)
    tournament.given(amending(plan))
    assert tournament.when(amending(plan)).events == []


def test_a_file_that_is_dropped_and_named_again_is_still_there() -> None:
    tournament = founded()
    without = tournament.state.plan
    tournament.given(amending(with_guide(without)), amending(without))
    assert tournament.state.plan.timer_guide_file is None
    tournament.given(AmendTournament(definition=with_guide(without), ruleset=hk_rules()))
    assert kept(tournament) == [in_base64(PDF).encode()]


def test_an_amendment_that_names_an_unknown_file_changes_nothing() -> None:
    tournament = founded()
    plan = with_guide(tournament.state.plan)
    tournament.when(AmendTournament(definition=plan, ruleset=hk_rules())).refused("attachment-missing")


def test_what_changes_is_told_by_type_size_and_digest() -> None:
    tournament = founded()
    tournament.given(amending(with_guide(tournament.state.plan, PLAIN_EN)))
    plan = with_guide(tournament.state.plan)
    (change,) = differences(tournament.state.plan, plan)
    assert change.text == (
        f"timer guide as a file: TXT, 1 kB ({attachment_of(PLAIN_EN).sha256[:12]}) → "
        f"PDF, 1 kB ({attachment_of(PDF).sha256[:12]})"
    )
    assert change.text_zh.startswith("計時器使用說明（檔案）")

"""What a plan asks for and nothing plays yet is refused by name; everything else is played."""

from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.attachments_kept import AttachmentKept
from services.tournament.definition.founding import DefineTournament, TournamentDefined
from services.tournament.definition.plan import Competition
from services.tournament.definition.playable import not_played_yet
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.stages import Clock, Target
from services.tournament.definition.templates import template, template_names
from tests.cases import cases
from tests.unit.tournament.definition.test_documents import NAMES, read_whole
from tests.unit.tournament.specs import Tournament


def plan_like(like: str) -> Competition:
    return read_tournament(template(like, "cup-2027")).whole()


def founding(plan: Competition) -> DefineTournament:
    first, *others = (load(id) for id in plan.rulesets)
    return DefineTournament(definition=plan, ruleset=first, stage_rules=tuple(others))


@cases("like", template_names())
def test_every_template_founds_a_tournament(like: str) -> None:
    Tournament().when(founding(plan_like(like))).then(TournamentDefined)


@cases("name", NAMES)
def test_every_document_founds_a_tournament(name: str) -> None:
    plan, files = read_whole(name)
    founded = Tournament().when(replace(founding(plan), attachments=files))
    founded.then(TournamentDefined, *(AttachmentKept for _ in files))


def test_who_registers_chooses_the_session() -> None:
    plan = plan_like("school-day")
    first, final = plan.stages
    (missing,) = not_played_yet(replace(plan, stages=(replace(first, split="lot"), final)))
    assert str(missing) == "stage groups: split = lot (chosen)"
    assert missing.in_language("zh") == "階段 groups：split = lot（chosen）"


def test_people_may_register_for_several_stages() -> None:
    plan = plan_like("school-day")
    first, final = plan.stages
    two = replace(plan, stages=(first, replace(final, enter="registration")))
    Tournament().when(founding(two)).then(TournamentDefined)


def stage(**changes: object) -> Competition:
    plan = plan_like("school-day")
    return replace(plan, stages=(replace(plan.stages[0], **changes), *plan.stages[1:]))


@cases(
    "changes",
    [
        {"ruleset": "pressman-2006"},
        {"attend": "some"},
        {"draw": "given"},
        {"check_in": "first"},
        {"check_in": "none"},
        {"signatures": "optional"},
        {"signatures": "none"},
        {"ranked": "played"},
        {"ranking": "mso-2019"},
        {"clock": Clock(turn_seconds=60)},
        {"games": Target(200)},
        {"games": "any"},
    ],
)
def test_each_word_of_a_stage_is_played(changes: dict[str, object]) -> None:
    assert not_played_yet(stage(**changes)) == []

"""What an award that a difference names is called."""

from services.desk.comparing import FAMILY, OTHER, award_title
from services.tournament.definition.awards import FamilyAward
from tests.unit.tournament.definition.test_documents import NAMES, plan_of


def test_places_have_the_titles_of_the_plan_and_others_those_of_their_award() -> None:
    named = 0
    for name in NAMES:
        plan = plan_of(name)
        for place, title in enumerate(plan.titles, 1):
            assert award_title(plan, f"place-{place}") == title
        for number, award in enumerate(plan.awards):
            if isinstance(award, FamilyAward):
                assert award_title(plan, FAMILY) == award.name
            else:
                for place, title in enumerate(award.titles, 1):
                    assert award_title(plan, f"{OTHER}{number}-{place}-Team-A") == title
            named += 1
    assert named > 3

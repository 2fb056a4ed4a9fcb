"""A notice that says what somebody wrote gets those words."""

from services.desk.correspondence import LETTERS, REASONS
from services.tournament.catalogue import event_types
from shared.catalogue import values_of
from tests.golden.stories import STORIES
from tests.golden.told import due_in, told_in


def _templates_with(value: str) -> dict[str, str]:
    """The kinds of the notices in the stories whose texts name a value, by template."""
    return {
        notice.template: notice.kind
        for story in STORIES
        for _, notice in told_in(story)
        if value in values_of(f"notice-{notice.template}", "en") and notice.template != "post"
    }


def test_every_text_with_a_reason_is_given_it() -> None:
    """Say in `REASONS` of services/desk/correspondence.py which event and field each is taken from."""
    assert set(_templates_with("reason")) == set(REASONS)


def test_what_was_written_is_named_wherever_the_event_holds_it() -> None:
    """Without the case no words would be found when the notice is sent."""
    with_words = {**_templates_with("words"), **_templates_with("reason")}
    named = set()
    for story in STORIES:
        tournament = story()
        events = {fact.seq: fact.event for fact in tournament.record}
        for _, notice in due_in(tournament):
            case = getattr(events[notice.seq], "case", None)
            if case and (notice.template in with_words or notice.kind == "suspended"):
                assert notice.parameters.get("case") == case, notice
                written = event_types()[type(events[notice.seq])].text
                known = notice.kind in LETTERS or notice.template in REASONS
                assert known or {*written} <= {"en", "zh", "reason"}, (
                    f"{notice.kind} belongs into LETTERS or REASONS of services/desk/correspondence.py"
                )
                named.add(notice.kind)
    assert named >= {*LETTERS, "announcement", "suspended", "ruling"}

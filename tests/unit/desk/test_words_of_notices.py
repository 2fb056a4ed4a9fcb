"""A notice that says what somebody wrote gets those words."""

from services.desk.correspondence import LETTERS, REASONS, WITH_WORDS
from services.notices.registry import POLICIES
from shared.catalogue import values_of
from tests.golden.stories import STORIES
from tests.golden.told import due_in


def test_every_kind_whose_text_has_words_is_given_them() -> None:
    assert POLICIES
    with_words = {
        notice.kind
        for story in STORIES
        for _, notice in due_in(story())
        if "words" in values_of(f"notice-{notice.template}", "en") and notice.template != "post"
    }
    assert with_words
    assert with_words <= {*WITH_WORDS, *LETTERS}
    with_reason = {
        notice.template
        for story in STORIES
        for _, notice in due_in(story())
        if "reason" in values_of(f"notice-{notice.template}", "en")
    }
    assert with_reason == set(REASONS)


def test_what_was_written_is_named_wherever_the_event_holds_it() -> None:
    """Without the case no words would be found when the notice is sent."""
    named = set()
    for story in STORIES:
        tournament = story()
        events = {fact.seq: fact.event for fact in tournament.record}
        for _, notice in due_in(tournament):
            case = getattr(events[notice.seq], "case", None)
            if case and (notice.kind in {*WITH_WORDS, *LETTERS} or notice.template in REASONS):
                assert notice.parameters.get("case") == case, notice
                named.add(notice.kind)
    assert named >= {*LETTERS, "announcement", "suspended", "ruling"}

"""Every story: in them each event happens once, as it would in a tournament, through the same commands."""

from services.tournament.catalogue import event_types
from services.tournament.kernel.facts import Event
from shared.codec import canonical
from tests.golden.dispute_stories import in_dispute, with_evidence
from tests.golden.final_stories import awards_made_again, cut_and_final, not_going_on, passed_over
from tests.golden.people_stories import (
    before_play,
    in_two_stages,
    invited,
    replanned,
    waited_in_vain,
    with_a_child_in_need,
)
from tests.golden.play_stories import (
    at_open_tables,
    at_the_table,
    back_in_a_pair,
    everyone_once,
    in_rounds,
)
from tests.golden.weather_stories import (
    final_suspended,
    in_bad_weather,
    suspended_before_anyone_sits,
    suspended_in_play,
    weather_otherwise,
    word_promised,
    word_promised_of_the_final,
)

STORIES = (
    before_play,
    at_the_table,
    in_dispute,
    in_bad_weather,
    weather_otherwise,
    suspended_in_play,
    suspended_before_anyone_sits,
    final_suspended,
    cut_and_final,
    in_rounds,
    replanned,
    with_evidence,
    everyone_once,
    at_open_tables,
    in_two_stages,
    passed_over,
    word_promised,
    word_promised_of_the_final,
    with_a_child_in_need,
    invited,
    waited_in_vain,
    not_going_on,
    awards_made_again,
    back_in_a_pair,
)
"""Every story; its events have a golden payload, its notices a golden text."""


def believable() -> dict[str, Event]:
    """An instance of every event type: of those in the stories the one that says most."""
    found: dict[str, Event] = {}
    for story in STORIES:
        for event in story().history:
            name = event_types()[type(event)].name
            if name not in found or len(canonical(event)) > len(canonical(found[name])):
                found[name] = event
    return found

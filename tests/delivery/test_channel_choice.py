"""By what people are reached, as it is counted and as it is sent."""

from hypothesis import given
from hypothesis import strategies as st

from services.delivery.addressing import EMAIL, ON_FILE, OnFile, Reach, drafts
from services.delivery.channel_choice import ways_to, with_browser, with_chat
from services.delivery.links import Linked
from services.delivery.push_addresses import WEB_PUSH
from services.notices.audiences import Recipient

PEOPLE = [Recipient("entrant", f"{number:04d}") for number in range(1, 5)]
CHANNELS = ("telegram", WEB_PUSH, EMAIL)


def linked(key: str, place: int, channel: str, alive: bool) -> Linked:
    return Linked("t", key, f"a-{key}-{place}", channel, None, "active" if alive else "dead", "", False)


links_of = st.lists(st.tuples(st.sampled_from(CHANNELS), st.booleans()), max_size=4)


@given(
    st.lists(links_of, min_size=4, max_size=4), st.sets(st.sampled_from([person.key for person in PEOPLE]))
)
def test_what_is_counted_is_what_is_sent(held: list[list[tuple[str, bool]]], on_file: set[str]) -> None:
    links = {
        person.key: [linked(person.key, place, *way) for place, way in enumerate(those)]
        for person, those in zip(PEOPLE, held, strict=True)
    }
    emails = {key: OnFile(ON_FILE + key, f"{key}@example.org") for key in on_file}
    made = drafts(PEOPLE, Reach(links, frozenset(), emails, frozenset(CHANNELS), "en"))
    by_channel: dict[str, set[str]] = {name: set() for name in (*CHANNELS, "")}
    for draft in made:
        by_channel[draft.channel].update(draft.recipients)
    ways = ways_to([person.key for person in PEOPLE], links, on_file)
    assert ways.chats == by_channel["telegram"]
    assert ways.browsers == by_channel[WEB_PUSH]
    assert ways.emails == by_channel[EMAIL]
    assert ways.reached == len(PEOPLE) - len(by_channel[""])
    assert with_chat(links) == ways.chats
    assert with_browser(links) >= ways.browsers
    assert all(draft.address_id.startswith((ON_FILE, "a-", "none:")) for draft in made)

"""Polls as kept, on both kinds of database."""

from datetime import timedelta

from msgspec.structs import replace

from services.weather.listed import Listed
from services.weather.polls import Poll, PollStore, digest_of
from shared.database import Database
from tests.weather.answers import fetched
from tests.weather.test_reading import NOW


def test_a_poll_is_read_back_as_it_was_noted(database: Database) -> None:
    store, answer = PollStore(database), fetched()
    listed = (
        Listed("WTCSGNL", "TC8NE", NOW),
        Listed("WRAIN", None, None, NOW),
        Listed("WTCPRE8", "WTCPRE8", NOW, dated=False),
    )
    good = Poll(NOW, "good", digest_of(answer), "", listed)
    later = NOW + timedelta(minutes=1)
    store.note(good, answer)
    store.note(good, answer)
    store.note(Poll(later, "unreachable", detail="no answer in time"))
    assert store.recent(later, 5) == [Poll(later, "unreachable", detail="no answer in time"), good]
    assert store.last_good(later) == good
    assert store.failing_since(later) == later
    assert (store.last(NOW), store.failing_since(NOW)) == (good, None)
    assert store.bodies(good.digest or "") == (b"{}", b"{}")
    assert store.bodies("none") is None
    later += timedelta(minutes=1)
    in_part = Poll(later, "partial", good.digest, "warningInfo: status 503", listed)
    store.note(in_part, answer)
    assert (store.last_partial(later), store.last_good(later)) == (in_part, good)
    assert store.last_partial(NOW) is None
    whole = replace(good, at=later + timedelta(minutes=1))
    store.note(whole, answer)
    assert store.last_partial(whole.at) is None, "what is read as a whole later says more"


def test_the_digest_tells_where_one_body_ends() -> None:
    assert digest_of(fetched(b"ab", b"c")) != digest_of(fetched(b"a", b"bc"))

"""Competitions made by Hypothesis: of any shape, or such that nothing is wrong with them."""

from datetime import date, time, timedelta
from typing import Any

from hypothesis import strategies as st

from services.tournament.definition import words
from services.tournament.definition.awards import (
    Award,
    Best,
    CategoryAward,
    FamilyAward,
    PlacesAward,
    TeamAward,
)
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, Clock, From, Rating, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from shared.plain_text import narrow

LINES = st.text(max_size=20).map(narrow)
WHOLE = st.integers(-(10**15) + 1, 10**15 - 1)
TEXTS = st.builds(Text, en=LINES, zh=LINES, both=LINES)
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
TIMES = st.times().map(lambda at: at.replace(microsecond=0))


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def several(strategy: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(strategy, max_size=most).map(tuple)


SESSIONS = st.builds(
    SessionPlan,
    id=LINES,
    day=maybe(DAYS),
    registration=maybe(TIMES),
    seating=maybe(TIMES),
    start=maybe(TIMES),
    end=maybe(TIMES),
    tables=maybe(WHOLE),
    capacity=maybe(WHOLE),
    name=maybe(TEXTS),
)
TABLES = st.builds(TableSize, most=st.integers(3, 10**6), fewest=WHOLE) | st.builds(
    TableSize, most=st.just(2), fewest=st.just(2)
)
STAGES = st.builds(
    StagePlan,
    id=LINES,
    name=maybe(TEXTS),
    enter=LINES
    | st.builds(
        From, stage=LINES, places=maybe(WHOLE), per_table=maybe(WHOLE), ties=LINES, reserves=st.booleans()
    ),
    ruleset=maybe(LINES),
    attend=LINES,
    split=LINES,
    weather=LINES,
    draw=LINES,
    table=TABLES,
    games=WHOLE | st.builds(Target, target=WHOLE) | LINES,
    bye=st.builds(Bye, points=WHOLE | LINES, most=WHOLE),
    ranked=LINES,
    check_in=LINES,
    signatures=LINES,
    ranking=LINES | several(LINES),
    carry=st.booleans(),
    places_seen=LINES,
    apart=several(LINES),
    clock=maybe(
        st.builds(Clock, turn_seconds=maybe(WHOLE), bank_seconds=maybe(WHOLE), delay_seconds=maybe(WHOLE))
    ),
    rating=maybe(st.builds(Rating, mu=WHOLE, sigma=WHOLE, beta=WHOLE, tau=WHOLE)),
    sessions=several(SESSIONS),
)
AWARDS: st.SearchStrategy[Award] = st.one_of(
    st.builds(PlacesAward, stage=LINES, titles=several(TEXTS)),
    st.builds(
        FamilyAward,
        stage=LINES,
        name=TEXTS,
        child_from=WHOLE,
        child_to=WHOLE,
        parent_from=WHOLE,
        ages_on=maybe(DAYS),
    ),
    st.builds(
        TeamAward,
        stage=LINES,
        count=LINES | st.builds(Best, best=WHOLE),
        name=maybe(TEXTS),
        titles=several(TEXTS),
    ),
    st.builds(CategoryAward, stage=LINES, category=LINES, titles=several(TEXTS)),
)
COMPETITIONS = st.builds(
    Competition,
    id=LINES,
    title=TEXTS,
    ruleset=LINES,
    zone=LINES,
    languages=several(LINES),
    organizer=maybe(TEXTS),
    venue=maybe(st.builds(Venue, name=TEXTS, address=maybe(TEXTS), travel=maybe(TEXTS), map=maybe(TEXTS))),
    contact=maybe(TEXTS),
    privacy=maybe(TEXTS),
    quota=maybe(WHOLE),
    minimum_age=WHOLE,
    verbal_warnings=WHOLE,
    tables_per_official=WHOLE,
    categories=several(
        st.builds(
            Category,
            id=LINES,
            name=maybe(TEXTS),
            age_from=maybe(WHOLE),
            age_to=maybe(WHOLE),
            ages_on=maybe(DAYS),
        )
    ),
    results_published_on=maybe(DAYS),
    results_published_at=several(LINES),
    readings=st.dictionaries(
        LINES, st.builds(Reading, value=LINES | WHOLE | st.booleans(), cites=LINES, note=TEXTS), max_size=3
    ),
    stages=several(STAGES),
    awards=several(AWARDS),
)
"""Of any shape; hardly any of them could be played."""

NAMES = st.builds(Text, both=st.text("Aa 決賽", min_size=1).map(narrow).filter(bool))
FIRST_DAY = date(2027, 3, 6)


@st.composite
def playable_stages(draw: st.DrawFn, number: int) -> StagePlan:
    """A stage with the given number, played in the days that are its."""
    attend = draw(st.sampled_from(("one", "all", "some")))
    pairs = draw(st.booleans())
    how = "lot" if attend == "one" else draw(st.sampled_from(("lot", "swiss", "snake", "open", "given")))
    day = FIRST_DAY + timedelta(days=10 * number)
    sessions = tuple(
        SessionPlan(
            f"s{number}-{place}",
            day + timedelta(days=place),
            start=draw(maybe(st.just(time(14)))),
            tables=draw(maybe(st.integers(100, 200))),
            name=draw(maybe(NAMES)),
        )
        for place in range(draw(st.integers(1, 3)))
    )
    return StagePlan(
        id=f"stage{number}",
        name=draw(maybe(NAMES)),
        enter="registration"
        if number == 0
        else From(
            f"stage{draw(st.integers(0, number - 1))}",
            places=draw(st.integers(1, 90)),
            ties=draw(st.sampled_from(list(words.TIES))),
            reserves=draw(st.booleans()),
        ),
        ruleset="mso-2019" if pairs else draw(st.sampled_from((None, "hk-2026"))),
        attend=attend,
        split=draw(st.sampled_from(("chosen", "lot") if number == 0 else ("chosen", "in_turn", "lot"))),
        draw=how,
        table=TableSize(2, 2) if pairs else TableSize(4, 3),
        games=draw(st.integers(1, 50) | st.just("any") | st.builds(Target, target=st.integers(1, 1000))),
        bye=draw(st.builds(Bye, points=st.sampled_from((0, 1, "1/2")), most=st.integers(0, 3))),
        ranked=draw(st.sampled_from(list(words.RANKED))),
        check_in=draw(st.sampled_from(list(words.CHECK_IN))),
        signatures=draw(st.sampled_from(list(words.SIGNATURES))),
        ranking=draw(
            st.sampled_from(list(words.RANKING))
            | st.just(("games_won", "total_score"))
            | st.just(("tiles_left",))
        ),
        carry=number > 0 and draw(st.booleans()),
        places_seen=draw(st.sampled_from(list(words.PLACES_SEEN))),
        apart=draw(st.sampled_from(((), ("family",), ("team",), ("team", "family")))),
        sessions=sessions,
    )


@st.composite
def playable(draw: st.DrawFn) -> Competition:
    """A competition without faults."""
    stages = tuple(draw(playable_stages(number)) for number in range(draw(st.integers(1, 4))))
    last = stages[-1].id
    return Competition(
        id=draw(st.from_regex(r"[a-z0-9][a-z0-9._-]{0,62}", fullmatch=True)),
        title=draw(NAMES),
        ruleset="hk-2026",
        zone=draw(st.sampled_from(("Asia/Hong_Kong", "Europe/London", "UTC"))),
        languages=draw(st.sampled_from((("en",), ("zh", "en"), ("en", "zh")))),
        minimum_age=draw(st.integers(0, 18)),
        categories=draw(st.sampled_from(((), (Category("child", age_to=12),)))),
        stages=stages,
        awards=(PlacesAward(last, (Text(both="First"),)), FamilyAward(last, Text(both="Family"), 7, 18, 18)),
    )

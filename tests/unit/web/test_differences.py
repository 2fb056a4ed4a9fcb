"""What differs between two published tables: applied to the one it gives the other."""

from hypothesis import given
from hypothesis import strategies as st

from services.tournament.standings.outcomes import PublishedRow
from services.web.results.page import Difference, Differences, differences

Table = tuple[PublishedRow, ...]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    numbers = draw(st.lists(st.integers(1, 12), unique=True, max_size=10))
    figures = st.fixed_dictionaries({"match_points": st.sampled_from(["1", "3/2", "2"])})
    with_figures = draw(st.booleans())
    return tuple(
        PublishedRow(
            place,
            f"{number:03d}",
            draw(st.integers(0, 3)),
            draw(st.sampled_from(["11", "-12", "23/2"])),
            draw(st.integers(0, 4)),
            draw(st.sampled_from([True, False, None])),
            *([draw(figures)] if with_figures else []),
        )
        for place, number in enumerate(numbers, 1)
    )


def every(found: Differences) -> list[Difference]:
    return [*found.lines, *(line for group in found.alike for line in group.lines)]


def values_of(row: PublishedRow, *, tells_who_goes_on: bool) -> dict[str, object]:
    """A line as values by name."""
    return {
        "place": row.place,
        "goes on": row.qualified if tells_who_goes_on else "",
        "games_won": str(row.games_won),
        "score": row.score,
        "tiles": str(row.tiles),
        **(row.figures or {}),
    }


@given(tables(), tables())
def test_the_differences_applied_to_one_table_give_the_other(before: Table, after: Table) -> None:
    found = differences(before, after)
    tells = all(any(row.qualified is not None for row in rows) for rows in (before, after))
    known = {row.entrant_no: values_of(row, tells_who_goes_on=tells) for row in before}
    expected = {row.entrant_no: values_of(row, tells_who_goes_on=tells) for row in after}
    for line in every(found):
        if line.after is None:
            del known[line.entrant_no]
        elif line.before is None:
            known[line.entrant_no] = expected[line.entrant_no]
        else:
            values = known[line.entrant_no]
            assert values["place"] == line.before
            values["place"] = line.after
            for change in line.figures:
                assert values.get(change.name, "") == change.before
                values[change.name] = change.after
            if line.went is not None:
                assert values["goes on"] == line.went[0]
                values["goes on"] = line.went[1]
    assert {number: _filled(values) for number, values in known.items()} == {
        number: _filled(values) for number, values in expected.items()
    }


def _filled(values: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value != ""}


def test_a_cut_that_was_decided_only_after_a_version_differs_of_nobody_in_particular() -> None:
    before = tuple(PublishedRow(place, f"{place:03d}", 1, "10", 3, None) for place in range(1, 5))
    after = tuple(PublishedRow(place, f"{place:03d}", 1, "10", 3, place < 3) for place in range(1, 5))
    assert not differences(before, after)
    assert not differences(after, before)


@given(tables(), tables())
def test_every_line_is_said_once_and_backwards_it_is_the_other_way_round(before: Table, after: Table) -> None:
    forth, back = every(differences(before, after)), every(differences(after, before))
    numbers = [line.entrant_no for line in forth]
    assert len(numbers) == len(set(numbers))
    assert {line.entrant_no: (line.before, line.after, -line.move) for line in forth} == {
        line.entrant_no: (line.after, line.before, line.move) for line in back
    }
    assert bool(differences(before, before)) is False


def test_who_only_moved_is_put_together_and_whose_figures_changed_stands_alone() -> None:
    before = tuple(PublishedRow(place, f"{place:03d}", 1, "10", 3, place < 4) for place in range(1, 8))
    # 001 loses a game and comes last; 002 to 007 move up by one, and 004 comes into the cut.
    after = (
        *(PublishedRow(place - 1, f"{place:03d}", 1, "10", 3, place < 5) for place in range(2, 8)),
        PublishedRow(7, "001", 0, "10", 3, False),
    )
    found = differences(before, after)
    assert [line.entrant_no for line in found.lines] == ["001"]
    assert [(change.name, change.before, change.after) for change in found.lines[0].figures] == [
        ("games_won", "1", "0")
    ]
    assert (found.lines[0].move, found.lines[0].went) == (-6, (True, False))
    assert [(group.move, group.went, [line.entrant_no for line in group.lines]) for group in found.alike] == [
        (1, None, ["002", "003", "005", "006", "007"]),
        (1, (False, True), ["004"]),
    ]

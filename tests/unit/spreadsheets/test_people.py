"""A list of people as somebody has it reads as the same people once it is written with a heading."""

from hypothesis import given
from hypothesis import strategies as st

from services.spreadsheets.csv_files import understood
from services.spreadsheets.entrants import entrant_of
from services.spreadsheets.people import read_people, written
from shared.problems import Problem

SESSIONS, TAKEN = ("2027-03-06/1",), ("0001",)
CELLS = st.one_of(
    st.sampled_from(
        ["1", "001", "1. ", "2017-03-02", "a@b.org", "2027-03-06/1", "陳大文", "Chan", "姓名", "no."]
    ),
    st.sampled_from(["entrant_no", "name_en", "sep=;", '"', "'=1+1", "", " "]),
    st.text(max_size=6),
)
LINES = st.lists(st.lists(CELLS, max_size=4), max_size=6)


@given(LINES, st.sampled_from([",", "\t", ";", ", "]))
def test_whatever_is_pasted_is_understood_or_refused_and_reads_so_again(
    lines: list[list[str]], between: str
) -> None:
    try:
        rows = read_people("\n".join(map(between.join, lines)), SESSIONS, TAKEN)
    except Problem:
        return
    people, faults = understood(rows, entrant_of)
    if rows and not faults:
        again, none = understood(read_people(written(rows), SESSIONS, TAKEN), entrant_of)
        assert ([*again.values()], none) == ([*people.values()], [])


def test_a_line_says_what_each_of_its_cells_is() -> None:
    rows = read_people(
        "No., Name\n2. 陳大文, Chan Tai Man\n\n2017-03-02,Ada,a@b.org,2027-03-06/1", SESSIONS, TAKEN
    )
    assert [(row.line, row.cells) for row in rows] == [
        (2, {"entrant_no": "2", "name_zh": "陳大文", "name_en": "Chan Tai Man"}),
        (
            4,
            {
                "birth_date": "2017-03-02",
                "name_en": "Ada",
                "email": "a@b.org",
                "session": "2027-03-06/1",
                "entrant_no": "0003",
            },
        ),
    ]

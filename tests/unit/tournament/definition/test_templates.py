import tomllib

import msgspec

from services.tournament.definition.plan import Competition
from services.tournament.definition.programme import programme_of
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template, template_names
from shared.codec import canonical
from tests.cases import cases
from tests.refusing import refusing

DOCUMENTED = {"hk", "school-day", "swiss", "swiss-final", "round-robin", "league", "knock-out"}


def test_there_is_a_template_for_each_documented_name() -> None:
    assert set(template_names()) >= DOCUMENTED


@cases("name", template_names())
def test_a_template_works_as_it_is(name: str) -> None:
    text = template(name, "ours-2027")
    read = read_tournament(text)
    # What only the organizer knows: where people come, which the one that watches the weather remarks on.
    missing = ["venue"] if name == "hk" else []
    assert (read.faults, [remark.field for remark in read.remarks]) == ((), missing)
    plan = read.competition
    assert plan is not None
    assert plan.id == "ours-2027"
    assert msgspec.json.decode(canonical(plan), type=Competition) == plan


@cases("name", template_names())
def test_a_template_says_in_both_languages_what_it_is(name: str) -> None:
    text = template(name, "ours")
    lead = text[: text.index("\nid = ")]
    assert lead.startswith("# ")
    assert any("一" <= character <= "鿿" for character in lead)
    plan = read_tournament(text).competition
    assert plan is not None
    for titled in (plan.title, *(stage.name for stage in plan.stages)):
        assert titled is not None
        assert titled.en
        assert titled.zh
    for language in ("en", "zh"):
        programme_of(plan, {}, language)


@cases("name", template_names())
def test_a_template_differs_only_by_its_id(name: str) -> None:
    ours, yours = (tomllib.loads(template(name, id)) for id in ("ours", "yours"))
    assert ours.pop("id") == "ours"
    assert yours.pop("id") == "yours"
    assert ours == yours


def test_an_unknown_template_names_the_nearest_first() -> None:
    with refusing("template-unknown") as caught:
        template("swiss-finale", "ours")
    assert "swiss-final, " in caught.value.text()


@cases("id", ["Ours", "", "a b", "x" * 64, '"', "-a"])
def test_an_id_that_cannot_be_one_is_refused(id: str) -> None:
    with refusing("tournament-id-invalid"):
        template("swiss", id)

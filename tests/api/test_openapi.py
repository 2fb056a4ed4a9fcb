"""The OpenAPI document is valid, complete, and the server does as it says."""

import os
import re
from importlib import import_module
from typing import Any

import msgspec
import pytest

from services.declarations import every_problem_type
from services.desk.previewing import Preview
from services.tournament.catalogue import commands
from services.tournament.definition.reading import understand
from services.web.api.examples import EXAMPLES, GAME, TOURNAMENT_FILE
from services.web.app import create_app
from shared.heartbeat import Beats, Pulse
from tests.api.conftest import ID, House
from tests.profiles import examples, wide
from tests.sampling import mostly_wide

EXAMPLES_EACH = int(os.environ.get("SCHEMATHESIS_EXAMPLES") or examples(1, in_all=10))
ADDRESS = "/api/v1/openapi.json"


def document(house: House) -> Any:
    response = house.anyone.get(ADDRESS)
    assert response.content_type == "application/json"
    return response.get_json()


def operations(house: House) -> dict[str, Any]:
    return {
        operation["operationId"]: operation
        for methods in document(house)["paths"].values()
        for operation in methods.values()
    }


@pytest.fixture
def documented() -> Any:
    """`tests.api.documented`; what it imports takes a second, which is kept where no such test is run."""
    return import_module("tests.api.documented")


@pytest.mark.wide
def test_the_document_is_valid_openapi_3_1(house: House, documented: Any) -> None:
    shown = document(house)
    assert shown["openapi"].startswith("3.1")
    documented.validate(shown)


def test_every_api_address_is_in_it(house: House) -> None:
    paths = document(house)["paths"]
    for rule in house.app.url_map.iter_rules():
        path = rule.rule.replace("<", "{").replace(">", "}")
        if path.startswith("/api/v1") or path in ("/livez", "/readyz", "/metrics", "/version"):
            assert path in paths


def test_every_reference_leads_somewhere(house: House) -> None:
    shown = document(house)
    for reference in re.findall(r'"\$ref":"#/([^"]+)"', house.anyone.get(ADDRESS).get_data(as_text=True)):
        place = shown
        for step in reference.split("/"):
            place = place[step]


def test_two_structs_of_one_name_stay_apart(house: House) -> None:
    schemas = document(house)["components"]["schemas"]
    planned = schemas["Competition"]["properties"]["title"]["$ref"].rpartition("/")[2]
    assert set(schemas[planned]["properties"]) == {"en", "zh", "both"}
    ruled = schemas["Ruleset"]["properties"]["title"]["$ref"].rpartition("/")[2]
    assert set(schemas[ruled]["properties"]) == {"en", "zh"}


def test_every_operation_says_what_it_does_who_may_and_how_it_fails(house: House) -> None:
    for name, operation in operations(house).items():
        assert operation["summary"], name
        assert "security" in operation, name
        assert {"400", "500"} <= set(operation["responses"]), name
        if operation["security"]:
            assert {"401", "403"} <= set(operation["responses"]), name
            assert operation["x-rights"], name


def test_commands_name_their_headers(house: House) -> None:
    found = operations(house)
    for name in commands():
        operation = found["create-tournament" if name == "define-tournament" else name]
        headers = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "header"}
        assert headers == {"Idempotency-Key", "If-Match", "Occurred-At"}, name
        assert "Idempotency-Replayed" in operation["responses"]["200"]["headers"]


def test_every_command_has_an_example_that_is_one(house: House) -> None:
    missing = commands().keys() - {"define-tournament", "amend-tournament"} - EXAMPLES.keys()
    assert missing == set(), "add an example in services/web/api/examples.py"
    assert EXAMPLES.keys() <= commands().keys()
    for name, example in EXAMPLES.items():
        read = msgspec.json.decode(msgspec.json.encode(example), type=commands()[name])
        again = msgspec.to_builtins(read)
        assert example.keys() <= again.keys()
    assert understand(TOURNAMENT_FILE).faults == ()
    assert operations(house)["score"]["requestBody"]["content"]["application/json"]["example"] == dict(GAME)


def test_every_preview_takes_the_body_and_the_rights_of_its_command(house: House) -> None:
    found = operations(house)
    for name in EXAMPLES:
        previewing = found[f"preview-{name}"]
        assert previewing["requestBody"] == found[name]["requestBody"]
        assert previewing["x-rights"] == found[name]["x-rights"]
        shown = previewing["responses"]["200"]["content"]["application/json"]["example"]
        assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(shown, Preview))) == shown


def test_problem_responses_list_the_codes_there_are(house: House) -> None:
    responses = document(house)["components"]["responses"]
    assert "command-id-reused" in responses["Problem409"]["x-codes"]
    assert "application/problem+json" in responses["Problem500"]["content"]
    assert {code for each in responses.values() for code in each["x-codes"]} == {*every_problem_type()}


def test_every_choice_that_a_read_offers_is_answered_as_documented(in_play: House) -> None:
    needed = {
        "tournament": ID,
        "entrant": "0001",
        "before": "5",
        "after": "20",
        "ruleset": "hk-2026",
        "audience": "everyone",
        "of": "entrant",
        "id": "0001",
    }
    tried = 0
    for path, methods in document(in_play)["paths"].items():
        operation = methods.get("get")
        if operation is None or not set(re.findall(r"{(\w+)}", path)) <= needed.keys():
            continue
        queried = [parameter for parameter in operation["parameters"] if parameter["in"] == "query"]
        fixed = "&".join(
            f"{parameter['name']}={needed[parameter['name']]}"
            for parameter in queried
            if parameter.get("required")
        )
        for parameter in queried:
            for value in parameter["schema"].get("enum", ()):
                address = f"{path.format(**needed)}?{fixed}&{parameter['name']}={value}"
                status = in_play.organizer.get(address).status_code
                assert str(status) in operation["responses"], (address, status)
                tried += 1
    assert tried > 20


TAGS = [
    "Tournaments",
    "Commands",
    "Previews",
    "Reading a tournament",
    "Deliveries",
    "Proof",
    "Tokens",
    "Rulesets",
    "Running it",
]


def test_the_chapters_of_the_document_are_all_tried_below(house: House) -> None:
    assert [tag["name"] for tag in document(house)["tags"]] == TAGS


# Previews take the bodies of their commands by one way.
@pytest.mark.parametrize("tag", mostly_wide(TAGS, {*TAGS} - {"Previews"}))
def test_the_server_does_as_the_document_says(in_play: House, documented: Any, tag: str) -> None:
    # Without a worker the server says that none is ready.
    Pulse(Beats(in_play.desk.log.database), in_play.clock, "worker")._write(None)
    # Nobody closes the long answers here, so each keeps its place.
    app = create_app(
        in_play.desk,
        in_play.desk.vault,
        in_play.clock,
        release="test",
        stopping=in_play.stopping,
        most_streams=100_000,
    )
    headers = {"Authorization": f"Bearer {in_play.organizer.token}"}
    # Commands come by one way, so that in make test a sample of them is enough.
    one_in = 8 if tag == "Commands" else 3
    documented.try_operations(app, ADDRESS, tag, EXAMPLES_EACH, headers, one_in=1 if wide() else one_in)

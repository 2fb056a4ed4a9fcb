"""Who may use what: every route states it, every role is held to it."""

from base64 import b64encode

from services.access.board_links import BoardChoice, BoardLinks
from services.access.rights import QUERY_RIGHTS, RIGHTS, ROLES, is_public
from services.checks.check import Installation
from services.checks.probing import Probe
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.desk.queries import QUERIES
from services.tournament.catalogue import commands
from services.web.api.examples import TOURNAMENT_FILE
from services.web.app import pages_over, routes_of
from services.web.etags import AnswerCache
from services.web.parts import Parts
from services.web.routes import Action, Open, Route
from shared.settings import Settings
from tests.api.conftest import BASE, ID, SESSION, Client, House, assert_problem, query_address, scores, start
from tests.api.test_pages import ranked
from tests.cases import cases
from tests.unit.tournament.given_files import SVG

# Actions that are asked for inside others, or that have no address yet.
NOT_ROUTES = {"names", "ages", "contacts", "places", "explain", "diff", "what-if", "export"}


def routes(house: House) -> tuple[Route, ...]:
    vault, log = house.desk.vault, house.desk.log
    look = Installation(
        Settings(), house.clock, lambda: log.database, lambda: vault.database, lambda: vault, running=True
    )
    pages = pages_over(house.desk, vault, Settings())
    links = Links(house.desk.grants, vault, Correspondence(house.desk))
    parts = Parts(house.desk, vault, house.clock, "test", AnswerCache(), Probe(look), pages, links)
    return routes_of(parts)


def test_every_route_names_an_action_of_the_table_or_says_why_it_is_open(house: House) -> None:
    for route in routes(house):
        if isinstance(route.access, Action):
            assert route.access.name in RIGHTS, route.name
        else:
            assert isinstance(route.access, Open)
            assert len(route.access.why) > 10, route.name


def test_the_application_has_no_address_beside_the_list_of_routes(house: House) -> None:
    listed = {(route.method, route.path.replace("{", "<").replace("}", ">")) for route in routes(house)}
    served = {
        (method, rule.rule)
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD"}
    }
    assert served == listed


def test_every_command_and_query_has_a_route(house: House) -> None:
    acted = {route.access.name for route in routes(house) if isinstance(route.access, Action)}
    assert set(commands()) <= acted
    assert set(QUERIES) <= acted
    assert set(QUERY_RIGHTS) - acted <= NOT_ROUTES


def test_only_what_is_public_is_answered_without_a_token(in_play: House) -> None:
    # So that there is something at each address.
    guided = {**TOURNAMENT_FILE, "timer_guide_file": "data:;base64,T25lIG1pbnV0ZSBhIHR1cm4u"}
    looked_at = {**guided, "banner": "#0a5f57", "logo_file": f"data:;base64,{b64encode(SVG).decode()}"}
    assert in_play.organizer.command("amend-tournament", looked_at).status_code == 201
    ranked(in_play).done("publish-results", {"stage": "preliminary"})
    screen = BoardLinks(in_play.desk.key_for("board links")).make(ID, BoardChoice())
    for route in routes(in_play):
        if not isinstance(route.access, Action):
            continue
        path = route.path.replace("{tournament}", ID).replace("{token}", "t-000000000000")
        path = path.replace("{link}", screen)
        path = path.replace("{path:sheet}", f"{SESSION}/1").replace("{entrant}", "0001")
        path = path.replace("{path:arrival}", "0001")
        response = in_play.anyone.send(route.method, path)
        if is_public(route.access.name):
            assert response.status_code == (303 if route.name == "arrival" else 200), route.name
        elif route.takes_sign_in:
            of_one = "{tournament}" in route.path
            assert_problem(response, 401, "signed-out" if of_one else "founding-link-needed")
        else:
            assert_problem(response, 401, "unauthenticated")
            assert response.headers["WWW-Authenticate"] == 'Bearer realm="tileledger"'


def test_what_is_public_follows_from_what_a_display_may_in_every_list(house: House) -> None:
    paths = house.anyone.get("/api/v1/openapi.json").get_json()["paths"]
    for route in routes(house):
        if not isinstance(route.access, Action):
            continue
        public = "display" in RIGHTS[route.access.name]
        assert is_public(route.access.name) == public
        assert not public or RIGHTS[route.access.name].keys() == set(ROLES), route.name
        if route.tag:
            operation = paths[route.path][route.method.lower()]
            assert ({} in operation["security"]) == public, route.name
            assert ("Anyone may ask without a token." in operation["description"]) == public, route.name
    assert is_public("posts")


def test_every_role_reads_what_the_table_lets_it_read_and_nothing_else(shared_in_play: House) -> None:
    for role in ROLES:
        client = shared_in_play.client(role, {"referee": "REF-1", "chief_referee": "CR"}.get(role, "0001"))
        for name in QUERIES:
            response = client.get(query_address(name))
            allowed = role in QUERY_RIGHTS[name]
            assert response.status_code == (200 if allowed else 403), (role, name)


@cases(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer tl_",
        "Bearer tl_" + "x" * 5000,
        "Basic dXNlcjpwYXNz",
        "bearer tl_nonsense",
        "Bearer tl_\xe9\xff",
        "Bearer a b",
    ],
)
def test_a_header_that_carries_no_valid_token_is_refused_even_where_none_is_needed(
    shared_founded: House, header: str
) -> None:
    response = shared_founded.anyone.get(f"{BASE}/standings", {"Authorization": header})
    assert_problem(response, 401, "unauthenticated")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="tileledger", error="invalid_token"'


def test_the_scheme_is_read_without_regard_to_case(shared_founded: House) -> None:
    header = {"Authorization": f"bearer  {shared_founded.organizer.token}"}
    assert shared_founded.anyone.get(f"{BASE}/docket", header).status_code == 200


def test_a_token_for_another_tournament_opens_only_what_is_public(shared_founded: House) -> None:
    other = shared_founded.client("organizer", "o", "another-cup")
    assert other.get(f"{BASE}/standings").status_code == 200
    assert_problem(other.get(f"{BASE}/docket"), 403, "token-for-another-tournament")
    assert_problem(other.get(f"{BASE}/events"), 403, "token-for-another-tournament")
    consent = {"entrant": "0001", "shown": True}
    assert_problem(other.command("set-consent", consent), 403, "token-for-another-tournament")


def test_an_organizer_of_another_tournament_sees_only_the_names_that_anyone_sees(founded: House) -> None:
    start(founded)
    founded.done("end-session", {"session": SESSION})
    for role, subject in (("organizer", "o"), ("participant", "0001"), ("referee", "REF-1")):
        found = founded.client(role, subject, "another-cup").get(f"{BASE}/sessions")
        assert found.status_code == 200
        assert b"Number1" not in found.get_data(), role
        assert b"Number2" in found.get_data(), role


def test_a_referee_records_at_her_own_tables_only(in_play: House) -> None:
    referee = in_play.client("referee", "REF-1")
    head = in_play.head
    body = {"sheet": f"{SESSION}/2", "game": 1, "seats": scores(30, -10, -10, -10)}
    assert_problem(referee.command("record-game-result", body), 403, "forbidden")
    assert in_play.head == head
    assert referee.command("record-game-result", {**body, "sheet": f"{SESSION}/1"}).status_code == 201


def test_a_referee_sees_the_sheets_of_her_own_tables_only(shared_in_play: House) -> None:
    rows = shared_in_play.client("referee", "REF-2").get(f"{BASE}/sheets").get_json()["rows"]
    assert [row["sheet"]["sheet"] for row in rows] == [f"{SESSION}/2"]


def test_a_participant_acts_and_reads_for_herself_only(in_play: House) -> None:
    participant = in_play.client("participant", "0003", ID)
    assert participant.command("set-consent", {"entrant": "0003", "shown": True}).status_code == 201
    head = in_play.head
    assert_problem(participant.command("set-consent", {"entrant": "0004", "shown": False}), 403, "forbidden")
    assert in_play.head == head
    assert participant.get(f"{BASE}/entrant?entrant=0003").get_json()["details"]["email"]
    assert_problem(participant.get(f"{BASE}/entrant?entrant=0004"), 403, "forbidden")
    assert_problem(participant.get(f"{BASE}/entrants"), 403, "forbidden")


def test_contacts_are_for_the_organizer_and_not_for_referees(shared_in_play: House) -> None:
    address = f"{BASE}/entrant?entrant=0003"
    assert "details" in shared_in_play.organizer.get(address).get_json()
    assert "details" not in shared_in_play.client("chief_referee", "CR").get(address).get_json()


def test_two_people_of_one_role_never_share_an_answer(shared_in_play: House) -> None:
    answers = {
        subject: shared_in_play.client("participant", subject).get(f"{BASE}/sheets").get_data()
        for subject in ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
    }
    state = shared_in_play.desk.state(ID)
    for subject, answer in answers.items():
        table = state.entrants[subject].first.table
        assert f'"sheet":"{table}"'.encode() in answer
        assert answer.count(b'"session":') == 1


def test_a_client_without_a_token_sends_none(house: House) -> None:
    assert Client(house.app).get("/livez").status_code == 200

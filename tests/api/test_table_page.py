"""The page of a table: its sheet for those whom the table of rights lets see it, results for all others."""

import re

import pytest

from services.access.rights import COMMAND_RIGHTS, right
from services.access.visibility import Visibility
from services.tasks.offered import about_table, session_of
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from shared.catalogue import say
from tests.api.conftest import BASE, ID, SESSION, Client, House, assert_problem, scores
from tests.api.signing_in.browser import Browser
from tests.api.standings.reading import seen
from tests.api.test_pages import ranked, read

SHEET = f"{SESSION}/1"
ADDRESS = f"/t/{ID}/tables/{SHEET}"
SCORE_SHEET = "Score sheet"
STRUCK = re.compile(r"<del>(.*?)</del>", re.DOTALL)
AT_TABLES = [
    task
    for task in COMMAND_RIGHTS
    if right("referee", task) == "own_table"
    and any(question.name == "sheet" for question in questions_of(commands()[task]))
]
"""What a referee does at their own tables alone, and names the table for."""


def page(client: Client, path: str = ADDRESS, lang: str = "en") -> str:
    text, whole = read(client, f"{path}{'&' if '?' in path else '?'}lang={lang}")
    assert whole.open == []
    return text


def shows_sheet(client: Client, path: str = ADDRESS) -> bool:
    return 'class="paper"' in page(client, path)


@pytest.fixture
def played(in_play: House) -> House:
    return ranked(in_play)


@pytest.fixture
def amended(in_play: House) -> House:
    """Game 1 was disputed, and the ruling amended it; game 2 was typed wrongly, and corrected."""
    for game in (1, 2):
        body = {"sheet": SHEET, "game": game, "seats": scores(30, -10, -12, -8)}
        in_play.done("record-game-result", body)
    in_play.done("raise-dispute", {"sheet": SHEET, "game": 1, "statement": "A joker was counted as 25"})
    ruling = {
        "dispute": "D-0001",
        "finding": "It counts 30",
        "cites": "HK rules 3",
        "reason": "So the rules say",
        "effects": [{"type": "amend_game", "game": 1, "seats": scores(35, -15, -12, -8)}],
    }
    in_play.done("make-ruling", ruling)
    corrected = {"sheet": SHEET, "game": 2, "seats": scores(29, -9, -12, -8), "reason": "A 9 was read as 10"}
    in_play.done("correct-game", corrected)
    return in_play


def test_who_sees_the_sheet(played: House) -> None:
    first, second = (played.desk.state(ID).sheets[f"{SESSION}/{table}"].seats[0] for table in (1, 2))
    clients = {
        "organizer": (played.organizer, True),
        "chief": (played.client("chief_referee", "CR", ID), True),
        "referee of the table": (played.client("referee", "REF-1", ID), True),
        "referee of another": (played.client("referee", "REF-2", ID), False),
        "at the table": (played.client("participant", first, ID), True),
        "at another": (played.client("participant", second, ID), False),
        "display": (played.client("display", "d-1", ID), False),
        "elsewhere": (played.client("organizer", "org-2", "another-cup"), False),
        "anyone": (played.anyone, False),
    }
    for who, (client, sees) in clients.items():
        assert shows_sheet(client) == sees, who


def test_a_referee_of_another_table_reads_whose_it_is_and_what_they_may(played: House) -> None:
    other = played.client("referee", "REF-2", ID)
    for lang in ("en", "zh"):
        text = seen(page(other, lang=lang))
        assert "REF-1 Judge 1" in text
        assert say("page-sheet-at-any-table", lang) in text
        assert say("page-sheet-for-whom", lang) not in text
        assert say("page-sheet-for-whom", lang) in seen(page(played.anyone, lang=lang))


@pytest.mark.parametrize("path", [f"{ADDRESS}/sign", *(f"/t/{ID}/tasks/{task}" for task in AT_TABLES)])
def test_a_refusal_at_another_table_names_its_referee_and_leads_back_to_it(in_play: House, path: str) -> None:
    other, own = (Browser(in_play).sign_in("referee", number) for number in ("REF-2", "REF-1"))
    for lang in ("en", "zh"):
        answer = other.get(f"{path}?sheet={SHEET}&entrant=0001&lang={lang}")
        text = answer.get_data(as_text=True)
        assert answer.status_code == 403
        assert say("part-rights-referee-of-table", lang, referee="REF-1") in text
        assert f'href="{ADDRESS}?lang={lang}"' in text
        assert say("page-to-table", lang) in text
    assert own.get(f"{path}?sheet={SHEET}").status_code == 200
    assert path.startswith(ADDRESS) or other.get(path).status_code == 200


def test_the_sheet_is_as_on_paper(played: House) -> None:
    sheet = played.desk.state(ID).sheets[SHEET]
    text = seen(page(played.organizer))
    for number in sheet.seats:
        assert number in text
    for words in (
        "Game 1",
        "Game 3",
        "+30",
        "−12",
        "Total",
        "Signature",
        "on paper",
        "Closed",
        "REF-1 Judge 1",
    ):
        assert words in text, words
    assert text.count(say("word-medium-paper", "en")) == len(sheet.seats)
    zh = seen(page(played.organizer, lang="zh"))
    for words in ("第 1 局", "總計", "簽署", "紙本", "已完成"):
        assert words in zh, words


def test_each_table_has_a_page_of_its_own(played: House) -> None:
    other = f"/t/{ID}/tables/{SESSION}/2"
    for client in (played.anyone, played.organizer):
        first, second = page(client), page(client, other)
        seats = played.desk.state(ID).sheets[f"{SESSION}/2"].seats
        assert all(number in second and number not in first for number in seats)


def test_what_was_amended_is_struck_through_with_what_amended_it(amended: House) -> None:
    text = page(amended.organizer)
    struck = [seen(each) for each in STRUCK.findall(text)]
    assert [re.findall(r"[+−]\d+", each)[0] for each in struck] == ["+30", "−10", "+30", "−10"]
    assert f'href="/t/{ID}/docket/D-0001?lang=en"' in text
    assert "Ruling R-0001" in text
    assert "the game is amended (HK rules 3)" in seen(text)
    assert say("word-source-corrected", "en") in seen(text)


def test_players_see_what_was_struck_and_by_which_ruling_but_no_case(amended: House) -> None:
    number = amended.desk.state(ID).sheets[SHEET].seats[2]
    text = page(amended.client("participant", number, ID))
    assert len(STRUCK.findall(text)) == 4
    assert "Ruling R-0001" in text
    for word in ("D-0001", "HK rules 3", "Chief Judge", "org-1", "/docket", "/history"):
        assert word not in text, word


def test_the_public_reads_results_once_places_are_seen_and_nothing_of_cases(amended: House) -> None:
    text = seen(page(amended.anyone))
    for word in ("Ruling", "R-0001", "D-0001", "dispute", "Signature"):
        assert word not in text, word
    numbers = amended.desk.state(ID).sheets[SHEET].seats
    for number in numbers:
        assert number in text
    assert "Player Number" not in text, "it says where somebody is right now"


def test_the_record_of_the_interface_says_who_only_to_officials(amended: House) -> None:
    def record(client: Client) -> dict[str, object]:
        (row,) = client.get(f"{BASE}/sheets?sheet={SHEET}").get_json()["rows"]
        found: dict[str, object] = row["record"]
        return found

    official = str(record(amended.organizer))
    player = str(record(amended.client("participant", amended.desk.state(ID).sheets[SHEET].seats[0], ID)))
    for word in ("organizer:org-1", "D-0001", "amend_game"):
        assert word in official
        assert word not in player
    assert "record" not in amended.organizer.get(f"{BASE}/sheets").get_json()["rows"][0]


def test_a_person_who_was_forgotten_stays_as_a_number(played: House) -> None:
    number = next(no for no in played.desk.state(ID).sheets[SHEET].seats if int(no) % 2 == 0)
    assert f"Player Number{int(number)}" in page(played.organizer)
    played.done("forget-person", {"person": number})
    for client in (played.organizer, played.anyone):
        text = page(client)
        assert number in text
        assert f"Player Number{int(number)}" not in text


@pytest.mark.parametrize("table", [f"{SESSION}/3", "1999-01-01/1/1", "nonsense", f"{SESSION}/01", "x/y/z"])
def test_a_table_that_is_not_there(played: House, table: str) -> None:
    for client in (played.anyone, played.organizer):
        assert_problem(client.get(f"/t/{ID}/tables/{table}"), 404, "not-found")


def test_before_play_there_is_no_sheet_but_who_sits_there(in_play: House) -> None:
    in_play.done("undo-session-start", {"session": SESSION, "reason": "Too early"})
    for client in (in_play.organizer, in_play.anyone):
        text = page(client)
        assert 'class="paper"' not in text
        assert all(number in text for number in in_play.desk.state(ID).sessions[SESSION].tables[1])


def test_no_name_stands_beside_a_table_at_which_people_still_sit(played: House) -> None:
    seats = played.desk.state(ID).sheets[SHEET].seats
    named = {f"Player Number{int(number)}" for number in seats if int(number) % 2 == 0}
    assert named
    assert played.desk.state(ID).sessions[SESSION].status == "ended"
    assert all(name in page(played.anyone) for name in named), "who agreed to it, once it is over"
    played.done("reopen-session", {"session": SESSION, "reason": "The gong came too early"})
    assert "Player Number" not in page(played.anyone)
    assert all(name in page(played.organizer) for name in named)


GAMES = [{"game": game, "seats": scores(30, -10, -12, -8)} for game in (1, 2, 3)]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("role", ["referee", "participant"])
def test_it_is_said_who_entered_a_sheet(in_play: House, role: str, language: str) -> None:
    number = in_play.desk.state(ID).sheets[SHEET].seats[0]
    who = "REF-1" if role == "referee" else number
    sent = in_play.client(role, who).command("submit-sheet", {"sheet": SHEET, "games": GAMES})
    assert sent.status_code in (200, 201), sent.get_json()
    kind, of_games = ("submitted", "self-recorded") if role == "participant" else ("desk", "official")
    assert say(f"word-sheet-source-{kind}", language) in page(in_play.organizer, lang=language)
    explained = in_play.client("participant", number).get(f"{BASE}/explain?entrant={number}&lang={language}")
    assert say(f"word-source-{of_games}", language) in explained.get_data(as_text=True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_correction_under_signatures_is_that_of_an_official(in_play: House, language: str) -> None:
    for game in (1, 2, 3):
        body = {"sheet": SHEET, "game": game, "seats": scores(30, -10, -12, -8)}
        in_play.done("record-game-result", body)
    first, *_ = in_play.desk.state(ID).sheets[SHEET].seats
    in_play.done("sign-sheet", {"sheet": SHEET, "entrant": first, "medium": "paper"})
    by = say("bot-role-organizer", language)
    assert say("page-sheet-taken-by", language, by=by) in page(in_play.organizer, lang=language)
    why = {"reason": "The referee misheard."}
    in_play.done("correct-game", {"sheet": SHEET, "game": 2, "seats": scores(29, -9, -12, -8), **why})
    assert say("word-source-clerical", language) in page(in_play.organizer, lang=language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_below_a_second_sheet_stands_which_of_its_games_a_ruling_decides(
    in_play: House, language: str
) -> None:
    for game in (1, 2, 3):
        in_play.done("record-game-result", {"sheet": SHEET, "game": game, "seats": scores(30, -10, -12, -8)})
    in_play.done("raise-dispute", {"sheet": SHEET, "game": 3, "statement": "A joker."})
    effects = [{"type": "void_game", "game": 3}]
    texts = {"finding": "As written.", "cites": "HK rules 3", "reason": "Seen."}
    in_play.done("make-ruling", {"dispute": "D-0001", "effects": effects, **texts})
    games = [{"game": game, "seats": scores(37, -17, -12, -8)} for game in (1, 2, 3)]
    in_play.done("submit-sheet", {"sheet": SHEET, "games": games})
    official = Browser(in_play).sign_in("chief_referee", "CR")
    text = official.get(f"{ADDRESS}?lang={language}").get_data(as_text=True)
    below = text.partition('data-conflict="1"')[2].partition("</table>")[2]
    assert say("remark-ruling-kept", language, game=3, ruling="R-0001") in below
    assert say("remark-ruling-kept", language, game=1, ruling="R-0001") not in below


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("role", "subject"), [("chief_referee", "CR"), ("organizer", "ORG"), ("referee", "REF-1")]
)
def test_nobody_signs_under_a_conflict_and_both_sheets_stand_there(
    in_play: House, role: str, subject: str, language: str
) -> None:
    for game in (1, 2, 3):
        in_play.done("record-game-result", {"sheet": SHEET, "game": game, "seats": scores(30, -10, -12, -8)})
    official = Browser(in_play).sign_in(role, subject)
    sign = say("page-sign-here", language)
    assert sign in official.get(f"{ADDRESS}?lang={language}").get_data(as_text=True)
    games = [{"game": game, "seats": scores(37, -17, -12, -8)} for game in (1, 2, 3)]
    in_play.done("submit-sheet", {"sheet": SHEET, "games": games})
    text = official.get(f"{ADDRESS}?lang={language}").get_data(as_text=True)
    assert sign not in text
    second = text.partition('data-conflict="1"')[2].partition("</table>")[0]
    assert "+37" in second
    assert "+30" not in second
    assert "tasks/settle-sheet-conflict?sheet=" in text
    assert say("task-title-settle-sheet-conflict", language) in text
    drawn = official.get(f"{ADDRESS}/sign?lang={language}").get_data(as_text=True)
    assert 'id="sign"' not in drawn
    assert 'data-conflict="1"' in drawn
    player = in_play.client("participant", in_play.desk.state(ID).sheets[SHEET].seats[0], ID)
    assert "tasks/settle-sheet-conflict" not in page(player, lang=language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_signing_is_offered_once_nothing_but_signatures_is_missing(in_play: House, language: str) -> None:
    official, sign = Browser(in_play).sign_in("chief_referee", "CR"), say("page-sign-here", language)

    def offered() -> bool:
        return sign in official.get(f"{ADDRESS}?lang={language}").get_data(as_text=True)

    for game in (1, 2, 3):
        assert not offered()
        in_play.done("record-game-result", {"sheet": SHEET, "game": game, "seats": scores(30, -10, -12, -8)})
    assert offered()
    in_play.done("raise-dispute", {"sheet": SHEET, "game": 1, "statement": "A tile fell."})
    assert not offered()


def test_a_signature_is_not_offered_under_a_conflict(in_play: House) -> None:
    for game in (1, 2, 3):
        in_play.done("record-game-result", {"sheet": SHEET, "game": game, "seats": scores(30, -10, -12, -8)})

    def offered() -> list[str]:
        state = in_play.desk.state(ID)
        session, number = session_of(state, SHEET) or pytest.fail("no table")
        seen = Visibility("chief_referee", "CR")
        return [offer.task for offer in about_table(state, seen, session, number)]

    assert offered().count("sign-sheet") == 4
    games = [{"game": game, "seats": scores(37, -17, -12, -8)} for game in (1, 2, 3)]
    in_play.done("submit-sheet", {"sheet": SHEET, "games": games})
    assert "settle-sheet-conflict" in offered()
    assert "sign-sheet" not in offered()

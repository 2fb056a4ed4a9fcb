"""A link signs an official in once, in one browser; the cookie counts on pages, and not for long."""

import re
from datetime import timedelta

import pytest

from services.access.sign_ins import make_link
from services.web.signing_in.routes import STAFF as STAFF_ROUTE
from shared.catalogue import say
from tests.api.conftest import BASE, ID, House, assert_problem
from tests.api.signing_in.browser import SITE, STAFF, Browser, ids_of, made, secure_app, word_in
from tests.cases import cases


def test_a_link_signs_in_once_and_leads_to_the_page_of_the_office(founded_on_each: House) -> None:
    browser, link = Browser(founded_on_each), made(founded_on_each)
    for _ in range(3):
        assert say("page-staff-enter-press", "en") in browser.page(link), "looking uses nothing up"
    assert browser.get(STAFF).status_code == 401
    answer = browser.enter(link)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{STAFF}?lang=en")
    assert "Chief Referee CR" in browser.page()
    assert "Chief Judge" in browser.page()
    thief = Browser(founded_on_each)
    refused = thief.get(f"{link}?lang=en")
    assert refused.status_code == 410
    assert say("problem-sign-in-link-used", "en") in refused.get_data(as_text=True)
    assert thief.post(link, {"form": "x"}).status_code in (403, 410)
    assert thief.get(STAFF).status_code == 401
    assert browser.get(link).status_code == 303, "pressed again where it signed in, it leads in"


def test_two_who_press_at_once_are_one(founded: House) -> None:
    first, second, link = Browser(founded), Browser(founded), made(founded)
    words = first.word(link), second.word(link)
    answers = [
        browser.post(link, {"form": word}).status_code
        for browser, word in zip((first, second), words, strict=True)
    ]
    assert answers == [303, 410]
    assert len(ids_of(founded)) == 1


def test_a_link_holds_for_minutes(founded: House) -> None:
    browser, link = Browser(founded), made(founded)
    word = browser.word(link)
    founded.clock.advance(timedelta(minutes=10))
    assert browser.get(link).status_code == 404
    assert browser.post(link, {"form": word}).status_code == 404
    assert ids_of(founded) == []


@cases("text", ["x", "A" * 43, "A" * 44, "A" * 5000, "%00" * 43, "../" * 20 + "x", "é" * 43])
def test_what_is_no_link_signs_nobody_in(shared_founded: House, text: str) -> None:
    browser = Browser(shared_founded)
    assert browser.get(f"/staff/sign-in/{text}").status_code == 404
    assert browser.post(f"/staff/sign-in/{text}", {"form": "x"}).status_code in (403, 404)


def test_the_cookie_is_for_this_site_alone_and_no_script(shared_founded: House) -> None:
    plain = Browser(shared_founded).enter(made(shared_founded)).headers["Set-Cookie"]
    assert plain.startswith(f"staff-{ID}=")
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Path=/;" in f"{plain};"
    assert "Secure" not in plain
    assert "Domain" not in plain
    browser, link = Browser(shared_founded, secure_app(shared_founded)), made(shared_founded)
    site = "https://play.example"
    word = browser.word(link)
    kept = browser.post(link, {"form": word}, origin=site).headers["Set-Cookie"]
    assert kept.startswith(f"__Host-staff-{ID}=")
    assert "Secure" in kept


def test_a_cookie_that_was_there_before_is_never_taken_over(founded: House) -> None:
    victim, link = Browser(founded), made(founded)
    victim.client.set_cookie(f"staff-{ID}", "A" * 43)
    cookie = victim.enter(link).headers["Set-Cookie"]
    assert "A" * 43 not in cookie
    first = ids_of(founded)
    victim.sign_in("referee", "REF-1")
    assert len(ids_of(founded)) == 1
    assert ids_of(founded) != first, "signing in anew ends what the browser had"


def test_a_sign_in_ends_by_itself(founded: House) -> None:
    browser = Browser(founded).sign_in()
    founded.clock.advance(timedelta(hours=2, minutes=59))
    assert say("page-staff-role-chief-referee", "en") in browser.page()
    founded.clock.advance(timedelta(hours=2, minutes=59))
    assert say("page-staff-role-chief-referee", "en") in browser.page(), "each request counts"
    founded.clock.advance(timedelta(hours=3))
    assert browser.get(STAFF).status_code == 401
    again = Browser(founded).sign_in()
    for _ in range(11):
        founded.clock.advance(timedelta(hours=1))
        again.page()
    founded.clock.advance(timedelta(hours=1))
    assert again.get(STAFF).status_code == 401, "twelve hours are all, however often it is used"


def test_a_sign_in_opens_pages_and_no_interface_for_programs(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in("organizer", "office")
    assert_problem(browser.client.get(f"{BASE}/entrants"), 401, "unauthenticated")
    before = shared_founded.head
    refused = browser.client.post(f"{BASE}/commands/make-announcement", json={"en": "Hello"})
    assert_problem(refused, 401, "unauthenticated")
    assert shared_founded.head == before


def test_a_sign_in_is_for_one_tournament(founded: House) -> None:
    from services.web.api.examples import TOURNAMENT_FILE

    other = {**TOURNAMENT_FILE, "id": "other-cup"}
    assert founded.organizer.post("/api/v1/tournaments", other).status_code == 201
    browser = Browser(founded).sign_in("organizer", "office")
    assert browser.get("/t/other-cup/staff").status_code == 401
    cookie = browser.client.get_cookie(f"staff-{ID}")
    assert cookie is not None
    browser.client.set_cookie("staff-other-cup", cookie.value)
    assert browser.get("/t/other-cup/staff").status_code == 401, "not under the name of another either"
    browser.enter(made(founded, "organizer", "office", "other-cup"))
    assert browser.get("/t/other-cup/staff").status_code == 200
    assert browser.get(STAFF).status_code == 200, "two tournaments are open side by side"


def test_who_is_dismissed_is_signed_out_and_not_had_back_by_being_appointed_again(founded: House) -> None:
    browser, link = Browser(founded).sign_in("referee", "REF-1"), made(founded, "referee", "REF-1")
    founded.done("dismiss-referee", {"referee": "REF-1", "reason": "Went home"})
    assert browser.get(STAFF).status_code == 401
    assert ids_of(founded) == []
    founded.done("appoint-referee", {"referee": "REF-1", "name": "Judge 1"})
    assert browser.get(STAFF).status_code == 401
    assert browser.get(link).status_code == 410, "nor by a link from before"


def test_who_is_no_official_gets_nothing_from_a_link(founded: House) -> None:
    browser, link = Browser(founded), made(founded, "referee", "REF-9")
    answer = browser.get(f"{link}?lang=en")
    assert answer.status_code == 403
    assert "office" in answer.get_data(as_text=True)
    assert browser.post(link, {"form": "x"}).status_code == 403
    assert ids_of(founded) == []


def test_who_is_demoted_keeps_nothing_of_the_higher_office(founded: House) -> None:
    browser = Browser(founded).sign_in()
    founded.done("dismiss-referee", {"referee": "CR", "reason": "Went home"})
    founded.done("appoint-referee", {"referee": "CR", "name": "Chief Judge"})
    assert browser.get(STAFF).status_code in (401, 403)


def test_who_is_forgotten_is_signed_out(founded: House) -> None:
    browser = Browser(founded).sign_in("referee", "REF-2")
    person = founded.desk.state(ID).referees["REF-2"].person
    founded.done("forget-person", {"person": person})
    assert browser.get(STAFF).status_code == 401
    assert ids_of(founded) == []


def test_a_cookie_of_another_database_is_nobodys(founded: House, in_play: House) -> None:
    browser = Browser(founded).sign_in()
    cookie = browser.client.get_cookie(f"staff-{ID}")
    assert cookie is not None
    elsewhere = Browser(in_play)
    elsewhere.client.set_cookie(f"staff-{ID}", cookie.value)
    assert elsewhere.get(STAFF).status_code == 401
    assert elsewhere.get(f"/t/{ID}/standings").status_code == 200, "what is public is read all the same"


@cases("value", ["", "x", "A" * 10_000, "é" * 43, '"; x', "\x7f"])
def test_a_cookie_that_is_none_is_nobodys(shared_founded: House, value: str) -> None:
    browser = Browser(shared_founded)
    answer = browser.client.get(
        STAFF, headers={"Cookie": f"staff-{ID}={value}".encode().decode("latin-1"), "Accept": "text/html"}
    )
    assert answer.status_code == 401


def test_pages_say_what_they_depend_on_and_who_may_keep_them(shared_founded: House) -> None:
    path = f"/t/{ID}/standings"
    anyone = Browser(shared_founded).get(path)
    assert "Cookie" in anyone.headers["Vary"]
    assert anyone.headers["Cache-Control"] == "public, no-cache"
    browser = Browser(shared_founded).sign_in()
    answer = browser.get(path)
    assert "Cookie" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["ETag"] != anyone.headers["ETag"]
    assert "Cookie" not in shared_founded.anyone.get(f"{BASE}/standings").headers["Vary"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_reads_in_both_languages(shared_founded: House, language: str) -> None:
    browser, link = Browser(shared_founded), made(shared_founded, "organizer", "office")
    assert browser.get(f"{link}?lang={language}").headers["Content-Language"] == language
    browser.enter(link)
    for path in (STAFF, f"{STAFF}/sign-ins", f"{STAFF}/prove"):
        answer = browser.get(f"{path}?lang={language}")
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "same-origin"
    assert STAFF_ROUTE.replace("{tournament}", ID) == STAFF


def test_the_word_of_a_form_is_another_in_each_answer(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in()
    first, second = browser.word(), browser.word()
    assert first != second
    assert browser.post(f"{STAFF}/link", {"form": first}).status_code == 200, "two tabs both hold"
    assert browser.post(f"{STAFF}/link", {"form": second}).status_code == 200


def test_a_code_proves_that_it_is_still_them_and_uses_its_link_up(founded_on_each: House) -> None:
    browser = Browser(founded_on_each).sign_in()
    founded_on_each.clock.advance(timedelta(hours=2, minutes=30))
    browser.page()
    founded_on_each.clock.advance(timedelta(hours=2))
    asked = browser.send(f"{STAFF}/link")
    assert asked.status_code == 303
    assert "/staff/prove" in asked.headers["Location"]
    made_link = make_link(founded_on_each.desk.grants, "chief_referee", "CR", ID, "telegram")
    of_another = make_link(founded_on_each.desk.grants, "referee", "REF-1", ID, "telegram")
    path = f"{STAFF}/prove"
    assert browser.send(path, code=of_another.code).status_code == 403
    assert browser.send(path, code=f"{made_link.code[:4]} {made_link.code[4:]}").status_code == 303
    assert browser.send(path, code=made_link.code).status_code == 403, "once"
    assert Browser(founded_on_each).get(made_link.path).status_code == 410, "with the link"
    assert browser.send(f"{STAFF}/link").status_code == 200


def test_codes_are_not_guessed(founded: House) -> None:
    browser, path = Browser(founded).sign_in(), f"{STAFF}/prove"
    make_link(founded.desk.grants, "chief_referee", "CR", ID, "telegram")
    for _ in range(5):
        assert browser.send(path, code="00000000").status_code == 403
    assert browser.get(STAFF).status_code == 401, "after five wrong ones the browser is signed out"
    assert ids_of(founded) == []


def test_where_to_go_after_a_code_is_no_strangers_choice(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in()
    for to in ("//evil.example", "../../x", "docket/D-0001?x", "https://evil.example"):
        page = browser.page(f"{STAFF}/prove?to={to}")
        assert "evil" not in page.split("<main", 1)[1]
        assert f'href="{STAFF}?lang=en"' in page
    assert f'href="/t/{ID}/docket/D-0001?lang=en"' in browser.page(f"{STAFF}/prove?to=docket/D-0001")


def test_a_link_from_a_browser_left_signed_in_lasts_no_longer(founded: House) -> None:
    browser = Browser(founded).sign_in()
    founded.clock.advance(timedelta(hours=2))
    page = browser.send(f"{STAFF}/link").get_data(as_text=True)
    link = page.split("/staff/sign-in/")[1][:43]
    second = Browser(founded)
    second.enter(f"/staff/sign-in/{link}")
    founded.clock.advance(timedelta(hours=2))
    assert "/staff/prove" in second.send(f"{STAFF}/link").headers["Location"]


def test_the_organizer_lets_an_official_in(shared_founded: House) -> None:
    organizer = Browser(shared_founded).sign_in("organizer", "office")
    assert "REF-1 Judge 1" in organizer.page()
    page = organizer.send(f"{STAFF}/link", whom="REF-1").get_data(as_text=True)
    assert "<svg" in page
    link = page.split("/staff/sign-in/")[1][:43]
    referee = Browser(shared_founded)
    referee.enter(f"/staff/sign-in/{link}")
    assert "Referee REF-1" in referee.page()
    assert organizer.send(f"{STAFF}/link", whom="REF-9").status_code == 404
    assert referee.send(f"{STAFF}/link", whom="CR").status_code == 403, "nobody lets in above themselves"


def test_the_page_of_the_organizer_leads_to_calls_and_to_an_announcement(shared_in_play: House) -> None:
    page = Browser(shared_in_play).sign_in("organizer", "office").page(STAFF)
    for path in ("calls", "announce"):
        assert f'href="/t/{ID}/{path}?lang=en"' in page


def test_whoever_is_signed_out_pastes_the_link_and_goes_on_to_what_was_asked_for(
    shared_founded: House,
) -> None:
    browser, link, asked = Browser(shared_founded), made(shared_founded), f"/t/{ID}/docket"
    page = browser.get(f"{asked}?lang=en")
    assert (page.status_code, f'value="{asked}"' in page.get_data(as_text=True)) == (401, True)
    assert f'href="{STAFF}' not in page.get_data(as_text=True), "it would ask for the same"
    found = browser.post("/staff/sign-in", {"link": f" https://play.example{link}?lang=zh ", "to": asked})
    looked = browser.page(found.headers["Location"])
    (on,) = re.findall(r'name="to" value="([^"]*)"', looked)
    entered = browser.post(link, {"form": word_in(looked), "to": on})
    assert (entered.status_code, entered.headers["Location"]) == (303, f"{asked}?lang=en")


@cases(
    "around",
    [
        *(
            "{}.",
            "{}。",
            "<{}>",
            "「{}」",
            "({})",
            "_{}_",
            "*{}*",
            "[登入]({})",
            "{}/",
            "{}?lang=en.",
            "{}多謝",
        ),
        "登入：{}?lang=zh\n有效 10 分鐘。驗證碼 1234 5678",
    ],
)
@cases("whole", [True, False])
def test_a_link_is_pasted_with_the_marks_of_a_sentence_around_it(
    shared_founded: House, around: str, *, whole: bool
) -> None:
    link = made(shared_founded)
    pasted = around.format(f"https://play.example{link}" if whole else link.rpartition("/")[2])
    found = Browser(shared_founded).post("/staff/sign-in", {"link": pasted, "to": ""})
    assert (found.status_code, found.headers.get("Location", "").partition("?")[0]) == (303, link)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "code that came with a sign-in link"), ("zh", "隨登入連結附上的驗證碼")]
)
def test_a_code_that_is_pasted_in_the_place_of_its_link_says_so_and_the_field_stays(
    shared_founded: House, lang: str, said: str
) -> None:
    browser, link, asked = Browser(shared_founded), made(shared_founded), f"/t/{ID}/docket"
    for code in ("1234 5678", "１２３４５６７８", "「1234-5678」。"):
        answer = browser.client.post(
            f"/staff/sign-in?lang={lang}",
            data={"link": code, "to": asked},
            headers={"Accept": "text/html", "Origin": SITE},
        )
        page = answer.get_data(as_text=True)
        assert (answer.status_code, said in page) == (422, True)
        assert f'name="to" value="{asked}"' in page
    found = browser.post("/staff/sign-in", {"link": link, "to": asked})
    assert found.status_code == 303


def test_what_was_written_is_shown_again_to_whoever_is_signed_out_meanwhile(shared_founded: House) -> None:
    browser, path = Browser(shared_founded), f"/t/{ID}/docket/D-0001/ruling"
    written = {"form": "x", "step": "why", "finding": "Both saw <it>.", "reason": "兩人都看見。"}
    answer = browser.post(path, written)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 401
    assert "Both saw &lt;it&gt;.\n\n兩人都看見。</textarea>" in page
    elsewhere = browser.post(path, written, origin="https://evil.example").get_data(as_text=True)
    assert "<textarea" not in elsewhere


@cases(
    "to",
    [
        "https://evil.example/",
        "//evil.example",
        "/t/other/docket",
        f"/t/{ID}/../x",
        f"/t/{ID}//x",
        "javascript:x",
    ],
)
def test_a_sign_in_leads_nowhere_else(shared_founded: House, to: str) -> None:
    browser, link = Browser(shared_founded), made(shared_founded)
    looked = browser.page(browser.post("/staff/sign-in", {"link": link, "to": to}).headers["Location"])
    assert f'name="to" value="{STAFF}"' in looked
    entered = browser.post(link, {"form": word_in(looked), "to": to})
    assert entered.headers["Location"] == f"{STAFF}?lang=en"


@cases("link", ["", "x", "https://play.example/", "A" * 300, "/staff/sign-in/" + "A" * 43])
def test_what_is_pasted_and_is_no_link_is_refused(shared_founded: House, link: str) -> None:
    answer = Browser(shared_founded).post("/staff/sign-in", {"link": link, "to": ""})
    page = answer.get_data(as_text=True)
    assert (answer.status_code, "sign-in-link-invalid" in page, 'name="link"' in page) == (404, True, True)

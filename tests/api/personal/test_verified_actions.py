"""What is asked for on the personal page takes a form of the page and a code, and is done once."""

import json
import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from werkzeug.test import Client as WerkzeugClient
from werkzeug.test import TestResponse

from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.web.personal.personal_session import COOKIE
from shared.catalogue import say
from shared.logs import set_up_logs
from tests.api.conftest import ID, House
from tests.api.personal.phone import FORM, Phone
from tests.api.test_pages import Page
from tests.logs_put_back import logs_put_back
from tests.wording import fixed


def test_giving_a_place_back_takes_a_code_and_is_done_once(phone: Phone) -> None:
    stage = re.findall(r'value="withdraw cancel ([^"]+)"', phone.text())[0]
    purpose = f"withdraw cancel {stage}"
    asked = phone.ask(purpose)
    assert asked.status_code == 200
    assert "p***@example.org" in asked.get_data(as_text=True)
    code, before = phone.code(), phone.house.head
    assert [where for where, _ in phone.codes] == ["player1@example.org"]
    done = phone.act(purpose, code)
    assert done.status_code == 200
    assert fixed("bot-absence-done", waiting="false") in done.get_data(as_text=True)
    (event,) = phone.house.desk.events(ID, before[0], 1)
    assert (event.type, event.actor) == ("registration-cancelled", "participant:0001")
    after = phone.house.head
    fields = {"form": "0" * 64, "person": "0001", "purpose": purpose, "code": code}
    assert phone.post("/act", fields).status_code == 403
    assert phone.house.head == after


@pytest.mark.parametrize(
    ("language", "said"), [("en", "New: The family unit is dissolved."), ("zh", "新增：家庭組合亦會解散。")]
)
def test_what_changed_since_it_was_read_back_is_read_before_the_code_is_spent(
    founded: House, language: str, said: str
) -> None:
    founded.done("amend-details", {"entrant": "0002", "birth_date": "2015-08-30"})
    phone = Phone(founded, "0001")
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    fields = {"form": phone.form, "person": "0001", "purpose": purpose}
    asked = phone.post(f"/code?lang={language}", fields).get_data(as_text=True)
    (read,) = re.findall(r'name="read" value="([^"]+)"', asked)
    founded.done("ask-organizer", {"entrant": "0003", "question": "Where do we eat?"})
    founded.done("declare-family-unit", {"child": "0002", "parent": "0001"})
    code, before = phone.code(), founded.head
    again = phone.post(f"/act?lang={language}", {**fields, "code": code, "read": read}).get_data(as_text=True)
    assert said in again
    assert fixed("bot-absence-read-cancel") not in again
    assert founded.head == before
    (read,) = re.findall(r'name="read" value="([^"]+)"', again)
    founded.done("ask-organizer", {"entrant": "0003", "question": "And where is it?"})
    phone.post(f"/act?lang={language}", {**fields, "code": code, "read": read})
    assert founded.desk.state(ID).entrants["0001"].status == "cancelled"


def test_each_code_is_for_one_act_and_a_family_keeps_its_page(founded: House) -> None:
    phone = Phone(founded, "0001", "0003")
    phone.ask("contacts")
    code = phone.code()
    shown = phone.act("contacts", code)
    assert shown.status_code == 200
    assert "player1@example.org" in shown.get_data(as_text=True)
    assert shown.headers["Cache-Control"] == "no-store"
    again = phone.act("contacts", code)
    assert again.status_code == 403
    assert "player1@example.org" not in again.get_data(as_text=True)
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    phone.ask(purpose)
    assert fixed("bot-absence-done", waiting="false") in phone.act(purpose, phone.code()).get_data(
        as_text=True
    )
    assert say("bot-given-back", "en") in phone.text()
    assert ">Player Number1</h2>" in phone.text(), "a family still has everyone on its page"
    assert ">Player Number3</h2>" in phone.text()
    phone.pages.replace(ID, ["entrant:0003"])
    assert phone.get().status_code == 404


def test_who_gave_the_only_place_back_keeps_the_page_and_what_is_theirs(founded: House) -> None:
    phone = Phone(founded, "0001")
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    phone.ask(purpose)
    done = phone.act(purpose, phone.code()).get_data(as_text=True)
    assert say("page-me-back", "en") in done
    assert say("bot-given-back", "en") in phone.text()
    assert fixed("bot-left-standings", "zh") in phone.text("?lang=zh")
    assert Page(phone.text()).open == []
    assert fixed("bot-left-standings", name="Player Number1") in phone.text()
    assert 'value="withdraw' not in phone.text()
    phone.ask("contacts")
    assert "player1@example.org" in phone.act("contacts", phone.code()).get_data(as_text=True)
    phone.ask("export")
    assert json.loads(phone.act("export", phone.code()).get_data())["details"]["email"]
    links = Links(founded.desk.grants, founded.desk.vault, Correspondence(founded.desk))
    links.link(ID, "organizer:organizer", "telegram", "77")
    phone.ask("forget")
    assert fixed("page-me-forget-asked", name="Player Number1") in phone.act("forget", phone.code()).get_data(
        as_text=True
    )
    assert founded.desk.events(ID, founded.head[0] - 1, 1)[0].type == "question-asked"
    before = founded.head
    assert say("page-me-done-already", "en") in phone.ask(purpose).get_data(as_text=True)
    assert founded.head == before
    assert phone.ask("consent results yes").status_code != 200, "nothing else is theirs"
    again = Phone(founded, "0001")
    assert say("bot-given-back", "en") in again.text(), "the organizer can make them a link"
    founded.done("forget-person", {"person": "0001"})
    assert (phone.get().status_code, again.get().status_code) == (410, 410)


def test_no_log_line_bears_a_link_a_code_or_a_name(phone: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    with logs_put_back():
        set_up_logs("json")
        phone.ask("contacts")
        code = phone.code()
        phone.act("contacts", code)
        phone.get("/nonsense")
        phone.post("/code", {"form": "0"})
    out, err = capsys.readouterr()
    text = out + err
    assert "personal_code_sent" in text
    for secret in (phone.path.removeprefix("/me/"), code, "Player", "player1@"):
        assert secret not in text


def test_all_data_come_as_a_file(phone: Phone) -> None:
    phone.ask("export")
    answer = phone.act("export", phone.code())
    assert answer.content_type == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{ID}-0001.json"'
    assert json.loads(answer.get_data())["details"]["email"] == "player1@example.org"
    assert "player3" not in answer.get_data(as_text=True)


def test_asking_to_be_forgotten_goes_to_the_organizer(phone: Phone) -> None:
    assert say("bot-forget-ask", "en") not in phone.text(), "nobody would read it"
    phone.ask("forget")
    desk = phone.house.desk
    links = Links(desk.grants, desk.vault, Correspondence(desk))
    links.link(ID, "organizer:organizer", "telegram", "77")
    assert say("bot-forget-ask", "en") in phone.text()
    phone.house.clock.advance(timedelta(minutes=10))
    phone.ask("forget")
    answer = phone.act("forget", phone.code())
    assert answer.status_code == 200
    phone.drain()
    assert any(say("bot-forget-words", "en") in text for where, _, text in phone.chats.sent if where == "77")


def test_wrong_codes_are_refused_and_after_five_the_right_one_too(phone: Phone) -> None:
    phone.ask("contacts")
    code = phone.code()
    for unfinished in ("", "000", "1" * 400, "١٢٣٤٥٦"):
        assert phone.act("contacts", unfinished).status_code == 422
    other, *others = (f"{(int(code) + more) % 10**6:06d}" for more in range(1, 6))
    for wrong in others:
        assert phone.act("contacts", wrong).status_code == 403
    shown = phone.act("contacts", other).get_data(as_text=True)
    assert 'role="alert"' in shown
    assert fixed("problem-code-tried-out", most=5) in shown
    assert 'name="code"' not in shown, "nothing is left to try"
    assert phone.act("contacts", code).status_code == 403
    fields = dict(re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', shown))
    assert phone.post("/code?lang=zh", fields).status_code == 200, "the button sends another"
    phone.drain()
    chinese = [phone.post("/act?lang=zh", {**fields, "code": other}) for _ in range(5)][-1]
    assert "已試 5 次" in chinese.get_data(as_text=True)
    phone.ask("contacts")
    assert phone.code() != code
    assert phone.act("contacts", phone.code()).status_code == 200


def test_the_address_of_a_form_leads_to_the_page(phone: Phone) -> None:
    for path in ("/code", "/act"):
        for tag in ("en", "zh"):
            answer = phone.get(f"{path}?lang={tag}")
            assert (answer.status_code, answer.headers["Location"]) == (303, f"{phone.path}?lang={tag}")
            assert answer.headers["Cache-Control"] == "no-store"
    phone.pages.links.revoke(ID, ["entrant:0001"])
    assert phone.get("/code").status_code == 404


def test_while_a_code_is_under_way_the_page_asks_for_that_one(phone: Phone) -> None:
    phone.ask("contacts")
    again = phone.ask("contacts")
    assert again.status_code == 200
    assert 'autocomplete="one-time-code"' in again.get_data(as_text=True)
    phone.code()
    other = phone.ask("export")
    assert other.status_code == 200, "another act ends the code before and has its own"
    assert phone.act("contacts", phone.codes_sent[0]).status_code == 403
    assert phone.act("export", phone.code()).content_type == "application/json"


def test_a_stranger_with_the_link_locks_nobody_out(phone: Phone) -> None:
    phone.ask("contacts")
    code = phone.code()
    for _ in range(2):
        stranger = WerkzeugClient(phone.app, TestResponse)
        stranger.get(phone.path, environ_base={"REMOTE_ADDR": "198.51.100.7"})
        form = phone.form
        for number in range(12):
            fields = {"form": form, "person": "0001", "purpose": ("export", "contacts")[number % 2]}
            for path, more in (("/code", {}), *[("/act", {"code": "000000"})] * 5):
                answer = stranger.post(
                    f"{phone.path}{path}?lang=en",
                    data=urlencode({**fields, **more}),
                    content_type=FORM,
                    environ_base={"REMOTE_ADDR": "198.51.100.7"},
                )
    assert answer.status_code == 403
    enough = stranger.post(
        f"{phone.path}/code?lang=en",
        data=urlencode(fields),
        content_type=FORM,
        environ_base={"REMOTE_ADDR": "198.51.100.7"},
    )
    assert enough.status_code == 429
    assert say("problem-codes-enough", "en") in enough.get_data(as_text=True)
    assert phone.act("contacts", code).status_code == 200
    phone.drain()
    phone.ask("export")
    assert phone.act("export", phone.code()).content_type == "application/json"


def test_a_form_counts_only_from_the_page(phone: Phone) -> None:
    fields = {"form": phone.form, "person": "0001", "purpose": "contacts"}
    stranger = WerkzeugClient(phone.app, TestResponse)
    without = stranger.post(f"{phone.path}/code", data=urlencode(fields), content_type=FORM)
    assert without.status_code == 403, "without the cookie, as from another site"
    for wrong in ("", "0" * 64, "é"):
        assert phone.post("/code", {**fields, "form": wrong}).status_code == 403
    other = Phone(phone.house, "0002")
    assert phone.post("/code", {**fields, "form": other.form}).status_code == 403
    assert phone.browser.get_cookie(COOKIE, path=phone.path) is not None
    phone.drain()
    assert phone.codes == []


def test_nobody_elses_things_are_asked_for(phone: Phone) -> None:
    for number in ("0002", "9999", "", "organizer", "0001\n0002"):
        assert phone.ask("contacts", number).status_code == 403
    for purpose in ("", "forget-person", "withdraw", "withdraw cancel", "withdraw forget x", "contacts more"):
        assert phone.ask(purpose).status_code == 403
    assert phone.ask("withdraw qualifier nowhere").status_code in (404, 409)


def test_malformed_and_huge_bodies_are_refused(phone: Phone) -> None:
    form = phone.form
    for body, kind, status in (
        (b"x" * 5000, FORM, 413),
        (b"", FORM, 400),
        (b"form", FORM, 400),
        (b"form=%ff&person=0001&purpose=contacts", FORM, 400),
        (f"form={form}&form={form}&person=0001&purpose=contacts".encode(), FORM, 400),
        (f"form={form}&person=0001&purpose=contacts&more=1".encode(), FORM, 400),
        (b"&".join(b"a%d=1" % n for n in range(100)), FORM, 400),
        (b"{}", "application/json", 415),
        (b"--x", "multipart/form-data; boundary=x", 415),
    ):
        answer = phone.browser.post(f"{phone.path}/code", data=body, content_type=kind)
        assert answer.status_code == status, (body[:40], answer.get_data())


def test_withdrawing_in_play_is_refused_before_a_code_is_sent(in_play: House) -> None:
    phone = Phone(in_play, "0001")
    assert 'value="withdraw' not in phone.text()
    assert phone.ask("withdraw cancel preliminary").status_code == 409
    phone.drain()
    assert phone.codes == []


def proposed(house: House) -> None:
    """0002 asks 0001 to be their parent in a family unit."""
    house.done("amend-details", {"entrant": "0002", "birth_date": "2015-08-30"})
    answer = house.client("participant", "0002", ID).command(
        "declare-family-unit", {"child": "0002", "parent": "0001"}
    )
    assert answer.status_code == 201, answer.get_json()


@pytest.mark.parametrize(("answer", "units"), [("yes", 1), ("no", 0)])
def test_who_is_asked_to_be_a_family_answers_on_the_page(founded: House, answer: str, units: int) -> None:
    proposed(founded)
    phone = Phone(founded, "0001")
    assert fixed("page-me-family-asked", by="0002", name="Player Number1") in phone.text()
    assert fixed("page-me-family-asked", "zh", by="0002", name="玩家1號") in phone.text("?lang=zh")
    purpose = f"family {answer} 0002 0001"
    assert f'value="{purpose}"' in phone.text()
    asked = phone.ask(purpose).get_data(as_text=True)
    assert say("page-history-kind-family", "en") in asked
    done = phone.act(purpose, phone.code()).get_data(as_text=True)
    assert "0002 and Player Number1 are" in done or fixed("bot-family-declined") in done
    assert len(founded.desk.state(ID).units) == units
    assert not founded.desk.state(ID).unit_proposals
    assert "asks Player Number1" not in phone.text()
    assert say("page-me-done-already", "en") in phone.ask(purpose).get_data(as_text=True)


def test_the_mail_about_a_family_leads_to_the_page(founded: House) -> None:
    phone = Phone(founded, "0001")
    proposed(founded)
    phone.drain()
    founded.clock.advance(timedelta(seconds=2))
    phone.drain()
    (text,) = [text for where, kind, text in phone.mail.sent if kind == "family-asked"]
    assert fixed("notice-family-asked", "zh", answer_at="https://play.example/me/") in text


def test_what_a_family_form_asks_for_is_read_strictly(founded: House) -> None:
    proposed(founded)
    phone = Phone(founded, "0001")
    for purpose in (
        "family",
        "family yes",
        "family yes 0002",
        "family maybe 0002 0001",
        "family yes 0002 0001 x",
    ):
        assert phone.ask(purpose).status_code == 403

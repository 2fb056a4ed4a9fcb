"""Every page of the time machine without script: where it leads, what it takes, and who may read it."""

import re
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from services.web.history.asked import SHOWS
from tests.api.conftest import ID, SESSION, House
from tests.api.history.given import HISTORY, TABLE, seq_of
from tests.api.signing_in.browser import Browser


def links(page: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'<a [^>]*href="([^"]+)"', page)]


def forms(page: str) -> list[str]:
    """Where the forms of a page lead as they are, by the address they make."""
    found = []
    for action, body in re.findall(r'<form action="([^"]+)"[^>]*>(.*?)</form>', page, re.DOTALL):
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body)
        found.append(f"{action}?{'&'.join(f'{name}={quote(unescape(value))}' for name, value in fields)}")
    return found


def test_every_link_and_form_of_it_leads_to_a_page_in_both_languages(
    browser: Browser, house: House, unchanged: None
) -> None:
    last = house.head[0]
    tried: set[str] = set()
    waiting = [f"{HISTORY}?show={show}&lang={lang}" for show in SHOWS for lang in ("en", "zh")]
    waiting.append(f"{HISTORY}?as_of={last - 1}&entrants=0001,0002&lang=en")
    while waiting:
        address = waiting.pop()
        # Of pages that differ in their moment alone one is looked at.
        like = re.sub(
            r"(as_of|before|out|back)=[0-9]+", r"\1=1", re.sub(r"(?<==)0*[0-9]{1,4}(?=&|$)", "1", address)
        )
        if like in tried or not address.startswith(HISTORY) or len(tried) > 150:
            continue
        tried.add(like)
        answer = browser.get(address)
        text = answer.get_data(as_text=True)
        assert answer.status_code == 200, (address, text[:500])
        assert answer.headers["Cache-Control"] == "no-store"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        waiting += [*links(text), *forms(text)]
    rooms = {urlsplit(address).path.removeprefix(HISTORY) for address in tried}
    assert rooms >= {"", "/compare", "/thing", "/why", "/case", "/what-if"}


@pytest.mark.parametrize(
    ("query", "field", "status"),
    [
        ("show=nonsense", "show", 400),
        ("step=nonsense", "step", 400),
        ("stage=none", "stage", 404),
        ("kind=nonsense", "kind", 404),
        ("entrants=9999", "entrants", 404),
    ],
)
def test_what_there_is_not_is_told_in_place_and_the_rest_is_shown(
    browser: Browser, query: str, field: str, status: int
) -> None:
    answer = browser.get(f"{HISTORY}?{query}&as_of=20&lang=en")
    page = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert f'id="wrong-{field}"' in page
    assert seq_of(page) == 20
    # From here on the script asks for what is shown.
    instead = parse_qs(urlsplit(unescape(re.findall(r'data-instead="([^"]+)"', page)[0])).query)
    assert instead["as_of"] == ["20"]
    assert not instead.keys() & ({field} - {"entrants", "kind"})


@pytest.mark.parametrize("room", ["", "/frame", "/recent", "/moments", "/compare", "/thing", "/why"])
def test_what_these_pages_take_once_is_not_said_twice(browser: Browser, room: str) -> None:
    assert browser.get(f"{HISTORY}{room}?as_of=30&as_of=31").status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        "show=nonsense&step=nonsense&first=x&find=%00",
        "stage=none&entrants=0001",
        "first=999999&find=" + "x" * 500,
        "show=sheets&session=nowhere",
        "person=nobody&table=x&kind=ruling",
        "without=a,b,-1,0&changed=x:y;z|3:0001=1/2/3",
        "utm_source=chat&as_of=30",
    ],
)
def test_what_makes_no_sense_is_left_aside_or_refused_with_a_page(browser: Browser, query: str) -> None:
    for room in ("", "/frame", "/recent", "/what-if", "/compare", "/thing", "/why", "/case"):
        answer = browser.get(f"{HISTORY}{room}?{query}")
        assert answer.status_code in (200, 400, 404, 422), (room, answer.get_data(as_text=True)[:400])
        assert "text/html" in answer.content_type


@pytest.mark.parametrize(
    "path", [f"/thing?of=sheet&id={TABLE}", f"/thing?of=session&id={SESSION}", "?show=docket"]
)
def test_tables_sessions_and_states_are_called_as_people_call_them(browser: Browser, path: str) -> None:
    joined = "&" if "?" in path else "?"
    for language, session in (
        ("en", "session 1 of Saturday, 6 March 2027"),
        ("zh", "2027年3月6日星期六第 1 場"),
    ):
        page = browser.page(f"{HISTORY}{path}{joined}lang={language}").partition("<main")[2]
        seen = re.sub("<[^>]*>", "", page)
        assert session.casefold() in seen.casefold()
        assert SESSION not in re.sub("(?:such as|例如) \\S+", "", seen)


def test_the_frame_alone_is_what_the_page_shows(browser: Browser) -> None:
    for show in SHOWS:
        whole, part = (browser.page(f"{HISTORY}{path}?as_of=40&show={show}") for path in ("", "/frame"))
        assert part.strip() in whole
        assert "<html" not in part


def test_a_referee_reads_why_alone_and_whoever_is_signed_out_none_of_it(house: House) -> None:
    for room in ("", "/frame", "/recent", "/moments", "/compare", "/thing", "/case", "/what-if"):
        assert Browser(house).get(HISTORY + room).status_code == 401
        refused = Browser(house).sign_in("referee", "REF-1").get(f"{HISTORY}{room}?lang=en")
        assert refused.status_code == 403
        assert f'href="/t/{ID}/staff?lang=en">' in refused.get_data(as_text=True)
    refused = Browser(house).sign_in("referee", "REF-1").get(f"{HISTORY}?lang=en")
    assert "As referee one may not use the time machine here." in refused.get_data(as_text=True)
    why = f"{HISTORY}/why?id=0001"
    assert Browser(house).get(why).status_code == 401
    assert Browser(house).sign_in("referee", "REF-1").get(why).status_code == 200
    assert Browser(house).sign_in().get(HISTORY).status_code == 200

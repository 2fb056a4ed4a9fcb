"""News: what was announced to everyone and every post, the newest first, each with an address of its own."""

import re
from pathlib import Path

import pytest

from services.desk.desk import Desk
from services.desk.parts import Parts
from services.desk.site.news import NewsKept, news
from tests.api.conftest import ID, SESSION, House, assert_problem, opened
from tests.api.test_pages import ranked, read
from tests.cases import cases
from tests.conftest import VAULT_SECRET

NEWS = f"/t/{ID}/news"
DAY = {"day": "2027-03-06"}


def seqs(house: House, path: str = NEWS) -> list[int]:
    text, _ = read(house.anyone, f"{path}{'&' if '?' in path else '?'}lang=en")
    return [int(seq) for seq in re.findall(r'id="n(\d+)"', text)]


def announce(house: House, words: str, **meant: str) -> int:
    meant = meant or {"audience": "everyone"}
    answer = house.done("make-announcement", {**meant, "en": words, "zh": f"公告：{words}"})
    return int(answer["last_seq"])


def test_posts_and_announcements_to_everyone_stand_there_newest_first(in_play_on_each: House) -> None:
    house = in_play_on_each
    first = announce(house, "Lunch is at one.")
    suspended = house.done("suspend-day", {**DAY, "grounds": "other"})["first_seq"]
    moved = house.done("reschedule-sessions", {**DAY, "new_day": "2027-03-07", "sessions": [SESSION]})
    last = announce(house, "The car park is full.")
    assert seqs(house) == [last, moved["first_seq"], suspended, first]
    text, _ = read(house.anyone, f"{NEWS}?lang=en")
    assert "Lunch is at one." in text
    assert "Session 1 on Saturday, 6 March 2027 suspended" in text
    assert "Spring Cup: session" not in text, "the title stands above already"
    chinese, _ = read(house.anyone, f"{NEWS}?lang=zh")
    assert "公告：Lunch is at one." in chinese


def test_results_that_are_out_are_news_with_the_time_they_came_out(in_play: House) -> None:
    ranked(in_play)
    published = in_play.done("publish-results", {"stage": "preliminary"})["first_seq"]
    assert seqs(in_play) == [published]
    text, _ = read(in_play.anyone, f"{NEWS}?lang=en")
    assert '<time datetime="2027-03-06T12:45:00+08:00">Saturday, 6 March, 12:45 pm</time>' in text


def test_a_further_word_of_a_suspension_is_news_and_stands_in_the_red_notice(in_play: House) -> None:
    in_play.done("suspend-day", {**DAY, "grounds": "signal_8_or_above"})
    words = {"en": "The hall is open until 8 pm.", "zh": "場地開放至晚上八時。"}
    told = in_play.done("give-further-word", {**DAY, **words})["first_seq"]
    assert seqs(in_play)[0] == told
    for path, language in ((NEWS, "en"), (NEWS, "zh")):
        text, _ = read(in_play.anyone, f"{path}?lang={language}")
        assert words[language] in text
    for language, to_do in (("en", "Please do not come; whoever is in the hall"), ("zh", "請勿前來；")):
        text, _ = read(in_play.anyone, f"/t/{ID}?lang={language}")
        notice = text.split('class="notice is-danger"')[1].split("</div></div>")[0]
        assert words[language] in notice
        assert to_do in notice


def test_the_red_notice_has_the_word_that_was_told_last(in_play: House) -> None:
    in_play.done("suspend-day", {**DAY, "grounds": "other"})
    for words in ("First word.", "Second word."):
        in_play.done("give-further-word", {**DAY, "en": words, "zh": words})
    text, _ = read(in_play.anyone, f"/t/{ID}?lang=en")
    notice = text.split('class="notice is-danger"')[1].split("</div></div>")[0]
    assert "Second word." in notice
    assert "First word." not in notice


def test_what_was_meant_for_some_is_nobody_elses_news(in_play: House) -> None:
    for meant in (
        {"audience": "referees"},
        {"audience": "waiting"},
        {"session": SESSION},
        {"stage": "final"},
    ):
        announce(in_play, "For some alone.", **meant)
    assert seqs(in_play) == []


def test_a_piece_of_news_has_an_address(in_play: House) -> None:
    first, last = announce(in_play, "One."), announce(in_play, "Two.")
    _, page = read(in_play.anyone, f"{NEWS}?lang=en")
    assert f"{NEWS}?item={first}&lang=en" in page.links
    assert seqs(in_play, f"{NEWS}?item={first}") == [first]
    assert seqs(in_play, f"{NEWS}?item={last}") == [last]


@pytest.mark.parametrize("query", ["item=1", "item=99999999", "item=0"])
def test_an_address_of_no_news_is_refused(in_play: House, query: str) -> None:
    announce(in_play, "One.")
    assert_problem(in_play.anyone.get(f"{NEWS}?{query}"), 404, "not-found")


@cases("query", ["item=x", "item=-1", "before=1.5", f"before={'9' * 20}"])
def test_an_address_that_cannot_be_is_refused(shared_in_play: House, query: str) -> None:
    assert shared_in_play.anyone.get(f"{NEWS}?{query}").status_code == 400


def test_news_are_paged_by_what_came_before(in_play: House) -> None:
    made = [announce(in_play, f"Number {number}.") for number in range(33)]
    assert seqs(in_play) == made[:2:-1]
    _, page = read(in_play.anyone, f"{NEWS}?lang=en")
    (older,) = [link for link in page.links if "before=" in link]
    assert seqs(in_play, older.replace("&lang=en", "")) == made[2::-1]
    assert seqs(in_play, f"{NEWS}?before=1") == []
    overview, _ = read(in_play.anyone, f"/t/{ID}?lang=en")
    assert overview.count('class="news ') == 5


def test_the_past_has_the_news_of_then(in_play: House) -> None:
    first = announce(in_play, "One.")
    announce(in_play, "Two.")
    assert seqs(in_play, f"{NEWS}?as_of={first}") == [first]
    assert seqs(in_play, f"{NEWS}?as_of={first - 1}") == []


def test_a_new_piece_changes_the_page_at_once(in_play: House) -> None:
    tag = in_play.anyone.get(NEWS).headers["ETag"]
    assert in_play.anyone.get(NEWS, {"If-None-Match": tag}).status_code == 304
    announce(in_play, "One.")
    assert in_play.anyone.get(NEWS, {"If-None-Match": tag}).status_code == 200


def test_what_is_kept_reads_as_what_is_read_anew(in_play: House) -> None:
    for words in ("One.", "Two."):
        announce(in_play, words)
        read(in_play.anyone, NEWS)
    in_play.done("suspend-day", {**DAY, "grounds": "black_rainstorm"})
    fresh = Desk(Parts.over(in_play.desk.log, in_play.desk.vault, in_play.clock, VAULT_SECRET))
    kept = news(in_play.desk, ID, in_play.head[0], 50)
    assert [item.kind for item in kept.items] == ["suspended", "announcement", "announcement"]
    assert kept == news(fresh, ID, in_play.head[0], 50)


def test_of_another_log_nothing_is_kept(in_play: House, moments: dict[str, Path], tmp_path: Path) -> None:
    """As when a database is restored from a copy that went on otherwise, under a process that runs."""
    announce(in_play, "In the one.")
    kept = NewsKept()
    assert [known.kind for known in kept.of(in_play.desk, ID)] == ["announcement"]
    (tmp_path / "other").mkdir()
    with opened(moments["in_play"], tmp_path / "other") as other:
        announce(other, "In the other.")
        announce(other, "And again.")
        other_news = kept.of(other.desk, ID)
        assert [known.seq for known in other_news] == [32, 33]
        assert other_news == NewsKept().of(other.desk, ID)

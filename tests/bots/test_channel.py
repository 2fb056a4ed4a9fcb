"""What the channel says is known after an attempt: each row of the table, and how messages read."""

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiohttp
import pytest

from bots.telegram.channel import TelegramChannel, connected
from bots.telegram.markup import notice_data
from services.delivery.channel import Mark, Outcome
from services.notices.files import File
from services.notices.kinds import Action
from services.notices.rendering import Message
from services.tournament.definition.attachments import attachment_of
from tests.simulators.telegram import TOKEN, Telegram, simulating
from tests.unit.tournament.given_files import PDF

KEY = "0123456789abcdef01234567"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Telegram]:
    with simulating(tmp_path_factory.mktemp("telegram"), "--no-limits") as telegram:
        yield telegram


@pytest.fixture
def telegram(running: Telegram) -> Telegram:
    running.ask("DELETE", "faults")
    running.ask("POST", "down", {"seconds": 0})
    return running


def notice(
    *bodies: str, names: Sequence[str] = (), actions: tuple[Action, ...] = (), replaces: str = ""
) -> Message:
    return Message("suspended", "en", tuple(names), bodies or ("Stay at home.",), "N-7", actions, replaces)


def attempt(
    url: str,
    address: int | str,
    message: Message | None = None,
    *,
    times: int = 1,
    at_once: int = 1,
    read_timeout: float = 5.0,
    connections: int = 8,
) -> list[Outcome]:
    """The outcomes of attempts with one channel, `at_once` at a time."""

    async def run() -> list[Outcome]:
        bot = connected(TOKEN, url, connections, read_timeout)
        channel = TelegramChannel(bot)
        try:
            outcomes = []
            for _ in range(times):
                outcomes += await asyncio.gather(
                    *(channel.send(str(address), message or notice(), KEY) for _ in range(at_once))
                )
            return outcomes
        finally:
            await channel.close()

    return asyncio.run(run())


def test_a_message_that_arrived_is_known_by_its_number(telegram: Telegram) -> None:
    chat = telegram.phone()
    (outcome,) = attempt(telegram.url, chat)
    assert outcome == Outcome("sent", remote=str(telegram.messages(chat)[0]["message_id"]))


def test_names_with_markup_are_shown_literally(telegram: Telegram) -> None:
    chat = telegram.phone()
    attempt(telegram.url, chat, notice("Tom & <b>Jerry</b> &lt; 1_2*", names=["<b>&_*", "陳*玲"]))
    assert telegram.messages(chat)[0]["text"] == "<b>&_*, 陳*玲\nTom & <b>Jerry</b> &lt; 1_2*\nNotice N-7"
    attempt(telegram.url, chat, notice("one <", "two &", names=["<A>", "B&"], replaces="N-3"))
    text = telegram.messages(chat)[1]["text"]
    assert text == "<A>: one <\nB&: two &\nNotice N-7, replaces notice N-3"


def test_the_buttons_of_a_notice_carry_the_key_of_its_delivery(telegram: Telegram) -> None:
    chat = telegram.phone()
    attempt(telegram.url, chat, notice(actions=("confirm", "refuse")))
    assert telegram.transcript(chat)[-1]["buttons"] == [[f"n:confirm:{KEY}", f"n:refuse:{KEY}"]]
    with pytest.raises(ValueError, match="too long"):
        notice_data("confirm", "x" * 60)


@pytest.mark.parametrize(
    ("fault", "known", "arrives"),
    [
        ({"fault": "delay_after", "seconds": 3}, "unknown", True),
        ({"fault": "drop_after"}, "unknown", True),
        ({"fault": "drop_before"}, "unknown", False),
        ({"fault": "error", "status": 500}, "unknown", False),
        ({"fault": "error", "status": 502, "taken": True}, "unknown", True),
        ({"fault": "blocked"}, "gone", False),
        ({"fault": "deactivated"}, "gone", False),
        ({"fault": "chat_not_found"}, "gone", False),
        ({"fault": "unauthorized"}, "stop", False),
    ],
    ids=lambda answer: answer["fault"] if isinstance(answer, dict) else None,
)
def test_the_outcome_says_what_can_be_known(
    telegram: Telegram, fault: dict[str, object], known: str, arrives: bool
) -> None:
    chat = telegram.phone()
    telegram.ask("POST", "faults", {**fault, "times": 1})
    (outcome,) = attempt(telegram.url, chat, read_timeout=0.5)
    assert outcome.known == known
    assert outcome.why
    assert str(chat) not in outcome.why
    assert len(telegram.transcript(chat)) == arrives


def test_too_many_says_for_how_long_to_wait(telegram: Telegram) -> None:
    telegram.fault("too_many", retry_after=17, times=1)
    (outcome,) = attempt(telegram.url, telegram.phone())
    assert (outcome.known, outcome.seconds) == ("wait", 17)


def test_a_group_that_migrated_says_where_to(telegram: Telegram) -> None:
    telegram.fault("migrated", to=-100500, times=1)
    (outcome,) = attempt(telegram.url, telegram.phone())
    assert (outcome.known, outcome.to) == ("moved", "-100500")


def test_a_chat_that_there_is_not_is_gone_and_a_message_that_cannot_be_is_refused(telegram: Telegram) -> None:
    assert attempt(telegram.url, 999_999)[0].known == "gone"
    assert attempt(telegram.url, telegram.phone(), notice("x" * 4097))[0].known == "refused"
    assert attempt(telegram.url, "nowhere")[0].known == "refused"


def test_a_refused_connection_sent_nothing() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        (outcome,) = attempt(f"http://127.0.0.1:{unused.getsockname()[1]}", 1)
    assert (outcome.known, outcome.why) == ("not_sent", "no connection (ClientConnectorError)")


def test_an_answer_that_cannot_be_read_leaves_it_open_whether_the_message_arrived() -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\n<html/>"
    with socket.create_server(("127.0.0.1", 0)) as stranger:

        def answer() -> None:
            with stranger.accept()[0] as caller:
                caller.recv(65536)
                caller.sendall(page)

        answering = threading.Thread(target=answer)
        answering.start()
        (outcome,) = attempt(f"http://127.0.0.1:{stranger.getsockname()[1]}", 1)
        answering.join()
    assert outcome.known == "unknown"


def test_waiting_in_vain_for_a_connection_sent_nothing(
    telegram: Telegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = telegram.phone()
    telegram.fault("delay_after", seconds=3, times=1)
    patience = aiohttp.ClientTimeout(total=None, connect=1.0, sock_connect=1.0, sock_read=1.0)
    monkeypatch.setattr("bots.telegram.request._timeout", lambda connect, read: patience)
    outcomes = attempt(telegram.url, chat, at_once=2, connections=1)
    assert sorted(outcome.known for outcome in outcomes) == ["not_sent", "unknown"]
    assert len(telegram.transcript(chat)) == 1


def test_nothing_written_to_logs_holds_the_token(
    telegram: Telegram, caplog: pytest.LogCaptureFixture
) -> None:
    secret = TOKEN.partition(":")[2]
    with caplog.at_level(logging.DEBUG):
        for fault in ("drop_before", "unauthorized", "error"):
            telegram.fault(fault, times=1)
            (outcome,) = attempt(telegram.url, telegram.phone())
            assert secret not in outcome.why
        attempt("http://127.0.0.1:9", 1)
    assert caplog.records, "nothing was logged at all, so this tells nothing"
    assert secret not in caplog.text


def test_ten_messages_go_over_the_same_few_connections(telegram: Telegram, tmp_path: Path) -> None:
    outcomes = attempt(telegram.url, telegram.phone(), times=5, at_once=2, connections=2)
    assert {outcome.known for outcome in outcomes} == {"sent"}


def marked(url: str, address: int | str, remote: str, *marks: Mark) -> list[Outcome]:
    """The outcomes of changing a message that is in a chat, one after the other."""

    async def run() -> list[Outcome]:
        channel = TelegramChannel(connected(TOKEN, url, 8, 5.0))
        try:
            return [await channel.mark(str(address), remote, mark) for mark in marks]
        finally:
            await channel.close()

    return asyncio.run(run())


def test_a_message_is_pinned_and_unpinned_and_again_does_no_harm(telegram: Telegram) -> None:
    chat = telegram.phone()
    (sent,) = attempt(telegram.url, chat)
    pinned = marked(telegram.url, chat, sent.remote, "pinned", "pinned")
    assert [outcome.known for outcome in pinned] == ["sent", "sent"]
    assert telegram.pinned(chat) == [int(sent.remote)]
    unpinned = marked(telegram.url, chat, sent.remote, "unpinned", "unpinned")
    assert [outcome.known for outcome in unpinned] == ["sent", "refused"]
    assert telegram.pinned(chat) == []


def test_the_buttons_of_a_message_go_and_its_text_stays(telegram: Telegram) -> None:
    chat = telegram.phone()
    (sent,) = attempt(telegram.url, chat, notice(names=["<b>"], actions=("confirm", "refuse")))
    before = telegram.messages(chat)[0]
    assert [outcome.known for outcome in marked(telegram.url, chat, sent.remote, "plain")] == ["sent"]
    after = telegram.messages(chat)[0]
    assert "reply_markup" in before
    assert "reply_markup" not in after
    assert (after["text"], after["entities"]) == (before["text"], before["entities"])


def test_what_cannot_be_marked_is_said_so(telegram: Telegram) -> None:
    chat = telegram.phone()
    for address, remote, known in ((chat, "99", "refused"), ("@channel", "1", "refused"), (4, "1", "gone")):
        (outcome,) = marked(telegram.url, address, remote, "pinned")
        assert outcome.known == known
    telegram.fault("error", status=500, method="pinChatMessage")
    (sent,) = attempt(telegram.url, chat)
    (outcome,) = marked(telegram.url, chat, sent.remote, "pinned")
    assert outcome.known == "unknown"


def with_file(body: str = "見附件。", *names: str) -> Message:
    file = File("計時器使用說明.pdf", attachment_of(PDF), PDF)
    return Message("timer-guide", "zh", names, (body,), "N-7", (), file=file)


def test_a_file_goes_along_as_one_message_with_the_text_as_its_caption(telegram: Telegram) -> None:
    chat = telegram.phone()
    (outcome,) = attempt(telegram.url, chat, with_file("見附件。", "<陳&>"))
    (line,) = telegram.transcript(chat)
    assert outcome == Outcome("sent", remote=str(line["message"]))
    assert line["text"].startswith("<陳&>\n見附件。\n")
    assert (line["file"]["name"], line["file"]["type"]) == ("計時器使用說明.pdf", "application/pdf")
    assert line["file"]["sha256"] == attachment_of(PDF).sha256
    assert line["silent"] is True, "a reminder makes no sound"


def test_a_file_that_telegram_has_is_sent_by_its_id(telegram: Telegram) -> None:
    chat = telegram.phone()
    assert [outcome.known for outcome in attempt(telegram.url, chat, with_file(), times=3)] == ["sent"] * 3
    ids = [line["file"]["file_id"] for line in telegram.transcript(chat)]
    assert len(ids) == 3
    assert len(set(ids)) == 1, "it was uploaded once"


def test_an_id_that_holds_no_more_is_uploaded_again_in_the_same_attempt(telegram: Telegram) -> None:
    chat = telegram.phone()

    async def run() -> list[Outcome]:
        channel = TelegramChannel(connected(TOKEN, telegram.url))
        try:
            first = await channel.send(str(chat), with_file(), KEY)
            channel._file_ids = dict.fromkeys(channel._file_ids, "file-of-another-bot")
            return [first, await channel.send(str(chat), with_file(), KEY)]
        finally:
            await channel.close()

    assert [outcome.known for outcome in asyncio.run(run())] == ["sent", "sent"]
    assert len(telegram.messages(chat)) == 2


def test_a_caption_may_have_what_the_channel_says(telegram: Telegram) -> None:
    chat = telegram.phone()
    most = TelegramChannel.longest_beside_file
    room = most - len(with_file("").text)
    fits, too_long = (with_file("字" * count) for count in (room, room + 1))
    assert len(fits.text) == most
    assert [attempt(telegram.url, chat, message)[0].known for message in (fits, too_long)] == [
        "sent",
        "refused",
    ]


def test_of_a_file_that_may_have_arrived_nothing_is_known(telegram: Telegram) -> None:
    chat = telegram.phone()
    telegram.fault("drop_after", method="sendDocument", chat=chat)
    (outcome,) = attempt(telegram.url, chat, with_file())
    assert outcome.known == "unknown"
    assert len(telegram.messages(chat)) == 1

"""What the bot remembers between updates, in the database: updates handled, flows, buttons.

Chats are kept as keyed digests. What a chat is in the middle of may name people, so it is sealed, and it is
gone when the flow ends or was left for a day.
"""

import hmac
import os
from collections.abc import Mapping, Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.clock import Clock, from_micros, to_micros
from shared.database import Database
from shared.database.tables import table

FLOW_HOLDS = timedelta(hours=24)
BUTTON_HOLDS = timedelta(days=30)
UPDATE_KEPT = timedelta(days=7)
_NONCE = 12
_BUTTON_BYTES = 9

_update = table("telegram_update: update_id number key, done_at number")
_flow = table("telegram_flow: chat key, number number, sealed bytes, changed_at number")
_button = table(
    "telegram_button: button key, chat, number number, sealed bytes, answer bytes, made_at number"
)


class Question(msgspec.Struct, frozen=True):
    """What was asked last with buttons, as it was shown: rows of labels and button ids.

    Attributes:
        command: whose choice it is, so that words answer it as well; "" for none.
    """

    body: str
    rows: tuple[tuple[tuple[str, str], ...], ...]
    heading: str = ""
    command: str = ""


class Flow(msgspec.Struct, frozen=True):
    """Where a chat stands: the next step, and what was given so far. No step: in no flow.

    `number` goes up with every change, so that buttons of an earlier step can be told from the present ones.
    """

    number: int = 0
    step: str = ""
    data: Mapping[str, str] = msgspec.field(default_factory=dict)
    question: Question | None = None


class Button(msgspec.Struct, frozen=True):
    """A button that was shown.

    Attributes:
        number: of the flow it belongs to; 0 for one that can be pressed at any time.
        answer: what came of pressing it, once it carried something out.
    """

    id: str
    number: int
    action: str
    data: Mapping[str, str]
    answer: str | None = None


class _Content(msgspec.Struct, frozen=True):
    step: str
    data: Mapping[str, str]
    question: Question | None = None


class Memory:
    """The statements on what the bot remembers, prepared once for a database.

    Args:
        key: 32 bytes that seal and digest.
    """

    def __init__(self, database: Database, clock: Clock, key: bytes) -> None:
        self._database = database
        self._clock = clock
        self._key = key
        self._cipher = AESGCM(key)
        bind, prepare = sa.bindparam, database.prepare
        update, flow, button = _update.c, _flow.c, _button.c
        self._seen = prepare(sa.select(update.update_id).where(update.update_id == bind("u")))
        self._handled = prepare(database.insert(_update).on_conflict_do_nothing())
        self._read_flow = prepare(
            sa.select(flow.number, flow.sealed, flow.changed_at).where(flow.chat == bind("c"))
        )
        insert = database.insert(_flow)
        changed = {name: insert.excluded[name] for name in ("number", "sealed", "changed_at")}
        self._write_flow = prepare(insert.on_conflict_do_update(index_elements=["chat"], set_=changed))
        self._insert_button = prepare(sa.insert(_button))
        columns = sa.select(button.number, button.sealed, button.answer)
        whose = (button.button == bind("b"), button.chat == bind("c"))
        self._read_button = prepare(columns.where(*whose))
        self._answer_button = prepare(sa.update(_button).where(*whose).values(answer=bind("a")))
        before: sa.BindParameter[int] = bind("before")
        self._old = [
            (prepare(sa.delete(_update).where(update.done_at < before)), UPDATE_KEPT),
            (prepare(sa.delete(_flow).where(flow.changed_at < before)), FLOW_HOLDS),
            (prepare(sa.delete(_button).where(button.made_at < before)), BUTTON_HOLDS),
        ]

    def chat(self, chat: int) -> str:
        """The digest under which a chat is kept."""
        return hmac.digest(self._key, f"chat {chat}".encode(), "sha256").hex()[:32]

    def handled(self, update_id: int) -> bool:
        """Whether an update was handled to its end."""
        return bool(self._database.fetch(self._seen, (update_id,)))

    def mark_handled(self, update_id: int) -> None:
        row = {"update_id": update_id, "done_at": to_micros(self._clock.now())}
        self._database.write(self._handled, [row])

    def flow(self, chat: str) -> Flow:
        """Where a chat stands; in no flow when it was left for too long."""
        rows = self._database.fetch(self._read_flow, (chat,))
        if not rows:
            return Flow()
        number, sealed, changed_at = rows[0]
        content = self._open(chat, sealed)
        if content is None or from_micros(changed_at) < self._clock.now() - FLOW_HOLDS:
            return Flow(number)
        return Flow(number, content.step, content.data, content.question)

    def go_on(self, chat: str, flow: Flow, buttons: Sequence[Button]) -> None:
        """Keep where a chat stands now, and the buttons it is shown."""
        now = to_micros(self._clock.now())
        flow_row = {
            "chat": chat,
            "number": flow.number,
            "sealed": self._seal(chat, flow.step, flow.data, flow.question),
            "changed_at": now,
        }
        rows = [
            {
                "button": button.id,
                "chat": chat,
                "number": button.number,
                "sealed": self._seal(chat, button.action, button.data),
                "answer": None,
                "made_at": now,
            }
            for button in buttons
        ]
        with self._database.writing() as driver:
            self._database.run(driver, self._write_flow, [flow_row])
            if rows:
                self._database.run(driver, self._insert_button, rows)

    def new_button(self, number: int, action: str, data: Mapping[str, str]) -> Button:
        """A button with an id of its own, not kept yet."""
        return Button(f"b{os.urandom(_BUTTON_BYTES).hex()}", number, action, data)

    def button(self, chat: str, id: str) -> Button | None:
        """The button as this chat was shown it; None if it never was, or it is forgotten."""
        rows = self._database.fetch(self._read_button, {"b": id, "c": chat})
        if not rows:
            return None
        number, sealed, answer = rows[0]
        content = self._open(chat, sealed)
        if content is None:
            return None
        opened = None if answer is None else self._open(chat, answer)
        return Button(id, number, content.step, content.data, opened.step if opened is not None else None)

    def answered(self, chat: str, id: str, answer: str) -> None:
        """Keep what came of pressing a button, for when it is pressed again."""
        row = {"b": id, "c": chat, "a": self._seal(chat, answer, {})}
        self._database.write(self._answer_button, [row])

    def forget_old(self) -> None:
        """Drop what is too old to be of use."""
        with self._database.writing() as driver:
            for statement, kept in self._old:
                self._database.run(driver, statement, [{"before": to_micros(self._clock.now() - kept)}])

    def _seal(self, chat: str, step: str, data: Mapping[str, str], question: Question | None = None) -> bytes:
        nonce = os.urandom(_NONCE)
        content = msgspec.json.encode(_Content(step, data, question))
        return nonce + self._cipher.encrypt(nonce, content, chat.encode())

    def _open(self, chat: str, sealed: bytes) -> _Content | None:
        sealed = bytes(sealed)
        try:
            opened = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], chat.encode())
            return msgspec.json.decode(opened, type=_Content)
        except (InvalidTag, msgspec.MsgspecError):
            return None

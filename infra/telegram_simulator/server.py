"""The server: the Bot API, the control addresses for faults and phones, and the page with the phone."""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256
from typing import Any

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, web

from infra.pages import add_pages, own_page_only
from infra.telegram_simulator.faults import Dropped, Fault, Faults, after, before
from infra.telegram_simulator.limits import Limits
from infra.telegram_simulator.methods import Methods, chat_of
from infra.telegram_simulator.refusals import NOT_FOUND, UNAUTHORIZED, Refused
from infra.telegram_simulator.transcript import Transcript
from infra.telegram_simulator.world import World

_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_WAIT = 1.0
"""Seconds for which further lines of a transcript are waited for."""


class Simulator:
    """One bot, its chats and what may go wrong.

    Args:
        latency: seconds before every answer, as a far server has.
        token: the only one that is let in; any well-formed one without it.
    """

    def __init__(
        self,
        transcript: Transcript,
        *,
        limits: bool = True,
        latency: float = 0.0,
        token: str | None = None,
        any_chat: bool = False,
    ) -> None:
        self.transcript = transcript
        self.world = World(lambda: int(time.time()), transcript.write, any_chat=any_chat)
        self.limits = Limits(time.monotonic, limits)
        self.methods = Methods(self.world, self.limits)
        self.faults = Faults(time.monotonic)
        self.latency = latency
        self.token = token
        self.down_until = 0.0
        self.calls: dict[str, int] = {}

    def application(self) -> web.Application:
        app = web.Application(middlewares=[own_page_only, self._while_down], client_max_size=1 << 20)
        app.router.add_route("*", "/bot{token}/{method}", self._call)
        add_pages(app.router, __package__, "phone", "Telegram simulator")
        control = {
            ("GET", "/control/state"): self._state,
            ("POST", "/control/chats"): self._open,
            ("GET", "/control/chats/{chat}"): self._chat,
            ("POST", "/control/chats/{chat}/say"): self._say,
            ("POST", "/control/chats/{chat}/press"): self._press,
            ("POST", "/control/chats/{chat}/block"): self._block,
            ("POST", "/control/faults"): self._fault,
            ("DELETE", "/control/faults"): self._clear,
            ("POST", "/control/limits"): self._limit,
            ("POST", "/control/down"): self._down,
            ("POST", "/control/repeat"): self._repeat,
            ("GET", "/control/transcript"): self._transcript,
        }
        for (verb, path), handler in control.items():
            app.router.add_route(verb, path, self._controlled(handler))
        app.cleanup_ctx.append(self._webhooks)
        return app

    @web.middleware
    async def _while_down(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if time.monotonic() < self.down_until and request.path.startswith("/bot"):
            return _hang_up(request)
        response: web.StreamResponse = await handler(request)
        return response

    async def _call(self, request: web.Request) -> web.StreamResponse:
        token, name = request.match_info["token"], request.match_info["method"]
        self.calls[name] = self.calls.get(name, 0) + 1
        if self.latency:
            await asyncio.sleep(self.latency)
        try:
            if _TOKEN.fullmatch(token) is None:
                raise Refused(NOT_FOUND, "Not Found")
            if self.token not in (None, token):
                raise Refused(UNAUTHORIZED, "Unauthorized")
            method = self.methods.known.get(name.lower())
            if method is None:
                raise Refused(NOT_FOUND, "Not Found: method not found")
            parameters = await _parameters(request)
            fault = self.faults.hit(name, chat_of(parameters))
            before(fault)
            result = await method(parameters)
            await after(fault)
            return web.json_response({"ok": True, "result": result})
        except Refused as refused:
            return web.json_response(refused.body, status=refused.status)
        except Dropped:
            return _hang_up(request)

    async def _state(self, request: web.Request) -> Any:
        return {
            "bot": self.world.bot,
            "chats": [{**msgspec.to_builtins(person)} for person in self.world.people.values()],
            "commands": self.world.commands,
            "webhook": bool(self.methods.webhook),
            "waiting": len(self.world.updates),
            "last_update": self.world.last_update,
            "limits": self.limits.on,
            "faults": msgspec.to_builtins(self.faults.kept),
            "calls": self.calls,
        }

    async def _open(self, request: web.Request) -> Any:
        body = await request.json()
        count = int(body.get("count", 1))
        people = [
            self.world.open_chat(
                body.get("first_name", "Phone"), body.get("language_code", "en"), body.get("id")
            )
            for _ in range(count)
        ]
        return {"chats": [person.id for person in people]}

    async def _chat(self, request: web.Request) -> Any:
        chat = int(request.match_info["chat"])
        return {
            "chat": msgspec.to_builtins(self.world.people[chat]),
            "messages": list(self.world.messages[chat].values())[-int(request.query.get("last", 0)) :],
            "toasts": self.world.toasts.get(chat, []),
            "pinned": self.world.pinned.get(chat, []),
            "silent": self.world.silent.get(chat, []),
        }

    async def _say(self, request: web.Request) -> Any:
        body = await request.json()
        return self.world.say(int(request.match_info["chat"]), str(body["text"]))

    async def _press(self, request: web.Request) -> Any:
        body = await request.json()
        chat = int(request.match_info["chat"])
        return {"query": self.world.press(chat, str(body["data"]), body.get("message"))}

    async def _block(self, request: web.Request) -> Any:
        body = await request.json()
        self.world.block(int(request.match_info["chat"]), bool(body["blocked"]))
        return {}

    async def _fault(self, request: web.Request) -> Any:
        self.faults.add(msgspec.json.decode(await request.read(), type=Fault))
        return {"faults": msgspec.to_builtins(self.faults.kept)}

    async def _clear(self, request: web.Request) -> Any:
        self.faults.clear()
        return {"faults": []}

    async def _limit(self, request: web.Request) -> Any:
        self.limits.on = bool((await request.json())["on"])
        return {"limits": self.limits.on}

    async def _down(self, request: web.Request) -> Any:
        self.down_until = time.monotonic() + float((await request.json())["seconds"])
        return {}

    async def _repeat(self, request: web.Request) -> Any:
        self.world.repeat(int((await request.json())["update"]))
        return {}

    async def _transcript(self, request: web.Request) -> Any:
        """Every line, or those of a `chat` behind so many; those `beyond` so many are waited for a while."""
        if "chat" not in request.query:
            return self.transcript.lines
        chat = int(request.query["chat"])
        if "beyond" not in request.query:
            return self.transcript.of(chat)[int(request.query.get("behind", 0)) :]
        return await self.transcript.beyond(chat, int(request.query["beyond"]), _WAIT)

    @staticmethod
    def _controlled(handler: Callable[[web.Request], Awaitable[Any]]) -> Any:
        async def answer(request: web.Request) -> web.Response:
            try:
                return web.json_response(await handler(request))
            except (KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
                return web.json_response({"error": str(error)}, status=400)

        return answer

    async def _webhooks(self, app: web.Application) -> AsyncIterator[None]:
        task = asyncio.create_task(self._push())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    async def _push(self) -> None:
        """Send waiting updates to the webhook, one after the other, again until it takes them."""
        async with ClientSession(timeout=ClientTimeout(total=10)) as session:
            while True:
                hook = self.methods.webhook
                if not hook or not self.world.updates:
                    await asyncio.sleep(0.02 if hook else 0.2)
                    continue
                update = self.world.updates[0]
                headers = {_SECRET_HEADER: hook["secret"]} if hook["secret"] else {}
                try:
                    async with session.post(hook["url"], json=update, headers=headers) as answer:
                        if answer.status == 200:
                            self.world.confirm(update["update_id"] + 1)
                            continue
                except (ClientError, TimeoutError, OSError):
                    pass
                await asyncio.sleep(0.2)


async def _parameters(request: web.Request) -> dict[str, str]:
    found = dict(request.query)
    if request.content_type == "application/json":
        body = await request.json()
        found |= {
            name: content if isinstance(content, str) else json.dumps(content)
            for name, content in body.items()
        }
    else:
        found |= {name: _field(content) for name, content in (await request.post()).items()}
    return found


def _field(content: "str | bytearray | bytes | web.FileField") -> str:
    """A field of a form as text; of a file its name, digest and size, and what stands in a text."""
    if isinstance(content, web.FileField):
        held = content.file.read()
        text = held.decode(errors="replace") if content.content_type.startswith("text/") else ""
        return json.dumps(
            {
                "name": content.filename,
                "type": content.content_type,
                "sha256": sha256(held).hexdigest(),
                "size": len(held),
                "content": text,
            }
        )
    return str(content)


def _hang_up(request: web.Request) -> web.Response:
    """Close the connection; what is returned reaches nobody."""
    if request.transport is not None:
        request.transport.abort() if hasattr(request.transport, "abort") else request.transport.close()
    return web.Response()

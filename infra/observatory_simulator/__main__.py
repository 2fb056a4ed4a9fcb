"""Run the simulator: `python -m infra.observatory_simulator --port 8082`."""

import argparse
import asyncio
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from aiohttp import web

from infra.observatory_simulator.sky import CHANGES, MODES, Mode, Sky, warning_info, warnsum
from infra.pages import add_pages, listening, own_page_only, serve
from shared.clock import Clock, SystemClock

ZONE = ZoneInfo("Asia/Hong_Kong")
_ERROR_PAGE = "Please include valid parameters in API request."


class Simulator:
    """A weather that is set by hand."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.sky = Sky()
        self._asked = 0
        self._asked_at: datetime | None = None

    def application(self) -> web.Application:
        application = web.Application(middlewares=[own_page_only])
        application.router.add_get("/weather.php", self._answer)
        application.router.add_get("/control", self._state)
        application.router.add_post("/control/mode/{mode}", self._set_mode)
        application.router.add_post("/control/{change}", self._change)
        add_pages(application.router, __package__, "sky", "Observatory simulator")
        return application

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self._asked += 1
        self._asked_at = self._clock.now()
        answers = {"warnsum": warnsum, "warningInfo": warning_info}
        answer = answers.get(request.query.get("dataType", ""))
        mode: Mode = self.sky.mode
        if mode == "silent":
            # Whoever asked gives up first; the connection stays open without a word.
            await asyncio.sleep(3600)
        if answer is None or mode == "html":
            return web.Response(text=_ERROR_PAGE, content_type="text/html")
        if mode == "error" or (mode == "half" and answer is warning_info):
            return web.Response(status=503, text="Service Unavailable")
        body = msgspec.json.encode(answer(self.sky))
        if mode == "cut":
            body = body[: len(body) // 2]
        return web.Response(body=body, content_type="application/json", charset="utf-8")

    async def _state(self, request: web.Request) -> web.Response:
        return self._report()

    async def _set_mode(self, request: web.Request) -> web.Response:
        mode = request.match_info["mode"]
        if mode not in MODES:
            raise web.HTTPNotFound(text=f"There is no mode {mode}. There are {', '.join(MODES)}.")
        self.sky = msgspec.structs.replace(self.sky, mode=mode)
        return self._report()

    async def _change(self, request: web.Request) -> web.Response:
        change = CHANGES.get(request.match_info["change"])
        if change is None:
            raise web.HTTPNotFound(text=f"There is no such change. There are {', '.join(CHANGES)}.")
        self.sky = change(self.sky, self._moment(request.query.get("at")))
        return self._report()

    def _moment(self, written: str | None) -> datetime:
        """When a change is dated: as said with `?at=`, else now."""
        if written is None:
            return self._clock.now().astimezone(ZONE).replace(microsecond=0)
        try:
            moment = datetime.fromisoformat(written)
        except ValueError:
            raise web.HTTPBadRequest(text="at= is a time such as 2026-03-28T10:05") from None
        return moment.replace(tzinfo=ZONE) if moment.tzinfo is None else moment.astimezone(ZONE)

    def _report(self) -> web.Response:
        report: dict[str, Any] = {
            "mode": self.sky.mode,
            "warnsum": warnsum(self.sky),
            "warningInfo": warning_info(self.sky),
            "asked": self._asked,
            "asked_at": self._asked_at,
        }
        return web.Response(body=msgspec.json.encode(report), content_type="application/json")


def main() -> None:
    """Serve on loopback until stopped; port 0 is any that is free."""
    parser = argparse.ArgumentParser(prog="python -m infra.observatory_simulator", description=__doc__)
    parser.add_argument("--port", type=listening, default="8082")
    given = parser.parse_args()
    serve(Simulator(SystemClock()).application(), given.port)


if __name__ == "__main__":
    main()

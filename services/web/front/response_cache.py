"""Answers that anyone gets, given again without the application while all that they follow from is as it was.

The application says from which moment of a tournament an answer follows, and `Vary` which headers of the
request count for it. What is asked for without a token, and without a cookie where one counts, is answered
from here: with a 304, or with the bytes that the application keeps. Where tournaments stand now is read once
for all who ask at about the same time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

from services.web.codings import taken
from services.web.etags import AnswerCache, matching, without_coding
from services.web.front.bridge import Answer, Environ, RawHeaders
from services.web.languages import preferred
from services.web.moments import FOLLOWS_FROM, Following, Moment
from services.web.shared_addresses import query_meant

_MOST = 4096
_LONGEST_ADDRESS = 500
_SECRETS = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")

_NOT_IN_304 = (b"content", b"x", b"referrer", b"link", b"etag", b"tileledger", b"live")
"""How headers begin that a 304 has not: what is said of the content or page, and what browsers keep."""

Address = tuple[str, str]


class Kept:
    """An answer as it was given last.

    Attributes:
        following: what it follows from.
        route: its name, for the figures.
        made: set once whoever is having it made anew has it; None while nobody is.
    """

    def __init__(self, following: Following, route: str) -> None:
        self.following, self.route = following, route
        self.made: asyncio.Event | None = None
        self._tag = self._tag_of_body = ""
        self._unchanged: RawHeaders = []
        self._whole: RawHeaders | None = None

    def take(self, following: Following, answer: Answer, tag: str) -> None:
        """Note an answer, whole or a 304."""
        if following != self.following:
            self.following, self._whole = following, None
        self._tag = without_coding(tag)
        self._unchanged = [(name, value) for name, value in answer.headers if _stands_in_304(name)]
        if answer.status == 200:
            self._whole, self._tag_of_body = answer.headers, tag

    def answer(self, if_none_match: str | None, answers: AnswerCache) -> Answer | None:
        """What the application would answer; None where it has to be asked."""
        known = matching(if_none_match, self._tag)
        if known is not None:
            return Answer(304, [*self._unchanged, (b"etag", known.encode())], b"")
        if self._whole is None or if_none_match == "*":
            return None
        found = answers.get(self._tag_of_body)
        return Answer(200, self._whole, found.body) if found is not None else None


class KeptAnswers:
    """The answers given last, those not asked for longest dropped first. For one event loop.

    Args:
        answers: where the application keeps the bytes.
    """

    def __init__(self, answers: AnswerCache, most: int = _MOST) -> None:
        self._answers, self._most = answers, most
        self._vary: OrderedDict[Address, tuple[str, ...]] = OrderedDict()
        self._kept: OrderedDict[tuple[object, ...], Kept] = OrderedDict()

    def find(self, environ: Environ) -> Kept | None:
        """The answer that was last given to a request like this one."""
        address = _address(environ)
        vary = self._vary.get(address)
        if vary is None or not _is_open(environ, vary):
            return None
        key = _key(address, vary, environ)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            self._vary.move_to_end(address)
        return kept

    def answer(self, kept: Kept, environ: Environ) -> Answer | None:
        """What is answered to a request now that the moment is still that of the kept answer."""
        return kept.answer(environ.get("HTTP_IF_NONE_MATCH"), self._answers)

    def keep(self, environ: Environ, answer: Answer, route: str) -> None:
        """Keep what the application answered, if anyone gets it and it says what it follows from."""
        following: Following | None = environ.get(FOLLOWS_FROM)
        address = _address(environ)
        if following is None or len(address[0]) + len(address[1]) > _LONGEST_ADDRESS:
            return
        headers = dict(answer.headers)
        vary = _names(headers.get(b"vary", b"*").decode("latin-1"))
        tag = headers.get(b"etag")
        if tag is None or b"set-cookie" in headers or not _is_open(environ, vary):
            return
        key = _key(address, vary, environ)
        kept = self._kept.setdefault(key, Kept(following, route))
        kept.take(following, answer, tag.decode("latin-1"))
        self._vary[address] = vary
        for held in (self._vary, self._kept):
            if len(held) > self._most:
                held.popitem(last=False)

    @contextmanager
    def being_made(self, kept: Kept | None) -> Iterator[None]:
        """Have those who ask for the same meanwhile wait for it."""
        if kept is None or kept.made is not None:
            yield
            return
        made = kept.made = asyncio.Event()
        try:
            yield
        finally:
            kept.made = None
            made.set()


def _address(environ: Environ) -> Address:
    path = environ["PATH_INFO"]
    return path, query_meant(path, environ["QUERY_STRING"])


def _names(vary: str) -> tuple[str, ...]:
    """The headers that Vary names, as the environment calls them."""
    return tuple(f"HTTP_{name.strip().upper().replace('-', '_')}" for name in vary.split(","))


def _is_open(environ: Environ, vary: Sequence[str]) -> bool:
    """Whether the answer is anyone's: nothing that could open more was sent."""
    if environ["REQUEST_METHOD"] != "GET" or "HTTP_*" in vary:
        return False
    return not any(name in environ for name in _SECRETS if name in vary or name == "HTTP_AUTHORIZATION")


def _key(address: Address, vary: Sequence[str], environ: Environ) -> tuple[object, ...]:
    return (*address, *(_header(name, environ.get(name)) for name in vary))


def _header(name: str, value: str | None) -> object:
    """What a header says, however it says it."""
    if name == "HTTP_ACCEPT_ENCODING":
        return taken(value)
    return preferred(value) if name == "HTTP_ACCEPT_LANGUAGE" else value


def _stands_in_304(name: bytes) -> bool:
    return name.partition(b"-")[0] not in _NOT_IN_304


Read = Callable[[str], Moment]


class Moments:
    """Reads moments in a thread, as the database may be slow, one for many askers. For one event loop.

    What was recorded before a request came, its answer shows. A read that is under way may have missed it, so
    whoever comes meanwhile waits for the next.

    Args:
        read: gives the moment of a tournament.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="moment")
        self._waiting: dict[str, asyncio.Future[Moment]] = {}
        self._reading = False

    async def now(self, tournament: str) -> Moment:
        """The moment of a tournament, as it is now or later; raises what reading it raises."""
        awaited = self._waiting.get(tournament)
        if awaited is None:
            loop = asyncio.get_running_loop()
            awaited = self._waiting[tournament] = loop.create_future()
            if not self._reading:
                self._reading = True
                # Once all requests that are here already have asked, too.
                loop.call_soon(self._begin)
        return await asyncio.shield(awaited)

    def _begin(self) -> None:
        waiting, self._waiting = self._waiting, {}
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads, self._read_each, tuple(waiting))
        done.add_done_callback(partial(self._tell, waiting))

    def _read_each(self, tournaments: Iterable[str]) -> list[Moment | Exception]:
        return [self._read_one(tournament) for tournament in tournaments]

    def _read_one(self, tournament: str) -> Moment | Exception:
        try:
            return self._read(tournament)
        except Exception as error:
            return error

    def _tell(
        self,
        waiting: Mapping[str, "asyncio.Future[Moment]"],
        done: "asyncio.Future[list[Moment | Exception]]",
    ) -> None:
        for awaited, found in zip(waiting.values(), done.result(), strict=True):
            if isinstance(found, Exception):
                awaited.set_exception(found)
                # Looked at, should all who waited be gone: asyncio complains of failures that nobody saw.
                awaited.exception()
            else:
                awaited.set_result(found)
        self._reading = bool(self._waiting)
        if self._reading:
            self._begin()

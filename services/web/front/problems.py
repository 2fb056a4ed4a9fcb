"""What the front refuses, in words."""

from shared.problems import ProblemType

BUSY_SECONDS = 2

BODY_TOO_SLOW = ProblemType("body-too-slow", 408)
HEADERS_TOO_LARGE = ProblemType("headers-too-large", 431)
TOO_MANY_REQUESTS = ProblemType("too-many-requests", 429)
TOO_MUCH_AT_ONCE = ProblemType("too-much-at-once", 429, retry_after=BUSY_SECONDS)
SERVER_BUSY = ProblemType("server-busy", 503, retry_after=BUSY_SECONDS)

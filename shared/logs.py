"""Logs to standard error, for people on a terminal and as JSON for machines.

A log line says what happened by ids. Fields that could hold personal data or secrets are blanked whatever
their value, because logs are copied to places where nobody can forget anything.
"""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

from shared.settings import LogFormat

BLANKED = frozenset(
    {
        "name", "name_en", "name_zh", "email", "phone", "birth_date", "chat_id", "address", "text", "reason",
        "personal", "token", "authorization", "cookie", "password", "secret",
    }
)  # fmt: skip
_BLANK = "(not logged)"


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to whatever standard error is at the moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


def set_up_logs(form: LogFormat = "auto", level: str = "info") -> None:
    """Send this program's and its libraries' log lines to standard error, once per process.

    Args:
        form: "json", "console", or "auto": console when standard error is a terminal.
        level: the least level that is shown: debug, info, warning or error.
    """
    as_json = form == "json" or (form == "auto" and not sys.stderr.isatty())
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        blank_personal_fields,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    rendering: list[structlog.typing.Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
        if as_json
        # Without the values of variables, among which are names, links and codes.
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    handler = _StandardError()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # These name every step they take, or every request with its address, which can carry a bot's token.
    for noisy in ("httpx", "httpcore", "alembic", "apscheduler"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def set_up_unless_done() -> None:
    """Set logs up if nobody has, so that a line of a command line call does not end up among its answer."""
    if not structlog.is_configured():
        set_up_logs()


def logger(name: str) -> structlog.stdlib.BoundLogger:
    """A logger for the module `name`; call it as `log.info("sheet_closed", tournament=…, seq=…)`."""
    bound: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return bound


def blank_personal_fields(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Blank the fields that a log line must not hold."""
    for field in BLANKED & line.keys():
        line[field] = _BLANK
    return line

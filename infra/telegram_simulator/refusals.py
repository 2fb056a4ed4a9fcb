"""How the Bot API says no."""

from typing import Any

BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_MANY = 400, 401, 403, 404, 409, 429


class Refused(Exception):
    """An answer with `ok: false`."""

    def __init__(self, status: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.status = status
        self.body = {"ok": False, "error_code": status, "description": description}
        if parameters:
            self.body["parameters"] = parameters


def too_many(seconds: int) -> Refused:
    return Refused(TOO_MANY, f"Too Many Requests: retry after {seconds}", retry_after=seconds)

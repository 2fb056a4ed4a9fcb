"""What the text of each setting may be: how it is read, and why it cannot be used."""

import re
from collections.abc import Callable, Mapping
from urllib.parse import quote, urlsplit

from shared.catalogue import Phrase

_TELEGRAM = "api.telegram.org"
_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
_WEBHOOK_PORTS = (443, 80, 88, 8443)
"""To which Telegram sends updates."""


class Unusable(Exception):
    """A text that a setting cannot have; the phrase says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.phrase = phrase


def _database_url(text: str) -> str:
    scheme, _, place = text.partition("://")
    if scheme in ("postgresql", "postgresql+psycopg"):
        return _with_password(text)
    if scheme != "sqlite" or place[:1] not in ("", "/", "?"):
        raise Unusable(Phrase("part-settings-neither-sqlite-file-nor-postgresql"))
    if place.partition("?")[0].removeprefix("/") in ("", ":memory:"):
        raise Unusable(Phrase("part-settings-in-memory"))
    return text


def _with_password(text: str) -> str:
    """An address whose password ends where everybody takes it to end (RFC 3986, 3.2).

    Why another cannot be used says nothing of what stands there: that may be the password.
    """
    user, at, rest = text.partition("//")[2].rpartition("@")
    for character in "@/?#":
        if character in user:
            escaped = {"character": character, "escaped": quote(character, safe="")}
            raise Unusable(Phrase("part-settings-unescaped", escaped))
    port = re.match(r"(?:\[[^]/?]*\]|[^]/?:[]*)(?::([0-9]{1,5}))?(?:[/?]|$)", rest)
    if port is None or int(port[1] or 1) not in range(1, 65536):
        raise Unusable(Phrase("part-settings-no-port" if at else "part-settings-no-port-or-at"))
    return text


def _standby_url(text: str) -> str:
    if not _database_url(text).startswith("postgresql"):
        raise Unusable(Phrase("part-settings-standby-of-sqlite"))
    return text


def _address(*schemes: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        try:
            parts = urlsplit(text)
            usable = (
                parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
            )
        except ValueError:
            usable = False
        if not usable:
            expected = " or ".join(f"{scheme}://…" for scheme in schemes)
            raise Unusable(Phrase("part-settings-not-address", {"expected": expected}))
        return text

    return read


def _telegram_webhook(text: str) -> str:
    parts = urlsplit(_address("https", "http")(text))
    if parts.scheme != "https" and parts.hostname not in _THIS_MACHINE:
        raise Unusable(Phrase("part-settings-telegram-sends-updates-only-https"))
    return text


def _telegram_api(text: str) -> str:
    url = _page_url(text)
    if urlsplit(url).hostname == _TELEGRAM and not url.startswith("https:"):
        raise Unusable(Phrase("part-settings-telegram-needs-https"))
    return url


def check_webhook(api_url: str, webhook_url: str | None) -> None:
    """Refuse an address to which Telegram itself sends no updates; a Bot API server of one's own may."""
    url = urlsplit(webhook_url or "")
    if urlsplit(api_url).hostname != _TELEGRAM or url.hostname in (None, *_THIS_MACHINE):
        return
    from shared.hosts import is_known_outside

    if not is_known_outside(url.hostname):
        raise Unusable(Phrase("part-settings-webhook-inside", {"host": url.hostname}))
    if url.port not in (None, *_WEBHOOK_PORTS):
        raise Unusable(
            Phrase("part-settings-webhook-port", {"known": [str(port) for port in _WEBHOOK_PORTS]})
        )


def _page_url(text: str) -> str:
    return _address("https", "http")(text).rstrip("/")


def _alert_urls(text: str) -> str:
    if not all(re.match(r"[a-z0-9+]+://\S", url) for url in text.split()):
        raise Unusable(
            Phrase("part-settings-not-one-more-addresses-such"),
        )
    return text


def _hosts(text: str) -> str:
    from shared.hosts import read_allowed

    try:
        read_allowed(text)
    except ValueError:
        raise Unusable(
            Phrase("part-settings-not-host-names-addresses-networks"),
        ) from None
    return text


def _contact(text: str) -> str:
    from shared.hosts import is_known_outside, is_number

    # As py_vapid, and some push services, will have it.
    found = re.fullmatch(r"(mailto:[^@\s]+@|https://)([\w-]+(?:\.[\w-]+)+)", text, re.ASCII)
    if found is None or (is_number(found[2]) and found[1] != "https://"):
        raise Unusable(Phrase("part-settings-no-contact"))
    if not is_known_outside(found[2]):
        raise Unusable(Phrase("part-settings-contact-inside", {"host": found[2]}))
    return text


def _push_key(text: str) -> str:
    from shared.p256 import read_private

    try:
        read_private(text)
    except ValueError:
        raise Unusable(Phrase("part-settings-no-push-key")) from None
    return text


def _bind(text: str) -> str:
    host, colon, port = text.rpartition(":")
    if not colon or not host or re.fullmatch(r"[0-9]{1,5}", port) is None or int(port) > 65535:
        raise Unusable(Phrase("part-settings-not-host-port-such-127"))
    return text


def _secret_key(text: str) -> str:
    if len(text.encode()) < 32:
        raise Unusable(Phrase("part-settings-secret-at-least-32-characters"))
    return text


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in choices:
            raise Unusable(Phrase("part-settings-none", {"known": [*choices]}))
        return text.lower()

    return read


def _count(most: int, least: int = 0) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,9}", text) is None or not least <= int(text) <= most:
            raise Unusable(Phrase("part-settings-no-whole-number-from", {"least": least, "most": most}))
        return int(text)

    return read


def _flag(text: str) -> bool:
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if text.lower() not in known:
        raise Unusable(Phrase("part-settings-neither-1-nor-0"))
    return known[text.lower()]


READERS: Mapping[str, Callable[[str], object]] = {
    "database_url": _database_url,
    "vault_url": _database_url,
    "standby_url": _standby_url,
    "standby_behind_seconds": _count(3600, least=1),
    "secret_key": _secret_key,
    "telegram_api_url": _telegram_api,
    "telegram_webhook_url": _telegram_webhook,
    "telegram_webhook_bind": _bind,
    "hko_url": _address("https", "http"),
    "smtp_url": lambda text: _address("smtp", "smtps")(_with_password(text)),
    "public_url": _page_url,
    "alert_urls": _alert_urls,
    "webhook_allow": _hosts,
    "web_push_contact": _contact,
    "web_push_key": _push_key,
    "email_unacknowledged_after": _count(7 * 24 * 60),
    "retention_days": _count(3650),
    "participant_past_minutes": _count(525_600),
    "bind": _bind,
    "database_connections": _count(100, least=1),
    "most_streams": _count(500),
    "trusted_proxies": _count(10),
    "rate_limits": _count(10_000),
    "weather_automatic": _flag,
    "log_format": _one_of("auto", "json", "console"),
    "log_level": _one_of("debug", "info", "warning", "error"),
    "debug": _flag,
}

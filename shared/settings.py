"""Settings from the environment and a `.env` file: values, where each came from, and what may be shown.

The environment wins over `.env`, which wins over the default. A `TILELEDGER_` name that nobody knows is a
slip of the pen and refused, as is a value that cannot be used. An empty value counts as none.
"""

import os
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

PREFIX = "TILELEDGER_"
MASK = "********"
Source = Literal["environment", ".env", "default"]
LogFormat = Literal["auto", "json", "console"]

SETTING_UNKNOWN = ProblemType("setting-unknown", 500)
SETTING_INVALID = ProblemType("setting-invalid", 500)
DOTENV_UNREADABLE = ProblemType("dotenv-unreadable", 500)


class Settings(msgspec.Struct, frozen=True):
    """What the program runs with. Addresses are URLs; `None` means that the thing is switched off.

    Attributes:
        database_url, vault_url: the log's database, and that of the keys to personal data.
        database_connections: to PostgreSQL, the most that one process has open at once to each database.
        secret_key: the secret from which all others are derived; without it a key file is kept.
        seal_key: the private key that signs head hashes.
        telegram_webhook_url: where Telegram sends updates; without it the bot asks for them.
        telegram_webhook_bind: host and port at which the worker listens for what comes to that address.
        bind: host and port of the web server.
        most_streams: event streams and exports that one web process sends at once.
        trusted_proxies: how many proxies of one's own stand before the web server, each adding the address it
            sees to X-Forwarded-For; 0: that header is not believed.
        rate_limits: per cent of the rates in docs/security.md that are allowed; 0 for no rates.
        public_url: where the public pages are reached from outside, for links in messages; without a slash at
            the end. None: messages have no link.
        alert_urls: where organizers are alerted besides, as Apprise writes addresses, separated by blanks.
        webhook_allow: hosts and networks that webhooks and pushes may go to though they are not public or not
            https, separated by blanks.
        web_push_contact: whom push services may write to, "mailto:…" or "https://…"; without it nothing is
            sent to browsers.
        web_push_key: the private key that pushes are signed with; without it one follows from the secret.
        email_unacknowledged_after: minutes after which a suspension or new date that nobody acknowledged in a
            chat is sent by e-mail as well; 0 for never.
        retention_days: days after the last day of play when the organizer is reminded to forget its people;
            0 for never.
        participant_past_minutes: how long ago something may have happened that a participant enters.
        weather_automatic: confirm proposals to suspend a day for weather without a person.
        debug: show tracebacks.
    """

    database_url: str = "sqlite:///var/tileledger.db"
    vault_url: str = "sqlite:///var/vault.db"
    database_connections: int = 5
    secret_key: str | None = None
    seal_key: str | None = None
    telegram_token: str | None = None
    telegram_api_url: str = "https://api.telegram.org"
    telegram_webhook_url: str | None = None
    telegram_webhook_bind: str = "127.0.0.1:8443"
    hko_url: str = "https://data.weather.gov.hk/weatherAPI/opendata/weather.php"
    smtp_url: str | None = None
    public_url: str | None = None
    alert_urls: str | None = None
    webhook_allow: str | None = None
    web_push_contact: str | None = None
    web_push_key: str | None = None
    email_unacknowledged_after: int = 30
    retention_days: int = 60
    participant_past_minutes: int = 180
    bind: str = "127.0.0.1:8000"
    most_streams: int = 16
    trusted_proxies: int = 0
    rate_limits: int = 100
    weather_automatic: bool = False
    log_format: LogFormat = "auto"
    log_level: str = "info"
    debug: bool = False

    @property
    def bind_host(self) -> str:
        return host_and_port(self.bind)[0]

    @property
    def channels(self) -> tuple[str, ...]:
        """The names of the channels to people that are set."""
        known = (
            ("telegram", self.telegram_token),
            ("web_push", self.web_push_contact),
            ("email", self.smtp_url),
        )
        return tuple(name for name, setting in known if setting is not None)

    @property
    def site(self) -> str:
        """Where the pages are: as reached from outside, else on this machine; no slash at the end."""
        return self.public_url or f"http://{self.bind}"

    @property
    def bind_port(self) -> int:
        return host_and_port(self.bind)[1]


class Described(msgspec.Struct, frozen=True):
    """One setting as `doctor` shows it: the value masked, "" for none."""

    name: str
    value: str
    source: Source


class Loaded(msgspec.Struct, frozen=True):
    """Settings with the source of each, by variable name."""

    settings: Settings
    sources: Mapping[str, Source]

    def described(self) -> tuple[Described, ...]:
        """Every setting, its source, secrets and passwords masked."""
        return tuple(
            Described(
                variable(field),
                shown(field, getattr(self.settings, field)),
                self.sources.get(variable(field), "default"),
            )
            for field in Settings.__struct_fields__
        )


def load_settings(environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Loaded:
    """Read the settings.

    Args:
        environ: the environment; the process's own by default.
        folder: where `.env` lies; the working folder by default.

    Raises:
        Problem: setting-unknown, setting-invalid or dotenv-unreadable.
    """
    values: dict[str, tuple[str, Source]] = {}
    for name, text in _dotenv((folder or Path()) / ".env").items():
        values[name] = (text, ".env")
    for name, text in (os.environ if environ is None else environ).items():
        if name.startswith(PREFIX):
            values[name] = (text, "environment")
    fields, sources = {}, {}
    for name, (text, source) in values.items():
        field = _field(name, source)
        if text.strip():
            fields[field] = _read(field, text.strip(), source)
            sources[name] = source
    if "vault_url" not in fields and "database_url" in fields:
        fields["vault_url"] = _beside(str(fields["database_url"]))
    return Loaded(msgspec.convert(fields, Settings), sources)


def host_and_port(bind: str) -> tuple[str, int]:
    """The two parts of a setting such as "127.0.0.1:8000" or "[::1]:8000"."""
    host, _, port = bind.rpartition(":")
    return host.strip("[]"), int(port)


def variable(field: str) -> str:
    """The environment variable of a field: "TILELEDGER_DATABASE_URL"."""
    return PREFIX + field.upper()


def shown(field: str, value: object) -> str:
    """A value fit for a screen or a bug report: no secret, no password."""
    if value is None:
        return ""
    if field in _SECRET:
        return MASK
    if isinstance(value, bool):
        return "1" if value else "0"
    text = re.sub(r"(//[^:/@]*):[^@/]*@", rf"\1:{MASK}@", str(value))
    return re.sub(r"(?i)(password|token|key)=[^&]+", rf"\1={MASK}", text)


_SECRET = frozenset({"secret_key", "seal_key", "telegram_token", "alert_urls", "web_push_key"})


def _dotenv(file: Path) -> dict[str, str]:
    if not file.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        found = dotenv_values(file, interpolate=False, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        detail = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise DOTENV_UNREADABLE(file=file.name, detail=detail) from error
    return {name: text or "" for name, text in found.items() if name.startswith(PREFIX)}


def _field(name: str, source: Source) -> str:
    field = name.removeprefix(PREFIX).lower()
    if field in Settings.__struct_fields__ and name == variable(field):
        return field
    close = get_close_matches(name, [variable(known) for known in Settings.__struct_fields__], 1)
    hint = Phrase("part-setting-meant", {"name": close[0]}) if close else ""
    raise SETTING_UNKNOWN(name=name, source=source, hint=hint)


def _read(field: str, text: str, source: Source) -> object:
    try:
        return _READERS.get(field, _text)(text)
    except _Unusable as wrong:
        raise _invalid(field, source, wrong) from None


def _invalid(field: str, source: Source, wrong: "_Unusable") -> Problem:
    return SETTING_INVALID(name=variable(field), source=source, detail=wrong.phrase)


class _Unusable(Exception):
    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.phrase = phrase


def _text(text: str) -> str:
    return text


def _database_url(text: str) -> str:
    if re.match(r"(sqlite|postgresql)(\+psycopg)?://", text) is None:
        raise _Unusable(Phrase("part-settings-neither-sqlite-file-nor-postgresql"))
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
            raise _Unusable(Phrase("part-settings-not-address", {"expected": expected}))
        return text

    return read


def _telegram_webhook(text: str) -> str:
    parts = urlsplit(_address("https", "http")(text))
    if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise _Unusable(Phrase("part-settings-telegram-sends-updates-only-https"))
    return text


def _page_url(text: str) -> str:
    return _address("https", "http")(text).rstrip("/")


def _alert_urls(text: str) -> str:
    if not all(re.match(r"[a-z0-9+]+://\S", url) for url in text.split()):
        raise _Unusable(
            Phrase("part-settings-not-one-more-addresses-such"),
        )
    return text


def _hosts(text: str) -> str:
    from shared.hosts import read_allowed

    try:
        read_allowed(text)
    except ValueError:
        raise _Unusable(
            Phrase("part-settings-not-host-names-addresses-networks"),
        ) from None
    return text


def _contact(text: str) -> str:
    # As py_vapid, and some push services, will have it.
    if re.fullmatch(r"mailto:[^@\s]+@[\w-]+(\.[\w-]+)+|https://[\w-]+(\.[\w-]+)+", text, re.ASCII) is None:
        raise _Unusable(Phrase("part-settings-no-contact"))
    return text


def _push_key(text: str) -> str:
    from shared.p256 import read_private

    try:
        read_private(text)
    except ValueError:
        raise _Unusable(Phrase("part-settings-no-push-key")) from None
    return text


def _bind(text: str) -> str:
    host, colon, port = text.rpartition(":")
    if not colon or not host or re.fullmatch(r"[0-9]{1,5}", port) is None or int(port) > 65535:
        raise _Unusable(Phrase("part-settings-not-host-port-such-127"))
    return text


def _secret_key(text: str) -> str:
    if len(text.encode()) < 32:
        raise _Unusable(Phrase("part-settings-secret-at-least-32-characters"))
    return text


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in choices:
            raise _Unusable(Phrase("part-settings-none", {"known": [*choices]}))
        return text.lower()

    return read


def _count(most: int, least: int = 0) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,9}", text) is None or not least <= int(text) <= most:
            raise _Unusable(Phrase("part-settings-no-whole-number-from", {"least": least, "most": most}))
        return int(text)

    return read


def _flag(text: str) -> bool:
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if text.lower() not in known:
        raise _Unusable(Phrase("part-settings-neither-1-nor-0"))
    return known[text.lower()]


_READERS: Mapping[str, Callable[[str], object]] = {
    "database_url": _database_url,
    "vault_url": _database_url,
    "secret_key": _secret_key,
    "telegram_api_url": _address("https", "http"),
    "telegram_webhook_url": _telegram_webhook,
    "telegram_webhook_bind": _bind,
    "hko_url": _address("https", "http"),
    "smtp_url": _address("smtp", "smtps"),
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


def _beside(database_url: str) -> str:
    """The vault's default place: a file of its own in the folder of the log's file."""
    scheme, _, path = database_url.partition("://")
    file = path.removeprefix("/").partition("?")[0]
    if not scheme.startswith("sqlite"):
        return Settings().vault_url
    if file in ("", ":memory:"):
        return "sqlite://"
    return f"sqlite:///{Path(file).with_name('vault.db')}"

"""Settings from the environment, files and a `.env`: values, where each came from, and what may be shown.

The environment wins over credentials, which win over `.env`, which wins over the default. A credential is a
file that is named as a setting and holds its value, in the folder that CREDENTIALS_DIRECTORY names
(systemd.exec(5), "Credentials"); secrets of containers are such files as well. A `TILELEDGER_` name that
nobody knows is a slip of the pen and refused, as is a value that cannot be used. An empty value counts as
none.
"""

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

import msgspec

from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType
from shared.setting_values import READERS, Unusable, check_webhook

PREFIX = "TILELEDGER_"
MASK = "********"
CREDENTIALS = "CREDENTIALS_DIRECTORY"
Source = Literal["environment", "credential", ".env", "default"]
LogFormat = Literal["auto", "json", "console"]

SETTING_UNKNOWN = ProblemType("setting-unknown", 500)
SETTING_INVALID = ProblemType("setting-invalid", 500)
DOTENV_UNREADABLE = ProblemType("dotenv-unreadable", 500)
CREDENTIAL_UNREADABLE = ProblemType("credential-unreadable", 500)


class Settings(msgspec.Struct, frozen=True):
    """What the program runs with. Addresses are URLs; `None` means that the thing is switched off.

    Attributes:
        database_url, vault_url: the log's database, and that of the keys to personal data.
        database_connections: to PostgreSQL, the most that one process has open at once to each database.
        standby_url: a read-only copy of the log's database, from which onlookers read; without it, from that.
        standby_behind_seconds: how far what they read may be behind while the primary is there.
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
    standby_url: str | None = None
    standby_behind_seconds: int = 10
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
        Problem: setting-unknown, setting-invalid, dotenv-unreadable or credential-unreadable.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, tuple[str, Source]] = {}
    for name, text in _dotenv((folder or Path()) / ".env").items():
        values[name] = (text, ".env")
    for name, text in _credentials(environ.get(CREDENTIALS)).items():
        values[name] = (text, "credential")
    for name, text in environ.items():
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
    settings = msgspec.convert(fields, Settings)
    try:
        check_webhook(settings.telegram_api_url, settings.telegram_webhook_url)
    except Unusable as wrong:
        field = "telegram_webhook_url"
        raise _invalid(field, sources[variable(field)], wrong) from None
    if settings.standby_url is not None and not settings.database_url.startswith("postgresql"):
        of_sqlite = Unusable(Phrase("part-settings-standby-of-sqlite"))
        raise _invalid("standby_url", sources[variable("standby_url")], of_sqlite)
    return Loaded(settings, sources)


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
    text = re.sub(r"(//[^:/@]*):[^/]*@", rf"\1:{MASK}@", str(value))
    return re.sub(r"(?i)(password|token|key)=[^&]+", rf"\1={MASK}", text)


_SECRET = frozenset({"secret_key", "seal_key", "telegram_token", "alert_urls", "web_push_key"})


def _dotenv(file: Path) -> dict[str, str]:
    if not file.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        found = dotenv_values(file, interpolate=False, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DOTENV_UNREADABLE(file=file.name, detail=_why(error)) from error
    return {name: text or "" for name, text in found.items() if name.startswith(PREFIX)}


def _credentials(folder: str | None) -> dict[str, str]:
    """The values by name of the setting; what is in the folder for others is left alone.

    A file named as a setting without the `TILELEDGER_` before it is refused.
    """
    if not folder:
        return {}
    found: dict[str, str] = {}
    file = Path(folder)
    try:
        for file in sorted(Path(folder).iterdir()):
            if file.name.lower() in Settings.__struct_fields__ and file.name.isupper():
                # Passed over, a secret would be made in the place of the one that lies there.
                meant = Phrase("part-setting-meant", {"name": variable(file.name.lower())})
                raise SETTING_UNKNOWN(name=file.name, source="credential", hint=meant)
            if file.name.startswith(PREFIX):
                found[file.name] = file.read_text("utf-8")
                # Not as an empty variable: whoever put a file there meant a value, above all of the secret.
                if not found[file.name].strip():
                    raise CREDENTIAL_UNREADABLE(file=file, detail=Phrase("part-credential-empty"))
    except (OSError, UnicodeDecodeError) as error:
        raise CREDENTIAL_UNREADABLE(file=file, detail=_why(error)) from error
    return found


def _why(error: OSError | UnicodeDecodeError) -> str | Phrase:
    return error.strerror or "-" if isinstance(error, OSError) else Phrase("part-strict-toml-not-utf-8")


def _field(name: str, source: Source) -> str:
    field = name.removeprefix(PREFIX).lower()
    if field in Settings.__struct_fields__ and name == variable(field):
        return field
    close = get_close_matches(name, [variable(known) for known in Settings.__struct_fields__], 1)
    hint = Phrase("part-setting-meant", {"name": close[0]}) if close else ""
    raise SETTING_UNKNOWN(name=name, source=source, hint=hint)


def _read(field: str, text: str, source: Source) -> object:
    try:
        return READERS.get(field, str)(text)
    except Unusable as wrong:
        raise _invalid(field, source, wrong) from None


def _invalid(field: str, source: Source, wrong: "Unusable") -> Problem:
    return SETTING_INVALID(name=variable(field), source=source, detail=wrong.phrase)


def _beside(database_url: str) -> str:
    """The vault's default place: a file of its own in the folder of the log's file."""
    scheme, _, path = database_url.partition("://")
    file = path.removeprefix("/").partition("?")[0]
    if not scheme.startswith("sqlite"):
        return Settings().vault_url
    if file in ("", ":memory:"):
        return "sqlite://"
    return f"sqlite:///{Path(file).with_name('vault.db')}"

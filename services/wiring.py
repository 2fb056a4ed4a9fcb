"""The composition root: settings become the parts that everything else is handed.

The only module that knows every room. Each part is made when it is first asked for, and imports what it
needs only then, so that a command that needs none starts fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from shared.clock import Clock, SystemClock, from_micros
from shared.settings import Loaded, Settings, host_and_port, load_settings

if TYPE_CHECKING:
    from bots.telegram.owning import OwnedBot
    from bots.telegram.running import Webhook
    from services.access.tokens import Principal, Tokens
    from services.checks.check import Installation
    from services.delivery.destinations import Destinations
    from services.delivery.dispatching import Dispatcher, Sender
    from services.delivery.following_up import FollowUp
    from services.delivery.lease import Lease
    from services.delivery.lineage import Lineage
    from services.delivery.links import Links
    from services.delivery.webhooks import Webhooks
    from services.desk.correspondence import Correspondence
    from services.desk.desk import Desk
    from services.scheduler.current import CurrentTournaments
    from services.scheduler.scheduler import Scheduler
    from services.weather.watcher import Watcher
    from services.web.app import Web
    from shared.database import Database
    from shared.eventlog import EventLog
    from shared.eventlog.seal import SealKey
    from shared.heartbeat import Pulse
    from shared.problems import Problem
    from shared.secret import Needing, Secret
    from shared.vault import Vault

Random = Callable[[int], bytes]


class Migrated(msgspec.Struct, frozen=True, omit_defaults=True):
    """The revisions that both databases are at, and which append-only triggers were put back."""

    log: str
    vault: str
    put_back: tuple[str, ...] = ()


class Wiring:
    """The parts of one running program.

    Args:
        loaded: the settings; read from the environment by default.
        clock, random: time and chance; the demo brings its own, so that a seed always leads to one head hash.
    """

    def __init__(
        self, loaded: Loaded | None = None, *, clock: Clock | None = None, random: Random = os.urandom
    ) -> None:
        self.loaded = loaded or load_settings()
        self.clock: Clock = clock or SystemClock()
        self.random = random

    @property
    def settings(self) -> Settings:
        return self.loaded.settings

    @cached_property
    def secret(self) -> Secret:
        from shared.secret import load_secret

        def needed() -> Needing | None:
            from services.checks.keys_needed import secret_needed

            with self.installation() as installation:
                return secret_needed(installation)

        return load_secret(self.settings, needed)

    @cached_property
    def database(self) -> Database:
        """The log's database, ready for use: an empty one is set up, an older one is refused."""
        from infra.migrations.readiness import ready

        return ready(self.open_database, "log")

    @cached_property
    def vault_database(self) -> Database:
        """The vault's database, ready for use likewise."""
        from infra.migrations.readiness import ready

        return ready(self.open_vault_database, "vault")

    @cached_property
    def log(self) -> EventLog:
        from shared.eventlog import EventLog

        return EventLog(self.database, self.clock)

    @cached_property
    def vault(self) -> Vault:
        from shared.vault import Vault

        return Vault(self.vault_database, self.secret.content, self.random)

    @cached_property
    def desk(self) -> Desk:
        from services.desk.desk import Desk

        return Desk(
            self.log,
            self.vault,
            self.clock,
            self.secret.content,
            self.random,
            lambda: self.seal_key,
            lambda tournament_id, subjects: self.links.removal(tournament_id, subjects),
            timedelta(minutes=self.settings.participant_past_minutes),
        )

    @cached_property
    def correspondence(self) -> Correspondence:
        from services.desk.correspondence import Correspondence

        return Correspondence(self.desk)

    @cached_property
    def links(self) -> Links:
        from services.delivery.links import Links

        return Links(self.database, self.vault, self.correspondence, self.clock, self.random)

    def senders(self) -> list[Sender]:
        """Every channel but Telegram that the settings allow, with its pace; another one is added here."""
        from services.delivery.dispatching import Sender
        from services.delivery.pacing import Pace

        senders = []
        if self.settings.smtp_url is not None:
            from services.delivery.email import EmailChannel

            senders.append(Sender(EmailChannel(self.settings.smtp_url), Pace(rate=10.0)))
        if self.settings.alert_urls is not None:
            from services.delivery.alerting import AlertChannel

            alerts = AlertChannel(self.settings.alert_urls.split())
            senders.append(Sender(alerts, Pace(rate=1.0), alerts.addresses))
        return senders

    def telegram(self) -> OwnedBot | None:
        """The bot, and the sender it shares with the dispatcher; None without a token.

        To be made in the event loop that runs it.
        """
        token, address = self.settings.telegram_token, self.settings.telegram_api_url
        if token is None:
            return None
        from bots.telegram.owning import OwnedBot

        return OwnedBot(self.desk, self.links, token, address, self._telegram_webhook())

    def _telegram_webhook(self) -> Webhook | None:
        if self.settings.telegram_webhook_url is None:
            return None
        from bots.telegram.running import Webhook

        host, port = host_and_port(self.settings.telegram_webhook_bind)
        # Derived, so that every worker knows it and nobody has to keep another one.
        secret = self.secret.for_purpose("telegram webhook").hex()
        return Webhook(self.settings.telegram_webhook_url, host, port, secret)

    def dispatcher(self, lease: Lease, senders: Sequence[Sender], pulse: Pulse | None = None) -> Dispatcher:
        """What sends notices, as long as `lease` is held. To be made in the event loop that runs it."""
        from services.delivery.alerting import Alerts
        from services.delivery.dispatching import Dispatcher

        links, correspondence = self.links, self.correspondence
        alerts = Alerts(links, correspondence, senders)

        def noted(name: str, within: float | None) -> None:
            if pulse is not None and within is None:
                pulse.dropped(name)
            elif pulse is not None and within is not None:
                pulse.ended(name, within)

        return Dispatcher(
            self.database,
            links,
            correspondence,
            self.clock,
            senders,
            site=self.settings.public_url or "",
            alerts=alerts,
            lease=lease,
            noted=noted,
            lineage=self.lineage,
        )

    @cached_property
    def lineage(self) -> Lineage:
        from services.delivery.lineage import Lineage

        return Lineage(self.database, self.vault_database, self.random)

    def pulse(self, kind: Literal["web", "worker"]) -> Pulse:
        """The signs of life of this process, which looks after the workers, too."""
        from services.delivery.alarms import Alarms
        from shared.heartbeat import Beats, Pulse
        from shared.metrics import exposition

        alarms = Alarms(self.database, self.clock, self._alert)
        figures = str if kind == "web" else lambda: exposition()[0].decode()
        return Pulse(Beats(self.database), self.clock, kind, figures=figures, after_beat=alarms.look)

    def _alert(self, problem: Problem) -> bool:
        """Tell organizers at once, from any thread; False when none was reached."""
        import asyncio

        from services.delivery.alerting import Alerts

        async def once() -> bool:
            senders = self.senders()
            try:
                return await Alerts(self.links, self.correspondence, senders).tell(problem)
            finally:
                for sender in senders:
                    await sender.channel.close()

        return asyncio.run(once())

    def _follow_up(self, lease: Lease) -> FollowUp | None:
        """What e-mails notices that stay unacknowledged; None where that is switched off, or e-mail is."""
        from services.delivery.emails import Emails
        from services.delivery.following_up import FollowUp

        minutes = self.settings.email_unacknowledged_after
        if not minutes or self.settings.smtp_url is None:
            return None
        emails = Emails(self.correspondence, self.links)
        after = timedelta(minutes=minutes)
        return FollowUp(self.database, self.correspondence, emails, lease, self.clock, after)

    @cached_property
    def seal_key(self) -> SealKey:
        from shared.sealing import load_seal_key

        def sealed() -> bool:
            from services.checks.keys_needed import anything_sealed

            with self.installation() as installation:
                return anything_sealed(installation)

        return load_seal_key(self.settings, sealed)

    @cached_property
    def operator(self) -> Principal:
        """Whoever can run the command line on this machine acts as organizer."""
        from services.access.tokens import Principal

        return Principal("cli", "organizer", "cli")

    @cached_property
    def tokens(self) -> Tokens:
        from services.access.tokens import Tokens

        return Tokens(self.database, self.clock, self.random)

    @cached_property
    def webhooks(self) -> Webhooks:
        """Subscriptions and what they get.

        Raises:
            Problem: secret-does-not-fit: under another secret every signature would be another.
        """
        from services.delivery.webhooks import Webhooks

        self.vault.secret_check.require()
        secret = self.secret.for_purpose("webhooks")
        last = self.desk.in_clear.last
        check = self.destinations.check
        return Webhooks(self.database, self.log, self.clock, secret, self.random, check, last)

    @cached_property
    def destinations(self) -> Destinations:
        """Where webhooks may go."""
        from services.delivery.destinations import Destinations

        return Destinations(self.settings.webhook_allow or "")

    def scheduler(self, lease: Lease, pulse: Pulse | None = None) -> Scheduler:
        """Everything that happens by itself, for the process that holds the lease."""
        from services.scheduler.reminder import Reminder
        from services.scheduler.scheduler import Scheduler, Tick

        scheduler = Scheduler(lease.acquire, pulse)
        reminder = Reminder(self.desk, self.clock, self.current_tournaments)
        scheduler.add(Tick("reminders", timedelta(seconds=20), reminder.tick))
        scheduler.add(Tick("weather", timedelta(seconds=10), self.watcher.tick))
        scheduler.add(Tick("webhooks", timedelta(seconds=5), self.call_webhooks, within=timedelta(minutes=2)))
        if self.settings.retention_days:
            from services.scheduler.retention import Retention

            retention = Retention(self.desk, self.log, self.clock, self.settings.retention_days)
            scheduler.add(Tick("retention", timedelta(hours=1), retention.tick, within=timedelta(minutes=5)))
        scheduler.add(
            Tick("left-over keys", timedelta(hours=6), self.expire_keys, within=timedelta(minutes=5))
        )
        if (follow_up := self._follow_up(lease)) is not None:
            scheduler.add(Tick("unacknowledged", timedelta(seconds=30), follow_up.tick))
        return scheduler

    def expire_keys(self) -> None:
        """Destroy the keys that have waited in quarantine long enough; none while a log may be older."""
        from services.desk.known_heads import VAULT_NEWER_THAN_LOG
        from services.desk.left_over import expire
        from shared.problems import Problem

        try:
            expire(self.log, self.vault, self.links.subjects, self.clock)
        except Problem as problem:
            if problem.kind is not VAULT_NEWER_THAN_LOG:
                raise

    @cached_property
    def current_tournaments(self) -> CurrentTournaments:
        from services.scheduler.current import CurrentTournaments

        return CurrentTournaments(self.log, self.desk.state, self.clock)

    @cached_property
    def watcher(self) -> Watcher:
        from services.weather.observatory import Observatory
        from services.weather.polls import PollStore
        from services.weather.watcher import Watcher

        def occurred_at(tournament_id: str, seq: int) -> datetime:
            event = self.log.read_one(tournament_id, seq)
            assert event is not None, "a proposal is an event of the log"
            return from_micros(event.occurred_at)

        return Watcher(
            Observatory(self.settings.hko_url),
            self.desk,
            PollStore(self.database),
            self.clock,
            self.current_tournaments,
            occurred_at,
            automatic=self.settings.weather_automatic,
        )

    def call_webhooks(self) -> int:
        """Send once what is due to webhooks; how many requests were made."""
        import asyncio

        from services.delivery.posting import posting

        async def once() -> int:
            async with posting(self.destinations) as post:
                return await self.webhooks.tick(post)

        return asyncio.run(once())

    @cached_property
    def web(self) -> Web:
        from services.web.app import create_app

        return create_app(
            self.desk,
            self.tokens,
            self.vault,
            self.clock,
            settings=self.settings,
            most_streams=self.settings.most_streams,
        )

    @contextmanager
    def installation(self) -> Iterator[Installation]:
        """What the checks look at; databases are opened as they are when first asked for, nothing is made."""
        from services.checks.check import Installation
        from shared.secret import secret_file
        from shared.vault import Vault

        @cache
        def log() -> Database:
            return opened.enter_context(closing(self.open_database()))

        @cache
        def vault_database() -> Database:
            return opened.enter_context(closing(self.open_vault_database()))

        @cache
        def vault() -> Vault | None:
            if self.settings.secret_key is None and not secret_file(self.settings).exists():
                return None
            return Vault(vault_database(), self.secret.content)

        with ExitStack() as opened:
            yield Installation(self.settings, self.clock, log, vault_database, vault)

    def tell_failed_checks(self) -> None:
        """Log what the quick checks find failed, as a process starts."""
        from services.checks.probing import tell_failed

        with self.installation() as installation:
            tell_failed(installation)

    def open_database(self) -> Database:
        """The log's database as it is, migrated or not."""
        from shared.database import Database

        return Database(self.settings.database_url, connections=self.settings.database_connections)

    def open_vault_database(self) -> Database:
        """The vault's database as it is: without a write-ahead log, and with deleted keys overwritten."""
        from shared.database import Database

        most = self.settings.database_connections
        return Database(self.settings.vault_url, journal="DELETE", secure_delete=True, connections=most)

    def migrate(self) -> Migrated:
        """Bring both databases up to date."""
        from infra.migrations import migrate, migrate_vault
        from infra.migrations.append_only import put_back
        from infra.migrations.readiness import reaching

        with reaching("log"), closing(self.open_database()) as database:
            log = migrate(database)
            triggers = put_back(database)
        with reaching("vault"), closing(self.open_vault_database()) as database:
            vault = migrate_vault(database)
        return Migrated(log, vault, tuple(triggers))

    def close(self) -> None:
        """Close what was opened; parts not yet made stay unmade."""
        for part in ("database", "vault_database"):
            if part in self.__dict__:
                self.__dict__.pop(part).close()


@contextmanager
def wired() -> Iterator[Wiring]:
    """The parts for one command, closed at its end."""
    wiring = Wiring()
    try:
        yield wiring
    finally:
        wiring.close()


def web_application(loaded: Loaded) -> Web:
    """The web application of one worker process; what it opens stays open until the process ends."""
    from shared.logs import set_up_logs

    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    wiring = Wiring(loaded)
    wiring.vault.secret_check.require()
    wiring.pulse("web").start()
    return wiring.web


def serve_web(loaded: Loaded) -> None:
    """Serve the web until stopped by SIGINT or SIGTERM.

    Raises:
        Problem: a database cannot be used, the secret does not fit, or the address is taken.
    """
    from functools import partial

    from services.desk.rebuilding import resume
    from services.web.serve import serve
    from shared.logs import set_up_logs

    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    wiring = Wiring(loaded)
    try:
        wiring.tell_failed_checks()
        # Made once here, so that what is wrong is told in this process and not by dying workers.
        wiring.vault.secret_check.require()
        _ = wiring.web
        resume(wiring.desk)
    finally:
        wiring.close()
    serve(loaded.settings, partial(web_application, loaded))

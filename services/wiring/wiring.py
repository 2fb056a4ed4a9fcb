"""All parts of one running program: what people ask, and what happens by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from services.wiring.delivery_wiring import Telling
from shared.clock import from_micros

if TYPE_CHECKING:
    from services.access.board_links import BoardLinks
    from services.access.grants import Grants
    from services.access.principal import Principal
    from services.delivery.lease import Lease
    from services.scheduler.current import CurrentDesk, CurrentTournaments
    from services.scheduler.duties import Duty, OnDuty
    from services.scheduler.scheduler import Scheduler
    from services.weather.listed import Fetched
    from services.weather.watcher import Watcher
    from services.web.app import Web
    from shared.heartbeat import Pulse


class Wiring(Telling):
    """Every part, each made once and handed to those that need it."""

    def pulse(self, kind: Literal["web", "worker"]) -> Pulse:
        """The signs of life of this process, which looks after the workers, too."""
        from services.delivery.alarms import Alarms
        from services.wiring.addresses import announced
        from shared.heartbeat import Beats, Pulse
        from shared.metrics import exposition

        alarms, of_web = Alarms(self.database, self.clock, self._alert), announced(self.settings)
        figures = (lambda: of_web) if kind == "web" else lambda: exposition()[0].decode()
        return Pulse(Beats(self.database), self.clock, kind, figures=figures, after_beat=alarms.look)

    @cached_property
    def operator(self) -> Principal:
        """Whoever can run the command line on this machine acts as organizer."""
        from services.access.principal import Principal

        return Principal("cli", "organizer", "cli")

    @cached_property
    def grants(self) -> Grants:
        from services.access.grants import Grants
        from services.desk.parts import key_for

        # Looked up when a secret is issued or presented: listing and revoking do without.
        return Grants(self.database, self.clock, lambda: key_for(self.secret.content, "grants"), self.random)

    @cached_property
    def board_links(self) -> BoardLinks:
        from services.access.board_links import BoardLinks

        return BoardLinks(self.desk.key_for("board links"))

    def scheduler(self, lease: Lease, pulse: Pulse | None = None) -> Scheduler:
        """Everything that happens by itself, for the process that holds the lease."""
        from services.scheduler.duties import DUTIES
        from services.scheduler.scheduler import Scheduler, Tick

        scheduler = Scheduler(lease.acquire, pulse)
        for duty in DUTIES:
            scheduler.add(Tick(duty.name, duty.every, self.on_duty(duty).tick))
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
        from services.desk.orphan_keys import expire
        from services.desk.vault_log_heads import VAULT_NEWER_THAN_LOG
        from shared.problems import Problem

        try:
            expire(self.log, self.vault, self.links.subjects, self.clock)
        except Problem as problem:
            if problem.kind is not VAULT_NEWER_THAN_LOG:
                raise

    @cached_property
    def current_tournaments(self) -> CurrentTournaments:
        from services.scheduler.current import CurrentTournaments

        desk = self.desk
        return CurrentTournaments(self.log, desk.state, self.clock, desk.state_kept, desk.listings.read)

    @cached_property
    def current_desk(self) -> CurrentDesk:
        from services.scheduler.current import CurrentDesk

        return CurrentDesk(self.desk, self.current_tournaments)

    def on_duty(self, duty: Duty) -> OnDuty:
        """What does this duty in every tournament that is not over."""
        from services.scheduler.duties import OnDuty

        return OnDuty(duty, self.current_desk, self.clock, self.current_tournaments)

    @cached_property
    def watcher(self) -> Watcher:
        from services.weather.observatory import Observatory

        return self.watching(Observatory(self.settings.hko_url))

    def watching(self, fetch: Callable[[], Fetched]) -> Watcher:
        """The weather watch over the answers of `fetch`."""
        from services.weather.polls import PollStore
        from services.weather.watcher import Watcher

        def occurred_at(tournament_id: str, seq: int) -> datetime:
            event = self.log.read_one(tournament_id, seq)
            assert event is not None, "a proposal is an event of the log"
            return from_micros(event.occurred_at)

        return Watcher(
            fetch,
            self.current_desk,
            PollStore(self.database),
            self.clock,
            self.current_tournaments,
            occurred_at,
            automatic=self.settings.weather_automatic,
        )

    @cached_property
    def web(self) -> Web:
        from services.web.app import create_app

        return create_app(
            self.desk,
            self.vault,
            self.clock,
            settings=self.settings,
            most_streams=self.settings.most_streams,
            links_begin=self.links_begin,
            pages=self.pages,
            subscriptions=self.subscriptions,
        )

    def read_beside(self) -> None:
        """Have onlookers read from the standby, if there is one, from now on."""
        if self.settings.standby_url is None:
            return
        from services.web.onlookers import StandbySeen
        from shared.database import Database
        from shared.database.standby import Standby

        standby = Database(self.settings.standby_url, connections=self.settings.database_connections)
        behind = self.settings.standby_behind_seconds
        self.database.standby = Standby(standby, self.database.anew(), self.clock, behind, StandbySeen())
        self.database.standby.watch()

    def tell_failed_checks(self) -> None:
        """Log what the quick checks find failed, as a process starts."""
        from services.checks.probing import tell_failed

        with self.installation() as installation:
            tell_failed(installation)

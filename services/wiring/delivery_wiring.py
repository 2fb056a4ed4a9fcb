"""The desk, and what tells people of what it records: links, channels, the bot, webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from services.wiring.stores import Stores
from shared.settings import host_and_port

if TYPE_CHECKING:
    from bots.telegram.owning import OwnedBot
    from bots.telegram.running import Webhook
    from services.delivery.copy_detection import Lineage
    from services.delivery.destinations import Destinations
    from services.delivery.dispatching import Dispatcher
    from services.delivery.following_up import FollowUp
    from services.delivery.inviting import Inviting
    from services.delivery.lease import Lease
    from services.delivery.links import Links
    from services.delivery.personal_pages import PersonalPages
    from services.delivery.push_keys import Receipts
    from services.delivery.push_sending import WebPushSending
    from services.delivery.senders import Sender
    from services.delivery.subscribing import Subscriptions
    from services.delivery.webhooks import Webhooks
    from services.desk.correspondence import Correspondence
    from services.desk.desk import Desk
    from services.desk.vault_guard import VaultGuard
    from services.wiring.addresses import Addresses
    from shared.heartbeat import Pulse
    from shared.problems import Problem


class Telling(Stores):
    """The desk of one running program, and its ways to people."""

    @cached_property
    def desk(self) -> Desk:
        from services.desk.desk import Desk
        from services.desk.parts import Parts

        return Desk(
            Parts.over(
                self.log,
                self.vault,
                self.clock,
                self.secret.content,
                self.random,
                lambda: self.seal_key,
                lambda tournament_id, subjects: self.links.removal(tournament_id, subjects),
                timedelta(minutes=self.settings.participant_past_minutes),
            )
        )

    @cached_property
    def vault_guard(self) -> VaultGuard:
        """Refuses the vault of another secret or another log."""
        from services.desk.vault_guard import VaultGuard

        return VaultGuard(self.log, self.vault, lambda tournament_id: self.desk.state(tournament_id))

    @cached_property
    def correspondence(self) -> Correspondence:
        from services.desk.correspondence import Correspondence

        return Correspondence(self.desk)

    @cached_property
    def links(self) -> Links:
        from services.delivery.links import Links

        return Links(self.desk.grants, self.vault, self.correspondence)

    @cached_property
    def running(self) -> Addresses:
        """Where this installation is reached now, if its web runs on this machine."""
        from services.wiring.addresses import running
        from shared.heartbeat import Beats

        return running(Beats(self.database), self.clock.now())

    @cached_property
    def site(self) -> str:
        """Where the pages are: as it is set, else where they are served now; no slash at the end."""
        settings = self.settings
        said = settings.public_url is not None or "TILELEDGER_BIND" in self.loaded.sources
        return settings.site if said and settings.bind_port else self.running.site or settings.site

    @cached_property
    def inviting(self) -> Inviting:
        from services.delivery.inviting import Inviting

        return Inviting(self.links, self.correspondence)

    @cached_property
    def pages(self) -> PersonalPages:
        """Personal pages, for whatever makes links to them and for what they ask for."""
        return self._pages_at(self.settings.public_url or "")

    @cached_property
    def pages_here(self) -> PersonalPages:
        """The same for links made at a terminal: where nothing is set, as the web here is reached."""
        return self._pages_at(self.site)

    def _pages_at(self, site: str) -> PersonalPages:
        from services.delivery.personal_pages import PersonalPages

        return PersonalPages(
            self.links,
            self.correspondence,
            site=site,
            retention_days=self.settings.retention_days,
            channels=self.settings.channels,
        )

    def links_begin(self) -> str:
        """What a link to the bot begins with; Telegram is asked for the bot's name.

        Raises:
            Problem: bot-not-set, telegram-token-invalid, telegram-unreachable.
        """
        return self._links_begin

    @cached_property
    def _links_begin(self) -> str:
        import asyncio

        from bots.telegram.owning import links_begin
        from services.delivery.inviting import no_bot

        token = self.settings.telegram_token
        if token is None:
            return no_bot()
        return asyncio.run(links_begin(token, self.settings.telegram_api_url))

    def senders(self) -> list[Sender]:
        """Every channel but Telegram that the settings allow, with its pace; another one is added here."""
        from services.delivery.pacing import Pace
        from services.delivery.senders import Sender

        senders = []
        if self.settings.smtp_url is not None:
            from services.delivery.email import EmailChannel

            senders.append(Sender(EmailChannel(self.settings.smtp_url), Pace(rate=10.0)))
        if self.settings.alert_urls is not None:
            from services.delivery.alerting import AlertChannel

            alerts = AlertChannel(self.settings.alert_urls.split())
            senders.append(Sender(alerts, Pace(rate=1.0), alerts.addresses))
        if self.web_push is not None:
            senders.append(Sender(self.web_push.channel(), Pace(rate=50.0)))
        return senders

    def telegram(self) -> OwnedBot | None:
        """The bot, and the sender it shares with the dispatcher; None without a token.

        To be made in the event loop that runs it.
        """
        token, address = self.settings.telegram_token, self.settings.telegram_api_url
        if token is None:
            return None
        from bots.telegram.owning import OwnedBot, create_handling

        handling = create_handling(
            self.desk,
            self.links,
            self.links_begin,
            self.pages.sample,
            self.settings.channels,
            self.settings.public_url or "",
            self.site,
        )
        return OwnedBot(handling, token, address, self._telegram_webhook())

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
            links_begin=self.links_begin,
            page_of=self.page_of,
            pages=self.pages,
        )

    @cached_property
    def web_push(self) -> WebPushSending | None:
        """What sends to browsers; None without a contact for push services."""
        contact = self.settings.web_push_contact
        if contact is None:
            return None
        from services.delivery.push_keys import SenderKey
        from services.delivery.push_sending import WebPushSending
        from shared.p256 import private_from, read_private

        text = self.settings.web_push_key
        # Derived, so that every worker knows it and nobody has to keep another one.
        number = private_from(self.secret.for_purpose("web push")) if text is None else read_private(text)
        key = SenderKey(number, contact, self.clock)
        return WebPushSending(key, self._receipts, self.destinations, self.clock)

    @cached_property
    def _receipts(self) -> Receipts:
        from services.delivery.push_keys import Receipts

        return Receipts(self.secret.for_purpose("web push receipts"))

    @cached_property
    def subscriptions(self) -> Subscriptions:
        from services.delivery.subscribing import Subscriptions

        return Subscriptions(
            self.database,
            self.links,
            self.correspondence,
            self.clock,
            self._receipts,
            self.web_push,
            self.page_of,
        )

    def page_of(self, tournament_id: str, recipient: str) -> str:
        """Where a push leads: the tournament's page; "" where the pages are not public."""
        site = self.settings.public_url
        return "" if site is None else f"{site}/t/{tournament_id}/results"

    @cached_property
    def lineage(self) -> Lineage:
        from services.delivery.copy_detection import Lineage

        return Lineage(self.database, self.vault_database, self.random)

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
        """What sends notices that stay unread by the further ways; None where there are none, or it is off.

        Where pushes are sent it is not switched off for them: a push is never the only way.
        """
        from services.delivery.addressing import EMAIL
        from services.delivery.emails import Emails
        from services.delivery.following_up import FollowUp
        from services.delivery.push_addresses import WEB_PUSH

        minutes = self.settings.email_unacknowledged_after
        channels = [
            *((EMAIL,) if self.settings.smtp_url is not None else ()),
            *((WEB_PUSH,) if self.web_push is not None else ()),
        ]
        if not channels or not (minutes or self.web_push):
            return None
        emails = Emails(self.correspondence, self.links)
        after = timedelta(minutes=minutes) if minutes else None
        return FollowUp(
            self.database, self.correspondence, self.links, emails, lease, self.clock, after, channels
        )

    @cached_property
    def webhooks(self) -> Webhooks:
        """Subscriptions and what they get.

        Raises:
            Problem: secret-does-not-fit, vault-does-not-match-log: under another secret every signature would
                be another.
        """
        from services.delivery.webhooks import Webhooks

        self.vault_guard.require_secret()
        secret = self.secret.for_purpose("webhooks")
        check = self.destinations.check
        return Webhooks(self.database, self.log, self.clock, secret, self.random, check)

    @cached_property
    def destinations(self) -> Destinations:
        """Where webhooks and pushes may go."""
        from services.delivery.destinations import Destinations

        return Destinations(self.settings.webhook_allow or "")

    def call_webhooks(self) -> int:
        """Send once what is due to webhooks; how many requests were made."""
        import asyncio

        from services.delivery.posting import posting

        async def once() -> int:
            async with posting(self.destinations) as post:
                return await self.webhooks.tick(post)

        return asyncio.run(once())

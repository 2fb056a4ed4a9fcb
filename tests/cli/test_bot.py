"""tileledger bot: the public channel of a tournament."""

from pathlib import Path

import pytest

from services.notices.audiences import PUBLIC_CHANNEL
from services.wiring import wired
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT
from tests.ports import held_port
from tests.simulators.telegram import simulating


def channels(tournament: str) -> list[str]:
    with wired() as wiring:
        linked = wiring.links.of_recipients(tournament).get(PUBLIC_CHANNEL.key, ())
        return list(wiring.links.where(tournament, [link.address_id for link in linked]).values())


def test_a_tournament_has_one_public_channel_or_none(tileledger: Command) -> None:
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    assert "is posted in @hk_rummikub" in tileledger("bot", "channel", tournament, "@hk_rummikub").err
    assert channels(tournament) == ["@hk_rummikub"]
    assert tileledger("bot", "channel", tournament, "--", "-1001234567890").code == 0
    assert channels(tournament) == ["-1001234567890"]
    assert "no channel" in tileledger("bot", "channel", tournament).err
    assert channels(tournament) == []


def test_what_is_no_channel_is_refused(tileledger: Command) -> None:
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    assert "invalid-input" in tileledger("bot", "channel", tournament, "12345").err
    assert "tournament-unknown" in tileledger("bot", "channel", "nowhere", "@hk_rummikub").err
    assert channels(tournament) == []


def test_a_phone_is_linked_in_the_simulator_without_a_token(
    tileledger: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    with simulating(tmp_path) as telegram, held_port() as nobody:
        monkeypatch.setattr("services.cli.companions.TELEGRAM_PORT", telegram.port)
        ran = tileledger("bot", "link", tournament, "organizer:organizer")
        assert ran.out.startswith(f"http://127.0.0.1:{telegram.port}/?start=")
        monkeypatch.setattr("services.cli.companions.TELEGRAM_PORT", nobody)
        monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", telegram.url)
        ran = tileledger("bot", "link", tournament, "organizer:organizer")
        assert ran.out.startswith(f"{telegram.url.rstrip('/')}/?start=")


def test_where_nothing_is_simulated_a_token_is_asked_for(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    with held_port() as port:
        monkeypatch.setattr("services.cli.companions.TELEGRAM_PORT", port)
        ran = tileledger("bot", "link", tournament, "organizer:organizer")
    assert (ran.code, "no-telegram" in ran.err, f"127.0.0.1:{port}" in ran.err) == (1, True, True)
    monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", "https://api.telegram.org")
    assert "no-telegram" in tileledger("bot", "link", tournament, "organizer:organizer").err

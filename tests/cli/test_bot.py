"""tileledger bot: the public channel of a tournament."""

from pathlib import Path
from socket import gethostname

import pytest
from msgspec.structs import replace

from services.notices.audiences import PUBLIC_CHANNEL
from services.wiring import wired
from services.wiring.addresses import announced
from shared.heartbeat import Beat, Beats
from shared.settings import load_settings
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
    with simulating(tmp_path) as telegram:
        monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", telegram.url)
        ran = tileledger("bot", "link", tournament, "organizer:organizer")
        assert ran.out.startswith(f"{telegram.url.rstrip('/')}/?start=")


def test_where_nothing_is_simulated_a_token_is_asked_for(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    assert "no-telegram" in tileledger("bot", "link", tournament, "organizer:organizer").err
    with held_port() as port:
        monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", f"http://127.0.0.1:{port}")
        ran = tileledger("bot", "link", tournament, "organizer:organizer")
    assert (ran.code, "no-telegram" in ran.err, f"127.0.0.1:{port}" in ran.err) == (1, True, True)
    monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", "https://api.telegram.org")
    assert "no-telegram" in tileledger("bot", "link", tournament, "organizer:organizer").err


def heard_of(address: str, telegram: str, *, ended: bool = False) -> None:
    """A web process of this machine gives a sign of life."""
    settings = replace(load_settings().settings, bind=address, telegram_api_url=telegram)
    with wired() as wiring:
        now = wiring.clock.now()
        beat = Beat("1", "web", gethostname(), 1, now, now, now if ended else None, (), announced(settings))
        Beats(wiring.database).write(beat)


def test_every_link_leads_to_the_installation_that_runs_and_to_no_other(
    tileledger: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another may listen at the usual ports; of this one the web says where it and its Telegram are."""
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    chat = ("bot", "link", tournament, "organizer:organizer")
    page = ("access", "link", "--role", "organizer", "--tournament", tournament)
    board = ("access", "board", "--tournament", tournament)
    with simulating(tmp_path) as telegram:
        heard_of("127.0.0.1:4321", telegram.url)
        assert tileledger(*chat).out.startswith(f"{telegram.url.rstrip('/')}/?start=")
        for command in (page, board):
            assert tileledger(*command).out.startswith("http://127.0.0.1:4321/")
        for bind, site in (("127.0.0.1:0", "127.0.0.1:4321"), ("127.0.0.1:5432", "127.0.0.1:5432")):
            monkeypatch.setenv("TILELEDGER_BIND", bind)
            assert tileledger(*page).out.startswith(f"http://{site}/")
        monkeypatch.delenv("TILELEDGER_BIND")
        heard_of("127.0.0.1:4321", telegram.url, ended=True)
        assert "no-telegram" in tileledger(*chat).err, "whatever answers elsewhere is none of it"
    assert tileledger(*page).out.startswith("http://127.0.0.1:8000/")

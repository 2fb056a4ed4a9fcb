"""tileledger bot: the public channel of a tournament."""

from services.notices.audiences import PUBLIC_CHANNEL
from services.wiring import wired
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT


def channels(tournament: str) -> list[str]:
    with wired() as wiring:
        linked = wiring.links.of_recipients(tournament).get(PUBLIC_CHANNEL.key, ())
        return list(wiring.links.where(tournament, [own.address_id for own in linked]).values())


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

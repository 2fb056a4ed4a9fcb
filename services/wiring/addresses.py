"""Where an installation can be reached now: what its web processes say beside their signs of life.

A command in another terminal may have other settings than the `up` that runs, which takes any port where the
usual one is not free; what listens at the usual one then belongs to another installation.
"""

import json
import socket
from datetime import datetime
from urllib.parse import urlsplit

import msgspec

from shared.heartbeat import Beats, alive
from shared.settings import Settings

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_NAME = "tileledger_addresses_info"


class Addresses(msgspec.Struct, frozen=True):
    """Where the pages and a simulated Telegram are; "" for none that runs."""

    site: str = ""
    telegram: str = ""


def announced(settings: Settings) -> str:
    """The addresses of this web process as a figure of it."""
    simulated = settings.telegram_api_url if urlsplit(settings.telegram_api_url).hostname in LOOPBACK else ""
    site, telegram = json.dumps(settings.site), json.dumps(simulated)
    return f"# TYPE {_NAME} gauge\n{_NAME}{{site={site},telegram={telegram}}} 1\n"


def running(beats: Beats, now: datetime) -> Addresses:
    """The addresses of the web process of this machine that was heard of last, while it lives."""
    # Imported here: what prints no address starts without it.
    from prometheus_client.parser import text_string_to_metric_families

    here = socket.gethostname()
    living = (beat for beat in beats.read("web") if beat.host == here and alive(beat, now))
    for beat in living:
        for family in text_string_to_metric_families(beat.figures):
            for sample in family.samples:
                if sample.name == _NAME:
                    return Addresses(sample.labels["site"], sample.labels["telegram"])
    return Addresses()

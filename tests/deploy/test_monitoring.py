"""Alerts and board ask for figures that `/metrics` has, fire when they should, and lead to what to do."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

import services.delivery.dispatching
import services.desk.alarms  # noqa: F401  what these count is defined there
from services.checks.registry import QUICK, STANDING
from services.delivery.channel import Known
from services.weather.polls import Poll, PollStore
from services.web.measures import Outcome
from shared.heartbeat import Beats, Pulse
from shared.metrics import REGISTRY
from tests.api.conftest import House, in_play, moments
from tests.deploy.proxies import program_of

__all__ = ["in_play", "moments"]

ROOT = Path(__file__).parents[2]
MONITORING = ROOT / "infra" / "deploy" / "monitoring"
ALERTS = MONITORING / "alerts.yml"
FIRED = Path(__file__).with_name("alerts_test.yml")
OF_PROMETHEUS = {"up": {"job", "instance"}}


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load(ALERTS.read_text())["groups"]
    return list(group["rules"])


def queries() -> dict[str, str]:
    """What alerts and panels ask, by their name."""
    board = json.loads((MONITORING / "grafana.json").read_text())
    asked = {f"{p['title']} {t['refId']}": t["expr"] for p in board["panels"] for t in p["targets"]}
    return {alert["alert"]: alert["expr"] for alert in alerts()} | asked


def promtool(*words: str | Path) -> None:
    ran = subprocess.run([program_of("promtool"), *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture
def figures(in_play: House) -> dict[str, set[str]]:
    """The labels of each figure: as `/metrics` shows it beside a worker, or as it is counted."""
    database = in_play.desk.log.database
    pulse = Pulse(Beats(database), in_play.clock, "worker")
    pulse.began("reminders", 60)
    pulse._write(None)
    PollStore(database).note(Poll(in_play.clock.now(), "unreachable"))
    known = {
        sample: {*collector._labelnames, *(("le",) if sample.endswith("_bucket") else ())}  # type: ignore[attr-defined]
        for collector, samples in REGISTRY._collector_to_names.items()
        for sample in samples
    }
    shown = in_play.anyone.get("/metrics").get_data(as_text=True)
    for family in text_string_to_metric_families(shown):
        for sample in family.samples:
            known.setdefault(sample.name, set()).update(sample.labels)
    return known | OF_PROMETHEUS


def test_prometheus_reads_the_alerts_and_the_settings_and_every_query(tmp_path: Path) -> None:
    promtool("check", "config", MONITORING / "prometheus.yml")
    rules = [{"record": f"asked:{number}", "expr": query} for number, query in enumerate(queries().values())]
    file = tmp_path / "queries.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "asked", "rules": rules}]}))
    promtool("check", "rules", ALERTS, file)


def test_each_alert_fires_when_it_should(tmp_path: Path) -> None:
    shutil.copy(ALERTS, tmp_path)
    shutil.copy(FIRED, tmp_path)
    promtool("test", "rules", tmp_path / FIRED.name)
    assert {alert["alert"] for alert in alerts()} == set(re.findall(r"Tileledger\w+", FIRED.read_text()))


def test_every_figure_that_is_asked_for_is_there_with_its_labels(figures: dict[str, set[str]]) -> None:
    allowed = {
        "check": {listed.name for listed in (*QUICK, *STANDING)},
        "outcome": {*get_args(Outcome)},
        "known": {*get_args(Known)},
    }
    for name, query in queries().items():
        asked = list(_asked(query))
        assert asked, name
        for figure, matched in asked:
            assert figure in figures, f"{name}: there is no {figure}"
            assert {label for label, _ in matched} <= figures[figure], f"{name}: {figure} has no such label"
            for label, values in matched:
                assert label not in allowed or set(values.split("|")) <= allowed[label], f"{name}: {values}"
        labels = {label for _, *grouped in _grouped(query) for label in grouped}
        assert labels <= set().union(*(figures[figure] for figure, _ in asked)), name


def _asked(query: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each figure with the labels and values that it is matched by."""
    for figure, braces in re.findall(r"\b(up|tileledger_\w+)(\{[^}]*\})?", query):
        yield figure, re.findall(r'(\w+)(?:=~|!~|!=|=)"([^"]*)"', braces)


def _grouped(query: str) -> Iterator[list[str]]:
    for labels in re.findall(r"\bby \(([^)]*)\)", query):
        yield ["by", *labels.split(", ")]


def test_every_alert_leads_to_a_part_of_the_runbook() -> None:
    runbook = (ROOT / "docs" / "operations.md").read_text()
    headings = re.findall(r"^##+ (.+)$", runbook, re.M)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for alert in alerts():
        page, _, anchor = alert["annotations"]["runbook"].partition("#")
        assert (page, anchor in anchors) == ("docs/operations.md", True), alert["alert"]
        assert alert["labels"]["severity"] in ("page", "ticket")


def test_prometheus_asks_where_tileledger_listens() -> None:
    (scraped,) = yaml.safe_load((MONITORING / "prometheus.yml").read_text())["scrape_configs"]
    assert scraped["static_configs"] == [{"targets": ["127.0.0.1:8000"]}]
    assert all('up{job="tileledger"}' in query for query in queries().values() if "up{" in query)
    assert scraped["job_name"] == "tileledger"


def test_alerts_are_handed_to_an_alertmanager_on_the_same_machine() -> None:
    alerting = yaml.safe_load((MONITORING / "prometheus.yml").read_text())["alerting"]
    assert alerting == {"alertmanagers": [{"static_configs": [{"targets": ["127.0.0.1:9093"]}]}]}

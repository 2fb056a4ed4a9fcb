"""Metrics are kept in a registry of their own and read as text."""

import pytest

from shared.metrics import counter, exposition, gauge, timed, timing


def test_what_is_counted_and_timed_can_be_read() -> None:
    counter("test_commands", "Commands.", ["command"]).labels("check-in").inc()
    gauge("test_waiting", "Waiting.").set(3)
    took = timing("test_answer", "Answers.")
    with pytest.raises(ZeroDivisionError), timed(took):
        1 / 0  # noqa: B018
    labelled = timing("test_query", "Queries.", ["query"])
    with timed(labelled, "standings"):
        pass
    text = exposition()[0].decode()
    assert 'tileledger_test_commands_total{command="check-in"} 1.0' in text
    assert "tileledger_test_waiting 3.0" in text
    assert "tileledger_test_answer_seconds_count 1.0" in text
    assert 'tileledger_test_query_seconds_count{query="standings"} 1.0' in text

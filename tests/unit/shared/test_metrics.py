"""Metrics are kept in a registry of their own and read as text."""

from shared.metrics import counter, exposition, gauge, timing


def test_what_is_counted_and_timed_can_be_read() -> None:
    counter("test_commands", "Commands.", ["command"]).labels("check-in").inc()
    gauge("test_waiting", "Waiting.").set(3)
    timing("test_answer", "Answers.").observe(0.01)
    timing("test_query", "Queries.", ["query"]).labels("standings").observe(0.01)
    text = exposition()[0].decode()
    assert 'tileledger_test_commands_total{command="check-in"} 1.0' in text
    assert "tileledger_test_waiting 3.0" in text
    assert "tileledger_test_answer_seconds_count 1.0" in text
    assert 'tileledger_test_query_seconds_count{query="standings"} 1.0' in text

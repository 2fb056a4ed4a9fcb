"""Run the sink: `python -m infra.mail_sink --port 8083 --smtp-port 1025`."""

import argparse

from infra.mail_sink.server import application
from infra.mail_sink.sink import Sink
from infra.pages import listening, serve
from shared.clock import SystemClock


def main() -> None:
    """Serve on loopback until stopped; port 0 is any that is free."""
    parser = argparse.ArgumentParser(prog="python -m infra.mail_sink", description=__doc__)
    parser.add_argument("--port", type=listening, default="8083", help="of the page")
    parser.add_argument("--smtp-port", type=listening, default="1025")
    given = parser.parse_args()
    serve(application(Sink(SystemClock()), given.smtp_port), given.port)


if __name__ == "__main__":
    main()

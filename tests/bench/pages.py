"""What a first visit to a page costs on an old phone: a processor four times slower, 1.6 Mbit/s, 150 ms.

The whole demo of 1,200 entrants, played to its end and to the middle of a session. A first view: nothing of
the site is in the browser yet. Targets: the largest part painted within 1.5 s, parts that jump by less than
0.05 of the screen, less than 100 kB on the wire.
"""

import os
import tempfile
from pathlib import Path

from tests.bench.rounds import Settings
from tests.browser.chromium import browsing
from tests.browser.measuring import first_view
from tests.browser.pages import MEASURED
from tests.browser.served import OVER, PLAYING, State, play_all, site
from tests.unit.tournament.specs import hong_kong

ROUNDS = 5


def run(settings: Settings) -> None:
    print(f"\nload of the machine at the beginning: {os.getloadavg()[0]:.1f}")
    rounds = settings.amount(ROUNDS)
    with tempfile.TemporaryDirectory(prefix="tl-bench-") as name:
        played, folder = Path(name) / "played", Path(name) / "served"
        played.mkdir()
        folder.mkdir()
        play_all(played, {OVER: State("whole"), PLAYING: State("whole", at=hong_kong("2026-04-07 15:10"))})
        with site(played, folder) as served, browsing() as browser:
            print(f"\nfirst view on a slow phone, medians of {rounds}")
            print(f"  {'':<24}{'paint, ms':>10}{'shift':>8}{'kB':>8}{'requests':>10}")
            for view in MEASURED:
                found = first_view(served, browser, view, rounds)
                verdict = f"NOT MET: {', '.join(found.missed)}" if found.missed else "targets met"
                print(
                    f"  {view.name:<24}{found.paint:>10.0f}{found.shift:>8.3f}{found.weight / 1000:>8.1f}"
                    f"{found.requests:>10}  {verdict}"
                )

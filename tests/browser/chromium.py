"""The system's Chromium, led by Playwright; it reaches nothing but this machine."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.fonts import ENVIRONMENT

PATIENCE = 30.0
"""Seconds after which what was waited for has failed."""
expect.set_options(timeout=PATIENCE * 1000)
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


def chromium() -> str | None:
    """Where Chromium is; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def without_screen() -> str | None:
    """Where the Chromium is that was built for no screen, which takes half the time; else any other.

    It shows no notifications.
    """
    return shutil.which("chromium-headless-shell") or chromium()


@contextmanager
def started(playwright: Playwright, program: str) -> Iterator[Browser]:
    """A browser, as long as the block lasts."""
    browser = playwright.chromium.launch(
        executable_path=program,
        args=FLAGS,
        chromium_sandbox=False,
        timeout=PATIENCE * 1000,
        env={**ENVIRONMENT},
    )
    yield browser
    browser.close()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser, as long as the block lasts; in this thread no event loop can run meanwhile."""
    program = without_screen()
    assert program is not None
    with sync_playwright() as playwright, started(playwright, program) as browser:
        yield browser

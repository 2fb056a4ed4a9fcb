"""A browser is called by a few words, whatever it sends."""

from services.access.devices import device_of
from tests.cases import cases

_MOZILLA = "Mozilla/5.0 "


@cases(
    "sent, called",
    [
        (
            "(iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("(iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1", "Chrome, iPhone"),
        ("(Linux; Android 14; Pixel 8) Chrome/120.0 Mobile Safari/537.36", "Chrome, Android"),
        (
            "(Linux; Android 13; SM-S901B) SamsungBrowser/23.0 Chrome/115 Safari/537",
            "Samsung Internet, Android",
        ),
        ("(Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537.36 Edg/120.0", "Edge, Windows"),
        ("(Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0", "Firefox, Mac"),
        ("(X11; Linux x86_64) something", "Linux"),
        ("", ""),
        ("curl/8.0", ""),
        ("<script>alert(1)</script>" * 1000, ""),
        ("\x00\u202e" * 600 + "Firefox/1", ""),
    ],
)
def test_a_browser_is_called_by_family_and_system_alone(sent: str, called: str) -> None:
    assert device_of(_MOZILLA + sent) == called

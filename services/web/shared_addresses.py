"""What social networks and newsletters add to the address of a page that somebody shares, taken out again."""

import re

_NAME = "(?:fbclid|gclid|dclid|msclkid|igshid|mc_cid|mc_eid|utm_[a-z_]{1,30})"
_ADDED = re.compile(f"(?:^|&){_NAME}(?:=[^&]*)?(?=&|$)")


def query_meant(path: str, query: str) -> str:
    """The query string that whoever shared the address of a page had; for programs as it was sent."""
    if not query or path.startswith("/api/"):
        return query
    return _ADDED.sub("", query).removeprefix("&")

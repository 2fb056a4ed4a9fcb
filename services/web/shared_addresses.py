"""What is added to the address of a page on its way from one person to another, taken out again."""

import re

_NAME = "(?:fbclid|gclid|dclid|msclkid|igshid|mc_cid|mc_eid|utm_[a-z_]{1,30})"
_ADDED = re.compile(f"(?:^|&){_NAME}(?:=[^&]*)?(?=&|$)")


_MARKS = "/.,;:!?'\")]>、。，；：！？」』）】…"


def query_meant(path: str, query: str) -> str:
    """The query string without what social networks and newsletters add; for programs as it was sent."""
    if not query or path.startswith("/api/"):
        return query
    return _ADDED.sub("", query).removeprefix("&")


def path_meant(path: str) -> str:
    """The path of a page without the marks that a sentence puts behind a link, and what follows "&"."""
    return path.partition("&")[0].rstrip(_MARKS) or "/"

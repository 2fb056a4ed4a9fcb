"""Which rules are of play online, where nobody is at a place to leave or to stay in."""

_ONLINE = frozenset({"rummikub-online"})


def is_online(ruleset: str) -> bool:
    """Whether the rules with this id are of play online."""
    return ruleset in _ONLINE

"""Hosts and addresses on the network: which are public, and which an operator names in a setting."""

import ipaddress
import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import msgspec

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.IGNORECASE)
# Global by their flags, and yet no public host: translated, tunnelled, deprecated or for documentation.
_NOT_PUBLIC: tuple[Network, ...] = tuple(
    ipaddress.ip_network(text)
    for text in (
        "192.0.0.0/24",
        "192.88.99.0/24",
        "::/32",
        "64:ff9b::/32",
        "100::/64",
        "2001::/23",
        "2002::/16",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)

_INSIDE = frozenset(
    {"alt", "arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain"}
    | {"localhost", "onion", "private"}
)
"""Endings of names that mean nothing on the public network (RFC 6761, 6762, 8375)."""


class Allowed(msgspec.Struct, frozen=True):
    """Host names and networks that an operator names."""

    names: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def has_name(self, host: str) -> bool:
        return host.lower() in self.names

    def has_address(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def read_allowed(text: str) -> Allowed:
    """Read names, addresses and networks separated by blanks.

    Raises:
        ValueError: something is none of them.
    """
    names, networks = set(), []
    for word in text.split():
        try:
            networks.append(ipaddress.ip_network(word.strip("[]"), strict=False))
        except ValueError:
            if _NAME.fullmatch(word) is None or is_number(word):
                raise
            names.add(word.lower())
    return Allowed(frozenset(names), tuple(networks))


def is_number(host: str) -> bool:
    """Whether programs may take a host for an IPv4 address: "127.1", "0x7f.1", "2130706433"."""
    return _NUMBER.fullmatch(host.rpartition(".")[2]) is not None


def is_known_outside(host: str) -> bool:
    """Whether a host is called as one that others can reach; nothing is looked up."""
    name = host.strip("[]").rstrip(".").lower()
    try:
        return is_public(ipaddress.ip_address(name))
    except ValueError:
        return "." in name and not is_number(name) and name.rpartition(".")[2] not in _INSIDE


def is_public(address: Address) -> bool:
    """Whether an address is of one host on the public network."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return is_public(address.ipv4_mapped)
    inner = address.is_private or address.is_loopback or address.is_link_local or address.is_unspecified
    special = address.is_multicast or address.is_reserved
    named = any(address in network for network in _NOT_PUBLIC if network.version == address.version)
    return address.is_global and not inner and not special and not named

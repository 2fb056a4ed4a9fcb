"""Where webhooks may go: `https` and public addresses, and what the operator allows besides.

An address is held to a narrow form, so that every parser reads the same host in it. A name is looked up once
for each delivery; all that it stands for is checked, and only what was checked is connected to. So neither a
name that stands for an inner machine, nor one that changes between check and connection, reaches inside.
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence

from aiohttp.abc import AbstractResolver, ResolveResult

from shared.catalogue import Phrase
from shared.hosts import Address, is_known_outside, is_number, is_public, read_allowed
from shared.problems import ProblemType

LONGEST = 2000
"""Characters of an address."""

DESTINATION_REFUSED = ProblemType("destination-refused", 422)

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""Finds the addresses of a host; injected."""

# Scheme, host, port, and the rest in printable ASCII without fragment and backslash; a host without "@".
_FORM = re.compile(
    r"(https?)://(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::([0-9]{1,5}))?([/?][!\"$-\[\]-~]*)?",
    re.IGNORECASE,
)


class Destinations(AbstractResolver):
    """Says where a webhook may go, and looks its host up for the connection.

    Args:
        allowed: host names and networks, separated by blanks, that need be neither public nor https.
        lookup: finds the addresses of a host; the system's by default.
    """

    def __init__(self, allowed: str = "", lookup: Lookup | None = None) -> None:
        self._allowed = read_allowed(allowed)
        self._lookup = lookup or _system_lookup

    def check(self, url: str, port: int | None = None) -> None:
        """Refuse an address that can be seen to lead where none may; looks nothing up.

        Args:
            port: the only one that is taken of a host that is not allowed; None for any.

        Raises:
            Problem: destination-refused.
        """
        form = _FORM.fullmatch(url) if len(url) <= LONGEST else None
        if form is None or (form[3] is not None and not 0 < int(form[3]) < 65536):
            raise DESTINATION_REFUSED(
                detail=Phrase("part-destinations-no-plain-address-https-host", {"longest": LONGEST}),
            ).at(field="url")
        host = form[2].lower()
        address = _literal(host)
        allowed = self._allowed.has_name(host) if address is None else self._allowed.has_address(address)
        if not allowed and form[1].lower() != "https":
            raise DESTINATION_REFUSED(detail=Phrase("part-destinations-not-https")).at(field="url")
        if not allowed and not is_known_outside(host):
            raise DESTINATION_REFUSED(detail=Phrase("part-destinations-not-public", {"host": host})).at(
                field="url"
            )
        if not allowed and port is not None and form[3] is not None and int(form[3]) != port:
            raise DESTINATION_REFUSED(detail=Phrase("part-destinations-port", {"port": port})).at(field="url")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Look a host up, once; aiohttp connects to what comes back.

        Raises:
            OSError: it stands for an address that webhooks may not go to, or for none.
        """
        found = [ipaddress.ip_address(text) for text in await self._lookup(host, port)]
        if not found:
            raise OSError("no address")
        if not self._allowed.has_name(host) and not all(map(self.permits, found)):
            raise NotPermitted(host)
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in found
        ]

    def permits(self, address: Address) -> bool:
        """Whether a connection to this address may be made."""
        return self._allowed.has_address(address) or is_public(address)

    async def close(self) -> None:
        """Nothing is held open."""


class NotPermitted(OSError):
    """The name stands for an address that webhooks may not go to."""


def _literal(host: str) -> Address | None:
    """The address that a host in an address is; None for a name.

    Raises:
        Problem: destination-refused, for a number that only some programs take for an address (0177.1).
    """
    bare = host.strip("[]")
    if not host.startswith("[") and not is_number(host):
        return None
    try:
        return ipaddress.ip_address(bare)
    except ValueError:
        raise DESTINATION_REFUSED(
            detail=Phrase("part-destinations-host-number-not-address-written"),
        ).at(field="url") from None


async def _system_lookup(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # A zone ("%eth0") stands only with link-local addresses, which are not permitted in any case.
    return list(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in found))

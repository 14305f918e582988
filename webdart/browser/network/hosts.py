"""Decides whether a page of a site may talk to a given host, port and address.

`Hosts` is one site's rule, as docs/reference/sites.md states it: a site without login loads from any public host and
navigates on its own; a site with login loads from its own and the declared hosts only. Names are judged first; the
address that a name resolves to is judged later, when connecting: a public name that leads to a private address is
refused unless the file says `private: true`. Cloud metadata services are always refused, declared or not.
"""

import ipaddress
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.errors import UsageError
from webdart.plan.model import SitePlan

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_LONGEST = 253  # letters of a host (RFC 1035)
_WEB_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data"})
_METADATA = frozenset(
    ipaddress.ip_address(address)
    for address in (
        "169.254.169.254",  # AWS, Azure, Google and most others
        "169.254.170.2",  # AWS container credentials
        "169.254.170.23",
        "100.100.100.200",  # Alibaba
        "192.0.0.192",  # Oracle
        "168.63.129.16",  # Azure's host agent
        "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254",
    )
)


class Endpoint(Struct, frozen=True):
    """A host as browsers write it (lower case, punycode, no brackets) and a port; None is any web port."""

    host: str
    port: int | None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port in {None, 80, 443} else f"{host}:{self.port}"


def canonical(host: str) -> str:
    """`host` as a browser writes it: lower case, punycode, without brackets and the final dot.

    By UTS 46 as browsers apply it: `straße.de` is a host of its own. The standard library's encoder makes
    `strasse.de` of it, which belongs to somebody else.

    Raises:
        UnicodeError: no host is written so.
    """
    plain = host.strip("[]").rstrip(".").lower()
    if plain.isascii():
        return plain
    if len(plain) > _LONGEST:
        raise UnicodeError("a host of that length is none")
    import idna  # noqa: PLC0415 - most addresses need none of its tables

    labels = idna.uts46_remap(plain, std3_rules=False, transitional=False).rstrip(".").split(".")
    return ".".join(one if one.isascii() else f"xn--{one.encode('punycode').decode()}" for one in labels)


def endpoint_of(url: str) -> Endpoint:
    """Host and port of an absolute address; an empty host where it has none.

    Raises:
        UsageError: the address cannot be read.
    """
    try:
        parts = urlsplit(url)
        return Endpoint(canonical(parts.hostname or ""), parts.port or _WEB_PORTS.get(parts.scheme))
    except (ValueError, UnicodeError) as error:
        raise UsageError(f"{url!r} is no web address: {error}") from error


SOCKETS = "`sockets: allow` beside the site's `url` opens them"
OLD = "this Chromium is too old to shut sockets within a page's own connection (HTTP/2): a newer one does"
"""What to do about a socket that a page asked for in vain."""


def allow_line(url: str) -> str:
    """The line of the file that would allow the host of `url`; for what is no web address, what one is."""
    try:
        place = endpoint_of(url)
    except UsageError:
        place = Endpoint("", None)
    web = place.host and urlsplit(url).scheme in _WEB_PORTS
    return f"allow: [{place}]" if web else "an address of the site, by http or https"


def literal(host: str) -> Address | None:
    """The address that `host` spells out, if it is one; mapped and translated IPv4 is seen through."""
    try:
        return seen_through(ipaddress.ip_address(host))
    except ValueError:
        return None


def seen_through(address: Address) -> Address:
    """The IPv4 address inside a mapped, translated or tunnelled IPv6 one, else `address`."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def is_near(host: str) -> bool:
    """Whether a name or literal says by itself that it is no public host."""
    return host == "localhost" or host.endswith(".localhost") or literal(host) is not None


class Hosts(Struct, frozen=True):
    """The hosts of one site: its own, the further ones it declares, and whether others may be loaded from."""

    own: Endpoint
    allow: tuple[Endpoint, ...] = ()
    closed: bool = False  # a site with login: nothing but what is declared
    private: bool = False

    @classmethod
    def of(cls, site: SitePlan) -> "Hosts":
        """The rule of a site as the file declares it."""
        return cls(
            own=endpoint_of(site.url),
            allow=tuple(endpoint_of(f"//{entry}") for entry in site.allow),
            closed=site.login is not None,
            private=site.private,
        )

    def owns(self, host: str, port: int) -> bool:
        """Whether it is the site's own host, one of its subdomains or its `www` twin."""
        mine = self.own.host
        if is_near(mine):  # a port of this machine is another program
            return host == mine and port == self.own.port
        related = host == mine or host.endswith(f".{mine}") or host.removeprefix("www.") == mine.removeprefix("www.")
        return related and port in {self.own.port, 80, 443}

    def declares(self, host: str, port: int) -> bool:
        """Whether the file names it: the site's own, or under `allow`."""
        return self.owns(host, port) or any(
            entry.host == host and (port in {80, 443, self.own.port} if entry.port is None else port == entry.port)
            for entry in self.allow
        )

    def navigates(self, url: str) -> bool:
        """Whether the tab may go there: the site's own hosts and those under `allow`, by http or https."""
        try:
            place = endpoint_of(url)
        except UsageError:
            return False
        web = urlsplit(url).scheme in {"http", "https"}
        return web and place.port is not None and self.declares(place.host, place.port)

    def refusal(self, host: str, port: int) -> str:
        """Why this host and port are refused by name; empty where they may be tried."""
        if host in _METADATA_NAMES:
            return "a cloud metadata service"
        if self.declares(host, port):
            return ""
        if self.closed:
            return "a site with login loads from its own and the declared hosts only"
        if is_near(host):
            return "an address of this machine or of its network"
        return "" if port in {80, 443} else "a port that is neither 80 nor 443"

    def refuses_address(self, host: str, port: int, address: Address) -> str:
        """Why the address that `host` resolved to is refused; empty where it may be connected to."""
        address = seen_through(address)
        if address in _METADATA:
            return "a cloud metadata service"
        if address.is_global and not address.is_multicast:
            return ""
        if not self.declares(host, port):
            return f"it leads to {address}, an address of this machine or of its network"
        local = (host == "localhost" or host.endswith(".localhost")) and address.is_loopback
        if self.private or local or literal(host) == address:
            return ""
        return f"it leads to the private address {address}; say `private: true` if that is meant"

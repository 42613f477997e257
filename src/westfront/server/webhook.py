"""Webhooks that cannot be turned against the machine or its network.

A name is resolved once; every address behind it must be a public one, and the connection goes to an address that was
checked. No redirect is followed, little is read, and all of it has a deadline.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from westfront.server.refusal import ApiError

SECONDS = 5.0
DEADLINE = 10.0
MOST_READ = 4096
PORTS = {"http": 80, "https": 443}
NAT64 = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48")

PRIVATE = "A notice cannot go to an address of this machine or of a private network."
LOCAL = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
"""Ends of names that never lead to the open internet."""

Resolve = Callable[[str, int], list[str]]


class Target(NamedTuple):
    """A web address taken apart."""

    secure: bool
    host: str
    port: int
    path: str


def target_of(url: str) -> Target:
    """A web address, if it is one that a notice may go to."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
        host = host.encode("idna").decode() if not host.isascii() else host
    except (ValueError, UnicodeError):
        raise ApiError(422, "This is not a web address.") from None
    if parts.scheme not in PORTS or not host or not url.isascii() or not url.isprintable() or " " in url:
        raise ApiError(422, "A notice goes to an address that begins with https:// or http://.")
    if parts.username is not None or parts.password is not None:
        raise ApiError(422, "A web address for notices holds no password.")
    port = port or PORTS[parts.scheme]
    if port not in PORTS.values() and port < 1024:
        raise ApiError(422, "A notice goes to port 80, 443, or one above 1023.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", host, port, path)


def is_public(address: str) -> bool:
    """Whether an address belongs to the open internet, also if one address is wrapped in another."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inside = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inside is not None:
            return is_public(str(inside))
        if ip.scope_id or ip.is_site_local or any(ip in net for net in NAT64):
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def resolve(host: str, port: int) -> list[str]:
    """All addresses of a name."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise ApiError(422, "The name in this web address is not known.") from None
    return [str(info[4][0]) for info in found]


def checked_addresses(target: Target, look_up: Resolve, permitted: Callable[[str], bool]) -> list[str]:
    """The addresses of a target; one that is not permitted refuses it."""
    addresses = look_up(target.host, target.port)
    if not addresses or not all(map(permitted, addresses)):
        raise ApiError(422, PRIVATE)
    return addresses


def check_address(url: str) -> None:
    """Refuse a web address to which no notice may go, as far as it can be told without looking its name up.

    A name is looked up when a notice goes out, and refused then if it leads to a private network.
    """
    target = target_of(url)
    try:
        checked_addresses(target, _numeric, is_public)
    except OSError:
        host = target.host.rstrip(".").lower()
        if "." not in host or host.endswith(LOCAL):
            raise ApiError(422, PRIVATE) from None


def _numeric(host: str, port: int) -> list[str]:
    """The address that is written in a web address, in whichever way; OSError if it is a name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    return [str(info[4][0]) for info in found]


def post(url: str, data: bytes, look_up: Resolve = resolve, permitted: Callable[[str], bool] = is_public) -> int:
    """Send a notice; gives the status of the answer."""
    target = target_of(url)
    addresses = checked_addresses(target, look_up, permitted)
    raw = socket.create_connection((addresses[0], target.port), timeout=SECONDS)
    deadline = threading.Timer(DEADLINE, _cut, [raw])
    deadline.start()
    try:
        return _exchange(target, raw, data)
    finally:
        deadline.cancel()
        raw.close()


def _cut(raw: socket.socket) -> None:
    """The time is up, however slowly the other end still talks."""
    try:
        raw.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def _exchange(target: Target, raw: socket.socket, data: bytes) -> int:
    connection = http.client.HTTPConnection(target.host, target.port, timeout=SECONDS)
    wrapped = ssl.create_default_context().wrap_socket(raw, server_hostname=target.host) if target.secure else raw
    try:
        connection.sock = wrapped
        headers = {"Content-Type": "application/json", "User-Agent": "Westfront", "Connection": "close"}
        connection.request("POST", target.path, body=data, headers=headers)
        answer = connection.getresponse()
        answer.read(MOST_READ)
        return answer.status
    finally:
        connection.close()
        wrapped.close()

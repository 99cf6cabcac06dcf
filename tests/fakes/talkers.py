"""Servers that answer as no server should: what calls them must not wait for their pleasure."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

Talk = Callable[[socket.socket], None]


@contextmanager
def talking(talk: Talk) -> Iterator[str]:
    """The address of a server that answers the first who calls as `talk` does."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    connection.recv(65_536)
                    talk(connection)

        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


def drip(connection: socket.socket) -> None:
    """A head that grows by a letter now and then."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
    _letters(connection)


def drip_body(connection: socket.socket) -> None:
    """A body that does."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 150\r\n\r\n")
    _letters(connection)


def drip_handshake(connection: socket.socket) -> None:
    """The beginning of TLS, a letter now and then."""
    connection.sendall(b"\x16\x03\x03\x3f\xff")
    _letters(connection)


def _letters(connection: socket.socket) -> None:
    connection.settimeout(0.02)
    while True:
        try:
            if not connection.recv(1):
                return
        except TimeoutError:
            connection.sendall(b"x")


def hang(connection: socket.socket) -> None:
    while connection.recv(65_536):
        pass


def endless(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n")
    while True:
        connection.sendall(b"x" * 65_536)


def nonsense(connection: socket.socket) -> None:
    connection.sendall(b"SSH-2.0-OpenSSH_9.6 with a secret\r\n")

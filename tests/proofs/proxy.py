"""A small proxy that names its clients and holds nothing back: the worst that may stand in front.

    python -m tests.proofs.proxy 9000 8000

It sends on every piece as it comes, so slow clients are slow for the portal too.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from typing import Any

ADDRESS = "127.0.0.8"
"""Where it speaks to the portal from."""

AT_ONCE = struct.pack("ii", 1, 0)
CLOSED = 7
"""The system's number for a connection that was cut off."""


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def _end_with(portal: asyncio.StreamWriter, client: asyncio.StreamWriter) -> None:
    """Leave the client when the portal has: nobody reads from the portal while a client is slow."""
    while not _is_cut_off(portal.get_extra_info("socket")):
        await asyncio.sleep(0.2)
    # What the system still holds for the client would go first, else.
    client.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    client.transport.abort()


def _is_cut_off(connection: Any) -> bool:
    try:
        state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
    except OSError:  # found out by itself, and given back
        return True
    return isinstance(state, bytes) and state[0] == CLOSED


async def serve(port: int, portal: int) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await reader.readline()
            upstream, downstream = await asyncio.open_connection(
                "127.0.0.1", portal, local_addr=(ADDRESS, 0)
            )
        except OSError:
            writer.close()
            return
        client = writer.get_extra_info("peername")[0]
        downstream.write(line + f"X-Forwarded-For: {client}\r\n".encode())
        watch = asyncio.ensure_future(_end_with(downstream, writer))
        try:
            await asyncio.gather(_pass_on(reader, downstream), _pass_on(upstream, writer))
        finally:
            watch.cancel()

    server = await asyncio.start_server(connected, "127.0.0.1", port, backlog=500)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))

"""A small proxy that names its clients and holds nothing back: the worst that may stand in front.

    python -m tests.proofs.proxy 9000 8000

It sends on every piece as it comes, so slow clients are slow for the portal too.
"""

from __future__ import annotations

import asyncio
import sys

ADDRESS = "127.0.0.8"
"""Where it speaks to the portal from."""


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


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
        await asyncio.gather(_pass_on(reader, downstream), _pass_on(upstream, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", port, backlog=500)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))

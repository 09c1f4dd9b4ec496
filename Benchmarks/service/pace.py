# SPDX-License-Identifier: Apache-2.0
"""Sends requests at a constant rate, however late the answers are: as independent clients do.

Each time is from the moment a request was due, so that a server which stalls is charged for everything
that came due meanwhile.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Paced:
    """Times in milliseconds."""

    requests: int
    rate: float
    p50: float
    p99: float
    failed: int


class Connections:
    """Connections to one server that are open and idle."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, head: bytes, body: bytes) -> int:
        """Sends a request, reads the response to its end and returns the status."""
        reader, writer = self.idle.pop() if self.idle else await self._open()
        try:
            writer.write(head)
            writer.write(body)
            lines = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
            fields = dict(line.split(b":", 1) for line in lines[1:] if b":" in line)
            if b"content-length" in fields:
                await reader.readexactly(int(fields[b"content-length"]))
            else:
                await _read_chunks(reader)
        except BaseException:
            writer.close()
            raise
        if b"close" in fields.get(b"connection", b""):
            writer.close()
        else:
            self.idle.append((reader, writer))
        return int(lines[0].split()[1])

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, limit=1 << 20)

    def close(self) -> None:
        for _, writer in self.idle:
            writer.close()


async def _read_chunks(reader: asyncio.StreamReader) -> None:
    while size := int((await reader.readline()).split(b";")[0], 16):
        await reader.readexactly(size + 2)
    while (await reader.readline()).strip():
        pass


async def _pace(
    address: str, heads: Callable[[int], bytes], body: bytes, rate: float, seconds: float
) -> Paced:
    connections = Connections(address)
    latencies: list[float] = []
    failed = 0

    async def one(index: int, due: float) -> None:
        nonlocal failed
        try:
            status = await connections.ask(heads(index), body)
        except (OSError, asyncio.IncompleteReadError):
            status = 0
        latencies.append((time.monotonic() - due) * 1000)
        failed += status != 200

    start = time.monotonic()
    tasks = []
    for index in range(max(2, int(rate * seconds))):
        due = start + index / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        tasks.append(asyncio.create_task(one(index, due)))
    await asyncio.wait_for(asyncio.gather(*tasks), timeout=30)
    connections.close()
    cuts = statistics.quantiles(latencies, n=100, method="inclusive")
    return Paced(len(latencies), rate, cuts[49], cuts[98], failed)


def pace(address: str, heads: Callable[[int], bytes], body: bytes, rate: float, seconds: float) -> Paced:
    """Sends the request that `heads` gives for each number, with one body, for some seconds."""
    return asyncio.run(_pace(address, heads, body, rate, seconds))

# SPDX-License-Identifier: Apache-2.0
"""The server under load, beside a service over libvips, thumbor and nginx, in one run.

Called by `Scripts/benchmark service`, which makes what it needs. Servers and load share the machine. All
servers of a comparison run at the same time, but only one of them is under load; rounds go around them.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from contenders import PHOTO, Load, contenders, nginx
from measure import (
    BENCHMARKS,
    Cost,
    Part,
    Rows,
    output_of,
    package_versions,
    parser_of,
    progress,
    run_suite,
    spend,
)
from pacing import pace, steady
from servers import Server, frostpane, keep
from service_tables import table_hits, table_start, table_uncached

HERE = Path(__file__).parent
# wrk's connections: more than workers, fewer than our queue refuses.
CONNECTIONS = 4
WORKERS = len(os.sched_getaffinity(0))
HIT_CONNECTIONS = (8, 64, 256)
HIT_BYTES = (1_000, 47_000, 100_000)
SLOWEST_RATE = 0.4
# Beyond what wrk asks for, and a whole one further in each round.
PACED_SIGMA = 40


@dataclass(frozen=True)
class Answer:
    """What wrk saw, times in milliseconds."""

    requests: int
    rate: float
    p50: float
    p99: float
    failed: int


def wrk(server: Server, load: Load, connections: int, threads: int, seconds: int) -> Answer:
    words = ["wrk", "-t", threads, "-c", connections, "-d", f"{seconds}s", "--timeout", "10s"]
    words += ["-s", HERE / "load.lua", server.address, "--", load.method, load.pattern]
    words += [load.body] if load.body else []
    done = subprocess.run(
        [str(word) for word in words], check=True, capture_output=True, text=True, timeout=seconds + 30
    )
    seen = json.loads(done.stdout.splitlines()[-1])
    rate = seen["requests"] / (seen["duration"] / 1e6)
    failed = seen["refused"] + seen["broken"]
    return Answer(seen["requests"], rate, seen["p50"] / 1000, seen["p99"] / 1000, failed)


@contextmanager
def scratch() -> Iterator[tuple[Path, ExitStack]]:
    """A folder, and a stack of servers that end before it goes."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        yield Path(folder), stack


def measure_uncached(arguments: argparse.Namespace) -> Rows:
    """1 MP JPEG to JPEG, each request another sigma: capacity, then times at 80 % of it."""
    with scratch() as (folder, stack):
        field = contenders(folder, stack)
        loaded: dict[str, list[dict[str, float]]] = {server.name: [] for server, _ in field}
        for turn in range(arguments.runs + 1):
            for server, load in field:
                before = server.processor_ms()
                answer = wrk(server, load, CONNECTIONS, 1, arguments.seconds if turn else 1)
                server.settle()
                spent = server.processor_ms() - before
                if turn:
                    cpu = spent / max(answer.requests, 1)
                    loaded[server.name].append(vars(answer) | {"cpu": cpu})
        rows = []
        for server, _ in field:
            row: dict[str, Any] = {"name": server.name} | medians(loaded[server.name])
            row["memory"] = server.memory_mib()
            rows.append(row)
        for turn in range(arguments.runs):
            for row, (server, load) in zip(rows, field, strict=True):
                rate = max(0.8 * row["rate"], SLOWEST_RATE)
                before = server.processor_ms() + children_ms()
                figures = pace(server.address, load, PACED_SIGMA + turn, rate, arguments.seconds)
                server.settle()
                spent = server.processor_ms() + children_ms() - before
                figures["cpu_with_client"] = spent / figures["requests"]
                row.setdefault("paced", []).append(figures)
            # In the same rounds: how even the machine is changes from minute to minute.
            mine = rows[0]
            cpu = mine["paced"][-1]["cpu_with_client"]
            even = steady(0.8 * mine["rate"], arguments.seconds, WORKERS, cpu)
            mine.setdefault("steady", []).append(even)
        for row in rows:
            row["paced"] = medians(row["paced"])
        rows[0]["steady"] = medians(rows[0]["steady"])
        for row in rows:
            progress(f"{row['name']}: {row['rate']:.1f} requests/s")
    with tempfile.NamedTemporaryFile(suffix=".jpg") as target:
        costs = [spend([BENCHMARKS / "roundtrip", PHOTO, target.name, 82]) for _ in range(21)]
    return [*rows, {"name": "decode and encode alone", "cpu": Cost.median(costs).cpu}]


def children_ms() -> float:
    """The processor time of the programs that have been run and are over."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (spent.ru_utime + spent.ru_stime) * 1000


def medians(figures: Sequence[dict[str, float]]) -> dict[str, Any]:
    """The median of each figure, but all failures."""
    merged = {key: statistics.median(each[key] for each in figures) for key in figures[0]}
    return merged | {"failed": sum(each.get("failed", 0) for each in figures)}


def measure_hits(arguments: argparse.Namespace) -> Rows:
    """Results from memory, beside nginx and the same bytes as files; each writes its access log."""
    with scratch() as (folder, stack):
        files = folder / "files"
        files.mkdir()
        mine = frostpane(folder / "frostpane.log")
        silent = frostpane(folder / "silent.log", "--log-level", "warning", name="silent")
        theirs = nginx(folder, files)
        for server in (mine, silent, theirs):
            stack.enter_context(server)
        rows = []
        for size in HIT_BYTES:
            path, content = result_of_size(mine, folder, size)
            if result_of_size(silent, folder, size) != (path, content):
                raise RuntimeError("two servers of ours make different results")
            (files / f"{size}.jpg").write_bytes(content)
            hit = Load("GET", path)
            field = [(mine, hit), (theirs, Load("GET", f"/{size}.jpg")), (silent, hit)]
            for connections in HIT_CONNECTIONS:
                answers: dict[str, list[dict[str, float]]] = {}
                for turn in range(arguments.runs):
                    # Forth and back: the machine gets slower and faster from second to second.
                    for server, load in field if turn % 2 == 0 else field[::-1]:
                        before = server.processor_ms()
                        answer = wrk(server, load, connections, 2, arguments.hit_seconds)
                        cpu_us = (server.processor_ms() - before) * 1000 / max(answer.requests, 1)
                        answers.setdefault(server.name, []).append(vars(answer) | {"cpu_us": cpu_us})
                    for log in folder.glob("*.log"):
                        os.truncate(log, 0)
                rows.append(
                    {"bytes": len(content), "connections": connections}
                    | {name: medians(all) for name, all in answers.items()}
                )
                progress(f"{len(content)} bytes, {connections} connections")
    return rows


def result_of_size(server: Server, folder: Path, size: int) -> tuple[str, bytes]:
    """The path of a kept result of about that many bytes, and the bytes."""
    # A 4:3 picture with as many pixels as make the size reachable by quality.
    width = max(32, int((size * 4) ** 0.5) // 8 * 8)
    source = folder / f"{size}.jpg"
    words = [os.environ["PYTHON"], HERE / "shrink.py", PHOTO, source, width, width * 3 // 4]
    subprocess.run([str(word) for word in words], check=True)
    rendering = keep(server.address, source)
    low, high, best = 1, 100, ("", b"")
    while low <= high:
        quality = (low + high) // 2
        path = f"{rendering}?saturate=1.8&quality={quality}"
        with urlopen(server.address + path) as response:
            content = response.read()
        if not best[1] or abs(len(content) - size) < abs(len(best[1]) - size):
            best = (path, content)
        low, high = (quality + 1, high) if len(content) < size else (low, quality - 1)
    with urlopen(server.address + best[0]) as response:
        if "hit" not in response.headers["Cache-Status"] or response.read() != best[1]:
            raise RuntimeError("the result is not from the cache")
    return best


def measure_start(arguments: argparse.Namespace) -> Rows:
    """From the start of the process to its first answer, and what it holds then."""
    figures = []
    with scratch() as (folder, _):
        for _ in range(max(arguments.runs, 9)):
            server = frostpane(folder / "frostpane.log")
            start = time.monotonic()
            with server:
                answered = (time.monotonic() - start) * 1000
                time.sleep(0.5)
                figures.append({"start": answered, "idle": server.status_mib("VmRSS")})
    return [medians(figures)]


PARTS = {
    "uncached": Part(measure_uncached, table_uncached),
    "hits": Part(measure_hits, table_hits),
    "start": Part(measure_start, table_start),
}


def main() -> None:
    parser = parser_of("service", __doc__, PARTS)
    parser.add_argument("--seconds", type=int, default=5, help="of each load of renderings")
    parser.add_argument("--hit-seconds", type=int, default=2, help="of each load of cached results")
    versions = package_versions(os.environ["PYTHON"], gunicorn="gunicorn", libvips="pyvips-binary")
    versions["thumbor"] = output_of(os.environ["THUMBOR"], "--version").split()[1].removeprefix("v")
    nginx_version = subprocess.run([os.environ["NGINX"], "-v"], capture_output=True, text=True, check=True)
    versions["nginx"] = nginx_version.stderr.strip().split("/")[-1]
    run_suite("service", parser, PARTS, versions)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Servers for the suites: started, asked until they answer, looked at, and ended by their id."""

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType

from measure import free_port

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server of any kind with all the processes it has started; ends with its `with` block."""

    def __init__(
        self,
        name: str,
        command: Sequence[object],
        address: str,
        log: Path,
        probe: str = "/",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self.address, self.log = name, address, log
        self.command = [str(word) for word in command]
        self.probe = address + probe
        # Variables of that prefix are options of ours, and what the suites are told is none of them.
        ours = {name: value for name, value in os.environ.items() if not name.startswith("FROSTPANE_")}
        self.environment = {**ours, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
            )
        try:
            deadline = time.monotonic() + 20
            while not self.answers():
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"{self.name} did not start: {self.log.read_text()[-2000:]}")
                time.sleep(0.002)
        except BaseException:
            # What is interrupted here is not left by the statement that would stop it.
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def answers(self) -> bool:
        """Whether anything, an error included, comes back from the probe."""
        try:
            urllib.request.urlopen(self.probe, timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """Ends the session that was made for the server, which holds nothing else."""
        if self.process is None:
            return
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(timeout=10)
        except ProcessLookupError:
            pass
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process = None

    def processes(self) -> list[int]:
        """The ids of the process and of all that descend from it."""
        assert self.process is not None
        found, ahead = [], [self.process.pid]
        while ahead:
            one = ahead.pop()
            found.append(one)
            for children in Path(f"/proc/{one}/task").glob("*/children"):
                ahead += [int(word) for word in children.read_text().split()]
        return found

    def processor_ms(self) -> float:
        """What all processes have spent so far."""
        total = 0
        for one in self.processes():
            # The name in parentheses may hold spaces; 14th and 15th fields are user and system.
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total * 1000 / TICKS

    def settle(self) -> None:
        """Waits until nothing is left of a load that has ended, such as work for clients that are gone."""
        deadline = time.monotonic() + 20
        spent = -1.0
        while (now := self.processor_ms()) > spent and time.monotonic() < deadline:
            spent = now
            time.sleep(0.1)

    def memory_mib(self) -> float:
        """What all processes have in memory, pages that they share counted once."""
        return sum(_kib(f"/proc/{one}/smaps_rollup", "Pss") for one in self.processes()) / 1024

    def status_mib(self, field: str) -> float:
        """A figure of the first process, such as VmRSS or VmHWM."""
        assert self.process is not None
        return _kib(f"/proc/{self.process.pid}/status", field) / 1024


def frostpane(log: Path, *options: object, name: str = "Frostpane") -> Server:
    """Our server on a free port, with options; all else is as the defaults have it."""
    port = free_port()
    words = [os.environ["FROSTPANE"], "serve", "--listen", f"127.0.0.1:{port}", *map(str, options)]
    return Server(name, words, f"http://127.0.0.1:{port}", log, "/healthz")


@dataclass(frozen=True)
class Received:
    """When a response came, in milliseconds from the request."""

    first: float
    last: float


def receive(address: str, path: str) -> Received:
    """Gets a path over a connection of its own; notes the first and the last byte of the body."""
    connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
    start = time.monotonic()
    connection.request("GET", path)
    response = connection.getresponse()
    response.read(1)
    first = time.monotonic()
    response.read()
    last = time.monotonic()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status}")
    return Received((first - start) * 1000, (last - start) * 1000)


def keep(address: str, picture: Path) -> str:
    """Uploads a picture to our server; the path of its renderings."""
    content = picture.read_bytes()
    request = urllib.request.Request(f"{address}/v1/images", content, method="POST")
    urllib.request.urlopen(request).close()
    return f"/v1/images/{sha256(content).hexdigest()}/render"


def _kib(path: str, field: str) -> int:
    for line in Path(path).read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise KeyError(f"{field} in {path}")

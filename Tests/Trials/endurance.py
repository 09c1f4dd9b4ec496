# SPDX-License-Identifier: Apache-2.0
"""Asks one process 100,000 times for each cheap thing, and looks at whether the last ones cost what the first ones did.

Run by `Scripts/trial endurance`, on the loopback. One server with a folder as its store, tokens, presets and a source gets every
request that takes no longer than some milliseconds: each endpoint with its methods, hits, conditions, ranges and refusals,
every operation of the store, SIGHUP, and connections that break. Then it gets SIGTERM, and answers as a lame duck. With
`--kinds`, one process is asked only for kinds whose names match; all of them take hours. A row for each kind has

  requests   those of the kind that the process has answered
  first      the CPU time of one, in µs, in another process that has answered 5,000 of each kind
  last       the same in this one. Batches to the two alternate, so that other work on the machine slows both
  change     the median of last / first - 1, in %
  resident   the resident memory afterwards, in MiB
  growth     how much of it came after the 5,000th request, in bytes for each request

Ends with 1 when a request costs 5 % more in the end, when resident memory has grown by more than 5 % since all kinds were
asked for 5,000 times, when a status is not the expected one, or when the server has ended.
"""

import collections
import itertools
import os
import pathlib
import re
import signal
import statistics
import sys
import tempfile
import threading
import time

from drawing import png
from endurance_requests import ORIGIN, READER, TOKEN, Client, Kept, answers, connections, documents, links, \
    operations, refusals, request
from serving import MEBIBYTE, Server, arguments

BATCH, MOST_FAULTS = 25, 20
Bounds = collections.namedtuple("Bounds", "warm count pairs cost memory")
WHOLE = Bounds(warm=5_000, count=100_000, pairs=60, cost=0.05, memory=0.05)
SHORT = Bounds(warm=300, count=3_000, pairs=12, cost=0.25, memory=0.15)


class Process:
    """A server with all that its requests need, and the clients that it has."""

    def __init__(self, program, folder):
        pathlib.Path(folder, "pictures").mkdir(parents=True)
        pathlib.Path(folder, "pictures", "a.png").write_bytes(png(41, 31))
        pathlib.Path(folder, "tokens").write_text(
            f"{TOKEN} name=trial requests=1000000000 megapixels=1000000000\n{READER} name=reader scopes=read\n")
        pathlib.Path(folder, "presets").write_text("[soft]\nblur = 3\nformat = png\n")
        # The log is read, as it is by those who run a server, and its lines tell of reloads.
        reading, self.log = os.pipe()
        self.reloads = threading.Semaphore(0)
        threading.Thread(target=self.follow, args=(reading,), daemon=True).start()
        self.server = Server(
            program, "--store", f"{folder}/store", "--token-file", f"{folder}/tokens", "--presets", f"{folder}/presets",
            "--source", f"here={folder}/pictures", "--cors-origin", ORIGIN, "--public", "links", "--log-format", "json",
            "--cache-originals", "256KiB", "--lame-duck", "1h", level="info", output=self.log).__enter__()
        os.close(self.log)
        self.kept, self.client = Kept(self.server), Client(self.server)
        self.faults, self.count = [], collections.Counter()

    def follow(self, reading):
        rest = b""
        while piece := os.read(reading, 1 << 16):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                if b'"reloaded"' in line:
                    self.reloads.release()
        os.close(reading)

    def kinds(self):
        """The names of all kinds, with actions that carry out a number of them."""
        kept = self.kept
        for name, requests in itertools.chain(documents(), refusals(kept), answers(kept)):
            yield name, self.pipelined(lambda number, requests=requests: requests)
        for name, make in operations(kept):
            yield name, self.pipelined(make)
        for name, act in [("make and delete a link", links(kept, self.client)), ("SIGHUP", self.reload),
                          *connections(self.server)]:
            yield name, self.repeated(act)

    def pipelined(self, make):
        def run(numbers):
            asked = [each for number in numbers for each in make(number)]
            for each, (status, body) in zip(asked, self.client.ask(asked)):
                if status != each.status and len(self.faults) < MOST_FAULTS:
                    self.faults.append(f"{each.wire[:120]!r}: {status} instead of {each.status}: {body[:200]!r}")
        return run

    def repeated(self, act):
        def run(numbers):
            for number in numbers:
                act(number)
        return run

    def reload(self, number):
        os.kill(self.server.pid, signal.SIGHUP)
        if not self.reloads.acquire(timeout=30):
            raise TimeoutError("SIGHUP was not answered")

    def ask(self, name, run, count):
        """Carries out a kind a number of times; returns the CPU time of each, in seconds."""
        before = self.spent()
        for _ in range(0, count, BATCH):
            run(range(self.count[name], self.count[name] + BATCH))
            self.count[name] += BATCH
        # The server closes a connection that is idle while the other process is asked.
        self.client.close()
        return (self.spent() - before) / count

    def spent(self):
        """The CPU time of all threads, also of those that have ended; clock_getcpuclockid(3) makes its number."""
        return time.clock_gettime(~self.server.pid << 3 | 2)

    def resident(self):
        """The resident memory at rest; a server returns what is free a second or two after its last request."""
        time.sleep(2.5)
        return self.server.memory()

    def end(self):
        self.client.close()
        self.server.end(signal.SIGKILL)


class Trial:
    def __init__(self, program, folder, bounds, names):
        self.bounds, self.names, self.faults = bounds, names, []
        self.old, self.new = (Process(program, f"{folder}/{name}") for name in ("old", "new"))

    def run(self):
        bounds, old = self.bounds, self.old
        kinds = [(name, run, other) for (name, run), (_, other) in zip(old.kinds(), self.new.kinds())
                 if self.names.search(name)]
        for name, run, other in kinds:
            self.new.ask(name, other, bounds.warm)
            old.ask(name, run, bounds.warm)
        memory = base = old.resident()
        print(f"{'':28} {'requests':>8} {'first, µs':>9} {'last, µs':>9} {'change':>7} {'resident':>9} {'growth':>7}")
        for kind in kinds:
            memory = self.measure(*kind, memory)
        for process in (old, self.new):
            os.kill(process.server.pid, signal.SIGTERM)
        time.sleep(0.5)
        for target, status in [("/readyz", 503), ("/healthz", 200), (f"/v1/images/{old.kept.digest}", 200)]:
            asked = [request("GET", target, status)]
            name = f"{target[:9]}, lame duck"
            run, other = (process.pipelined(lambda number: asked) for process in (old, self.new))
            self.new.ask(name, other, bounds.warm)
            old.ask(name, run, bounds.warm)
            memory = self.measure(name, run, other, memory)
        print(f"resident memory at rest: {base / MEBIBYTE:.1f} MiB after {bounds.warm} of each, "
              f"{memory / MEBIBYTE:.1f} MiB in the end")
        if memory > base * (1 + bounds.memory):
            self.faults.append(f"resident memory has grown from {base} to {memory} bytes")
        return self.faults + old.faults + self.new.faults

    def measure(self, name, run, other, before):
        bounds, old = self.bounds, self.old
        old.ask(name, run, bounds.count - bounds.warm)
        pairs = [(self.new.ask(name, other, 2 * BATCH), old.ask(name, run, 2 * BATCH)) for _ in range(bounds.pairs)]
        first, last = (statistics.median(side) for side in zip(*pairs))
        change = statistics.median(last / max(first, 1e-9) for first, last in pairs) - 1
        # In the short form, memory is looked at in the end alone: to wait for each kind would take minutes.
        memory = old.resident() if bounds is WHOLE else before
        growth = (memory - before) / (old.count[name] - bounds.warm)
        is_dear = change > bounds.cost
        print(f"{name[:28]:28} {old.count[name]:8} {first * 1e6:9.1f} {last * 1e6:9.1f} {change * 100:6.1f}% "
              f"{memory / MEBIBYTE:9.1f} {growth:7.1f}{'  GROWS' if is_dear else ''}", flush=True)
        if is_dear:
            self.faults.append(f"{name}: a request costs {change * 100:.1f} % more")
        return memory


def main():
    parser = arguments(__doc__, "3,000 of each instead of 100,000, with looser bounds for machines that are busy")
    parser.add_argument("--kinds", default="", metavar="PATTERN", help="a regular expression; all kinds by default")
    chosen = parser.parse_args()
    # A folder in memory: the trial is about the process, not about a disk.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None) as folder:
        trial = Trial(chosen.program, folder, SHORT if chosen.short else WHOLE, re.compile(chosen.kinds))
        try:
            faults = trial.run()
        except OSError as error:
            code = trial.old.server.process.poll()
            faults = [f"the server has ended with {code}" if code is not None else f"no answer: {error!r}"]
        finally:
            for process in (trial.old, trial.new):
                process.end()
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

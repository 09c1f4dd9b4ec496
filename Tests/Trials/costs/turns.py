# SPDX-License-Identifier: Apache-2.0
"""Measures for how long equal requests wait for each other.

Run by `Scripts/trial turns`. Each request is a cold rendering of the same stored photo of 1 MP with another sigma, so all
of them cost the same. The server has two workers and default options, but caches no results.

  fresh            the first eight requests of a server, sent at the same time
  one network      eight clients of one address, each of which sends one request after the other
  eight networks   the same from addresses of eight networks
  shared           500 requests at 40 % of the rate before, while four other processes keep the machine busy

A row has the median, the 99th percentile and the longest time until a response was there, in milliseconds, and the number
of requests that were refused. Ends with 1 when a percentile is more than twice its median, in the rows of clients that
wait for their responses, when a fresh server lets a request wait three times as long as the median, and when a request is
refused.
"""

import http.client
import itertools
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from serving import Server, arguments

SECONDS, SHORT_SECONDS = 15, 4
CLIENTS, REQUESTS, SHARE, BUSY = 8, 500, 0.4, 4
SOURCES = pathlib.Path("Benchmarks/service")
# Where Scripts/trial draws photos.
PHOTO = pathlib.Path(".build/trials/1200x800.jpg")


class Requests:
    """Requests for cold renderings, and what became of them."""

    def __init__(self, server, digest):
        self.server, self.digest = server, digest
        self.numbers = itertools.count()
        self.times, self.refused = [], 0

    def client(self, source, count=None, end=None, start=None):
        """Sends one request after the other over one connection, a number of them or until a time."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60, source_address=(source, 0))
        connection.connect()
        if start:
            start.wait()
        while count != 0 and (end is None or time.monotonic() < end):
            began = time.monotonic()
            connection.request("GET", f"/v1/images/{self.digest}/render?blur={20 + next(self.numbers) * 1e-4:.4f}")
            reply = connection.getresponse()
            reply.read()
            if reply.status == 200:
                self.times.append((time.monotonic() - began) * 1000)
            else:
                self.refused += 1
            count = count and count - 1
        connection.close()

    def all(self, sources, **members):
        threads = [threading.Thread(target=self.client, args=(source,), kwargs=members) for source in sources]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.times.sort()
        return self


def paced(server, digest, rate):
    """The figures of requests at a constant rate while other processes keep the machine busy."""
    with tempfile.TemporaryDirectory() as name:
        pace = pathlib.Path(name) / "pace"
        subprocess.run(["cc", "-O2", "-o", pace, SOURCES / "pace.c"], check=True)
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
        try:
            words = [pace, "127.0.0.1", server.port, rate, REQUESTS / rate, "GET", f"/v1/images/{digest}/render?blur=%.4f", 60.0]
            done = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
        finally:
            for process in busy:
                process.kill()
    return json.loads(done.stdout)


def main():
    options = arguments(__doc__, short="seconds instead of tens of seconds").parse_args()
    seconds = SHORT_SECONDS if options.short else SECONDS
    failures = []

    def row(name, p50, p99, greatest, refused):
        most = f"{greatest:8.1f}" if greatest else " " * 8
        print(f"{name:16}{p50:8.1f}{p99:8.1f}{most}{refused:9}", flush=True)
        if refused:
            failures.append(f"{name}: {refused} requests are refused")

    def seen(name, requests, factor):
        times = requests.times
        p50, p99 = statistics.median(times), times[int(0.99 * (len(times) - 1))]
        row(name, p50, p99, times[-1], requests.refused)
        if (p99 if len(times) > 100 else times[-1]) > factor * p50:
            failures.append(f"{name}: the last ones wait {factor} times as long as the median, or longer")

    print(f"{'':16}{'p50':>8}{'p99':>8}{'most':>8}{'refused':>9}")
    with Server(options.program, "--workers", 2, "--cache-results", "0") as server:
        digest = server.keep(PHOTO.read_bytes())
        one, many = ["127.0.0.1"] * CLIENTS, [f"127.0.{number}.1" for number in range(CLIENTS)]
        seen("fresh", Requests(server, digest).all(one, count=1, start=threading.Barrier(CLIENTS)), 3)
        Requests(server, digest).all(one, end=time.monotonic() + 1)
        requests = Requests(server, digest).all(one, end=time.monotonic() + seconds)
        seen("one network", requests, 2)
        seen("eight networks", Requests(server, digest).all(many, end=time.monotonic() + seconds), 2)
        figures = paced(server, digest, SHARE * len(requests.times) / seconds)
        served = figures["served"]
        row("shared", served["p50"], served["p99"], None, figures["requests"] - served["count"])
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

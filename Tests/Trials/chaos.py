# SPDX-License-Identifier: Apache-2.0
"""Mixed load, resets and garbage, while the server is killed every ten seconds and started again.

Run by `Scripts/trial chaos`. Four hundred requests are answered calmly first: renderings of kept and sent
pictures, scenes, galleries, plans, files that are damaged, and requests that are refused. Then six clients ask
for them in random order and compare every byte, two leave with RST in the middle of what they send or read, and
one sends garbage. Every ten seconds the server gets SIGKILL. The last server lives longer, and rests now and
then. A row for each life has

  same       answers that were equal to the calm one
  refused    answers with 503 or 504
  killed     requests that were under way when the server was killed
  anew       pictures that were kept again, as the server had forgotten them with its life
  resets     requests that were left with RST
  garbage    bytes that were no requests
  most       the most resident memory, in MiB
  at rest    resident memory when nothing was asked for four seconds; in the last life alone

Ends with 1 when an answer was another than the calm one, had status 500 or broke off while the server lived,
when a server ended by itself, when a line of its log, which is asked to be JSON, is none, or when memory or
sockets at rest grew by more than 8 MiB or at all.
"""

import collections
import contextlib
import hashlib
import http.client
import json
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time

from chaos_requests import Request, pictures, requests
from serving import MEBIBYTE, Server, arguments, free_port, leave

LIFE, REST = 10, 4
GROWTH = 8 * MEBIBYTE
OPTIONS = ["--cache-results", "8MiB", "--cache-originals", "32MiB"]
HONEST, RESETTING = 6, 2


class Service:
    """The server in all its lives, on one port."""

    def __init__(self, program):
        self.program, self.port = program, free_port()
        self.life, self.is_up, self.server = 0, threading.Event(), None
        self.log = tempfile.TemporaryFile()

    def start(self):
        self.log.seek(0)
        self.log.truncate()
        self.server = Server(self.program, *OPTIONS, "--log-format", "json", level="info", port=self.port,
                             output=self.log).__enter__()
        self.is_up.set()

    def logged(self):
        """The number of lines of the log of this life, and those that are no JSON; the last one may be cut."""
        lines = os.pread(self.log.fileno(), os.fstat(self.log.fileno()).st_size, 0).split(b"\n")[:-1]
        odd = []
        for line in lines:
            try:
                json.loads(line)
            except ValueError:
                odd.append(line)
        return len(lines), odd

    def kill(self):
        """Ends the life; returns whether it had ended before."""
        had_ended = self.server.process.poll() is not None
        # In this order: a client that reads the new number finds that the server is not up.
        self.is_up.clear()
        self.life += 1
        self.server.end(signal.SIGKILL)
        return had_ended


class Load:
    """All clients, and what they count."""

    def __init__(self, service, made, calm, kept):
        self.service, self.made, self.calm, self.kept = service, made, calm, kept
        self.counts, self.faults = collections.Counter(), []
        self.lock = threading.Lock()
        self.may_ask, self.is_over = threading.Event(), threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(kind, seed)) for seed, kind in enumerate(
            [self.honest] * HONEST + [self.resets] * RESETTING + [self.garbage])]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.is_over.set()
        self.may_ask.set()
        for thread in self.threads:
            thread.join()

    def count(self, name, fault=None):
        with self.lock:
            self.counts[name] += 1
            if fault:
                self.faults.append(fault)

    def row(self):
        """The counts since the last row."""
        with self.lock:
            counts, self.counts = self.counts, collections.Counter()
            return counts

    def run(self, kind, seed):
        generator = random.Random(seed)
        while not self.is_over.is_set():
            self.may_ask.wait()
            # The number first; see `Service.kill`.
            life = self.service.life
            if not self.service.is_up.wait(timeout=0.1):
                continue
            try:
                kind(generator)
            except (OSError, http.client.HTTPException) as error:
                if self.service.life == life:
                    self.count("wrong", f"{kind.__name__}: {error!r} while the server lived")
                else:
                    self.count("killed")

    def ask(self, request):
        return self.service.server.ask(*request, timeout=60)

    def honest(self, generator):
        """Asks as the calm client did; keeps pictures that the server has forgotten."""
        index = generator.randrange(len(self.made))
        status, body = self.ask(self.made[index])
        expected, digest = self.calm[index]
        if status == 404 and expected != 404:
            name = generator.choice([*self.kept])
            self.ask(Request("POST", "/v1/images", self.kept[name], {}))
            return self.count("anew")
        if status in (503, 504):
            time.sleep(0.02)
            return self.count("refused")
        is_same = status == expected and (status != 200 or hashlib.sha256(body).digest() == digest)
        self.count("same" if is_same else "wrong", None if is_same else
                   f"{self.made[index].method} {self.made[index].target}: {status} instead of {expected}, or other bytes: {body[:200]!r}")

    def resets(self, generator):
        """Leaves while it sends, or while it reads."""
        request = generator.choice(self.made)
        whole = self.service.server.head(request.method, request.target, request.body or b"", request.fields)
        with contextlib.closing(self.service.server.connect()) as client:
            client.settimeout(10)
            with contextlib.suppress(ConnectionError, TimeoutError):
                if generator.random() < 0.5:
                    client.sendall(whole[:generator.randrange(len(whole))])
                else:
                    client.sendall(whole)
                    client.recv(generator.randrange(1, 1 << 15))
            leave(client, reset=True)
        self.count("resets")

    def garbage(self, generator):
        """Sends what is no request; the answer, if any, is not 500."""
        noise = generator.randbytes(generator.randrange(1, 3000))
        request = generator.choice(self.made)
        whole = self.service.server.head(request.method, request.target, (request.body or b"")[:9000], request.fields)
        place = generator.randrange(len(whole))
        content = generator.choice([
            noise, b"GET / HTTP/1.1\r\n" + noise, b"\x16\x03\x01\x02\0\x01" + noise,
            whole[:place] + noise[:9] + whole[place:], whole[:place] + whole[place + 1:],
            b"POST /v1/render HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(noise) + noise,
            b"GET /v1/materials HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30 + noise, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
        with contextlib.closing(self.service.server.connect()) as client:
            client.settimeout(0.3)
            answer = b""
            # The server may close at once, and close by RST as it has not read everything.
            with contextlib.suppress(ConnectionError, TimeoutError):
                client.sendall(content)
                client.shutdown(socket.SHUT_WR)
                while piece := client.recv(1 << 16):
                    answer = (answer + piece)[:1 << 20]
        if b"HTTP/1.1 500" in answer:
            self.count("wrong", f"500 for {content[:300]!r}")
        self.count("garbage")


def calmly(program, made, kept):
    """The status and the digest of each answer of a server that does nothing else."""
    with Server(program, *OPTIONS) as server:
        for picture in kept.values():
            server.ask("POST", "/v1/images", picture)
        found = []
        for request in made:
            status, body = server.ask(*request)
            if status not in (200, 400, 404, 415, 422):
                sys.exit(f"{request.method} {request.target}: {status} {body[:300]!r}")
            found.append((status, hashlib.sha256(body).digest()))
    return found


def main():
    chosen = arguments(__doc__, "one minute instead of ten").parse_args()
    lives, rounds, round_time = (4, 2, 6) if chosen.short else (48, 4, 26)
    kept = pictures(chosen.program)
    made = requests(kept)
    calm = calmly(chosen.program, made, kept)
    statuses = collections.Counter(status for status, _ in calm)
    print(f"{len(made)} requests, calmly: " + ", ".join(f"{count} × {status}" for status, count in statuses.items()))
    names = ["same", "refused", "killed", "anew", "resets", "garbage"]
    print(f"{'life':>5} " + " ".join(f"{name:>8}" for name in names) + f" {'most':>8} {'at rest':>8}", flush=True)
    service = Service(chosen.program)
    load = Load(service, made, calm, kept)
    at_rest, sockets = [], []

    def row():
        counts = load.row()
        server = service.server
        print(f"{service.life + 1:5} " + " ".join(f"{counts[name]:8}" for name in names)
              + f" {server.memory('VmHWM') / MEBIBYTE:8.0f} {f'{at_rest[-1] / MEBIBYTE:.0f}' if at_rest else '':>8}",
              flush=True)
        return counts

    logged = 0

    def look_at_log():
        nonlocal logged
        count, odd = service.logged()
        logged += count
        load.faults.extend(f"a line of the log that is no JSON: {line[:300]!r}" for line in odd[:3])

    try:
        load.may_ask.set()
        total = collections.Counter()
        for _ in range(lives):
            service.start()
            time.sleep(LIFE)
            if service.server.process.poll() is None:
                total += row()
            if service.kill():
                load.faults.append(f"life {service.life} ended by itself")
            look_at_log()
        service.start()
        for _ in range(rounds):
            load.may_ask.set()
            time.sleep(round_time)
            load.may_ask.clear()
            time.sleep(REST)
            at_rest.append(service.server.memory())
            sockets.append(service.server.sockets())
            total += row()
        load.end()
        look_at_log()
    finally:
        load.end()
        service.server.end(signal.SIGKILL)
    faults = load.faults
    if max(at_rest) > at_rest[0] + GROWTH:
        faults.append(f"memory at rest grows: {[round(count / MEBIBYTE) for count in at_rest]} MiB")
    if max(sockets) > sockets[0]:
        faults.append(f"sockets at rest grow: {sockets}")
    if min(total[name] for name in names if name != "refused") == 0:
        faults.append("something was never tried")
    if not logged:
        faults.append("nothing was logged")
    for fault in faults[:20]:
        print(fault)
    print(f"{total['same']} answers were the same, {logged} lines of the log were JSON, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

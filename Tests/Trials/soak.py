# SPDX-License-Identifier: Apache-2.0
"""Asks one process for everything in random order for an hour, with small caches, and looks at the memory that stays resident.

Run by `Scripts/trial soak`, on the loopback; `--minutes` sets the time, and `--rate` the most requests in a second. The requests are those
of `Scripts/trial chaos`, each time with another quality, and uploads that are kept, linked to and deleted. Caches have 4 MiB for
uploads and 4 MiB for results. Once in a minute, nothing is asked for three seconds, and a row has

  minute     since the start
  requests   answered so far
  resident   resident memory at rest, in MiB
  above      what of it is above the base, which is that after one render, and the caches

Ends with 1 when more than 32 MiB are above, when an answer has another status than expected, or when the server has ended.
"""

import hashlib
import http.client
import json
import pathlib
import random
import sys
import tempfile
import threading
import time

from chaos_requests import pictures, requests
from drawing import png
from serving import MEBIBYTE, Server, arguments

CACHE, ABOVE, CLIENTS, REST = 4 * MEBIBYTE, 32, 3, 3
EXPECTED = {200, 201, 204, 400, 404, 415, 422, 503, 504}


class Load:
    """Clients that ask at a limited rate, and rest when they are told to."""

    def __init__(self, server, made, rate):
        self.server, self.made, self.pause = server, made, CLIENTS / rate
        self.count, self.faults = 0, []
        self.lock, self.may_ask, self.is_over = threading.Lock(), threading.Event(), threading.Event()
        self.small = png(24, 20)
        self.threads = [threading.Thread(target=self.run, args=(seed,), daemon=True) for seed in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, seed):
        generator = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)

        def ask(method, target, body=None, fields=None):
            connection.request(method, target, body=body, headers=fields or {})
            reply = connection.getresponse()
            text = reply.read()
            with self.lock:
                self.count += 1
                if reply.status not in EXPECTED:
                    self.faults.append(f"{method} {target[:90]}: {reply.status} {text[:200]!r}")
            return text

        while not self.is_over.is_set():
            self.may_ask.wait()
            begin = time.monotonic()
            try:
                (self.keep if generator.random() < 0.2 else self.render)(generator, ask)
            except (OSError, http.client.HTTPException):
                # After a refusal the server may close the connection; one that has ended is noticed in the next row.
                connection.close()
            time.sleep(max(0, self.pause - (time.monotonic() - begin)))

    def render(self, generator, ask):
        chosen = generator.choice(self.made)
        more = "&" if "?" in chosen.target else "?"
        jpeg = "format=jpeg" in chosen.target and "quality" not in chosen.target
        ask(chosen.method, chosen.target + (f"{more}quality={generator.randrange(20, 95)}" if jpeg else ""),
            chosen.body, chosen.fields)
        ask("GET", generator.choice(["/metrics", "/v1/status", "/healthz", "/v1/materials", "/openapi.json"]))

    def keep(self, generator, ask):
        image = self.small + generator.randbytes(8)
        digest = hashlib.sha256(image).hexdigest()
        ask("PUT", f"/v1/images/{digest}", image)
        for _ in range(3):
            ask("GET", f"/v1/images/{digest}/render?blur={generator.randrange(10, 900) / 10}&format=png")
        made = ask("POST", "/v1/links", json.dumps({"image": digest, "parameters": {"blur": 3}}).encode(),
                   {"Content-Type": "application/json"})
        name = json.loads(made)["id"]
        ask("GET", f"/v1/links/{name}")
        ask("GET", f"/v1/images/{digest}/placeholder")
        if generator.random() < 0.5:
            ask("DELETE", f"/v1/links/{name}")
            ask("DELETE", f"/v1/images/{digest}")


def main():
    parser = arguments(__doc__, "two minutes")
    parser.add_argument("--minutes", type=float, default=60, help="an hour by default")
    parser.add_argument("--rate", type=float, default=200, help="the most requests in a second; 200 by default")
    chosen = parser.parse_args()
    minutes = 2 if chosen.short else chosen.minutes
    kept = pictures(chosen.program)
    folder = tempfile.TemporaryDirectory(dir="/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None)
    options = ["--cache-results", CACHE, "--cache-originals", CACHE, "--store", f"{folder.name}/store"]
    faults = []
    with folder, Server(chosen.program, *options) as server:
        for image in kept.values():
            server.ask("POST", "/v1/images", image)
        server.ask("POST", "/v1/render?blur=3", png(64, 64))
        time.sleep(REST)
        base = server.memory()
        load = Load(server, requests(kept), chosen.rate)
        print(f"{'minute':>6} {'requests':>9} {'resident':>9} {'above':>7}")
        end, begin = time.monotonic() + minutes * 60, time.monotonic()
        while time.monotonic() < end and server.process.poll() is None:
            load.may_ask.set()
            time.sleep(min(60 - REST, max(1, end - time.monotonic())))
            load.may_ask.clear()
            time.sleep(REST)
            resident = server.memory()
            above = (resident - base - 2 * CACHE) / MEBIBYTE
            print(f"{(time.monotonic() - begin) / 60:6.1f} {load.count:9} {resident / MEBIBYTE:9.1f} {above:7.1f}", flush=True)
            if above > ABOVE:
                faults.append(f"{above:.1f} MiB above the base and the caches after {load.count} requests")
        load.is_over.set()
        load.may_ask.set()
        if server.process.poll() is not None:
            faults.append(f"the server has ended with {server.process.returncode}")
        faults += load.faults
    for fault in faults[:20]:
        print(fault)
    print(f"{load.count} requests, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Breaks the store of a server, and notes what is answered meanwhile: for the trials of folders and of buckets."""

import http.client
import itertools
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

from drawing import png
from serving import Server

FAILURES = []
# Seeds of pictures that are sent once.
SEEDS = itertools.count(1_000)


def wrong(text):
    FAILURES.append(text)
    print(f"WRONG: {text}", flush=True)


class Fault:
    """A store that breaks: `begin` breaks it, `end` mends it; `options` and `environment` are the server's.

    `reads` is the status of a GET of a kept picture that is not in memory and of its rendering, `writes` that of an upload.
    `is_told` says whether /readyz, /v1/status, the metrics and the log have to tell of it.
    """

    name = ""
    reads, writes, is_told = "503", "503", True

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.environment, self.options = {}, []

    def prepare(self):
        pass

    def begin(self):
        pass

    def end(self):
        pass

    def clean(self):
        pass


def first_byte(server, body, query):
    """The status of a rendering of a sent picture, and the milliseconds to its first byte."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    start = time.monotonic()
    connection.request("POST", f"/v1/render?{query}", body=body)
    reply = connection.getresponse()
    taken = time.monotonic() - start
    reply.read()
    return str(reply.status), taken * 1_000


def median(values):
    values = sorted(values)
    return values[len(values) // 2]


PLACES = ("/readyz", "/v1/status", "/metrics")


def silent_places(server):
    """Those of the places for operators that do not tell that the store fails."""
    states = {
        "/readyz": json.loads(server.ask("GET", "/readyz", fields={"Accept": "application/json"})[1])["store"],
        "/v1/status": json.loads(server.ask("GET", "/v1/status")[1])["store"],
    }
    places = [name for name, state in states.items() if (state["reading"], state["writing"]) == ("ok", "ok")]
    if not any(line.startswith(b"frostpane_store_usable") and line.endswith(b" 0")
               for line in server.ask("GET", "/metrics")[1].splitlines()):
        places.append("/metrics")
    return places


HEAD = ("| Fault | GET of a kept picture | its rendering | upload | DELETE | rendering of a sent picture, first byte | "
        "healed after | lines of the log |\n|---|---|---|---|---|---|---|---|")


def attempt(program, kind):
    """Tries one fault, and prints a row."""
    folder = tempfile.mkdtemp(prefix="frostpane-trial-")
    fault = kind(folder)
    try:
        fault.prepare()
        answers(program, fault)
    except NotTried as error:
        print(f"| {fault.name} | not tried here: {error} |||||||", flush=True)
    finally:
        fault.clean()
        shutil.rmtree(folder, ignore_errors=True)


class NotTried(Exception):
    """A fault that cannot be made on this machine."""


def answers(program, fault):
    kept, sent, removed = png(200, 150, seed=1), png(300, 200, seed=2), png(200, 150, seed=5)
    log = open(fault.folder / "log", "w+")
    os.environ.update(fault.environment)
    try:
        server = Server(program, "--cache-originals", "0", *fault.options, output=log)
    finally:
        for name in fault.environment:
            os.environ.pop(name, None)
    with server:
        fault.server, fault.kept = server, kept
        name, other = server.keep(kept), server.keep(removed)
        ordinary = median(first_byte(server, sent, f"blur={3 + index / 8}")[1] for index in range(9))
        fault.begin()
        read, _ = server.ask("GET", f"/v1/images/{name}")
        upload, _ = server.ask("POST", "/v1/images", png(220, 170, seed=next(SEEDS)))
        # At once, while nobody knows yet that the store hangs.
        rows = [first_byte(server, sent, f"blur={5 + index / 8}") for index in range(9)]
        rendered, _ = server.ask("GET", f"/v1/images/{name}/render?blur=2")
        deleted, _ = server.ask("DELETE", f"/v1/images/{other}")
        time.sleep(1.5)
        silent = silent_places(server) if fault.is_told else []
        fault.end()
        healed, since = False, time.monotonic()
        while not healed and time.monotonic() - since < 60:
            healed = (server.ask("GET", f"/v1/images/{name}") == (200, kept)
                      and server.ask("POST", "/v1/images", png(220, 171, seed=next(SEEDS)))[0] == 201)
            time.sleep(0.05)
        healing = time.monotonic() - since
        lost = server.ask("GET", f"/v1/images/{other}")[0] if deleted != 204 else 404
        # The next probe tells, after half a minute at most.
        while len(silent_places(server)) < len(PLACES) and time.monotonic() - since < 60:
            time.sleep(0.1)
        alarmed = [place for place in PLACES if place not in silent_places(server)]
    log.seek(0)
    lines = [line for line in log.read().splitlines() if " store " in line]
    statuses = "/".join(sorted({status for status, _ in rows}))
    byte = median(time for _, time in rows)
    print(f"| {fault.name} | {read} | {rendered} | {upload} | {deleted} | {statuses} in {byte:.0f} ms, before {ordinary:.0f}; "
          f"at most {max(time for _, time in rows):.0f} | {healing:.1f} s | {len(lines)} |", flush=True)
    for line in lines:
        print(f"    {line}", file=sys.stderr, flush=True)
    if (str(read), str(rendered)) != (fault.reads,) * 2:
        wrong(f"{fault.name}: reads got {read} and {rendered}")
    if str(upload) != fault.writes:
        wrong(f"{fault.name}: the upload got {upload}")
    if deleted != 204 and lost == 404:
        wrong(f"{fault.name}: a picture is gone, although DELETE got {deleted}")
    if statuses != "200" or byte > 3 * ordinary + 100:
        wrong(f"{fault.name}: renderings of a sent picture got {statuses} in {byte:.0f} ms")
    if not healed:
        wrong(f"{fault.name}: it did not heal")
    if silent or fault.is_told and not lines:
        wrong(f"{fault.name}: {', '.join(silent) or 'the log'} does not tell of it")
    if alarmed:
        wrong(f"{fault.name}: {', '.join(alarmed)} does not tell that it is over")

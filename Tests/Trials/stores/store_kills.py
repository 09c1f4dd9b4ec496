# SPDX-License-Identifier: Apache-2.0
"""Kills servers that share a folder under the load of clients, and asks for all that was acknowledged."""

import concurrent.futures
import contextlib
import hashlib
import http.client
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from drawing import png
from serving import Server
from store_faults import wrong

RENDERINGS = ["render?blur=2&format=png", "render?blur=4&format=png", "render?blur=3&saturate=1.5&format=jpeg"]


def picture(number):
    """A small picture that no other number has."""
    return png(40 + number % 64, 40 + number // 64 % 64, seed=number)


def digest(bytes):
    return hashlib.sha256(bytes).hexdigest()


class Client(threading.Thread):
    """Keeps new pictures and asks for kept ones, until its server is gone."""

    def __init__(self, port, numbers, kept, expected, lock):
        super().__init__()
        self.port, self.numbers, self.kept, self.expected, self.lock = port, numbers, kept, expected, lock
        self.answers = 0

    def run(self):
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            while True:
                self.step(connection)

    def ask(self, connection, method, target, body=None):
        connection.request(method, target, body=body)
        reply = connection.getresponse()
        return reply.status, reply.read()

    def step(self, connection):
        with self.lock:
            number = next(self.numbers)
        bytes = picture(number)
        status, _ = self.ask(connection, "POST", "/v1/images", bytes)
        if status in (200, 201):
            with self.lock:
                self.kept[number] = digest(bytes)
        elif status != 503:
            wrong(f"an upload got {status}")
        with self.lock:
            number = random.choice(list(self.kept)) if self.kept else None
        if number is None:
            return
        for rest in ["", "/" + random.choice(RENDERINGS)]:
            name = self.kept[number]
            for _ in range(2):
                status, body = self.ask(connection, "GET", f"/v1/images/{name}{rest}")
                self.answers += 1
                self.check(number, rest, status, body)

    def check(self, number, rest, status, body):
        if status == 503:
            return
        if status != 200:
            return wrong(f"picture {number}{rest} got {status}")
        if not rest:
            if digest(body) != self.kept[number]:
                wrong(f"picture {number} has other bytes")
            return
        with self.lock:
            known = self.expected.setdefault((number, rest), digest(body))
        if known != digest(body):
            wrong(f"rendering {number}{rest} has other bytes")


def look(port, number, name):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/v1/images/{name}")
    reply = connection.getresponse()
    body = reply.read()
    if reply.status != 200:
        wrong(f"acknowledged picture {number} got {reply.status}")
    elif digest(body) != name:
        wrong(f"acknowledged picture {number} has other bytes")


def kills(program, count):
    folder = tempfile.mkdtemp(prefix="frostpane-trial-")
    options = ["--store", f"{folder}/store", "--cache-originals", "256KiB", "--cache-results", "256KiB",
               "--workers", "1"]
    kept, expected, lock = {}, {}, threading.Lock()
    numbers = iter(range(1 << 30))
    answers, start = 0, time.monotonic()
    for life in range(count + 1):
        with Server(program, *options) as first, Server(program, *options) as second:
            # What was acknowledged in the life before, and some of the older ones.
            with lock:
                newest = list(kept.items())[-40:]
                older = random.sample(list(kept.items()), min(len(kept), 20 if life < count else len(kept)))
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                for number, name in newest + older:
                    pool.submit(look, random.choice((first, second)).port, number, name)
            if life == count:
                break
            clients = [Client(server.port, numbers, kept, expected, lock) for server in (first, second) for _ in "ab"]
            for client in clients:
                client.start()
            time.sleep(random.uniform(0.01, 0.4))
            for server in (first, second):
                os.killpg(server.pid, signal.SIGKILL)
            for client in clients:
                client.join()
            answers += sum(client.answers for client in clients)
    left = len(list(pathlib.Path(folder, "store/v1/tmp").iterdir()))
    verified = subprocess.run([program, "store", "verify", f"{folder}/store"], capture_output=True, text=True)
    # A result that was being written when the machine, not the process, stopped would be damaged; here nothing may be.
    if verified.returncode:
        wrong(f"store verify: {verified.stdout}")
    print(f"| kills of both servers | {count} |\n| acknowledged pictures | {len(kept)} |\n"
          f"| answers compared | {answers} |\n| results in the folder | "
          f"{sum(1 for _ in pathlib.Path(folder, 'store/v1/results').rglob('*-*'))} |\n"
          f"| unfinished files left | {left} |\n| seconds | {time.monotonic() - start:.0f} |\n", flush=True)
    shutil.rmtree(folder)

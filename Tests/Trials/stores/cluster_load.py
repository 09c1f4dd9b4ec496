# SPDX-License-Identifier: Apache-2.0
"""Clients that ask a cluster without pause, and note what they get."""

import hashlib
import http.client
import random
import threading

from drawing import png

CLIENTS = 8


def ask(connection, method, target, body=None):
    connection.request(method, target, body=body)
    reply = connection.getresponse()
    return reply.status, reply.headers, reply.read()


class Load:
    """Clients that ask until the block ends; `kept` has what was acknowledged, by digest."""

    def __init__(self, cluster, kept):
        self.cluster, self.kept, self.known = cluster, kept, {}
        self.lock, self.ends = threading.Lock(), threading.Event()
        self.statuses, self.failed, self.wrong = {}, [], []

    def __enter__(self):
        self.threads = [threading.Thread(target=self.run) for _ in range(CLIENTS)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for thread in self.threads:
            thread.join()

    def run(self):
        connection = None
        while not self.ends.is_set():
            connection = connection or http.client.HTTPConnection("127.0.0.1", self.cluster.port, timeout=60)
            method, target, body = self.choose()
            try:
                status, _, answer = ask(connection, method, target, body)
            except (OSError, http.client.HTTPException) as error:
                status, answer = type(error).__name__, b""
                connection.close()
                connection = None
            with self.lock:
                self.note(method, target, status, answer)

    def choose(self):
        choice = random.random()
        with self.lock:
            if choice < 0.1 or not self.kept:
                body = png(40 + random.randrange(100), 40, seed=random.randrange(1 << 30))
                return "PUT", f"/v1/images/{hashlib.sha256(body).hexdigest()}", body
            name = random.choice(list(self.kept))
        blur = random.choice([2, 3, 4]) if choice < 0.7 else round(random.uniform(1, 9), 6)
        return "GET", f"/v1/images/{name}" + (f"/render?blur={blur}&format=png" if choice < 0.9 else ""), None

    def note(self, method, target, status, answer):
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status in (200, 201):
            if method == "PUT":
                self.kept[target.rpartition("/")[2]] = None
            elif self.known.setdefault(target, hashlib.sha256(answer).digest()) != hashlib.sha256(answer).digest():
                self.wrong.append(target)
        else:
            self.failed.append((method, target.partition("?")[0][-12:], status))

    @property
    def words(self):
        bad = ", ".join(f"{count} × {status}" for status, count in self.statuses.items() if status not in (200, 201))
        return (f"{sum(self.statuses.values())} requests, {len(self.failed)} failed{f' ({bad})' if bad else ''}, "
                f"{self.statuses.get(404, 0)} × 404, {len(self.wrong)} with other bytes")

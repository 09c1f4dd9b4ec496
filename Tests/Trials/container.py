# SPDX-License-Identifier: Apache-2.0
"""Everything at once, by default options, in memory groups of 128, 256 and 512 MiB.

Run by `Scripts/trial container`: three minutes and a third for each limit, ten in all; with `--short`, ten
seconds each. Photos of 12 and 50 MP are kept and rendered, sent and rendered, scenes with texts and
galleries are drawn, files are hostile, and 2,000 clients send and read slowly. The table has

  most     the most memory that the group had, in MiB, of which files of the program can be given back
  killed   processes that the kernel has ended for lack of memory
  200      requests that were answered with a picture, or kept one; after it, other answers by status

Ends with 1 when the server was killed or answers no more, or when a kind of request was never answered
with a picture although none of its kind is too large or too costly for the limit, or had to make room for others,
and a thousand requests were: fewer mean a machine that others use. Says so and ends with 0 where no group can be
made, as that takes the rights of root.
"""

import collections
import hashlib
import http.client
import json
import os
import pathlib
import random
import socket
import sys
import threading
import time

from drawing import converted, png
from serving import MEBIBYTE, Server, arguments, form

LIMITS = [128, 256, 512]
CLIENTS = 2000
ENOUGH = 1000
# Answers that small limits have: a kept picture made room for others, a file or a price is above the limit.
BY_RULE = ("404", "413", "too costly")


class Group:
    """A control group with a memory limit, of either version, which ends with the block."""

    def __init__(self, mebibytes):
        first = pathlib.Path("/sys/fs/cgroup/memory")
        self.is_first = (first / "memory.limit_in_bytes").exists()
        root = first if self.is_first else pathlib.Path("/sys/fs/cgroup")
        if not self.is_first and "memory" not in (root / "cgroup.subtree_control").read_text().split():
            (root / "cgroup.subtree_control").write_text("+memory")
        self.path = root / f"frostpane-trial-{os.getpid()}"
        self.path.mkdir()
        name = "memory.limit_in_bytes" if self.is_first else "memory.max"
        (self.path / name).write_text(str(mebibytes * MEBIBYTE))
        swap = self.path / ("memory.memsw.limit_in_bytes" if self.is_first else "memory.swap.max")
        if swap.exists():
            swap.write_text(str(mebibytes * MEBIBYTE if self.is_first else 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for _ in range(50):
            try:
                return self.path.rmdir()
            except OSError:
                time.sleep(0.1)

    @property
    def most(self):
        name = "memory.max_usage_in_bytes" if self.is_first else "memory.peak"
        return int((self.path / name).read_text()) / MEBIBYTE

    @property
    def killed(self):
        name = "memory.oom_control" if self.is_first else "memory.events"
        for line in (self.path / name).read_text().splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
        return 0


def hostile():
    """Files that promise much, or go on for long."""
    endless = png(64, 64, pad=lambda data: data + bytes(900_000))
    large = bytearray(png(64, 64))
    large[16:24] = (16_000).to_bytes(4, "big") + (3_000).to_bytes(4, "big")
    return [endless, bytes(large), png(4000, 3000)[:90_000], png(2000, 2000, channels=1, interlaced=True)]


class Load:
    """Clients of all kinds until the time is over."""

    def __init__(self, server, pictures, seconds):
        self.server, self.pictures = server, pictures
        self.end = time.monotonic() + seconds
        self.counts = collections.defaultdict(collections.Counter)
        self.lock = threading.Lock()

    def ask(self, kind, *request):
        try:
            status, text = self.server.ask(*request, timeout=30)
            name = "too costly" if status == 422 and b"/problems/too-costly" in text else str(status)
        except (OSError, http.client.HTTPException):
            name = "broken off"
        name = "200" if name == "201" else name
        with self.lock:
            self.counts[kind][name] += 1
        time.sleep(0.01 if name == "200" else 0.1)

    def kept(self, name, generator):
        picture = self.pictures[name]
        self.ask(f"keep {name}", "POST", "/v1/images", picture)
        digest = hashlib.sha256(picture).hexdigest()
        for query in (f"blur={generator.uniform(1, 90):.3f}", f"blur={generator.uniform(1, 90):.3f}&format=png"):
            self.ask(f"render {name}", "GET", f"/v1/images/{digest}/render?{query}")
        if generator.random() < 0.3:
            self.ask("gallery", "GET", f"/v1/gallery/{digest}?quality={generator.randrange(30, 90)}")
            self.ask("material=auto", "GET", f"/v1/images/{digest}/render?material=auto&quality="
                     f"{generator.randrange(30, 90)}")

    def sent(self, name, generator):
        self.ask(f"send {name}", "POST", f"/v1/render?blur={generator.uniform(1, 90):.3f}", self.pictures[name])

    def scene(self, generator):
        def pane():
            width, height = generator.randrange(10, 31), generator.randrange(10, 31)
            return {"frame": {"x": f"{generator.randrange(70)}%", "y": f"{generator.randrange(70)}%",
                              "width": f"{width}%", "height": f"{height}%"}, "material": "systemThinMaterial",
                    "contents": [{"text": "Frostpane " * 9, "vibrancy": "label"}]}

        # Those of many large panes are too costly for small containers.
        panes = [pane() for _ in range(generator.randrange(1, 9))]
        fields, body = form({"image": ("a", self.pictures["12 MP"]),
                             "scene": (None, json.dumps({"panes": panes}).encode())})
        self.ask("scene", "POST", "/v1/render", body, fields)

    def hostile(self, generator):
        self.ask("hostile", "POST", f"/v1/render?blur={generator.uniform(1, 90):.3f}",
                 generator.choice(self.pictures["hostile"]))

    def run(self, seed):
        generator = random.Random(seed)
        turns = [lambda: self.kept("12 MP", generator), lambda: self.kept("50 MP", generator),
                 lambda: self.sent("12 MP", generator), lambda: self.sent("50 MP", generator),
                 lambda: self.scene(generator), lambda: self.hostile(generator),
                 lambda: self.sent("12 MP, PNG", generator)]
        turn = seed
        while time.monotonic() < self.end:
            turns[turn % len(turns)]()
            turn += 1

    def slow(self, count):
        """Clients that send heads and bodies byte by byte, or read a kilobyte now and then."""
        body = self.pictures["12 MP"]
        clients = []
        generator = random.Random(1)
        while time.monotonic() < self.end:
            while len(clients) < count and time.monotonic() < self.end:
                client = socket.socket()
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.settimeout(0.2)
                try:
                    client.connect(("127.0.0.1", self.server.port))
                    kind = generator.randrange(4)
                    if kind == 0:
                        client.sendall(b"GET /heal")
                    elif kind == 1:
                        client.sendall(self.server.head("POST", "/v1/render?blur=9", body)[:9_000])
                    elif kind == 2:
                        client.sendall(self.server.head("POST", "/v1/render?blur=9&format=png",
                                                        self.pictures["small"]))
                    else:
                        client.sendall(self.server.head("GET", "/healthz"))
                    clients.append((client, kind))
                except OSError:
                    client.close()
                    break
            rest = []
            for client, kind in clients:
                try:
                    if kind == 2:
                        client.setblocking(False)
                        if not client.recv(1024):
                            raise OSError
                    elif kind == 1:
                        client.setblocking(False)
                        client.send(b"\0" * 16)
                    rest.append((client, kind))
                except BlockingIOError:
                    rest.append((client, kind))
                except OSError:
                    client.close()
            clients = rest
            time.sleep(0.3)
        for client, _ in clients:
            client.close()


def trial(program, pictures, mebibytes, seconds):
    with Group(mebibytes) as group:
        with Server(program, group=group.path) as server:
            load = Load(server, pictures, seconds)
            threads = [threading.Thread(target=load.run, args=(seed,)) for seed in range(14)]
            threads += [threading.Thread(target=load.slow, args=(CLIENTS // 4,)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            time.sleep(1)
            is_alive = server.process.poll() is None
            answers = is_alive and any(server.ask("GET", "/healthz")[0] == 200 for _ in range(5))
            total = sum(load.counts.values(), collections.Counter())
            others = ", ".join(f"{count} × {name}" for name, count in sorted(total.items()) if name != "200")
            print(f"{mebibytes:5} MiB {group.most:8.0f} {group.killed:7} {total['200']:7}   {others}", flush=True)
            missing = [kind for kind, counts in load.counts.items() if not counts["200"] and kind != "hostile"
                       and not any(counts[name] for name in BY_RULE)]
            if missing:
                print(f"          never with a picture: {', '.join(missing)}: "
                      f"{[dict(load.counts[kind]) for kind in missing]}")
            return answers and not group.killed and not (missing and total["200"] >= ENOUGH)


def main():
    chosen = arguments(__doc__, "ten seconds for each limit instead of 200").parse_args()
    try:
        with Group(64):
            pass
    except OSError as error:
        print(f"skipped, as no memory group can be made here: {error}")
        return
    photo, wide = png(4000, 3000, noise=60), png(8660, 5773, noise=60)
    pictures = {"12 MP": converted(chosen.program, photo), "50 MP": converted(chosen.program, wide), "12 MP, PNG": photo,
                "small": png(900, 900, noise=256), "hostile": hostile()}
    print(" ".join(f"{name}: {len(picture) / 1e6:.1f} MB" for name, picture in pictures.items() if name != "hostile"))
    print(f"{'limit':9} {'most':>8} {'killed':>7} {'200':>7}   others")
    results = [trial(chosen.program, pictures, limit, 10 if chosen.short else 200) for limit in LIMITS]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()

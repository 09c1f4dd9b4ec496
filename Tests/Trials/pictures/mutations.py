# SPDX-License-Identifier: Apache-2.0
"""Sends mutated files of each format that a library decodes to a running server, whose codecs run in processes.

Run by `Scripts/trial mutations`. The files are those of Tests/Fixtures/foreign, and small ones of the packages that
are installed. They are changed at random, by a seed: bits are flipped, bytes replaced, removed or repeated, pieces of
another file of the format put in, and files cut. The columns:

  200, 422, 504   answers: the picture; a damaged or unsupported one, or one without the frame that was asked for; one
                  that was cut off at the deadline
  413             a picture of more pixels than are taken
  other           answers that must not be
  lost            codec processes that have died or were killed by a file; the next file gets another

A 415, which a mutation of the signature gives, counts as 422. A 503 is sent again.

Ends with 1 if the server has ended, does not answer /healthz, or answers otherwise than above; if afterwards a whole
file is not 200, a codec process is dead and not cleared away, or the server keeps more than 64 MiB above its memory
after the first files.
"""

import contextlib
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

from serving import MEBIBYTE, Server, arguments

FILES = pathlib.Path("Tests/Fixtures/foreign")
FORMATS = {"webp": ("webp",), "avif": ("avif",), "heic": ("heic", "heif"), "gif": ("gif",), "tif": ("tif", "tiff"),
           "svg": ("svg",), "jxl": ("jxl",)}
CLIENTS = 6
HEAD = "POST /v1/render?format=png&compression=0{} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n"
# Most files are rendered as they are; others in a later frame, or a size that a drawing is drawn at.
QUERIES = ("&blur=1", "&blur=1", "&frame=2", "&frame=3", "&width=64")
# Installed files that are larger, and more of them, only take time.
LARGEST, MOST_INSTALLED = 32 << 10, 40
ALLOWED = (200, 422, 504, 413)
# What the server may keep above its memory after the first files.
KEPT = 64 * MEBIBYTE


def seeds(name):
    """The files of a format: the fixtures, and small ones that are installed."""
    files = [path.read_bytes() for path in sorted(FILES.glob(f"*.{name}"))]
    installed = set()
    for root in ("/usr/share", "/usr/lib", sys.prefix):
        for folder, _, names in os.walk(root):
            for file in names:
                if file.rsplit(".", 1)[-1].lower() in FORMATS[name]:
                    path = pathlib.Path(folder, file)
                    with contextlib.suppress(OSError):
                        if path.is_file() and path.stat().st_size <= LARGEST:
                            installed.add(path.read_bytes())
    return files + sorted(installed)[:MOST_INSTALLED]


def mutated(file, other, source):
    """A changed copy of a file; pieces may come from another one."""
    bytes_ = bytearray(file)
    for _ in range(source.choice((1, 1, 1, 2, 4, 16))):
        # Half of the changes hit the head, where the structure lies.
        end = len(bytes_) if source.random() < 0.5 else min(len(bytes_), 256)
        place = source.randrange(end)
        kind = source.randrange(7)
        if kind == 0:
            bytes_[place] ^= 1 << source.randrange(8)
        elif kind == 1:
            bytes_[place] = source.choice((0, 1, 0x7F, 0x80, 0xFF, source.randrange(256)))
        elif kind == 2:
            length = min(source.choice((2, 4)), len(bytes_) - place)
            bytes_[place:place + length] = source.choice((b"\xff" * length, bytes(length),
                                                          source.randbytes(length)))
        elif kind == 3:
            del bytes_[place:place + source.randrange(1, 9)]
        elif kind == 4:
            bytes_[place:place] = bytes_[place:place + source.randrange(1, 33)]
        elif kind == 5:
            start = source.randrange(len(other))
            piece = other[start:start + source.randrange(1, 257)]
            bytes_[place:place + source.choice((0, len(piece)))] = piece
        else:
            del bytes_[max(place, 16):]
        if len(bytes_) < 17:
            return bytes(bytes_) + bytes(17)
    return bytes(bytes_)


class Client:
    """A connection that is kept, and opened again when the server closes it."""

    def __init__(self, server):
        self.server, self.reader, self.socket = server, None, None

    def ask(self, file, query=QUERIES[0]):
        """The status of an answer, whose body is read and left; 0 for none."""
        if self.reader is None:
            self.socket = socket.create_connection(("127.0.0.1", self.server.port), timeout=90)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.reader = self.socket.makefile("rb")
        self.socket.sendall(HEAD.format(query, len(file)).encode() + file)
        line = self.reader.readline()
        if not line:
            self.close()
            return 0
        fields = {}
        while (field := self.reader.readline().strip()):
            name, _, value = field.decode("latin-1").partition(":")
            fields[name.lower()] = value.strip()
        if "content-length" in fields:
            self.reader.read(int(fields["content-length"]))
        else:
            while (size := int(self.reader.readline(), 16)):
                self.reader.read(size + 2)
            while self.reader.readline().strip():
                pass
        if fields.get("connection", "").lower() == "close":
            self.close()
        return int(line.split()[1])

    def close(self):
        self.reader.close()
        self.socket.close()
        self.reader = None


def attack(server, name, count, seed, until):
    """The answers to mutated files of a format by status, and one file for each status that must not be."""
    files = seeds(name)
    answers, bad, lock, turns = {}, {}, threading.Lock(), iter(range(count))

    def run():
        client = Client(server)
        while time.monotonic() < until:
            with lock:
                turn = next(turns, None)
            if turn is None:
                break
            source = random.Random(f"{seed} {name} {turn}")
            file = mutated(source.choice(files), source.choice(files), source)
            query = source.choice(QUERIES)
            while True:
                try:
                    status = client.ask(file, query)
                except (OSError, ValueError):
                    status = 0
                    client.reader = None
                # A signature that a mutation has hit is that of no picture.
                status = 422 if status == 415 else status
                if status != 503:
                    break
                time.sleep(0.02)
            with lock:
                answers[status] = answers.get(status, 0) + 1
                if status not in ALLOWED:
                    bad.setdefault(status, file)

    threads = [threading.Thread(target=run) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers, bad


def children(server):
    """The states of the server's processes, by process."""
    found = {}
    for tasks in pathlib.Path(f"/proc/{server.pid}/task").glob("*/children"):
        for child in tasks.read_text().split():
            with contextlib.suppress(OSError):
                found[child] = pathlib.Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0]
    return found


def lost(server):
    """The codec processes that are lost, as the server counts them."""
    text = server.ask("GET", "/metrics")[1].decode()
    return sum(int(float(line.rsplit(" ", 1)[1])) for line in text.splitlines()
               if re.match(r"\w*codec\w*lost\w*[{ ]", line))


def at_rest(server, most, seconds=20):
    """The server's memory when it is idle: below a limit, or after some seconds."""
    end = time.monotonic() + seconds
    while server.memory() > most and time.monotonic() < end:
        time.sleep(0.2)
    return server.memory()


def check_whole(server):
    """The whole files that are not answered with a picture."""
    failed = []
    for name in FORMATS:
        path = sorted(FILES.glob(f"*.{name}"))[0]
        status = server.ask("POST", "/v1/render?format=png", path.read_bytes())[0]
        if status != 200:
            failed.append(f"{path} is answered with {status}")
    return failed


def main():
    parser = arguments(__doc__, "two hundred files of each format")
    parser.add_argument("--count", type=int, help="the mutated files of each format; 100000 if not given")
    parser.add_argument("--minutes", type=float, default=600, help="ends each format after its part of these")
    parser.add_argument("--seed", default="1", help="another seed makes other files")
    parser.add_argument("--only", choices=FORMATS, help="a format alone")
    options = parser.parse_args()
    count = options.count or (200 if options.short else 100_000)
    names = [options.only] if options.only else list(FORMATS)
    faults = []
    print(f"{'':6}{'files':>8}" + "".join(f"{status:>8}" for status in ALLOWED)
          + f"{'other':>8}{'lost':>8}{'seconds':>9}{'files/s':>9}")
    with Server(options.program, "--cache-results", "0", "--queue", "100", level="error",
                output=subprocess.DEVNULL) as server:
        faults += check_whole(server)
        rested, before = at_rest(server, 0, 3), lost(server)
        for name in names:
            began = time.monotonic()
            answers, bad = attack(server, name, count, options.seed, began + 60 * options.minutes / len(names))
            spent, total = time.monotonic() - began, sum(answers.values())
            for status, file in bad.items():
                with tempfile.NamedTemporaryFile(prefix=f"frostpane-{status}-", suffix=f".{name}",
                                                 delete=False) as kept:
                    kept.write(file)
                faults.append(f"{kept.name} is answered with {status or 'nothing'}")
            if server.process.poll() is not None:
                sys.exit("\n".join([*faults, f"the server has ended with {server.process.returncode}"]))
            if server.ask("GET", "/healthz")[0] != 200:
                faults.append(f"/healthz fails after {name}")
            after = lost(server)
            other = sum(number for status, number in answers.items() if status not in ALLOWED)
            print(f"{name:6}{total:>8}" + "".join(f"{answers.get(status, 0):>8}" for status in ALLOWED)
                  + f"{other:>8}{after - before:>8}{spent:>9.1f}{total / spent:>9.0f}", flush=True)
            before = after
        faults += check_whole(server)
        time.sleep(1)
        states = children(server)
        if dead := sum(state == "Z" for state in states.values()):
            faults.append(f"{dead} processes are dead, and not cleared away")
        memory = at_rest(server, rested + KEPT)
        print(f"codec processes at the end: {len(states)}; memory of the server, MiB: "
              f"{rested / MEBIBYTE:.0f} after the first files, {memory / MEBIBYTE:.0f} at the end")
        if memory > rested + KEPT:
            faults.append("the memory does not come back")
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(1 if faults else 0)


main()

# SPDX-License-Identifier: Apache-2.0
"""Kills servers that share a folder, and breaks the folder in every way that can be had here.

Run by `Scripts/trial store`. Two parts:

kills    Two servers share a folder. Clients keep new pictures, ask for kept ones and for renderings of them; at a
         random moment both servers get SIGKILL, and are started again. Every picture that was acknowledged with 200
         or 201 is asked for afterwards, from both servers, and every byte is compared, also of renderings.
faults   One server with a folder that is full, read-only, away, slow, hanging or broken. The table has the status of
         a GET and of a rendering of a kept picture that is not in memory, of a new upload, of a rendering of a sent
         picture with the time to its first byte, and whether everything works again once the fault is gone.

Ends with 1 when an acknowledged picture was lost, a byte was wrong, a kept picture was 404, a picture was acknowledged
that the folder did not take, a rendering of a sent picture failed or waited for the folder, or a server did not heal.
"""

import concurrent.futures
import contextlib
import hashlib
import http.client
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from drawing import png
from serving import Server, arguments
from store_faults import FAILURES, HEAD, Fault, NotTried, attempt, wrong

KILLS, SHORT_KILLS = 1_000, 20
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


class Folder(Fault):
    """A folder that breaks."""

    def __init__(self, folder):
        super().__init__(folder)
        self.store = self.folder / "store"
        self.options = ["--store", self.store]


class Moved(Folder):
    name, reads = "the folder is moved away", "503"

    def begin(self):
        self.store.rename(self.folder / "away")

    def end(self):
        (self.folder / "away").rename(self.store)


class Emptied(Moved):
    name = "an empty folder is in its place, as of a disk that is not mounted"

    def begin(self):
        super().begin()
        self.store.mkdir()

    def end(self):
        self.store.rmdir()
        super().end()


def run(*command):
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotTried(error) from error


class Mounted(Folder):
    size = "8m"

    def prepare(self):
        self.store.mkdir()
        run("mount", "-t", "tmpfs", "-o", f"size={self.size}", "none", self.store)

    def clean(self):
        subprocess.run(["umount", "-l", self.store], check=False)


class ReadOnly(Mounted):
    name, reads = "the file system becomes read-only", "200"

    def begin(self):
        run("mount", "-o", "remount,ro", self.store)

    def end(self):
        run("mount", "-o", "remount,rw", self.store)


class Full(Mounted):
    name, reads, writes = "the disk is full", "200", "507"

    def begin(self):
        with contextlib.suppress(OSError), open(self.store / "ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(1 << 12))

    def end(self):
        (self.store / "ballast").unlink()


class Limited(Folder):
    name, reads, writes = "--store-limit is reached", "200", "507"

    def prepare(self):
        self.options += ["--store-limit", "1MiB"]

    def begin(self):
        for number in range(400):
            status, _ = self.server.ask("POST", "/v1/images", png(60, 60, seed=number + 90_000))
            if status == 507:
                return

    def end(self):
        for number in range(400):
            self.server.ask("DELETE", f"/v1/images/{digest(png(60, 60, seed=number + 90_000))}")


class FileSize(Folder):
    name, reads, writes = "files may have 20 KiB only (RLIMIT_FSIZE)", "200", "507"

    def begin(self):
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (20 << 10, resource.RLIM_INFINITY))

    def end(self):
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Shimmed(Folder):
    """The calls for files of the folder go through Tests/Trials/faults.c, which does what a file says."""

    reads = "503"
    word = ""

    def prepare(self):
        shim = self.folder / "faults.so"
        run("cc", "-O1", "-shared", "-fPIC", "-o", shim, pathlib.Path(__file__).with_name("faults.c"), "-ldl")
        self.environment = {"LD_PRELOAD": str(shim), "FAULTS_ROOT": str(self.store),
                            "FAULTS_FILE": str(self.folder / "fault")}

    def begin(self):
        (self.folder / "fault").write_text(self.word)

    def end(self):
        (self.folder / "fault").unlink()


class Broken(Shimmed):
    name, word = "every call fails with EIO", "eio"


class Forbidden(Shimmed):
    name, word = "permission is lost (EACCES)", "eacces"


class Hanging(Shimmed):
    name, word = "every call hangs", "hang"


class Slow(Shimmed):
    name, word, reads, writes, is_told = "every call takes 30 ms", "slow", "200", "201", False


def main():
    parser = arguments(__doc__, short=f"{SHORT_KILLS} kills instead of {KILLS:,}")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    print(HEAD, flush=True)
    for kind in (Moved, Emptied, ReadOnly, Full, Limited, FileSize, Broken, Forbidden, Hanging, Slow):
        attempt(program, kind)
    print("\n| | |\n|---|--:|", flush=True)
    kills(program, SHORT_KILLS if options.short else KILLS)
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()

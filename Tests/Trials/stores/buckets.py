# SPDX-License-Identifier: Apache-2.0
"""Breaks a real object store in every way that can be had here, and looks whether a deletion reaches every tier.

Run by `Scripts/trial buckets`, which installs OpenStack Swift. Two parts:

faults    One server whose store is a bucket (--s3). The credentials, the region, the bucket, the store and the way to it
          fail, one after the other. The table has the status of a GET and of a rendering of a kept picture, of a new upload
          and of a DELETE, of a rendering of a sent picture with the time to its first byte, and whether everything works
          again once the fault is gone.
deletion  Two servers with a folder each above one bucket, as two machines have it. A picture is deleted through one of them.

Ends with 1 when a kept picture was 404, an upload was acknowledged that the store did not take, a rendering of a sent
picture failed or waited for the store, nothing told of a fault, a server did not heal, or something was left of a deletion.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

from drawing import png
from object_store import Door, ObjectStore
from serving import Server, arguments
from store_faults import FAILURES, HEAD, Fault, NotTried, attempt, wrong

STORE = ObjectStore()
# The pause between two looks for tombstones, and time for the look itself.
FORGETTING = 15 + 10


class Bucket(Fault):
    """A bucket that breaks, or the way to it: then a door spoils what passes."""

    mode, door = None, None

    def prepare(self):
        self.door = Door(STORE.port) if self.mode else None
        self.options = STORE.options(self.folder, self.door.port if self.door else STORE.port)

    def begin(self):
        self.door.mode = self.mode

    def end(self):
        self.door.mode = None

    def clean(self):
        if self.door:
            self.door.close()


class WrongSecret(Bucket):
    name = "the secret is wrong"

    def begin(self):
        STORE.write_credentials(self.folder, secret="another")

    def end(self):
        STORE.write_credentials(self.folder)


class WrongRegion(Bucket):
    name = "the bucket is in another region"

    def begin(self):
        STORE.restart(OBJECT_STORE_REGION="eu-central-1")

    def end(self):
        STORE.restart()


class NoBucket(Bucket):
    name = "there is no bucket"

    def begin(self):
        self.objects = STORE.remove_bucket()

    def end(self):
        STORE.make_bucket(self.objects)


class Skew(Bucket):
    name, reads, writes, is_told = "the clock of the server is 20 minutes late", "200", "201", False

    def prepare(self):
        super().prepare()
        shim = self.folder / "clock.so"
        source = pathlib.Path(__file__).with_name("clock.c")
        if os.spawnvp(os.P_WAIT, "cc", ["cc", "-O1", "-shared", "-fPIC", "-o", str(shim), str(source), "-ldl"]):
            raise NotTried("no compiler")
        self.environment = {"LD_PRELOAD": str(shim), "CLOCK_FILE": str(self.folder / "late")}

    def begin(self):
        (self.folder / "late").touch()

    def end(self):
        (self.folder / "late").unlink()


class Killed(Bucket):
    name = "the store is killed"

    def begin(self):
        STORE.run("kill")

    def end(self):
        STORE.run("start")


class Stopped(Bucket):
    name = "the store hangs (SIGSTOP)"

    def begin(self):
        STORE.signal("STOP")

    def end(self):
        STORE.signal("CONT")


class Busy(Bucket):
    name, mode = "it answers 503 `SlowDown`", "busy"


class Reset(Bucket):
    name, mode = "connections end without an answer", "reset"


class Cut(Bucket):
    name, mode, reads, writes, is_told = "every second answer ends too early", "cut", "200", "201", False


class Flipped(Bucket):
    name, mode, reads, writes, is_told = "every second answer has a flipped bit", "flip", "200", "201", False


class Slow(Bucket):
    name, mode, reads, writes, is_told = "every answer takes 300 ms more", "slow", "200", "201", False


class Rotten(Bucket):
    name, reads, writes, is_told = "a bit of the kept picture flips in the store; it is sent again", "404", "201", False

    def begin(self):
        STORE.flip(self.kept)

    def end(self):
        line = b'frostpane_store_calls_total{outcome="damaged"} 1'
        if line not in self.server.ask("GET", "/metrics")[1]:
            wrong(f"{self.name}: the metrics do not tell of it")
        if self.server.ask("POST", "/v1/images", self.kept)[0] != 201:
            wrong(f"{self.name}: it is not kept again")


def deletion(program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-trial-"))
    picture = png(210, 140, seed=9)
    options = [[*STORE.options(folder, STORE.port), "--store", folder / name] for name in ("first", "second")]
    with Server(program, *options[0]) as first, Server(program, *options[1]) as second:
        name = first.keep(picture)
        address = f"/v1/images/{name}"
        for server in (first, second):
            for _ in range(3):
                if server.ask("GET", address + "/render?blur=6")[0] != 200:
                    wrong("a picture that another machine has kept is not rendered")

        def places():
            files = [path for path in folder.rglob("*") if name in path.name]
            keys = [key for key in STORE.keys() if name in key]
            return [f"{len(keys)} objects" for _ in keys[:1]] + [f"{len(files)} files" for _ in files[:1]]

        since = time.monotonic()
        while len(places()) < 2 and time.monotonic() - since < 10:
            time.sleep(0.1)
        before = ", ".join(places())
        since = time.monotonic()
        status = first.ask("DELETE", address)[0]
        deleted = time.monotonic() - since
        at_once = first.ask("GET", address)[0], first.ask("GET", address + "/render?blur=6")[0]
        while second.ask("GET", address)[0] != 404 and time.monotonic() - since < FORGETTING:
            time.sleep(0.1)
        forgotten = time.monotonic() - since
        left, rendered = places(), second.ask("GET", address + "/render?blur=6")[0]
        again = second.ask("POST", "/v1/images", picture)[0], first.ask("GET", address)[0]
    print(f"\n| | |\n|---|---|\n| before DELETE | {before} |\n| DELETE: status, seconds | {status}, {deleted:.1f} |\n"
          f"| then there: GET, rendering | {at_once[0]}, {at_once[1]} |\n"
          f"| 404 at the other machine after, seconds | {forgotten:.1f} |\n"
          f"| left in the bucket and in both folders | {', '.join(left) or 'nothing'} |\n"
          f"| sent again to the other one; GET at the first | {again[0]}, {again[1]} |\n", flush=True)
    if status != 204 or at_once != (404, 404) or rendered != 404 or left or forgotten >= FORGETTING or again != (201, 200):
        wrong("a deletion does not reach every tier")
    shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = arguments(__doc__, short="only the faults for which the store need not be started anew")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    kinds = [WrongSecret, WrongRegion, NoBucket, Skew, Killed, Stopped, Busy, Reset, Cut, Flipped, Slow, Rotten]
    if options.short:
        kinds = [kind for kind in kinds if kind not in (WrongRegion, Killed)]
    with STORE:
        print(HEAD, flush=True)
        for kind in kinds:
            attempt(program, kind)
        deletion(program)
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()

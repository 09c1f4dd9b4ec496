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

import contextlib
import os
import pathlib
import resource
import subprocess
import sys

from drawing import png
from serving import arguments
from store_faults import FAILURES, HEAD, Fault, NotTried, attempt
from store_kills import digest, kills

KILLS, SHORT_KILLS = 1_000, 20


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
    """The calls for files of the folder go through faults.c, which does what a file says."""

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

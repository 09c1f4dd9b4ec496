# SPDX-License-Identifier: Apache-2.0
"""Measures what codec processes cost: time for each request, and memory for each process.

Run by `Scripts/trial codecs`. It asks two servers in turns for a WebP of 48 × 32 and one of 1 MP, one with `--codecs sandbox`
and one with `--codecs in-process`, and reads the private memory of each codec process.

Ends with 1 if processes cost more than 8 MiB beside their library, or if a picture takes a millisecond longer through
one. `Scripts/trial mutations` shows what damaged files do to them.
"""

import contextlib
import pathlib
import re
import sys
import time

from serving import MEBIBYTE, Server, arguments

FILES = pathlib.Path("Tests/Fixtures/foreign")
FORMATS = ("webp", "avif", "heic", "gif", "tif", "svg", "jxl")
TARGET = "/v1/render?format=png&blur=1"
# Bytes of private memory, and seconds.
MOST, LONGEST = 8 * MEBIBYTE, 0.001


def processes(server):
    """The codec processes of a server, with their formats."""
    children = pathlib.Path(f"/proc/{server.pid}/task").glob("*/children")
    found = {}
    for child in " ".join(path.read_text() for path in children).split():
        with contextlib.suppress(OSError, IndexError):
            words = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            found[child] = words[2].decode()
    return found


def private_memory(process):
    """The bytes that no other process shares; None without the right to see them."""
    try:
        text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return None
    fields = dict(re.findall(r"(\w+): +(\d+) kB", text))
    return 1024 * (int(fields["Private_Dirty"]) + int(fields["Private_Clean"]))


def time_of(server, picture, count):
    """The least seconds of a request: what else the machine does only adds to them."""
    times = []
    for _ in range(count):
        began = time.perf_counter()
        status, body = server.ask("POST", "/v1/render?format=jpeg", picture)
        times.append(time.perf_counter() - began)
        if status != 200:
            sys.exit(f"a whole file is answered with {status}: {body[:300]!r}")
    return min(times)


def costs(program, short):
    """Prints what a codec process costs; returns whether it is too much."""
    small = (FILES / "lossy.webp").read_bytes()
    options = ("--cache-results", "0", "--workers", "1")
    rows, is_broken = [], False
    with Server(program, *options) as fenced, Server(program, *options, "--codecs", "in-process") as plain:
        _, large = fenced.ask("POST", "/v1/render?format=webp&effort=0",
                              pathlib.Path("Docs/images/before.jpg").read_bytes())
        for name, picture in (("48 × 32", small), ("Docs/images/before.jpg", large)):
            turns = 5 if short else 15
            pairs = [(time_of(fenced, picture, 20), time_of(plain, picture, 20)) for _ in range(turns)]
            fence, bare = (min(pair[index] for pair in pairs) for index in (0, 1))
            extra = fence - bare
            rows.append(f"{name:24}{1000 * bare:12.2f}{1000 * fence:12.2f}{1000 * extra:12.2f}")
            is_broken |= extra > LONGEST and not short
        print(f"\n{'WebP, ms of a request':24}{'in-process':>12}{'sandbox':>12}{'more':>12}")
        print("\n".join(rows))
        print(f"\n{'codec process':24}{'private MiB':>12}")
        for format_ in FORMATS:
            file = next(iter(sorted(FILES.glob(f"*.{format_}"))), None)
            if file:
                fenced.ask("POST", TARGET, file.read_bytes())
                for process, name in processes(fenced).items():
                    used = private_memory(process)
                    if used is not None:
                        print(f"{name:24}{used / MEBIBYTE:12.2f}")
                        # Other libraries bring more of their own than this limit has room for.
                        is_broken |= name == "webp" and used > MOST
    return is_broken


def main():
    options = arguments(__doc__, "fewer requests, and no limit of time").parse_args()
    sys.exit(1 if costs(options.program, options.short) else 0)


main()

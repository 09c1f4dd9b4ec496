# SPDX-License-Identifier: Apache-2.0
"""Compares prices with processor time: each format that is written, at each effort and three sizes, and each that is read.

Run by `Scripts/trial prices`. Each request is asked for its plan, which has its price, and then for its result. Processor
time is that of the server and its codec processes, the least of some runs. The columns are

  price        passes over a sample, in millions
  CPU          milliseconds
  ratio        passes that the server does in a nanosecond

Requests that are refused at a deadline of 40 s are listed with the type of the problem. Ends with 1
when a ratio is more than 1.5 times the median, or less than that part of it. It depends on a quiet machine.
"""

import json
import os
import pathlib
import statistics
import sys

from serving import Server, arguments

FACTOR, RUNS = 1.5, 3
FOLDER = pathlib.Path(".build/trials")
SIZES = {"0.1 MP": "400x250", "1 MP": "1200x800", "12 MP": "4000x3000"}
OPTIONS = ["--workers", "1", "--cache-results", "0", "--deadline", "40s", "--memory", "64GiB"]
PLAN = {"Accept": "application/vnd.frostpane.plan+json"}
# Of the common scale, those that differ in the library.
EFFORTS = {"webp": (0, 2, 3, 5, 6, 8, 9), "avif": (0, 3, 5, 7, 9), "jxl": (0, 1, 3, 4, 5, 6, 7, 8, 9)}


def queries():
    """The name and the query of each format and effort."""
    yield "jpeg", "format=jpeg"
    yield "jpeg progressive", "format=jpeg&progressive=1"
    yield "png", "format=png"
    for compression in (1, 6, 9):
        yield f"png compression={compression}", f"format=png&compression={compression}"
    for name, efforts in EFFORTS.items():
        for lossless in (False, True):
            if lossless and name == "avif":
                continue
            for effort in efforts:
                suffix = " lossless" if lossless else ""
                yield f"{name} effort={effort}{suffix}", f"format={name}&effort={effort}" + "&lossless=1" * lossless


def codec_time(server):
    """The seconds that codec processes have been on a processor, also those that were replaced after a job."""
    # After the name of the program in parentheses, the 14th and 15th words are cutime and cstime (proc(5)).
    stat = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
    ended = sum(map(int, stat[13:15])) / os.sysconf("SC_CLK_TCK")
    children = pathlib.Path(f"/proc/{server.pid}/task").glob("*/children")
    running = 0
    for child in " ".join(path.read_text() for path in children).split():
        for task in pathlib.Path(f"/proc/{child}/task").glob("*/schedstat"):
            try:
                running += int(task.read_text().split()[0])
            except OSError:
                continue
    return ended + running / 1e9


def measure(server, query, body):
    """The price, and the least milliseconds of processor time, or the type of the problem."""
    target = f"/v1/render?{query}"
    status, text = server.ask("POST", target, body, PLAN)
    if status != 200:
        sys.exit(f"no plan of {query}: {status} {text[:300]!r}")
    price, times = json.loads(text)["estimate"]["work"], []
    for _ in range(RUNS):
        before, codecs = server.rest(quiet=0.05), codec_time(server)
        status, text = server.ask("POST", target, body)
        if status != 200:
            return price, json.loads(text)["type"].rsplit("/", 1)[1]
        times.append(1000 * (server.rest(quiet=0.05) - before + codec_time(server) - codecs))
        if times[-1] > 2000:
            break
    return price, min(times)


def main():
    program = arguments(__doc__).parse_args().program
    photos = {size: (FOLDER / f"{name}.jpg").read_bytes() for size, name in SIZES.items()}
    found = []
    with Server(program, *OPTIONS) as server:
        server.ask("POST", "/v1/render?format=jpeg", photos["1 MP"])

        def row(name, query, body, warm=True):
            if warm:
                server.ask("POST", f"/v1/render?{query}", photos["0.1 MP"])
            price, time = measure(server, query, body)
            print(f"{name:34}{price / 1e6:10.0f}", end="")
            if isinstance(time, str):
                return print(f"   {time}", flush=True)
            found.append((name, price / time / 1e6))
            print(f"{time:10.1f}{found[-1][1]:8.2f}", flush=True)

        print(f"{'request':34}{'price':>10}{'CPU':>10}{'ratio':>8}")
        for size, photo in photos.items():
            for name, query in queries():
                row(f"{size} to {name}", query, photo)
        for size, photo in photos.items():
            for name in ("png", "webp", "avif", "jxl"):
                status, file = server.ask("POST", f"/v1/render?format={name}&effort=0", photo)
                if status == 200:
                    row(f"{size} from {name}", "format=jpeg", file, warm=False)
    median = statistics.median(ratio for _, ratio in found)
    wrong = [(name, ratio / median) for name, ratio in found if not 1 / FACTOR <= ratio / median <= FACTOR]
    print(f"median {median:.2f} passes in a nanosecond")
    for name, ratio in wrong:
        print(f"{name}: the price is {ratio:.2f} times that of others")
    sys.exit(1 if wrong or len(found) < 60 else 0)


if __name__ == "__main__":
    main()

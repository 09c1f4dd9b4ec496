# SPDX-License-Identifier: Apache-2.0
"""Asks for everything that is dear, and lists the ten dearest requests of each kind that is accepted.

Run by `Scripts/trial dearest`. The requests are those of `Scripts/trial deadlines` and `Scripts/trial
costly-files`, to a server at default settings but for `--max-body`, without limits of memory by a group. Each
is asked for by a client that waits for the whole answer. The columns are

  CPU       seconds of processor time of the server and its codec processes
  taken     seconds until the answer was there
  memory    the most resident memory, in MiB, above what was resident before
  result    the status, and the length of the answer in MB

Ends with 1 when a request takes more than 50 ms of processor time after its answer, or when none was dear.
"""

import http.client
import importlib
import sys
import time

from deadlines import cases, pictures
from drawing import png
from serving import MEBIBYTE, arguments

COUNT = 10
LIMIT = 0.05
OPTIONS = ["--max-body", "256MiB", "--cache-originals", "1GiB", "--cache-results", "0"]


def requests(program, server):
    """The kind and the request of each, in the form of `deadlines.cases`."""
    kept = pictures(program)
    digests = {name: server.keep(picture) for name, picture in kept.items()}
    for case in cases(kept, digests):
        name, method, _, fields, _ = case
        is_scene = "Content-Type" in fields
        yield "scenes" if is_scene else "uploads" if method == "POST" else "filters and parameters", case
    files = importlib.import_module("costly-files")
    for name, file in [*files.pngs(), *files.jpegs(), *files.foreign()]:
        yield "files", (name, "POST", "/v1/render?blur=8", {}, file)


def measure(server, request):
    """Processor time of a request, the time until its answer, its memory, its status and length; and the work after it."""
    _, method, target, fields, body = request
    before = server.rest(quiet=0.3)
    time.sleep(0.2)
    resident = server.memory()
    server.forget_peak()
    began = time.monotonic()
    try:
        status, answer = server.ask(method, target, body or None, fields)
    except (OSError, http.client.HTTPException):
        # A deadline in the middle of an answer cuts it.
        status, answer = 0, b""
    took = time.monotonic() - began
    answered = server.cpu()
    memory = (server.memory("VmHWM") - resident) / MEBIBYTE
    after = server.rest(quiet=0.3) - answered
    return answered - before, took, memory, status, len(answer), after


def main():
    program = arguments(__doc__).parse_args().program
    kinds, late = {}, []
    server = importlib.import_module("costly-files").PatientServer(program, *OPTIONS)
    with server:
        server.ask("POST", "/v1/render?blur=3", png(64, 64))
        for kind, request in requests(program, server):
            figures = measure(server, request)
            kinds.setdefault(kind, []).append((figures, request[0]))
            late += [f"{request[0]}: {figures[5] * 1000:.0f} ms"] if figures[5] > LIMIT else []
    for kind, found in kinds.items():
        accepted = [row for row in found if row[0][3] in (0, 200, 504)]
        print(f"{kind}: {len(found)}, of which {len(found) - len(accepted)} were refused")
        print(f"  {'':34} {'CPU':>7} {'taken':>7} {'memory':>7}  result")
        for (spent, took, memory, status, length, _), name in sorted(accepted, reverse=True)[:COUNT]:
            print(f"  {name:34} {spent:7.2f} {took:7.2f} {memory:7.0f}  {status or 'cut'} {length / 1e6:.1f}")
        dearest = max(accepted, key=lambda row: row[0][2], default=None)
        if dearest:
            print(f"  the most memory: {dearest[1]}, {dearest[0][2]:.0f} MiB", flush=True)
    for line in late:
        print(f"works on after its answer: {line}")
    is_dear = any(row[0][0] > 1 for found in kinds.values() for row in found)
    sys.exit(1 if late or not is_dear else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Compares the memory that a request was estimated to take with what it takes.

Run by `Scripts/trial estimates`. The requests are those of `Scripts/trial deadlines`, on pictures of a
sixteenth of their pixels. Each is asked for its plan, which has the estimate, and then for its picture. In
MiB of resident memory:

  estimate     from the plan, before anything was allocated
  taken        the most while it was rendered, above what was resident before

Ends with 1 when more than 1.1 times the estimate and 4 MiB were taken.
"""

import json
import sys
import time

from deadlines import cases, pictures
from serving import MEBIBYTE, Server, arguments

OPTIONS = ["--workers", "2", "--memory", "64GiB", "--max-body", "256MiB", "--cache-originals", "1GiB",
           "--cache-results", "0", "--deadline", "2min", "--queue-wait", "10min"]
SLACK = 4
PLAN = {"Accept": "application/vnd.frostpane.plan+json"}
# Redactions, galleries and tables of contrast have no plan.
LEAST_COUNT = 30


def settled(server):
    """What is resident once freed memory was returned."""
    last, since = server.memory(), time.monotonic()
    while time.monotonic() - since < 1.6:
        time.sleep(0.05)
        if server.memory() < last:
            last = server.memory()
    return server.memory()


def main():
    program = arguments(__doc__).parse_args().program
    kept = pictures(program, 0.25)
    failures, count = 0, 0
    with Server(program, *OPTIONS) as server:
        digests = {name: server.keep(picture) for name, picture in kept.items()}
        requests = cases(kept, digests)
        # Code, fonts and tables of the first request are not the second one's.
        for name, method, target, fields, body in requests:
            if name in ("gallery", "64 panes, 9 MP", "4,000 letters"):
                server.ask(method, target, body or None, fields)
        print(f"{'request':28} {'estimate':>9} {'taken':>9}")
        for name, method, target, fields, body in requests:
            status, text = server.ask(method, target, body or None, {**fields, **PLAN})
            try:
                plan = json.loads(text)
                estimate = plan["estimate"]["memoryBytes"] / MEBIBYTE
            except (ValueError, KeyError, TypeError):
                continue
            before = settled(server)
            server.forget_peak()
            status, _ = server.ask(method, target, body or None, fields)
            taken = (server.memory("VmHWM") - before) / MEBIBYTE
            is_more = taken > 1.1 * estimate + SLACK
            failures += is_more
            count += 1
            print(f"{name:28} {estimate:9.1f} {taken:9.1f}  {status} {'MORE' if is_more else ''}", flush=True)
    if count < LEAST_COUNT:
        print(f"only {count} requests have a plan")
    sys.exit(1 if failures or count < LEAST_COUNT else 0)


if __name__ == "__main__":
    main()

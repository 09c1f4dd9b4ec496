# SPDX-License-Identifier: Apache-2.0
"""Placeholders of JPEGs, from a server and by a process each, beside a bare decode by libjpeg-turbo, in one run.

Called by `Scripts/benchmark placeholders`, which makes what it needs. In every round each contestant runs, so that what
else the machine does meets all of them.
"""

import argparse
import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from measure import (
    BENCHMARKS,
    Part,
    Rows,
    debian_version,
    markdown,
    number,
    parser_of,
    progress,
    run_suite,
    spend,
    times,
    verdict,
)
from servers import Server, frostpane, keep, receive

SIZES = ("1200x800", "4000x3000", "8000x6000")
# At most so many times the cost of a bare decode, from a server.
GOALS = {"4000x3000": 0.3}
# The system tells a process's time in steps of 10 ms.
REQUESTS = 40


def served(server: Server, targets: Iterator[str]) -> float:
    before = server.processor_ms()
    for target in itertools.islice(targets, REQUESTS):
        receive(server.address, target)
    return (server.processor_ms() - before) / REQUESTS


def measure_jpeg(arguments: argparse.Namespace) -> Rows:
    rows: Rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        frostpane(Path(folder, "log"), "--workers", 1) as server,
    ):
        for size in SIZES:
            picture = BENCHMARKS / "pictures" / f"{size}.jpg"
            digest = keep(server.address, picture).split("/")[3]
            # Each has another background, which the picture does not show: answers are kept.
            address = f"/v1/images/{digest}/placeholder?background="
            targets = (f"{address}{color:06x}" for color in itertools.count())
            costs: dict[str, list[float]] = {"bare": [], "server": [], "process": []}
            for _ in range(arguments.runs):
                costs["bare"].append(spend([BENCHMARKS / "decode", picture]).cpu)
                costs["server"].append(served(server, targets))
                command = [os.environ["FROSTPANE"], "placeholder", picture]
                costs["process"].append(spend(command, output=os.devnull).cpu)
            rows.append({"size": size, **{name: median(all) for name, all in costs.items()}})
            progress(size)
    return rows


def table_jpeg(rows: Rows) -> str:
    head = ["JPEG", "decode alone", "from a server", "by a process", "goal"]
    lines = []
    for row in rows:
        goal = GOALS.get(row["size"])
        share = row["server"] / row["bare"]
        lines.append(
            [
                row["size"].replace("x", " × "),
                number(row["bare"]),
                times(row["server"], row["bare"]),
                times(row["process"], row["bare"]),
                f"≤ {goal}: {verdict(share, goal)}" if goal else "",
            ]
        )
    return markdown(head, lines)


PARTS = {"jpeg": Part(measure_jpeg, table_jpeg)}


def main() -> None:
    versions = {"libjpeg-turbo": debian_version("libjpeg62-turbo")}
    run_suite("placeholders", parser_of("placeholders", __doc__, PARTS), PARTS, versions)


if __name__ == "__main__":
    main()

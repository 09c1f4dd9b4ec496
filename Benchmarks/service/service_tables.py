# SPDX-License-Identifier: Apache-2.0
"""The tables of the server under load, and the goals that they are held to."""

import statistics

from measure import Rows, markdown, number, times, verdict

# The fewest requests of a run that have a 99th percentile worth printing.
MANY = 100
START_GOAL_MS, IDLE_GOAL_MIB = 50, 25
# Requests per second beside the service over libvips, processor time beside decode and encode alone.
RATE_GOAL, COST_GOAL = 3.5, 0.8
TAIL_GOAL, MEMORY_GOAL_MIB = 2.0, 40
# Requests per second beside nginx, and microseconds of processor time for the line of the log.
HITS_GOAL, LINE_GOAL_US = 0.8, 2.0


def table_uncached(rows: Rows) -> str:
    *rows, bare = rows
    head = ["server", "requests/s", "p50, ms", "p99, ms", "processor per request, ms", "memory, MiB"]
    head += ["at 80 %: p50, ms", "p99, ms", "p99 / p50", "failed"]
    lines = []
    for row in rows:
        late = row["paced"]
        # Of a few requests none is the hundredth.
        tail = late["requests"] >= MANY
        lines.append(
            [
                row["name"],
                f"{times(row['rate'], rows[0]['rate'])}",
                number(row["p50"]),
                number(row["p99"]),
                times(row["cpu"], bare["cpu"]),
                number(row["memory"]),
                number(late["p50"]),
                number(late["p99"]) if tail else "",
                f"{late['p99'] / late['p50']:.1f}" if tail else "",
                f"{row['failed'] + late['failed']:.0f}",
            ]
        )
    lines.append([bare["name"], "", "", "", times(bare["cpu"], bare["cpu"]), *[""] * 5])
    even = rows[0]["steady"]
    ratio = f"{even['p99'] / even['p50']:.1f}"
    lines.append(
        ["a loop that takes as long", *[""] * 5, number(even["p50"]), number(even["p99"]), ratio, ""]
    )
    return markdown(head, lines)


def table_hits(rows: Rows) -> str:
    head = ["bytes", "connections", "Frostpane, requests/s", "nginx, requests/s", "Frostpane / nginx", "goal"]
    head += ["Frostpane, CPU per hit, µs", "nginx, CPU per hit, µs", "without the line of the log, µs"]
    head += ["Frostpane p50, p99, ms", "nginx p50, p99, ms"]
    lines = []
    for row in rows:
        mine, theirs = row["Frostpane"], row["nginx"]
        ratio = mine["rate"] / theirs["rate"]
        lines.append(
            [
                f"{row['bytes']:,}",
                str(row["connections"]),
                number(mine["rate"]),
                number(theirs["rate"]),
                f"{ratio:.2f}",
                f"≥ {HITS_GOAL}: {verdict(-ratio, -HITS_GOAL)}",
                number(mine["cpu_us"]),
                number(theirs["cpu_us"]),
                number(row["silent"]["cpu_us"]),
                *(f"{one['p50']:.2f}, {one['p99']:.2f}" for one in (mine, theirs)),
            ]
        )
    line = line_us(rows)
    goal = f"goal ≤ {LINE_GOAL_US:.1f}: {verdict(line, LINE_GOAL_US)}"
    note = f"The line of the log: {line:.1f} µs of CPU, median of the nine; {goal}."
    return f"{markdown(head, lines, left=0)}\n\n{note}"


def line_us(rows: Rows) -> float:
    """The processor time that the line of the log costs a hit, in microseconds: the median of all cells."""
    return statistics.median(row["Frostpane"]["cpu_us"] - row["silent"]["cpu_us"] for row in rows)


def table_start(rows: Rows) -> str:
    figures = rows[0]
    lines = [
        [
            "from exec to the first answer of /healthz, ms",
            number(figures["start"]),
            f"< {START_GOAL_MS}: {verdict(figures['start'], START_GOAL_MS)}",
        ],
        [
            "resident when idle, MiB",
            number(figures["idle"]),
            f"< {IDLE_GOAL_MIB}: {verdict(figures['idle'], IDLE_GOAL_MIB)}",
        ],
    ]
    return markdown(["", "", "goal"], lines)

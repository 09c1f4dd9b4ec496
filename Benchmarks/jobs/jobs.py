# SPDX-License-Identifier: Apache-2.0
"""Whole renderings, a process each, beside those of peers and a bare decode and encode, in one run.

Called by `Scripts/benchmark jobs`, which makes what it needs. Times of peers begin when their interpreter
and libraries are loaded; ours and the bare program's are those of the whole process. In every round each
contestant runs once, so that what else the machine does meets all of them.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from contestants import LINE_END_MS, contestants, race
from measure import (
    BENCHMARKS,
    MIB,
    Part,
    Rows,
    debian_version,
    markdown,
    number,
    output_of,
    package_versions,
    parser_of,
    progress,
    run_suite,
    times,
    verdict,
)
from servers import frostpane, keep, receive

SIGMAS = (2, 8, 16, 20, 30, 100)
# At most so many times the cost of a bare decode and encode.
GOALS = {2: 1.4, 8: 1.0, 16: 0.7, 20: 0.7, 30: 0.7, 100: 0.7}
FIRST_BYTE_GOAL = 0.15
WALL_GOAL = 0.65
SWEEP_SIGMAS = (0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
SWEEP_SIZES = (
    "600x400",
    "850x600",
    "1200x800",
    "1920x1080",
    "2400x1600",
    "3464x2309",
    "4000x3000",
    "6000x4000",
    "8000x6000",
)
NAMES = {
    "frostpane": "Frostpane",
    "bare": "decode and encode alone",
    "opencv": "OpenCV",
    "vips": "libvips",
    "pillow": "Pillow",
    "gm": "GraphicsMagick",
    "im": "ImageMagick",
}


def photo(size: str, ending: str = "jpg") -> Path:
    return BENCHMARKS / "pictures" / f"{size}.{ending}"


def measure_sigmas(arguments: argparse.Namespace) -> Rows:
    """12 MP JPEG to JPEG for several sigmas; one thread for those who can be told."""
    rows = []
    for sigma in SIGMAS:
        field = contestants(arguments.all, threads=1)
        rows.append({"sigma": sigma, "costs": race(field, photo("4000x3000"), "jpg", sigma, arguments.runs)})
        progress(f"sigma {sigma}")
    return rows


def measure_stream(arguments: argparse.Namespace) -> Rows:
    """12 MP from a server: when the first byte comes, and how far threads shorten the time."""
    rows: Rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        frostpane(Path(folder, "log"), "--cache-results", 0) as server,
    ):
        rendering = keep(server.address, photo("4000x3000"))
        for sigma in SIGMAS:
            receive(server.address, f"{rendering}?blur={sigma}&saturate=1.8")
            before = server.processor_ms()
            # The system tells a process's time in steps of 10 ms: of one request that would be coarse.
            all_received = [
                receive(server.address, f"{rendering}?blur={sigma + turn * 1e-4:.4f}&saturate=1.8")
                for turn in range(4 * arguments.runs)
            ]
            cpu = (server.processor_ms() - before) / len(all_received)
            first = median(received.first for received in all_received)
            last = median(received.last for received in all_received)
            rows.append({"sigma": sigma, "cpu": cpu, "first": first, "last": last})
    return rows


def measure_png(arguments: argparse.Namespace) -> Rows:
    """1 MP RGBA PNG to PNG, everybody's default compression."""
    field = contestants(False, threads=1)
    del field["bare"]
    source = photo("rgba", "png")
    return [
        {
            "sigma": sigma,
            "input": source.stat().st_size,
            "costs": race(field, source, "png", sigma, arguments.runs),
        }
        for sigma in (2, 20)
    ]


def measure_exact(arguments: argparse.Namespace) -> Rows:
    """The PSNR of everybody's JPEG of 1 MP against the definition in float64."""
    field = contestants(False, threads=None)
    del field["bare"]
    rows = []
    for sigma in SIGMAS:
        with tempfile.TemporaryDirectory() as folder:
            targets = {name: Path(folder, f"{name}.jpg") for name in field}
            for name, run in field.items():
                run(photo("1200x800"), targets[name], sigma)
            script = Path(__file__).with_name("exact.py")
            words = [os.environ["PYTHON"], script, photo("1200x800"), sigma, *targets.values()]
            figures = json.loads(output_of(*(str(word) for word in words)))
        rows.append({"sigma": sigma, "psnr": dict(zip([*field, "definition"], figures, strict=True))})
    return rows


def sweep(arguments: argparse.Namespace, points: Sequence[tuple[float, Path, float]]) -> Rows:
    """One row per point of a plot; who was too slow is left out of those that follow."""
    field = contestants(False, threads=None)
    rows = []
    for x, source, sigma in points:
        costs = race(field, source, "jpg", sigma, arguments.runs)
        rows.append({"x": x, "costs": costs})
        field = {name: run for name, run in field.items() if costs[name]["wall"] < LINE_END_MS}
        progress(f"{source.stem}, sigma {sigma}")
    return rows


def measure_by_sigma(arguments: argparse.Namespace) -> Rows:
    return sweep(arguments, [(sigma, photo("1920x1080"), sigma) for sigma in SWEEP_SIGMAS])


def megapixels(size: str) -> float:
    width, height = size.split("x")
    return int(width) * int(height) / 1e6


def measure_by_size(arguments: argparse.Namespace) -> Rows:
    return sweep(arguments, [(megapixels(size), photo(size), 20) for size in SWEEP_SIZES])


def cell(cost: dict[str, Any], base: float) -> str:
    return times(cost["cpu"], base)


def table_sigmas(rows: Rows, goals: bool = True) -> str:
    names = [name for name in rows[0]["costs"] if name != "bare"]
    head = ["sigma", NAMES["bare"], *(NAMES[name] for name in names)]
    lines = []
    for row in rows:
        base, sigma = row["costs"]["bare"]["cpu"], row["sigma"]
        line = [str(sigma), number(base), *(cell(row["costs"][name], base) for name in names)]
        if goals:
            mine = row["costs"]["frostpane"]["cpu"] / base
            line.append(f"≤ {GOALS[sigma]:.1f}: {verdict(mine, GOALS[sigma])}")
        lines.append(line)
    return markdown(head + ["goal"] * goals, lines, left=0)


def table_stream(rows: Rows) -> str:
    head = [
        "sigma",
        "processor, ms",
        "whole, ms",
        "whole / processor",
        "goal",
        "first byte, ms",
        "share",
        "goal",
    ]
    lines = []
    for row in rows:
        share, speedup = row["first"] / row["last"], row["last"] / row["cpu"]
        lines.append(
            [
                str(row["sigma"]),
                number(row["cpu"]),
                number(row["last"]),
                f"{speedup:.2f}",
                f"≤ {WALL_GOAL}: {verdict(speedup, WALL_GOAL)}",
                number(row["first"]),
                f"{share:.0%}",
                f"< {FIRST_BYTE_GOAL:.0%}: {verdict(share, FIRST_BYTE_GOAL)}",
            ]
        )
    return markdown(head, lines, left=0)


def table_png(rows: Rows) -> str:
    names = list(rows[0]["costs"])
    lines = []
    for row in rows:
        base = row["costs"]["frostpane"]["cpu"]
        cells = [
            f"{cell(row['costs'][name], base)}, {row['costs'][name]['bytes'] / MIB:.2f} MiB" for name in names
        ]
        lines.append([str(row["sigma"]), *cells])
    return markdown(["sigma", *(NAMES[name] for name in names)], lines, left=0)


def table_exact(rows: Rows) -> str:
    names = list(rows[0]["psnr"])
    head = ["sigma", *(NAMES.get(name, "the definition itself") for name in names)]
    lines = [[str(row["sigma"]), *(f"{row['psnr'][name]:.1f}" for name in names)] for row in rows]
    return markdown(head, lines, left=0)


def table_sweep(unit: str) -> Callable[[Rows], str]:
    def table(rows: Rows) -> str:
        names = list(rows[0]["costs"])
        lines = [
            [number(row["x"])]
            + [number(row["costs"][name]["wall"]) if name in row["costs"] else "" for name in names]
            for row in rows
        ]
        return markdown([unit, *(NAMES[name] for name in names)], lines, left=0)

    return table


PARTS = {
    "sigmas": Part(measure_sigmas, table_sigmas),
    "stream": Part(measure_stream, table_stream),
    "png": Part(measure_png, table_png),
    "exact": Part(measure_exact, table_exact),
    "by-sigma": Part(measure_by_sigma, table_sweep("sigma")),
    "by-size": Part(measure_by_size, table_sweep("megapixels")),
}


def main() -> None:
    parser = parser_of("jobs", __doc__, PARTS)
    parser.add_argument("--all", action="store_true", help="GraphicsMagick and ImageMagick, too")
    packages = {"OpenCV": "opencv-python-headless", "libvips": "pyvips-binary", "Pillow": "pillow"}
    versions = package_versions(os.environ["PYTHON"], **packages)
    versions["libjpeg-turbo"] = debian_version("libjpeg62-turbo")
    run_suite("jobs", parser, PARTS, versions)


if __name__ == "__main__":
    main()

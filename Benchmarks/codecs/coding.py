# SPDX-License-Identifier: Apache-2.0
"""Decoders and encoders alone, on one thread, as frostpane-bench times them.

Called by `Scripts/benchmark codecs`, which makes what it needs. Nothing but the standard library is needed.
"""

import argparse
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from measure import (
    BENCHMARKS,
    MIB,
    Part,
    Rows,
    debian_version,
    markdown,
    number,
    parser_of,
    progress,
    run_suite,
)

PICTURES = BENCHMARKS / "pictures"
JPEGS = {"photo": PICTURES / "4000x3000.jpg", "blurred, sigma 20": PICTURES / "4000x3000-blurred.jpg"}


def figures_of(mode: str, picture: Path, runs: int) -> Rows:
    """What the program prints about a picture."""
    command = [os.environ["FROSTPANE_BENCH"], mode, str(picture), str(runs)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    progress(f"{mode} {picture.name}")
    rows: Rows = json.loads(done.stdout)
    return rows


def measure_png(arguments: argparse.Namespace) -> Rows:
    return figures_of("png", PICTURES / "1200x800.png", arguments.runs)


def measure_jpeg(arguments: argparse.Namespace) -> Rows:
    """Each operation on both pictures."""
    rows: dict[str, dict[str, Any]] = {}
    for name, picture in JPEGS.items():
        size = picture.stat().st_size / MIB
        for figure in figures_of("jpeg", picture, arguments.runs):
            row = rows.setdefault(figure["name"], {"name": figure["name"], "pictures": {}})
            row["pictures"][name] = {"milliseconds": figure["milliseconds"], "size": size}
    return list(rows.values())


def speed(row: dict[str, Any], encoder: str) -> float:
    """Megapixels per second."""
    return float(row["pixelCount"] / row[encoder]["milliseconds"] / 1000)


def size_ratio(row: dict[str, Any]) -> float:
    return float(row["own"]["byteCount"] / row["level6"]["byteCount"])


def table_png(rows: Rows) -> str:
    head = ["1200 × 800", "our own, MP/s", "bytes", "level 6, MP/s", "bytes", "times as fast", "size"]
    lines = [
        [
            row["name"],
            number(speed(row, "own")),
            f"{row['own']['byteCount']:,}",
            number(speed(row, "level6")),
            f"{row['level6']['byteCount']:,}",
            f"×{number(speed(row, 'own') / speed(row, 'level6'))}",
            f"×{size_ratio(row):.2f}",
        ]
        for row in rows
    ]
    return markdown(head, lines)


def table_jpeg(rows: Rows) -> str:
    pictures = rows[0]["pictures"]
    head = ["4000 × 3000, 4:2:0, ms"]
    head += [f"{name}, {figure['size']:.2f} MiB" for name, figure in pictures.items()]
    lines = [
        [row["name"], *(number(row["pictures"][name]["milliseconds"]) for name in pictures)] for row in rows
    ]
    return markdown(head, lines)


PARTS = {"png": Part(measure_png, table_png), "jpeg": Part(measure_jpeg, table_jpeg)}


def main() -> None:
    packages = {"libpng": "libpng16-16", "zlib": "zlib1g", "libjpeg-turbo": "libjpeg62-turbo"}
    versions = {name: debian_version(package) for name, package in packages.items()}
    run_suite("codecs", parser_of("codecs", __doc__, PARTS), PARTS, versions)


if __name__ == "__main__":
    main()

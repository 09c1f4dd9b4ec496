# SPDX-License-Identifier: Apache-2.0
"""What it costs to reduce a picture of 12 MP, JPEG to JPEG, and how exact the results are.

Called by `Scripts/benchmark geometry`, which makes what it needs. As in the suite of jobs, every contestant
runs once per round, and times of peers begin when their interpreter and libraries are loaded.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np
from measure import (
    BENCHMARKS,
    Cost,
    Part,
    Rows,
    debian_version,
    markdown,
    number,
    package_versions,
    parser_of,
    progress,
    run_suite,
    spend,
    spend_peer,
    times,
    verdict,
)
from PIL import Image

SIZE = (4000, 3000)
PHOTO = BENCHMARKS / "pictures/4000x3000.jpg"
SMALL = BENCHMARKS / "pictures/1200x800.jpg"
PEERS = {"vips": "libvips thumbnail", "opencv": "OpenCV, areas", "pillow": "Pillow, draft"}
# At most so many times the cost of a bare decode and encode of the whole picture.
GOALS = {400: 0.30, 1200: 0.45, 2000: 0.60}
# Of the small picture, by which the float64 sums are made.
EXACT_WIDTHS = (60, 120, 200, 360, 600, 900)


def ours(source: Path, target: Path, width: int) -> Cost:
    options = ["--quiet", "--workers", 1, "--width", width]
    return spend([os.environ["FROSTPANE"], "render", source, target, *options])


def bare(source: Path, target: Path, width: int) -> Cost:
    del width
    return spend([BENCHMARKS / "roundtrip", source, target, 82])


def peer(name: str, source: Path, target: Path, width: int) -> Cost:
    script = Path(__file__).with_name("reducer.py")
    with Image.open(source) as image:
        environment = {"SOURCE_WIDTH": str(image.width)}
    return spend_peer([os.environ["PYTHON"], script, name, source, target, width], environment)[0]


def field() -> dict[str, Callable[[Path, Path, int], Cost]]:
    return {"frostpane": ours, "bare": bare} | {name: partial(peer, name) for name in PEERS}


def measure_widths(arguments: argparse.Namespace) -> Rows:
    """12 MP to several widths, one thread for those who can be told."""
    rows: Rows = []
    for width in GOALS:
        costs: dict[str, list[Cost]] = {name: [] for name in field()}
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(arguments.runs):
                for name, run in field().items():
                    costs[name].append(run(PHOTO, Path(folder, f"{name}.jpg"), width))
        medians = {name: asdict(Cost.median(each)) for name, each in costs.items()}
        rows.append({"width": width, "costs": medians})
        progress(f"{width} px")
    return rows


def lanczos(distance: np.ndarray) -> np.ndarray:
    return np.where(np.abs(distance) < 3, np.sinc(distance) * np.sinc(distance / 3), 0)


def weights(source: int, target: int) -> np.ndarray:
    """The weight of every pixel of a line in every pixel of the reduced line."""
    step = source / target
    centers = (np.arange(target) + 0.5) * step
    result = lanczos((np.arange(source) + 0.5 - centers[:, None]) / max(step, 1))
    return result / result.sum(axis=1, keepdims=True)


def reduced(pixels: np.ndarray, width: int, height: int) -> np.ndarray:
    rows, columns = weights(pixels.shape[0], height), weights(pixels.shape[1], width)
    return np.clip(np.einsum("ab,bcd,ec->aed", rows, pixels, columns, optimize=True), 0, 255)


def measure_exact(arguments: argparse.Namespace) -> Rows:
    """PSNR of results without loss, beside float64 sums of what libjpeg-turbo decodes."""
    del arguments
    rows: Rows = []
    with Image.open(SMALL) as image:
        pixels = np.asarray(image.convert("RGB"), np.float64)
    with tempfile.TemporaryDirectory() as folder:
        for width in EXACT_WIDTHS:
            height = round(pixels.shape[0] * width / pixels.shape[1])
            expected = reduced(pixels, width, height)
            ratios = {}
            for name, run in field().items():
                if name == "bare":
                    continue
                target = Path(folder, f"{name}.png")
                run(SMALL, target, width)
                with Image.open(target) as image:
                    made = np.asarray(image.convert("RGB"), np.float64)
                ratios[name] = float(10 * np.log10(255**2 / np.mean((made - expected) ** 2)))
            rows.append({"width": width, "ratios": ratios})
            progress(f"exact at {width} px")
    return rows


def table_widths(rows: Rows) -> str:
    lines = []
    for row in rows:
        costs, base = row["costs"], row["costs"]["bare"]["cpu"]
        goal = GOALS[row["width"]]
        cells = [times(costs[name]["cpu"], base) for name in ("frostpane", *PEERS)]
        lines.append(
            [
                str(row["width"]),
                number(base),
                *cells,
                number(costs["frostpane"]["peak"]),
                f"≤ {goal:.2f}: {verdict(costs['frostpane']['cpu'] / base, goal)}",
            ]
        )
    head = ["px wide", "decode and encode alone", "Frostpane", *PEERS.values(), "peak, MiB", "goal"]
    return markdown(head, lines)


def table_exact(rows: Rows) -> str:
    lines = [
        [str(row["width"]), *(f"{row['ratios'][name]:.1f}" for name in ("frostpane", *PEERS))]
        for row in rows
    ]
    return markdown(["px wide", "Frostpane", *PEERS.values()], lines)


PARTS = {"widths": Part(measure_widths, table_widths), "exact": Part(measure_exact, table_exact)}


def main() -> None:
    packages = {"OpenCV": "opencv-python-headless", "libvips": "pyvips-binary", "Pillow": "pillow"}
    versions = package_versions(os.environ["PYTHON"], **packages)
    versions["libjpeg-turbo"] = debian_version("libjpeg62-turbo")
    run_suite("geometry", parser_of("geometry", __doc__, PARTS), PARTS, versions)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""The programs that render the same job, a process each, and rounds in which each runs once."""

import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from measure import BENCHMARKS, Cost, spend, spend_peer

# A contestant that takes longer than the first is run three times instead of more often; one that takes
# longer than the second is run once, and its line of a plot ends there.
PATIENCE_MS, LINE_END_MS = 2_000, 10_000

Contestant = Callable[[Path, Path, float], Cost]


def ours(threads: int | None = None) -> Contestant:
    options = ["--workers", threads] if threads else []

    def run(source: Path, target: Path, sigma: float) -> Cost:
        command = [os.environ["FROSTPANE"], "render", source, target, "--quiet", "--blur", sigma]
        return spend([*command, "--saturate", 1.8, *options])

    return run


def bare(source: Path, target: Path, sigma: float) -> Cost:
    return spend([BENCHMARKS / "roundtrip", source, target, 82])


def peer(name: str, threads: int | None = None) -> Contestant:
    environment = {"THREADS": str(threads)} if threads else {}

    def run(source: Path, target: Path, sigma: float) -> Cost:
        script = Path(__file__).with_name("peer.py")
        return spend_peer([os.environ["PYTHON"], script, name, source, target, sigma], environment)[0]

    return run


def magick(*program: str) -> Contestant:
    def run(source: Path, target: Path, sigma: float) -> Cost:
        options = ["-blur", f"0x{sigma}", "-modulate", "100,180", "-quality", 82]
        return spend([*program, source, *options, target], environment={"OMP_NUM_THREADS": "1"})

    return run


def contestants(everybody: bool, threads: int | None) -> dict[str, Contestant]:
    result: dict[str, Contestant] = {"frostpane": ours(threads), "bare": bare}
    result |= {name: peer(name, threads) for name in ("opencv", "vips", "pillow")}
    if everybody:
        result |= {"gm": magick("gm", "convert"), "im": magick("convert-im6.q16")}
    return result


def race(field: dict[str, Contestant], source: Path, ending: str, sigma: float, runs: int) -> dict[str, Any]:
    """Rounds in which everybody of a field runs once; the medians."""
    costs: dict[str, list[Cost]] = {name: [] for name in field}
    with tempfile.TemporaryDirectory() as folder:
        sizes: dict[str, int] = {}
        for turn in range(runs):
            for name, run in field.items():
                if turn > 0 and turn >= patience(costs[name][0].wall):
                    continue
                target = Path(folder, f"{name}.{ending}")
                costs[name].append(run(source, target, sigma))
                sizes[name] = target.stat().st_size
    return {name: asdict(Cost.median(all)) | {"bytes": sizes[name]} for name, all in costs.items()}


def patience(first_ms: float) -> float:
    """How often somebody is run who took so long at first."""
    if first_ms > LINE_END_MS:
        return 1
    return 3 if first_ms > PATIENCE_MS else float("inf")

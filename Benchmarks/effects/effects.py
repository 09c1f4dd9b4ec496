# SPDX-License-Identifier: Apache-2.0
"""What materials, filters, panes and scenes cost on 12 MP, JPEG to JPEG.

Called by `Scripts/benchmark effects`, which makes what it needs. As in the suite of jobs, every contestant
runs once per round, and times of peers begin when their interpreter and libraries are loaded.
"""

import argparse
import itertools
import json
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

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
)
from servers import Server, frostpane, keep, receive

SIZE = (4000, 3000)
PHOTO = BENCHMARKS / "pictures/4000x3000.jpg"
SMALL = BENCHMARKS / "pictures/1200x800.jpg"
PEERS = {"opencv": "OpenCV", "vips": "libvips", "pillow": "Pillow"}
SIGMA = 30
STYLES = (
    "--material systemUltraThinMaterialLight",
    "--material systemMaterialLight",
    "--material systemThickMaterialDark",
    "--material systemChromeMaterialDark",
    "--material extraLight",
    "--material dark",
    "--material auto",
    "--filter blur(20px)_saturate(1.8)",
    "--filter sepia(0.6)",
    "--filter brightness(1.2)_contrast(0.8)_hue-rotate(30deg)",
    "--filter drop-shadow(8px_8px_12px_black)",
    "--filter luminance-curve(0.75_0.9_0.83_0.925_0.815)",
    "--filter pixelate(32px)",
    "--filter motion-blur(24px_30deg)",
    "--filter zoom-blur(0.1)",
    "--filter blur(20px) --kernel css3box",
    "--filter blur(20px) --kernel apple3box",
)
# A stamp, then parts of the picture by area.
PANES = ((200, 200), (400, 300), (900, 670), (2000, 1500), (2828, 2121), (4000, 3000))
COUNTS = (1, 4, 16, 64)


def ours(target: Path, *options: object) -> Cost:
    return spend([os.environ["FROSTPANE"], "render", PHOTO, target, "--quiet", *options])


def bare(target: Path) -> Cost:
    return spend([BENCHMARKS / "roundtrip", PHOTO, target, 82])


def peer(words: Sequence[object]) -> Cost:
    return spend_peer(words, {"THREADS": "1"})[0]


def medians(field: Mapping[str, Callable[[], Cost]], runs: int) -> dict[str, Any]:
    """Rounds in which everybody of a field runs once."""
    costs: dict[str, list[Cost]] = {name: [] for name in field}
    for _ in range(runs):
        for name, run in field.items():
            costs[name].append(run())
    return {name: asdict(Cost.median(each)) for name, each in costs.items()}


def measure_styles(arguments: argparse.Namespace) -> Rows:
    """The whole picture under a material, or through filters."""
    rows: Rows = []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "result.jpg")
        for style in STYLES:
            # Spaces within a value, which the list has as underscores.
            words = [word.replace("_", " ") for word in style.split()]
            field = {"frostpane": partial(ours, target, *words), "bare": partial(bare, target)}
            rows.append({"style": " ".join(words), "costs": medians(field, arguments.runs)})
            progress(style)
    return rows


def measure_panes(arguments: argparse.Namespace) -> Rows:
    """One pane with a blur and saturation in the middle of the picture."""
    rows: Rows = []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "result.jpg")
        script = Path(__file__).parents[1] / "jobs/peer.py"
        for width, height in PANES:
            region = f"{(SIZE[0] - width) // 2},{(SIZE[1] - height) // 2},{width},{height}"
            options = ["--region", region, "--blur", SIGMA, "--saturate", 1.8]
            field: dict[str, Callable[[], Cost]] = {
                "frostpane": partial(ours, target, *options),
                "bare": partial(bare, target),
            }
            for name in PEERS:
                words = [os.environ["PYTHON"], script, name, PHOTO, target, SIGMA, width, height]
                field[name] = partial(peer, words)
            rows.append({"pane": [width, height], "costs": medians(field, arguments.runs)})
            progress(f"pane of {width} by {height}")
    return rows


def scene_of(count: int, digest: str) -> bytes:
    """A grid of panes of one size, each a material with a line of text."""
    panes = []
    for index in range(count):
        row, column = divmod(index, 8)
        frame = {"x": 40 + 490 * column, "y": 40 + 370 * row, "width": 400, "height": 300}
        text = {"text": f"Pane {index + 1}", "font": {"size": 48}, "vibrancy": "label"}
        panes.append(
            {
                "frame": frame,
                "corners": {"radius": 40, "curve": "continuous"},
                "material": "systemThinMaterialLight",
                "contents": [text],
            }
        )
    return json.dumps({"backdrop": {"digest": digest}, "panes": panes}).encode()


def post(server: Server, path: str, body: bytes) -> float:
    """Sends a scene; milliseconds until its result was there."""
    connection = HTTPConnection(server.address.removeprefix("http://"), timeout=60)
    start = time.monotonic()
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status} {answer[:500]!r}")
    return (time.monotonic() - start) * 1000


def measure_scenes(arguments: argparse.Namespace) -> Rows:
    """What a server spends on scenes of several panes, and on what shows all materials."""
    with (
        tempfile.TemporaryDirectory() as folder,
        frostpane(Path(folder, "log"), "--cache-results", 0, "--deadline", "60s") as server,
    ):
        large, small = keep(server.address, PHOTO), keep(server.address, SMALL)
        digest = large.split("/")[3]
        jobs: dict[str, Callable[[], float]] = {
            "nothing": lambda: receive(server.address, f"{large}?format=jpeg&quality=82").last,
        }
        for count in COUNTS:
            scene = scene_of(count, digest)
            jobs[f"{count} × 400 × 300 px"] = partial(post, server, "/v1/render", scene)
        kept = small.split("/")[3]
        gallery, legibility = f"/v1/gallery/{kept}", f"/v1/legibility?image={kept}"
        jobs["gallery of 1 MP"] = lambda: receive(server.address, gallery).last
        # Each for another box: answers are kept.
        boxes = (f"&text-box=0,{top},100,100" for top in itertools.count())
        jobs["legibility of 1 MP"] = lambda: receive(server.address, legibility + next(boxes)).last
        return [{"job": name} | spent_on(server, job, arguments.runs) for name, job in jobs.items()]


def spent_on(server: Server, job: Callable[[], float], runs: int) -> dict[str, float]:
    job()
    before = server.processor_ms()
    # The system tells a process's time in steps of 10 ms: of one request that would be coarse.
    each = [job() for _ in range(4 * runs)]
    return {"cpu": (server.processor_ms() - before) / len(each), "wall": median(each)}


def table_styles(rows: Rows) -> str:
    lines = []
    for row in rows:
        mine, base = row["costs"]["frostpane"], row["costs"]["bare"]
        lines.append([f"`{row['style']}`", times(mine["cpu"], base["cpu"]), number(mine["peak"])])
    return markdown(["options", "Frostpane", "peak, MiB"], lines)


def table_panes(rows: Rows) -> str:
    lines = []
    for row in rows:
        width, height = row["pane"]
        base = row["costs"]["bare"]["cpu"]
        share = width * height / (SIZE[0] * SIZE[1])
        cells = [times(row["costs"][name]["cpu"], base) for name in ("frostpane", *PEERS)]
        lines.append([f"{width} × {height}", f"{share:.1%}", *cells])
    return markdown(["pane", "of the picture", "Frostpane", *PEERS.values()], lines)


def table_scenes(rows: Rows) -> str:
    lines = [[row["job"], number(row["cpu"]), number(row["wall"])] for row in rows]
    return markdown(["panes, or what else", "processor, ms", "whole, ms"], lines)


PARTS = {
    "styles": Part(measure_styles, table_styles),
    "panes": Part(measure_panes, table_panes),
    "scenes": Part(measure_scenes, table_scenes),
}


def main() -> None:
    packages = {"OpenCV": "opencv-python-headless", "libvips": "pyvips-binary", "Pillow": "pillow"}
    versions = package_versions(os.environ["PYTHON"], **packages)
    versions["libjpeg-turbo"] = debian_version("libjpeg62-turbo")
    run_suite("effects", parser_of("effects", __doc__, PARTS), PARTS, versions)


if __name__ == "__main__":
    main()

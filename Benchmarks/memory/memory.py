# SPDX-License-Identifier: Apache-2.0
"""What one picture costs in memory: a server that was idle, and a process beside those of peers.

Called by `Scripts/benchmark memory`, which makes what it needs.
"""

import argparse
import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from measure import (
    BENCHMARKS,
    MIB,
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
)
from servers import frostpane, keep, receive

EFFECTS = "blur=20&saturate=1.8"
PEERS = {"opencv": "OpenCV", "vips": "libvips", "pillow": "Pillow"}
SIZES = {"12 MP": "4000x3000", "48 MP": "8000x6000"}
# What a rendering may take beyond an idle server, with its upload.
REDUCTION = "12 MP baseline JPEG → JPEG of 1200 px, no blur"
OVER_GOALS_MIB = {
    "12 MP baseline JPEG → JPEG": 12,
    REDUCTION: 12,
    "48 MP baseline JPEG → JPEG": 24,
}


def photo(size: str, name: str) -> Path:
    return BENCHMARKS / "pictures" / f"{SIZES[size]}{name}"


def measure_server(arguments: argparse.Namespace) -> Rows:
    """A picture that is kept and then rendered, by a server that has seen no other."""
    jobs = [(REDUCTION, photo("12 MP", ".jpg"), "width=1200")]
    for size in SIZES:
        jobs += [
            (f"{size} baseline JPEG → JPEG", photo(size, ".jpg"), EFFECTS),
            (f"{size} baseline JPEG → PNG", photo(size, ".jpg"), f"{EFFECTS}&format=png"),
            (f"{size} PNG → JPEG", photo(size, ".png"), f"{EFFECTS}&format=jpeg"),
            (f"{size} progressive JPEG → JPEG", photo(size, "-progressive.jpg"), EFFECTS),
        ]
    rows = []
    for name, picture, query in jobs:
        figures = [serve_once(picture, query) for _ in range(arguments.runs)]
        upload = picture.stat().st_size / MIB
        each = {key: median(one[key] for one in figures) for key in figures[0]}
        rows.append({"name": name, "upload": upload} | each)
        progress(name)
    return rows


def serve_once(picture: Path, query: str) -> dict[str, float]:
    """MiB of the server, and milliseconds to the first and the last byte of the result."""
    options = ["--deadline", "60s", "--max-body", "256MiB", "--cache-originals", "256MiB"]
    with (
        tempfile.TemporaryDirectory() as folder,
        frostpane(Path(folder, "log"), *options) as server,
    ):
        idle = server.status_mib("VmRSS")
        received = receive(server.address, f"{keep(server.address, picture)}?{query}")
        over = server.status_mib("VmHWM") - idle
    return {"idle": idle, "over": over} | vars(received)


def measure_processes(arguments: argparse.Namespace) -> Rows:
    """JPEG to JPEG, one process per rendering: the most it had in memory."""
    script = Path(__file__).parents[1] / "jobs/peer.py"
    rows = []
    for size in SIZES:
        row: dict[str, Any] = {"size": size}
        with tempfile.NamedTemporaryFile(suffix=".jpg") as target:
            ours = [os.environ["FROSTPANE"], "render", photo(size, ".jpg"), target.name, "--quiet"]
            ours += ["--blur", 20, "--saturate", 1.8]
            bare = [BENCHMARKS / "roundtrip", photo(size, ".jpg"), target.name, 82]
            for name, command in {"Frostpane": ours, "decode and encode alone": bare}.items():
                peaks = [spend(command).peak for _ in range(arguments.runs)]
                row[name] = {"peak": median(peaks), "before": 0.0}
            for name, title in PEERS.items():
                words = [os.environ["PYTHON"], script, name, photo(size, ".jpg"), target.name, 20]
                runs = [spend_peer(words) for _ in range(min(3, arguments.runs))]
                row[title] = {
                    "peak": median(cost.peak for cost, _ in runs),
                    "before": median(before for _, before in runs),
                }
        rows.append(row)
        progress(size)
    return rows


def table_server(rows: Rows) -> str:
    head = ["blur 20, saturate 1.8", "idle, MiB", "peak over idle", "without the upload"]
    head += ["first byte, ms", "last byte, ms"]
    lines = [
        [
            row["name"],
            f"{row['idle']:.1f}",
            f"{row['over']:.1f}",
            f"{row['over'] - row['upload']:.1f}",
            f"{row['first']:.0f}",
            f"{row['last']:.0f}",
        ]
        for row in rows
    ]
    return markdown(head, lines)


def table_processes(rows: Rows) -> str:
    names = [name for name in rows[0] if name != "size"]
    lines = []
    for row in rows:
        cells = []
        for name in names:
            peak, before = row[name]["peak"], row[name]["before"]
            cells.append(number(peak) + (f" ({number(before)} before the job)" if before else ""))
        lines.append([row["size"], *cells])
    return markdown(["JPEG → JPEG, peak in MiB", *names], lines)


PARTS = {
    "server": Part(measure_server, table_server),
    "processes": Part(measure_processes, table_processes),
}


def main() -> None:
    packages = {"OpenCV": "opencv-python-headless", "libvips": "pyvips-binary", "Pillow": "pillow"}
    versions = package_versions(os.environ["PYTHON"], **packages)
    versions["libjpeg-turbo"] = debian_version("libjpeg62-turbo")
    run_suite("memory", parser_of("memory", __doc__, PARTS), PARTS, versions)


if __name__ == "__main__":
    main()

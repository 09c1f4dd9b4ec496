# SPDX-License-Identifier: Apache-2.0
"""Formats of libraries from a server, with its codecs in processes, beside Pillow and libvips, in one run.

Called by `Scripts/benchmark formats`, which makes what it needs. In every round each contestant runs. The processor
time of the server is that of all its processes; it decodes and encodes as a whole job, as the peers do from bytes
to bytes. Likeness is the mean structural similarity (SSIM) of luma to the picture that was sent.

Reference: Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, "Image Quality Assessment: From Error Visibility
to Structural Similarity", IEEE Trans. Image Processing 13(4), 2004.
"""

import argparse
import io
import os
import subprocess
import tempfile
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

import numpy as np
from measure import (
    BENCHMARKS,
    Part,
    Rows,
    debian_version,
    markdown,
    number,
    package_versions,
    parser_of,
    progress,
    run_suite,
)
from PIL import Image
from servers import Server, frostpane

PHOTO = BENCHMARKS / "pictures/1200x800.jpg"
DRAWN = BENCHMARKS / "pictures/1200x800.png"
# The system tells a process's time in steps of 10 ms.
REQUESTS, PEER_COUNT = 8, 3
# The parameters of ours; the ending, quality and effort of the library, for peers.
ENCODINGS = {
    "JPEG": ("format=jpeg", "jpg", 82, 0),
    "WebP, `effort=0`": ("format=webp&effort=0", "webp", 87, 0),
    "WebP": ("format=webp", "webp", 87, 4),
    "WebP, `effort=9`": ("format=webp&effort=9", "webp", 87, 6),
    "AVIF, `effort=0`": ("format=avif&effort=0", "avif", 75, 10),
    "AVIF": ("format=avif", "avif", 75, 8),
    "AVIF, `effort=9`": ("format=avif&effort=9", "avif", 75, 6),
    "JPEG XL, `effort=0`": ("format=jxl&effort=0", "jxl", 88, 1),
    "JPEG XL": ("format=jxl", "jxl", 88, 3),
}
PEERS = {"pillow": "Pillow", "vips": "libvips"}


def post(server: Server, target: str, file: bytes) -> bytes:
    connection = HTTPConnection(server.address.removeprefix("http://"), timeout=120)
    connection.request("POST", f"/v1/render?{target}", body=file)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{target}: {response.status} {body[:200]!r}")
    return body


def served(server: Server, target: str, file: bytes) -> float:
    """The processor time of a request, in milliseconds."""
    before = server.processor_ms()
    for _ in range(REQUESTS):
        post(server, target, file)
    return (server.processor_ms() - before) / REQUESTS


def peer(name: str, source: Path, target: Path, quality: int, effort: int) -> float | None:
    script = Path(__file__).with_name("converter.py")
    words = [os.environ["PYTHON"], script, name, source, target, quality, effort, PEER_COUNT]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def blur(plane: np.ndarray) -> np.ndarray:
    reach = np.arange(-5, 6)
    kernel = np.exp(-(reach**2) / (2 * 1.5**2))
    kernel /= kernel.sum()
    for axis in (0, 1):
        plane = np.apply_along_axis(lambda line: np.convolve(line, kernel, "valid"), axis, plane)
    return plane


def similarity(first: np.ndarray, second: np.ndarray) -> float:
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    m1, m2 = blur(first), blur(second)
    v1, v2 = blur(first * first) - m1 * m1, blur(second * second) - m2 * m2
    both = blur(first * second) - m1 * m2
    return float((((2 * m1 * m2 + c1) * (2 * both + c2)) / ((m1**2 + m2**2 + c1) * (v1 + v2 + c2))).mean())


def luma(file: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(file)).convert("RGB"), float) @ (0.299, 0.587, 0.114)


def open_server(folder: str) -> Server:
    return frostpane(Path(folder, "log"), "--workers", 1, "--cache-results", 0)


def measure_encode(arguments: argparse.Namespace) -> Rows:
    rows: Rows = []
    photo = PHOTO.read_bytes()
    with tempfile.TemporaryDirectory() as folder, open_server(folder) as server:
        original = luma(photo)
        for label, (target, ending, quality, effort) in ENCODINGS.items():
            file = post(server, target, photo)
            # Pillow reads no JPEG XL; ours is without loss.
            score = similarity(original, luma(post(server, "format=png&compression=0", file)))
            costs: dict[str, list[float]] = {name: [] for name in ("ours", *PEERS)}
            sizes: dict[str, int] = {}
            scores: dict[str, float] = {}
            for _ in range(arguments.runs):
                costs["ours"].append(served(server, target, photo))
                for name in PEERS:
                    result = Path(folder, f"{name}.{ending}")
                    cost = peer(name, PHOTO, result, quality, effort)
                    if cost is not None:
                        costs[name].append(cost)
                        sizes[name] = result.stat().st_size
                        if name not in scores:
                            shown = post(server, "format=png&compression=0", result.read_bytes())
                            scores[name] = similarity(original, luma(shown))
            medians = {name: median(all) for name, all in costs.items() if all}
            facts = {"label": label, "bytes": len(file), "ssim": score, "sizes": sizes, "scores": scores}
            rows.append({**facts, **medians})
            progress(label)
    return rows


def table_encode(rows: Rows) -> str:
    head = ["from a JPEG to", "CPU ms", "bytes", "SSIM"]
    for peer_name in PEERS.values():
        head += [f"{peer_name}, CPU ms", "bytes", "SSIM"]
    lines = []
    for row in rows:
        line = [row["label"], number(row["ours"]), f"{row['bytes']:,}", f"{row['ssim']:.4f}"]
        for name in PEERS:
            if name in row:
                line += [number(row[name]), f"{row['sizes'][name]:,}", f"{row['scores'][name]:.4f}"]
            else:
                line += ["", "", ""]
        lines.append(line)
    return markdown(head, lines)


def made(folder: Path, server: Server) -> dict[str, Path]:
    """A file of each format that is read, of the same picture; TIFF and GIF by Pillow, HEIC by heif-enc."""
    photo = PHOTO.read_bytes()
    files = {"JPEG": PHOTO}
    for name, ending in (("WebP", "webp"), ("AVIF", "avif"), ("JPEG XL", "jxl")):
        files[name] = folder / f"picture.{ending}"
        files[name].write_bytes(post(server, f"format={ending}", photo))
    image = Image.open(DRAWN).convert("RGB")
    for name, ending, options in (("TIFF, LZW", "tif", {"compression": "tiff_lzw"}), ("GIF", "gif", {})):
        files[name] = folder / f"picture.{ending}"
        image.save(files[name], **options)
    heic = folder / "picture.heic"
    command = ["heif-enc", "-q", "60", str(DRAWN), "-o", str(heic)]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        files["HEIC"] = heic
    return files


def measure_decode(arguments: argparse.Namespace) -> Rows:
    rows: Rows = []
    with tempfile.TemporaryDirectory() as folder, open_server(folder) as server:
        for label, source in made(Path(folder), server).items():
            file = source.read_bytes()
            post(server, "format=jpeg", file)
            costs: dict[str, list[float]] = {name: [] for name in ("ours", *PEERS)}
            for _ in range(arguments.runs):
                costs["ours"].append(served(server, "format=jpeg", file))
                for name in PEERS:
                    cost = peer(name, source, Path(folder, f"{name}.jpg"), 82, 0)
                    if cost is not None:
                        costs[name].append(cost)
            medians = {name: median(all) for name, all in costs.items() if all}
            rows.append({"label": label, "bytes": len(file), **medians})
            progress(label)
    return rows


def table_decode(rows: Rows) -> str:
    head = ["to a JPEG from", "bytes", "CPU ms", *(f"{name}, CPU ms" for name in PEERS.values())]
    return markdown(
        head,
        [
            [row["label"], f"{row['bytes']:,}", number(row["ours"])]
            + [number(row[name]) if name in row else "" for name in PEERS]
            for row in rows
        ],
    )


PARTS = {"encode": Part(measure_encode, table_encode), "decode": Part(measure_decode, table_decode)}


def main() -> None:
    versions = package_versions(os.environ["PYTHON"], Pillow="pillow", libvips="pyvips-binary")
    versions |= {"libwebp": debian_version("libwebp7"), "libavif": debian_version("libavif15")}
    run_suite("formats", parser_of("formats", __doc__, PARTS), PARTS, versions)


if __name__ == "__main__":
    main()

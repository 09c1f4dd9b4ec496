# SPDX-License-Identifier: Apache-2.0
"""Times our blur beside OpenCV, Pillow and libvips, one thread each, in one run.

Called by `Scripts/benchmark kernels`, which builds the program and installs the peers. Prints
Markdown tables and writes the same as JSON. Times are processor time of the whole process, so
that other work on the machine adds little: all peers are held to one thread. Ours is measured
from interleaved bytes to interleaved bytes, as theirs are.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

os.environ["VIPS_CONCURRENCY"] = "1"
os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import goals
import numpy as np
import PIL
import pyvips
from PIL import Image, ImageFilter

cv2.setNumThreads(1)
pyvips.cache_set_max(0)

SIGMAS = [1, 3, 10, 30, 100]
SIZES = {"2 MP": (1920, 1080), "12 MP": (4000, 3000)}
# A peer that takes longer than this for one run is measured three times instead of five.
PATIENCE_MS = 2000


def picture(width, height, channels, seed=1):
    """Noise of all scales, as photos have, with edges in it; alpha is a soft disk."""
    generator = np.random.default_rng(seed)
    planes = []
    for channel in range(3):
        total = np.zeros((height, width))
        for octave in range(9):
            cell = 1 << octave
            grid = generator.random((height // cell + 2, width // cell + 2))
            layer = cv2.resize(grid, None, fx=cell, fy=cell, interpolation=cv2.INTER_LINEAR)
            total += cell / 512 * layer[:height, :width]
        planes.append(total)
    rgb = np.clip((np.dstack(planes) - 0.5) * 1.6 + 0.5, 0, 1)
    rgb[height // 3 : height // 2, width // 4 : width // 2] = 1 - rgb[height // 3 : height // 2, width // 4 : width // 2]
    rgb[height // 2 :, width // 2 : width // 2 + 40] = 0
    rgb = np.round(rgb * 255).astype(np.uint8)
    if channels == 3:
        return np.ascontiguousarray(rgb)
    y, x = np.mgrid[0:height, 0:width]
    alpha = np.clip(3 - np.hypot((x / width - 0.5), (y / height - 0.5)) * 6, 0, 1)
    return np.ascontiguousarray(np.dstack([rgb, np.round(alpha * 255).astype(np.uint8)]))


def matrix(count, sigma):
    """The Gaussian at whole pixels, clamped at both ends, as a matrix in float64."""
    reach = int(np.ceil(7 * sigma))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    result = np.zeros((count, count))
    for position in range(count):
        pixels = np.clip(np.arange(position - reach, position + reach + 1), 0, count - 1)
        result[position] = np.bincount(pixels, weights, count)
    return result


def reference(image, sigma):
    """The blur by its definition."""
    rows, columns = matrix(image.shape[0], sigma), matrix(image.shape[1], sigma)
    planes = [rows @ image[..., c].astype(np.float64) @ columns.T for c in range(image.shape[2])]
    return np.dstack(planes)


def exactness(result, exact):
    error = result.astype(np.float64) - exact
    return {
        "psnr": float(10 * np.log10(255**2 / max(np.mean(error**2), 1e-12))),
        "max": float(np.abs(error).max()),
    }


def stack_radius(sigma):
    """The radius of the triangle that has the variance of the Gaussian."""
    return max(1, round(np.sqrt(6 * sigma * sigma + 1) - 1))


def opencv(image, sigma):
    return cv2.GaussianBlur(image, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)


def opencv_stack(image, sigma):
    size = 2 * stack_radius(sigma) + 1
    return cv2.stackBlur(image, (size, size))


def pillow(image, sigma):
    return np.asarray(Image.fromarray(image).filter(ImageFilter.GaussianBlur(sigma)))


def vips(image, sigma):
    height, width, bands = image.shape
    source = pyvips.Image.new_from_memory(image, width, height, bands, "uchar")
    result = source.gaussblur(sigma)
    return np.frombuffer(result.write_to_memory(), np.uint8).reshape(height, width, bands)


PEERS = {
    "OpenCV GaussianBlur": opencv,
    "OpenCV stackBlur": opencv_stack,
    "Pillow GaussianBlur": pillow,
    "libvips gaussblur": vips,
}


def measure(function, runs):
    """The median of the milliseconds of processor time, and the last result."""
    times = []
    result = function()
    while len(times) < runs:
        start = time.process_time()
        result = function()
        times.append((time.process_time() - start) * 1000)
        if len(times) == 3 and times[0] > PATIENCE_MS:
            break
    return statistics.median(times), result


def ours(program, folder, image, sigma, runs):
    height, width, channels = image.shape
    source, target = folder / "in.raw", folder / "out.raw"
    image.tofile(source)
    command = [program, "blur", "--input", source, "--output", target, "--runs", str(runs)]
    command += ["--width", str(width), "--height", str(height)]
    command += ["--channels", str(channels), "--sigma", str(sigma), "--edge", "clamp"]
    output = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE)
    report = json.loads(output.stdout)
    result = np.fromfile(target, np.uint8).reshape(image.shape)
    return statistics.median(report["milliseconds"]), result


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def run(arguments):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for size, (width, height) in SIZES.items():
            if arguments.size and size != arguments.size:
                continue
            for channels in (4, 3):
                image = picture(width, height, channels)
                for sigma in SIGMAS:
                    # The definition costs as much as all else, so the smaller picture gives it.
                    exact = reference(image, sigma) if size == "2 MP" and channels == 3 else None
                    rows.append(measure_all(arguments, Path(name), image, size, sigma, exact))
                    print(f"{size}, {channels} channels, sigma {sigma}", file=sys.stderr)
    return rows


def measure_flatness(arguments):
    """Ours by sigma, and copying the picture, in turns."""
    result = []
    width, height = SIZES["12 MP"]
    with tempfile.TemporaryDirectory() as name:
        for channels in (4, 3):
            image = picture(width, height, channels)
            copy = np.empty_like(image)
            times = {sigma: [] for sigma in goals.FLAT_SIGMAS}
            copies = []
            for _ in range(arguments.runs):
                copies.append(measure(lambda: np.copyto(copy, image), 3)[0])
                for sigma in times:
                    times[sigma].append(ours(arguments.program, Path(name), image, sigma, 3)[0])
            medians = {sigma: statistics.median(all) for sigma, all in times.items()}
            result.append({"channels": channels, "ms": medians, "copy_ms": statistics.median(copies)})
    return result


def measure_all(arguments, folder, image, size, sigma, exact):
    pixels = image.shape[0] * image.shape[1]
    results = {"Frostpane": ours(arguments.program, folder, image, sigma, arguments.runs)}
    for name, function in PEERS.items():
        results[name] = measure(lambda: function(image, sigma), arguments.runs)
    libraries = {}
    for name, (milliseconds, result) in results.items():
        libraries[name] = {"ms": milliseconds, "mpix_per_s": pixels / milliseconds / 1000}
        if exact is not None:
            libraries[name] |= exactness(result, exact)
    return {"size": size, "channels": image.shape[2], "sigma": sigma, "libraries": libraries}


def tables(rows, flat):
    names = ["Frostpane", *PEERS]
    lines = [
        "Megapixels per second; in parentheses how many times as fast ours is.",
        "",
        "| picture | channels | sigma | " + " | ".join(names) + " |",
        "|---|--:|--:|" + "--:|" * len(names),
    ]
    for row in rows:
        mine = row["libraries"]["Frostpane"]["mpix_per_s"]
        cells = [f"**{mine:.0f}**"]
        for name in names[1:]:
            speed = row["libraries"][name]["mpix_per_s"]
            digits = 0 if speed >= 10 else 1
            cells.append(f"{speed:.{digits}f} (×{mine / speed:.1f})")
        head = f"| {row['size']} | {'RGBA' if row['channels'] == 4 else 'RGB'} | {row['sigma']} | "
        lines.append(head + " | ".join(cells) + " |")
    lines += [
        "",
        "PSNR and greatest error of the bytes against the float64 Gaussian, clamped at the edges,"
        " on the RGB picture of 2 MP; rounding to bytes alone gives 58.9 dB and 0.5.",
        "",
        "| sigma | " + " | ".join(names) + " |",
        "|--:|" + "--:|" * len(names),
    ]
    for row in rows:
        if "psnr" not in row["libraries"]["Frostpane"]:
            continue
        cells = [
            f"{row['libraries'][name]['psnr']:.1f} dB, {row['libraries'][name]['max']:.1f}"
            for name in names
        ]
        lines.append(f"| {row['sigma']} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", goals.table(rows, flat)]).rstrip()


def caption(machine):
    """One line on where the figures are from."""
    versions = ", ".join(f"{name} {number}" for name, number in machine["libraries"].items())
    return f"{machine['date']}, {machine['processor']}, one thread; {versions}."


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="frostpane-bench, built for release")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median counts")
    parser.add_argument("--size", choices=SIZES, help="only this size")
    parser.add_argument("--json", type=Path, help="where the figures go as JSON")
    arguments = parser.parse_args()
    version = ".".join(str(pyvips.version(part)) for part in range(3))
    machine = {
        "date": date.today().isoformat(),
        "processor": processor(),
        "libraries": {"OpenCV": cv2.__version__, "Pillow": PIL.__version__, "libvips": version},
        "runs": arguments.runs,
    }
    rows = run(arguments)
    flat = measure_flatness(arguments) if arguments.size != "2 MP" else []
    print(caption(machine) + "\n")
    print(tables(rows, flat))
    if arguments.json:
        figures = {"machine": machine, "rows": rows, "flat": flat}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Reduces photos and drawings from JPEG to PNG, and compares them with Lanczos sums in float64 of the pixels that Pillow
decodes, clipped to 0 to 255 at the end.

The pictures are those of the trial `exactness`: photos and textures of Debian's packages, which are downloaded, but not
installed, and drawings in pure colors, whose JPEGs have artifacts far beyond black and white.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
from exactness import DRAWINGS, drawing, fetched
from PIL import Image
from serving import arguments

FACTORS = [1.3, 1.7, 2, 2.4, 3, 4, 6, 9, 14]
# The promise of Docs/algorithms.md.
LEAST_RATIO, GREATEST_ERROR = 50, 3
# Sums in float64 of larger pictures take minutes.
MOST_PIXELS = 5_000_000


def weights(source, target):
    """The weight of every pixel of a line in every pixel of the reduced line."""
    step = source / target
    distances = (numpy.arange(source) + 0.5 - (numpy.arange(target) + 0.5)[:, None] * step) / step
    result = numpy.where(abs(distances) < 3, numpy.sinc(distances) * numpy.sinc(distances / 3), 0)
    return result / result.sum(axis=1, keepdims=True)


def error(program, path, folder, factor):
    """The ratio of signal and noise in decibels, and the greatest error in levels."""
    source = numpy.asarray(Image.open(path).convert("RGB")).astype(float)
    height, width = (max(1, round(side / factor)) for side in source.shape[:2])
    result = folder / "result.png"
    size = [f"--width={width}", f"--height={height}", "--fit=fill"]
    subprocess.run([program, "render", path, result, "--quiet", *size], check=True)
    rows = numpy.tensordot(weights(source.shape[0], height), source, axes=1)
    expected = numpy.clip(weights(source.shape[1], width) @ rows, 0, 255)
    difference = numpy.asarray(Image.open(result).convert("RGB")) - expected
    return 10 * numpy.log10(255**2 / max(1e-9, (difference**2).mean())), abs(difference).max()


def main(program):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(DRAWINGS):
            choice = random.Random(seed)
            path = folder / f"drawing-{seed}.jpg"
            drawing(seed).save(path, quality=choice.choice([40, 60, 85, 95]), subsampling=choice.choice([0, 1, 2]))
            for factor in choice.sample(FACTORS, 4):
                rows.append((*error(program, path, folder, factor), "drawing", path.name, factor))
        for number, path in enumerate(fetched(folder)):
            with Image.open(path) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    continue
            factor = FACTORS[number % len(FACTORS)]
            rows.append((*error(program, path, folder, factor), "photo", path.name, factor))
    print("| kind | picture | factor | dB | greatest error |\n|---|---|--:|--:|--:|")
    for kind in ("drawing", "photo"):
        found = sorted(row for row in rows if row[2] == kind)
        for ratio, worst, _, picture, factor in found[:3]:
            print(f"| {kind} | {picture} | {factor} | {ratio:.1f} | {worst:.1f} |")
        broken = sum(is_broken(row) for row in found)
        least, most = found[0][0], max(row[1] for row in found)
        print(f"| {kind} | {len(found)} in all, {broken} broken | | {least:.1f} | {most:.1f} |")
    return 1 if any(is_broken(row) for row in rows) else 0


def is_broken(row):
    return row[0] < LEAST_RATIO or row[1] > GREATEST_ERROR


if __name__ == "__main__":
    sys.exit(main(arguments(__doc__).parse_args().program))

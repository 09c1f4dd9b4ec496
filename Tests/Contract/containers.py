# SPDX-License-Identifier: Apache-2.0
"""Compares AVIF files of all depths, layouts, ranges and color numbers with Chromium: containers.py FROSTPANE CHROMIUM.

avifenc makes the files. Chromium draws each file on a canvas in sRGB, and the PNG that the program makes of it: what
is seen must not change. Chromium's own conversion of limited ranges is off by up to 20 levels, because libyuv limits a
coefficient to 2; an image of more than 8 bits that differs from it must be that of the formulas of ITU-T H.273,
applied to the samples that avifdec finds. Files with brighter light than white must be refused by name, and files that
Chromium does not show are left out. Without avifenc, it prints a note and succeeds.
"""

import base64
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

from browser import answer
from pngs import write_png

SIZE = (64, 48)
TOLERANCE = 3
# The levels that rounding to 8 bits takes, and the interpolation of color planes.
EXACT = 2
# The weights of red and blue in luma, by matrix.
WEIGHTS = {1: (0.2126, 0.0722), 9: (0.2627, 0.0593), 12: (0.2126, 0.0722)}
# Numbers of ITU-T H.273. Chromium does not know the transfer functions 9 to 12.
MATRICES = (1, 2, 5, 6, 9, 12)
PRIMARIES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22)
TRANSFERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 17)
BRIGHT = (16, 18)


def drawing(x, y):
    return 255 * x // (SIZE[0] - 1), 255 * y // (SIZE[1] - 1), 255 - (2 * x + y)


def variants():
    """Names with the options of avifenc; whether the file must be refused."""
    for depth, layout, reach in itertools.product((8, 10, 12), ("444", "422", "420", "400"), ("full", "limited")):
        for matrix in MATRICES + ((0,) if layout == "444" else ()):
            yield (f"{depth} bits, {layout}, {reach}, matrix {matrix}", False,
                   ["-d", str(depth), "-y", layout, "-r", reach, "--cicp", f"1/13/{matrix}"])
    spaces = {(number, 13) for number in PRIMARIES} | {(first, number) for first in (1, 2, 9) for number in TRANSFERS}
    for primaries, transfer in sorted(spaces):
        yield (f"primaries {primaries}, transfer {transfer}", False,
               ["-y", "444", "--cicp", f"{primaries}/{transfer}/0"])
    for primaries, transfer in itertools.product((0, 1, 2, 9, 12), BRIGHT):
        yield (f"primaries {primaries}, transfer {transfer}", True,
               ["-y", "444", "--cicp", f"{primaries}/{transfer}/0"])


def enlarged(plane, count, axis):
    """Twice as many samples, each of three quarters of the nearest one and a quarter of the next."""
    if plane.shape[axis] == count:
        return plane
    padded = numpy.pad(plane, [(1, 1) if axis == index else (0, 0) for index in range(2)], mode="edge")
    middle = plane
    before, after = (numpy.take(padded, range(start, start + plane.shape[axis]), axis) for start in (0, 2))
    pairs = numpy.stack(((3 * middle + before) / 4, (3 * middle + after) / 4), axis=axis + 1)
    return pairs.reshape([count if index == axis else plane.shape[index] for index in range(2)])


def formula(file, target, matrix):
    """The pixels of an AVIF of more than 8 bits by the formulas, in float64."""
    subprocess.run(("avifdec", file, target), check=True, capture_output=True)
    contents = target.read_bytes()
    head, rest = contents.split(b"\n", 1)
    samples = numpy.frombuffer(rest[rest.index(b"\n") + 1:], "<u2").astype(float)
    width, height = SIZE
    format = head.split(b" C")[1].split()[0]
    depth = int(format.split(b"p")[1])
    scale, is_limited = 2 ** (depth - 8), b"LIMITED" in head
    columns, rows = width // (1 if format[:3] == b"444" else 2), height // (2 if format[:3] == b"420" else 1)
    luma = samples[:width * height].reshape(height, width)
    chroma = samples[width * height:].reshape(2, rows, columns)
    blue, red = (enlarged(enlarged(plane, height, 0), width, 1) for plane in chroma)
    offset, most, reach = (16 * scale, 219 * scale, 224 * scale) if is_limited else (0, 2 ** depth - 1, 2 ** depth - 1)
    luma, blue, red = (luma - offset) / most, (blue - 128 * scale) / reach, (red - 128 * scale) / reach
    share_red, share_blue = WEIGHTS.get(matrix, (0.299, 0.114))
    r, b = luma + 2 * (1 - share_red) * red, luma + 2 * (1 - share_blue) * blue
    g = (luma - share_red * r - share_blue * b) / (1 - share_red - share_blue)
    return (numpy.stack([r, g, b], axis=-1) * 255).clip(0, 255)


def distance(path, expected):
    return abs(numpy.asarray(Image.open(path).convert("RGB")) - expected).max()


SCRIPT = """
onload = () => {
  const shown = image => {
    if (!image.naturalWidth) return null;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  finish(Array.from(document.images).reduce((result, image, index, all) => {
    if (index % 2) return result;
    const [before, after] = [shown(image), shown(all[index + 1])];
    if (!before) return [...result, -1];
    if (!after || after.length != before.length) return [...result, 255];
    return [...result, before.reduce((most, value, i) => Math.max(most, Math.abs(value - after[i])), 0)];
  }, []));
};
"""


def differences(browser, folder, pairs):
    """The greatest difference of what Chromium shows for each pair of files; -1 if it does not show the first.

    A file is its type, such as "png", and its contents.
    """
    images = "".join(
        f"document.write('<img src=data:image/{kind};base64,{base64.b64encode(contents).decode()}>');"
        for pair in pairs for kind, contents in pair)
    return answer(browser, folder, images + SCRIPT)


def main(program, browser):
    if not shutil.which("avifenc"):
        print("skipped: avifenc is not installed (on Debian: apt-get install libavif-bin)")
        return
    failures, names, pairs, exact = [], [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source, file, result = folder / "source.png", folder / "file.avif", folder / "result.png"
        pixels = bytes(value for y in range(SIZE[1]) for x in range(SIZE[0]) for value in (*drawing(x, y), 255))
        write_png(source, pixels, *SIZE)
        for name, is_refused, options in variants():
            made = subprocess.run(("avifenc", "-s", "10", "--min", "0", "--max", "0", *options, source, file),
                                  capture_output=True)
            if made.returncode:
                continue
            run = subprocess.run((program, "render", file, result), capture_output=True, text=True)
            if is_refused or run.returncode:
                if not is_refused or "high dynamic range" not in run.stderr:
                    failures.append(f"{name}: {run.stderr.strip() or 'is rendered'}")
                continue
            names.append(name)
            pairs.append((("avif", file.read_bytes()), ("png", result.read_bytes())))
            matrix = int(options[-1].split("/")[2])
            is_deep = "-d" in options and "8" not in options and "400" not in options and matrix
            exact.append(distance(result, formula(file, folder / "file.y4m", matrix)) if is_deep else 255)
        found = differences(browser, folder, pairs)
    shown = [difference for difference in found if difference >= 0]
    same = sum(0 <= difference <= TOLERANCE for difference in found)
    for name, difference, distant in zip(names, found, exact):
        if difference > TOLERANCE and distant > EXACT:
            failures.append(f"{name}: {difference} levels from Chromium, {distant:.1f} from the formulas")
    print(f"{len(shown)} AVIF files: {same} look the same in Chromium before and after, "
          f"{len(shown) - same - len(failures)} are those of the formulas")
    for failure in failures:
        print(failure)
    if failures or len(shown) < 190:
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""Renders photos and drawings from JPEG to JPEG, and compares them with a blur in float64 of the pixels that
Pillow decodes.

The results have quality 100 and no subsampling. Their red, green and blue are off by up to 4.5 levels for
their encoding alone. But the means of Y, Cb and Cr over blocks of 8 by 8 samples are off by no more than half a
level for that, the rounding of a decoder; so these tell the error before the encoder.
A change of color behind the blur multiplies its errors: saturate=1.8 by 1.8.
The photos are those of Debian's packages of wallpapers and games, which are downloaded, but not installed.
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile

import numpy
from PIL import Image, ImageDraw

from serving import arguments

PACKAGES = ["hugin-data", "mate-backgrounds", "neverball-data", "nexuiz-textures", "plasma-workspace-wallpapers",
            "ukui-wallpapers"]
# Every so many of the textures in an archive.
EVERY = 5
BOUND = 1.0
DRAWINGS = 100
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 255, 255), (255, 0, 255),
          (255, 255, 255), (0, 0, 0), (128, 128, 128)]


def blurred(pixels, sigma):
    """The Gaussian at whole pixels, with the edge pixels repeated, along both axes."""
    radius = int(numpy.ceil(6 * sigma))
    places = numpy.arange(-radius, radius + 1)
    weights = numpy.exp(-places * places / (2 * sigma * sigma))
    weights /= weights.sum()
    for axis in (0, 1):
        padding = [(0, 0)] * 3
        padding[axis] = (radius, radius)
        padded = numpy.pad(pixels, padding, mode="edge")
        length = 1 << int(numpy.ceil(numpy.log2(padded.shape[axis] + len(weights))))
        shape = [1, 1, 1]
        shape[axis] = -1
        response = numpy.fft.rfft(weights, length).reshape(shape)
        whole = numpy.fft.irfft(numpy.fft.rfft(padded, length, axis=axis) * response, length, axis=axis)
        pixels = numpy.take(whole, range(2 * radius, 2 * radius + pixels.shape[axis]), axis=axis)
    return numpy.clip(pixels, 0, 255)


def saturated(pixels, amount):
    red, green, blue = ((1 - amount) * weight for weight in (0.2126, 0.7152, 0.0722))
    matrix = numpy.array([[red + amount, green, blue], [red, green + amount, blue], [red, green, blue + amount]])
    return numpy.clip(pixels @ matrix.T, 0, 255)


def planes(pixels):
    """Y, Cb and Cr, the latter two around 0."""
    luma = pixels @ numpy.array([0.299, 0.587, 0.114])
    return numpy.stack([luma, (pixels[..., 2] - luma) / 1.772, (pixels[..., 0] - luma) / 1.402], axis=2)


def block_means(pixels):
    height, width = (side // 8 * 8 for side in pixels.shape[:2])
    blocks = pixels[:height, :width].reshape(height // 8, 8, width // 8, 8, 3)
    return blocks.mean(axis=(1, 3))


def error(program, path, folder, sigma, amount):
    """The greatest error of the mean of a block of a plane, and of red, green or blue."""
    result = folder / "result.jpg"
    command = [program, "render", path, result, f"--blur={sigma}", "--quality=100", "--subsampling=444"]
    if amount != 1:
        command.append(f"--saturate={amount}")
    subprocess.run(command, check=True)
    source = numpy.asarray(Image.open(path).convert("RGB")).astype(float)
    expected = saturated(blurred(source, sigma), amount)
    difference = numpy.asarray(Image.open(result).convert("RGB")).astype(float) - expected
    coded = Image.open(result)
    coded.draft("YCbCr", coded.size)
    stored = numpy.asarray(coded).astype(float) - [0, 128, 128]
    return abs(block_means(stored - planes(expected))).max(initial=0), abs(difference).max()


def drawing(seed):
    """Lines, blocks, frames and text in pure colors, at any size."""
    choice = random.Random(seed)
    width, height = choice.randint(20, 330), choice.randint(20, 260)

    def color():
        return choice.choice(COLORS + [tuple(choice.randrange(256) for _ in range(3))])

    def point():
        return choice.randint(-5, width + 5), choice.randint(-5, height + 5)

    picture = Image.new("RGB", (width, height), color())
    canvas = ImageDraw.Draw(picture)
    for _ in range(choice.randint(1, 40)):
        kind = choice.randrange(4)
        if kind == 0:
            canvas.line([point(), point()], fill=color(), width=choice.choice([1, 1, 1, 2, 3, 9]))
        elif kind == 1:
            one, other = point(), point()
            corners = [min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])]
            canvas.rectangle(corners, fill=color())
        elif kind == 2:
            canvas.text(point(), "Invoice 2041 $%&", fill=color())
        else:
            edges = [[(0, 0), (width, 0)], [(0, height - 1), (width, height - 1)], [(0, 0), (0, height)],
                     [(width - 1, 0), (width - 1, height)]]
            canvas.line(choice.choice(edges), fill=color())
    return picture


def fetched(folder):
    """The photos of all packages, in color and no smaller than 16 pixels."""
    subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, check=True, capture_output=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder / package.stem], check=True)
    for path in folder.glob("*/**/*.pk3"):
        with zipfile.ZipFile(path) as archive:
            textures = sorted(name for name in archive.namelist() if name.endswith(".jpg"))
            archive.extractall(folder / "textures", textures[::EVERY])
    paths = sorted(path for path in folder.glob("*/**/*.jp*g") if path.is_file() and not path.is_symlink())
    return [path for path in paths if is_wanted(path)]


def is_wanted(path):
    with Image.open(path) as picture:
        return picture.mode == "RGB" and min(picture.size) >= 16


def main(program):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(DRAWINGS):
            choice = random.Random(seed)
            path = folder / f"drawing-{seed}.jpg"
            drawing(seed).save(path, quality=choice.choice([60, 85, 95]), subsampling=choice.choice([0, 1, 2]))
            sigma, amount = choice.choice([5, 6, 8, 12, 16, 20, 40]), choice.choice([1, 1, 1.8])
            rows.append((*error(program, path, folder, sigma, amount), "drawing", path.name, sigma, amount))
        photos = fetched(folder)
        for number, path in enumerate(photos):
            sigma, amount = [20, 8, 5, 30][number % 4], [1, 1.8][number // 4 % 2]
            rows.append((*error(program, path, folder, sigma, amount), "photo", path.name, sigma, amount))
    print("| kind | picture | sigma | saturate | worst block | worst sample |\n|---|---|--:|--:|--:|--:|")
    groups = [(kind, amount) for kind in ("drawing", "photo") for amount in (1, 1.8)]
    for group in groups:
        found = sorted((row for row in rows if (row[2], row[5]) == group), reverse=True)
        for block, sample, kind, picture, sigma, amount in found[:4]:
            print(f"| {kind} | {picture} | {sigma} | {amount} | {block:.2f} | {sample:.1f} |")
        broken = sum(is_broken(row) for row in found)
        print(f"| {group[0]} | {len(found)} in all, {broken} beyond {BOUND * group[1]} | | {group[1]} | | |")
    return 1 if any(is_broken(row) for row in rows) else 0


def is_broken(row):
    return row[0] > BOUND * row[5]


if __name__ == "__main__":
    sys.exit(main(arguments(__doc__).parse_args().program))

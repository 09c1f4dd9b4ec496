# SPDX-License-Identifier: Apache-2.0
"""Compares placeholders with what others compute: placeholders.py FROSTPANE.

BlurHash and ThumbHash are those of the packages `blurhash` and `thumbhash-python`, for the same pixels; the average is
Pillow's, and the palette that of k-means in float64, written here.
"""

import base64
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import blurhash
import numpy
from PIL import Image, ImageOps
from thumbhash.encode import rgba_to_thumbhash

PROGRAM = sys.argv[1]
ORIENTATION = 274


def placeholder(path, *options):
    done = subprocess.run([PROGRAM, "placeholder", str(path), *options], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def picture(generator, width, height, mode):
    """Soft shapes with grain."""
    y, x = numpy.mgrid[0:height, 0:width]
    planes = []
    for channel in range(4):
        a, b, c = (generator.random() * 8 for _ in range(3))
        plane = 128 + 90 * numpy.sin(x * a / width + c) * numpy.cos(y * b / height - c)
        grain = numpy.random.default_rng(generator.randrange(1 << 30)).normal(0, 8, (height, width))
        planes.append(numpy.clip(plane + grain, 0, 255).astype(numpy.uint8))
    whole = Image.fromarray(numpy.stack(planes, axis=2), "RGBA")
    return whole.convert("RGB").convert(mode) if mode in ("L", "RGB") else whole.convert(mode)


def over_average(pixels):
    """Pixels over their average color, and that color."""
    alpha = pixels[..., 3:4] / 255
    weight = alpha.sum()
    average = (pixels[..., :3] * alpha).sum(axis=(0, 1)) / weight if weight else numpy.zeros(3)
    return pixels[..., :3] * alpha + average * (1 - alpha), average


def channels(text):
    return numpy.array([int(text[i : i + 2], 16) for i in (1, 3, 5)])


def check(condition, *facts):
    if not condition:
        sys.exit("placeholders: " + " ".join(map(str, facts)))


def compare_exactly(path, upright, components):
    """A picture of at most 100 x 100 pixels: the hashes are those of its own pixels."""
    options = ["--x-components", str(components[0]), "--y-components", str(components[1])]
    found = placeholder(path, *options)
    pixels = numpy.asarray(upright.convert("RGBA")).astype(float)
    check((found["width"], found["height"]) == upright.size, path, "size")
    flat, average = over_average(pixels)
    expected = blurhash.encode(flat.tolist(), *components)
    # A sum of floats in another order may fall on the other side of a level.
    same = sum(a == b for a, b in zip(found["blurhash"], expected))
    check(found["blurhash"] == expected or same >= len(expected) - 1, path, found["blurhash"], expected)
    width, height = upright.size
    expected = rgba_to_thumbhash(width, height, pixels.astype(int).reshape(-1).tolist())
    if isinstance(expected, str):
        expected = base64.b64decode(expected)
    hash_bytes = base64.b64decode(found["thumbhash"])
    check(len(hash_bytes) == len(expected), path, "thumbhash length")
    wrong = [i for i, pair in enumerate(zip(hash_bytes, bytes(expected))) if pair[0] != pair[1]]
    # Byte 3 also has the shape, where halves are rounded up by the first encoder and to even by Python.
    check(len([i for i in wrong if i != 3]) <= 1, path, "thumbhash", wrong)
    check(abs(channels(found["average"]) - average).max() <= 1, path, found["average"], average)
    return found["blurhash"] == blurhash.encode(flat.tolist(), *components) and not wrong


def compare_average(path, upright):
    """A picture of any size: its average is Pillow's, and its tiny picture shows the same."""
    found = placeholder(path)
    check((found["width"], found["height"]) == upright.size, path, "size")
    expected = numpy.asarray(upright.convert("RGB")).astype(float).mean(axis=(0, 1))
    check(abs(channels(found["average"]) - expected).max() <= 1, path, found["average"], expected)
    check(len(found["uri"]) <= 400, path, "uri of", len(found["uri"]))
    tiny = Image.open(io.BytesIO(base64.b64decode(found["uri"].split(",")[1]))).convert("RGB")
    reduced = numpy.asarray(upright.convert("RGB").resize(tiny.size, Image.Resampling.BOX)).astype(float)
    check(abs(numpy.asarray(tiny).astype(float) - reduced).max() <= 4, path, "tiny picture")


def oklab(rgb):
    light = numpy.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    cones = numpy.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    mixed = numpy.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return numpy.cbrt(light @ cones.T) @ mixed.T


def k_means(points, centers):
    """Lloyd's algorithm in float64, from given centers."""
    for _ in range(200):
        owners = ((points[:, None] - centers[None]) ** 2).sum(axis=2).argmin(axis=1)
        moved = numpy.array([points[owners == k].mean(axis=0) for k in range(len(centers))])
        if numpy.allclose(moved, centers):
            break
        centers = moved
    return centers, numpy.bincount(owners, minlength=len(centers)) / len(points)


def compare_palette(folder, generator):
    """Clusters that are known."""
    count = generator.randrange(2, 7)
    centers = []
    while len(centers) < count:
        color = [generator.randrange(20, 236) for _ in range(3)]
        lab = oklab(numpy.array([color]) / 255)[0]
        if all(numpy.linalg.norm(lab - oklab(numpy.array([c]) / 255)[0]) > 0.2 for c in centers):
            centers.append(color)
    numbers = numpy.random.default_rng(generator.randrange(1 << 30))
    owners = numbers.choice(count, size=90 * 80, p=numbers.dirichlet([4] * count))
    pixels = numpy.array(centers)[owners] + numbers.normal(0, 5, (90 * 80, 3))
    pixels = numpy.clip(pixels.round(), 0, 255).astype(numpy.uint8).reshape(80, 90, 3)
    path = folder / "clusters.png"
    Image.fromarray(pixels).save(path)
    found = placeholder(path, "--colors", str(count))["palette"]
    expected, shares = k_means(oklab(pixels.reshape(-1, 3) / 255), oklab(numpy.array(centers) / 255))
    check(len(found) == count, "palette of", len(found), "not", count)
    for place, share in zip(expected, shares):
        distances = [numpy.linalg.norm(oklab(channels(f["color"])[None] / 255)[0] - place) for f in found]
        nearest = int(numpy.argmin(distances))
        check(distances[nearest] < 0.01, "palette", found, "lacks", place)
        check(abs(found[nearest]["share"] - share) < 0.01, "share", found[nearest], share)


def main():
    generator = random.Random(7)
    exact = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for index in range(60):
            size = generator.randrange(1, 101), generator.randrange(1, 101)
            mode = generator.choice(["L", "LA", "RGB", "RGBA"])
            path = folder / f"{index}.png"
            stored = picture(generator, *size, mode)
            exif = Image.Exif()
            exif[ORIENTATION] = generator.randrange(1, 9)
            stored.save(path, exif=exif)
            upright = ImageOps.exif_transpose(Image.open(path))
            components = generator.randrange(1, 10), generator.randrange(1, 10)
            exact += compare_exactly(path, upright, components)
        check(exact >= 55, "only", exact, "of 60 hashes are equal")
        for index in range(24):
            size = generator.randrange(101, 2600), generator.randrange(101, 1900)
            path = folder / f"{index}.jpg"
            exif = Image.Exif()
            exif[ORIENTATION] = generator.randrange(1, 9)
            options = {"quality": generator.randrange(60, 96), "subsampling": generator.randrange(3)}
            options["progressive"] = generator.random() < 0.3
            picture(generator, *size, generator.choice(["L", "RGB"])).save(path, exif=exif, **options)
            compare_average(path, ImageOps.exif_transpose(Image.open(path)))
        for _ in range(20):
            compare_palette(folder, generator)
    print(f"60 small pictures, of which {exact} have exactly the published hashes; 24 averages; 20 palettes")


main()

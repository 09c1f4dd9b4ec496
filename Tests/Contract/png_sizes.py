# SPDX-License-Identifier: Apache-2.0
"""Compares sizes and pixels of PNG results with those of optipng -o2: png_sizes.py FROSTPANE [FOLDER...].

Every result must decode to the pixels of the picture and be within 5 % of optipng at level 9. Without a level, where speed
counts, it may be a ninth longer than at level 1. Without folders, it draws photos, screens, scans and icons.
"""

import math
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

# A header, a palette and other chunks may differ by this many bytes in tiny files.
SLACK = 64


def photo(seed, size=(480, 320)):
    """Smooth shapes in many colors with grain."""
    chance = numpy.random.RandomState(seed)
    y, x = numpy.mgrid[0:size[1], 0:size[0]] / size[1]
    waves = [
        sum(
            chance.uniform(10, 60) * numpy.sin(chance.uniform(2, 20) * (x * math.cos(turn) + y * math.sin(turn)))
            for turn in chance.uniform(0, 6, 4)
        )
        for _ in range(3)
    ]
    grain = chance.normal(0, 2, (size[1], size[0], 3))
    return Image.fromarray(numpy.clip(128 + numpy.stack(waves, -1) + grain, 0, 255).astype(numpy.uint8))


def screen(seed, mode, antialiased, gradients, size=(640, 480)):
    """Cards and lines of text, as on a screen."""
    chance = numpy.random.RandomState(seed)
    number = lambda low, high: int(chance.randint(low, high))
    picture = Image.new(mode, size, (240, 242, 245, 255)[: len(mode)])
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "L" if antialiased else "1"
    font = ImageFont.load_default(14)
    for _ in range(12):
        left, top, width, height = number(0, 500), number(0, 400), number(60, 300), number(30, 150)
        color = tuple(number(0, 256) for _ in range(3))
        box = (left, top, left + width, top + height)
        draw.rounded_rectangle(box, 12 if antialiased else 0, fill=color)
        for row in range(height if gradients else 0):
            shade = tuple(min(255, level + row // 2) for level in color)
            draw.line((left, top + row, left + width, top + row), fill=shade)
        words = "".join(chr(number(97, 123)) if number(0, 6) else " " for _ in range(60))
        draw.text((left + 8, top + 8), words, font=font, fill=(20, 20, 30))
    return picture


def drawn():
    """Pictures of each kind by name."""
    page = screen(1, "RGB", True, False).convert("L")
    disc = Image.new("L", (480, 320))
    ImageDraw.Draw(disc).ellipse((60, 20, 420, 300), fill=255)
    pictures = {
        "photo": photo(1),
        "blurred photo": photo(1).filter(ImageFilter.GaussianBlur(9)),
        "gray photo as RGB": photo(2).convert("L").convert("RGB"),
        "opaque photo as RGBA": photo(3).convert("RGBA"),
        "photo in 200 colors": photo(4).quantize(200).convert("RGB"),
        "flat screen": screen(1, "RGB", False, False),
        "screen": screen(2, "RGBA", True, False),
        "screen with gradients": screen(3, "RGBA", True, True),
        "scan": page.convert("RGB"),
        "scan in black and white": page.point(lambda level: 255 * (level > 128)),
        "scan in 16 levels": page.point(lambda level: level // 17 * 17),
        "photo in a disc": photo(5),
        "soft disc": Image.new("RGB", disc.size, (10, 120, 250)),
        "icon": screen(6, "RGBA", True, False).resize((48, 48)),
        "noise in 17 colors": Image.fromarray(numpy.random.RandomState(7).randint(0, 17, (240, 320), numpy.uint8) * 15),
    }
    chance = numpy.random.RandomState(8)
    pictures["noise in 16 levels"] = Image.fromarray(chance.randint(0, 16, (160, 200, 3), numpy.uint8) * 15)
    hidden = chance.randint(0, 256, (61, 83, 4), numpy.uint8)
    hidden[:, :, 3] = 255 * (hidden[:, :, 3] > 127)
    pictures["noise, half of it clear"] = Image.fromarray(hidden)
    pictures["photo in a disc"].putalpha(disc)
    pictures["soft disc"].putalpha(disc.filter(ImageFilter.GaussianBlur(4)))
    return pictures


def pixels(path):
    """The pixels, in one form whatever the file's."""
    picture = Image.open(path)
    deep = picture.mode.startswith("I")
    return numpy.asarray(picture if deep else picture.convert("RGBA"))


def main():
    program, folders = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        files = sorted(path for folder in folders for path in folder.glob("*.png"))
        for label, picture in {} if folders else drawn().items():
            files.append(work / f"{label}.png")
            picture.save(files[-1])
        failures = []
        print(f"{'bytes of':28}{'level 9':>10}{'optipng':>10}{'ratio':>7}{'fast':>10}{'level 1':>10}{'ratio':>7}")
        for path in files:
            sizes = {}
            for level in ["9", "1", "fast"]:
                result = work / f"result-{level}.png"
                subprocess.run(
                    [program, "render", path, result, "--compression", level], check=True, capture_output=True
                )
                sizes[level] = result.stat().st_size
                if not numpy.array_equal(pixels(result), pixels(path)):
                    failures.append(f"{path.stem}: other pixels at {level}")
            optimal = work / "optimal.png"
            command = ["optipng", "-quiet", "-o2", "-force", "-clobber", "-strip", "all", path, "-out", optimal]
            subprocess.run(command, check=True)
            # A result has an sRGB chunk or a profile, which optipng strips.
            least = optimal.stat().st_size
            print(
                f"{path.stem:28}{sizes['9']:10}{least:10}{sizes['9'] / least:7.3f}"
                f"{sizes['fast']:10}{sizes['1']:10}{sizes['fast'] / sizes['1']:7.3f}"
            )
            if sizes["9"] > 1.05 * least + SLACK:
                failures.append(f"{path.stem}: {sizes['9']} bytes at level 9, {least} by optipng")
            if sizes["fast"] > sizes["1"] * 10 / 9:
                failures.append(f"{path.stem}: {sizes['fast']} bytes without a level, {sizes['1']} at level 1")
    print("\n".join(failures) or "all within the bounds")
    sys.exit(bool(failures))


main()

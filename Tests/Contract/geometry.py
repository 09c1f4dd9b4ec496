# SPDX-License-Identifier: Apache-2.0
"""Compares fits, positions and gradients with Chromium's, and turns with Pillow's: geometry.py FROSTPANE CHROMIUM.

Each case is a box with an image on one page, of which Chromium makes a screenshot. Samples are those of the
nearest pixel in both, so that they tell which part of the picture lies where.
"""

import math
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

PICTURES = [(120, 80), (60, 90), (37, 53)]
BOXES = [(60, 60), (90, 40), (31, 77), (150, 110)]
FITS = ["contain", "cover", "fill", "none", "scale-down"]
# Each with its shares of the free space and its lengths, from left to right and from top to bottom.
POSITIONS = {
    "center": ((0.5, 0), (0.5, 0)), "left": ((0, 0), (0.5, 0)), "bottom": ((0.5, 0), (1, 0)),
    "right top": ((1, 0), (0, 0)), "25% 75%": ((0.25, 0), (0.75, 0)),
    "top 5px left 5px": ((0, 5), (0, 5)), "right 7px bottom 10%": ((1, -7), (0.9, 0)),
    "10px 30%": ((0, 10), (0.3, 0)), "calc(50% - 3px) calc(25% + 2px)": ((0.5, -3), (0.25, 2)),
}
# Backgrounds around a transparent pixel.
GRADIENTS = [
    "linear-gradient(red, blue)", "linear-gradient(to right, #000, #fff)",
    "linear-gradient(90deg, hsl(from red h s l), blue)", "linear-gradient(90deg, hsl(none 100% 50%), alpha(from blue / 1))",
    "linear-gradient(90deg, hsl(0 150 40), light-dark(blue, red))",
    "linear-gradient(30deg, #0a84ff, #ff375f)", "linear-gradient(to top left, gold, navy 60%, white)",
    "linear-gradient(0.4turn, rgb(0 128 0 / 50%), hsl(300 100% 50% / 0))",
    "linear-gradient(to right, red 20px, lime 60%, blue)", "linear-gradient(90deg, red 0 30%, blue 0 60%, lime)",
    "linear-gradient(90deg, red, blue, lime 40px, white, black 80%)",
    "linear-gradient(to right, red calc(25% + 5px), blue min(70%, 60px), lime calc(100% - 5px))",
    "radial-gradient(red, blue)", "radial-gradient(circle, #000, #fff)", "radial-gradient(closest-side, gold, navy)",
    "radial-gradient(circle closest-side at 30% 40%, gold, navy 60%, white)",
    "radial-gradient(farthest-side at left 20px bottom 10px, red, lime, blue)",
    "radial-gradient(closest-corner circle at 70px 20px, red, lime, blue)",
    "radial-gradient(closest-corner at 70px 20px, red, lime, blue)",
    "radial-gradient(at calc(50% - 20px) max(10px, 30%), red, lime 30px, blue)",
    "radial-gradient(30px at 120% -10%, red, lime, blue 200px)", "radial-gradient(40px 25% at top, #fff, #000)",
    "radial-gradient(calc(9px + 5 * 4px) 30px, rgb(255 0 0 / 50%), hsl(120 100% 50% / 0))",
    "radial-gradient(circle 0px, red, lime 20px, blue 40px)", "radial-gradient(0 30px, red, lime 20px, blue 40px)",
    "radial-gradient(30px 0, red, lime 20px, blue 40px)", "radial-gradient(in oklch, red, blue)",
    "radial-gradient(ellipse closest-side at left in hsl longer hue, red, blue)",
    "repeating-linear-gradient(45deg, red, gold 20px)", "repeating-linear-gradient(90deg, red 10px, gold 40%)",
    "repeating-linear-gradient(90deg, red 10px, gold 10px)",
    "repeating-radial-gradient(circle at 20px 60px, #fff, navy 25px)", "repeating-radial-gradient(red 10%, blue 20%, red 30%)",
    "conic-gradient(red, blue)", "conic-gradient(from 45deg, red, gold, lime, red)",
    "conic-gradient(from -0.3turn at 24% 74%, red, lime 25%, blue calc(50% + 30deg))",
    "conic-gradient(at 100px -10px, #000, #fff)", "conic-gradient(in hsl longer hue, red, red)",
    "conic-gradient(red -90deg, blue 450deg)", "repeating-conic-gradient(from 10deg at 60% 40%, red, blue 60deg)",
]
ANGLES = ["-45", "-10", "0.5", "3", "33", "100"]
MARGIN, COLUMNS, CELL = 4, 16, 160


def ramp(width, height):
    """A picture whose samples are their places."""
    picture = Image.new("RGB", (width, height))
    picture.putdata([(x * 2, y * 2, 255 - x - y) for y in range(height) for x in range(width)])
    return picture


def leaves_space(picture, box, fit, position):
    """Whether Chromium leaves space empty that the picture could fill, which Frostpane never does."""
    scales = [box[i] / picture[i] for i in range(2)]
    scale = {
        "contain": min(scales), "cover": max(scales), "none": 1, "scale-down": min(1, *scales), "fill": None,
    }[fit]
    for side in range(2):
        free = 0 if scale is None else box[side] - picture[side] * scale
        share, length = POSITIONS[position][side]
        if not min(0, free) - 0.01 <= share * free + length <= max(0, free) + 0.01:
            return True
    return False


def screenshot(browser, folder, cases):
    rows = (len(cases) + COLUMNS - 1) // COLUMNS
    boxes = "".join(
        f'<img src="{picture}.png" style="left:{i % COLUMNS * CELL + MARGIN}px;'
        f"top:{i // COLUMNS * CELL + MARGIN}px;width:{box[0]}px;height:{box[1]}px;"
        f'object-fit:{fit};object-position:{position}">'
        for i, (picture, box, fit, position) in enumerate(cases)
    )
    page = folder / "page.html"
    page.write_text(
        "<!DOCTYPE html><style>body{margin:0;background:#fff}img{position:absolute;background:#f0f;"
        f"image-rendering:pixelated}}</style>{boxes}"
    )
    result = folder / "page.png"
    subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
            f"--user-data-dir={folder}/profile", f"--window-size={COLUMNS * CELL},{rows * CELL}",
            f"--screenshot={result}", page.as_uri(),
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=True,
    )
    return Image.open(result).convert("RGB")


def render(frostpane, source, result, *options):
    done = subprocess.run(
        [frostpane, "render", source, result, *options], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"frostpane {' '.join(options)}: {done.stderr}")
    return Image.open(result).convert("RGB")


def distance(ours, theirs, picture):
    """The number of pixels that show another place of the picture."""
    assert ours.size == theirs.size, f"{ours.size} instead of {theirs.size}"
    # Chromium moves the edges of what it draws to whole pixels: one pixel of the picture, or of the box.
    step = 2 * max(1, picture[0] / ours.size[0], picture[1] / ours.size[1]) + 3
    a, b = ours.tobytes(), theirs.tobytes()
    return sum(
        max(abs(a[i] - b[i]), abs(a[i + 1] - b[i + 1]), abs(a[i + 2] - b[i + 2])) > step
        for i in range(0, len(a), 3)
    )


def main():
    frostpane, browser = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        run(frostpane, browser, pathlib.Path(name))


def run(frostpane, browser, folder):
    for index, size in enumerate(PICTURES):
        ramp(*size).save(folder / f"{index}.png")
    cases = [
        (picture, box, fit, position)
        for picture in range(len(PICTURES))
        for box in BOXES
        for fit in FITS
        for position in POSITIONS
        if not leaves_space(PICTURES[picture], box, fit, position)
    ]
    page = screenshot(browser, folder, cases)
    faults = []
    for i, (picture, box, fit, position) in enumerate(cases):
        left, top = i % COLUMNS * CELL + MARGIN, i // COLUMNS * CELL + MARGIN
        theirs = page.crop((left, top, left + box[0], top + box[1]))
        options = [
            "--width", str(box[0]), "--height", str(box[1]), "--fit", fit, "--resample", "nearest",
        ]
        if fit in ("contain", "scale-down", "none"):
            options += ["--pad", "magenta"]
        if fit not in ("fill",):
            options += ["--position", position]
        if fit in ("contain", "cover", "fill"):
            options += ["--upscale=1"]
        if fit == "none":
            options.remove("--resample")
            options.remove("nearest")
        ours = render(frostpane, folder / f"{picture}.png", folder / "result.png", *options)
        far = distance(ours, theirs, PICTURES[picture])
        # The rim of a padded picture may lie a pixel farther.
        rim = 2 * (box[0] + box[1]) if fit in ("contain", "scale-down", "none") else 0
        if far > rim:
            faults.append(f"{PICTURES[picture]} in {box}, {fit} at {position}: {far} pixels differ")
    print(f"{len(cases)} fits and positions are where Chromium has them")
    turns(frostpane, folder, faults)
    rotations(frostpane, folder, faults)
    gradients(frostpane, browser, folder, faults)
    if faults:
        sys.exit("\n".join(faults))


def turns(frostpane, folder, faults):
    source = folder / f"{len(PICTURES) - 1}.png"
    picture = Image.open(source)
    quarters = {
        "0": picture, "90": picture.transpose(Image.Transpose.ROTATE_270),
        "180": picture.transpose(Image.Transpose.ROTATE_180),
        "270": picture.transpose(Image.Transpose.ROTATE_90),
    }
    flips = {"none": None, "h": Image.Transpose.FLIP_LEFT_RIGHT, "v": Image.Transpose.FLIP_TOP_BOTTOM}
    for degrees, turned in quarters.items():
        for word, flip in flips.items():
            expected = turned.transpose(flip) if flip is not None else turned
            ours = render(
                frostpane, source, folder / "result.png", "--rotate", degrees, "--flip", word
            )
            if ours.tobytes() != expected.tobytes() or ours.size != expected.size:
                faults.append(f"rotate={degrees} and flip={word} differ from Pillow")
    print(f"{len(quarters) * len(flips)} turns are the same, bit for bit, as Pillow's")


def cubic(distance):
    """The weight of the kernel catmull-rom."""
    x = abs(distance)
    if x < 1:
        return 1.5 * x**3 - 2.5 * x * x + 1
    return -0.5 * x**3 + 2.5 * x * x - 4 * x + 2 if x < 2 else 0


def rotations(frostpane, folder, faults):
    """Compares turns by other angles with sums in double precision, away from the rim.

    Pillow's own are no measure: its bicubic turns have another kernel than its changes of size.
    """
    source, (width, height) = folder / "smooth.png", (97, 61)
    pixels = [
        ((x * 7 + y * 3) % 256 // 2 + 64, (x * x + y) % 200, 255 * (x // 9 % 2))
        for y in range(height) for x in range(width)
    ]
    picture = Image.new("RGB", (width, height))
    picture.putdata(pixels)
    picture.save(source)
    worst = 0
    for degrees in ANGLES:
        result = folder / "turned.png"
        render(frostpane, source, result, "--rotate", degrees, "--resample", "catmull-rom")
        ours = Image.open(result).convert("RGBA")
        angle = math.radians(float(degrees))
        cosine, sine = math.cos(angle), math.sin(angle)
        for y in range(ours.height):
            for x in range(ours.width):
                right, down = x + 0.5 - ours.width / 2, y + 0.5 - ours.height / 2
                u = cosine * right + sine * down + width / 2 - 0.5
                v = cosine * down - sine * right + height / 2 - 0.5
                if not (2 <= u < width - 3 and 2 <= v < height - 3):
                    continue
                left, top = math.floor(u) - 1, math.floor(v) - 1
                columns = [cubic(u - left - i) for i in range(4)]
                rows = [cubic(v - top - i) for i in range(4)]
                made = ours.getpixel((x, y))
                for channel in range(3):
                    value = sum(
                        rows[j] * columns[i] * pixels[(top + j) * width + left + i][channel]
                        for j in range(4) for i in range(4)
                    )
                    worst = max(worst, abs(min(max(value, 0), 255) - made[channel]))
    print(f"{len(ANGLES)} turns by other angles are within {worst:.2f} levels of sums in double precision")
    if worst > 1:
        faults.append("turns by other angles differ from sums in double precision")


def gradients(frostpane, browser, folder, faults):
    width, height = 90, 70
    boxes = "".join(
        f'<div style="left:{i % 10 * 100}px;top:{i // 10 * 100}px;width:{width}px;height:{height}px;background:{gradient}"></div>'
        for i, gradient in enumerate(GRADIENTS)
    )
    page, result = folder / "gradients.html", folder / "gradients.png"
    page.write_text(
        f"<!DOCTYPE html><style>body{{margin:0;background:#fff}}div{{position:absolute}}</style>{boxes}"
    )
    subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
            f"--user-data-dir={folder}/profile", "--window-size=1000,600",
            f"--screenshot={result}", page.as_uri(),
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=True,
    )
    shown = Image.open(result).convert("RGB")
    source = folder / "pixel.png"
    Image.new("RGBA", (1, 1)).save(source)
    worst = 0
    for i, gradient in enumerate(GRADIENTS):
        target = folder / "padded.png"
        options = ["--width", str(width), "--height", str(height), "--position", "left top"]
        render(frostpane, source, target, *options, "--pad", gradient)
        ours = Image.new("RGBA", (width, height), "white")
        ours.alpha_composite(Image.open(target).convert("RGBA"))
        far = 0
        for y in range(height):
            for x in range(width):
                if (x, y) == (0, 0):
                    continue
                a, b = ours.getpixel((x, y)), shown.getpixel((i % 10 * 100 + x, i // 10 * 100 + y))
                far = max(far, *(abs(a[k] - b[k]) for k in range(3)))
        worst = max(worst, far)
        if far > 2:
            faults.append(f"{gradient}: {far} levels from Chromium")
    print(f"{len(GRADIENTS)} gradients are within {worst} levels of Chromium's")


main()

# SPDX-License-Identifier: Apache-2.0
"""Compares results that are cut out along a shape with Chromium's clip-path: compare.py FROSTPANE CHROMIUM.

Chromium shows an element of one color under each shape, in a single page.
"""

import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from browser import screenshot  # noqa: E402

SIZE = (120, 90)
# Percentages of round corners are not among them: here they are of the shorter side.
SHAPES = [
    "circle()", "circle(30px at 20px 33px)", "circle(40% at 30% 60%)", "circle(farthest-side at left)",
    "circle(25px at top)", "ellipse()", "ellipse(30% 20% at right top)", "ellipse(closest-side farthest-side at 40% 30%)",
    "inset(10px 20% 5px)", "inset(10.5px 3.25px 7.75px 0)", "inset(10px round 15px)",
    "inset(0 round 10px 20px 30px 5px)", "inset(5% 10px 15px 20px round 8px 0)", "inset(20px round 80px)",
    "polygon(50% 0, 100% 100%, 0 100%)", "polygon(10px 10px, 110px 20px, 60px 80px, 13.5px 70.25px)",
    "polygon(50% 0, 80% 90%, 2% 35%, 98% 35%, 20% 90%)",
]
# Of a pixel's coverage, in levels: the greatest difference, and the mean over the pixels on an edge.
STRAIGHT = (24, 4)
# Chromium draws round edges up to a quarter of a pixel inside of them: of circle(), 17 of 6,362 pixels are missing.
# Samples of 64 by 64 points differ from the areas of Frostpane by a level.
ROUND = (100, 35)


def theirs(browser, folder):
    """The coverage of each shape by Chromium, from blue on white."""
    elements = "".join(
        f"<div style='position:absolute;left:0;top:{index * SIZE[1]}px;width:{SIZE[0]}px;height:{SIZE[1]}px;"
        f"background:#00f;clip-path:{shape}'></div>"
        for index, shape in enumerate(SHAPES)
    )
    page = f"<!DOCTYPE html><body style='margin:0;background:#fff'>{elements}</body>"
    whole = Image.open(screenshot(browser, folder, page, (SIZE[0], SIZE[1] * len(SHAPES)))).convert("RGB")
    for index in range(len(SHAPES)):
        part = whole.crop((0, index * SIZE[1], SIZE[0], (index + 1) * SIZE[1]))
        yield [255 - red for red in part.tobytes()[::3]]


def ours(frostpane, folder, shape):
    result = folder / "result.png"
    subprocess.run([frostpane, "render", folder / "blue.png", result, "--clip", shape], check=True)
    return list(Image.open(result).convert("RGBA").tobytes()[3::4])


def run(frostpane, browser, folder):
    Image.new("RGB", SIZE, "blue").save(folder / "blue.png")
    faults = 0
    for shape, expected in zip(SHAPES, theirs(browser, folder)):
        found = ours(frostpane, folder, shape)
        edges = [a - b for a, b in zip(found, expected) if (a, b) not in ((0, 0), (255, 255))]
        greatest = max(map(abs, edges), default=0)
        mean = sum(map(abs, edges)) / max(len(edges), 1)
        most, most_mean = ROUND if "round" in shape or shape[0] in "ce" else STRAIGHT
        is_wrong = greatest > most or mean > most_mean or not any(found)
        faults += is_wrong
        print(f"{shape:52} {len(edges):4} pixels on edges, {greatest:3} levels at most, {mean:4.1f} in the mean"
              f"{'  WRONG' if is_wrong else ''}")
    sys.exit(1 if faults else 0)


def main():
    with tempfile.TemporaryDirectory() as name:
        run(*sys.argv[1:], pathlib.Path(name))


main()

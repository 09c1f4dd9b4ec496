# SPDX-License-Identifier: Apache-2.0
"""Compares backgrounds, borders and shadows of layers with Chromium's: boxes.py FROSTPANE CHROMIUM.

Chromium shows an element of each style on white, in a single page.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from browser import screenshot  # noqa: E402

SIZE = (140, 110)
FRAME = {"x": 30, "y": 25, "width": 80, "height": 60}
# The style of the element, and the members of the layer.
CASES = [
    ("background:#0a84ff", {"background": "#0a84ff"}),
    ("background:#0a84ff80;border-radius:20px", {"background": "#0a84ff80", "corners": 20}),
    ("background:linear-gradient(135deg,#ff5f6d,#ffc371)", {"background": "linear-gradient(135deg,#ff5f6d,#ffc371)"}),
    ("background:linear-gradient(to top,#0008,#0000)", {"background": "linear-gradient(to top,#0008,#0000)"}),
    ("background:linear-gradient(90deg,red,transparent),linear-gradient(blue,lime)",
     {"background": ["linear-gradient(90deg,red,transparent)", "linear-gradient(blue,lime)"]}),
    ("background:radial-gradient(circle at 30% 40%,white,navy)",
     {"background": "radial-gradient(circle at 30% 40%,white,navy)"}),
    ("background:conic-gradient(red,lime,blue,red)", {"background": "conic-gradient(red,lime,blue,red)"}),
    ("border:6px solid #c00", {"border": "6px solid #c00"}),
    ("border:6px solid #c008;border-radius:20px;background:#ff08;background-clip:border-box",
     {"border": "6px solid #c008", "corners": 20, "background": "#ff08"}),
    ("border:12px solid #06c;border-radius:8px", {"border": {"width": 12, "color": "#06c"}, "corners": 8}),
    ("border:5px solid #06c;border-radius:50%", {"border": "5px solid #06c", "shape": "ellipse"}),
    ("box-shadow:0 8px 24px #000a", {"boxShadow": "0 8px 24px #000a"}),
    ("box-shadow:4px 6px 0 3px #f00a;border-radius:12px", {"boxShadow": "4px 6px 0 3px #f00a", "corners": 12}),
    ("box-shadow:0 0 10px 8px #000a", {"boxShadow": "0 0 10px 8px #000a"}),
    ("box-shadow:0 4px 12px -4px #000;border-radius:16px", {"boxShadow": "0 4px 12px -4px #000", "corners": 16}),
    ("box-shadow:inset 0 6px 12px #000a;background:#fc0",
     {"boxShadow": "inset 0 6px 12px #000a", "background": "#fc0"}),
    ("box-shadow:inset 3px 3px 0 4px #06c;border-radius:18px",
     {"boxShadow": "inset 3px 3px 0 4px #06c", "corners": 18}),
    ("box-shadow:0 2px 12px #f00,0 10px 24px #00f8;background:#fff;border-radius:10px",
     {"boxShadow": "0 2px 12px #f00,0 10px 24px #00f8", "background": "#fff", "corners": 10}),
    ("opacity:.5;background:#0a0;border:6px solid #a00;border-radius:14px",
     {"opacity": .5, "background": "#0a0", "border": "6px solid #a00", "corners": 14}),
]
# The greatest difference in levels away from edges, and the mean of those on edges, which Chromium
# draws from samples and not from areas. Shadows are Gaussians here, within a level, and nearly so there: at
# a blur of 4 pixels, Chromium is 18 levels off.
FLAT = 2
SHADOWS = 6
EDGES = 30


def theirs(browser, folder):
    """The pixels of each element by Chromium."""
    elements = "".join(
        f"<div style='position:absolute;overflow:hidden;left:0;top:{index * SIZE[1]}px;width:{SIZE[0]}px;"
        f"height:{SIZE[1]}px;background:#fff'><div style='position:absolute;box-sizing:border-box;"
        f"background-origin:border-box;left:{FRAME['x']}px;top:{FRAME['y']}px;width:{FRAME['width']}px;"
        f"height:{FRAME['height']}px;{style}'></div></div>"
        for index, (style, _) in enumerate(CASES)
    )
    page = f"<!DOCTYPE html><body style='margin:0;background:#fff'>{elements}</body>"
    whole = Image.open(screenshot(browser, folder, page, (SIZE[0], SIZE[1] * len(CASES)))).convert("RGB")
    for index in range(len(CASES)):
        yield whole.crop((0, index * SIZE[1], SIZE[0], (index + 1) * SIZE[1]))


def ours(frostpane, folder, members):
    scene, result = folder / "scene.json", folder / "result.png"
    scene.write_text(json.dumps({"layers": [{"frame": FRAME, **members}]}))
    subprocess.run([frostpane, "render", folder / "white.png", result, "--scene", scene], check=True)
    return Image.open(result).convert("RGB")


def is_edge(image, x, y):
    """Whether a pixel lies beside one of a clearly different color."""
    own = image.getpixel((x, y))
    return any(
        max(abs(a - b) for a, b in zip(own, image.getpixel((i, j)))) > 12
        for i in range(max(0, x - 1), min(SIZE[0], x + 2)) for j in range(max(0, y - 1), min(SIZE[1], y + 2))
    )


def run(frostpane, browser, folder):
    Image.new("RGB", SIZE, "white").save(folder / "white.png")
    faults = 0
    for (style, members), expected in zip(CASES, theirs(browser, folder)):
        found = ours(frostpane, folder, members)
        flat, edges = 0, []
        for y in range(SIZE[1]):
            for x in range(SIZE[0]):
                pair = zip(found.getpixel((x, y)), expected.getpixel((x, y)))
                difference = max(abs(a - b) for a, b in pair)
                if is_edge(expected, x, y):
                    edges.append(difference)
                else:
                    flat = max(flat, difference)
        mean = sum(edges) / max(len(edges), 1)
        is_wrong = flat > (SHADOWS if "shadow" in style else FLAT) or mean > EDGES
        faults += is_wrong
        print(f"{style:82.82} {flat:3} levels at most, {mean:4.1f} in the mean of {len(edges):4} on edges"
              f"{'  WRONG' if is_wrong else ''}")
    sys.exit(1 if faults else 0)


def main():
    with tempfile.TemporaryDirectory() as name:
        run(*sys.argv[1:], pathlib.Path(name))


main()

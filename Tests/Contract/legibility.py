# SPDX-License-Identifier: Apache-2.0
"""Compares the contrasts of texts on materials with those on Chromium's pixels: legibility.py FROSTPANE CHROMIUM.

Chromium lays the recipe of each material (Docs/effects.md) on the part of a picture behind a pane, as an SVG filter. A
Gaussian of it that is transparent outside, and is divided by its alpha, has the weights of one that is normalized. From
its pixels, the contrast of APCA 0.1.9 is computed here: that which all but the worst twentieth of them reach.
"""

import base64
import json
import math
import pathlib
import subprocess
import sys
import tempfile

from browser import answer
from pngs import write_png

# Sigma, amount and values of the curve of luminance, saturation, brightness.
MATERIALS = {
    ("systemUltraThinMaterial", "light"): (22.5, 0.5, (0.45, 0.55, 0.65, 0.68), 1.1, 0.12),
    ("systemUltraThinMaterial", "dark"): (22.5, 0.5, (0.24, 0.24, 0.3, 0.39), 1.1, 0),
    ("systemThinMaterial", "light"): (30, 0.6, (0.725, 0.825, 0.76, 0.73), 1.35, 0.12),
    ("systemThinMaterial", "dark"): (30, 0.6, (0.2, 0.21, 0.1, 0.15), 1.35, 0),
    ("systemMaterial", "light"): (30, 0.75, (0.9, 0.83, 0.925, 0.815), 1.5, 0.1),
    ("systemMaterial", "dark"): (30, 0.75, (0.16, 0.26, 0.1, 0.1), 1.5, 0),
    ("systemThickMaterial", "light"): (45, 0.88, (0.99, 0.95, 0.98, 0.905), 1.5, 0.045),
    ("systemThickMaterial", "dark"): (45, 0.88, (0.14, 0.16, 0.1, 0.03), 1.5, 0),
}
SECONDARY = {
    "light": ((1.5519, -0.8805, -0.17, 0.0443), (-0.4478, 1.1204, -0.1712, 0.0443), (-0.449, -0.8787, 1.8292, 0.0443)),
    "dark": ((1.1735, -0.6417, -0.1238, 0.556), (-0.3263, 0.859, -0.1247, 0.556), (-0.3272, -0.6403, 1.3755, 0.556)),
    "thin light": ((0.9363, -0.3219, -0.0619, 0.0488), (-0.1636, 0.7787, -0.0626, 0.0488), (-0.1642, -0.3209, 1.0376, 0.0488)),
    "thin dark": ((0.8281, -0.338, -0.0651, 0.5375), (-0.1718, 0.6625, -0.0657, 0.5375), (-0.1724, -0.3371, 0.9345, 0.5375)),
}
SIZE = (600, 400)
# Whole squares of the capture, and so large that Chromium has enough bits where a blur is transparent.
PANES = [(151, 103, 300, 196), (323, 167, 240, 208), (3, 151, 592, 148)]
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
PATTERNS = {
    "checkerboard of 3": lambda x, y: WHITE if (x // 3 + y // 3) % 2 else BLACK,
    "checkerboard of 37": lambda x, y: WHITE if (x // 37 + y // 37) % 2 else BLACK,
    "lines of text": lambda x, y: WHITE if y % 24 < 14 and (x * 7 + y // 24 * 13) % 11 < 5 else BLACK,
    "stripes": lambda x, y: WHITE if x % 90 < 12 else BLACK,
    "an edge": lambda x, y: WHITE if 2 * x > 700 - y else BLACK,
    "blots": lambda x, y: (230, 40, 60) if math.hypot(x % 170 - 80, y % 130 - 60) < 22 else (20, 90, 200),
    "a slope": lambda x, y: (x * 255 // 599, y * 255 // 399, 128),
}
# Chromium keeps eight bits between the steps of a filter, which is up to two levels, and blurs by three boxes.
TOLERANCE = 1.5


def matrix(*rows):
    values = " ".join(str(value) for row in rows for value in (*row[:3], 0, row[3])) + " 0 0 0 1 0"
    return f'<feColorMatrix type="matrix" values="{values}"/>'


def svg(name, recipe):
    """A filter with the steps of a material."""
    sigma, amount, (a, b, c, d), saturation, brightness = recipe
    # Squares of four pixels, averaged and repeated, blur as well.
    sigma = math.sqrt(sigma**2 - (4**2 - 1) / 6) / 4

    def curve(x):
        return a * (1 - x) ** 3 + 3 * b * x * (1 - x) ** 2 + 3 * c * x * x * (1 - x) + d * x**3

    table = " ".join(f"{curve(i / 255):.6f}" for i in range(256))
    transfer = "".join(f'<feFunc{channel} type="table" tableValues="{table}"/>' for channel in "RGB")
    luminance = (0.2125, 0.7154, 0.0721)
    # CSS, Filter Effects 1, has other weights for saturation.
    weights = (0.213, 0.715, 0.072)
    saturated = [
        [(1 - saturation) * weights[j] + (saturation if i == j else 0) for j in range(3)] + [brightness] for i in range(3)
    ]
    return (
        f'<filter id="{name}" color-interpolation-filters="sRGB" filterUnits="userSpaceOnUse" x="0" y="0" '
        f'width="{SIZE[0]}" height="{SIZE[1]}">{matrix(*[(*luminance, 0)] * 3)}'
        f"<feComponentTransfer>{transfer}</feComponentTransfer>"
        f'<feComposite in2="SourceGraphic" operator="arithmetic" k2="{amount}" k3="{1 - amount}"/>'
        f"{matrix(*saturated)}"
        f'<feGaussianBlur stdDeviation="{sigma}"/></filter>'
    )


def chromium(browser, folder, pictures):
    """The pixels of a quarter of each pane, 16 bits a sample: by picture, pane and material."""
    page = """
document.body.innerHTML = SVG;
const pictures = PICTURES.map(source => {
  const picture = document.createElement('img');
  picture.src = source;
  return document.body.appendChild(picture);
});
function canvas(width, height) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const settings = {willReadFrequently: true, colorSpace: 'srgb', colorType: 'float16'};
  const context = canvas.getContext('2d', settings);
  if (context.getContextAttributes().colorType != 'float16') throw 'no canvas of half floats';
  return context;
}
onload = () => finish(pictures.map(picture => PANES.map(([x, y, width, height]) => {
  // A quarter by two halves, each of which averages squares of two pixels.
  let captured = picture, place = [x, y];
  for (let part = 2; part <= 4; part *= 2) {
    const context = canvas(width / part, height / part);
    context.drawImage(captured, ...place, 2 * width / part, 2 * height / part, 0, 0, width / part, height / part);
    [captured, place] = [context.canvas, [0, 0]];
  }
  return FILTERS.map(filter => {
    const context = canvas(width / 4, height / 4);
    context.filter = `url(#${filter})`;
    context.drawImage(captured, 0, 0);
    const image = context.getImageData(0, 0, width / 4, height / 4, {pixelFormat: 'rgba-float16'});
    return Array.from(image.data, value => Math.round(value * 65535));
  });
})));
"""
    names = [f"material{index}" for index in range(len(MATERIALS))]
    filters = "".join(svg(name, recipe) for name, recipe in zip(names, MATERIALS.values()))
    sources = [f"data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}" for picture in pictures]
    for word, value in {
        "SVG": f'<svg width="0" height="0">{filters}</svg>', "PICTURES": sources, "PANES": PANES, "FILTERS": names,
    }.items():
        page = page.replace(word, json.dumps(value), 1)
    return answer(browser, folder, page)


def lightness_contrast(text, back):
    """The magnitude of Lc of two colors of samples from 0 to 1."""

    def luminance(color):
        light = sum(weight * value**2.4 for weight, value in zip((0.2126729, 0.7151522, 0.072175), color))
        return light + (0.022 - light) ** 1.414 if light < 0.022 else light

    front, behind = luminance(text), luminance(back)
    if abs(front - behind) < 0.0005:
        return 0
    contrast = behind**0.56 - front**0.57 if behind > front else front**0.62 - behind**0.65
    return max(0, 1.14 * contrast - 0.027) * 100 if 1.14 * contrast >= 0.1 else 0


def ink(text, material, appearance, back):
    if text == "label":
        return [0.04 * value + (0.96 if appearance == "dark" else 0) for value in back]
    thin = "thin " if material in ("systemUltraThinMaterial", "systemThinMaterial") else ""
    return [
        min(max(sum(factor * value for factor, value in zip(row, (*back, 1))), 0), 1)
        for row in SECONDARY[thin + appearance]
    ]


def reached(samples, text, material, appearance):
    """The contrast that all but the worst twentieth of the pixels reach."""
    contrasts = []
    for i in range(0, len(samples), 4):
        back = [min(max(sample / 65535, 0), 1) for sample in samples[i:i + 3]]
        contrasts.append(lightness_contrast(ink(text, material, appearance, back), back))
    return sorted(contrasts)[len(contrasts) // 20]


def ours(frostpane, picture, pane, appearance):
    region = ",".join(map(str, pane))
    output = subprocess.run(
        [frostpane, "legibility", picture, "--measure", "apca", "--region", region, "--appearance", appearance],
        stdout=subprocess.PIPE, check=True,
    ).stdout
    # The first line is what material=auto chooses.
    rows = [line.split() for line in output.decode().splitlines()[1:]]
    return {(material, shown, text): float(contrast) for material, shown, text, contrast, _ in rows}


def run(frostpane, browser, folder):
    pictures = []
    for index, pattern in enumerate(PATTERNS.values()):
        pictures.append(folder / f"{index}.png")
        pixels = bytes(v for y in range(SIZE[1]) for x in range(SIZE[0]) for v in (*pattern(x, y), 255))
        write_png(pictures[-1], pixels, *SIZE)
    faults, count = [], 0
    for name, picture, shown in zip(PATTERNS, pictures, chromium(browser, folder, pictures)):
        good, bad = 0, 0
        for pane, colors in zip(PANES, shown):
            table = ours(frostpane, picture, pane, "light")
            for (material, appearance), samples in zip(MATERIALS, colors):
                for text in ("label", "secondaryLabel"):
                    exact = reached(samples, text, material, appearance)
                    far = table[material, appearance, text] - exact
                    good, bad, count = max(good, far), min(bad, far), count + 1
                    if abs(far) > TOLERANCE:
                        faults.append(f"{name}, {pane}, {appearance} {material}, {text}: {far:+.2f} Lc from {exact:.2f}")
        print(f"{name}: at most {good:.2f} Lc above and {-bad:.2f} below Chromium's pixels")
    print(f"{count} contrasts of texts on materials")
    if faults:
        sys.exit("\n".join(faults))


def main():
    with tempfile.TemporaryDirectory() as name:
        run(*sys.argv[1:], pathlib.Path(name))


main()

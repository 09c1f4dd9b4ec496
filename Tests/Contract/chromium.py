# SPDX-License-Identifier: Apache-2.0
"""Compares filter lists with Chromium's own rendering of them: chromium.py FROSTPANE CHROMIUM.

Chromium draws on a canvas, whose filters are those of style sheets, and hands out exact samples.
"""

import base64
import json
import math
import pathlib
import subprocess
import sys
import tempfile

from browser import answer
from pngs import read_png, write_png

PARTS = ["0", "10%", ".25", "40%", ".5", "75%", ".9", "100%"]
STRENGTHS = ["0", "20%", ".5", "90%", "1", "1.3", "200%", "5"]
ANGLES = ["0", "30deg", ".125turn", "100grad", "2.4rad", "180deg", "270deg", "-60deg"]
FUNCTIONS = {
    "brightness": STRENGTHS, "contrast": STRENGTHS, "saturate": STRENGTHS, "grayscale": PARTS,
    "sepia": PARTS, "invert": PARTS, "opacity": PARTS, "hue-rotate": ANGLES,
}
LISTS = [
    "brightness(2) brightness(.5)", "brightness(.5) brightness(2)", "contrast(3) sepia(80%)",
    "sepia(80%) contrast(3)", "invert(1) hue-rotate(180deg) saturate(2)", "grayscale(250%)",
    "drop-shadow(black 3px 2px)", "drop-shadow(-4px 1px rgb(200 30 90 / 50%))",
    "drop-shadow(hsl(200deg 80% 40%) 2px 2px) brightness(1.2)",
]
SIGMAS = [2, 5, 10]
# Lists that both must accept, or both must refuse; deliberate deviations are not among them.
GRAMMAR = [
    "none", "NONE", "blur()", "blur(0)", "blur(1.5PX)", "blur(.1in)", "blur(1e1px)", "blur(-1px)",
    "blur(5)", "blur(5%)", "blur(1px 2px)", "blur (1px)", "blur(1px),blur(1px)", "blur",
    "blur(1px)sepia(1)", "/* a */blur(/**/1px)", "bl\\75r(1px)", "grayscale(-1)", "grayscale(9)",
    "brightness(-1%)", "brightness(1px)", "brightness(1.)", "hue-rotate(1)", "hue-rotate(1turn)",
    "hue-rotate(0)", "drop-shadow()", "drop-shadow(1px)", "drop-shadow(1px 1px)",
    "drop-shadow(red 1px 1px)", "drop-shadow(1px 1px red)", "drop-shadow(1px red 1px)",
    "drop-shadow(1px 1px 1px 1px)", "drop-shadow(1px 1px -1px)", "drop-shadow(0 0 #1234)",
    "drop-shadow(0 0 #12345)", "drop-shadow(0 0 rgb(1,2,3,.5))", "drop-shadow(0 0 rgb(1 2 3/50%))",
    "drop-shadow(0 0 rgb(1,2 3))", "drop-shadow(0 0 rgb(1%,2,3))", "drop-shadow(0 0 hwb(1 2% 3%))",
    "drop-shadow(0 0 hwb(1,2%,3%))", "drop-shadow(0 0 hsl(1,2%,3%))", "drop-shadow(0 0 hsl(1,2,3%))",
    "drop-shadow(0 0 rgb(none 2 3))", "drop-shadow(0 0 rgb(none,2,3))", "sepia(1) none", "frost(1)",
]
SIZE = (96, 72)


def noise(x, y, channel):
    mixed = (x * 73856093) ^ (y * 19349663) ^ (channel * 83492791)
    return (mixed ^ (mixed >> 9)) & 255


def swatches(width, height):
    colors = [(0, 0, 0), (255, 255, 255), (200, 30, 90), (17, 140, 230), (128, 128, 127)]

    def pixel(x, y):
        if y < 2 or y >= height - 2:
            return (0, 0, 0, 0)
        color = colors[x * len(colors) // width]
        if y >= height // 2:
            color = tuple(noise(x, y, channel) for channel in range(3))
        return (*color, 255)

    return bytes(v for y in range(height) for x in range(width) for v in pixel(x, y))


def texture(width, height):
    def sample(x, y, channel):
        slope = 90 + 60 * math.sin(x / 9 + channel) + 50 * math.cos(y / 7)
        return max(0, min(255, round(slope + noise(x, y, channel) / 4 + (x > width // 2) * 40)))

    return bytes(
        v
        for y in range(height)
        for x in range(width)
        for v in (*(sample(x, y, channel) for channel in range(3)), 255)
    )


def chromium(program, folder, pictures, cases, grammar):
    """The samples of each case, and whether each text is a list."""
    page = """
const input = INPUT;
const bytes = text => Uint8ClampedArray.from(atob(text), c => c.charCodeAt(0));
function canvas(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = width; canvas.height = height;
  return canvas.getContext('2d', {willReadFrequently: true, colorSpace: 'srgb'});
}
const sources = input.pictures.map(p => {
  const context = canvas(p.width, p.height);
  context.putImageData(new ImageData(bytes(p.pixels), p.width, p.height), 0, 0);
  return context.canvas;
});
const results = input.cases.map(([index, filter]) => {
  const source = sources[index], context = canvas(source.width, source.height);
  context.filter = filter;
  context.drawImage(source, 0, 0);
  const data = context.getImageData(0, 0, source.width, source.height).data;
  let text = '';
  for (const value of data) text += String.fromCharCode(value);
  return btoa(text);
});
const accepted = input.grammar.map(text => CSS.supports('filter', text));
finish({results, accepted});
"""
    value = {
        "pictures": [
            {"width": w, "height": h, "pixels": base64.b64encode(pixels).decode()}
            for pixels, w, h in pictures
        ],
        "cases": cases,
        "grammar": grammar,
    }
    result = answer(program, folder, page.replace("INPUT", json.dumps(value)))
    return [base64.b64decode(text) for text in result["results"]], result["accepted"]


def premultiplied(pixels):
    """Samples as both hold them before they are divided by alpha, where that is small."""
    return [
        pixels[i] if i % 4 == 3 else pixels[i] * pixels[i - i % 4 + 3] / 255
        for i in range(len(pixels))
    ]


def gaussian(pixels, width, height, sigma, margin):
    """The exact Gaussian, in float64, of what lies farther than a margin from the border."""
    reach = 4 * sigma
    weights = [math.exp(-(i * i) / (2 * sigma * sigma)) for i in range(-reach, reach + 1)]
    total = sum(weights)
    weights = [weight / total for weight in weights]
    columns, rows = range(margin, width - margin), range(margin, height - margin)
    result = {}
    for channel in range(3):
        across = [
            [
                sum(w * pixels[(y * width + x + i - reach) * 4 + channel] for i, w in enumerate(weights))
                for x in columns
            ]
            for y in range(height)
        ]
        for y in rows:
            for i, x in enumerate(columns):
                value = sum(w * across[y + j - reach][i] for j, w in enumerate(weights))
                result[(y * width + x) * 4 + channel] = value
    return result


def root_mean_square(values):
    values = list(values)
    return math.sqrt(sum(value * value for value in values) / len(values))


def main():
    frostpane, browser = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        run(frostpane, browser, pathlib.Path(name))


def run(frostpane, browser, folder):
    width, height = SIZE
    # So wide that blurs in the middle do not reach the border.
    margin = 4 * max(SIGMAS)
    wide, high = width + 2 * margin, 24 + 2 * margin
    pictures = [(swatches(width, height), width, height), (texture(wide, high), wide, high)]
    files = []
    for index, (pixels, w, h) in enumerate(pictures):
        files.append(folder / f"{index}.png")
        write_png(files[-1], pixels, w, h)

    color = [f"{name}({amount})" for name, amounts in FUNCTIONS.items() for amount in amounts]
    cases = [(0, text) for text in color + LISTS] + [(1, f"blur({s}px)") for s in SIGMAS]
    theirs, accepted = chromium(browser, folder, pictures, cases, GRAMMAR)

    def render(index, text):
        result = folder / "result.png"
        edge = ["--edge", "transparent"] if "blur(" in text else []
        done = subprocess.run(
            # Without compression, results are stored as they are given.
            [frostpane, "render", files[index], result, "--filter", text, "--compression", "0", *edge],
            stderr=subprocess.PIPE, check=False,
        )
        return read_png(result) if done.returncode == 0 else None

    faults, worst = [], {}
    for (index, text), their in zip(cases, theirs):
        our = render(index, text)
        if index == 0:
            difference = max(
                abs(a - b) for a, b in zip(premultiplied(our), premultiplied(their))
            )
            name = text.split("(")[0] if text in color else text
            worst[name] = max(worst.get(name, 0), difference)
            # Chromium rounds to 8 bits between functions; later functions enlarge the error.
            if difference > (2 if text in color else 4):
                faults.append(f"{text} is off by {difference:.2f} of 255")
            continue
        sigma = int(text[5:-3])
        exact = gaussian(pictures[1][0], wide, high, sigma, margin)
        own = root_mean_square(our[i] - their[i] for i in exact)
        ideal = root_mean_square(value - their[i] for i, value in exact.items())
        print(f"{text}: ours {own:.3f}, the exact Gaussian {ideal:.3f} from Chromium, root mean square of 255")
        # Rounding to 8 bits has a deviation of .29.
        if own > math.hypot(ideal, 0.29) + 0.05:
            faults.append(f"{text} is farther from Chromium than the exact Gaussian")
    for name, difference in worst.items():
        print(f"{name}: at most {difference:.2f} of 255 from Chromium")
    for text, is_list in zip(GRAMMAR, accepted):
        if (render(0, text) is not None) != is_list:
            faults.append(f"'{text}': Chromium {'takes' if is_list else 'refuses'} it")
    print(f"{len(GRAMMAR)} texts are lists for both or for neither")
    if faults:
        sys.exit("\n".join(faults))


main()

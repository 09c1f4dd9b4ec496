# SPDX-License-Identifier: Apache-2.0
"""Compares random filter lists with the model of CSS and with Chromium: css_chains.py FROSTPANE CHROMIUM [COUNT].

The model is a plane without borders in float64. Each list is rendered with edge=transparent and, grown, with
edge=expand. Frostpane must be within a level and a half of 255, or no farther from the model than Chromium.
"""

import base64
import html
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

WIDTH, HEIGHT, MARGIN = 64, 48, 120
LUMINANCE = numpy.array([0.2126, 0.7152, 0.0722])
SEPIA = numpy.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
TURNS = numpy.array([[-0.2126, -0.7152, 0.9278], [0.143, 0.140, -0.283], [-0.7874, 0.7152, 0.0722]])
COLORS = ["brightness", "contrast", "saturate", "grayscale", "sepia", "invert", "opacity", "hue-rotate"]


def picture(seed):
    """A disc and a bar of any alpha, with waves of color."""
    chance = numpy.random.RandomState(seed)
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    alpha = numpy.zeros((HEIGHT, WIDTH))
    column, row, radius = chance.randint(WIDTH), chance.randint(HEIGHT), chance.randint(8, 30)
    alpha[(x - column) ** 2 + (y - row) ** 2 < radius * radius] = 255
    alpha[:, WIDTH * 3 // 4:] = numpy.maximum(alpha[:, WIDTH * 3 // 4:], chance.randint(256))
    waves = [
        127 + 100 * numpy.sin(x / chance.uniform(2, 9) + channel) * numpy.cos(y / chance.uniform(2, 9))
        for channel in range(3)
    ]
    color = numpy.stack(waves, -1) + chance.randint(-20, 20, (HEIGHT, WIDTH, 3))
    return numpy.dstack([numpy.clip(color, 0, 255), alpha]).astype(numpy.uint8)


def chain(chance):
    """Two to six functions: names and numbers."""
    functions = []
    for _ in range(chance.randint(2, 6)):
        name = chance.choice(["blur", "blur", "drop-shadow", "drop-shadow", *COLORS])
        if name == "blur":
            values = [round(chance.uniform(0.5, 8), 1)]
        elif name == "drop-shadow":
            offset = [chance.randint(-20, 20), chance.randint(-20, 20)]
            sigma = round(chance.choice([0, chance.uniform(1, 8)]), 1)
            color = [chance.randint(0, 255) for _ in range(3)]
            values = [*offset, sigma, *color, round(chance.uniform(0.3, 1), 2)]
        elif name == "hue-rotate":
            values = [chance.randint(0, 360)]
        elif name in ("brightness", "contrast", "saturate"):
            values = [round(chance.uniform(0.4, 1.6), 2)]
        else:
            values = [round(chance.uniform(0.1, 1), 2)]
        functions.append((name, values))
    return functions


def text(functions):
    forms = {"blur": "{}px", "hue-rotate": "{}deg", "drop-shadow": "{0}px {1}px {2}px rgb({3} {4} {5} / {6})"}
    return " ".join(f"{name}({forms.get(name, '{}').format(*values)})" for name, values in functions)


def blurred(plane, sigma):
    if sigma == 0:
        return plane
    for axis in (0, 1):
        places = numpy.arange(plane.shape[axis])
        weights = numpy.exp(-((places[:, None] - places) ** 2) / (2 * sigma * sigma))
        reach = numpy.arange(-math.ceil(9 * sigma), math.ceil(9 * sigma) + 1)
        weights /= numpy.exp(-reach ** 2 / (2 * sigma * sigma)).sum()
        plane = numpy.moveaxis(numpy.tensordot(weights, plane, (1, axis)), 0, axis)
    return plane


def recolored(color, name, amount):
    gray = (color @ LUMINANCE)[..., None]
    if name == "hue-rotate":
        mean, own = numpy.tile(LUMINANCE, (3, 1)), numpy.eye(3)
        turn = math.radians(amount)
        return color @ (mean + math.cos(turn) * (own - mean) + math.sin(turn) * TURNS).T
    return {
        "brightness": color * amount,
        "contrast": (color - 0.5) * amount + 0.5,
        "saturate": color * amount + gray * (1 - amount),
        "grayscale": color * (1 - amount) + gray * amount,
        "sepia": color * (1 - amount) + (color @ SEPIA.T) * amount,
        "invert": color * (1 - 2 * amount) + amount,
        "opacity": color,
    }[name]


def model(pixels, functions):
    """Premultiplied color from 0 to 1, with a margin around the picture."""
    plane = numpy.zeros((HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN, 4))
    own = pixels / 255
    own[..., :3] *= own[..., 3:]
    plane[MARGIN:MARGIN + HEIGHT, MARGIN:MARGIN + WIDTH] = own
    for name, values in functions:
        if name == "blur":
            plane = blurred(plane, values[0])
        elif name == "drop-shadow":
            x, y, sigma, *color, opacity = values
            behind = numpy.roll(blurred(plane[..., 3], sigma), (y, x), (0, 1)) * opacity
            paint = numpy.array([*(level / 255 for level in color), 1])
            plane = plane + behind[..., None] * paint * (1 - plane[..., 3:])
        else:
            alpha = plane[..., 3:]
            straight = numpy.divide(plane[..., :3], alpha, out=numpy.zeros_like(plane[..., :3]), where=alpha > 1e-12)
            straight = numpy.clip(recolored(straight, name, values[0]), 0, 1)
            alpha = alpha * values[0] if name == "opacity" else alpha
            plane = numpy.concatenate([straight * alpha, alpha], -1)
    return plane * 255


def growth(functions):
    """The pixels that edge=expand adds at the left, the top, the right and the bottom."""
    sides = [0, 0, 0, 0]
    for name, values in functions:
        if name not in ("blur", "drop-shadow"):
            continue
        x, y, sigma = values[:3] if name == "drop-shadow" else (0, 0, values[0])
        margin = math.ceil(numpy.float32(3) * numpy.float32(sigma))
        for side, offset in enumerate((-x, -y, x, y)):
            sides[side] += max(0, margin + offset)
    return sides


PAGE = """<!DOCTYPE html><meta charset="utf-8"><body></body><script>
onerror = message => { document.documentElement.textContent = message; };
const [width, height, margin, cases] = INPUT;
const results = cases.map(([pixels, filter]) => {
  const [source, target] = [0, 1].map(i => {
    const canvas = document.createElement('canvas');
    canvas.width = width + 2 * margin * i;
    canvas.height = height + 2 * margin * i;
    return canvas.getContext('2d', {willReadFrequently: true});
  });
  const bytes = Uint8ClampedArray.from(atob(pixels), c => c.charCodeAt(0));
  source.putImageData(new ImageData(bytes, width, height), 0, 0);
  target.filter = filter;
  target.drawImage(source.canvas, margin, margin);
  let text = '';
  for (const value of target.getImageData(0, 0, target.canvas.width, target.canvas.height).data) {
    text += String.fromCharCode(value);
  }
  return btoa(text);
});
document.documentElement.textContent = '@@@' + JSON.stringify(results) + '@@@';
</script>"""


def chromium(browser, folder, cases):
    file = folder / "page.html"
    encoded = [(base64.b64encode(pixels.tobytes()).decode(), text(functions)) for pixels, functions in cases]
    file.write_text(PAGE.replace("INPUT", json.dumps([WIDTH, HEIGHT, MARGIN, encoded])))
    output = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
            "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile", "--dump-dom", file.as_uri(),
        ],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=240, check=True,
    ).stdout.decode()
    assert output.count("@@@") == 2, f"Chromium says {output[-400:]}"
    shape = (HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN, 4)
    texts = json.loads(html.unescape(output.split("@@@")[1]))
    return [premultiplied(numpy.frombuffer(base64.b64decode(one), numpy.uint8).reshape(shape)) for one in texts]


def premultiplied(pixels):
    pixels = pixels.astype(float)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


def render(program, folder, pixels, functions, edge):
    """What Frostpane makes of a list; None for an edge mode that the list cannot see."""
    names = {name for name, _ in functions}
    if edge == "expand" and not names & {"blur", "drop-shadow"}:
        return None
    edges = ["--edge", edge] if edge == "expand" or "blur" in names else []
    Image.fromarray(pixels, "RGBA").save(folder / "source.png")
    subprocess.run(
        [program, "render", folder / "source.png", folder / "result.png", "--filter", text(functions), *edges],
        check=True,
    )
    return premultiplied(numpy.array(Image.open(folder / "result.png").convert("RGBA")))


def main():
    program, browser = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    chance = random.Random(7)
    cases = [(picture(seed), chain(chance)) for seed in range(count)]
    faults, ours, theirs = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        drawn = [one for start in range(0, count, 50) for one in chromium(browser, folder, cases[start:start + 50])]
        for (pixels, functions), their in zip(cases, drawn):
            exact = model(pixels, functions)
            for edge in ("transparent", "expand"):
                left, top, right, bottom = growth(functions) if edge == "expand" else (0, 0, 0, 0)
                own = render(program, folder, pixels, functions, edge)
                if own is None or max(left, top, right, bottom) > MARGIN:
                    continue
                if own.shape[:2] != (HEIGHT + top + bottom, WIDTH + left + right):
                    faults.append(f"{text(functions)} grows to {own.shape[1]} x {own.shape[0]}")
                    continue
                part = (slice(MARGIN - top, MARGIN + HEIGHT + bottom), slice(MARGIN - left, MARGIN + WIDTH + right))
                ours.append(abs(own - exact[part]).max())
                theirs.append(abs(their[part] - exact[part]).max())
                if ours[-1] > max(1.5, theirs[-1]):
                    faults.append(f"{text(functions)} with edge={edge} is off by {ours[-1]:.2f}")
    print(f"{len(ours)} renderings of {count} lists, greatest distance from the model, of 255:")
    print(f"Frostpane {max(ours):.2f}, median {numpy.median(ours):.2f}")
    print(f"Chromium {max(theirs):.2f}, median {numpy.median(theirs):.2f}")
    if faults:
        sys.exit("\n".join(faults))


main()

# SPDX-License-Identifier: Apache-2.0
"""Compares what panes without filters add to a picture with Chromium's blend modes: blending.py FROSTPANE CHROMIUM.

Pictures have a pixel for each pair of a source and a backdrop, each of them transparent, half opaque or opaque.
Chromium draws on a canvas, whose modes are those of mix-blend-mode. It keeps eight bits of premultiplied colors.
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile

from browser import answer
from pngs import read_png, write_png

# Each with its name on a canvas.
MODES = {
    mode: mode
    for mode in (
        "multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference "
        "exclusion hue saturation color luminosity"
    ).split()
} | {"normal": "source-over", "plus-lighter": "lighter"}
# Colors and alphas whose products are whole numbers of eight bits, which Chromium keeps.
COLORS = [
    (0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (130, 130, 130), (200, 30, 90),
    (15, 140, 230), (250, 220, 40), (65, 80, 20), (5, 10, 0), (250, 255, 245),
]
ALPHAS = [0, 51, 204, 255]
# The result has eight bits as well, and so have the terms of some formulas, of which exclusion subtracts one twice.
TOLERANCE = 2.6


def premultiplied(pixels):
    return [pixels[i] if i % 4 == 3 else pixels[i] * pixels[i - i % 4 + 3] / 255 for i in range(len(pixels))]


def chromium(browser, folder, backdrop, source, side):
    page = """
const {backdrop, source, side, modes} = INPUT;
function canvas(pixels) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', {willReadFrequently: true, colorSpace: 'srgb'});
  const samples = Uint8ClampedArray.from(atob(pixels), c => c.charCodeAt(0));
  context.putImageData(new ImageData(samples, side, side), 0, 0);
  return context;
}
const layer = canvas(source).canvas;
finish(modes.map(mode => {
  const context = canvas(backdrop);
  context.globalCompositeOperation = mode;
  if (context.globalCompositeOperation != mode) throw mode;
  context.drawImage(layer, 0, 0);
  return Array.from(context.getImageData(0, 0, side, side).data);
}));
"""
    value = {
        "backdrop": base64.b64encode(backdrop).decode(), "source": base64.b64encode(source).decode(),
        "side": side, "modes": list(MODES.values()),
    }
    return answer(browser, folder, page.replace("INPUT", json.dumps(value)))


def run(frostpane, browser, folder):
    kinds = [(*color, alpha) for color in COLORS for alpha in ALPHAS]
    side = len(kinds)
    backdrop = bytes(v for _ in kinds for kind in kinds for v in kind)
    source = bytes(v for kind in kinds for _ in kinds for v in kind)
    write_png(folder / "backdrop.png", backdrop, side, side)
    write_png(folder / "source.png", source, side, side)
    faults = []
    for mode, theirs in zip(MODES, chromium(browser, folder, backdrop, source, side)):
        frame = {"x": 0, "y": 0, "width": side, "height": side}
        content = {"image": {"part": str(folder / "source.png")}, "mode": "stretch"}
        scene = {"panes": [{"frame": frame, "blend": mode, "contents": [content]}]}
        (folder / "scene.json").write_text(json.dumps(scene))
        result = folder / "result.png"
        subprocess.run(
            [frostpane, "render", folder / "backdrop.png", result, "--scene", folder / "scene.json",
             "--compression", "0"],
            check=True,
        )
        ours = read_png(result)
        differences = [abs(a - b) for a, b in zip(premultiplied(ours), premultiplied(theirs))]
        worst = max(differences)
        print(f"{mode}: at most {worst:.2f} of 255 from Chromium")
        if worst > TOLERANCE:
            place = differences.index(worst) // 4
            faults.append(
                f"{mode} of {kinds[place // side]} on {kinds[place % side]}: {list(ours[4 * place:4 * place + 4])} "
                f"instead of {theirs[4 * place:4 * place + 4]}"
            )
    if faults:
        sys.exit("\n".join(faults))


def main():
    with tempfile.TemporaryDirectory() as name:
        run(*sys.argv[1:], pathlib.Path(name))


main()

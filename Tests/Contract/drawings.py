#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares drawings of one construct each with what Chromium draws: drawings.py FROSTPANE CHROMIUM

The constructs are those that librsvg does not know, and some that it does. Edges are smoothed in other ways, so the
mean of all differences is compared.
"""

import base64
import io
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

import browser as chromium
from PIL import Image, ImageChops, ImageStat

SIDE, COLUMNS = 40, 8
# Levels of 255, in the mean of a drawing of 40 × 40 pixels.
TOLERANCE = 2.5

RECT = "<rect width='40' height='40' "
BAR = "<rect x='10' y='10' width='20' height='10' fill='red' "
SHADOWED = "<rect x='8' y='8' width='16' height='16' fill='red' filter='url(#f)'/>"
DRAWINGS = {
    "var()": f"<style>:root{{--a:#0a0}}</style>{RECT}fill='var(--a)'/>",
    "a fallback": f"{RECT}style='fill:var(--none, var(--also, #33c))'/>",
    "calc()": "<rect style='width:calc(10px + 2 * 10px);height:calc(1in / 4)' fill='red'/>",
    "min() and clamp()": "<rect style='width:min(20px, 30px);height:clamp(1px, 90px, 30px)' fill='red'/>",
    "rem and vw": "<rect width='1rem' height='50vh' fill='red'/>",
    "oklch()": f"{RECT}fill='oklch(70% .15 200)'/>",
    "oklab()": f"{RECT}fill='oklab(.5 .1 -.05 / 50%)'/>",
    "lab()": f"{RECT}fill='lab(50% 40 20)'/>",
    "lch()": f"{RECT}fill='lch(50% 40 200)'/>",
    "hwb()": f"{RECT}fill='hwb(200 10% 10%)'/>",
    "color()": f"{RECT}fill='color(display-p3 .5 .3 .7)'/>",
    "light-dark()": f"{RECT}style='fill:light-dark(#135, blue)'/>",
    "rgb() with spaces": f"{RECT}fill='rgb(10 100 200 / 50%)'/>",
    "@media screen": f"<style>@media screen{{rect{{fill:blue}}}}</style>{RECT}/>",
    "@media print": f"<style>@media print{{rect{{fill:blue}}}}</style>{RECT}fill='red'/>",
    "@media of widths": f"<style>@media (min-width:20px) and (max-width:50px){{rect{{fill:blue}}}}</style>{RECT}/>",
    "@media of schemes": "<style>:root{--a:red}@media (prefers-color-scheme:dark){:root{--a:blue}}"
    f"rect{{fill:var(--a)}}</style>{RECT}/>",
    "@supports": f"<style>@supports (fill:blue){{rect{{fill:blue}}}}</style>{RECT}/>",
    "@layer": f"<style>@layer a{{rect{{fill:blue}}}}</style>{RECT}/>",
    "media of a style": f"<style media='print'>rect{{fill:blue}}</style>{RECT}fill='red'/>",
    ":is()": f"<style>:is(rect, circle){{fill:blue}}</style>{RECT}/>",
    ":where()": f"<style>g :where(rect, circle){{fill:blue}}</style><g>{RECT}/></g>",
    "nested rules": f"<style>g{{ rect{{fill:blue}} &amp;.a{{opacity:.5}} }}</style><g class='a'>{RECT}/></g>",
    "transform-origin": f"{BAR}style='transform-origin:20px 20px;transform:rotate(45deg)'/>",
    "transform-origin, attribute": f"{BAR}transform-origin='20 20' transform='rotate(45)'/>",
    "transform-origin, keywords": f"{BAR}style='transform-origin:right top;transform:rotate(45deg)'/>",
    "feDropShadow": "<filter id='f'><feDropShadow dx='4' dy='4' stdDeviation='2' flood-color='blue'/></filter>"
    + SHADOWED,
    "feDropShadow, chained": "<filter id='f'><feOffset dx='3'/><feDropShadow dx='3' dy='3' stdDeviation='0'/></filter>"
    + SHADOWED,
    "gradient": "<linearGradient id='g'><stop style='stop-color:var(--a, red)'/><stop offset='1' stop-color='blue'/>"
    f"</linearGradient>{RECT}fill='url(#g)'/>",
    "clip": f"<clipPath id='c'><circle cx='20' cy='20' r='10'/></clipPath>{RECT}fill='red' clip-path='url(#c)'/>",
    "mask": f"<mask id='m'><circle cx='20' cy='20' r='10' fill='white'/></mask>{RECT}fill='red' mask='url(#m)'/>",
    "entities": f"{RECT}fill='&c;'/>",
}


def embedded(place="width='40' height='40'", gamma=None, mode="RGB", orientation=1, form="PNG"):
    """An element with an image of 20 × 10 pixels: a ramp of colors, with a bright corner."""
    image = Image.new("RGB", (20, 10))
    image.putdata([(x * 12, y * 20, 90) for y in range(10) for x in range(20)])
    image.paste((250, 250, 20), (0, 0, 6, 4))
    file, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    image.convert(mode).save(file, form, **({"exif": exif} if orientation > 1 else {}),
                             **({"quality": 95, "subsampling": 0} if form == "JPEG" else {}))
    data = file.getvalue()
    if gamma:
        chunk = b"gAMA" + struct.pack(">I", gamma)
        data = data[:33] + struct.pack(">I", 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:]
    address = f"data:image/{form.lower()};base64,{base64.b64encode(data).decode()}"
    return f"<image {place} href='{address}'/>"


DRAWINGS |= {f"an embedded image, {name}": element for name, element in {
    "PNG": embedded(),
    "JPEG": embedded(form="JPEG"),
    **{f"orientation {value}": embedded(form="JPEG", orientation=value) for value in range(2, 9)},
    "orientation of a PNG": embedded(orientation=6),
    "orientation, cut to fit": embedded("x='5' y='5' width='30' height='20' preserveAspectRatio='xMinYMin slice'",
                                        form="JPEG", orientation=6),
    "gamma 1": embedded(gamma=100_000),
    "gamma 1 of grays": embedded(gamma=100_000, mode="L"),
    "CMYK": embedded(form="JPEG", mode="CMYK"),
}.items()}


def drawing(contents):
    return (
        "<!DOCTYPE svg [<!ENTITY c 'teal'>]>"
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{SIDE}' height='{SIDE}' viewBox='0 0 40 40'>{contents}</svg>"
    )


def main():
    frostpane, browser = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page = ["<!DOCTYPE html><body style='margin:0;background:white'>"]
        for index, contents in enumerate(DRAWINGS.values()):
            (folder / f"{index}.svg").write_text(drawing(contents))
            left, top = index % COLUMNS * SIDE, index // COLUMNS * SIDE
            page.append(f"<img src='{index}.svg' style='position:absolute;left:{left}px;top:{top}px'>")
        height = (len(DRAWINGS) + COLUMNS - 1) // COLUMNS * SIDE
        shot = chromium.screenshot(browser, folder, "".join(page), (COLUMNS * SIDE, height + 100))
        theirs = Image.open(shot).convert("RGB")
        faults, worst = [], 0
        for index, name in enumerate(DRAWINGS):
            result = folder / f"{index}.png"
            subprocess.run([frostpane, "render", folder / f"{index}.svg", result], check=True)
            ours = Image.new("RGBA", (SIDE, SIDE), "white")
            ours.alpha_composite(Image.open(result).convert("RGBA"))
            left, top = index % COLUMNS * SIDE, index // COLUMNS * SIDE
            their = theirs.crop((left, top, left + SIDE, top + SIDE))
            mean = sum(ImageStat.Stat(ImageChops.difference(ours.convert("RGB"), their)).mean) / 3
            worst = max(worst, mean)
            if mean > TOLERANCE:
                faults.append(f"the drawing with {name} is off by {mean:.1f} of 255 in the mean")
        print(f"{len(DRAWINGS)} drawings: at most {worst:.2f} of 255 from Chromium, in the mean of a drawing")
    if faults:
        sys.exit("\n".join(faults))


main()

# SPDX-License-Identifier: Apache-2.0
"""Compares images whose profile describes other channels than their file has: foreign_profiles.py FROSTPANE CHROMIUM.

Gray images have a profile of gray or of color, color images one of gray, in 8 and 16 bits and with alpha. What
Chromium shows for the results, in each format with an exact encoder, must be what it shows for the file. Ink has no
profile here, and with a marker of Adobe's or without one it must be what Pillow makes of it.
"""

import io
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

from containers import differences
from profiles import color_profile, gray_profile, power

ADOBE_RGB = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]
SIZE = (64, 16)
TOLERANCE = 1
# A canvas multiplies colors by alpha in 8 bits.
WITH_ALPHA = 3
OUTPUTS = {"png": [], "webp": ["--lossless"]}


def ramp():
    x, y = numpy.meshgrid(numpy.arange(SIZE[0]), numpy.arange(SIZE[1]))
    return (x * 4 + y // 8).astype("uint8")


def image(mode):
    levels = ramp()
    if mode == "I;16":
        return Image.fromarray(levels.astype("uint16") * 257 + 19)
    planes = {"L": [levels], "LA": [levels, 255 - levels // 2], "RGB": [levels, 255 - levels, levels // 2],
              "RGBA": [levels, 255 - levels, levels // 2, 255 - levels // 2]}[mode]
    return Image.merge(mode, [Image.fromarray(plane) for plane in planes])


def files():
    spaces = {"gray gamma 1.8": gray_profile(power(1.8)), "gray gamma 1": gray_profile(power(1)),
              "color gamma 1.8": color_profile(ADOBE_RGB, power(1.8)), "color gamma 1": color_profile(ADOBE_RGB, power(1))}
    for space, profile in spaces.items():
        for mode, kinds in {"L": ("PNG", "JPEG"), "I;16": ("PNG",), "LA": ("PNG",), "RGB": ("PNG", "JPEG", "WEBP"),
                            "RGBA": ("PNG", "WEBP")}.items():
            for kind in kinds:
                if kind == "WEBP" and space.startswith("color"):
                    continue
                file = io.BytesIO()
                options = {"quality": 100} if kind == "JPEG" else {"lossless": True} if kind == "WEBP" else {}
                image(mode).save(file, kind, icc_profile=profile, **options)
                yield f"{kind} of {mode}, {space}", kind.lower(), file.getvalue()


def inks():
    """JPEGs of CMYK with the marker of Adobe's, which Pillow writes, and without it."""
    levels = ramp()
    planes = [Image.fromarray(plane) for plane in (levels, 255 - levels, levels // 2, levels // 4)]
    for progressive in (False, True):
        file = io.BytesIO()
        Image.merge("CMYK", planes).save(file, "JPEG", quality=95, subsampling=0, progressive=progressive)
        contents = file.getvalue()
        start = contents.index(b"\xff\xee")
        length = int.from_bytes(contents[start + 2:start + 4], "big") + 2
        yield f"ink, progressive {progressive}", contents
        yield f"ink without a marker, progressive {progressive}", contents[:start] + contents[start + length:]


def main(program, browser):
    failures, names, pairs = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "source"

        def rendered(ending, options):
            result = folder / f"result.{ending}"
            subprocess.run((program, "render", source, result, *options), check=True)
            return result

        for name, kind, contents in files():
            source.write_bytes(contents)
            for ending, options in OUTPUTS.items():
                names.append(f"{name}, as {ending}")
                pairs.append((kind, contents, ending, rendered(ending, options).read_bytes()))
        found = differences(browser, folder, [((kind, one), (ending, two)) for kind, one, ending, two in pairs])
        failures += [f"{name}: {difference} levels" for name, difference in zip(names, found)
                     if not 0 <= difference <= (WITH_ALPHA if "A," in name else TOLERANCE)]
        for name, contents in inks():
            source.write_bytes(contents)
            theirs = numpy.asarray(Image.open(source).convert("RGB")).astype(int)
            difference = abs(numpy.asarray(Image.open(rendered("png", [])).convert("RGB")) - theirs).max()
            if difference > TOLERANCE:
                failures.append(f"{name}: {difference} levels from Pillow")
    print(f"{len(names)} results of images with other profiles, {len(failures)} failures")
    for failure in failures:
        print(failure)
    if failures:
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])

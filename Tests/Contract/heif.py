# SPDX-License-Identifier: Apache-2.0
"""Compares HEIC files with a newer libheif, that of pillow-heif, and AVIF grids with that of Pillow: heif.py FROSTPANE.

heif_files.py makes the files, which are like those of cameras: grids, tone maps, auxiliary images of two items.
The library that Debian has gives up on some of them. Versions of libheif enlarge chroma in different ways, so that
samples may differ by a few levels.
"""

import io
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy
import pillow_heif
from PIL import Image

import avif_grids
import heif_files

TOLERANCE = 6


def samples(path):
    """The pixels of a PNG with alpha, of 8 bits; Pillow reads 16 bits of gray alone as they are."""
    image = Image.open(path)
    if image.mode == "I;16":
        image = Image.fromarray((numpy.asarray(image) >> 8).astype("uint8"), "L")
    return numpy.asarray(image.convert("RGBA")).astype(int)


def main(program):
    failures, worst, count, plain = 0, 0, 0, b""
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder, "source.heic"), pathlib.Path(folder, "result.png")
        for name, contents in itertools.chain(heif_files.files(), avif_grids.files()):
            count += 1
            plain = contents if name == "a grid" else plain
            source.write_bytes(contents)
            run = subprocess.run((program, "render", source, result), capture_output=True, text=True)
            try:
                # What it refuses shows the same image as the plain grid.
                shown = plain if name in heif_files.REFUSED else contents
                is_avif = contents[8:12] == b"avif"
                image = Image.open(io.BytesIO(shown)) if is_avif else pillow_heif.open_heif(io.BytesIO(shown)).to_pillow()
                image.load()
            except (ValueError, RuntimeError, SyntaxError) as error:
                sys.exit(f"{name}: libheif refuses it: {error}")
            if run.returncode:
                failures += 1
                print(f"{name}: {run.stderr.strip()}")
                continue
            theirs = numpy.asarray(image.convert("RGBA")).astype(int)
            ours = samples(result)
            difference = abs(ours - theirs).max() if ours.shape == theirs.shape else 255
            worst = max(worst, difference)
            if difference > TOLERANCE:
                failures += 1
                print(f"{name}: {difference} levels of 255 from libheif {pillow_heif.libheif_version()}")
    print(f"{count} HEIC files and AVIF grids, at most {worst} levels from libheif {pillow_heif.libheif_version()} and libavif; {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main(sys.argv[1])

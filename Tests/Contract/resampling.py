# SPDX-License-Identifier: Apache-2.0
"""Compares changes of size with Pillow's: resampling.py FROSTPANE.

Pillow resizes pictures of floating-point samples without rounding or limiting between rows and columns, so
these are compared, and limited here. Color is multiplied by alpha before that.

The center of a pixel may lie exactly where a box ends. Rounding decides then whether Pillow counts the pixel,
so samples with such a pixel are left out; the tests of the project compare all of them with the definition.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

from PIL import Image

KERNELS = {
    "lanczos3": Image.Resampling.LANCZOS,
    "catmull-rom": Image.Resampling.BICUBIC,
    "triangle": Image.Resampling.BILINEAR,
    "box": Image.Resampling.BOX,
    "nearest": Image.Resampling.NEAREST,
}
SOURCE = (97, 61)
SIZES = [(48, 30), (31, 20), (9, 61), (97, 7), (1, 1), (200, 150), (96, 62)]
# Half a level for rounding, and what Pillow's weights in single precision leave.
TOLERANCE = 0.51


def drawing(mode):
    """Noise with both ends of the range, as a list of tuples."""
    generator = random.Random(7)
    count = len(mode)
    levels = [0, 0, 255, 255, *range(256)]
    return [tuple(generator.choice(levels) for _ in range(count)) for _ in range(SOURCE[0] * SOURCE[1])]


def expected(pixels, mode, size, kernel):
    """Premultiplied channels in floating point, limited to alpha."""
    has_alpha = mode.endswith("A")
    planes = []
    for channel in range(len(mode)):
        is_color = has_alpha and channel < len(mode) - 1
        plane = Image.new("F", SOURCE)
        plane.putdata([pixel[channel] * (pixel[-1] / 255 if is_color else 1) for pixel in pixels])
        planes.append(list(plane.resize(size, kernel).get_flattened_data()))
    alpha = [min(max(value, 0), 255) for value in planes[-1]] if has_alpha else None
    limited = []
    for channel, plane in enumerate(planes):
        most = alpha if has_alpha and channel < len(mode) - 1 else [255] * len(plane)
        limited.append([min(max(value, 0), limit) for value, limit in zip(plane, most)])
    return limited


def ties(inputs, outputs):
    """The output samples for which the center of a pixel lies at an end of the box, by whole numbers."""
    ends = {max(inputs, outputs), -max(inputs, outputs)}
    return {
        index
        for index in range(outputs)
        for pixel in range(inputs)
        if (2 * pixel + 1) * outputs - (2 * index + 1) * inputs in ends
    }


def main():
    program = sys.argv[1]
    worst, count = 0.0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for mode in ("L", "LA", "RGB", "RGBA"):
            pixels = drawing(mode)
            source, target = folder / f"{mode}.png", folder / "result.png"
            picture = Image.new(mode, SOURCE)
            picture.putdata([pixel[0] for pixel in pixels] if mode == "L" else pixels)
            picture.save(source)
            for kernel, filtering in KERNELS.items():
                for size in SIZES:
                    width, height = map(str, size)
                    options = ["--width", width, "--height", height, "--fit", "fill", "--upscale"]
                    command = [program, "render", source, target, "--quiet", "--resample", kernel, *options]
                    subprocess.run(command, check=True)
                    with Image.open(target) as image:
                        made = list(image.convert(mode).get_flattened_data())
                    if mode == "L":
                        made = [(value,) for value in made]
                    planes = expected(pixels, mode, size, filtering)
                    columns, rows = (ties(*axis) if kernel == "box" else () for axis in zip(SOURCE, size))
                    for channel, plane in enumerate(planes):
                        for index, value in enumerate(plane):
                            if index % size[0] in columns or index // size[0] in rows:
                                continue
                            result = float(made[index][channel])
                            # A level of color counts as much as alpha shows of it, and the rounding of an alpha
                            # moves the product by up to half a level as well.
                            share, allowed = 1.0, TOLERANCE
                            if mode.endswith("A") and channel < len(mode) - 1:
                                share = made[index][-1] / 255
                                allowed *= 1 if planes[-1][index] == 255 else 2
                            difference = abs(result * share - value)
                            worst = max(worst, difference / allowed * TOLERANCE)
                            if difference > allowed:
                                sys.exit(f"{mode} {kernel} {size}: {result * share} instead of {value}")
                    count += 1
    print(f"{count} pictures like Pillow's; the worst sample is {worst:.2f} levels off")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Compares filters with OpenCV and Pillow where their definitions are the same: compare.py FROSTPANE.

Both compute gray and RGB with 8 bits, and repeat the border pixels beyond the edges. Luminance has other weights in
both, so filters that depend on it are compared in gray.
"""

import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy as np
from PIL import Image, ImageFilter, ImageOps

SIZE = (61, 83)


def photo(channels):
    """Slopes, an edge and noise, with both ends of the range."""
    generator = np.random.default_rng(5)
    y, x = np.mgrid[: SIZE[0], : SIZE[1]]
    planes = []
    for channel in range(channels):
        plane = 120 + 70 * np.sin(x / 9 + channel) * np.cos(y / 13) + 40 * (x + y > 70)
        planes.append(plane + generator.normal(0, 12, SIZE))
    return np.clip(np.stack(planes, axis=-1).round(), 0, 255).astype(np.uint8)


def convolved(image, weights):
    kernel = np.array(weights, np.float64).reshape(3, 3)
    return cv2.filter2D(image.astype(np.float64), -1, kernel, borderType=cv2.BORDER_REPLICATE)


def gradient(image):
    planes = [cv2.Sobel(image.astype(np.float64), cv2.CV_64F, *axis, borderType=cv2.BORDER_REPLICATE)
              for axis in ((1, 0), (0, 1))]
    return np.hypot(*planes) / 4


def unsharp(image, sigma, amount):
    source = image.astype(np.float64)
    blurred = cv2.GaussianBlur(source, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    return source + amount * (source - blurred)


def pillow(function):
    """A function of Pillow's images, of arrays."""
    return lambda image: np.asarray(function(Image.fromarray(image.squeeze())))


SHARP = [0, -1, 0, -1, 5, -1, 0, -1, 0]
EMBOSS = [-2, -1, 0, -1, 1, 1, 0, 1, 2]
# The filter, the channels, the peer, its result, and the greatest difference in levels.
CASES = [
    ("median(3px)", 3, "OpenCV", lambda image: cv2.medianBlur(image, 3), 0),
    ("median(5px)", 3, "OpenCV", lambda image: cv2.medianBlur(image, 5), 0),
    ("median(3px)", 1, "Pillow", pillow(lambda image: image.filter(ImageFilter.MedianFilter(3))), 0),
    ("box-blur(3px)", 3, "OpenCV", lambda image: cv2.blur(image, (7, 7), borderType=cv2.BORDER_REPLICATE), 1),
    ("box-blur(9px)", 1, "Pillow", pillow(lambda image: image.filter(ImageFilter.BoxBlur(9))), 1),
    ("convolve(0 -1 0 -1 5 -1 0 -1 0)", 3, "OpenCV", lambda image: convolved(image, SHARP), 1),
    ("emboss(1)", 3, "OpenCV", lambda image: convolved(image, EMBOSS), 1),
    ("edges(1)", 3, "OpenCV", gradient, 1),
    ("unsharp-mask(2px 150%)", 1, "OpenCV", lambda image: unsharp(image, 2, 1.5), 1),
    ("equalize()", 1, "OpenCV", cv2.equalizeHist, 1),
    ("auto-contrast()", 1, "Pillow", pillow(ImageOps.autocontrast), 1),
    ("threshold-otsu()", 1, "OpenCV", lambda image: cv2.threshold(image, 0, 255, cv2.THRESH_OTSU)[1], 0),
    ("threshold(50%)", 1, "OpenCV", lambda image: cv2.threshold(image, 127, 255, cv2.THRESH_BINARY)[1], 0),
    ("levels(1 0)", 3, "Pillow", pillow(ImageOps.invert), 0),
    ("duotone(rgb(20 30 90) rgb(250 240 180))", 1, "Pillow",
     pillow(lambda image: ImageOps.colorize(image, (20, 30, 90), (250, 240, 180))), 1),
]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = f"{folder}/in.png", f"{folder}/out.png"
        for text, channels, peer, function, most in CASES:
            image = photo(channels)
            Image.fromarray(image.squeeze()).save(source)
            subprocess.run([program, "render", source, target, "--filter", text], check=True)
            mode = "L" if channels == 1 and not text.startswith("duotone") else "RGB"
            result = np.asarray(Image.open(target).convert(mode), np.float64)
            expected = np.clip(np.asarray(function(image.squeeze()), np.float64), 0, 255)
            difference = np.abs(result - expected).max()
            # Half a level more where the peer does not round.
            is_right = difference <= most + (0.01 if most else 0)
            failed += not is_right
            print(f"{text:45} {peer:7} {difference:5.2f} {'' if is_right else f'more than {most}'}")
    sys.exit(f"{failed} filters differ" if failed else 0)


main()

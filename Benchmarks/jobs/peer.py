# SPDX-License-Identifier: Apache-2.0
"""One job by one peer, as a process: peer.py NAME IN OUT SIGMA [WIDTH HEIGHT].

IN is JPEG or PNG, OUT has the same ending; the blur is followed by saturation 1.8, JPEG has quality 82.
With a size, that happens to a pane in the middle of the picture alone.
What the job alone cost goes as JSON into the file that REPORT names: a server would have started its
interpreter and loaded its libraries long before.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

SATURATION = 1.8
QUALITY = 82
# Rows of the matrix of feColorMatrix type="saturate", in the order red, green, blue.
LUMINANCE = (0.213, 0.715, 0.072)
MATRIX = [
    [
        (1 - SATURATION) * weight + (SATURATION if row == column else 0)
        for column, weight in enumerate(LUMINANCE)
    ]
    for row in range(3)
]

Size = tuple[int, int]
Job = Callable[[str, str, float, Size | None], None]


def middle(size: Size, pane: Size) -> Size:
    """Where a pane begins that lies in the middle."""
    return (size[0] - pane[0]) // 2, (size[1] - pane[1]) // 2


def opencv() -> Job:
    import cv2
    import numpy as np

    if os.environ.get("THREADS"):
        cv2.setNumThreads(int(os.environ["THREADS"]))
    flipped = np.array(MATRIX)[::-1, ::-1]

    def frosted(image: np.ndarray, sigma: float) -> np.ndarray:
        image = cv2.GaussianBlur(image, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
        matrix = flipped
        if image.shape[2] == 4:
            matrix = np.eye(4)
            matrix[:3, :3] = flipped
        return cv2.transform(image, matrix)

    def job(source: str, target: str, sigma: float, pane: Size | None) -> None:
        image = cv2.imread(source, cv2.IMREAD_UNCHANGED)
        assert image is not None, source
        if pane:
            left, top = middle((image.shape[1], image.shape[0]), pane)
            beneath = image[top : top + pane[1], left : left + pane[0]]
            # A copy, or the blur would see what lies around the pane.
            beneath[:] = frosted(beneath.copy(), sigma)
        else:
            image = frosted(image, sigma)
        options = [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if target.endswith(".jpg") else []
        cv2.imwrite(target, image, options)

    return job


def pillow() -> Job:
    from PIL import Image, ImageEnhance, ImageFilter

    def frosted(image: Image.Image, sigma: float) -> Image.Image:
        image = image.filter(ImageFilter.GaussianBlur(sigma))
        if image.mode == "RGB":
            return image.convert("RGB", [factor for row in MATRIX for factor in (*row, 0)])
        # It has no matrices for pictures with alpha; the luminance of this one differs a little.
        return ImageEnhance.Color(image).enhance(SATURATION)

    def job(source: str, target: str, sigma: float, pane: Size | None) -> None:
        image: Image.Image = Image.open(source)
        if pane:
            left, top = middle(image.size, pane)
            beneath = image.crop((left, top, left + pane[0], top + pane[1]))
            image.paste(frosted(beneath, sigma), (left, top))
        else:
            image = frosted(image, sigma)
        image.save(target, quality=QUALITY)

    return job


def vips() -> Job:
    if os.environ.get("THREADS"):
        os.environ["VIPS_CONCURRENCY"] = os.environ["THREADS"]
    import pyvips

    def frosted(image: pyvips.Image, sigma: float) -> pyvips.Image:
        matrix = MATRIX
        if image.hasalpha():
            image = image.premultiply().cast("uchar")
            matrix = [row + [0] for row in MATRIX] + [[0, 0, 0, 1]]
        image = image.gaussblur(sigma)
        if image.hasalpha():
            image = image.unpremultiply()
        return image.recomb(matrix).cast("uchar")

    def job(source: str, target: str, sigma: float, pane: Size | None) -> None:
        # What lies beneath a pane is read a second time, which a sequential picture does not allow.
        image = pyvips.Image.new_from_file(source, access="random" if pane else "sequential")
        if pane:
            left, top = middle((image.width, image.height), pane)
            image = image.insert(frosted(image.crop(left, top, *pane), sigma), left, top)
        else:
            image = frosted(image, sigma)
        image.write_to_file(target, **({"Q": QUALITY} if target.endswith(".jpg") else {}))

    return job


PEERS: dict[str, Callable[[], Job]] = {"opencv": opencv, "pillow": pillow, "vips": vips}


def spent() -> tuple[float, float, float]:
    """Milliseconds of processor time and of the clock, and MiB at most."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    cpu = (usage.ru_utime + usage.ru_stime) * 1000
    return cpu, time.monotonic() * 1000, usage.ru_maxrss / 1024


def main() -> None:
    name, source, target, sigma, *size = sys.argv[1:]
    pane = (int(size[0]), int(size[1])) if size else None
    job = PEERS[name]()
    before = spent()
    job(source, target, float(sigma), pane)
    after = spent()
    figures = {"cpu": after[0] - before[0], "wall": after[1] - before[1], "before": before[2]}
    Path(os.environ["REPORT"]).write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""One reduction by one peer, as a process: reducer.py NAME IN OUT WIDTH.

IN is a JPEG, OUT has the ending of its format; a JPEG has quality 82. Each peer decodes at a scale, as its
own documentation advises for thumbnails. What the job alone cost goes as JSON into the file that REPORT
names: a server would have started its interpreter and loaded its libraries long before.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

QUALITY = 82

Job = Callable[[str, str, int], None]


def opencv() -> Job:
    """The greatest reduction while decoding that leaves enough pixels, then averages of areas."""
    import cv2

    cv2.setNumThreads(1)
    scales = (
        (8, cv2.IMREAD_REDUCED_COLOR_8),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (2, cv2.IMREAD_REDUCED_COLOR_2),
    )

    def job(source: str, target: str, width: int) -> None:
        whole = int(os.environ["SOURCE_WIDTH"])
        flags = next((flag for scale, flag in scales if whole // scale >= width), cv2.IMREAD_COLOR)
        image = cv2.imread(source, flags)
        assert image is not None, source
        height = round(image.shape[0] * width / image.shape[1])
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        cv2.imwrite(target, image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if target.endswith(".jpg") else [])

    return job


def pillow() -> Job:
    """A draft, then Lanczos."""
    from PIL import Image

    def job(source: str, target: str, width: int) -> None:
        image: Image.Image = Image.open(source)
        size = (width, round(image.height * width / image.width))
        image.draft("RGB", size)
        image.resize(size, Image.Resampling.LANCZOS).save(target, quality=QUALITY)

    return job


def vips() -> Job:
    """What vipsthumbnail does."""
    os.environ["VIPS_CONCURRENCY"] = "1"
    import pyvips

    def job(source: str, target: str, width: int) -> None:
        image = pyvips.Image.thumbnail(source, width)
        image.write_to_file(target, **({"Q": QUALITY} if target.endswith(".jpg") else {}))

    return job


PEERS: dict[str, Callable[[], Job]] = {"opencv": opencv, "pillow": pillow, "vips": vips}


def spent() -> tuple[float, float, float]:
    """Milliseconds of processor time and of the clock, and MiB at most."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    cpu = (usage.ru_utime + usage.ru_stime) * 1000
    return cpu, time.monotonic() * 1000, usage.ru_maxrss / 1024


def main() -> None:
    name, source, target, width = sys.argv[1:]
    job = PEERS[name]()
    before = spent()
    job(source, target, int(width))
    after = spent()
    figures = {"cpu": after[0] - before[0], "wall": after[1] - before[1], "before": before[2]}
    Path(os.environ["REPORT"]).write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""One peer that converts a file again and again: converter.py NAME IN OUT.FORMAT QUALITY EFFORT COUNT.

Prints the milliseconds of processor time of a conversion, from bytes to bytes, on one thread, and leaves the
result at OUT. QUALITY and EFFORT are those of the format's library; a format that the peer lacks ends it with 1.
"""

import io
import os
import sys
import time
from collections.abc import Callable

Convert = Callable[[bytes], bytes]


def pillow(ending: str, quality: int, effort: int) -> Convert:
    from PIL import Image

    kinds = {"jpg": "JPEG", "webp": "WEBP", "avif": "AVIF"}
    options = {
        "jpg": {"quality": quality},
        "webp": {"quality": quality, "method": effort},
        "avif": {"quality": quality, "speed": effort, "max_threads": 1},
    }

    def convert(file: bytes) -> bytes:
        result = io.BytesIO()
        image = Image.open(io.BytesIO(file))
        image.convert("RGB").save(result, kinds[ending], **options[ending])
        return result.getvalue()

    return convert


def vips(ending: str, quality: int, effort: int) -> Convert:
    os.environ["VIPS_CONCURRENCY"] = "1"
    import pyvips

    options = {
        "jpg": {"Q": quality},
        "webp": {"Q": quality, "effort": effort},
        # Its effort is 9 less the speed.
        "avif": {"Q": quality, "effort": max(0, 9 - effort), "compression": "av1"},
        "jxl": {"Q": quality, "effort": effort},
    }

    def convert(file: bytes) -> bytes:
        image = pyvips.Image.new_from_buffer(file, "", access="sequential")
        if image.hasalpha():
            image = image.flatten(background=255)
        return image.write_to_buffer(f".{ending}", keep="none", **options[ending])

    return convert


def main() -> None:
    name, source, target, quality, effort, count = sys.argv[1:]
    with open(source, "rb") as file:
        content = file.read()
    ending = target.rsplit(".", 1)[-1]
    try:
        convert = {"pillow": pillow, "vips": vips}[name](ending, int(quality), int(effort))
        result = convert(content)
    except Exception as error:  # noqa: BLE001: each peer has errors of its own
        sys.exit(f"{name}: {error}")
    began = time.process_time()
    for _ in range(int(count)):
        convert(content)
    print(1000 * (time.process_time() - began) / int(count))
    with open(target, "wb") as file:
        file.write(result)


if __name__ == "__main__":
    main()

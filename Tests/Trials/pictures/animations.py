# SPDX-License-Identifier: Apache-2.0
"""Renders foreign animations with all frames, and compares every frame, delay and number of plays with Chromium's.

Run by `Scripts/trial animations`. The animations are those of a folder, which Scripts/trial fills from a package of PyPI.
Each is rendered to APNG without any effect. Chromium decodes the source (`ImageDecoder`), and Pillow reads the result,
in which each frame replaces what was there. Then bombs, made here, are sent: each is refused, or rendered within seconds.

Prints what differs, and ends with 1 if anything does.
"""

import io
import pathlib
import shutil
import struct
import sys
import tempfile
import time
import zlib

from PIL import Image, ImageChops
from painting import animated
from serving import Server, arguments

# Levels by which colors times alpha may differ: Chromium multiplies and divides by alpha in 8 bits.
TOLERANCE = 3
TYPES = {".gif": "image/gif", ".png": "image/png", ".apng": "image/png", ".webp": "image/webp"}
# The greatest number of pixels in all frames of a file that is compared.
LIMIT = 4 << 20
# GIFs without any palette, which are refused.
OTHERWISE = ("no_palette.gif", "no_palette_after_rgb.gif")


def frames(image):
    """The composed frames of an animation as RGBA, with their delays in milliseconds."""
    for index in range(getattr(image, "n_frames", 1)):
        image.seek(index)
        yield image.convert("RGBA"), image.info.get("duration", 0)


def multiplied(image):
    """The colors times alpha, and alpha."""
    alpha = image.getchannel("A")
    return Image.merge("RGBA", [ImageChops.multiply(image.getchannel(name), alpha) for name in "RGB"] + [alpha])


def difference(first, second):
    """The greatest difference of a sample."""
    if first.size != second.size:
        return 255
    extremes = ImageChops.difference(multiplied(first), multiplied(second)).getextrema()
    return max(high for _, high in extremes)


def compare(server, content, wanted):
    """What differs between an animation, as Chromium decodes it, and its rendering."""
    status, body = server.ask("POST", "/v1/render?format=apng&frames=all&profile=srgb&damage=partial", content)
    if status != 200:
        return [f"status {status}: {body[:160]!r}"]
    result = Image.open(io.BytesIO(body))
    found = list(frames(result))
    if len(found) != len(wanted["frames"]):
        return [f"{len(found)} frames instead of {len(wanted['frames'])}"]
    faults = []
    plays = result.info.get("loop", 0)
    if plays != wanted["plays"]:
        faults.append(f"{plays} plays instead of {wanted['plays']}")
    for index, ((width, height, delay, samples), (got, shown)) in enumerate(zip(wanted["frames"], found)):
        # Chromium shows short frames for longer, as all browsers do.
        if abs(delay - shown) > 1 and not (shown <= 10 and delay == 100):
            faults.append(f"frame {index + 1} is shown {shown} ms instead of {delay}")
        levels = difference(Image.frombytes("RGBA", (width, height), samples), got)
        if levels > TOLERANCE:
            faults.append(f"frame {index + 1} differs by {levels} levels")
    return faults


def gif(width, height, count, side=1, delay=0):
    """A GIF of many small frames."""
    frame = b"!\xf9\x04\0" + struct.pack("<H", delay) + b"\0\0"
    frame += b"," + struct.pack("<HHHH", 0, 0, side, side) + b"\0\x02\x02\x44\x01\0"
    head = b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
    return head + frame * count + b";"


def chunk(kind, content):
    """A chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def apng(width, height, count):
    """An APNG whose later frames are one pixel each."""
    pixel = zlib.compress(b"\0\x80")
    parts = [
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", count, 0)),
    ]
    sequence = 0
    for index in range(count):
        side = (width, height) if index == 0 else (1, 1)
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, *side, 0, 0, 0, 0, 0, 0)))
        sequence += 1
        if index == 0:
            parts.append(chunk(b"IDAT", zlib.compress((b"\0" + bytes(width)) * height, 9)))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", sequence) + pixel))
            sequence += 1
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


BOMBS = [
    ("100,000 frames of a GIF", gif(1, 1, 100_000)),
    ("4,000 frames of one pixel", gif(1, 1, 4_000)),
    ("4,000 frames on a huge screen", gif(7_000, 7_000, 4_000)),
    ("3,000 frames of an APNG", apng(16, 16, 3_000)),
    ("100,000 frames of an APNG", apng(1, 1, 100_000)),
    ("40 frames of 16 megapixels", apng(4_000, 4_000, 40)),
]


def bombs(server):
    """What bombs do that they must not."""
    for name, content in BOMBS:
        began = time.monotonic()
        status, body = server.ask("POST", "/v1/render?frames=all", content)
        seconds = time.monotonic() - began
        print(f"{name}: {status}, {len(body)} bytes, {seconds:.2f} s")
        if status not in (200, 413, 422) or seconds > 60:
            yield f"{name}: {status} after {seconds:.1f} s"


def foreign(folder):
    """The animations of a folder as Chromium decodes them: their files, and their frames."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in TYPES and path.stat().st_size < 1 << 20:
            files[path.name] = (TYPES[path.suffix], path.read_bytes())
    with tempfile.TemporaryDirectory() as scratch:
        found = animated(shutil.which("chromium"), scratch, files, LIMIT)
    for name, (_, content) in files.items():
        if found[name] and len(found[name]["frames"]) > 1:
            yield name, content, found[name]


def main():
    parser = arguments(__doc__)
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=pathlib.Path(".build/trials/animations"))
    options = parser.parse_args()
    count, failures = 0, []
    with Server(options.program) as server:
        for name, content, wanted in foreign(options.folder):
            faults = compare(server, content, wanted)
            count += 1
            for fault in faults[:3]:
                print(f"{name}: {fault}")
            if faults and name not in OTHERWISE:
                failures.append(name)
        print(f"{count} animations, {len(failures)} differ")
        failures += bombs(server)
    return 1 if failures else 0


sys.exit(main())

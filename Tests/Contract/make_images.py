# SPDX-License-Identifier: Apache-2.0
"""Writes small PNG files into a folder: make_images.py FOLDER."""

import pathlib
import struct
import sys
import zlib


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(
        ">I", zlib.crc32(kind + content)
    )


def png(width, height, channels):
    color_type = {3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0)
    rows = b"".join(
        b"\0"
        + bytes((x * 7 + y * 13 + channel * 40) & 255 for x in range(width) for channel in range(channels))
        for y in range(height)
    )
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


folder = pathlib.Path(sys.argv[1])
(folder / "opaque.png").write_bytes(png(24, 18, 3))
(folder / "transparent.png").write_bytes(png(17, 9, 4))

# SPDX-License-Identifier: Apache-2.0
"""PNGs of 8 bits with color and alpha, read and written without libraries."""

import struct
import zlib


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(
        ">I", zlib.crc32(kind + content)
    )


def write_png(path, pixels, width, height):
    rows = b"".join(b"\0" + pixels[y * width * 4:(y + 1) * width * 4] for y in range(height))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def read_png(path):
    """RGBA of a PNG of 8 bits with color and alpha."""
    file = path.read_bytes()
    position, content = 8, b""
    while position < len(file):
        length, kind = struct.unpack(">I4s", file[position:position + 8])
        body = file[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert (depth, color, interlace) == (8, 6, 0), "not what was asked for"
        elif kind == b"IDAT":
            content += body
        position += 12 + length
    raw, stride, result, before = zlib.decompress(content), width * 4, bytearray(), bytes(width * 4)
    for y in range(height):
        method, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left, up = row[i - 4] if i >= 4 else 0, before[i]
            corner = before[i - 4] if i >= 4 else 0
            if method == 1:
                row[i] = (row[i] + left) & 255
            elif method == 2:
                row[i] = (row[i] + up) & 255
            elif method == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
            elif method == 4:
                estimate = left + up - corner
                distances = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
                row[i] = (row[i] + (left, up, corner)[distances.index(min(distances))]) & 255
        result += row
        before = row
    return bytes(result)



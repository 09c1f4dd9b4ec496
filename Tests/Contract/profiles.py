# SPDX-License-Identifier: Apache-2.0
"""Color profiles by definition, and pictures of one color with one of them or with what stands for one."""

import struct
import zlib

# The white, and the primaries of red, green and blue.
SRGB = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
P3 = (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)
ADOBE = (0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
SIZE = 8


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(len(b[0]))] for i in range(3)]


def inverse(m):
    def minor(i, j):
        rows = [[m[r][c] for c in range(3) if c != j] for r in range(3) if r != i]
        return (-1) ** (i + j) * (rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0])

    determinant = sum(m[0][j] * minor(0, j) for j in range(3))
    return [[minor(j, i) / determinant for j in range(3)] for i in range(3)]


def to_xyz(points):
    """The matrix from light to XYZ with the white D50."""
    white, *colors = [
        [[x / y], [1.0], [(1 - x - y) / y]] for x, y in zip(points[::2], points[1::2])
    ]
    matrix = [[color[i][0] for color in colors] for i in range(3)]
    parts = multiply(inverse(matrix), white)
    matrix = [[matrix[i][j] * parts[j][0] for j in range(3)] for i in range(3)]
    cones = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    own, d50 = multiply(cones, white), multiply(cones, [[0.9642], [1.0], [0.8249]])
    scale = [[d50[i][0] / own[i][0] if i == j else 0 for j in range(3)] for i in range(3)]
    return multiply(multiply(multiply(inverse(cones), scale), cones), matrix)


def srgb_light(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def power(exponent):
    return lambda value: value**exponent


def curve(function):
    """A table of 1,024 entries."""
    entries = [round(function(i / 1023) * 65535) for i in range(1024)]
    return b"curv\0\0\0\0" + struct.pack(">I1024H", 1024, *entries)


def numbers(*values):
    return b"XYZ \0\0\0\0" + struct.pack(f">{len(values)}i", *[round(v * 65536) for v in values])


def profile(space, tags):
    """A profile of version 2."""
    text = b"test\0"
    tags = [
        (b"desc", b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(78)),
        (b"cprt", b"text\0\0\0\0CC0\0"),
        (b"wtpt", numbers(0.9642, 1, 0.8249)),
        *tags,
    ]
    table, content = struct.pack(">I", len(tags)), b""
    start = 132 + 12 * len(tags)
    for name, tag in tags:
        table += name + struct.pack(">II", start + len(content), len(tag))
        content += tag + bytes(-len(tag) % 4)
    head = struct.pack(">I4xI4s4s4s12x4s", start + len(content), 0x2100000, b"mntr", space, b"XYZ ", b"acsp")
    return head + bytes(28) + struct.pack(">3i", 63190, 65536, 54061) + bytes(48) + table + content


def color_profile(points, function):
    matrix, table = to_xyz(points), curve(function)
    tags = [(name, numbers(*(matrix[i][j] for i in range(3)))) for j, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))]
    return profile(b"RGB ", tags + [(name, table) for name in (b"rTRC", b"gTRC", b"bTRC")])


def gray_profile(function):
    return profile(b"GRAY", [(b"kTRC", curve(function))])


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def icc(content):
    return chunk(b"iCCP", b"test\0\0" + zlib.compress(content))


def cicp(*points):
    return chunk(b"cICP", bytes(points))


def gamma(value):
    return chunk(b"gAMA", struct.pack(">I", value))


def chromaticities(points):
    return chunk(b"cHRM", struct.pack(">8I", *[round(point * 100000) for point in points]))


def png(colors, *pixel):
    """A picture of one color: gray or RGB."""
    kind = {1: 0, 3: 2}[len(pixel)]
    rows = (b"\0" + bytes(pixel) * SIZE) * SIZE
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 8, kind, 0, 0, 0))
        + colors
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )

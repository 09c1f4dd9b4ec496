# SPDX-License-Identifier: Apache-2.0
"""Pictures for trials, made without libraries."""

import random
import struct
import subprocess
import zlib


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, channels=3, depth=8, level=1, noise=16, seed=1, interlaced=False, pad=None):
    """A photo-like picture: a gradient under noise, which repeats so that the file stays small."""
    generator = random.Random(seed)
    size = width * channels * depth // 8
    tile = bytes(generator.randrange(noise) for _ in range(3072))
    grain = (tile * (size // len(tile) + 1))[:size]
    table = [bytes(min(255, value + base) for value in range(256)) for base in range(0, 240)]
    packer = zlib.compressobj(level)
    parts = []
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    for left, top, across, down in passes:
        for y in range(top, height, down):
            row = grain.translate(table[y * 239 // height])
            if across > 1 or left:
                step = channels * depth // 8
                row = b"".join(row[x * step:(x + 1) * step] for x in range(left, width, across))
            parts.append(packer.compress(b"\0" + row))
    parts.append(packer.flush(zlib.Z_FINISH))
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    data = b"".join(parts)
    if pad is not None:
        data = pad(data)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def converted(program, picture, *options):
    """The picture as a JPEG of the program itself."""
    return subprocess.run([program, "render", "-", "-", "--format", "jpeg", *options], input=picture,
                          stdout=subprocess.PIPE, check=True).stdout


def turned(jpeg):
    """The same JPEG, to be turned by a quarter."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]

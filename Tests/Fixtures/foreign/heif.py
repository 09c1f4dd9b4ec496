# SPDX-License-Identifier: Apache-2.0
"""Puts a HEIC together as telephones write it: tiles in a grid, a turn, a color profile, and Exif.

heif-enc encodes the tiles; the boxes around them are written here.

Reference: ISO/IEC 14496-12 (boxes), ISO/IEC 23008-12 (HEIF).
"""
import os
import struct
import subprocess

from PIL import Image

TILE, COLUMNS, ROWS = 64, 3, 2
SIZE = (160, 112)


def box(kind, contents):
    return struct.pack(">I", len(contents) + 8) + kind + contents


def full(kind, contents, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags) + contents)


def find(contents, *kinds):
    """The contents of a box inside of others."""
    offset = 0
    while offset < len(contents):
        size, kind = struct.unpack_from(">I4s", contents, offset)
        inner = contents[offset + 8 : offset + size]
        if kind == kinds[0]:
            if len(kinds) == 1:
                return inner
            return find(inner[4:] if kind == b"meta" else inner, *kinds[1:])
        offset += size
    raise KeyError(kinds)


def encode(folder, image, quality="90"):
    """Encodes a tile and returns its configuration and its samples."""
    source, target = os.path.join(folder, "tile.png"), os.path.join(folder, "tile.heic")
    image.save(source)
    subprocess.run(("heif-enc", "-q", quality, source, "-o", target), check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(target, "rb") as file:
        contents = file.read()
    return find(contents, b"meta", b"iprp", b"ipco", b"hvcC"), find(contents, b"mdat")


def exif(orientation):
    """An Exif item: the offset of the TIFF structure, then a directory with one entry."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    return struct.pack(">I", 0) + b"MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)


def make_telephone(name, folder, rgb, profile):
    """Writes a picture of 160 by 112 that is shown a quarter turn clockwise; Exif says the same."""
    def color(x, y):
        return rgb(min(x, SIZE[0] - 1) * 47 // (SIZE[0] - 1), min(y, SIZE[1] - 1) * 31 // (SIZE[1] - 1))

    configuration, tiles = None, []
    for row in range(ROWS):
        for column in range(COLUMNS):
            tile = Image.new("RGB", (TILE, TILE))
            tile.putdata([color(column * TILE + x, row * TILE + y) for y in range(TILE) for x in range(TILE)])
            configuration, samples = encode(folder, tile)
            tiles.append(samples)
    write_grid(name, configuration, tiles, (TILE, COLUMNS, ROWS), SIZE, profile)


def write_grid(name, configuration, tiles, grid, size, profile):
    """Writes encoded tiles as one picture that is shown a quarter turn clockwise; Exif says the same.

    The grid is the side of a tile, and the numbers of columns and rows; the size is that before the turn.
    """
    side, columns, rows = grid
    count = len(tiles)
    grid = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, *size)
    items = tiles + [grid, exif(6)]
    kinds = [b"hvc1"] * count + [b"grid", b"Exif"]
    primary, metadata = count + 1, count + 2
    infos = b"".join(
        full(b"infe", struct.pack(">HH4s", index + 1, 0, kind) + b"\0", 2, 1 if kind != b"grid" else 0)
        for index, kind in enumerate(kinds)
    )
    properties = (
        box(b"hvcC", configuration)
        + full(b"ispe", struct.pack(">II", side, side))
        + full(b"ispe", struct.pack(">II", *size))
        + box(b"irot", bytes([3]))
        + box(b"colr", b"prof" + profile)
        + full(b"pixi", bytes([3, 8, 8, 8]))
    )
    links = b"".join(struct.pack(">HBBBB", index + 1, 3, 0x81, 2, 5) for index in range(count))
    links += struct.pack(">HBBBBB", primary, 4, 3, 5, 6, 0x84)
    references = box(b"dimg", struct.pack(">HH", primary, count) + struct.pack(f">{count}H", *range(1, count + 1)))
    references += box(b"cdsc", struct.pack(">HHH", metadata, 1, primary))

    def meta(start):
        places, offset = b"", start
        for index, item in enumerate(items):
            places += struct.pack(">HHHII", index + 1, 0, 1, offset, len(item))
            offset += len(item)
        return full(b"meta", (
            full(b"hdlr", struct.pack(">I4s12s", 0, b"pict", b"") + b"\0")
            + full(b"pitm", struct.pack(">H", primary))
            + full(b"iloc", struct.pack(">BBH", 0x44, 0, len(items)) + places)
            + full(b"iinf", struct.pack(">H", len(items)) + infos)
            + full(b"iref", references)
            + box(b"iprp", box(b"ipco", properties) + full(b"ipma", struct.pack(">I", count + 1) + links))
        ))

    head = box(b"ftyp", b"heic" + struct.pack(">I", 0) + b"mif1heic")
    start = len(head) + len(meta(0)) + 8
    with open(name, "wb") as file:
        file.write(head + meta(start) + box(b"mdat", b"".join(items)))

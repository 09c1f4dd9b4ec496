# SPDX-License-Identifier: Apache-2.0
"""Writes TIFF files byte by byte, without compression, in forms that Pillow does not write."""
import struct

RATIO = {1: "B", 3: "H", 4: "I", 7: "B"}


def write(name, order, tags, blocks, offsets_tag, counts_tag):
    """Writes a directory and its blocks; values of tags are pairs of a type and a list."""
    tags = dict(tags)
    tags[counts_tag] = (4, [len(block) for block in blocks])
    tags[offsets_tag] = (4, [0] * len(blocks))
    places, extra = {}, b""
    begin = 8 + 2 + 12 * len(tags) + 4
    for tag, (kind, values) in tags.items():
        packed = struct.pack(order + str(len(values)) + RATIO[kind], *values)
        if len(packed) > 4:
            places[tag] = begin + len(extra)
            extra += packed + b"\0" * (len(packed) % 2)
    offset = begin + len(extra)
    offsets = []
    for block in blocks:
        offsets.append(offset)
        offset += len(block)
    packed = struct.pack(order + str(len(offsets)) + "I", *offsets)
    if offsets_tag in places:
        at = places[offsets_tag] - begin
        extra = extra[:at] + packed + extra[at + len(packed) :]
    tags[offsets_tag] = (4, offsets)
    with open(name, "wb") as file:
        file.write((b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8))
        file.write(struct.pack(order + "H", len(tags)))
        for tag in sorted(tags):
            kind, values = tags[tag]
            packed = struct.pack(order + str(len(values)) + RATIO[kind], *values)
            if tag in places:
                packed = struct.pack(order + "I", places[tag])
            file.write(struct.pack(order + "HHI", tag, kind, len(values)) + packed.ljust(4, b"\0"))
        file.write(struct.pack(order + "I", 0) + extra + b"".join(blocks))


def pack(samples, bits, order):
    """Packs the samples of a row."""
    if bits == 16:
        return struct.pack(order + str(len(samples)) + "H", *samples)
    if bits == 8:
        return bytes(samples)
    samples = samples + [0] * (-len(samples) % (8 // bits))
    row = bytearray()
    for start in range(0, len(samples), 8 // bits):
        byte = 0
        for sample in samples[start : start + 8 // bits]:
            byte = byte << bits | sample
        row.append(byte)
    return bytes(row)


def save(name, width, height, pixel, photometric, bits=8, order="<", extra=None, planes=1, rows=5, more=()):
    """Writes a picture in strips; `pixel` gives the samples at a place."""
    count = len(pixel(0, 0))
    tags = {
        256: (4, [width]), 257: (4, [height]), 258: (3, [bits] * count), 259: (3, [1]),
        262: (3, [photometric]), 277: (3, [count]), 278: (4, [rows]), 284: (3, [planes]),
    }
    if extra is not None:
        tags[338] = (3, [extra])
    tags.update(more)
    blocks = []
    for plane in range(count if planes == 2 else 1):
        for top in range(0, height, rows):
            block = b""
            for y in range(top, min(top + rows, height)):
                row = []
                for x in range(width):
                    samples = pixel(x, y)
                    row += [samples[plane]] if planes == 2 else list(samples)
                block += pack(row, bits, order)
            blocks.append(block)
    write(name, order, tags, blocks, 273, 279)


def make(path, width, height, rgb, gray, alpha, profile):
    """Makes the fixtures."""
    def deep(value, x, y):
        return value * 256 + (x ^ y)

    def associated(x, y, greatest=255):
        a = alpha(x, y) * greatest // 255
        return (*((c * greatest // 255 * a + greatest // 2) // greatest for c in rgb(x, y)), a)

    size = (width, height)
    icc = {34675: (7, list(profile))}
    save(path("rgb.tif"), *size, rgb, 2, more=icc)
    save(path("big-endian.tif"), *size, rgb, 2, order=">", rows=32)
    save(path("separate.tif"), *size, lambda x, y: (*rgb(x, y), alpha(x, y)), 2, extra=2, planes=2)
    save(path("rgb16.tif"), *size, lambda x, y: tuple(deep(c, x, y) for c in rgb(x, y)), 2, bits=16)
    save(path("rgb16-big-endian.tif"), *size, lambda x, y: tuple(deep(c, x, y) for c in rgb(x, y)), 2, bits=16,
         order=">")
    save(path("unassociated.tif"), *size, lambda x, y: (*rgb(x, y), alpha(x, y)), 2, extra=2)
    save(path("associated.tif"), *size, associated, 2, extra=1)
    save(path("associated16.tif"), *size, lambda x, y: associated(x, y, 65535), 2, bits=16, extra=1)
    save(path("gray.tif"), *size, lambda x, y: (gray(x, y),), 1)
    save(path("gray-alpha.tif"), *size, lambda x, y: (gray(x, y), alpha(x, y)), 1, extra=2)
    save(path("white-is-zero.tif"), *size, lambda x, y: (255 - gray(x, y),), 0)
    for bits in (1, 2, 4):
        save(path(f"gray{bits}.tif"), *size, lambda x, y, b=bits: (gray(x, y) >> 8 - b,), 1, bits=bits)
    colors = [i * 257 for i in range(256)] + [(255 - i) * 257 for i in range(256)] + [(i ^ 85) * 257 for i in range(256)]
    save(path("palette.tif"), *size, lambda x, y: (gray(x, y),), 3, more={320: (3, colors)})
    save(path("palette-alpha.tif"), *size, lambda x, y: (gray(x, y), alpha(x, y)), 3, extra=2, more={320: (3, colors)})
    few = [i * 0x5555 for i in range(4)] + [(3 - i) * 0x5555 for i in range(4)] + [0] * 4
    save(path("palette2.tif"), *size, lambda x, y: (gray(x, y) >> 6,), 3, bits=2, more={320: (3, few)})
    save(path("cmyk.tif"), *size, lambda x, y: (*rgb(x, y), alpha(x, y) // 2), 5)
    save(path("orientation.tif"), *size, rgb, 2, more={274: (3, [6])})
    save(path("float.tif"), *size, rgb, 2, more={339: (3, [3, 3, 3])})

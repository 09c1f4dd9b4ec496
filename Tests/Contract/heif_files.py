# SPDX-License-Identifier: Apache-2.0
"""HEIC files with the items that cameras and editors write, put together box by box: files() returns them by name.

pillow-heif encodes the images; all boxes around them are written here.

Reference: ISO/IEC 14496-12 (boxes), ISO/IEC 23008-12 (HEIF).
"""

import io
import struct

import numpy
import pillow_heif
from PIL import Image

TILE, COLUMNS, ROWS = 64, 3, 2
SIZE = (160, 112)
# libheif refuses a file for a property of another image that it does not know, and for a hidden primary item.
REFUSED = ("unknown items and properties", "hidden primary")
ALPHA = b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"


def box(kind, contents):
    return struct.pack(">I", len(contents) + 8) + kind + contents


def full(kind, contents, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags) + contents)


def boxes(contents):
    offset = 0
    while offset + 8 <= len(contents):
        size, kind = struct.unpack_from(">I4s", contents, offset)
        yield kind, contents[offset + 8:offset + size]
        offset += size


def find(contents, *kinds):
    for kind, inner in boxes(contents):
        if kind == kinds[0]:
            return inner if len(kinds) == 1 else find(inner[4:] if kind == b"meta" else inner, *kinds[1:])
    raise KeyError(kinds)


def encode(image):
    """Encodes an image, and returns its configuration and its samples."""
    file = io.BytesIO()
    if isinstance(image, Image.Image):
        image = pillow_heif.from_pillow(image)
    image.save(file, quality=90)
    contents = file.getvalue()
    return find(contents, b"meta", b"iprp", b"ipco", b"hvcC"), find(contents, b"mdat")


def extent(width, height):
    return full(b"ispe", struct.pack(">II", width, height))


def color(primaries, transfer, matrix, is_full=True):
    return box(b"colr", b"nclx" + struct.pack(">HHHB", primaries, transfer, matrix, is_full << 7))


class File:
    """Items with properties and references, and how they are written."""

    def __init__(self, is_long=False, is_avif=False):
        self.items, self.references, self.primary, self.is_long = [], [], 0, is_long
        self.is_avif = is_avif
        self.is_local, self.is_split, self.reverse = False, False, False

    def add(self, kind, contents, properties=(), hidden=True, number=None, name=b""):
        """Adds an item with whole property boxes; essential ones are named in a set beside them."""
        number = number or len(self.items) + 1
        self.items.append((number, kind, contents, list(properties), hidden, name))
        return number

    def refer(self, kind, source, *targets):
        self.references.append((kind, source, targets))

    def image(self, coded, size, *properties, hidden=True):
        configuration, samples = coded
        kind, name = (b"av01", b"av1C") if self.is_avif else (b"hvc1", b"hvcC")
        return self.add(kind, samples, [(box(name, configuration), True), (extent(*size), False), *properties], hidden)

    def grid(self, tiles, *properties, size=SIZE, hidden=False):
        contents = struct.pack(">BBBBHH", 0, 0, ROWS - 1, COLUMNS - 1, *size)
        number = self.add(b"grid", contents, [(extent(*size), False), *properties], hidden)
        self.refer(b"dimg", number, *tiles)
        return number

    def id(self, number):
        return struct.pack(">I" if self.is_long else ">H", number)

    def bytes(self, brands=b"mif1heic"):
        places, local, media = {}, b"", b""
        for number, kind, contents, *_ in self.items:
            if self.is_local and kind == b"grid":
                places[number] = (1, [(len(local), len(contents))])
                local += contents
            elif self.is_split:
                middle = len(contents) // 3
                places[number] = (0, [(len(media), middle), (len(media) + middle + 5, len(contents) - middle)])
                media += contents[:middle] + b"xxxxx" + contents[middle:]
            else:
                places[number] = (0, [(len(media), len(contents))])
                media += contents
        brands = (b"avif", b"mif1avifmiaf") if self.is_avif else (b"heic", brands)
        head = box(b"ftyp", brands[0] + struct.pack(">I", 0) + brands[1])
        start = len(head) + len(self.meta(places, local, 0)) + 8
        return head + self.meta(places, local, start) + box(b"mdat", media)

    def meta(self, places, local, start):
        order = self.items[::-1] if self.reverse else self.items
        locations = struct.pack(">BBI" if self.is_long else ">BBH", 0x44, 0, len(order))
        infos = struct.pack(">H", len(order))
        known, links = [], b""
        for number, kind, _, properties, hidden, name in order:
            method, extents = places[number]
            locations += self.id(number) + struct.pack(">HHH", method, 0, len(extents))
            for offset, length in extents:
                locations += struct.pack(">II", offset + (0 if method else start), length)
            infos += full(b"infe", self.id(number) + struct.pack(">H4s", 0, kind) + name + b"\0",
                          3 if self.is_long else 2, 1 if hidden else 0)
            if properties:
                links += self.id(number) + bytes([len(properties)])
            for contents, is_essential in properties:
                if contents not in known:
                    known.append(contents)
                links += bytes([known.index(contents) + 1 | (0x80 if is_essential else 0)])
        count = sum(1 for item in order if item[3])
        references = b"".join(
            box(kind, self.id(source) + struct.pack(">H", len(targets)) + b"".join(map(self.id, targets)))
            for kind, source, targets in self.references)
        version = 1 if self.is_long else 0
        return full(b"meta", (
            full(b"hdlr", struct.pack(">I4s12s", 0, b"pict", b"") + b"\0")
            + full(b"pitm", self.id(self.primary), version)
            + full(b"iloc", locations, 2 if self.is_long else 1)
            + full(b"iinf", infos)
            + (full(b"iref", references, version) if references else b"")
            + box(b"iprp", box(b"ipco", b"".join(known))
                  + full(b"ipma", struct.pack(">I", count) + links, version))
            + (box(b"idat", local) if local else b"")
        ))


def drawing(size, origin=(0, 0), whole=SIZE):
    """A part of a smooth drawing, because versions of the library enlarge chroma in different ways."""
    x, y = numpy.meshgrid(numpy.arange(size[0]) + origin[0], numpy.arange(size[1]) + origin[1])
    x, y = numpy.minimum(x, whole[0] - 1), numpy.minimum(y, whole[1] - 1)
    planes = (40 + x, 30 + y + x // 4, 220 - x // 2 - y // 2)
    return Image.fromarray(numpy.stack(planes, axis=-1).clip(0, 255).astype("uint8"), "RGB")


def deep(size, origin):
    """The same drawing in 10 bits."""
    samples = numpy.asarray(drawing(size, origin)).astype("<u2") * 257
    return pillow_heif.from_bytes("RGB;16", size, samples.tobytes())


def mask(size, origin=(0, 0)):
    x, y = numpy.meshgrid(numpy.arange(size[0]) + origin[0], numpy.arange(size[1]) + origin[1])
    return Image.fromarray((255 - x // 2 - y // 2).clip(0, 255).astype("uint8"), "L")


class Parts:
    """Images that are encoded once."""

    def __init__(self):
        places = [(column * TILE, row * TILE) for row in range(ROWS) for column in range(COLUMNS)]
        self.tiles = [encode(drawing((TILE, TILE), place)) for place in places]
        self.masks = [encode(mask((TILE, TILE), place)) for place in places]
        self.whole, self.mask = encode(drawing(SIZE)), encode(mask(SIZE))
        self.deep = [encode(deep((TILE, TILE), place)) for place in places]
        self.light = [encode(drawing((TILE, TILE), place).convert("L")) for place in places]
        self.small, self.gray = encode(drawing((40, 28))), encode(drawing((80, 56)).convert("L"))

    def telephone(self, *properties, coded=None, **options):
        """A file with a grid, and its primary item."""
        file = File(**options)
        tiles = [file.image(tile, (TILE, TILE)) for tile in coded or self.tiles]
        file.primary = file.grid(tiles, *properties)
        return file, tiles


def turn(angle):
    return box(b"irot", bytes([angle])), True


def mirror(axis):
    return box(b"imir", bytes([axis])), True


def tone_map(file, base, gain):
    """A tone-mapped rendition of two images."""
    item = file.add(b"tmap", bytes(62), [(extent(*SIZE), False), (color(12, 16, 0), False)], hidden=False)
    file.refer(b"dimg", item, base, gain)
    return item


def auxiliary(name):
    return full(b"auxC", name + b"\0"), True


def with_items(parts, add):
    file, tiles = parts.telephone()
    add(file, tiles)
    return file.bytes(b"mif1MiHBMiHEMiPrmiafheictmap")


def camera(file, tiles, parts, targets):
    """What a telephone writes since 2024: a gain map and Exif that belong to some images."""
    gain = file.image(parts.gray, (80, 56), auxiliary(b"urn:com:apple:photo:2020:aux:hdrgainmap"))
    mapped = tone_map(file, file.primary, gain)
    both = [file.primary, mapped][:targets]
    file.refer(b"auxl", gain, *both)
    for kind, contents, name in ((b"Exif", b"\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0", b""),
                                 (b"mime", b"<x/>", b"\0application/rdf+xml")):
        item = file.add(kind, contents, name=name)
        file.refer(b"cdsc", item, *both)
    for size, coded in (((40, 28), parts.small), ((40, 28), parts.small)):
        file.refer(b"thmb", file.image(coded, size), file.primary)


def unknown(file, tiles, parts):
    strange = file.add(b"wxyz", b"something", [(box(b"what", b"is this"), True)], hidden=False)
    file.refer(b"what", strange, file.primary, tiles[0])
    other = file.image(parts.small, (40, 28), (box(b"odd ", b"essential"), True), hidden=False)
    file.refer(b"auxl", other, file.primary)


def depth(file, tiles, parts):
    item = file.image(parts.gray, (80, 56), auxiliary(b"urn:mpeg:hevc:2015:auxid:2"))
    file.refer(b"auxl", item, file.primary)


def masked(parts, kind):
    file, tiles = parts.telephone()
    if kind == "tiles":
        for tile, coded in zip(tiles, parts.masks):
            file.refer(b"auxl", file.image(coded, (TILE, TILE), auxiliary(ALPHA)), tile)
    elif kind == "grid":
        masks = [file.image(coded, (TILE, TILE)) for coded in parts.masks]
        file.refer(b"auxl", file.grid(masks, auxiliary(ALPHA), hidden=True), file.primary)
    else:
        file.refer(b"auxl", file.image(parts.mask, SIZE, auxiliary(ALPHA)), file.primary)
    return file.bytes()


def single(parts, *properties):
    file = File()
    file.primary = file.image(parts.whole, SIZE, *properties, hidden=False)
    return file.bytes()


def form(parts, **attributes):
    file, tiles = parts.telephone(is_long=attributes.pop("is_long", False))
    for name, value in attributes.items():
        setattr(file, name, value)
    return file.bytes()


def hidden_primary(parts):
    file, tiles = parts.telephone()
    file.items[-1] = (*file.items[-1][:4], True, b"")
    return file.bytes()


def files():
    parts = Parts()
    yield "one image", single(parts)
    yield "a grid", form(parts)
    for angle in range(4):
        yield f"one image turned {angle}", single(parts, turn(angle))
        yield f"a grid turned {angle}", parts.telephone(turn(angle))[0].bytes()
        for axis in range(2):
            yield (f"a grid turned {angle} and mirrored {axis}",
                   parts.telephone(turn(angle), mirror(axis))[0].bytes())
    for axis in range(2):
        yield f"a grid mirrored {axis}", parts.telephone(mirror(axis))[0].bytes()
    for targets in (1, 2):
        yield (f"tone map, gain map and Exif of {targets}",
               with_items(parts, lambda file, tiles: camera(file, tiles, parts, targets)))
    yield "unknown items and properties", with_items(parts, lambda file, tiles: unknown(file, tiles, parts))
    yield "depth", with_items(parts, lambda file, tiles: depth(file, tiles, parts))
    for kind in ("tiles", "grid", "whole"):
        yield f"alpha by {kind}", masked(parts, kind)
    yield "a grid of 10 bits", parts.telephone(coded=parts.deep)[0].bytes()
    yield "a grid of gray", parts.telephone(coded=parts.light)[0].bytes()
    yield "numbers of 32 bits", form(parts, is_long=True)
    yield "grid in idat", form(parts, is_local=True)
    yield "extents", form(parts, is_split=True)
    yield "items in reverse", form(parts, reverse=True)
    yield "hidden primary", hidden_primary(parts)
    for matrix in (1, 2, 6, 9):
        for is_full in (True, False):
            space = (color(1, 13, matrix, is_full), False)
            yield f"matrix {matrix} {'full' if is_full else 'limited'}", parts.telephone(space)[0].bytes()
            yield f"one image, matrix {matrix} {'full' if is_full else 'limited'}", single(parts, space)

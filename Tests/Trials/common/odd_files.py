# SPDX-License-Identifier: Apache-2.0
"""Files with something odd about them, made from whole ones byte by byte: files() returns them by name.

The whole JPEGs come from cjpeg. Each odd file says in its name what was done to which.
"""

import pathlib
import random
import struct
import subprocess
import sys
import zlib

# Small enough for the fuzz targets, with five rows of six MCUs.
WIDTH, HEIGHT = 96, 80
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def picture():
    """Slopes with noise, as RGB: every row and block differs from its neighbors."""
    noise = random.Random(7)
    return bytes(
        max(0, min(255, value + noise.randrange(-12, 13)))
        for y in range(HEIGHT) for x in range(WIDTH)
        for value in (x * 255 // WIDTH, y * 255 // HEIGHT, 255 - x * 255 // WIDTH))


def inverted(image):
    return bytes(255 - value for value in image)


def encoded(image, *options):
    """A JPEG of a picture, made by cjpeg."""
    file = b"P6 %d %d 255\n" % (WIDTH, HEIGHT) + image
    return subprocess.run(
        ["cjpeg", "-quality", "95", *options], input=file, capture_output=True, check=True).stdout


# MARK: PNG

def chunk(kind, content, checksum=None):
    checksum = zlib.crc32(kind + content) if checksum is None else checksum
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


def rows(image, extra=0):
    stride = len(image) // HEIGHT
    pixels = image + bytes(range(256)) * (stride * extra // 256 + 1)
    return b"".join(b"\0" + pixels[y * stride:(y + 1) * stride] for y in range(HEIGHT + extra))


def png(image, stream=None, before=b"", end=None, split=None, behind=b"", checksum=None):
    """A PNG of an RGB or a palette picture, with parts replaced."""
    color = 2 if len(image) == WIDTH * HEIGHT * 3 else 3
    stream = zlib.compress(rows(image)) if stream is None else stream
    pieces = [stream[i:i + split] for i in range(0, len(stream), split)] if split else [stream]
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, color, 0, 0, 0)
    end = chunk(b"IEND", b"") if end is None else end
    data = b"".join(chunk(b"IDAT", piece, checksum) for piece in pieces)
    return SIGNATURE + chunk(b"IHDR", header) + before + data + behind + end


def animation(image, frames, first_in_animation=True):
    """An APNG whose frames repeat the picture, the later ones inverted."""
    stream = zlib.compress(rows(image))
    other = zlib.compress(rows(inverted(image)))
    control = lambda number: chunk(b"fcTL", struct.pack(
        ">IIIIIHHBB", number, WIDTH, HEIGHT, 0, 0, 1, 10, 0, 0))
    parts = [chunk(b"acTL", struct.pack(">II", frames, 0))]
    number = 0
    if first_in_animation:
        parts.append(control(number))
        number += 1
    parts.append(chunk(b"IDAT", stream))
    for _ in range(frames - (1 if first_in_animation else 0)):
        parts.append(control(number))
        parts.append(chunk(b"fdAT", struct.pack(">I", number + 1) + other))
        number += 2
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + b"".join(parts) + chunk(b"IEND", b"")


def pngs():
    image = picture()
    stream = zlib.compress(rows(image))
    palette = bytes((x // 12 + y // 10 * 8) % 64 for y in range(HEIGHT) for x in range(WIDTH))
    colors = random.Random(3).randbytes(64 * 3)
    whole = png(image)
    cut = zlib.compress(rows(image)[:(WIDTH * 3 + 1) * 60])
    stored = zlib.compressobj(0)
    stored = stored.compress(rows(image)) + stored.flush()
    flipped = bytearray(stored)
    flipped[len(stored) // 2] ^= 0x40
    bad_code = bytearray(stream)
    bad_code[len(stream) // 2:len(stream) // 2 + 40] = bytes([0xFF]) * 40
    yield "png whole", whole
    yield "png surplus-bytes", png(image, stream + b"surplus" * 40)
    yield "png surplus-chunk", png(image, stream, behind=chunk(b"IDAT", b"surplus" * 40))
    yield "png surplus-chunk-behind-text", png(
        image, stream, behind=chunk(b"tEXt", b"a\0b") + chunk(b"IDAT", b"surplus" * 40))
    yield "png row-extra", png(image, zlib.compress(rows(image, 1)))
    yield "png rows-extra", png(image, zlib.compress(rows(image, 400)))
    yield "png rows-missing", png(image, cut)
    yield "png stream-cut", png(image, stream[:len(stream) * 2 // 3])
    yield "png stream-without-end", png(image, stream[:-5])
    yield "png adler-missing", png(image, stream[:-4])
    yield "png adler-cut", png(image, stream[:-2])
    yield "png adler-wrong", png(image, stream[:-1] + bytes([stream[-1] ^ 1]))
    yield "png idat-crc-wrong", png(image, stream, checksum=0x12345678)
    yield "png idat-crc-wrong-pieces", png(image, stream, split=4096, checksum=0x12345678)
    yield "png pixels-changed", png(image, bytes(flipped))
    yield "png pixels-changed-crc-kept", png(image, bytes(flipped), checksum=zlib.crc32(b"IDAT" + stored))
    yield "png bad-code", png(image, bytes(bad_code))
    yield "png iend-missing", png(image, end=b"")
    yield "png iend-crc-wrong", png(image, end=chunk(b"IEND", b"", 1))
    yield "png iend-crc-missing", png(image, end=chunk(b"IEND", b"")[:8])
    yield "png iend-cut", png(image, end=chunk(b"IEND", b"")[:5])
    yield "png iend-contents", png(image, end=chunk(b"IEND", b"abc"))
    yield "png junk-behind-end", whole + b"junk" * 30
    yield "png file-cut", whole[:len(whole) * 2 // 3]
    yield "png file-cut-in-last-chunk-crc", whole[:-14]
    yield "png zero-chunk-length-end", png(image, end=bytes(64))
    yield "png text-cut-behind", png(image, behind=chunk(b"tEXt", b"a\0" + b"b" * 100)[:50], end=b"")
    yield "png text-crc-wrong", png(image, before=chunk(b"tEXt", b"a\0b", 5))
    yield "png ihdr-crc-wrong", whole[:29] + b"\0\0\0\0" + whole[33:]
    yield "png palette", png(palette, before=chunk(b"PLTE", colors))
    yield "png palette-short", png(palette, before=chunk(b"PLTE", colors[:30 * 3]))
    yield "png palette-one", png(palette, before=chunk(b"PLTE", colors[:3]))
    yield "png palette-crc-wrong", png(palette, before=chunk(b"PLTE", colors, 9))
    yield "png palette-missing", png(palette)
    yield "png palette-odd-length", png(palette, before=chunk(b"PLTE", colors + b"\0"))
    yield "png palette-long", png(palette, before=chunk(b"PLTE", bytes(300 * 3)))
    yield "png filter-unknown", png(image, zlib.compress(
        rows(image)[:(WIDTH * 3 + 1) * 40] + b"\x07" + rows(image)[(WIDTH * 3 + 1) * 40 + 1:]))
    yield "png trns-crc-wrong", png(image, before=chunk(b"tRNS", bytes(6), 3))
    yield "png trns-short", png(image, before=chunk(b"tRNS", bytes(2)))
    yield "png window-too-small", png(image, b"\x08\x1d" + stream[2:])
    yield "png empty-iccp", png(image, before=chunk(b"iCCP", b""))
    yield "png iccp-damaged", png(image, before=chunk(b"iCCP", b"a\0\0" + b"x" * 90))
    yield "png critical-unknown", png(image, before=chunk(b"ABCD", b"abc"))
    yield "png apng-one-frame", animation(image, 1)
    yield "png apng-three-frames", animation(image, 3)
    yield "png apng-still-apart", animation(image, 2, first_in_animation=False)


# MARK: JPEG

def segment(code, content):
    return bytes([0xFF, code]) + struct.pack(">H", len(content) + 2) + content


def scans(file):
    """The offsets of the entropy-coded data of every scan: start and end."""
    found, position = [], 2
    while position < len(file):
        assert file[position] == 0xFF
        code = file[position + 1]
        if code == 0xD9:
            return found
        position += 2 + struct.unpack(">H", file[position + 2:position + 4])[0]
        if code == 0xDA:
            start = position
            while not (file[position] == 0xFF and file[position + 1] not in (0, *range(0xD0, 0xD8))):
                position += 1
            found.append((start, position))
    return found


def restarts(file):
    start, end = scans(file)[0]
    return [i for i in range(start, end - 1) if file[i] == 0xFF and 0xD0 <= file[i + 1] <= 0xD7]


def jpegs():
    image = picture()
    plain = encoded(image)
    start, end = scans(plain)[0]
    steps = encoded(image, "-restart", "1")
    blocks = encoded(image, "-restart", "7B")
    progressive = encoded(image, "-progressive")
    marks = restarts(steps)
    junk = b"junk" * 8
    middle = (start + end) // 2
    yield "jpeg whole", plain
    yield "jpeg restarts", steps
    yield "jpeg progressive", progressive
    yield "jpeg eoi-missing", plain[:-2]
    yield "jpeg eoi-half", plain[:-1]
    yield "jpeg junk-before-eoi", plain[:-2] + junk + plain[-2:]
    yield "jpeg much-junk-before-eoi", plain[:-2] + junk * 3000 + plain[-2:]
    yield "jpeg zeros-before-eoi", plain[:-2] + bytes(5000) + plain[-2:]
    yield "jpeg junk-without-eoi", plain[:-2] + junk
    yield "jpeg junk-behind-eoi", plain + junk
    yield "jpeg junk-before-segment", plain[:2] + junk + plain[2:]
    yield "jpeg junk-before-scan", plain[:start - 14] + junk + plain[start - 14:]
    yield "jpeg junk-before-restart", steps[:marks[2]] + junk + steps[marks[2]:]
    yield "jpeg byte-before-restart", steps[:marks[2]] + b"j" + steps[marks[2]:]
    yield "jpeg junk-before-every-restart", b"".join(
        steps[a:b] + junk for a, b in zip([0, *marks], [*marks, len(steps)]))
    yield "jpeg restart-missing", steps[:marks[2]] + steps[marks[2] + 2:]
    yield "jpeg restart-twice", steps[:marks[2]] + steps[marks[2]:marks[2] + 2] * 2 + steps[marks[2] + 2:]
    yield "jpeg restart-wrong-number", steps[:marks[2] + 1] + bytes([steps[marks[2] + 1] ^ 4]) + steps[marks[2] + 2:]
    yield "jpeg restart-interval-lost", steps[:marks[2]] + steps[marks[3]:]
    yield "jpeg dri-without-rst", plain[:start - 14] + segment(0xDD, struct.pack(">H", 6)) + plain[start - 14:]
    yield "jpeg dri-of-whole-scan", plain[:start - 14] + segment(0xDD, struct.pack(">H", 30)) + plain[start - 14:]
    yield "jpeg dri-beyond-scan", plain[:start - 14] + segment(0xDD, struct.pack(">H", 500)) + plain[start - 14:]
    yield "jpeg rst-without-dri", steps.replace(segment(0xDD, struct.pack(">H", 6)), b"")
    yield "jpeg rst-before-eoi", plain[:-2] + b"\xff\xd0" + plain[-2:]
    yield "jpeg restart-blocks", blocks
    yield "jpeg scan-cut", plain[:start + (end - start) * 2 // 3] + plain[-2:]
    yield "jpeg file-cut", plain[:start + (end - start) * 2 // 3]
    yield "jpeg last-bytes-cut", plain[:-5] + plain[-2:]
    yield "jpeg last-byte-cut", plain[:-3] + plain[-2:]
    yield "jpeg bad-code", plain[:middle] + b"\xff\x00" * 4 + plain[middle + 8:]
    yield "jpeg bits-flipped", plain[:middle] + bytes([plain[middle] ^ 0x10]) + plain[middle + 1:]
    yield "jpeg marker-inside", plain[:middle] + b"\xff\xfe\x00\x04ab" + plain[middle:]
    yield "jpeg ff-inside", plain[:middle] + b"\xff\xc4" + plain[middle + 2:]
    yield "jpeg fill-bytes-before-eoi", plain[:-2] + b"\xff" * 20 + plain[-2:]
    yield "jpeg second-soi-behind", plain[:-2] + plain
    yield "jpeg scan-repeated", plain[:-2] + plain[start - 14:]
    ends = [b for _, b in scans(progressive)]
    for count in range(1, len(ends)):
        yield f"jpeg progressive-{count}-scans", progressive[:ends[count - 1]] + b"\xff\xd9"
    yield "jpeg progressive-cut", progressive[:(ends[-2] + ends[-1]) // 2]
    yield "jpeg progressive-cut-early", progressive[:(scans(progressive)[0][0] + ends[0]) // 2]
    yield "jpeg progressive-eoi-missing", progressive[:-2]
    yield "jpeg progressive-junk-before-eoi", progressive[:-2] + junk + b"\xff\xd9"
    yield "jpeg progressive-junk-between", progressive[:ends[0]] + junk + progressive[ends[0]:]
    yield "jpeg app2-length-wrong", plain[:2] + b"\xff\xe2\x00\x01" + plain[2:]
    yield "jpeg mpo", mpo(plain)
    yield "jpeg huge-component-ids", plain.replace(bytes([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
                                                   bytes([3, 1, 0x22, 0, 2, 0x11, 1, 9, 0x11, 1]))


def mpo(plain):
    """Two pictures of equal rank in one file, as stereo cameras write them."""
    entry = lambda number: struct.pack("<IIIHH", 0x020002, len(plain), number and len(plain), 0, 0)
    directory = struct.pack("<H", 3) + struct.pack("<HHI4s", 0xB000, 7, 4, b"0100")
    directory += struct.pack("<HHII", 0xB001, 4, 1, 2) + struct.pack("<HHII", 0xB002, 7, 32, 50)
    structure = b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<I", 0)
    first = plain[:2] + segment(0xE2, b"MPF\0" + structure + entry(0) + entry(1)) + plain[2:]
    return first + encoded(inverted(picture()))


def files():
    return dict([*pngs(), *jpegs()])


if __name__ == "__main__":
    # Writes the files of one format, as seeds: odd_files.py png|jpeg FOLDER.
    form, folder = sys.argv[1:]
    for name, file in files().items():
        if name.startswith(form):
            pathlib.Path(folder, name.replace(" ", "-")).write_bytes(file)

# SPDX-License-Identifier: Apache-2.0
"""Sends files that ask for more work than their size says, and measures the CPU time that they get.

Run by `Scripts/trial costly-files`. The server has one worker and a deadline of two seconds. Each file is
uploaded and rendered once by a client that waits, and once by a client that leaves after 100 ms; then it is
kept and rendered twice with GET. The table has, in milliseconds of CPU time of the whole process,

  render     the upload and its answer
  left       from the moment when the client has left, until the process is idle
  late       from the moment of the deadline (or of the answer) until the process is idle
  again      the second GET of the kept picture, with another quality; a dash if it cannot be kept

Ends with 1 unless every file gets an answer, `left` and `late` are at most 50 ms, and a kept picture that
cannot be decoded, or not until the deadline, costs at most 20 ms when it is asked for again.
"""

import contextlib
import http.client
import os
import pathlib
import random
import struct
import sys
import time
import zlib

import odd_files
from odd_files import SIGNATURE, chunk, segment
from serving import Server, arguments

DEADLINE = 2.0
BLUR = "blur=8"


# MARK: Files

def png(width, height, stream, color=2, depth=8, interlace=0, before=b""):
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    return SIGNATURE + chunk(b"IHDR", header) + before + chunk(b"IDAT", stream) + chunk(b"IEND", b"")


def deflated(*parts, level=9):
    compressor = zlib.compressobj(level)
    return b"".join(compressor.compress(part) for part in parts) + compressor.flush()


def zeros(count):
    return bytes(count)


class Bits:
    """Bits in the order of deflate."""

    def __init__(self):
        self.value, self.count = 0, 0

    def put(self, value, count):
        self.value |= value << self.count
        self.count += count

    def code(self, value, count):
        for position in reversed(range(count)):
            self.put(value >> position & 1, 1)


def empty_blocks(count):
    """Blocks of deflate that hold nothing but tables of Huffman codes, the dearest bytes there are."""
    bits = Bits()
    bits.put(0, 1)
    bits.put(2, 2)
    bits.put(0, 5)
    bits.put(0, 5)
    bits.put(14, 4)
    # Lengths of the code length codes, in the order of deflate: 18 and 1 have codes of one bit.
    order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1]
    for symbol in order:
        bits.put(1 if symbol in (18, 1) else 0, 3)
    # Codes: 1 is 0, 18 is 1. 256 zeros, then the end of the block and one distance.
    bits.code(1, 1)
    bits.put(138 - 11, 7)
    bits.code(1, 1)
    bits.put(118 - 11, 7)
    bits.code(0, 1)
    bits.code(0, 1)
    # The end of the block.
    bits.code(0, 1)
    one, length = bits.value, bits.count
    total = Bits()
    # Eight blocks are whole bytes.
    for _ in range(8):
        total.put(one, length)
    return total.value.to_bytes(length, "little") * (count // 8)


def pngs():
    row = 1 + 64 * 3
    yield "png stream goes on, 1 MB", png(64, 64, deflated(zeros(row * 64), zeros(970_000_000)))
    yield "png stream goes on, 4 MB", png(64, 64, deflated(zeros(row * 64), *[zeros(10**9)] * 4))
    yield "png interlaced, stream goes on", png(64, 64, deflated(zeros(970_000_000)), interlace=1)
    yield "png 16 bits, stream goes on", png(64, 64, deflated(zeros(970_000_000)), color=6, depth=16)
    yield "png palette, stream goes on", png(
        64, 64, deflated(zeros(970_000_000)), color=3, before=chunk(b"PLTE", bytes(3)))
    yield "png empty tables before the pixels", png(64, 64, b"\x78\x01" + empty_blocks(1_600_000))
    yield "png empty tables behind the pixels", png(
        64, 64, b"\x78\x01" + stored(zeros(row * 64)) + empty_blocks(1_600_000))
    yield "png empty stored blocks", png(64, 64, b"\x78\x01" + b"\0\0\0\xff\xff" * 4_000_000)
    yield "png chunks of one byte", SIGNATURE + chunk(
        b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)) + b"".join(
            chunk(b"IDAT", bytes([value])) for value in (b"\x78\x01" + b"\0\0\0\xff\xff" * 200_000)
        ) + chunk(b"IEND", b"")
    yield "png zTXt bomb", png(64, 64, deflated(zeros(row * 64)), before=chunk(
        b"zTXt", b"a\0\0" + deflated(zeros(4 * 10**9))))
    yield "png iTXt bomb", png(64, 64, deflated(zeros(row * 64)), before=chunk(
        b"iTXt", b"a\0\1\0\0\0" + deflated(zeros(4 * 10**9))))
    yield "png iCCP bomb", png(64, 64, deflated(zeros(row * 64)), before=chunk(
        b"iCCP", b"a\0\0" + deflated(zeros(4 * 10**9))))
    yield "png ten iCCP", png(64, 64, deflated(zeros(row * 64)), before=chunk(
        b"iCCP", b"a\0\0" + deflated(zeros(4_000_000))) * 10)
    yield "png text of 15 MB", png(64, 64, deflated(zeros(row * 64)), before=chunk(
        b"tEXt", b"a\0" + bytes(15 << 20)))
    noise = random.Random(1).randbytes
    stride = 1 + 7000 * 3
    paeth = b"".join(b"\4" + noise(64) * (stride // 64) + bytes((stride - 1) % 64) for _ in range(300))
    yield "png 7000 x 7000, all Paeth, cut", png(7000, 7000, deflated(paeth, level=1))
    yield "png 16384 x 3000, one color", png(16384, 3000, deflated(zeros((1 + 16384 * 3) * 3000)))
    yield "png 7000 x 7000 interlaced, one color", png(
        7000, 7000, deflated(zeros(150_000_000)), interlace=1)
    yield "png 7000 x 7000 of 16 bits and alpha", png(
        7000, 7000, deflated(*[b"\4" + zeros(7000 * 8)] * 7000), color=6, depth=16)


def stored(content):
    """Blocks of deflate, none of which is the last."""
    return b"".join(
        b"\0" + struct.pack("<HH", len(part), len(part) ^ 0xFFFF) + part
        for part in (content[i:i + 65535] for i in range(0, len(content), 65535)))


def jpegs():
    image = odd_files.picture()
    plain = odd_files.encoded(image)
    progressive = odd_files.encoded(image, "-progressive")
    start, end = odd_files.scans(plain)[0]
    yield "jpeg 30 MB of junk before EOI", plain[:-2] + b"junk" * 7_500_000 + plain[-2:]
    yield "jpeg 15 MB of junk before a segment", plain[:20] + b"junk" * 3_900_000 + plain[20:]
    yield "jpeg 15 MB of fill bytes", plain[:2] + b"\xff" * 15_000_000 + plain[2:]
    yield "jpeg 5 million restart markers", plain[:-2] + b"\xff\xd0" * 5_000_000 + plain[-2:]
    restarts = plain[:start - 14] + segment(0xDD, struct.pack(">H", 1)) + plain[start - 14:start]
    yield "jpeg restart markers without blocks", restarts + b"".join(
        bytes([0xFF, 0xD0 | index & 7]) for index in range(2_000_000)) + b"\xff\xd9"
    yield "jpeg 9000 comments", plain[:2] + segment(0xFE, bytes(1500)) * 9000 + plain[2:]
    yield "jpeg 250 pieces of a profile", plain[:2] + b"".join(
        segment(0xE2, b"ICC_PROFILE\0" + bytes([index, 250]) + bytes(16_000))
        for index in range(1, 251)) + plain[2:]
    for name, process in [("progressive", 0xC2), ("arithmetic progressive", 0xCA)]:
        yield f"jpeg {name}, 90 empty scans of 50 MP", empty_scans(7000, 7000, process, 90)
    yield "jpeg progressive, 10,000 scans", empty_scans(64, 64, 0xC2, 10_000)
    yield "jpeg sequential, 50 MP, no data", one_scan(7000, 7000, 0xC0)
    yield "jpeg arithmetic, 50 MP, no data", one_scan(7000, 7000, 0xC9)
    yield "jpeg progressive cut", progressive[:len(progressive) // 2]
    yield "jpeg tables sent 3000 times", plain[:start - 14] + plain[
        plain.index(b"\xff\xc4"):start - 14] * 1000 + plain[start - 14:]


def foreign():
    """Files for codec processes; those of drawings are small."""
    def svg(content, size=1500):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{size}" '
                f'height="{size}">{content}</svg>').encode()

    yield "svg turbulence", svg(
        '<filter id="a"><feTurbulence baseFrequency="0.9" numOctaves="255"/></filter>'
        '<rect width="100%" height="100%" filter="url(#a)"/>')
    yield "svg ten to the tenth rectangles", svg('<defs><rect id="a0" width="9" height="9"/>' + "".join(
        f'<g id="a{level + 1}">' + f'<use xlink:href="#a{level}" x="1"/>' * 10 + "</g>" for level in range(10)
    ) + '</defs><use xlink:href="#a10"/>')
    yield "svg a hundred blurs", svg(
        '<filter id="a">' + '<feGaussianBlur stdDeviation="99"/>' * 100 + '</filter>'
        '<rect width="100%" height="100%" filter="url(#a)"/>')


def head(width, height, process):
    tables = odd_files.encoded(odd_files.picture())
    quantization = tables[tables.index(b"\xff\xdb"):tables.index(b"\xff\xc0")]
    codes = tables[tables.index(b"\xff\xc4"):tables.index(b"\xff\xda")]
    frame = struct.pack(">BHHB", 8, height, width, 3) + bytes(
        value for index in range(3) for value in (index + 1, 0x11, 0))
    return b"\xff\xd8" + quantization + segment(process, frame) + codes


def empty_scans(width, height, process, count):
    """Progressive: the DC coefficients, then scans of one AC coefficient with long runs of empty blocks."""
    blocks = ((width + 7) // 8) * ((height + 7) // 8)
    # A difference of zero is a code of two zeros.
    first = segment(0xDA, bytes([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])) + bytes(blocks * 3 // 4 + 1)
    # One block of ends of bands: symbol 0xE0 is a run of up to 32,767 blocks.
    codes = segment(0xC4, bytes([0x10]) + bytes([0, 1] + [0] * 14) + b"\xe0")
    bits = ("00" + "1" * 14) * (blocks // 32_767 + 1)
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")
    scans = b"".join(
        segment(0xDA, bytes([1, 1 + index % 3, 0, 1 + index // 3 % 63, 1 + index // 3 % 63, 0])) + data
        for index in range(count))
    return head(width, height, process) + codes + first + scans + b"\xff\xd9"


def one_scan(width, height, process):
    return head(width, height, process) + segment(
        0xDA, bytes([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])) + bytes(64) + b"\xff\xd9"


# MARK: Server

class PatientServer(Server):
    """A server whose answers may break off, and whose idleness is long."""

    def cpu(self, named=""):
        """The processor time of the server and of its codec processes, those that have ended included."""
        total = super().cpu(named)
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(path.read_text().rpartition(")")[2].split()[1]) == self.pid:
                    total += sum(int((task / "schedstat").read_text().split()[0])
                                 for task in (path.parent / "task").iterdir()) / 1e9
        return total

    def settle(self):
        """Waits until the process is idle for 100 ms; returns its CPU time."""
        before = self.cpu()
        for _ in range(300):
            time.sleep(0.1)
            now = self.cpu()
            if now - before < 0.002:
                return now
            before = now
        return before

    def request(self, method, target, body=None):
        try:
            return self.ask(method, target, body, timeout=60)
        except http.client.IncompleteRead as error:
            return 0, error.partial

    def leave(self, body):
        """Uploads a file, and leaves 100 ms after its last byte."""
        with self.connect() as client:
            client.sendall(self.head("POST", f"/v1/render?{BLUR}&quality=81", body))
            time.sleep(0.1)


def measure(server, file):
    start = server.settle()
    began = time.monotonic()
    status, answer = server.request("POST", f"/v1/render?{BLUR}", file)
    took = time.monotonic() - began
    answered = server.cpu()
    late = server.settle() - answered
    before = server.settle()
    server.leave(file)
    gone = server.cpu()
    left = server.settle() - gone
    again = None
    kept, text = server.request("POST", "/v1/images", file)
    if kept in (200, 201):
        target = text.decode().split('"url":"')[1].split('"')[0]
        server.request("GET", f"{target}/render?{BLUR}&quality=80")
        before = server.settle()
        second, _ = server.request("GET", f"{target}/render?{BLUR}&quality=79")
        again = (server.settle() - before, second)
        server.request("DELETE", target)
    return status, took, answered - start, late, left, again


def main():
    program = arguments(__doc__).parse_args().program
    failures = []
    print(f"{'file':42} {'bytes':>10} {'status':>6} {'render':>7} {'late':>6} {'left':>6} {'again':>6}")
    with PatientServer(program, "--workers", 1, "--deadline", f"{DEADLINE:g}s", "--max-body", "64MiB",
                       "--memory", "1GiB") as server:
        for name, file in [*pngs(), *jpegs(), *foreign()]:
            status, took, render, late, left, again = measure(server, file)
            shown = "-" if again is None else f"{again[0] * 1000:.0f}"
            print(f"{name:42} {len(file):>10,} {status:>6} {render * 1000:>7.0f} {late * 1000:>6.0f} "
                  f"{left * 1000:>6.0f} {shown:>6}", flush=True)
            if status not in (0, 200, 422, 504, 400, 413, 503):
                failures.append(f"{name}: status {status}")
            if late > 0.05 or left > 0.05:
                failures.append(f"{name}: works on after its end")
            if again is not None and again[1] in (422, 504) and again[0] > 0.02:
                failures.append(f"{name}: fails anew at each GET")
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

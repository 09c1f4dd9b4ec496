# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of a fixed set of work, which repeat where times do not.

Called by `Scripts/benchmark instructions`. Fails when a count is further from baseline.json than the
tolerance, in either direction; --update writes the counts there instead. Nothing but the standard library
is needed.
"""

import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

BASELINE = Path(__file__).with_name("baseline.json")
TOLERANCE = 0.03
SIDE = 512
PHOTO = Path("Docs/images/before.jpg")

VARIANT = "vector"
# The same on every machine: no dispatch by processor in ours, in libjpeg-turbo, or in the C library.
PLAIN = {
    "JSIMD_FORCESSE2": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM,"
    "-SSE4_1,-SSE4_2,-SSSE3",
}


def noise(count: int) -> bytes:
    """Bytes that change slowly, with some noise: a linear congruential generator."""
    state, result = 1, bytearray()
    for index in range(count):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        result.append((index // 7 + index // (SIDE * 5) + (state >> 27)) & 0xFF)
    return bytes(result)


def png(width: int, height: int, pixels: bytes) -> bytes:
    """RGBA pixels as a PNG, its rows filtered by what is above."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    stride = width * 4
    above, rows = bytes(stride), bytearray()
    for start in range(0, height * stride, stride):
        row = pixels[start : start + stride]
        rows += b"\x02" + bytes((byte - up) & 0xFF for byte, up in zip(row, above, strict=True))
        above = row
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    packed = zlib.compress(bytes(rows), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def count(command: list[object]) -> int:
    """The instructions of a process and its threads."""
    with tempfile.NamedTemporaryFile() as profile:
        words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile.name}", *command]
        done = subprocess.run(
            [str(word) for word in words],
            env={**os.environ, **PLAIN},
            capture_output=True,
            text=True,
            check=False,
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr[-2000:]}")
    return int(found[1])


def counts(folder: Path) -> dict[str, int]:
    """All counts, by name."""
    raw = folder / "in.raw"
    raw.write_bytes(noise(SIDE * SIDE * 3))
    picture = folder / "in.png"
    picture.write_bytes(png(SIDE, SIDE, noise(SIDE * SIDE * 4)))
    bench, frostpane = os.environ["BENCH"], os.environ["FROSTPANE"]

    def kernel(*words: object) -> int:
        # Without what it takes to start the program and to make its input.
        once, thrice = (count([bench, *words, runs]) for runs in (1, 3))
        return (thrice - once) // 2

    def render(source: Path, ending: str, *words: object) -> int:
        target = folder / f"out.{ending}"
        options = ["--quiet", "--workers", 1, "--isa", VARIANT]
        return count([frostpane, "render", source, target, *options, *words])

    result = {}
    for sigma in (2, 10, 40):
        shape = ["--input", raw, "--width", SIDE, "--height", SIDE, "--channels", 3]
        shape += ["--instruction-set", VARIANT]
        result[f"blur.{sigma}"] = kernel("blur", *shape, "--sigma", sigma, "--runs")
    for name in ("saturate", "pack 8 bits", "unpack 8 bits", "premultiply"):
        result[name.replace(" ", "-")] = kernel("row", name, VARIANT)
    result |= {
        "render.jpeg.2": render(PHOTO, "jpg", "--blur", 2, "--saturate", 1.8),
        "render.jpeg.20": render(PHOTO, "jpg", "--blur", 20, "--saturate", 1.8),
        "render.png.20": render(picture, "png", "--blur", 20, "--saturate", 1.8),
    }
    return result


def compare(now: dict[str, int], then: dict[str, int]) -> bool:
    """Prints both side by side; whether they agree."""
    agrees = True
    print("| work | baseline | now | change | |\n|---|--:|--:|--:|---|")
    for name in sorted(now.keys() | then.keys()):
        if name not in now or name not in then:
            agrees = False
            print(f"| {name} | {then.get(name, '')} | {now.get(name, '')} | | differs |")
            continue
        change = now[name] / then[name] - 1
        close = abs(change) <= TOLERANCE
        agrees = agrees and close
        verdict = "" if close else "slower" if change > 0 else "faster: --update"
        print(f"| {name} | {then[name]:,} | {now[name]:,} | {change:+.2%} | {verdict} |")
    return agrees


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the counts to baseline.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        now = counts(Path(folder))
    then = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    agrees = compare(now, then)
    if arguments.update:
        BASELINE.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        return 0
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())

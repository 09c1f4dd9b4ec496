# SPDX-License-Identifier: Apache-2.0
"""Renders odd files and compares every pixel with Chromium's.

Run by `Scripts/trial odd-files`. odd_files.py makes the files. Chromium loads each as an image and draws it on
a canvas; the server renders it to PNG without any effect, with `damage=warn` and with `damage=partial`. The
rule is:

  whole      Chromium paints every row, and nothing inside is missing: the server answers with the same pixels
  part       Chromium paints a part, or more than what the file holds: the server refuses the file with 422,
             or answers with pixels that are equal where Chromium paints, and says what is odd
  nothing    Chromium paints nothing: the server may do as it likes, but not with 500

Prints the verdicts, and ends with 1 if a file breaks the rule.
"""

import http.client
import shutil
import sys
import tempfile
import zlib

import odd_files
from painting import SAMPLES, painted
from serving import Server, arguments

# Whole for Chromium, which fills what is missing inside with more of the same, or paints what cannot be right.
INCOMPLETE = (
    "png pixels-changed-crc-kept", "jpeg restart-missing", "jpeg restart-twice", "jpeg restart-interval-lost",
    "jpeg dri-without-rst", "jpeg rst-without-dri", "jpeg scan-cut", "jpeg last-bytes-cut",
    "jpeg last-byte-cut", "jpeg bad-code", "jpeg marker-inside", "jpeg ff-inside", "jpeg progressive-cut",
)
# Chromium had painted these before the end of the file came, without smoothing.
COARSER = ("jpeg progressive-cut", "jpeg progressive-cut-early")
# Chromium paints the animation, of which the still picture is no part; or nothing before a checksum is right;
# or it waits for more of a file.
OTHERWISE = (
    "png apng-still-apart", "png idat-crc-wrong-pieces", "jpeg eoi-missing", "jpeg eoi-half", "jpeg progressive-eoi-missing",
)


def request(port, method, target, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, target, body, {"TE": "trailers"})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    except http.client.IncompleteRead as error:
        return 0, {}, error.partial
    finally:
        connection.close()


def samples(file):
    """RGBA of a PNG as the server writes it."""
    position, content = 8, b""
    while position < len(file):
        length = int.from_bytes(file[position:position + 4], "big")
        name, body = file[position + 4:position + 8], file[position + 8:position + 8 + length]
        if name == b"IHDR":
            width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
            assert body[8] == 8 and body[9] in (2, 6), "not what was asked for"
            count = {2: 3, 6: 4}[body[9]]
        elif name == b"IDAT":
            content += body
        position += 12 + length
    raw, stride, before = zlib.decompress(content), width * count, bytes(width * count)
    result = bytearray()
    for y in range(height):
        method, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left, up = row[i - count] if i >= count else 0, before[i]
            corner = before[i - count] if i >= count else 0
            estimate = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(estimate - value))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[method]) & 255
        before = bytes(row)
        for x in range(width):
            pixel = row[x * count:(x + 1) * count]
            result += pixel if count == 4 else pixel + b"\xff"
    return bytes(result)


def equal(ours, theirs):
    """Whether samples are equal wherever both are opaque."""
    return all(
        ours[i:i + 4] == theirs[i:i + 4]
        for i in range(0, len(theirs), 4) if theirs[i + 3] == 255 and ours[i + 3] == 255)


def judge(name, theirs, warn, partial):
    """What is wrong with the answers of the server; None if nothing is."""
    if 500 in (warn[0], partial[0]) or 0 in (warn[0], partial[0]):
        return "a status of 500, or an answer that breaks off"
    if theirs is None or name in OTHERWISE:
        return None
    is_whole = all(theirs[i] == 255 for i in range(3, len(theirs), 4)) and name not in INCOMPLETE
    if is_whole and (warn[0] != 200 or samples(warn[2]) != theirs):
        return "other pixels than Chromium's"
    if not is_whole and warn[0] == 200:
        return "served without the parts that are missing"
    if any(theirs) and name not in COARSER and (
            partial[0] != 200 or not equal(samples(partial[2]), theirs)):
        return "a part with other pixels than Chromium's"
    return None


def main(program):
    chromium = shutil.which("chromium") or sys.exit("chromium is not installed")
    files, failures = odd_files.files(), 0
    with tempfile.TemporaryDirectory() as folder:
        typed = {name: (f"image/{name.split()[0]}", file) for name, file in files.items()}
        answers = painted(chromium, folder, typed, SAMPLES)
        with Server(program) as server:
            for name, file in files.items():
                warn, partial = (
                    request(server.port, "POST", f"/v1/render?format=png&compression=0&damage={policy}", file)
                    for policy in ("warn", "partial"))
                fault = judge(name, answers[name], warn, partial)
                failures += fault is not None
                told = warn[1].get("Frostpane-Warning") or "-"
                print(f"{name:40} {warn[0]} {partial[0]} {told:30} {fault or ''}")
    print(f"{len(files)} files, {failures} against the rule")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(arguments(__doc__).parse_args().program))

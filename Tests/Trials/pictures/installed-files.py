# SPDX-License-Identifier: Apache-2.0
"""Renders the pictures of installed packages, of Debian and of Python, and compares them with Chromium's.

Run by `Scripts/trial installed-files`. It looks for WebP, AVIF, GIF, TIFF and SVG files that others made, draws each
that Chromium opens on a canvas, and has it rendered to PNG without any effect. TIFF, which Chromium does not open, is
compared with Pillow. The columns:

  files, opened   different files that are installed; those that the other program opens
  compared        those that the server renders in the same size
  mean, worst     the mean and the greatest mean difference of samples over gray, in levels of 255
  refused         drawings with text, which the server refuses by name, as fonts are files
  wrong           all others: another size, a status other than 200, or too great a difference

Ends with 1 if a file is wrong. Without such files it prints a note and succeeds.
"""

import contextlib
import hashlib
import io
import os
import pathlib
import shutil
import sys
import tempfile

import numpy as np
import painting
from PIL import Image
from serving import Server, arguments

TYPES = {"webp": "image/webp", "avif": "image/avif", "gif": "image/gif", "tif": "image/tiff", "svg": "image/svg+xml"}
ROOTS = ["/usr/share", "/usr/lib", *{os.path.dirname(sys.base_prefix), sys.prefix}]
LARGEST, MOST, TOGETHER = 512 << 10, 400, 40
# Edges of drawings are smoothed in other ways.
GREATEST = {"svg": 3.0}
USUAL = 1.0


def installed(most):
    """The different files of each format, at most so many, in an order that is always the same."""
    found = {ending: {} for ending in TYPES}
    for root in ROOTS:
        for folder, _, names in os.walk(root):
            for name in names:
                ending = name.rsplit(".", 1)[-1].lower().replace("tiff", "tif")
                path = pathlib.Path(folder, name)
                if ending in found and path.is_file() and 0 < path.stat().st_size <= LARGEST:
                    with contextlib.suppress(OSError):
                        file = path.read_bytes()
                        found[ending].setdefault(hashlib.sha256(file).hexdigest(), (path, file))
    return {ending: [files[key] for key in sorted(files)[:most]] for ending, files in found.items()}


def painted(files, type_, chromium):
    """What Chromium paints of each file, as RGBA; None for a broken image."""
    result = []
    for start in range(0, len(files), TOGETHER):
        part = {str(index): (type_, file) for index, (_, file) in enumerate(files[start:start + TOGETHER])}
        with tempfile.TemporaryDirectory() as folder:
            answers = painting.painted(chromium, folder, part, painting.PNG)
        result += [answers[name] and opened(answers[name]) for name in part]
    return result


def opened(file):
    """The first picture of a file by Pillow, as RGBA; None if Pillow does not open it."""
    try:
        return Image.open(io.BytesIO(file)).convert("RGBA")
    except (OSError, ValueError, SyntaxError):
        return None


def over_gray(image):
    samples = np.asarray(image.convert("RGBA"), float)
    alpha = samples[..., 3:] / 255
    return samples[..., :3] * alpha + 128 * (1 - alpha)


def compare(server, ending, files, pictures):
    """Prints a row; returns what is wrong."""
    differences, wrong, refused = [], [], 0
    for (path, file), theirs in zip(files, pictures):
        if theirs is None:
            continue
        status, body = server.ask("POST", "/v1/render?format=png&compression=0", file)
        if status == 422 and ending == "svg" and b"unsupported-image-feature" in body:
            refused += 1
            continue
        ours = opened(body) if status == 200 else None
        if ours is not None and ending == "svg" and ours.size != theirs.size:
            # Where a drawing states no size, Chromium takes another one.
            status, body = server.ask("POST", f"/v1/render?format=png&width={theirs.width}", file)
            ours = opened(body) if status == 200 else None
        if ours is None:
            wrong.append(f"{path}: {status} {body[:160]!r}")
        elif ours.size != theirs.size:
            wrong.append(f"{path}: {ours.size} for {theirs.size}")
        else:
            differences.append(float(np.abs(over_gray(ours) - over_gray(theirs)).mean()))
            if differences[-1] > GREATEST.get(ending, USUAL):
                wrong.append(f"{path}: differs by {differences[-1]:.2f}")
    count = sum(picture is not None for picture in pictures)
    mean, worst = (np.mean(differences), max(differences)) if differences else (0, 0)
    print(f"{ending:6}{len(files):>8}{count:>8}{len(differences):>10}{mean:>8.2f}{worst:>8.2f}{refused:>9}{len(wrong):>7}",
          flush=True)
    return wrong


def main():
    parser = arguments(__doc__, "at most forty files of each format")
    options = parser.parse_args()
    files = installed(40 if options.short else MOST)
    if not any(files.values()):
        print("skipped: no such files are installed")
        return
    chromium = shutil.which("chromium") or sys.exit("chromium is not installed")
    wrong = []
    print(f"{'':6}{'files':>8}{'opened':>8}{'compared':>10}{'mean':>8}{'worst':>8}{'refused':>9}{'wrong':>7}")
    with Server(options.program, "--cache-results", "0", level="error") as server:
        for ending, found in files.items():
            if found:
                pictures = ([opened(file) for _, file in found] if ending == "tif"
                            else painted(found, TYPES[ending], chromium))
                wrong += compare(server, ending, found, pictures)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()

# SPDX-License-Identifier: Apache-2.0
"""The goals of the blur alone on 12 MP, with the measured figures."""

# How many times as fast as OpenCV's GaussianBlur, the fastest of the exact ones, by sigma.
RATIOS = {1: 1.2, 3: 3, 10: 15, 30: 60, 100: 200}
EXACT = "OpenCV GaussianBlur"
INEXACT = ("OpenCV stackBlur", "Pillow GaussianBlur", "libvips gaussblur")
# The slowest of these is compared with the fastest, and with copying the image.
FLAT_SIGMAS = (8, 30, 100, 300, 1000)
FLATNESS, OF_COPYING = 1.3, 0.15


def met(holds):
    return "met" if holds else "missed"


def channels(count):
    return "RGBA" if count == 4 else "RGB"


def table(rows, flat):
    """Every goal, a cell each; nothing without pictures of 12 MP."""
    rows = [row for row in rows if row["size"] == "12 MP"]
    if not rows or not flat:
        return ""

    def at_least(ratio, goal):
        return f"×{ratio:.2f} (≥ ×{goal}: {met(ratio >= goal)})"

    lines = [f"| 12 MP: times as fast as | {EXACT} | the fastest inexact |", "|---|--:|--:|"]
    for row in rows:
        speeds = {name: library["mpix_per_s"] for name, library in row["libraries"].items()}
        exact = at_least(speeds["Frostpane"] / speeds[EXACT], RATIOS[row["sigma"]])
        inexact = at_least(speeds["Frostpane"] / max(speeds[name] for name in INEXACT), 1)
        lines.append(f"| {channels(row['channels'])}, sigma {row['sigma']} | {exact} | {inexact} |")
    sigmas = f"sigma {FLAT_SIGMAS[0]} to {FLAT_SIGMAS[-1]}"
    lines += ["", f"| 12 MP, {sigmas} | slowest / fastest time | memcpy / slowest time |", "|---|--:|--:|"]
    for row in flat:
        times = row["ms"].values()
        ratio = max(times) / min(times)
        flatness = f"×{ratio:.2f} (≤ ×{FLATNESS}: {met(ratio <= FLATNESS)})"
        copying = at_least(row["copy_ms"] / max(times), OF_COPYING)
        lines.append(f"| {channels(row['channels'])} | {flatness} | {copying} |")
    return "\n".join(lines)

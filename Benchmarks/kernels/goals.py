# SPDX-License-Identifier: Apache-2.0
"""What the blur alone has to reach on 12 MP, beside what was measured."""

# How many times as fast as OpenCV's GaussianBlur, the fastest of the exact ones, by sigma.
RATIOS = {1: 1.2, 3: 3, 10: 15, 30: 60, 100: 200}
EXACT = "OpenCV GaussianBlur"
INEXACT = ("OpenCV stackBlur", "Pillow GaussianBlur", "libvips gaussblur")
# The slowest of these beside the fastest, and beside copying the picture.
FLAT_SIGMAS = (8, 30, 100, 300, 1000)
FLATNESS, OF_COPYING = 1.3, 0.15


def met(holds):
    return "met" if holds else "missed"


def channels(count):
    return "RGBA" if count == 4 else "RGB"


def table(rows, flat):
    """Every goal, a line each; nothing without pictures of 12 MP."""
    rows = [row for row in rows if row["size"] == "12 MP"]
    if not rows or not flat:
        return ""
    lines = ["| 12 MP | goal | measured |  |", "|---|--:|--:|--:|"]
    for row in rows:
        speeds = {name: library["mpix_per_s"] for name, library in row["libraries"].items()}
        what = f"{channels(row['channels'])}, sigma {row['sigma']}"
        goal, ratio = RATIOS[row["sigma"]], speeds["Frostpane"] / speeds[EXACT]
        lines.append(f"| {what}: beside {EXACT} | ≥ ×{goal} | ×{ratio:.2f} | {met(ratio >= goal)} |")
        ratio = speeds["Frostpane"] / max(speeds[name] for name in INEXACT)
        lines.append(f"| {what}: beside the fastest inexact | ≥ ×1 | ×{ratio:.2f} | {met(ratio >= 1)} |")
    sigmas = f"sigma {FLAT_SIGMAS[0]} to {FLAT_SIGMAS[-1]}"
    for row in flat:
        what, times = channels(row["channels"]), row["ms"].values()
        ratio = max(times) / min(times)
        lines.append(
            f"| {what}, {sigmas}: slowest beside fastest | ≤ ×{FLATNESS} | ×{ratio:.2f} | {met(ratio <= FLATNESS)} |"
        )
        ratio = row["copy_ms"] / max(times)
        lines.append(
            f"| {what}, {sigmas}: slowest beside memcpy | ≥ ×{OF_COPYING} | ×{ratio:.2f} | {met(ratio >= OF_COPYING)} |"
        )
    return "\n".join(lines)

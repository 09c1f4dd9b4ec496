# SPDX-License-Identifier: Apache-2.0
"""Lines on logarithmic axes as small SVG: text stays text, colors follow light and dark."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 44, 52
LABEL_GAP = 16
# By name of a line: its color on light and on dark, and whether it is dashed.
STROKES = {
    "Frostpane": ("#0757b8", "#6cb0ff", False),
    "OpenCV": ("#b3261e", "#ff8a80", False),
    "libvips": ("#8a5a00", "#f0b84a", False),
    "Pillow": ("#7a3fb0", "#d0a2ff", False),
    "decode and encode alone": ("#666666", "#aaaaaa", True),
}

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis that covers some values."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """1, 2 and 5 times powers of ten."""
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        all_ticks = (digit * 10.0**decade for decade in decades for digit in (1, 2, 5))
        return [tick for tick in all_ticks if self.low * 0.999 <= tick <= self.high * 1.001]


def plot(title: str, across: str, up: str, lines: Mapping[str, Points]) -> str:
    """A picture of the named lines; its names stand at their right ends."""
    xs = [x for points in lines.values() for x, _ in points]
    ys = [y for points in lines.values() for _, y in points]
    x_axis = Axis(min(xs), max(xs), LEFT, WIDTH - RIGHT)
    y_axis = Axis(min(ys) / 1.15, max(ys) * 1.15, HEIGHT - BOTTOM, TOP)
    parts = [_head(title, lines)]
    for tick in x_axis.ticks():
        x = x_axis.at(tick)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text class="middle" x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}">{tick:g}</text>')
    for tick in y_axis.ticks():
        y = y_axis.at(tick)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="end" x="{LEFT - 8}" y="{y + 4:.1f}">{tick:g}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>')
    parts.append(f'<text class="middle" x="{middle:.0f}" y="{HEIGHT - 12}">{escape(across)}</text>')
    upward = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text class="middle" transform="translate(16 {upward:.0f}) rotate(-90)">{escape(up)}</text>'
    )
    ends = []
    for index, (name, points) in enumerate(lines.items()):
        path = "L".join(f"{x_axis.at(x):.1f} {y_axis.at(y):.1f}" for x, y in points)
        parts.append(f'<path class="line l{index}" d="M{path}"/>')
        ends.append((y_axis.at(points[-1][1]), x_axis.at(points[-1][0]), index, name))
    parts += _labels(sorted(ends))
    return "\n".join([*parts, "</svg>", ""])


def _labels(ends: Sequence[tuple[float, float, int, str]]) -> list[str]:
    """Names beside the ends of lines, far enough from each other to be read."""
    labels = []
    last = -math.inf
    for y, x, index, name in ends:
        if x < WIDTH - RIGHT - 1:
            # A line that ends early came from the left below: above it there is room.
            labels.append(f'<text class="end t{index}" x="{x - 8:.1f}" y="{y:.1f}">{escape(name)}</text>')
            continue
        last = max(y, last + LABEL_GAP)
        labels.append(f'<text class="t{index}" x="{x + 8:.1f}" y="{last + 4:.1f}">{escape(name)}</text>')
    return labels


def _head(title: str, lines: Mapping[str, Points]) -> str:
    light, dark = [], []
    for index, name in enumerate(lines):
        on_light, on_dark, dashed = STROKES[name]
        dash = ";stroke-dasharray:5 4" if dashed else ""
        wide = ";stroke-width:3.5" if name == "Frostpane" else ""
        light.append(f".l{index}{{stroke:{on_light}{dash}{wide}}}.t{index}{{fill:{on_light}}}")
        dark.append(f".l{index}{{stroke:{on_dark}}}.t{index}{{fill:{on_dark}}}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>\n"
        "text{font:13px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:15px}\n"
        ".middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#ddd}\n"
        ".line{fill:none;stroke-width:2;stroke-linejoin:round}\n"
        f"{''.join(light)}\n"
        "@media (prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#3a3f47}"
        f"{''.join(dark)}}}\n</style>"
    )

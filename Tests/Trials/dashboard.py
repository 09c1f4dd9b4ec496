# SPDX-License-Identifier: Apache-2.0
"""Draws the panels of Deploy/grafana/dashboard.json as an SVG, from what a Prometheus has scraped.

This is not Grafana: it takes the places, titles, units and queries of the panels, asks Prometheus as Grafana does, and draws
lines and numbers of its own.
"""

import html
import math
import re

WIDTH, COLUMNS, UNIT, GAP = 1200, 24, 26, 6
# The lines that a panel shows at most, the largest ones.
LINES = 8
COLORS = ["#2f6fd0", "#c2410c", "#15803d", "#7c3aed", "#b45309", "#0e7490", "#be185d", "#4d7c0f"]
STYLE = """
text{font:11px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:12px}.value{font-size:34px;font-weight:600}
.end{text-anchor:end}.middle{text-anchor:middle}.panel{fill:#f7f7f8;stroke:#ddd}.grid{stroke:#ddd}
path{fill:none;stroke-width:1.5;stroke-linejoin:round}
@media (prefers-color-scheme:dark){text{fill:#ccc}.panel{fill:#1b1c1f;stroke:#333}.grid{stroke:#333}}
"""
SCALES = {
    "bytes": (1024, ["B", "KiB", "MiB", "GiB"]), "Bps": (1024, ["B/s", "KiB/s", "MiB/s", "GiB/s"]),
    "short": (1000, ["", "k", "M", "G"]), "reqps": (1000, ["/s", "k/s", "M/s"]), "ops": (1000, ["/s", "k/s", "M/s"]),
    "cps": (1000, ["/s", "k/s", "M/s"]),
}


def text(value, unit):
    """A value with its unit, as short as three digits allow."""
    if unit == "percentunit":
        return f"{value * 100:.3g} %"
    if unit == "s":
        return f"{value:.3g} s" if value >= 1 else f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} µs"
    step, names = SCALES[unit]
    power = 0
    while value >= step and power < len(names) - 1:
        value, power = value / step, power + 1
    number = f"{value:.0f}" if 100 <= value else f"{value:.3g}"
    return f"{number} {names[power]}".strip() if names[power][:1] != "/" else f"{number}{names[power]}"


def label(pattern, labels):
    """The name of a line, with the values of its labels."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: labels.get(match[1], ""), pattern)


def ceiling(value, unit):
    """The next number that is round in its unit."""
    if value <= 0:
        return 1
    base = SCALES.get(unit, (1000, []))[0]
    whole = base ** max(0, math.floor(math.log(value, base))) if base == 1024 else 1
    power = 10 ** math.floor(math.log10(value / whole))
    return whole * next(step * power for step in (1, 2, 5, 10) if step * power >= value / whole * 0.999)


class Panel:
    def __init__(self, panel, lines):
        place = panel["gridPos"]
        across = WIDTH / COLUMNS
        self.x, self.y = place["x"] * across + GAP, place["y"] * UNIT + GAP
        self.width, self.height = place["w"] * across - GAP, place["h"] * UNIT - GAP
        self.title, self.unit = panel["title"], panel["fieldConfig"]["defaults"]["unit"]
        self.lines = lines
        self.is_number = panel["type"] == "stat"

    def svg(self, start, end):
        yield (f'<g transform="translate({self.x:g} {self.y:g})"><rect class="panel" width="{self.width:g}" '
               f'height="{self.height:g}" rx="3"/><text class="title" x="8" y="17">{html.escape(self.title)}</text>')
        yield from self.number() if self.is_number else self.graph(start, end)
        yield "</g>"

    def number(self):
        name, points = self.lines[0]
        words = name if self.title == "Versions" else text(points[-1][1], self.unit)
        size = "title" if self.title == "Versions" else "value"
        yield (f'<text class="{size} middle" x="{self.width / 2:g}" y="{self.height / 2 + 16:g}">'
               f"{html.escape(words)}</text>")

    def graph(self, start, end):
        shown = sorted(self.lines, key=lambda line: -max(value for _, value in line[1]))[:LINES]
        rows = math.ceil(len(shown) / 2)
        left, top, right, bottom = 62, 28, self.width - 8, self.height - 22 - 13 * rows
        most = ceiling(max(value for _, points in shown for _, value in points), self.unit)
        for part in range(3):
            y = bottom - (bottom - top) * part / 2
            yield (f'<path class="grid" d="M{left} {y:.1f}H{right:g}"/>'
                   f'<text class="end" x="{left - 5}" y="{y + 4:.1f}">{text(most * part / 2, self.unit)}</text>')
        for number, (name, points) in enumerate(shown):
            pieces = [[(left + (right - left) * (time - start) / (end - start), bottom - (bottom - top) * value / most)
                       for time, value in piece] for piece in unbroken(points)]
            color = COLORS[number]
            lines = "".join(f"M{'L'.join(f'{x:.0f} {y:.0f}' for x, y in thinned(places))}" for places in pieces)
            yield f'<path stroke="{color}" d="{lines}"/>'
            x, y = (left if number % 2 == 0 else (left + right) / 2), bottom + 16 + 13 * (number // 2)
            name = name if len(name) <= 26 else name[:25] + "…"
            yield (f'<path stroke="{color}" stroke-width="4" d="M{x:g} {y - 4:.0f}h10"/>'
                   f'<text x="{x + 14:g}" y="{y:.0f}">{html.escape(name)}</text>')


def unbroken(points):
    """Points in pieces that end where values are missing."""
    pieces, last = [], None
    step = min((after[0] - before[0] for before, after in zip(points, points[1:])), default=0)
    for point in points:
        if last is None or point[0] - last > 1.5 * step:
            pieces.append([])
        pieces[-1].append(point)
        last = point[0]
    return pieces


def thinned(places):
    """Places without those between two equal ones."""
    return [place for index, place in enumerate(places)
            if index in (0, len(places) - 1) or not (round(places[index - 1][1]) == round(place[1]) == round(places[index + 1][1]))]


def draw(panels, ask, start, end, step, words):
    """Draws panels.

    - panels: those of the file.
    - ask: the series of a query between two times, as Prometheus returns them.
    - words: what the picture shows, for those who do not see it.
    """
    parts = []
    for panel in panels:
        lines = []
        for target in panel["targets"]:
            for series in ask(target["expr"], start, end, step):
                points = [(time, float(value)) for time, value in series["values"] if value not in ("NaN", "+Inf")]
                if points:
                    lines.append((label(target["legendFormat"], series["metric"]) or target["legendFormat"], points))
        if not lines:
            raise RuntimeError(f"{panel['title']} has no values")
        parts += Panel(panel, lines).svg(start, end)
    height = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in panels) * UNIT + GAP
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + GAP} {height}" role="img">\n'
            f"<title>{html.escape(words)}</title>\n<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n")

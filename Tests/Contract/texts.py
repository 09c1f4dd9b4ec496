# SPDX-License-Identifier: Apache-2.0
"""Compares texts with Chromium's, line by line: texts.py FROSTPANE CHROMIUM.

Both draw the same words into boxes of the same size, with the fonts of Tests/Fixtures and two pixels for each point.
A line of one is a run of rows with ink. Where a line stands is told by the means of its ink across and down, where it
ends by its first and last columns, and how bold it is by the amount of its ink.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops, ImageStat

from browser import screenshot

SCALE = 2
COLUMNS, CELL = 4, (260, 190)
BOX = (220, 170)
MARGIN = 20
WORDS = "The quick brown fox jumps over the lazy dog, and ninety-nine more words follow it down the hill."
# Letters come from the family that has any: the emoji font of the tests has none, and Noto's has digits.
EMOJI = ("Fox \U0001F600 and \U0001F44D\U0001F3FD dog \U0001F600\U0001F600 on", "'Frostpane Emoji', 'DejaVu Sans'")
# What DejaVu Sans has not: a face, a thumb with a tone, a family and a flag of several characters.
NOTO = (
    "Fox \U0001F970 and \U0001F44D\U0001F3FD dog \U0001F469\u200D\U0001F469\u200D\U0001F467 on "
    "\U0001F3F3\uFE0F\u200D\U0001F308",
    "'DejaVu Sans', 'Noto Color Emoji'",
)

# Chromium rounds the ascent and the descent of a font, half of the space between lines, and each baseline, to whole
# pixels; where lines are as high as the font has them, each is moved by the same as well.
DOWN, PITCH, DRIFT = 2.0, 0.6, 0.5
# It places glyphs at quarters of a pixel.
ACROSS, ENDS = 0.7, 1.0
# It thickens dark texts a little.
INK = 0.04
# Emoji are bitmaps, which are scaled by other filters; that shows at edges, of which small ones have many.
COLOR = 10


class Case:
    """A text as CSS and as a content of a scene."""

    def __init__(self, name, css, content, text=WORDS, html=None, drifts=False, family=None, emoji=None, across=ACROSS):
        self.name, self.drifts, self.colors, self.across = name, drifts, emoji is not None, across
        family = family or "DejaVu Sans"
        self.html = f'<div style="{css};font-family:{emoji or family}">{html or text}</div>'
        font = {"family": family, "size": "17pt"} | content.pop("font", {})
        words = {} if "runs" in content else {"text": text}
        self.content = {"color": "black", "alignment": "left", "position": "top", "font": font} | words | content


def cases():
    sizes = [
        Case(f"{size} px", f"font-size:{size}px", {"font": {"size": f"{size}pt"}}, "Hamburgefons", drifts=True)
        for size in (9, 12, 17, 24.5, 28)
    ]
    lines = [
        Case(f"lines of {css}", f"line-height:{css}", {"lineHeight": ours})
        for css, ours in (("1.2", "120%"), ("1.4", "140%"), ("26px", "26pt"), ("2", "200%"))
    ]
    sides = [
        Case(f"{side} lines", f"text-align:{side};line-height:1.3", {"alignment": ours, "lineHeight": "130%"})
        for side, ours in (("left", "left"), ("center", "center"), ("right", "right"), ("justify", "justified"))
    ]
    # CSS adds the space behind the last character too, which moves no line that begins at the left.
    spaces = [
        Case(
            f"letter spacing of {css}", f"letter-spacing:{css};line-height:1.3",
            {"letterSpacing": ours, "lineHeight": "130%"},
        )
        for css, ours in (("1px", "1pt"), ("-0.5px", "-0.5pt"), ("0.1em", "10%"))
    ]
    fonts = [
        Case(
            name, f"font-weight:{weight};line-height:1.3", {"font": {"weight": weight}, "lineHeight": "130%"},
            family=family,
        )
        for name, family, weight in (
            ("bold", "DejaVu Sans", 700), ("serif", "DejaVu Serif", 400), ("monospaced, bold", "DejaVu Sans Mono", 700)
        )
    ]
    runs = Case(
        "runs", "line-height:1.4",
        {"runs": [{"text": "Now "}, {"text": "20 % ", "font": {"weight": 700}},
                  {"text": "off all of the ", "letterSpacing": "1pt"}, {"text": "things", "font": {"family": "DejaVu Serif"}},
                  {"text": " that we have."}],
         "lineHeight": "140%"},
        html='Now <b>20 % </b><span style="letter-spacing:1px">off all of the </span>'
        '<span style="font-family:DejaVu Serif">things</span> that we have.',
        # Pango has half of the space of a letter before it.
        across=ACROSS + SCALE / 2,
    )
    limited = Case(
        "an ellipsis after two lines",
        "line-height:1.3;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden",
        {"lineHeight": "130%", "maximumLines": 2},
    )
    plain = Case("lines as high as the font has them", "", {}, drifts=True)
    return [*sizes, plain, *lines, *sides, *spaces, *fonts, runs, limited, *emoji_cases(*EMOJI)]


def emoji_cases(text, families):
    return [
        Case(
            f"emoji, {size} px", f"font-size:{size}px;line-height:1.5",
            {"font": {"size": f"{size}pt"}, "lineHeight": "150%"}, text, emoji=families,
        )
        for size in (14, 17, 24.5, 32)
    ]


def page(all_cases):
    boxes = ""
    for index, case in enumerate(all_cases):
        left, top = index % COLUMNS * CELL[0] + MARGIN, index // COLUMNS * CELL[1] + 10
        boxes += f'<section style="left:{left}px;top:{top}px">{case.html}</section>'
    return (
        '<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0;background:#fff;color:#000;font-size:17px;'
        "text-rendering:geometricPrecision;font-variant-ligatures:none}"
        f"section{{position:absolute;margin:0;width:{BOX[0]}px;height:{BOX[1]}px}}</style>{boxes}"
    )


def rendered(frostpane, folder, case):
    size = [SCALE * side for side in CELL]
    Image.new("RGB", size, "white").save(folder / "white.png")
    whole = {"x": 0, "y": 0, "width": "100%", "height": "100%"}
    frame = {"x": f"{MARGIN}pt", "y": "10pt", "width": f"{BOX[0]}pt", "height": f"{BOX[1]}pt"}
    scene = {"panes": [{"frame": whole, "contents": [case.content | {"frame": frame}]}]}
    (folder / "scene.json").write_text(json.dumps(scene))
    result = folder / "text.png"
    done = subprocess.run(
        [frostpane, "render", folder / "white.png", result, "--scene", folder / "scene.json", "--scale", str(SCALE)],
        capture_output=True, text=True, check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{case.name}: {done.stderr}")
    return Image.open(result).convert("RGB")


def samples(row):
    """The samples of a row or a column of numbers."""
    return struct.unpack(f"{row.width * row.height}f", row.tobytes())


class Line:
    """The place and the amount of the ink in some rows."""

    def __init__(self, ink, rows):
        self.rows = rows
        part = ink.crop((0, rows.start, ink.width, rows.stop))
        across = samples(part.resize((ink.width, 1), Image.Resampling.BOX))
        down = samples(part.resize((1, part.height), Image.Resampling.BOX))
        total = sum(across)
        self.ink = total * part.height / 255
        self.across = sum(x * value for x, value in enumerate(across)) / total
        self.down = rows.start + sum(y * value for y, value in enumerate(down)) / sum(down)
        # The edges of the first and of the last letter, to a part of a pixel.
        dark = [x for x, value in enumerate(across) if value * part.height > 64]
        self.ends = (dark[0], dark[-1])


def lines(picture):
    ink = ImageChops.invert(picture.convert("L")).convert("F")
    down = samples(ink.resize((1, ink.height), Image.Resampling.BOX))
    found, start = [], None
    for y, value in enumerate([*down, 0]):
        if value > 0.02 and start is None:
            start = y
        elif value <= 0.02 and start is not None:
            found.append(Line(ink, range(start, y)))
            start = None
    return found


def faults(case, ours, theirs):
    """What differs by more than it may, and the greatest differences."""
    one, other = lines(ours), lines(theirs)
    if len(one) != len(other):
        return [f"{len(one)} lines instead of {len(other)}"], {}
    worst = {}
    found = []
    first = one[0].down - other[0].down
    for index, (our, their) in enumerate(zip(one, other)):
        drift = DRIFT * index if case.drifts else 0
        far = {
            "across": (abs(our.across - their.across), case.across),
            "down": (abs(our.down - their.down), DOWN + drift),
            "pitch": (abs(our.down - their.down - first), PITCH + drift),
            "ends": (max(abs(a - b) for a, b in zip(our.ends, their.ends)), ENDS),
            "ink": (abs(our.ink / their.ink - 1), INK),
        }
        for name, (value, limit) in far.items():
            worst[name] = max(worst.get(name, 0), value)
            if value > limit:
                found.append(f"line {index + 1}: {name} differs by {value:.2f}, of which {limit:.2f} is allowed")
    return found, worst


def color_difference(ours, theirs):
    """The mean difference of the samples of emoji, in levels, at the best of a few shifts by whole rows."""
    def colored(picture):
        saturation = picture.convert("HSV").getchannel("S").point(lambda value: 255 if value > 100 else 0)
        return saturation.getbbox()

    box, other = colored(ours), colored(theirs)
    if box is None or other is None or any(abs(a - b) > 2 for a, b in zip(box, other)):
        return 255
    return min(
        sum(ImageStat.Stat(ImageChops.difference(
            ours.crop(box), theirs.crop((box[0], box[1] + shift, box[2], box[3] + shift))
        )).mean) / 3
        for shift in range(-2, 3)
    )


def main():
    with tempfile.TemporaryDirectory() as name:
        run(*sys.argv[1:], pathlib.Path(name))


def run(frostpane, browser, folder):
    installed = subprocess.run(["fc-list", ":family=Noto Color Emoji"], stdout=subprocess.PIPE, check=False).stdout
    if installed:
        print("with Noto Color Emoji:")
        broken = compare(frostpane, browser, folder, emoji_cases(*NOTO))
    else:
        print("not compared: Noto Color Emoji (on Debian: apt-get install fonts-noto-color-emoji)")
        broken = []
    print("with the fonts of the tests:")
    os.environ["FONTCONFIG_FILE"] = str(pathlib.Path(__file__).parents[1] / "Fixtures" / "fonts.conf")
    broken += compare(frostpane, browser, folder, cases())
    if broken:
        sys.exit("\n".join(broken))


def compare(frostpane, browser, folder, all_cases):
    """Prints how far lines are from Chromium's, and returns the faults."""
    rows = (len(all_cases) + COLUMNS - 1) // COLUMNS
    shot = Image.open(
        screenshot(browser, folder, page(all_cases), (COLUMNS * CELL[0], rows * CELL[1]), SCALE)
    ).convert("RGB")
    broken = []
    for index, case in enumerate(all_cases):
        left, top = (SCALE * side for side in (index % COLUMNS * CELL[0], index // COLUMNS * CELL[1]))
        theirs = shot.crop((left, top, left + SCALE * CELL[0], top + SCALE * CELL[1]))
        ours = rendered(frostpane, folder, case)
        found, worst = faults(case, ours, theirs)
        if case.colors:
            worst["color"] = color_difference(ours, theirs)
            if worst["color"] > COLOR:
                found.append(f"colors differ by {worst['color']:.2f} of 255")
        print(f"{case.name}: {', '.join(f'{name} {value:.2f}' for name, value in worst.items())}")
        broken += [f"{case.name}: {fault}" for fault in found]
    return broken


if __name__ == "__main__":
    main()

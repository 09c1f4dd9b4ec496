# SPDX-License-Identifier: Apache-2.0
"""Writes what Chromium makes of many filter lists and colors: css_cases.py CHROMIUM FOLDER.

FOLDER/filters.tsv has a list and Chromium's computed value in each line, or "-" if it refuses the list.
FOLDER/colors.tsv has a color, and its red, green, blue and alpha, from 0 to 255. Both are JSON strings, so that any
character may stand in them. The same lists are made each time.
"""

import html
import json
import pathlib
import random
import subprocess
import sys
import tempfile

AMOUNTS = ["brightness", "contrast", "saturate", "grayscale", "sepia", "invert", "opacity"]
VALUES = [
    "", "0", "1", "-0", "+.5", "50%", "250%", "-1", "-1%", "1e1", "1.", ".5.5", "1px", "5deg", "1 2", "1,2",
    "99999", "1e30", "1e999", "none", "auto", "1%%", "--1", "+ 1", "1e", "infinity", "pi", "(1)", "red", "#1",
    "calc(1)", "calc(1 + 2)", "calc(1+2)", "calc(1 +2)", "calc(50% + 25%)", "calc(50% + .5)", "calc(50% * 2)",
    "calc(2 * 50% / 4)", "calc(10% / 5%)", "calc((1 + 2) * 3)", "calc(((1)))", "calc(-1)", "calc(1 / 0)",
    "calc(1px / 1px)", "calc(1px)", "calc(pi)", "calc(PI / e)", "calc(infinity)", "calc(-infinity)", "calc(NaN)",
    "calc()", "calc(1 2)", "calc(1, 2)", "calc(1 -- 2)", "calc(3 - -1)", "calc(1 * * 2)", "min(1, 2)", "min(1)",
    "min()", "min(1, 2%)", "max(.1, .2, .3)", "max(10%, 30%)", "clamp(0, .5, 1)", "clamp(0, 5, none)",
    "clamp(none, .5, none)", "clamp(0, none, 1)", "clamp(0, 1)", "round(1.6)", "round(up, 1.2, .5)",
    "round(to-zero, 1.8)", "round(nearest, 2.5)", "round(down, 1.2, .5)", "round(sideways, 1)", "round(7, 0)",
    "mod(5, 3)", "mod(-5, 3)", "rem(-5, 3)", "rem(5, 3)", "mod(5)", "sin(1)", "sin(30deg)", "sin(90deg)",
    "cos(60deg)", "tan(50deg)", "sin(1px)", "asin(1)", "pow(2, 3)", "pow(2px, 3)", "sqrt(4)", "hypot(3, 4)",
    "log(8, 2)", "log(3)", "exp(1)", "abs(-3)", "sign(-3px)", "sign(3deg)", "progress(1, 0, 2)",
    "progress(3px, 0px, 2px)", "calc(sin(.5) + cos(.5))", "calc(1 + min(2, 3) * max(.5, .25))", "CALC(1)",
    "-webkit-calc(2)", "calc(1 /**/ + /**/ 1)", "calc( 1 )", "calc(1/**/+/**/1)", "calc(1/**/ + /**/1)", "calc(1", "min(1, max(2, 3", "foo(1)", "var(x)",
]
LENGTHS = [
    "", "0", "-0", "5", "0%", "5%", "5px", "5PX", "-1px", "-0px", ".5px", "+1e1px", "1e999px", "99999px", "5 px",
    "1in", "1cm", "1mm", "8Q", "1pc", "12pt", "1em", "1rem", "2REM", "1x", "1s", "1fr", "1dpi", "5parsec",
    "calc(1px + 2px)", "calc(1px+2px)", "calc(1px + 2)", "calc(0)", "calc(0px)", "calc(1em + 1in)", "calc(-3px)",
    "calc(3 * 2px)", "calc(6px/2)", "calc(2px*3px/1px)", "calc(1px * 1px)", "calc(1 / 1px)", "calc(1px / 0)",
    "calc(infinity * 1px)", "calc(NaN * 1px)", "calc(10%)", "calc(1px + 10%)", "calc(2 * (1px + 1em))",
    "calc(1px - (2px - 3px))", "min(1px, 2px)", "min(1px, 2)", "max(1px, 1em, .1in)", "clamp(1px, 2px, 3px)",
    "clamp(5px, 2px, 3px)", "clamp(none, 2px, 3px)", "clamp(1px, 2px, none)", "round(1.6px, 1px)",
    "round(up, 1.2px, 1px)", "round(1.6px)", "mod(5px, 3px)", "rem(-5px, 3px)", "hypot(3px, 4px)", "abs(-3px)",
    "calc(sign(-3px) * -2px)", "pow(2px, 1)", "progress(1px, 0px, 2px)", "calc(progress(1px, 0px, 2px) * 8px)",
    "calc(min(1px, 2px) + max(3px, 4px))", "calc(1px", "min(1px, 2px", "5px)", "5px\\", "red", "at 5px",
]
ANGLES = [
    "", "0", "-0", "0deg", "90", "90deg", "100grad", "1.5rad", ".25turn", "-90DEG", "450deg", "1e10deg", "1e999deg",
    "5px", "5%", "0%", "calc(1turn + 90deg)", "calc(90)", "calc(0)", "calc(0deg)", "calc(1rad * 2)", "calc(50%)",
    "min(90deg, 1rad)", "max(90deg, 1turn)", "clamp(0deg, 2turn, 90deg)", "asin(1)", "acos(0)", "atan(1)",
    "atan2(1, 1)", "atan2(1px, 2px)", "atan2(1px, 2deg)", "atan2(1)", "calc(asin(.5) * 2)", "round(95deg, 10deg)",
    "mod(450deg, 1turn)", "calc(infinity * 1deg)", "calc(1s)", "90deg 90deg", "calc(1deg + 1px)",
    "-webkit-calc(90deg)",
]
SHADOWS = [
    "", "1px", "1px 2px", "1px 2px 3px", "1px 2px 3px 4px", "0 0", "0 0 0", "0, 0", "1px 2px red", "red 1px 2px",
    "red 1px 2px 3px", "1px red 2px", "1px 2px red 3px", "red 1px 2px blue", "red", "inset 0 0", "0 0 -1px",
    "0 0 calc(-1px)", "0 0 5%", "1e999px 0", "-99999px 0 99999px", "calc(1px + 1px) calc(2em)", "-1px -2px 1px",
    "calc(1px) red calc(1px)", "red min(1px, 2px) max(3px, 4px) calc(5px)", "rgb(1 2 3) 1px 1px 2px",
    "1px 1px 2px oklch(.5 .1 200)", "1px 1px color-mix(in srgb, red, blue)", "0 0 currentcolor", "0 0 transparent",
    "0 0 canvas", "0 0 -webkit-link", "0 0 -webkit-text", "0 0 inherit", "0 0 #123", "0 0 #12345",
    "0 0 rgb(1 2 3", "0 0 rgb(from red r g b)", "/**/ 1px /**/ 2px /**/", "0 0 rebeccapurpel", "0 0 \\72 ed",
]
LISTS = [
    "", " ", "none", "NONE", " none ", "none none", "none blur(1px)", "blur(1px) none", "inherit", "initial",
    "unset", "revert", "revert-layer", "INITIAL", "inherit blur(1px)", "blur(1px) inherit", "blur", "blur (1px)",
    "blur(1px)blur(2px)", "blur(1px),blur(2px)", "blur(1px);", "blur(1px)}", "blur(1px) !important", "blur(",
    "blur(5px", "blur(5px /* open", "blur(5px) /* open", "blur(5px)/**/sepia(1)/**/", "/**/blur(5px)", "bl\\75r(5px)",
    "\\62 lur(5px)", "blur(5\\70x)", "blur(5px))", "(blur(5px))", "{blur(5px)}", "blur(5px) 5px", "frost(1)",
    "custom-filter()", "alpha(opacity=50)", "blur{5px}", "blur[5px]", "sepia(1) grayscale(1) invert(1)",
    "blur(1px)\tsepia(1)\nopacity(1)\finvert(1)", "opacity() opacity() opacity(", "drop-shadow(0 0 rgb(1 2 3",
    "brightness(calc(1 + (2 * 3", "ＢＬＵＲ(5px)", "blur(5px)\u00a0sepia(1)", "-blur(1px)", "BLUR(5PX) SePiA(50%)",
    "hue-rotate(5deg)blur(1em)contrast(1)", "src(\"#x\")", "blur('5px')", "blur(\"5px\")", "@blur(5px)", "#blur(5px)",
]
UNITS = ["px", "in", "cm", "mm", "q", "pc", "em", "rem", "deg", "grad", "rad", "turn", "%", "", "s", "hz", "dppx"]

SPACES = [
    "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020", "xyz",
    "xyz-d50", "xyz-d65", "lab", "oklab",
]
POLAR = ["hsl", "hwb", "lch", "oklch"]
COLORS = [
    "red", "RED", "rebeccapurple", "transparent", "currentcolor", "canvas", "accentcolor", "highlight", "buttonface",
    "graytext", "linktext", "mark", "windowframe", "-webkit-link", "inherit(x)", "rde", "5", "#", "#1", "#12",
    "#123", "#1234", "#12345", "#123456", "#1234567", "#12345678", "#123456789", "#ABCDEF", "#f\\66 f", "#ggg",
    "rgb(1 2 3)", "rgb(1,2,3)", "rgb(1, 2 3)", "rgb(1 2, 3)", "rgb(1 2 3 4)", "rgb(1,2,3,4)", "rgb(1 2 3 / .4)",
    "rgb(1 2 3 / 40%)", "rgb(1,2,3 / .4)", "rgb(1 2 3, .4)", "rgb(10% 20% 30%)", "rgb(10%,20%,30%)",
    "rgb(10%,20,30)", "rgb(10% 20 30)", "rgb(none 20 30)", "rgb(none,20,30)", "rgb(1 2 3 / none)",
    "rgb(300 -5 20.5)", "rgb(1e999 0 0)", "rgb(infinity 0 0)", "rgb(calc(infinity) 0 0)", "rgb(calc(NaN) 9 9)",
    "rgb(calc(1 + 2) 3 4)", "rgb(calc(10%) 3 4)", "rgb(calc(10), 3, 4)", "rgb(calc(10%), 3, 4)",
    "rgb(min(10, 20) max(3, 5) clamp(1, 200, 100))", "rgb(1 2 3 / calc(1 / 3))", "rgb(1 2 3 / calc(20% + 10%))",
    "rgb(1deg 2 3)", "rgb(1 2)", "rgb()", "rgb(1 2 3 /)", "rgb(10 20 30", "rgba(10, 20, 30, .5", "rgb(1 2 3 / 500%)",
    "rgb(a b c)", "rgb(r g b)", "rgb (1 2 3)", "hsl(120 50% 50%)", "hsl(120, 50%, 50%)", "hsl(120, 50, 50)",
    "hsl(120 50 50)", "hsl(120deg 50% 50)", "hsl(.3turn 50% 50% / .5)", "hsl(none 50% 50%)", "hsl(120 150% 50%)",
    "hsl(120 -50% 50%)", "hsl(120 50% 150%)", "hsl(120, 150%, 50%)", "hsl(1e999 50% 50%)", "hsl(-480 50% 50%)",
    "hsl(210 180 30)", "hsl(0 250 150)", "hsl(0, 150%, 40%)", "hsl(from red h -50 50)",
    "hsl(from color(srgb 1.5 .2 .2) h s l)", "hsl(from lab(50 100 100) h s l)", "hsl(from red h 150% 40%)",
    "hsl(calc(120deg) 50% 50%)", "hsl(calc(1turn / 3) 50% 50%)", "hsl(calc(120) calc(50%) 50%)",
    "hsl(120, calc(50), 50%)", "hsl(120px 50% 50%)", "hsl(120% 50% 50%)", "hsla(120, 50%, 50%, 50%)",
    "hwb(120 20% 30%)", "hwb(120 20 30)", "hwb(120, 20%, 30%)", "hwb(120 110% 20%)", "hwb(120 110% -20%)",
    "hwb(120 50 60)", "hwb(none none 40)", "hwb(90deg 10% 10% / 20%)", "lab(50 40 30)", "lab(50% 40% -30%)",
    "lab(none 40 30)", "lab(150 0 0)", "lab(-5 40 30)", "lab(50, 40, 30)", "lab(50 40)", "lab(50 40deg 30)",
    "lab(50 300 300)", "lch(50 60 70)", "lch(50% 50% .5turn)", "lch(50 -60 70)", "lch(50 60 none)", "lch(50 60 7%)",
    "oklab(.5 .1 -.1)", "oklab(50% 50% -50%)", "oklab(2 .3 .3)", "oklab(1e9 1e9 1e9)", "oklch(.7 .15 200)",
    "oklch(70% 40% 200deg)", "oklch(70% 40% 200deg / .5)", "oklch(1.5 .1 0)", "oklch(.7 .4 200)", "oklch(0 .4 200)",
    "oklch(calc(.5 + .1) calc(1 / 9) calc(1rad))", "oklch(.7 .15 200", "oklch(.7 .15 200 / none)", "oklch(.7 .15)",
    "color(srgb 1 .5 0)", "color(srgb 100% 50% 0%)", "color(srgb 2 -1 .5)", "color(srgb 1 .5)", "color(srgb)",
    "color(srgb 1 2 3 4)", "color(srgb none none 1)", "color(srgb calc(.5 + .25) 0 0)", "color(SRGB 1 0 0 / 50%)",
    "color(srgb, 1, 0, 0)", "color(lab 1 0 0)", "color(hsl 1 0 0)", "color(--own 1 0 0)", "color(srgb 1deg 0 0)",
    "color-mix(red, blue)", "color-mix(in srgb, red)", "color-mix(in srgb, red, blue, lime)", "color-mix(in srgb)",
    "color-mix(in srgb, red 25%, blue)", "color-mix(in srgb, 25% red, blue)", "color-mix(in srgb, red, blue 25%)",
    "color-mix(in srgb, red 25%, blue 25%)", "color-mix(in srgb, red 75%, blue 75%)", "color-mix(red blue)",
    "color-mix(in srgb, red 0%, blue 0%)", "color-mix(in srgb, red 110%, blue)", "color-mix(in srgb, red -1%, blue)",
    "color-mix(in srgb, red calc(110%), blue)", "color-mix(in srgb, red calc(25% + 25%), blue)",
    "color-mix(in srgb, red .25, blue)", "color-mix(in srgb, red 25% 25%, blue)", "color-mix(in srgb red, blue)",
    "color-mix(in srgb shorter hue, red, blue)", "color-mix(in oklch hue, red, blue)",
    "color-mix(in oklch longer, red, blue)", "color-mix(in teal, red, blue)", "color-mix(in srgb, red, rde)",
    "color-mix(in oklch, oklch(.5 none 30), blue)", "color-mix(in oklch, oklch(none .1 30), blue)",
    "color-mix(in oklch, lch(50 none 30), blue)", "color-mix(in oklch, rgb(none 200 30), blue)",
    "color-mix(in srgb, color(display-p3 none 1 0), blue)", "color-mix(in hsl, color(srgb 2 0 0), blue)",
    "color-mix(in hsl, rgb(50 50 50 / none), rgb(0 0 255 / .5))", "color-mix(in srgb, currentcolor, canvas)",
    "color-mix(in oklab, color-mix(in srgb, red, blue), color-mix(in hsl, lime 20%, teal))",
    "rgb(from red r g b)", "rgb(from red g r b)", "rgb(from red r g b / 50%)", "rgb(from #0008 r g b / alpha)",
    "rgb(from rgb(1 2 3 / .5) r g b)", "rgb(from teal calc(g / 2) g b)", "rgb(from red calc(r * .5 + 10) 128 50%)",
    "rgb(from red r, g, b)", "rgb(from red h g b)", "rgb(from red none g b)", "rgb(from red r g)", "rgb(from red)",
    "rgb(from red 300 g b)", "rgb(red r g b)", "rgba(from teal b g r / calc(alpha / 4))", "hsl(from teal h s l)",
    "hsl(from teal calc(h + 120) s l)", "hsl(from teal calc(h + 120deg) s l)", "hsl(from teal 1turn s calc(l / 2))",
    "hwb(from teal h w b)", "hwb(from teal calc(h + 60) 20 20)", "lab(from teal l a b)",
    "lab(from teal calc(l * .8) b a)", "oklab(from teal l a b)", "lch(from teal l c h)", "oklch(from teal l c h)",
    "oklch(from teal l calc(c / 2) calc(h + 90))", "oklch(from teal 50% c h)", "oklch(from teal max(l, .7) c h)",
    "oklch(from blue l c calc(h * 1.1))", "lch(from blue l c calc(h * 1.1))", "lch(from red l c calc(h / 2))",
    "oklch(from oklch(.5 .1 400) l c calc(h * 1.1))", "oklch(from oklch(.5 .1 -40) l c calc(h * 1.1))",
    "hsl(from hsl(-40 50% 50%) calc(h * 1.1) s l)", "hsl(from hsl(400 50% 50%) calc(h / 2) s l)",
    "hsl(from magenta calc(h * 1.1) s l)", "hwb(from hwb(-40 10% 10%) calc(h * 1.1) w b)",
    "oklch(from lch(50 40 -100) l c calc(h / 2))", "lch(from lch(50 40 -100) l c calc(h / 2))",
    "color(from teal srgb r g b)", "color(from teal display-p3 r g b)", "color(from teal xyz x y z)",
    "color(from teal xyz r g b)", "color(from teal srgb x y z)", "color(srgb from teal r g b)",
    "rgb(from rgb(from teal r g b) b g r)", "rgb(from color(srgb 2 -1 0) calc(r / 2) g 0)",
    "rgb(from color-mix(in srgb, red, blue) r g b)", "hsl(from hsl(120 150% 50%) h s l)",
    "color-mix(in srgb, hsl(120 150% 50%), red)", "rgb(from hsl(120 150% 50%) r g b)", "color-mix(in hsl, hsl(120 150% 50%), hsl(-200 10% 50%))",
    "color-mix(in hsl longer hue, hsl(-20 90% 50%), hsl(700 90% 50%))",
    "rgb(from oklch(.7 .4 200) r g b)", "rgb(from rgb(from teal r r r) r g b)", "contrast-color(teal)",
    "contrast-color(yellow)", "contrast-color()", "light-dark(red, blue)", "light-dark(red)", "device-cmyk(0 0 0 1)",
    "alpha(from teal / .5)", "alpha(from #0088 / calc(alpha * .5))", "alpha(teal / .5)", "alpha(from teal)", "red blue", "red,", "(red)",
]

PAGE = """<!DOCTYPE html><meta charset="utf-8"><body><div id="e"></div></body><script>
onerror = message => { document.documentElement.textContent = message; };
const input = INPUT;
const style = document.getElementById('e').style;
const computed = getComputedStyle(document.getElementById('e'));
const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const context = canvas.getContext('2d', {willReadFrequently: true});
function pixel(color) {
  context.fillStyle = 'white';
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return Array.from(context.getImageData(0, 0, 1, 1).data).slice(0, 3);
}
const filters = input.filters.map(text => {
  if (!CSS.supports('filter', text)) return null;
  style.filter = '';
  style.filter = text;
  return computed.filter;
});
const colors = input.colors.map(text => {
  if (!CSS.supports('color', text)) return null;
  // A color that is the whole value of a property is read by another parser, which limits hsl() in percent.
  style.color = style.filter = '';
  style.filter = `drop-shadow(0 0 ${text})`;
  // Opaque and as alpha alone, because a canvas does not clip colors before it multiplies them by alpha.
  const color = computed.filter.match(/^drop-shadow\\((.*) 0px 0px 0px\\)$/)[1];
  const alpha = 255 - pixel(`rgb(from ${color} 0 0 0 / alpha)`)[0];
  style.color = color.startsWith('rgb') ? color.replace(/^rgba?\\(([^,]*,[^,]*,[^,)]*).*/, 'rgb($1)') : `color(from ${color} srgb r g b / 1)`;
  return [...pixel(computed.color), alpha];
});
document.documentElement.textContent = '@@@' + JSON.stringify({filters, colors}) + '@@@';
</script>"""


def filters(chance):
    texts = list(LISTS)
    texts += [f"{name}({value})" for name in AMOUNTS[:2] for value in VALUES]
    texts += [f"{name}({value})" for name in AMOUNTS[2:] for value in chance.sample(VALUES, 25)]
    texts += [f"blur({value})" for value in LENGTHS] + [f"hue-rotate({value})" for value in ANGLES]
    texts += [f"drop-shadow({value})" for value in SHADOWS]
    texts += [f"drop-shadow(0 0 {color})" for color in chance.sample(COLORS, 90)]

    def expression(depth):
        if depth == 0 or chance.random() < 0.25:
            number = chance.choice(["0", "1", "2", "3.5", "-1", ".25", "10"])
            return number + chance.choice(UNITS[:1] * 12 + UNITS[13:14] * 12 + UNITS)
        left, right = expression(depth - 1), expression(depth - 1)
        return chance.choice([
            f"{left} + {right}", f"{left} - {right}", f"{left} * {right}", f"{left} / {right}", f"({left} - {right})",
            f"min({left}, {right})", f"max({left}, {right})", f"clamp({left}, {right}, {expression(depth - 1)})",
        ])

    for _ in range(220):
        name = chance.choice(["blur", "brightness", "hue-rotate"])
        texts.append(f"{name}({chance.choice(['calc', 'max', 'min'])}({expression(chance.choice([1, 1, 2]))}))")
    for _ in range(60):
        parts = [f"sepia({chance.choice(VALUES[:20])})", f"blur({chance.choice(LENGTHS[:20])})",
                 f"hue-rotate({chance.choice(ANGLES[:12])})", f"drop-shadow({chance.choice(SHADOWS[:12])})"]
        texts.append(chance.choice([" ", "", "  "]).join(chance.sample(parts, 2)))
    return list(dict.fromkeys(texts))


def colors(chance):
    texts = list(COLORS)
    texts += [f"color({space} .3 .5 .7 / .8)" for space in SPACES + POLAR]
    texts += [f"color({space} -.1 120% none)" for space in SPACES]
    pairs = ["red, blue", "white, teal", "#12345680 30%, oklch(.7 .2 50)", "lab(60 90 -20 / .4), gold 35%"]
    texts += [f"color-mix(in {space}, {pair})" for space in SPACES + POLAR for pair in pairs]
    ways = ["shorter", "longer", "increasing", "decreasing"]
    texts += [
        f"color-mix(in {space} {way} hue, {pair})" for space in POLAR for way in ways
        for pair in ["red, blue", "teal 40%, #e33"]
    ]
    for _ in range(60):
        a, b, c = (round(chance.uniform(-0.2, 1.2), 3) for _ in range(3))
        texts += [
            f"oklch({a} {round(abs(b) / 3, 3)} {round(c * 360)})", f"lab({round(a * 100)} {round(b * 150 - 75)} {round(c * 150 - 75)})",
            f"hsl({round(a * 360)} {round(b * 100)}% {round(c * 100)}% / {round(abs(b), 2)})",
            f"color({chance.choice(SPACES[:10])} {a} {b} {c})",
        ]
    return list(dict.fromkeys(texts))


def ask(browser, value):
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "page.html"
        file.write_text(PAGE.replace("INPUT", json.dumps(value).replace("</", "<\\/")))
        output = subprocess.run(
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
                "--disable-dev-shm-usage", f"--user-data-dir={name}/profile", "--dump-dom", file.as_uri(),
            ],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True,
        ).stdout.decode()
    assert output.count("@@@") == 2, f"Chromium says {output[-400:]}"
    return json.loads(html.unescape(output.split("@@@")[1]))


def main():
    browser, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    chance = random.Random(1)
    asked = {"filters": filters(chance), "colors": colors(chance)}
    answers = ask(browser, asked)
    for kind, texts in asked.items():
        lines = (
            json.dumps(text) + "\t" + ("-" if answer is None else json.dumps(answer))
            for text, answer in zip(texts, answers[kind])
        )
        (folder / f"{kind}.tsv").write_text("\n".join(lines) + "\n")
        taken = sum(answer is not None for answer in answers[kind])
        print(f"{len(texts)} {kind}, of which Chromium takes {taken}")


main()

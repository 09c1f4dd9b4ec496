# SPDX-License-Identifier: Apache-2.0
"""Valid values of parameters whose grammar openapi.yaml cannot describe."""

import zlib

# Valid filter lists without masks, because a schema cannot describe their grammar.
FILTERS = [
    "blur(2px)", "BLUR( .5pt )", "brightness(120%)", "contrast(.8)", "grayscale()", "invert(2)",
    "drop-shadow(1px -1px 2px rgb(0 0 0 / 50%))", "hue-rotate(.25turn)", "opacity(50%)", "sepia()",
    "saturate(min(1.8, 3))", "luminance-curve(.75 .9 .83 .925 .815)", "brightness-offset(-.1)",
    "tint(#0a254080)", "color-controls(1.5 -.1 2)", "vignette(70%)", "average-color",
    "zoom-blur(10% at 0% 100%)", "motion-blur(3px 45deg)", "pixelate(4px)",
    "curve(0 .7 .88 .88)", "magnify(104%)", "gamma(1.8)", "exposure(-.5)", "levels(5% 90% 1.2)", "vibrance(50%)",
    "tone-curve(0 0 .25 .15 .5 .5 .75 .85 1 1)", "temperature(4000 20)", "duotone(navy gold)", "posterize(4)",
    "threshold-otsu()", "equalize()", "auto-contrast(2%)", "sharpen()", "unsharp-mask(2px 80%)", "median(3px)",
    "disc-blur(2.5px)", "CIBoxBlur(2px)", "convolve(0 -1 0 -1 5 -1 0 -1 0)", "emboss(1)", "edges()", "bloom(2px)",
    "grain(10% 7)", "vignette-effect(50%)",
]

COLORS = [
    "white", "f2f2f7", "#0a2540", "#0a254080", "rgb(1 2 3 / 50%)", "oklch(70% .15 200deg)",
    "color-mix(in oklab, red, teal 30%)", "hsl(from teal calc(h + 30) s l)",
]

# Shapes of results.
CLIPS = [
    "none", "circle()", "ellipse(40% 30% at left)", "inset(1px 2pt 5% round 50%)", "polygon(0 0, 100% 0, 50% 100%)",
]

# Valid geometries, because a schema cannot say which parameters go together.
GEOMETRIES = [
    {"width": "40"}, {"width": "40", "height": "30", "fit": "cover", "position": "70% 30%"},
    {"crop": "10%,0,80%,100%", "width": "30", "linear": "true"}, {"rotate": "90", "flip": "h"},
    {"rotate": "-2.5", "rotate-mode": "straighten"}, {"trim": "0.05"},
    {"width": "60", "height": "60", "pad": "backdrop", "backdrop-filter": "blur(4px)"},
    {"width": "30", "height": "30", "fit": "cover", "focus": "attention", "resample": "mitchell"},
]
SCENE_GEOMETRIES = [{"width": "40"}, {"width": "40", "height": "30", "fit": "cover"}, {"flip": "h"}]

# Parameters that are 1 or 0.
FLAGS = {"invert-region", "redact", "progressive", "optimize", "dither", "reduce-transparency", "increase-contrast"}

# Scenes with variables, which name a photo of the request.
STORED_SCENES = [
    {
        "variables": {"photo": {"type": "image"}, "radius": {"type": "number", "default": 2}},
        "backdrop": "{{photo}}",
        "panes": [{"frame": {"width": tall}, "filter": "blur({{radius}}px)"}],
    }
    for tall in ("50%", "25%")
]


def choose(choices, text):
    """One of the choices, the same whenever the text is."""
    return choices[zlib.crc32(str(text).encode("utf-8", "replace")) % len(choices)]


def aim_at_records(case, digest, parameters):
    """Stores valid links and scenes, and renders a scene with values for its variables.

    The image of both is a kept one, and `parameters` are those that scenes allow.
    """
    method = case.method.upper()
    if case.path == "/v1/links":
        # What else a link may have depends on what is stored, and on the time.
        case.body = {"image": digest, "parameters": {"blur": 2}}
    elif method in ("PUT", "POST"):
        case.body = choose(STORED_SCENES, case.body)
    if "scene" in (case.path_parameters or {}):
        # Names of dots alone are refused, which the pattern does not say.
        case.path_parameters["scene"] = choose(["card", "Card-2", "a.b"], case.path_parameters["scene"])
    values = case.query.pop("values", None) if case.query else None
    if case.path.endswith(("/render", "/plan")):
        kept = {name: value for name, value in case.query.items() if name in parameters}
        case.query = {**kept, **choose([{"photo": digest}, {"photo": digest, "radius": "3"}], values)}

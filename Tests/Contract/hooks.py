# SPDX-License-Identifier: Apache-2.0
"""Gives schemathesis inputs that openapi.yaml cannot describe: real images, and matching parameters."""

import base64
import hashlib
import json
import os
import pathlib
import re
import sys

import schemathesis
from hypothesis import strategies

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from valid_values import CLIPS, COLORS, FILTERS, FLAGS, GEOMETRIES, SCENE_GEOMETRIES, aim_at_records, choose  # noqa: E402

PICTURES = [path.read_bytes() for path in sorted(pathlib.Path(os.environ["CONTRACT_PICTURES"]).iterdir())]
DIGESTS = [hashlib.sha256(picture).hexdigest() for picture in PICTURES]
FORMAT_OPTIONS = {
    "jpeg": {"quality", "subsampling", "progressive", "optimize", "background"},
    "png": {"compression"},
    "gif": set(),
    "apng": {"compression"},
    "webp": {"quality", "effort", "lossless", "subsampling"},
    "avif": {"quality", "effort", "subsampling"},
    "jxl": {"quality", "effort", "lossless"},
}
MOVING_FORMATS = {"webp", "apng", "gif"}
# An image that grows by six sigma would take too long for such a run.
LARGEST_EXPANDING_BLUR = 20

schemathesis.openapi.media_type("application/octet-stream", strategies.sampled_from(PICTURES))

schemathesis.openapi.format(
    "filter-list",
    strategies.one_of(
        strategies.just("none"),
        strategies.lists(strategies.sampled_from(FILTERS), min_size=1, max_size=4).map(" ".join),
    ),
)

schemathesis.openapi.format("css-color", strategies.sampled_from(COLORS))

# Valid scenes, because the schema does not describe all rules of scenes.
LAYERS = [
    [{"frame": {"x": "1", "width": "50%"}, "filter": "blur(2px) saturate(180%)", "corners": {"radius": "4pt"}}],
    [{"material": "systemThinMaterial", "layers": [{"shape": "ellipse", "vibrancy": "fill"}]}],
    [{"background": ["linear-gradient(90deg, red, blue)"], "border": {"width": "2", "color": "white"}, "opacity": 0.5,
      "boxShadow": [{"y": "2", "blur": "4", "color": "black"}], "layers": [{"shape": "ellipse", "color": "lime"}]}],
    [{"tint": "#ff000080", "group": "a"}, {"shape": "ellipse", "blend": "multiply", "tint": "white", "group": "a"}],
]
CANVASES = [
    {"width": "40", "height": "30"},
    {"width": "20pt", "height": "30", "background": "conic-gradient(red, blue)", "opaque": True},
]
GEOMETRY_PARAMETERS = {
    "trim", "crop", "width", "height", "client-width", "fit", "position", "focus", "upscale", "resample", "linear",
    "caps", "caps-mode", "rotate", "rotate-mode", "flip", "pad", "backdrop-filter", "backdrop-material",
}
REGION_PARAMETERS = {"region", "corner", "corner-curve", "invert-region", "mask", "mask-channel", "redact"}
PARAMETERS_BESIDE_SCENES = {
    "appearance", "scale", "reduce-transparency", "increase-contrast", "format", "quality",
    "subsampling", "progressive", "optimize", "compression", "background", "dither", "solid",
}
EFFECTS = {"blur", "saturate", "filter", "material"}
ADAPTIVE_MATERIALS = {"auto", "systemThinMaterial", "systemMaterial", "systemChromeMaterial", "regular", "prominent"}
LEGIBILITY = {"text", "contrast", "measure", "text-box"}
FORM_FIELDS = (
    PARAMETERS_BESIDE_SCENES | REGION_PARAMETERS | EFFECTS | LEGIBILITY
    | {"clip", "edge", "kernel", "solid", "tint", "image", "scene"}
)
DIGEST_FIELDS = ("Content-Digest", "Repr-Digest")
WRONG_TAG = '"no-result-has-this-tag"'
# They are different at each request, so they have no tags, and conditions say nothing about them.
MEASUREMENTS = {"/metrics", "/v1/status"}
# Statuses that depend on earlier requests; a run without any of them has tested too little.
REMARKABLE = {"304", "412", "422"}
SEEN = pathlib.Path(os.environ["CONTRACT_SEEN"])


def digest_field(content):
    return "sha-256=:" + base64.b64encode(hashlib.sha256(content).digest()).decode() + ":"


WRONG_DIGEST = digest_field(b"what nobody sends")


def state_digests(case):
    """Replaces invented digests by right ones and by ones that are known to be wrong.

    A form gets its boundary later, so that only wrong ones can be stated for it.
    """
    for name in DIGEST_FIELDS:
        if name not in case.headers:
            continue
        if isinstance(case.body, bytes):
            choices = [digest_field(case.body), WRONG_DIGEST]
        else:
            choices = [None, WRONG_DIGEST]
        value = choose(choices, case.headers.pop(name))
        if value is not None:
            case.headers[name] = value


def state_conditions(case):
    """Replaces invented entity tags by the one of a kept image, by any, and by one of nothing."""
    digest = (case.path_parameters or {}).get("digest")
    if case.headers.get("Frostpane-Expires", "").startswith("@"):
        # No pattern tells a date in the future.
        case.headers["Frostpane-Expires"] = "@4000000000"
    for name in ("If-Match", "If-None-Match"):
        if name in case.headers:
            case.headers[name] = choose([f'"{digest}"', "*", WRONG_TAG], case.headers.pop(name))


def reconcile(query, form, is_scene, is_measurement):
    """Takes away what is right by itself and refused beside the rest, which no schema can say."""
    for name in form:
        query.pop(name, None)
    for name in set(form) - FORM_FIELDS:
        # The files of a scene have names that the generated forms lack.
        del form[name]
    if "scene" in form:
        form["scene"] = json.dumps({"layers": choose(LAYERS, form["scene"])})
        form.setdefault("image", PICTURES[0])
    if is_scene or "scene" in form:
        for parameters in (query, form):
            for name in set(parameters) - PARAMETERS_BESIDE_SCENES - {"image", "scene"}:
                del parameters[name]
    for parameters in (query, form):
        # A schema cannot describe the position of a text, nor the range of each measure.
        if "text-box" in parameters:
            parameters["text-box"] = "10%,10%,50%,50%"
        if "clip" in parameters:
            parameters["clip"] = choose(CLIPS, parameters["clip"])
        if "contrast" in parameters:
            parameters["contrast"] = min(max(float(parameters["contrast"]), 1), 21)
        shaped = GEOMETRY_PARAMETERS & parameters.keys()
        if shaped:
            value = parameters[min(shaped)]
            for name in shaped:
                del parameters[name]
            parameters.update(choose(GEOMETRIES, value))
    if GEOMETRY_PARAMETERS & query.keys() and GEOMETRY_PARAMETERS & form.keys():
        for name in GEOMETRY_PARAMETERS & query.keys():
            del query[name]
    both = {**query, **form}
    # The server has no presets.
    unwanted = {"preset"}
    if "format" in both:
        unwanted.add("prefer")
    if both.get("material") != "auto" and not is_measurement:
        unwanted |= LEGIBILITY
    if is_measurement and "image" in query:
        query["image"] = DIGESTS[1]
    if both.get("material", "none") != "none":
        unwanted |= {"blur", "saturate", "filter", "kernel", "edge"}
    else:
        unwanted |= {"appearance", "scale", "reduce-transparency", "increase-contrast", "solid"}
    if both.get("material") not in ADAPTIVE_MATERIALS:
        unwanted.add("appearance")
    if both.get("material") != "applyTintEffectWithColor":
        unwanted.add("tint")
    if both.get("reduce-transparency") in (False, "0", "false"):
        unwanted.add("solid")
    if "filter" in both:
        unwanted |= {"blur", "saturate"}
    if "blur" not in both or "filter" in both:
        if "blur(" not in re.sub("[a-z]-blur", "", str(both.get("filter", "")).lower()):
            unwanted |= {"edge", "kernel"}
    edge, kernel = both.get("edge", "clamp"), both.get("kernel", "gaussian")
    if edge != "clamp" and kernel == "apple3box" or edge == "expand" and kernel == "css3box":
        unwanted.add("kernel")
    if both.keys() & REGION_PARAMETERS:
        # A region that fits one picture lies outside of another, and not every mask is kept.
        unwanted |= {"mask", "mask-channel", "redact"}
        if not both.keys() & EFFECTS or both.get("edge") == "expand" or not both.get("region"):
            unwanted |= REGION_PARAMETERS
        if "corner" not in both:
            unwanted.add("corner-curve")
        for parameters in (query, form):
            if parameters.get("region"):
                parameters["region"] = ["0,1,50%,12.5px"]
            if "corner" in parameters:
                # A pattern cannot limit the value of a length.
                parameters["corner"] = choose(["0", "4", "2.5pt", "50%"], parameters["corner"])
    if "frame" in both or both.get("format", "webp") not in MOVING_FORMATS:
        unwanted.add("frames")
    for parameters in (query, form):
        if "frames" in parameters:
            # A pattern cannot say that the first number is the smaller one.
            parameters["frames"] = choose(["all", "first", "1", "1..2"], parameters["frames"])
    if both.get("format") in FORMAT_OPTIONS:
        unwanted |= set().union(*FORMAT_OPTIONS.values()) - FORMAT_OPTIONS[both["format"]]
    for parameters in (query, form):
        for name in unwanted:
            parameters.pop(name, None)
        for name, value in parameters.items():
            # JSON writes small and large numbers with exponents, which query strings refuse.
            if isinstance(value, float):
                parameters[name] = round(value, 3)
        if both.get("edge") == "expand" and "blur" in parameters:
            parameters["blur"] = min(float(parameters["blur"]), LARGEST_EXPANDING_BLUR)
    if form.get("image") == b"" or form.get("image") == "":
        form["image"] = PICTURES[0]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Asks for images that are kept, puts images where they belong, and states what is so or not."""
    aim(case)
    if case.meta.generation.mode.is_positive:
        state_digests(case)
        state_conditions(case)
        case._sync_validated_hashes()


def lay_on_kept_image(case):
    """Gives a scene a canvas or the digest of a kept image, and layers that are right by all rules of scenes.

    Those of the stated examples have to be; others are put together member by member.
    """
    content = case.operation.definition.raw["requestBody"]["content"][case.media_type]
    examples = [example["value"]["layers"] for example in content["examples"].values()]
    layers = case.body.get("layers")
    if layers not in examples:
        layers = choose(LAYERS, case.body)
    case.body = {**case.body, "layers": layers}
    if "canvas" in case.body:
        case.body["canvas"] = choose(CANVASES, case.body["canvas"])
        case.body.pop("backdrop", None)
        case.body.pop("geometry", None)
        case.query.pop("frame", None)
        return
    case.body["backdrop"] = {"digest": DIGESTS[1]}
    if "geometry" in case.body:
        case.body["geometry"] = choose(SCENE_GEOMETRIES, case.body["geometry"])


def spoil_spellings(case):
    """Replaces what is wrong by the contract and accepted nevertheless, because it is another spelling."""
    forms = [case.body] if isinstance(case.body, dict) and case.path == "/v1/render/form" else []
    for parameters in [case.query or {}, *forms]:
        for name in FLAGS & parameters.keys():
            if str(parameters[name]) in ("0", "1", "auto", "True", "False"):
                parameters[name] = "2"


def aim(case):
    if case.meta.generation.mode.is_positive and case.path.startswith(("/v1/scenes", "/v1/links")):
        aim_at_records(case, DIGESTS[1], PARAMETERS_BESIDE_SCENES)
    is_scene = case.path == "/v1/render/scene"
    is_form = isinstance(case.body, dict) and not case.path.startswith(("/v1/render/scene", "/v1/scenes", "/v1/links"))
    form = case.body if is_form else {}
    if case.meta.generation.mode.is_positive:
        if is_scene:
            lay_on_kept_image(case)
        is_measurement = case.path == "/v1/legibility" or case.path.endswith("/placeholder")
        reconcile(case.query, form, is_scene, is_measurement)
        # Otherwise every edited form counts as invalid, because it holds binary data.
        case._sync_validated_hashes()
    else:
        spoil_spellings(case)
    digest = (case.path_parameters or {}).get("digest")
    if not isinstance(digest, str) or not re.fullmatch("[0-9a-f]{64}", digest):
        return
    if case.method.upper() == "PUT":
        body = form.get("image", case.body)
        if isinstance(body, bytes):
            case.path_parameters["digest"] = hashlib.sha256(body).hexdigest()
    elif digest not in DIGESTS and int(digest[0], 16) % 2 == 0:
        # All but one are kept for later reads.
        candidates = DIGESTS[:1] if case.method.upper() == "DELETE" else DIGESTS[1:]
        case.path_parameters["digest"] = candidates[int(digest[1], 16) % len(candidates)]


@schemathesis.check
def conditions_and_digests(context, response, case):
    """What was stated about bodies and tags decides about 304, 412 and the problem of a mismatch."""
    status = response.status_code
    if str(status) in REMARKABLE:
        with SEEN.open("a") as seen:
            seen.write(f"{status}\n")
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    fields = case.headers
    is_wrong = any(fields.get(name) == WRONG_DIGEST for name in DIGEST_FIELDS)
    mismatch = status == 422 and response.text and response.json()["type"] == "/problems/digest-mismatch"
    if status < 300 or mismatch:
        assert is_wrong == mismatch, "a stated digest and the answer disagree"
    has_condition = "If-Match" in fields or "If-None-Match" in fields
    assert status not in (304, 412) or has_condition, "no condition was stated"
    is_read = case.method.upper() in ("GET", "HEAD")
    if is_read and status < 300 and "ETag" not in response.headers and case.path in MEASUREMENTS:
        return
    assert status >= 300 or fields.get("If-Match") != WRONG_TAG, "If-Match was passed over"
    assert status != 304 or is_read, "304 is for GET and HEAD"
    assert status != 304 or fields.get("If-None-Match") != WRONG_TAG, "nothing was known"
    assert not (status == 200 and is_read) or fields.get("If-None-Match") != "*", "304 is due"

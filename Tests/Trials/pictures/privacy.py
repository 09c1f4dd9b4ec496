# SPDX-License-Identifier: Apache-2.0
"""Attacks redactions: what is left of a number that was hidden in a photo?

Run by `Scripts/trial privacy`, which installs NumPy and Pillow. The attacker knows the program, the region,
the font, its size and place, and everything around the region. There are three attacks:

  exchange      The hidden pixels of each cell of the mosaic are exchanged with each other, 20 times at random,
                so that the cells keep their means and nothing else. If the results are the same byte for byte,
                then nothing but the means goes into a result, and no attack can find more.
  deconvolution The blur is undone by a Wiener filter with the best of 13 noise levels. `detail` is the
                correlation of what comes out with the detail of the original, which is the original less the
                means of the cells: 1 for everything, 0 for nothing. `means` is the redaction of a picture
                whose cells have their means and no detail: what comes out of it is guessed from neighbors.
  templates     All numbers of three digits are drawn and treated in the same way; the nearest one is the
                guess. `found` counts right guesses of 20, in photos with noise. For comparison, `means` guesses
                from nothing but the exact means of the cells.

Ends with 1 unless all exchanges leave the redaction as it is, deconvolution and templates find no more than in
the means alone, and an opaque pane leaves no more than chance.
"""

import http.client
import io
import json
import pathlib
import sys

import numpy
from PIL import Image, ImageDraw, ImageFont

from serving import Server, arguments

PICTURE = pathlib.Path("Docs/images/before.jpg")
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
SIZE = (240, 120)
REGION = (60, 36, 120, 48)
NUMBERS = [f"{number:03}" for number in range(1000)]
CELLS = 8
SMALLEST_CELL = 4


class Painter:
    """A server's answers over one connection."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def send(self, target, body, **fields):
        self.connection.request("POST", target, body=body, headers={name.replace("_", "-"): text
                                                                   for name, text in fields.items()})
        reply = self.connection.getresponse()
        content = reply.read()
        if reply.status != 200:
            sys.exit(f"{target}: {content.decode()}")
        return content

    def render(self, picture, query):
        """The bytes of a result, and its pixels in the region."""
        content = self.send(f"/v1/render?format=png&{query}", encoded(picture))
        return content, part(numpy.asarray(Image.open(io.BytesIO(content)).convert("RGB"), dtype=float))

    def cover(self, picture):
        """The region under an opaque pane."""
        x, y, width, height = REGION
        scene = json.dumps({"panes": [{"tint": "black", "frame": {
            "x": x, "y": y, "width": width, "height": height}}]})
        body = b"".join(
            f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + content + b"\r\n"
            for name, more, content in (("image", '; filename="a.png"', encoded(picture)),
                                        ("scene", "", scene.encode()))) + b"--x--\r\n"
        content = self.send("/v1/render/form?format=png", body, Content_Type="multipart/form-data; boundary=x")
        return content, part(numpy.asarray(Image.open(io.BytesIO(content)).convert("RGB"), dtype=float))


def encoded(picture):
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    return file.getvalue()


def part(picture):
    x, y, width, height = REGION
    return picture[y:y + height, x:x + width]


def drawn(number):
    """A number in the region of a photo."""
    photo = Image.open(PICTURE).convert("RGB").crop((400, 300, 400 + SIZE[0], 300 + SIZE[1]))
    draw = ImageDraw.Draw(photo)
    draw.rectangle([REGION[0], REGION[1], REGION[0] + REGION[2] - 1, REGION[1] + REGION[3] - 1], fill=(225, 225, 225))
    center = (REGION[0] + REGION[2] / 2, REGION[1] + REGION[3] / 2)
    draw.text(center, number, font=ImageFont.truetype(FONT, 36), fill=(40, 40, 40), anchor="mm")
    return numpy.asarray(photo)


def noisy(picture, random):
    return numpy.clip(picture + random.normal(0, 6, picture.shape), 0, 255).round().astype(numpy.uint8)


def cell_side(width, height):
    longer = max(width, height)
    side = max(-(-longer // CELLS), SMALLEST_CELL)
    while side < longer and ((width - 1) % side + 1) * ((height - 1) % side + 1) < SMALLEST_CELL ** 2:
        side += 1
    return side


def cells(width, height):
    side = cell_side(width, height)
    return [(slice(y, min(y + side, height)), slice(x, min(x + side, width)))
            for y in range(0, height, side) for x in range(0, width, side)]


def means(pixels):
    """The same pixels, each replaced by the mean of its cell."""
    flat = numpy.empty_like(pixels, dtype=float)
    for cell in cells(pixels.shape[1], pixels.shape[0]):
        flat[cell] = pixels[cell].mean(axis=(0, 1))
    return flat


# Exchange

def inside(shape):
    """The pixels that lie in a shape with all of their corners."""
    x, y, width, height = REGION
    corners = numpy.mgrid[0:height + 1, 0:width + 1].astype(float)
    if shape == "ellipse":
        has = ((corners[1] / width * 2 - 1) ** 2 + (corners[0] / height * 2 - 1) ** 2) < 1
    elif shape == "polygon":
        # The triangle from the middle of the top to both lower corners.
        has = abs(corners[1] / width * 2 - 1) < corners[0] / height
    else:
        has = numpy.ones_like(corners[0], dtype=bool)
    return has[:-1, :-1] & has[1:, :-1] & has[:-1, 1:] & has[1:, 1:]


def exchanged(picture, hidden, random):
    """The picture, with the hidden pixels of each cell in another order."""
    other = picture.copy()
    region = part(other)
    for cell in cells(*REGION[2:]):
        rows, columns = numpy.nonzero(hidden[cell])
        if len(rows):
            pixels = region[cell][rows, columns]
            region[cell][rows, columns] = pixels[random.permutation(len(rows))]
    return other


def try_exchange(server, random):
    x, y, width, height = REGION
    regions = {
        "rectangle": f"{x},{y},{width},{height}", "ellipse": f"ellipse({x},{y},{width},{height})",
        "polygon": f"polygon({x + width / 2:g},{y},{x + width},{y + height},{x},{y + height})",
    }
    picture = noisy(drawn("271"), random)
    failures = 0
    print(f"{'exchange':14} {'redact=1':>9} {'blur=8':>9}   results that stay the same, of 20")
    for shape, region in regions.items():
        same = {"redact=1": 0, "blur=8": 0}
        first = {query: server.render(picture, f"region={region}&{query}")[0] for query in same}
        for _ in range(20):
            other = exchanged(picture, inside(shape), random)
            assert (other != picture).any()
            for query in same:
                same[query] += server.render(other, f"region={region}&{query}")[0] == first[query]
        print(f"{shape:14} {same['redact=1']:9} {same['blur=8']:9}", flush=True)
        failures += same["redact=1"] != 20
    return failures


# Deconvolution

def spectrum(pixels):
    """The cosine transform of a picture that is mirrored beyond its edges."""
    mirrored = numpy.concatenate([pixels, pixels[::-1]], axis=0)
    mirrored = numpy.concatenate([mirrored, mirrored[:, ::-1]], axis=1)
    return numpy.fft.fft2(mirrored, axes=(0, 1)), mirrored.shape


def deconvolved(pixels, sigma, noise):
    transformed, shape = spectrum(pixels)
    fy, fx = numpy.fft.fftfreq(shape[0])[:, None], numpy.fft.fftfreq(shape[1])[None]
    gain = numpy.exp(-2 * (numpy.pi * sigma) ** 2 * (fy ** 2 + fx ** 2))[..., None]
    restored = numpy.fft.ifft2(transformed * gain / (gain ** 2 + noise), axes=(0, 1)).real
    return restored[:pixels.shape[0], :pixels.shape[1]]


def detail(restored, original):
    flat = means(original)
    a, b = (restored - means(restored)).ravel(), (original - flat).ravel()
    size = numpy.linalg.norm(a) * numpy.linalg.norm(b)
    return float(a @ b / size) if size > 1e-9 else 0.0


def try_deconvolution(server, random):
    region = ",".join(map(str, REGION))
    side = cell_side(*REGION[2:])
    picture = noisy(drawn("271"), random)
    original = part(picture.astype(float))
    print(f"\n{'deconvolution':14} {'sigma':>6} {'detail':>7}")
    flat = picture.copy()
    part(flat)[:] = means(original).round()
    best = {}
    for name, source, query, sigma in (("blur=2", picture, "blur=2", 2), ("blur=4", picture, "blur=4", 4),
                                       ("blur=8", picture, "blur=8", 8), ("redact=1", picture, "redact=1", side),
                                       ("means", flat, "redact=1", side)):
        _, pixels = server.render(source, f"region={region}&{query}")
        best[name] = max(detail(deconvolved(pixels, sigma, 10.0 ** -power), original) for power in range(13))
        print(f"{name:14} {sigma:6} {best[name]:7.3f}", flush=True)
    return best["redact=1"] > best["means"] + 0.02


# Templates

def centered(pixels):
    """The pixels without their mean, which noise may shift."""
    return (pixels - pixels.mean(axis=(0, 1))).ravel()


def try_templates(server, random):
    region = ",".join(map(str, REGION))
    secrets = random.choice(NUMBERS, 20, replace=False)
    pictures = [noisy(drawn(secret), random) for secret in secrets]
    clean = [drawn(number) for number in NUMBERS]
    ways = {
        "blur=4": lambda picture: server.render(picture, f"region={region}&blur=4")[1],
        "blur=8": lambda picture: server.render(picture, f"region={region}&blur=8")[1],
        "redact=1": lambda picture: server.render(picture, f"region={region}&redact=1")[1],
        "means": lambda picture: means(part(picture.astype(float))),
        "opaque pane": lambda picture: server.cover(picture)[1],
    }
    found = {}
    print(f"\n{'templates':14} {'found':>6}   of 20, among 1000 numbers")
    for name, way in ways.items():
        templates = numpy.array([centered(way(picture)) for picture in clean])
        guesses = [NUMBERS[int(((templates - centered(way(picture))) ** 2).sum(axis=1).argmin())]
                   for picture in pictures]
        found[name] = sum(guess == secret for guess, secret in zip(guesses, secrets))
        print(f"{name:14} {found[name]:6}", flush=True)
    return (found["redact=1"] > found["means"]) + (found["opaque pane"] > 1)


def main():
    random = numpy.random.default_rng(7)
    with Server(arguments(__doc__).parse_args().program) as server:
        painter = Painter(server)
        failures = try_exchange(painter, random)
        failures += try_deconvolution(painter, random)
        failures += try_templates(painter, random)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

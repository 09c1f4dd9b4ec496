# SPDX-License-Identifier: Apache-2.0
"""Compares colors with what Chromium shows for the same HTML: colors.py FROSTPANE CHROMIUM.

Chromium paints pictures of many color spaces on a canvas of sRGB, which hands out exact samples. The
profiles are made by `profiles`, which shares nothing with the program's code.
"""

import base64
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from profiles import (
    ADOBE,
    P3,
    SIZE,
    SRGB,
    chromaticities,
    chunk,
    cicp,
    color_profile,
    gamma,
    gray_profile,
    icc,
    png,
    power,
    srgb_light,
)


def chromium(browser, folder, paintings):
    """The color in the middle of each list of pictures and commands that are painted on each other."""
    page = """<!DOCTYPE html><meta charset="utf-8"><body></body><script>
const paintings = INPUT;
const pictures = paintings.map(painting => painting.map(([what, value]) => {
  if (what == 'fill') return null;
  // The page is not loaded before its pictures are.
  const picture = document.createElement('img');
  picture.src = value;
  return document.body.appendChild(picture);
}));
onload = () => {
  const results = paintings.map((painting, index) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIZE;
    const context = canvas.getContext('2d', {willReadFrequently: true, colorSpace: 'srgb'});
    painting.forEach(([what, value, filter], step) => {
      context.filter = filter ?? 'none';
      context.fillStyle = what == 'fill' ? value : 'black';
      if (what == 'fill') context.fillRect(0, 0, SIZE, SIZE);
      else context.drawImage(pictures[index][step], 0, 0);
    });
    return [...context.getImageData(SIZE / 2, SIZE / 2, 1, 1).data.slice(0, 3)];
  });
  document.documentElement.textContent = '@' + JSON.stringify(results) + '@';
};
</script>"""
    value = [
        [
            [what, f"data:image/png;base64,{base64.b64encode(value).decode()}", *rest]
            if what == "picture" else [what, value]
            for what, value, *rest in painting
        ]
        for painting in paintings
    ]
    file = folder / "page.html"
    file.write_text(page.replace("INPUT", json.dumps(value)).replace("SIZE", str(SIZE)))
    output = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
            "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile", "--dump-dom",
            file.as_uri(),
        ],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True,
    ).stdout.decode()
    assert output.count("@") == 2, f"Chromium says {output[-400:]}"
    return json.loads(output.split("@")[1])


class Server:
    """A running server, for scenes."""

    def __init__(self, program):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{self.port}"], stderr=subprocess.DEVNULL
        )
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz").close()
                return
            except OSError:
                time.sleep(0.1)
        sys.exit("the server does not answer")

    def render(self, scene, query="", **pictures):
        boundary = "limit-of-parts"
        body = b""
        for name, content in {"scene": json.dumps(scene).encode(), **pictures}.items():
            file = "" if name == "scene" else f'; filename="{name}"'
            body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode()
            body += content + b"\r\n"
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/v1/render?format=png{query}",
            body + f"--{boundary}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            sys.exit(f"a scene is refused: {error.read().decode()}")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def main():
    program, browser = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        run(program, browser, pathlib.Path(name))


SPACES = {
    "nothing": b"",
    "iCCP of sRGB": icc(color_profile(SRGB, srgb_light)),
    "iCCP of Display P3": icc(color_profile(P3, srgb_light)),
    "iCCP of Adobe RGB": icc(color_profile(ADOBE, power(563 / 256))),
    "iCCP of sRGB with gamma 1": icc(color_profile(SRGB, power(1))),
    "cICP of Display P3": cicp(12, 13, 0, 1),
    "cICP of BT.2020": cicp(9, 14, 0, 1),
    "cICP of BT.709": cicp(1, 1, 0, 1),
    "cICP of PAL": cicp(5, 13, 0, 1),
    "cICP of NTSC": cicp(6, 6, 0, 1),
    "cICP of 1953": cicp(4, 4, 0, 1),
    "cICP of film": cicp(8, 13, 0, 1),
    "cICP of XYZ": cicp(10, 17, 0, 1),
    "cICP of cinemas": cicp(11, 17, 0, 1),
    "cICP of EBU": cicp(22, 5, 0, 1),
    "cICP of SMPTE 240M": cicp(7, 7, 0, 1),
    "cICP of linear sRGB": cicp(1, 8, 0, 1),
    "cICP of a narrow range": cicp(12, 13, 0, 0),
    "cICP of unknown primaries": cicp(2, 13, 0, 1),
    "cICP of an unknown curve": cicp(12, 9, 0, 1),
    "cICP before sRGB": chunk(b"sRGB", b"\0") + cicp(12, 13, 0, 1),
    "cICP before iCCP": icc(color_profile(ADOBE, power(2.2))) + cicp(12, 13, 0, 1),
    "gAMA and cHRM of Adobe RGB": gamma(45455) + chromaticities(ADOBE),
    "gAMA and cHRM of sRGB": gamma(45455) + chromaticities(SRGB),
    "gAMA of 1": gamma(100000),
    "gAMA of 2": gamma(50000),
    "gAMA of 2.2": gamma(45455),
    "cHRM alone": chromaticities(ADOBE),
    "sRGB before gAMA and cHRM": chunk(b"sRGB", b"\0") + gamma(100000) + chromaticities(ADOBE),
}
GRAYS = {
    "iCCP of gray with gamma 1": icc(gray_profile(power(1))),
    "iCCP of gray with gamma 1.8": icc(gray_profile(power(1.8))),
    "iCCP of gray with the curve of sRGB": icc(gray_profile(srgb_light)),
}
# Spaces that lack colors of sRGB, or have too few with eight bits.
NARROW = {"cICP of NTSC", "cICP of SMPTE 240M", "cICP of linear sRGB", "iCCP of sRGB with gamma 1"}
SAMPLES = [(90, 200, 90), (12, 30, 200), (250, 128, 64), (3, 9, 6), (255, 255, 255)]
# None has a dark channel beside light ones: the eight bits of a wide space are too coarse for it.
COLORS = ["#ff3b30", "rebeccapurple", "#e8c0a0", "hsl(200 30% 60%)", "#444", "white"]


def run(program, browser, folder):
    server = Server(program)
    names, ours, theirs = [], [], []

    def compare(name, our, their):
        names.append(name)
        ours.append([("picture", our)])
        theirs.append(their)

    def render(picture, *arguments):
        source, result = folder / "source.png", folder / "result.png"
        source.write_bytes(picture)
        subprocess.run([program, "render", source, result, *arguments], check=True)
        return result.read_bytes()

    try:
        spaces = [(name, colors, sample) for name, colors in SPACES.items() for sample in SAMPLES]
        grays = [*GRAYS.items(), *SPACES.items()]
        grays = [(name, colors, (gray,)) for name, colors in grays for gray in (20, 128, 240)
                 if "iCCP" not in name or "gray" in name]
        for name, colors, sample in spaces + grays:
            picture = png(colors, *sample)
            shown = [("picture", picture)]
            compare(f"{name}, {sample}", render(picture), shown)
            compare(f"{name}, {sample}, profile=srgb", render(picture, "--profile", "srgb"), shown)
            if sample != spaces[0][2] and sample != (128,):
                continue
            for color in COLORS if name not in NARROW else []:
                tint = ["--filter", f"tint({color})"]
                compare(f"{color} on {name}, {sample}", render(picture, *tint), [("fill", color)])
            half = "rgb(255 59 48 / 50%)"
            compare(
                f"half of a tint, after saturation, on {name}, {sample}, profile=srgb",
                render(picture, "--profile", "srgb", "--filter", f"saturate(50%) tint({half})"),
                [("picture", picture, "saturate(50%)"), ("fill", half)],
            )
            pane = {"frame": {"x": 0, "y": 0, "width": SIZE, "height": SIZE}, "contents": [{"image": {"part": "other"}}]}
            others = {"Adobe RGB": SPACES["iCCP of Adobe RGB"], "sRGB": b""}
            for other, others in others.items() if name not in NARROW else []:
                content = png(others, 90, 200, 90)
                compare(
                    f"a picture in {other} on {name}, {sample}",
                    server.render({"panes": [pane]}, image=picture, other=content),
                    [("picture", content)],
                )
            content = png(GRAYS["iCCP of gray with gamma 1"], 128)
            compare(
                f"a gray picture on {name}, {sample}",
                server.render({"panes": [pane]}, image=picture, other=content),
                [("picture", content)],
            )
    finally:
        server.stop()
    colors = chromium(browser, folder, ours + theirs)
    faults, worst = [], 0
    for name, our, their in zip(names, colors[: len(names)], colors[len(names):]):
        difference = max(abs(a - b) for a, b in zip(our, their))
        worst = max(worst, difference)
        if difference > 1:
            faults.append(f"{name}: {our} instead of {their}")
    print(f"{len(names)} colors: at most {worst} of 255 from Chromium")
    if faults:
        sys.exit("\n".join(faults))


main()

# SPDX-License-Identifier: Apache-2.0
"""Writes the page of swatches; Scripts/swatches runs it with a server of its own."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import sys
from pathlib import Path
from typing import Any, Iterator
from urllib.parse import urlencode

QUALITY = "80"

# One example for each filter with arguments; the others are used as they are.
EXAMPLES = {
    "blur": "blur(8px)",
    "brightness": "brightness(150%)",
    "contrast": "contrast(175%)",
    "grayscale": "grayscale(1)",
    "hue-rotate": "hue-rotate(120deg)",
    "invert": "invert(1)",
    "opacity": "opacity(40%)",
    "saturate": "saturate(250%)",
    "sepia": "sepia(1)",
    "drop-shadow": "vignette(60%) drop-shadow(12px 12px 6px #203)",
    "luminance-curve": "luminance-curve(0.75 0.9 0.83 0.925 0.815)",
    "curve": "curve(0 0.7 0.88 0.88)",
    "brightness-offset": "brightness-offset(0.2)",
    "color-matrix": "color-matrix(0 0 1 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 1 0)",
    "tint": "tint(rgb(255 90 40 / 45%))",
    "color-controls": "color-controls(1.6 0.05 1.2)",
    "vignette": "vignette(60%)",
    "average-color": "average-color()",
    "zoom-blur": "zoom-blur(0.25)",
    "motion-blur": "motion-blur(14px 25deg)",
    "pixelate": "pixelate(12px)",
    "magnify": "magnify(1.5)",
}


class UnixConnection(http.client.HTTPConnection):
    """A connection to a server that listens on a socket of the file system."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self.path)


class Server:
    """What the page asks of a server."""

    def __init__(self, path: str, photo: bytes) -> None:
        self.path = path
        image = json.loads(self.request("POST", "/v1/images", photo, {}))
        self.digest: str = image["id"]

    def request(self, method: str, target: str, body: bytes | None, fields: dict[str, str]) -> bytes:
        connection = UnixConnection(self.path)
        connection.request(method, target, body, fields)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status not in (200, 201):
            sys.exit(f"{method} {target}: {answer.status} {content.decode(errors='replace')}")
        return content

    def catalog(self, name: str) -> list[dict[str, Any]]:
        catalog = json.loads(self.request("GET", f"/v1/{name}", None, {}))
        entries = catalog[name]
        assert isinstance(entries, list)
        return entries

    def render(self, **parameters: str) -> bytes:
        query = urlencode({"format": "jpeg", "quality": QUALITY, **parameters})
        return self.request("GET", f"/v1/images/{self.digest}/render?{query}", None, {})

    def scene(self, panes: list[dict[str, Any]], **parameters: str) -> bytes:
        scene = json.dumps({"backdrop": {"digest": self.digest}, "panes": panes}).encode()
        query = urlencode({"format": "jpeg", "quality": QUALITY, **parameters})
        fields = {"Content-Type": "application/json"}
        return self.request("POST", f"/v1/render?{query}", scene, fields)


class Page:
    """The page and its pictures."""

    def __init__(self, path: Path, pictures: Path) -> None:
        self.path = path
        self.pictures = pictures
        self.lines: list[str] = []
        shutil.rmtree(pictures, ignore_errors=True)
        pictures.mkdir(parents=True)

    def picture(self, name: str, content: bytes) -> str:
        file = self.pictures / f"{name}.jpg"
        file.write_bytes(content)
        return f"![{name}]({file.relative_to(self.path.parent)})"

    def table(self, heads: list[str], rows: Iterator[list[str]]) -> None:
        self.lines += ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
        self.lines += ["| " + " | ".join(row) + " |" for row in rows]
        self.lines.append("")

    def write(self) -> None:
        self.path.write_text("\n".join(self.lines), encoding="utf-8")


def materials(server: Server, page: Page) -> Iterator[list[str]]:
    for material in server.catalog("materials"):
        name = material["name"]
        cells = []
        for appearance in ("light", "dark"):
            if appearance in material["appearances"]:
                swatch = server.render(material=name, appearance=appearance)
                cells.append(page.picture(f"{name}-{appearance}", swatch))
            else:
                cells.append("")
        yield [f"`{name}`", *cells]


def vibrancies(server: Server, page: Page) -> Iterator[list[str]]:
    for vibrancy in server.catalog("vibrancies"):
        name = vibrancy["name"]
        cells = []
        for appearance in ("light", "dark"):
            pane = {
                "frame": {"x": "20px", "y": "20px", "width": "260px", "height": "160px"},
                "corners": {"radius": "24px", "curve": "continuous"},
                "material": "systemThinMaterial",
                "contents": [
                    {
                        "text": "Frost",
                        "font": {"size": "64px", "weight": 700},
                        "frame": {"x": "0px", "y": "16px", "width": "260px", "height": "84px"},
                        "alignment": "center",
                        "vibrancy": name,
                    },
                    {
                        "shape": "rectangle",
                        "frame": {"x": "30px", "y": "112px", "width": "200px", "height": "28px"},
                        "corners": {"radius": "14px"},
                        "vibrancy": name,
                    },
                ],
            }
            swatch = server.scene([pane], appearance=appearance)
            cells.append(page.picture(f"{name}-{appearance}", swatch))
        yield [f"`{name}`", *cells]


def filters(server: Server, page: Page) -> Iterator[list[str]]:
    for entry in server.catalog("filters"):
        name = entry["name"]
        text = EXAMPLES.get(name)
        if name == "variable-blur":
            text = f"variable-blur(12px mask({server.digest} luminance))"
        if text is None:
            continue
        swatch = server.render(filter=text)
        shown = text.replace(server.digest, "…")
        yield [f"`{shown}`", page.picture(f"filter-{name}", swatch)]


def main() -> None:
    path, photo, target, pictures = sys.argv[1:]
    server = Server(path, Path(photo).read_bytes())
    page = Page(Path(target), Path(pictures))
    page.lines += [
        "# Swatches",
        "",
        "Every material, vibrancy and filter as rendered; made by `Scripts/swatches`. [effects.md](effects.md) describes",
        "them and the origins of their values. The original image:",
        "",
        page.picture("original", server.render()),
        "",
        "## Materials",
        "",
        "`material=NAME&appearance=light` or `dark`, at `scale=1`.",
        "",
    ]
    page.table(["Material", "light", "dark"], materials(server, page))
    page.lines += [
        "## Vibrancies",
        "",
        "Text and a shape on a pane of `systemThinMaterial`, in a scene.",
        "",
    ]
    page.table(["Vibrancy", "light", "dark"], vibrancies(server, page))
    page.lines += ["## Filters", "", "`filter=…`, percent-encoded.", ""]
    page.table(["Filter", ""], filters(server, page))
    page.write()


main()

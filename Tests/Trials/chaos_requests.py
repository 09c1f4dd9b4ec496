# SPDX-License-Identifier: Apache-2.0
"""The pictures and the requests of Scripts/trial chaos."""

import collections
import hashlib
import json
import urllib.parse

from drawing import converted, png
from serving import form

Request = collections.namedtuple("Request", "method target body fields")


def pictures(program):
    photo = png(1200, 800, noise=40)
    jpeg = converted(program, photo)
    damaged = bytearray(jpeg)
    damaged[len(damaged) // 2] ^= 0x55
    return {
        "photo": photo, "jpeg": jpeg, "progressive": converted(program, photo, "--progressive"),
        "alpha": png(300, 200, channels=4), "deep": png(301, 203, depth=16),
        "interlaced": png(257, 199, channels=1, interlaced=True),
        "damaged": bytes(damaged), "cut": photo[:len(photo) // 2], "text": b"no picture at all",
    }


def requests(kept):
    """All requests, in the order of their kinds."""
    digests = {name: hashlib.sha256(picture).hexdigest() for name, picture in kept.items()}
    made = []

    def add(method, target, body=None, fields=None):
        made.append(Request(method, target, body, fields or {}))

    for name in ("photo", "jpeg", "progressive", "alpha", "deep", "interlaced"):
        address = f"/v1/images/{digests[name]}"
        for index in range(8):
            add("GET", f"{address}/render?blur={2 + 7 * index}&format=png")
            add("GET", f"{address}/render?blur={2 + 7 * index}&format=jpeg&background=white&quality={60 + index}")
            listed = urllib.parse.quote(f"saturate({index}) blur({index + 1}px) zoom-blur(0.{index + 1})")
            add("GET", f"{address}/render?format=png&filter={listed}")
            add("POST", f"/v1/render?blur={3 + 5 * index}&saturate=1.8&format=png", kept[name])
            text = json.dumps({"backdrop": {"digest": digests[name]}, "panes": [{
                "frame": {"x": f"{index}%", "y": "20%", "width": "50%", "height": "50%"}, "corners": {"radius": 9},
                "material": "systemThinMaterial", "contents": [{"text": "Frostpane", "vibrancy": "label"}]}]})
            add("POST", "/v1/render?format=png", text.encode(), {"Content-Type": "application/json"})
            fields, body = form({"image": ("a", kept[name]), "blur": (None, str(9 + index).encode())})
            add("POST", "/v1/render?format=png", body, fields)
            add("GET", f"{address}/render?material=auto&format=png&scale={1 + index % 3}")
        add("GET", address)
        add("GET", f"{address}/plan?blur=9")
        add("GET", f"/v1/gallery/{digests[name]}?format=png")
    for index in range(8):
        for name in ("damaged", "cut", "text"):
            add("POST", f"/v1/render?blur={3 + index}&damage={('warn', 'partial')[index % 2]}&format=png", kept[name])
        add("GET", f"/v1/images/{digests['jpeg']}/render?blur={'x' * (index + 1)}")
        add("GET", f"/nowhere/{index}")
    return made

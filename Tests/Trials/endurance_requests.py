# SPDX-License-Identifier: Apache-2.0
"""The kinds of requests of Scripts/trial endurance, and a client that sends many on one connection."""

import collections
import contextlib
import hashlib
import itertools
import json
import re

from drawing import png
from serving import form, leave

TOKEN, READER = "endurance-token-0123456789", "endurance-reader-0123456789"
ORIGIN = "https://app.example"

# A request as bytes, the status of its answer, and whether the connection may be closed after it: the server does not read
# the bodies of requests that it refuses.
Request = collections.namedtuple("Request", "method wire status closes")


def request(method, target, status=200, body=None, fields=None, token=TOKEN):
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
    lines += [f"Content-Length: {len(body)}"] if body is not None else []
    return Request(method, "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""), status, body is not None and status >= 400)


class Client:
    """One connection, over which several requests are sent before the first answer is read."""

    LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)

    def __init__(self, server):
        self.server, self.socket, self.rest = server, None, b""

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.rest = None, b""

    def ask(self, requests):
        """Sends requests; yields the status and the body of each answer."""
        for closes, group in itertools.groupby(requests, key=lambda each: each.closes):
            for sent in ([each] for each in group) if closes else [list(group)]:
                self.socket = self.socket or self.server.connect()
                self.socket.sendall(b"".join(each.wire for each in sent))
                for each in sent:
                    try:
                        answer = self.read(each)
                    except ConnectionError as error:
                        raise ConnectionError(f"{each.wire[:200]!r}: {error}") from error
                    if closes:
                        self.close()
                    yield answer

    def one(self, asked):
        """The body of an answer, whose status has to be the expected one, or 200."""
        status, body = next(self.ask([asked]))
        if status not in (asked.status, 200):
            raise SystemExit(f"{asked.wire[:200]!r}: {status} {body[:300]!r}")
        return body

    def fill(self):
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise ConnectionError(f"the connection is closed after {self.rest[:200]!r}")
        self.rest += piece

    def read(self, asked):
        while (end := self.rest.find(b"\r\n\r\n")) < 0:
            self.fill()
        head, self.rest = self.rest[:end + 2], self.rest[end + 4:]
        status = int(head[9:12])
        if status < 200:
            return self.read(asked)
        if asked.method == "HEAD" or status in (204, 304):
            return status, b""
        if length := self.LENGTH.search(head):
            return status, self.take(int(length[1]))
        return status, b"".join(self.chunks())

    def take(self, count):
        parts, missing = [self.rest[:count]], count - len(self.rest)
        self.rest = self.rest[count:]
        while missing > 0:
            self.fill()
            parts.append(self.rest[:missing])
            self.rest, missing = self.rest[missing:], missing - len(self.rest)
        return b"".join(parts)

    def chunks(self):
        while True:
            while (end := self.rest.find(b"\r\n")) < 0:
                self.fill()
            count = int(self.rest[:end].split(b";")[0], 16)
            self.rest = self.rest[end + 2:]
            # An empty line follows each chunk; no trailers are asked for.
            yield self.take(count)
            self.take(2)
            if count == 0:
                return


class Kept:
    """What a server keeps before it is measured: images, a link and a scene."""

    def __init__(self, server):
        client = Client(server)

        def keep(picture):
            client.one(request("POST", "/v1/images", 201, picture))
            return hashlib.sha256(picture).hexdigest()

        self.small = png(40, 30)
        self.digest = keep(self.small)
        # More than the cache of uploads holds, so that each is read from the store.
        self.large = [keep(png(160, 200, noise=256, level=0, seed=seed)) for seed in range(4)]
        self.link = json.loads(client.one(make_link(self.digest)))["id"]
        client.one(keep_scene("card"))
        client.close()


def keep_scene(name):
    scene = {"variables": {"photo": {"type": "image"}}, "backdrop": "{{photo}}",
             "layers": [{"frame": {"width": "50%"}, "filter": "blur(2px)"}]}
    return request("PUT", f"/v1/scenes/{name}", 201, json.dumps(scene).encode(), {"Content-Type": "application/json"})


def make_link(digest, blur=4):
    body = json.dumps({"image": digest, "parameters": {"blur": blur, "format": "png"}}).encode()
    return request("POST", "/v1/links", 201, body, {"Content-Type": "application/json"})


def documents():
    """Requests for what does not depend on an image."""
    for target in ("/", "/healthz", "/readyz", "/metrics", "/v1/status", "/openapi.yaml", "/openapi.json",
                   "/problems/too-costly", "/v1/filters", "/v1/materials", "/v1/vibrancies", "/v1/formats", "/v1/presets",
                   "/v1/version"):
        yield f"GET {target}", [request("GET", target)]
    page = {"Accept": "text/html"}
    yield "the start page", [request("GET", "/", fields=page, token=None)]
    yield "HEAD /metrics", [request("HEAD", "/metrics")]
    yield "OPTIONS /v1/images", [request("OPTIONS", "/v1/images", 204)]
    preflight = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    yield "a preflight", [request("OPTIONS", "/v1/render", 204, fields=preflight, token=None)]


def refusals(kept):
    image = f"/v1/images/{kept.digest}"
    yield "400, a parameter", [request("GET", f"{image}/render?blur=x", 400)]
    yield "401", [request("GET", image, 401, token=None)]
    yield "401, a wrong token", [request("GET", image, 401, token="wrong" * 5)]
    yield "403", [request("POST", "/v1/images", 403, b"a", token=READER)]
    yield "404", [request("GET", "/nowhere", 404)]
    yield "404, a digest", [request("GET", f"/v1/images/{'0' * 64}", 404)]
    yield "404, a link", [request("GET", "/v1/links/" + "a" * len(kept.link), 404)]
    yield "404, a scene", [request("GET", "/v1/scenes/none/render", 404)]
    yield "400, a variable", [request("GET", "/v1/scenes/card/render", 400)]
    yield "405", [request("POST", "/healthz", 405, b"a")]
    yield "412", [request("GET", image, 412, fields={"If-Match": '"a"'})]
    yield "415", [request("POST", "/v1/images", 415, b"no image at all, but some words")]
    yield "416", [request("GET", image, 416, fields={"Range": "bytes=9999999-"})]
    yield "422, a cut file", [request("POST", "/v1/render?blur=3", 422, kept.small[:60])]
    yield "431", [request("GET", image, 431, fields={"Accept": "a/b, " * 300})]


def answers(kept):
    """Requests whose answers are in memory."""
    image, tag = f"/v1/images/{kept.digest}", '"sha-256:{}"'
    render = f"{image}/render?blur=3&format=png"
    typed = {"Content-Type": "application/json"}
    scene = json.dumps({"backdrop": {"digest": kept.digest}, "panes": [
        {"frame": {"x": 1, "y": 1, "width": 20, "height": 20}, "filter": "blur(2px)"}]}).encode()
    fields, body = form({"image": ("a", kept.small), "blur": (None, b"3"), "format": (None, b"png")})
    yield "a kept image", [request("GET", image)]
    yield "its head", [request("HEAD", image)]
    yield "a part of it", [request("GET", image, 206, fields={"Range": "bytes=10-99"})]
    yield "304 of it", [request("GET", image, 304, fields={"If-None-Match": "*"})]
    yield "a hit", [request("GET", render)]
    yield "a hit's head", [request("HEAD", render)]
    yield "a part of a hit", [request("GET", render, 206, fields={"Range": "bytes=10-99"})]
    yield "304 of a hit", [request("GET", render, 304, fields={"If-None-Match": "*"})]
    yield "a hit of a preset", [request("GET", f"{image}/render?preset=soft")]
    yield "a hit of an upload", [request("POST", "/v1/render?blur=3&format=png", 200, kept.small)]
    yield "a hit of a form", [request("POST", "/v1/render/form", 200, body, fields)]
    yield "a hit of a scene", [request("POST", "/v1/render/scene?format=png", 200, scene, typed)]
    yield "a hit of a link", [request("GET", f"/v1/links/{kept.link}", token=None)]
    yield "304 of a link", [request("GET", f"/v1/links/{kept.link}", 304, fields={"If-None-Match": "*"})]
    card = f"/v1/scenes/card/render?photo={kept.digest}&format=png"
    yield "a scene", [request("GET", "/v1/scenes/card")]
    yield "a hit of a stored scene", [request("GET", card)]
    yield "304 of a stored scene", [request("GET", card, 304, fields={"If-None-Match": "*"})]
    yield "a plan of a scene", [request("GET", f"/v1/scenes/card/plan?photo={kept.digest}")]
    yield "a hit of a source", [request("GET", "/v1/sources/here/a.png/render?blur=3&format=png")]
    yield "a plan", [request("GET", f"{image}/plan?blur=3")]
    yield "a plan of a source", [request("GET", "/v1/sources/here/a.png/plan?blur=3")]
    yield "404 of a source", [request("GET", "/v1/sources/here/b.png/render?blur=3", 404)]
    yield "a placeholder", [request("GET", f"{image}/placeholder")]
    yield "legibility", [request("GET", f"/v1/legibility?image={kept.digest}")]
    yield "a hit of a gallery", [request("GET", f"/v1/gallery/{kept.digest}?format=png")]
    yield "200, kept before", [request("POST", "/v1/images", 200, kept.small)]
    yield "200 of PUT", [request("PUT", image, 200, kept.small)]


def operations(kept):
    """What the store does: each makes its requests from a number."""
    def fresh(number):
        # Bytes after the image are permitted, and make another upload of it.
        picture = kept.small + b"%020d" % number
        return picture, hashlib.sha256(picture).hexdigest()

    def keep_and_delete(number):
        picture, digest = fresh(number)
        return [request("PUT", f"/v1/images/{digest}", 201, picture),
                request("DELETE", f"/v1/images/{digest}", 204)]

    def keep_for_a_while(number):
        picture, digest = fresh(-number)
        return [request("PUT", f"/v1/images/{digest}", 201, picture, {"Frostpane-Expires": "600"}),
                request("DELETE", f"/v1/images/{digest}", 204)]

    def scene(number):
        return [keep_scene(f"s{number}"), request("DELETE", f"/v1/scenes/s{number}", 204)]

    def read(number):
        return [request("GET", f"/v1/images/{kept.large[number % 4]}")]

    def cold(number):
        return [request("POST", f"/v1/render?blur={1 + number % 9000 / 1000}&format=png", 200, kept.small)]

    yield "keep and delete", keep_and_delete
    yield "keep for a while, delete", keep_for_a_while
    yield "keep and delete a scene", scene
    yield "read from the store", read
    yield "a rendering of 40×30", cold


def links(kept, client):
    """Makes a link and deletes it: its name is in the answer."""
    def make_and_delete(number):
        name = json.loads(client.one(make_link(kept.digest, 1 + number % 90)))["id"]
        client.one(request("DELETE", f"/v1/links/{name}", 204))
    return make_and_delete


def connections(server):
    """What comes over connections of its own: each is an action that needs no number."""
    def silent(number):
        server.connect().close()

    def polite(number):
        with contextlib.closing(server.connect()) as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            while client.recv(4096):
                pass

    def reset(number):
        client = server.connect()
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost")
        leave(client, reset=True)

    def garbage(number):
        with contextlib.closing(server.connect()) as client:
            client.sendall(b"\x16\x03\x01\x02\0\x01\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                while client.recv(4096):
                    pass

    yield "a connection without a word", silent
    yield "a connection for a request", polite
    yield "a connection that is reset", reset
    yield "a connection with garbage", garbage

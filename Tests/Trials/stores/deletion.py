# SPDX-License-Identifier: Apache-2.0
"""Deletes images with links and scenes, keeps the same bytes again, and looks whether anything comes back or names them.

Run by `Scripts/trial deletion`, which installs OpenStack Swift for the bucket. For memory, a folder and a bucket: a picture
and a mask are kept, three links are made, to the picture, to the picture under the mask, and to another picture under the
mask, and a scene on the picture with a link to it; each is asked for at each server. Then the picture is deleted and kept again, then the mask, and the servers
are restarted. The columns

  links        statuses of the three links, of the scene's render and of its link before, after the picture was deleted and kept again, after the mask was, and
               after a restart; each at the server that deletes, and at another one that shares the store
  by names     files or keys that have the digest of the deleted picture in their names, before DELETE and after it
  by bytes     files or objects in which it stands, as text or in bytes

Ends with 1 when a link or a scene comes back, or anything but the log names a deleted picture.
"""

import contextlib
import hashlib
import json
import pathlib
import shutil
import sys
import tempfile
import time

from drawing import png
from object_store import ObjectStore
from serving import Server, arguments

# The pause between two looks for tombstones, and time for the look itself.
FORGETTING = {"folder": 2, "bucket": 20}


class Place:
    """Where pictures are kept: the options of a server, and the names and the bytes that are there."""

    name, servers = "memory", 1

    def __init__(self, folder):
        self.folder = folder

    def options(self, number):
        return []

    def entries(self):
        return {}


class Folder(Place):
    name, servers = "folder", 2

    def options(self, number):
        return ["--store", self.folder / "store"]

    def entries(self):
        files = {}
        for path in (self.folder / "store").rglob("*"):
            with contextlib.suppress(OSError):
                files[str(path)] = path.read_bytes() if path.is_file() else b""
        return files


class Bucket(Place):
    name, servers = "bucket", 2
    store = None

    def options(self, number):
        return [*self.store.options(self.folder, self.store.port), "--store", self.folder / f"upper{number}"]

    def entries(self):
        files = {}
        for number in range(self.servers):
            for path in (self.folder / f"upper{number}").rglob("*"):
                with contextlib.suppress(OSError):
                    files[str(path)] = path.read_bytes() if path.is_file() else b""
        for key in self.store.keys():
            _, fields, body = self.store.in_bucket("GET", key)
            files[key] = body + json.dumps(fields).encode()
        return files


def named(place, digest):
    """The numbers of entries that have the digest in their names, and in their bytes."""
    entries = place.entries()
    forms = (digest.encode(), bytes.fromhex(digest))
    return (sum(digest in name for name in entries),
            sum(any(form in content for form in forms) for content in entries.values()))


def link(server, digest, **parameters):
    status, text = server.ask("POST", "/v1/links", json.dumps({"image": digest, "parameters": parameters}))
    if status != 201:
        sys.exit(f"no link is made: {status} {text!r}")
    return json.loads(text)["url"]


def scene(server, digest):
    """The addresses of renders of a stored scene on an image, and of a link to it."""
    text = json.dumps({"backdrop": {"digest": digest}, "layers": [{"filter": "blur(2px)"}]})
    status, answer = server.ask("PUT", "/v1/scenes/card", text)
    if status != 201:
        sys.exit(f"no scene is kept: {status} {answer!r}")
    status, answer = server.ask("POST", "/v1/links", json.dumps({"scene": "card"}))
    if status != 201:
        sys.exit(f"no link to a scene is made: {status} {answer!r}")
    return ["/v1/scenes/card/render", json.loads(answer)["url"]]


def trial(program, place):
    pictures = [png(160, 120, seed=number) for number in (3, 4, 5)]
    photo, mask, other = (hashlib.sha256(picture).hexdigest() for picture in pictures)
    columns, broken = {}, []

    def start(stack):
        return [stack.enter_context(Server(program, *place.options(number))) for number in range(place.servers)]

    def expect(name, servers, links, statuses):
        found = [[server.ask("GET", address)[0] for address in links] for server in servers]
        columns[name] = "; ".join(" ".join(map(str, row)) for row in found)
        if any(row != statuses for row in found):
            broken.append(f"{name}: {columns[name]}, not {statuses}")

    def again(servers, picture):
        digest = hashlib.sha256(picture).hexdigest()
        if servers[0].ask("DELETE", f"/v1/images/{digest}")[0] != 204:
            broken.append("a picture is not deleted")
        time.sleep(FORGETTING.get(place.name, 0))
        left = named(place, digest)
        # By another server, if there is one.
        servers[-1].keep(picture)
        return left

    with contextlib.ExitStack() as stack:
        servers = start(stack)
        for picture in pictures:
            servers[0].keep(picture)
        links = [link(servers[0], photo, blur=3), link(servers[0], photo, mask=mask, blur=3),
                 link(servers[0], other, mask=mask, blur=3)]
        links += scene(servers[0], photo)
        for _ in range(3):
            expect("before", servers, links, [200] * 5)
        for server in servers:
            for target in ("render?blur=5", "render?blur=5", "placeholder", "plan?blur=2"):
                server.ask("GET", f"/v1/images/{photo}/{target}")
        time.sleep(0.5)
        before = named(place, photo)
        left = again(servers, pictures[0])
        columns["by names"], columns["by bytes"] = (f"{one}, {two}" for one, two in zip(before, left))
        if any(left):
            broken.append("something names a deleted picture")
        expect("picture again", servers, links, [404, 404, 200, 404, 404])
        if any(again(servers, pictures[1])):
            broken.append("something names a deleted mask")
        expect("mask again", servers, links, [404] * 5)
    if place.name != "memory":
        with contextlib.ExitStack() as stack:
            servers = start(stack)
            expect("restart", servers, links, [404] * 5)
            fresh = link(servers[0], photo, blur=3)
            expect("a new link", servers, [fresh], [200])
    names = ["before", "picture again", "mask again", "restart", "by names", "by bytes"]
    print(f"| {place.name} | " + " | ".join(columns.get(name, "") for name in names) + " |", flush=True)
    for line in broken:
        print(f"BROKEN {place.name}: {line}", flush=True)
    return broken


def main():
    words = arguments(__doc__, short="memory and a folder alone").parse_args()
    kinds = [Place, Folder] if words.short else [Place, Folder, Bucket]
    broken = []
    print("| kept in | links before | picture again | mask again | restart | by names | by bytes |")
    print("|---|---|---|---|---|---|---|")
    with contextlib.ExitStack() as stack:
        if Bucket in kinds:
            Bucket.store = stack.enter_context(ObjectStore())
        for kind in kinds:
            folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-deletion-"))
            broken += trial(words.program, kind(folder))
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()

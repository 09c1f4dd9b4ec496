# SPDX-License-Identifier: Apache-2.0
"""Sends one request of each costly kind after the other, and measures the time that event loops spend on it.

Run by `Scripts/trial loops`, on the loopback. The time is the processor time of the threads named
"event loop", of which the kernel keeps account (/proc/PID/task/TID/schedstat); each kind is sent several times
over a connection that is kept alive, each time another request, and the table has the least: interrupts and caches that
other work on the machine has filled only add to it.

Bodies are apart: receiving and hashing a byte takes time that no thread but the loop has, and a loop turns to
others after at most 256 KiB. Their time is told per turn.

Files whose headers take long to read are sent as well: a drawing with megabytes of blanks in its first element, a JPEG
of restart markers, and an AVIF with 9,000 items. Their time is told per turn, too, as a loop has one for each 256 KiB.

Ends with 1 if any kind costs a loop more than 0.5 ms; in the short form, which has to hold on machines that are slow
or busy, more than 1 ms.
"""

import hashlib
import http.client
import json
import statistics
import struct
import sys

from drawing import converted, png
from serving import Server, arguments

# Of the whole form, and of the short one.
LIMITS_MS = (0.5, 1)
TIMES = 20
# Kinds that are too long are measured again, as a neighbor on the machine may be gone then.
ROUNDS = 3
BYTES_PER_TURN = 256 << 10


def form(fields, files=()):
    """A form and its type."""
    parts = [f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + value + b"\r\n"
             for name, value in fields]
    parts += [f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n\r\n'.encode() + value
              + b"\r\n" for name, value in files]
    return b"".join(parts) + b"--x--\r\n", {"Content-Type": "multipart/form-data; boundary=x"}


def scene(number, digest, byte_count):
    """A scene of many panes on a kept picture, about as long as stated."""
    panes = []
    while len(json.dumps({"panes": panes})) < byte_count - 600 and len(panes) < 64:
        pane = {"frame": {"x": len(panes), "y": 1, "width": 90, "height": 70},
                "filter": " ".join(f"blur({index + 2}.{number + 1}px)" for index in range(16)),
                "corners": {"radius": 5}}
        panes.append(pane)
    return json.dumps({"backdrop": {"digest": digest}, "panes": panes}).encode()


def kinds(digest, small):
    """The name of each kind, with a maker of one request: method, target, body, fields."""
    render = f"/v1/images/{digest}/render"
    filters = lambda number: "+".join(f"blur({index + 2}.{number + 1}px)" for index in range(16))
    plan = {"Accept": "application/vnd.frostpane.plan+json"}
    typed = {"Content-Type": "application/json"}
    yield "probe", lambda n: ("GET", "/healthz", None, {})
    yield "nothing there", lambda n: ("GET", f"/nowhere/{n}", None, {})
    yield "contract", lambda n: ("GET", "/openapi.yaml", None, {})
    yield "list of materials", lambda n: ("GET", "/v1/materials", None, {})
    yield "list of filters", lambda n: ("GET", "/v1/filters", None, {})
    yield "hit", lambda n: ("GET", f"{render}?blur=3", None, {})
    yield "cold rendering", lambda n: ("GET", f"{render}?blur=5.{n + 1}", None, {})
    yield "cold rendering, 16 filters", lambda n: ("GET", f"{render}?filter={filters(n)}", None, {})
    yield "cold material", lambda n: ("GET", f"{render}?material=regular&scale=2&quality={50 + n}", None, {})
    yield "automatic material", lambda n: ("GET", f"{render}?material=auto&quality={50 + n}", None, {})
    yield "plan", lambda n: ("GET", f"{render}?blur=6.{n + 1}", None, plan)
    yield "gallery", lambda n: ("GET", f"/v1/gallery/{digest}?quality={50 + n}", None, {})
    yield "upload of 300x200", lambda n: ("POST", f"/v1/render?blur=7.{n + 1}", small, {})
    yield "scene of 4 KB", lambda n: ("POST", "/v1/render", scene(n, digest, 4_000), typed)
    yield "scene of 25 KB", lambda n: ("POST", "/v1/render", scene(n, digest, 25_000), typed)
    yield "plan of a scene of 25 KB", lambda n: ("POST", "/v1/render", scene(n, digest, 25_000), typed | plan)
    yield "scene of 60 KB, broken", lambda n: ("POST", "/v1/render", b'{"panes":[' + b"[" * n + b" " * 60_000, typed)
    yield "60 KB of brackets", lambda n: ("POST", "/v1/render", b"[" * (60_000 + n), typed)
    yield "60 KB of escapes", lambda n: ("POST", "/v1/render", b'"' + b"\\u0041" * 10_000, typed)
    yield "form of 90 fields", lambda n: ("POST", "/v1/render", *form([(f"a{i}", b"1") for i in range(90)]))
    yield "long value in a form", lambda n: (
        "POST", "/v1/render", *form([("filter", b"blur(1px) " * 300)], [("image", small)]))
    yield "query of 7 KB", lambda n: ("GET", f"{render}?filter=" + "blur(1px)+" * 700, None, {})
    yield "many parameters", lambda n: ("GET", f"{render}?" + "&".join(f"a{i}=1" for i in range(700)), None, {})
    yield "Accept of 27 KB", lambda n: ("GET", f"{render}?blur=3.{n}1", None, {"Accept": "a/b;q=0.5, " * 2400 + "*/*"})
    yield "Accept of 1 KB", lambda n: ("GET", f"{render}?blur=3.{n}", None, {"Accept": "a/b;q=0.5, " * 92 + "*/*"})
    yield "If-None-Match of 23 KB", lambda n: (
        "GET", f"{render}?blur=3", None, {"If-None-Match": ", ".join(f'"{i:030x}"' for i in range(690))})
    yield "If-None-Match of 2 KB", lambda n: (
        "GET", f"{render}?blur=3", None, {"If-None-Match": ", ".join(f'"{i:030x}"' for i in range(59))})
    yield "90 fields", lambda n: ("GET", f"{render}?blur=3", None, {f"X-{i}": "a" * 200 for i in range(90)})


def box(kind, *contents):
    body = b"".join(contents)
    return struct.pack(">I4s", len(body) + 8, kind) + body


def many_items(count):
    """The boxes of an AVIF with many items, each of which has the one property, a size."""
    numbers = [struct.pack(">H", number + 1) for number in range(count)]
    entries = [box(b"infe", b"\2\0\0\0", number, b"\0\0av01\0") for number in numbers]
    properties = box(b"iprp", box(b"ipco", box(b"ispe", bytes(4), struct.pack(">II", 64, 64))),
                     box(b"ipma", bytes(4), struct.pack(">I", count), *(number + b"\1\1" for number in numbers)))
    return box(b"ftyp", b"avif\0\0\0\0avifmif1miaf") + box(
        b"meta", bytes(4), box(b"hdlr", bytes(8), b"pict", bytes(13)), box(b"pitm", bytes(4), b"\0\1"),
        box(b"iinf", bytes(4), struct.pack(">H", count), *entries), properties)


def long_headers(small):
    """Files whose headers take long to read: their names and their bytes, to which others may be added."""
    yield "drawing with blanks", b'<svg xmlns="http://www.w3.org/2000/svg" width="9"' + b" " * 4_700_000 + b'height="9"/>'
    yield "JPEG of restart markers", small[:-2] + b"\xff\xd0" * 7_000_000 + b"\xff\xd9"
    yield "AVIF with 9,000 items", many_items(9_000)


def measure(program, small, large, chosen):
    """Yields the name, the statuses and the milliseconds of each kind that is chosen, at a server of its own."""
    with Server(program, "--max-fields", 200) as server:
        digest = server.keep(small)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

        def ask(method, target, body=None, fields=()):
            connection.request(method, target, body=body, headers=dict(fields))
            reply = connection.getresponse()
            reply.read()
            return reply.status

        def spent(*request):
            before = server.loops
            status = ask(*request)
            return status, (server.loops - before) * 1000

        for name, make in kinds(digest, small):
            if not chosen(name):
                continue
            requests = [make(index) for index in range(TIMES)]
            # The first of a kind pays for tables and texts that are made once.
            ask(*make(TIMES))
            statuses, times = zip(*(spent(*request) for request in requests))
            yield name, set(statuses), min(times)
        if chosen("upload, per turn"):
            contents = [large + bytes([index]) for index in range(8)]
            times = [spent("PUT", f"/v1/images/{hashlib.sha256(content).hexdigest()}", content)[1]
                     for content in contents]
            yield "upload, per turn", set(), statistics.median(times) / len(large) * BYTES_PER_TURN
        for name, content in long_headers(small):
            if not chosen(name):
                continue
            turns = len(content) / BYTES_PER_TURN + 1
            times = [spent("POST", "/v1/images", content + bytes([index]))[1] for index in range(3)]
            yield name, set(), statistics.median(times) / turns


def main():
    chosen = arguments(__doc__, "looser limit").parse_args()
    small = converted(chosen.program, png(300, 200))
    large = converted(chosen.program, png(4000, 3000, noise=60))
    limit, slow = LIMITS_MS[chosen.short], None
    print(f"{'kind':28} {'status':>6} {'loop, ms':>9}")
    for _ in range(ROUNDS):
        again = slow
        slow = set()
        for name, statuses, time in measure(chosen.program, small, large, lambda name: again is None or name in again):
            slow |= {name} if time > limit else set()
            print(f"{name:28} {'/'.join(map(str, sorted(statuses))):>6} {time:9.3f}"
                  f"{'  TOO LONG' if time > limit else ''}", flush=True)
        if not slow:
            break
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Asks for what is dear, leaves, and counts the processor time that the server spends from then on.

Run by `Scripts/trial deadlines`; with `--short`, each request leaves one way instead of all three. Each
request is sent to a server that does nothing else, until it has worked for a while. Then the client leaves
by FIN or by RST, or the deadline passes. The table has, in milliseconds of processor time,

  before       spent until the client left
  FIN, RST     spent after the client left
  deadline     spent after the deadline had passed

Ends with 1 when one of the last three is above 50. `done` stands for a request that was answered before;
`no NNN` for one that was refused with that status, which costs nothing afterwards either.
"""

import json
import select
import socket
import sys
import time
import urllib.parse
import zlib

from drawing import converted, png, turned
from serving import Server, arguments, leave

LIMIT = 50
WORK = 0.15
DEADLINE = 0.4
OPTIONS = ["--workers", "2", "--memory", "64GiB", "--max-body", "256MiB", "--cache-originals", "1GiB",
           "--cache-results", "0", "--queue-wait", "10min"]


def endless(data):
    """A stream that goes on for long behind the last row."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(zlib.decompress(data))]
    parts += [packer.compress(bytes(1 << 24)) for _ in range(64)]
    return b"".join(parts) + packer.flush()


def pictures(program, scale=1):
    """All pictures by name, with the number of megapixels that they have at a scale of 1."""
    def made(width, height, **members):
        return png(int(width * scale), int(height * scale), **members)

    wide = made(8660, 5773)
    jpeg = converted(program, wide)
    return {
        "png50": wide,
        "jpeg50": jpeg,
        "progressive50": converted(program, wide, "--progressive"),
        "turned50": turned(jpeg),
        "alpha25": made(6000, 4200, channels=4),
        "deep25": made(6000, 4200, depth=16),
        "interlaced9": made(3000, 3000, channels=1, interlaced=True),
        "endless": png(64, 64, pad=endless),
        "small": png(300, 200),
        "smallalpha": png(300, 200, channels=4),
    }


def full(**members):
    """A pane that covers the picture."""
    return {"frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}, **members}


def cases(kept, digests):
    """All requests: name, method, target, fields and body."""
    def get(name, picture, query="", path="images/{}/render"):
        target = "/v1/" + path.format(digests[picture])
        return name, "GET", target + ("?" + query if query else ""), {}, b""

    def listed(name, picture, text, more=""):
        return get(name, picture, "filter=" + urllib.parse.quote(text.strip()) + more)

    def drawn(name, picture, panes, query="format=png"):
        text = json.dumps({"backdrop": {"digest": digests[picture]}, "panes": panes}, separators=(",", ":"))
        return name, "POST", f"/v1/render?{query}", {"Content-Type": "application/json"}, text.encode()

    def sent(name, picture, query):
        return name, "POST", f"/v1/render?{query}", {}, kept[picture]

    varied = f"variable-blur({{}}px mask({digests['png50']} luminance))"
    photo = {"digest": digests["png50"]}
    letters = {"text": "Wm" * 2000, "font": {"size": 9}, "color": "red"}
    marks = {"text": "e" + "\u0301" * 3900, "font": {"size": 60}, "color": "red"}
    return [
        listed("zoom-blur", "jpeg50", "zoom-blur(0.3)"),
        listed("16 zoom-blur", "jpeg50", "zoom-blur(0.3) " * 16),
        listed("zoom-blur, alpha", "alpha25", "zoom-blur(1 at 0% 0%)"),
        listed("variable-blur", "jpeg50", varied.format(100)),
        listed("16 variable-blur", "jpeg50", (varied.format(40) + " ") * 16),
        listed("motion-blur", "jpeg50", "motion-blur(250px 45deg)"),
        listed("16 motion-blur", "jpeg50", "motion-blur(250px 80deg) " * 16),
        listed("16 blur", "jpeg50", "blur(20px) " * 16),
        listed("16 narrow blur", "png50", "blur(0.6px) " * 16),
        listed("16 wide blur", "png50", "blur(1000px) " * 16),
        listed("16 curves", "jpeg50", "curve(0 0.2 0.9 1) luminance-curve(0.5 0 0.9 0.2 1) " * 8),
        listed("16 matrices", "jpeg50", "hue-rotate(40deg) contrast(4) " * 8),
        listed("16 drop-shadow", "alpha25", "drop-shadow(9px 900px 40px red) " * 16),
        listed("16 vignette", "alpha25", "vignette(10%) " * 16),
        listed("16 pixelate", "jpeg50", "pixelate(997px) " * 16),
        listed("16 magnify", "jpeg50", "magnify(3) " * 16),
        listed("16 average-color", "progressive50", "average-color " * 16),
        listed("16 mixed", "deep25", "zoom-blur(0.2) blur(9px) motion-blur(90px) magnify(2) " * 4),
        get("css3box", "png50", "blur=300&kernel=css3box"),
        get("apple3box", "png50", "blur=300&kernel=apple3box"),
        get("expand", "deep25", "blur=300&edge=expand&format=png"),
        get("normalize", "alpha25", "blur=300&edge=normalize&format=png"),
        get("compression=9", "png50", "format=png&compression=9"),
        get("compression=9, blur", "jpeg50", "format=png&compression=9&blur=3"),
        get("compression=9, 16 bits", "deep25", "format=png&compression=9"),
        get("progressive result", "jpeg50", "blur=20&progressive=1&subsampling=444&quality=100"),
        get("optimized result", "png50", "blur=2&optimize=1&subsampling=444&quality=100&format=jpeg"),
        get("dither", "jpeg50", "format=png&blur=40&dither=1"),
        get("progressive file", "progressive50", "blur=20"),
        get("turned file", "turned50", "blur=20&format=png"),
        get("interlaced file", "interlaced9", "blur=20&format=png&compression=9"),
        get("16-bit file", "deep25", "blur=20&format=png"),
        get("stream that goes on", "endless", "blur=20"),
        sent("upload", "png50", "blur=20&format=png&compression=9"),
        get("material", "png50", "material=systemThickMaterial&format=png"),
        get("material=auto", "progressive50", "material=auto"),
        get("region and mask", "png50", "region=1%25,1%25,98%25,98%25&corner=300&blur=90"
            f"&mask={digests['jpeg50']}&mask-channel=luminance"),
        get("inverted region", "png50", "region=40%25,40%25,9%25,9%25&invert-region=1&blur=200&format=png"),
        sent("redaction", "png50", "region=1%25,1%25,98%25,98%25&redact=1"),
        get("gallery", "progressive50", path="gallery/{}"),
        get("gallery, compression=9", "jpeg50", "format=png&compression=9", path="gallery/{}"),
        get("legibility", "progressive50", f"image={digests['progressive50']}", path="legibility"),
        drawn("64 panes of 16 blurs", "small", [full(filter="blur(20px) " * 15 + "blur(2px)")] * 64),
        drawn("64 panes, one group", "small", [full(filter="blur(20px) " * 15 + "blur(2px)", group="a")] * 64),
        drawn("64 panes of 16 zoom-blur", "smallalpha", [full(filter="zoom-blur(.9) " * 15 + "zoom-blur(1)")] * 64),
        drawn("64 panes, 9 MP", "interlaced9", [full(filter="blur(9px)", alpha=0.5)] * 64),
        drawn("64 large outlines", "small", [
            {"frame": {"x": -60000, "y": -60000, "width": 65000, "height": 65000 + index},
             "shape": "ellipse", "filter": "invert(1)", "alpha": 0.9} for index in range(64)]),
        drawn("4,000 letters", "small", [full(filter="invert(1)", contents=[letters] * 4)]),
        drawn("4,000 marks", "small", [full(filter="invert(1)", contents=[marks])]),
        drawn("64 photos", "png50", [full(filter="invert(1)", contents=[{"image": photo, "mode": "fill"}] * 64)]),
        drawn("a mask for 64 panes", "png50", [
            full(filter="invert(1)", alpha=0.9, mask={**photo, "channel": "luminance"})] * 64),
    ]


def begin(server, request):
    """Sends a request; returns the connection, the processor time before, and the time when it was sent."""
    _, method, target, fields, body = request
    connection = socket.create_connection(("127.0.0.1", server.port))
    start = server.cpu()
    sent = time.monotonic()
    connection.sendall(server.head(method, target, body, fields))
    return connection, start, sent


def by_leaving(server, request, reset):
    """Milliseconds before and after the client leaves; after is a text if nothing was left to do."""
    connection, start, sent = begin(server, request)
    status = b""
    while time.monotonic() - sent < 20 and server.cpu() - start < WORK:
        if select.select([connection], [], [], 0.005)[0]:
            connection.setblocking(True)
            piece = connection.recv(1 << 16)
            status = status or piece[9:12]
            if not piece or status not in (b"", b"200"):
                break
    before = server.cpu()
    if status not in (b"", b"200"):
        connection.close()
        return 1000 * (before - start), "no " + status.decode()
    leave(connection, reset)
    at = server.cpu()
    after = server.rest() - at
    return 1000 * (at - start), ("done" if at - start < WORK else 1000 * after)


def by_deadline(server, request):
    """Milliseconds after the deadline."""
    connection, start, sent = begin(server, request)
    while time.monotonic() - sent < DEADLINE + 0.003:
        if select.select([connection], [], [], 0.002)[0]:
            connection.setblocking(True)
            if not connection.recv(1 << 16):
                break
    at = server.cpu()
    # Reads on, as a slow reader would stop the work by itself.
    last, since = at, time.monotonic()
    while time.monotonic() - since < 0.15 and time.monotonic() - sent < 10:
        if select.select([connection], [], [], 0.01)[0]:
            connection.setblocking(True)
            try:
                if not connection.recv(1 << 20):
                    time.sleep(0.01)
            except OSError:
                time.sleep(0.01)
        now = server.cpu()
        if now - last > 0.0005:
            last, since = now, time.monotonic()
    connection.close()
    return 1000 * (server.cpu() - at)


def main():
    chosen = arguments(__doc__, "each request leaves one way instead of all three").parse_args()
    program = chosen.program
    kept = pictures(program)
    failures, dear, index = 0, 0, 0
    with Server(program, *OPTIONS) as patient, \
            Server(program, *OPTIONS, "--deadline", f"{int(DEADLINE * 1000)}ms") as strict:
        digests = {name: patient.keep(picture) for name, picture in kept.items()}
        for picture in kept.values():
            strict.keep(picture)
        for server in (patient, strict):
            server.ask("POST", "/v1/render?blur=3", kept["small"])
            time.sleep(1.5)
            server.rest()
        print(f"{'request':28} {'before':>8} {'FIN':>8} {'RST':>8} {'deadline':>8}")
        for request in cases(kept, digests):
            ways = [lambda: by_leaving(patient, request, False), lambda: by_leaving(patient, request, True),
                    lambda: (None, by_deadline(strict, request))]
            results, before = ["", "", ""], 0
            for number in ([index % 3] if chosen.short else range(3)):
                (strict if number == 2 else patient).rest(limit=120)
                spent, result = ways[number]()
                before = max(before, spent or 0)
                results[number] = result
            index += 1
            failures += any(not isinstance(result, str) and result > LIMIT for result in results)
            dear += any(not isinstance(result, str) for result in results)
            cells = [result if isinstance(result, str) else f"{result:.0f}" for result in results]
            print(f"{request[0]:28} {before:8.0f} {cells[0]:>8} {cells[1]:>8} {cells[2]:>8}", flush=True)
    print(f"{index} requests, {dear} of them dear; more than {LIMIT} ms afterwards: {failures}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

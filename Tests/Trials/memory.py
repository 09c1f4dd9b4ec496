# SPDX-License-Identifier: Apache-2.0
"""Asks for what takes much memory, and looks at what stays resident five seconds after the last request.

Run by `Scripts/trial memory`; with `--short`, without the pictures of 50 MP. Each line has a server of its
own. In MiB of resident memory:

  base         after the start and one small render
  peak         the most while the requests ran
  left         five seconds after the last one, above the base and what is kept

Ends with 1 when more than 32 are left anywhere.
"""

import json
import socket
import sys
import threading
import time
import urllib.parse

from drawing import converted, png
from serving import MEBIBYTE, Server, arguments

LIMIT = 32
OPTIONS = ["--max-body", "256MiB", "--cache-originals", "256MiB", "--cache-results", "0", "--memory", "16GiB",
           "--deadline", "10min", "--queue", "1000", "--queue-wait", "10min"]


def listed(text):
    return "filter=" + urllib.parse.quote(text.strip())


def heavy(width, height):
    """A PNG of noise, three bytes for each pixel."""
    return png(width, height, noise=256, level=0)


def upload(picture, query):
    """Uploads and renders; keeps nothing."""
    def run(server):
        status, text = server.ask("POST", f"/v1/render?{query}", picture)
        return 0, status if status == 200 else f"{status} {text[:200]!r}"
    return run


def kept(picture, query, count=1):
    """Renders a kept picture several times."""
    def run(server):
        digest = server.keep(picture)
        statuses = set()
        for index in range(count):
            more = query.replace("MASK", f"mask({digest})".replace("(", "%28").replace(")", "%29"))
            more += f"&quality={90 - index}" if count > 1 else ""
            statuses.add(server.ask("GET", f"/v1/images/{digest}/render?{more}")[0])
        return len(picture), statuses
    return run


def scene(picture, panes):
    def run(server):
        digest = server.keep(picture)
        text = json.dumps({"backdrop": {"digest": digest}, "panes": panes}, separators=(",", ":"))
        status, _ = server.ask("POST", "/v1/render", text.encode(), {"Content-Type": "application/json"})
        return len(picture), status
    return run


def parked(picture, count):
    """Clients that ask for large results and read nothing until they leave."""
    def run(server):
        digest = server.keep(picture)
        clients = []
        for index in range(count):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", server.port))
            client.sendall(server.head("GET", f"/v1/images/{digest}/render?format=png&compression=0&blur={index + 2}"))
            clients.append(client)
        server.rest(quiet=1, limit=60)
        for client in clients:
            client.close()
        return len(picture), count
    return run


def together(picture, count):
    """Many renders at a time."""
    def run(server):
        digest = server.keep(picture)
        def one(index):
            server.ask("GET", f"/v1/images/{digest}/render?format=png&blur={index + 2}")
        threads = [threading.Thread(target=one, args=(index,)) for index in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(picture), count
    return run


def measure(program, name, run):
    with Server(program, *OPTIONS) as server:
        server.ask("POST", "/v1/render?blur=3", png(64, 64))
        time.sleep(2.5)
        base = server.memory()
        server.forget_peak()
        held, status = run(server)
        time.sleep(5)
        left = (server.memory() - base - held) / MEBIBYTE
        print(f"{name:34} {base / MEBIBYTE:7.1f} {server.memory('VmHWM') / MEBIBYTE:8.1f} {left:7.1f}  {status}",
              flush=True)
        return left


def main():
    chosen = arguments(__doc__, "no pictures of 50 MP").parse_args()
    program = chosen.program
    photo = heavy(4000, 3000)
    jpeg = converted(program, png(4000, 3000))
    small, alpha = png(300, 200), png(300, 200, channels=4)
    full = {"frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}}
    varied = "filter=" + "%20".join(["variable-blur%2820px%20MASK%29"] * 16)
    cases = [
        ("36 MB PNG of 12 MP, blur", upload(photo, "blur=30")),
        ("36 MB PNG of 12 MP, twice", upload(photo, "blur=31")),
        ("12 MP JPEG, zoom-blur", kept(jpeg, listed("zoom-blur(0.3)"))),
        ("12 MP JPEG, 16 zoom-blur", kept(jpeg, listed("zoom-blur(0.1) " * 16))),
        ("12 MP JPEG, 16 variable-blur", kept(jpeg, varied)),
        ("12 MP JPEG, progressive", kept(jpeg, "blur=9&progressive=1", 8)),
        ("64 panes of 16 blurs", scene(small, [{**full, "filter": "blur(20px) " * 15 + "blur(3px)"}] * 64)),
        ("64 panes of 16 zoom-blur", scene(alpha, [{**full, "filter": "zoom-blur(.9) " * 15 + "zoom-blur(1)"}] * 64)),
        ("16 renders at a time", together(jpeg, 16)),
        ("60 parked readers", parked(jpeg, 60)),
    ]
    if not chosen.short:
        wide = png(8660, 5773)
        wide_jpeg = converted(program, wide)
        cases += [
            ("50 MP PNG, blur", kept(wide, "blur=30")),
            ("137 MB PNG of 48 MP, blur", upload(heavy(8000, 6000), "blur=30")),
            ("50 MP JPEG, zoom-blur", kept(wide_jpeg, listed("zoom-blur(0.05)"))),
            ("50 MP JPEG, 16 zoom-blur", kept(wide_jpeg, listed("zoom-blur(0.01) " * 16))),
            ("50 MP JPEG, 16 variable-blur", kept(wide_jpeg, varied)),
        ]
    print(f"{'':34} {'base':>7} {'peak':>8} {'left':>7}")
    failures = sum(measure(program, name, run) > LIMIT for name, run in cases)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

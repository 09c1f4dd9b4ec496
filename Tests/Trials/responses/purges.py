# SPDX-License-Identifier: Apache-2.0
"""Renders through nginx and Varnish as Docs/caching.md configures them, deletes images, and purges what was made from them.

Run by `Scripts/trial purges`, which installs both. Four clients, three browsers and one that accepts anything, ask in turns
for renders of an image, of a scene by its digest and of one by its name. The columns

  requests  those of the clients
  misses    those that the cache passed on; at most one for each representation
  after     the status of a render through the cache after the image was deleted: Varnish is told its tag, and nginx, which
            cannot purge, may keep it

Ends with 1 when there are more misses, when a response is not the server's, or when Varnish keeps what was purged.
"""

import http.client
import pathlib
import re
import sys
import tempfile

from drawing import png
from serving import Running, Server, arguments, free_port
from variants import BROWSERS, Counter, ask, different

DOCUMENT = pathlib.Path(__file__).parents[3] / "Docs" / "caching.md"
SCENE = ('{"variables": {"photo": {"type": "image"}, "accent": {"type": "color", "default": "red"}},'
         ' "backdrop": "{{photo}}", "panes": [{"frame": {"width": "50%"}, "tint": "{{accent}}"}]}')
ROUNDS = 3


def block(language, port, upstream):
    """A configuration of the document, with other ports."""
    text = re.search(rf"```{language}\n(.*?)```", DOCUMENT.read_text(), re.DOTALL).group(1)
    return text.replace("8080", str(upstream)).replace("8000", str(port))


def varnish(folder, port, upstream):
    config = folder / "default.vcl"
    config.write_text(block("vcl", port, upstream))
    return ["varnishd", "-F", "-n", str(folder / "work"), "-a", f"127.0.0.1:{port}", "-f", str(config), "-s", "malloc,64m"]


def nginx(folder, port, upstream):
    config = folder / "nginx.conf"
    server = block("nginx", port, upstream).replace("/var/cache/nginx/frostpane", str(folder / "cache"))
    config.write_text(f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{server}\n}}\n")
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(config)]


def turns(port, server, target):
    """Asks in turns; returns the number of requests, and of those whose response is not the server's."""
    wrong, vary = 0, None
    for _ in range(ROUNDS):
        for accept in BROWSERS:
            reply, content = ask(port, target, {"Host": "127.0.0.1", "Accept": accept})
            own, expected = ask(server.port, target, {"Host": "127.0.0.1", "Accept": accept})
            wrong += (reply.status, content) != (own.status, expected)
            vary = own.getheader("Vary")
    return ROUNDS * len(BROWSERS), wrong, different([{"Accept": accept} for accept in BROWSERS], vary)


def trial(cache, server, number):
    """The number of faults behind one cache."""
    faults = 0
    digest = server.keep(png(96 + number, 72))
    # Another image, which stays.
    other = server.keep(png(72, 96 + number))
    status, reply = server.ask("PUT", "/v1/scenes/card", SCENE)
    scene = re.search(rb'"id":"([0-9a-f]{64})"', reply).group(1).decode()
    assert status in (200, 201), reply
    with tempfile.TemporaryDirectory(prefix="frostpane-purges-") as folder:
        folder = pathlib.Path(folder)
        # Workers of nginx run as another user.
        folder.chmod(0o777)
        port, counter = free_port(), Counter(server.port)
        with open(folder / "output.log", "wb") as log, \
                Running(cache(folder, port, counter.server_address[1]), port, log):
            targets = [f"/v1/images/{digest}/render?width=40", f"/v1/scenes/{scene}/render?photo={digest}",
                       f"/v1/scenes/card/render?photo={digest}&accent=blue", f"/v1/images/{other}/render?width=40"]
            for target in targets:
                before = counter.count
                count, wrong, most = turns(port, server, target)
                misses = counter.count - before
                faults += wrong + (misses > most)
                print(f"{cache.__name__:8} {target.split('?')[0][:24]:26} {count:8} {misses:7}", flush=True)
            tag = send("DELETE", server.port, f"/v1/images/{digest}").getheader("Surrogate-Key")
            if cache is varnish:
                assert send("PURGE", port, "/", {"Surrogate-Key": tag}).status == 200
            states = [ask(port, target, {"Host": "127.0.0.1", "Accept": "*/*"})[0].status for target in targets]
            print(f"{cache.__name__:8} after the deletion: {states}")
            faults += states[3] != 200 or cache is varnish and 200 in states[:3]
        counter.shutdown()
    return faults


def send(method, port, target, fields=None):
    """The head of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, target, headers=fields or {})
    reply = connection.getresponse()
    reply.read()
    connection.close()
    return reply


def main():
    program = arguments(__doc__).parse_args().program
    with tempfile.TemporaryDirectory() as folder:
        key = pathlib.Path(folder, "key")
        key.write_text("purge 0123456789abcdef0123456789abcdef\n")
        with Server(program, "--host-name", "*", "--cache-tag-key", key, "--stale-while-revalidate", "30s") as server:
            print(f"{'cache':8} {'address':26} {'requests':>8} {'misses':>7}")
            faults = sum(trial(cache, server, number) for number, cache in enumerate((varnish, nginx)))
    print(f"{faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

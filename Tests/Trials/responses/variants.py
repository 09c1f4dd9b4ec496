# SPDX-License-Identifier: Apache-2.0
"""Asks for addresses with 30 values of `Accept` and with hints, directly and through the caches of nginx and squid.

Run by `Scripts/trial variants`, which installs the proxies. Each address is asked for with each `Accept` and each set
of hints. The columns

  values       the different values of `Vary` in the server's own answers, which must be one
  requests     different requests: those that differ in a field that `Vary` names
  nginx, squid requests that the cache passed on to the server, of all requests in three rounds; at most one for each
               different request is right, in the first round, and one more for squid

and, for browsers alone, of four in turns and a client that accepts anything, three rounds. Ends with 1 unless all is right.
"""

import collections
import http.client
import pathlib
import shutil
import sys
import tempfile
import threading
import http.server

from drawing import png
from proxies import nginx, squid
from serving import Running, Server, arguments, free_port

BROWSERS = [
    "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
    "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
    "*/*",
]
ACCEPTS = [
    None, *BROWSERS, "image/*", "image/png", "image/jpeg", "image/webp", "image/avif", "image/jxl", "image/png,image/jpeg",
    "image/png;q=0.5,image/jpeg", "image/webp,*/*", "image/avif,*/*", "image/jpeg,image/*;q=0.1", "image/*;q=0.5",
    "application/json", "application/problem+json", "application/json,image/*", "text/html,*/*;q=0.1",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", "image/gif", "image/bmp",
    "text/plain", "*/*;q=0.001", "image/*,*/*;q=0", "IMAGE/PNG", "image/png , image/jpeg", "x",
]
HINTS = [
    {}, {"Save-Data": "on"}, {"Sec-CH-DPR": "2"}, {"Sec-CH-Prefers-Color-Scheme": "dark"},
    {"Sec-CH-Prefers-Contrast": "more", "Sec-CH-Prefers-Reduced-Transparency": "reduce"}, {"Sec-CH-Width": "200"},
]
QUERIES = ["width=40", "width=40&format=png", "width=40&prefer=speed", "width=40&material=systemMaterial",
           "width=40&material=auto&text=label&format=jpeg", "client-width=1&width=40"]
ROUNDS = 3


class Counter(http.server.ThreadingHTTPServer):
    """A server that hands requests on, and counts them."""

    daemon_threads = True

    def __init__(self, upstream):
        counter = self
        self.count = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                counter.count += 1
                fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                reply, content = ask(upstream, self.path, fields)
                self.send_response(reply.status)
                for name, value in reply.getheaders():
                    if name.lower() not in ("connection", "content-length", "transfer-encoding", "trailer"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def ask(port, target, fields):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest("GET", target, skip_accept_encoding=True, skip_host="Host" in fields)
    for name, value in fields.items():
        connection.putheader(name, value)
    connection.endheaders()
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    return reply, content


def requests():
    return [{**({"Accept": accept} if accept is not None else {}), **hints} for accept in ACCEPTS for hints in HINTS]


def different(asked, vary):
    """The number of requests that a cache must tell apart."""
    names = [name.strip().lower() for name in (vary or "").split(",")]
    return len({tuple({key.lower(): value for key, value in fields.items()}.get(name) for name in names) for fields in asked})


def through(cache, program_port, targets, asked, expected, cacheable):
    """The requests that reached the server for each address, and the bytes that were not the server's own."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-variants-"))
    port, counter = free_port(), Counter(program_port)
    passed, wrong = {}, 0
    try:
        with open(folder / "output.log", "wb") as log, \
                Running(cache(folder, port, counter.server_address[1]), port, log):
            for target in targets:
                begin = counter.count
                for _ in range(ROUNDS):
                    for number, fields in enumerate(asked):
                        if not cacheable[target][number]:
                            continue
                        reply, content = ask(port, target, {"Host": "127.0.0.1", **fields})
                        wrong += (reply.status, content) != expected[target][number]
                passed[target] = counter.count - begin
    finally:
        counter.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
    return passed, wrong


def trial(server, targets, asked, title):
    expected, cacheable = collections.defaultdict(list), collections.defaultdict(list)
    values = {}
    for target in targets:
        seen = set()
        for fields in asked:
            reply, content = ask(server.port, target, fields)
            seen.add(reply.getheader("Vary"))
            expected[target].append((reply.status, content))
            # Plans and refusals are not for caches.
            cacheable[target].append(reply.status == 200 and "max-age" in (reply.getheader("Cache-Control") or ""))
        values[target] = seen
    results = [through(cache, server.port, targets, asked, expected, cacheable) for cache in (nginx, squid)]
    failures = sum(wrong for _, wrong in results)
    if failures:
        print(f"BROKEN {failures} answers of caches are not the server's")
    for target in targets:
        vary = next(iter(values[target]))
        sent = [fields for fields, good in zip(asked, cacheable[target]) if good]
        count = different(sent, vary)
        passed = [result[0][target] for result in results]
        # Before squid can tell variants apart, it has asked once for the fields in Vary.
        bad = len(values[target]) != 1 or passed[0] > count or passed[1] > count + 1
        failures += bad
        print(f"{title + target.split('?')[-1][-44:]:54} {len(values[target]):>6} {count:>8} {len(sent) * ROUNDS:>5}"
              f" {passed[0]:>6} {passed[1]:>6}{'  BROKEN ' + str(values[target]) if bad else ''}", flush=True)
    return failures


def main():
    program = arguments(__doc__).parse_args().program
    failures = 0
    # nginx sends the name of its upstream as Host.
    with Server(program, "--host-name", "frostpane") as server:
        digest = server.keep(png(96, 72))
        base = f"/v1/images/{digest}/render?"
        print(f"{'':54} {'values':>6} {'requests':>8} {'sent':>5} {'nginx':>6} {'squid':>6}")
        failures += trial(server, [base + query for query in QUERIES], requests(), "")
        turns = [{"Accept": accept} for accept in BROWSERS]
        failures += trial(server, [base + "width=41", base + "width=42&format=png"], turns, "browsers: ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

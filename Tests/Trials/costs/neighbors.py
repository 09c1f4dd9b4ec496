# SPDX-License-Identifier: Apache-2.0
"""Asks for small JPEGs beside clients that keep the server busy with costly images.

Run by `Scripts/trial neighbors`. Ten JPEGs of 300 × 200 a second come from one address, at a constant rate however late
the responses are, while clients at another address send one costly request after the other: large images to and from
the formats of libraries, the highest efforts, and drawings that take far more than their size says, with another byte
in each. The server has two workers and default options, but caches no results. In each row:

  served       small JPEGs that were answered with 200, in percent
  p50, p99     milliseconds until a small JPEG was there
  costly       costly requests answered with 200 in a second; in parentheses without small ones beside them
  others       costly requests with other answers

Ends with 1 when less than 98 % of the small JPEGs of a row are served. On a quiet machine, p99 is at most 100 ms, and
costly requests lose less than 15 %; both are printed.
"""

import collections
import http.client
import itertools
import pathlib
import sys
import threading
import time

from serving import Server, arguments

SECONDS, SHORT_SECONDS = 20, 5
RATE, LEAST = 10, 98
SMALL, COSTLY = "127.0.1.1", "127.0.2.1"
# Where Scripts/trial draws photos.
FOLDER = pathlib.Path(".build/trials")
OPTIONS = ["--workers", "2", "--cache-results", "0"]


def uses(number):
    """A drawing that uses a group ten times, which uses another ten times, 12 deep."""
    groups = "".join(f"<g id='a{level}'>" + f"<use href='#a{level - 1}'/>" * 10 + "</g>" for level in range(1, 12))
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'><defs>"
            f"<g id='a0'><rect width='9' height='9'/></g>{groups}</defs><use href='#a11'/><!--{number}--></svg>").encode()


def turbulence(number):
    filters = "<feTurbulence baseFrequency='0.9' numOctaves='99' type='fractalNoise'/>" * 9
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'><filter id='f'>{filters}</filter>"
            f"<rect width='900' height='900' filter='url(#f)'/><!--{number}--></svg>").encode()


def masks(number):
    nested = "".join(f"<mask id='m{level}'><rect width='900' height='900' fill='white' mask='url(#m{level - 1})'/>"
                     f"<rect width='900' height='900' fill='gray' mask='url(#m{level - 1})'/></mask>"
                     for level in range(1, 14))
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'><mask id='m0'><rect width='900' "
            f"height='900' fill='white'/></mask>{nested}<rect width='900' height='900' mask='url(#m13)'/>"
            f"<!--{number}--></svg>").encode()


def morphology(number):
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='1000' height='1000'><filter id='f'>"
            f"<feMorphology operator='dilate' radius='400'/></filter><circle cx='500' cy='500' r='300' "
            f"filter='url(#f)'/><!--{number}--></svg>").encode()


def attributes(number):
    many = " ".join(f"a{index}='1'" for index in range(300_000))
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g {many}/><!--{number}--></svg>".encode()


def encoded(program, name, query):
    """A large photo in another format."""
    path = FOLDER / name
    if not path.exists():
        with Server(program, *OPTIONS, "--deadline", "2min") as server:
            status, body = server.ask("POST", f"/v1/render?{query}", (FOLDER / "4000x3000.jpg").read_bytes())
        if status != 200:
            sys.exit(f"{name}: {status} {body[:300]!r}")
        path.write_bytes(body)
    return path.read_bytes()


def rows(program, short):
    """The name, the number of clients, the target and the maker of bodies of each row."""
    large, medium = (FOLDER / "4000x3000.jpg").read_bytes(), (FOLDER / "1200x800.jpg").read_bytes()
    blur = "/v1/render?blur=8&format=jpeg"

    def always(body):
        return lambda number: body

    yield "12 MP JPEG", 12, blur, always(large)
    yield "12 MP to AVIF", 12, "/v1/render?format=avif", always(large)
    yield "1 MP, jxl effort=9 lossless", 12, "/v1/render?format=jxl&effort=9&lossless=1", always(medium)
    yield "1 MP, webp effort=9 lossless", 12, "/v1/render?format=webp&effort=9&lossless=1", always(medium)
    yield "1 MP, avif effort=9", 12, "/v1/render?format=avif&effort=9", always(medium)
    yield "2 × drawing, nested use", 2, blur, uses
    yield "12 × drawing, turbulence", 12, blur, turbulence
    if short:
        return
    yield "12 MP AVIF", 12, blur, always(encoded(program, "large.avif", "format=avif"))
    yield "12 MP JPEG XL", 12, blur, always(encoded(program, "large.jxl", "format=jxl"))
    yield "12 MP WebP", 12, blur, always(encoded(program, "large.webp", "format=webp"))
    heic = pathlib.Path("Tests/Fixtures/foreign/telephone.heic").read_bytes()
    yield "HEIC", 12, blur, always(heic)
    yield "12 × drawing, nested use", 12, blur, uses
    yield "12 × drawing, masks in masks", 12, blur, masks
    yield "12 × drawing, feMorphology", 12, blur, morphology
    yield "12 × drawing, 300,000 attributes", 12, blur, attributes


class Load:
    """Clients that send one costly request after the other until they are stopped."""

    def __init__(self, server, count, target, make):
        self.server, self.target, self.make = server, target, make
        self.numbers, self.statuses = itertools.count(), collections.Counter()
        self.stopped = threading.Event()
        self.threads = [threading.Thread(target=self.run) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while not self.stopped.is_set():
            status = ask(self.server, COSTLY, self.target, self.make(next(self.numbers)))
            if not self.stopped.is_set():
                self.statuses[status] += 1
            if status != 200:
                # A client that is refused waits; many at once would measure the trial.
                self.stopped.wait(0.2)

    def stop(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


def ask(server, source, target, body):
    """The status of an answer to a client at an address; 0 for none."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(source, 0))
    try:
        connection.request("POST", target, body=body)
        reply = connection.getresponse()
        reply.read()
        return reply.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def small_ones(server, picture, seconds):
    """The statuses of small JPEGs that come at a constant rate, and the seconds that the served ones took."""
    statuses, times, threads = [], [], []

    def one(due):
        status = ask(server, SMALL, "/v1/render?blur=4", picture)
        statuses.append(status)
        if status == 200:
            times.append(time.monotonic() - due)

    start = time.monotonic()
    for number in range(RATE * seconds):
        due = start + number / RATE
        time.sleep(max(0, due - time.monotonic()))
        threads.append(threading.Thread(target=one, args=(due,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    return statuses, sorted(times)


def measure(program, picture, row, seconds):
    """The statuses and times of the small ones; the statuses of the costly ones with and without small ones."""
    _, count, target, make = row
    with Server(program, *OPTIONS) as server:
        small_ones(server, picture, 1)
        load = Load(server, count, target, make)
        time.sleep(1)
        load.statuses.clear()
        time.sleep(seconds)
        alone = dict(load.statuses)
        load.statuses.clear()
        statuses, times = small_ones(server, picture, seconds)
        beside = dict(load.statuses)
        load.stop()
    return statuses, times, beside, alone


def main():
    options = arguments(__doc__, short="seven rows of five seconds each").parse_args()
    picture = (FOLDER / "300x200.jpg").read_bytes()
    seconds = SHORT_SECONDS if options.short else SECONDS
    failures = []
    print(f"{'beside':34}{'served':>8}{'p50':>7}{'p99':>7}{'costly':>16}  others")
    for row in rows(options.program, options.short):
        statuses, times, beside, alone = measure(options.program, picture, row, seconds)
        served = 100 * statuses.count(200) / len(statuses)
        p50, p99 = (1000 * times[int(part * (len(times) - 1))] if times else 0 for part in (0.5, 0.99))
        rates = f"{beside.pop(200, 0) / seconds:.2f} ({alone.get(200, 0) / seconds:.2f})"
        others = ", ".join(f"{count} × {status}" for status, count in sorted(beside.items()))
        print(f"{row[0]:34}{served:7.1f}%{p50:7.0f}{p99:7.0f}{rates:>16}  {others}", flush=True)
        if served < LEAST:
            failures.append(row[0])
    for name in failures:
        print(f"less than {LEAST} % are served beside {name}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Tries what clients do to connections: drips, idleness, crowds, and damaged pictures.

Run by `Scripts/trial connections`. The rows:

  head, body     seconds until the answer to a head or body that arrives a byte at a time, and seconds from the
                 answer until the connection is gone
  newcomers      requests of 50 newcomers that were answered, while idle connections take all room
  longest idle   whether those that gave way are those that had been idle longest
  probes         probes of 20 that were answered within a second, while busy connections take all room
  connections    those that are served at the same time by default, with 1,024 descriptors and with more
  damage         answers to 5,000 pictures with a flipped byte: 422, 200, and 200 that broke off

Ends with 1 unless connections are gone 2.5 s after the answer, all newcomers and probes are answered, and no
answer breaks off. The short form allows for stalls of the machine: 8 s, and ten for a probe; its server waits for
heads and bodies for two seconds only.
"""

import http.client
import pathlib
import random
import resource
import sys
import threading
import time

from serving import Server, arguments

PICTURE = pathlib.Path("Docs/images/before.jpg")
LIMIT = 64
FLIPS = 5000
# Seconds until a connection is gone, and until a probe is answered: of the whole form, and of the short one.
GONE, PROBED = (2.5, 8), (1, 10)


def status(connection):
    """The status of the next answer, whose body has a length; 0 without one."""
    try:
        reply = http.client.HTTPResponse(connection)
        reply.begin()
        reply.read()
        return reply.status
    except (OSError, http.client.HTTPException):
        return 0


def get(connection, target):
    try:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    except OSError:
        return 0
    return status(connection)


def opened(program, *options, **members):
    """A server that writes no warnings, as most of what happens here is worth one."""
    return Server(program, *options, level="error", **members)


def settle():
    """Waits until the server has noticed the ends of connections."""
    time.sleep(0.3)


def drip(server, start, most=90):
    """Sends a start, then a byte a second; gives the seconds until the answer and from there to the end."""
    settle()
    before = server.sockets()
    connection = server.connect()
    connection.sendall(start)
    began = time.monotonic()
    due = began + 1
    answered = None
    while time.monotonic() - began < most:
        connection.settimeout(0.05)
        try:
            if connection.recv(65536) and answered is None:
                answered = time.monotonic() - began
        except TimeoutError:
            pass
        except OSError:
            pass
        # What the server holds counts, not what the client sees.
        if answered is not None and server.sockets() <= before:
            break
        if time.monotonic() >= due:
            due += 1
            try:
                connection.sendall(b"a")
            except OSError:
                pass
        time.sleep(0.05)
    connection.close()
    return answered or most, time.monotonic() - began - (answered or 0)


def crowd(program, patience):
    """Newcomers among idle connections, and probes among busy ones."""
    with opened(program, "--connections", LIMIT) as server:
        settle()
        idle = [server.connect() for _ in range(LIMIT)]
        served = sum(get(connection, "/v1/materials") == 200 for connection in idle)
        if served != LIMIT:
            print(f"  only {served} of {LIMIT} connections were served", file=sys.stderr)
        newcomers = [server.connect() for _ in range(50)]
        answered = sum(get(connection, "/v1/materials") == 200 for connection in newcomers)
        settle()
        alive = [get(connection, "/v1/materials") == 200 for connection in idle]
        gone = alive.index(True) if True in alive else LIMIT
        in_order = not any(alive[:gone]) and all(alive[gone:]) and gone >= 50
        for connection in idle + newcomers:
            connection.close()
    with opened(program, "--connections", LIMIT) as server:
        settle()
        busy = [server.connect() for _ in range(LIMIT)]
        for connection in busy:
            connection.sendall(b"POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
        settle()
        probes = 0
        for _ in range(20):
            began = time.monotonic()
            with server.connect() as connection:
                probes += get(connection, "/readyz") == 200 and time.monotonic() - began < patience
        for connection in busy:
            connection.close()
    return answered, in_order, probes


def default_limit(program, descriptors):
    """The number of connections that are served at the same time by default."""
    most = min(descriptors, 6000)
    with opened(program, descriptors=descriptors) as server:
        open_ones, count = [], 0
        try:
            for _ in range(most):
                connection = server.connect(timeout=3)
                open_ones.append(connection)
                # A head that is not complete: no idle connection, which would give way.
                connection.sendall(b"GET /v1/materials HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1/materials HTTP/1.1\r\nHost: localhost\r\n")
                if status(connection) != 200:
                    break
                count += 1
        except OSError:
            pass
        for connection in open_ones:
            connection.close()
    return f"{count}{'+' if count == most else ''}"


def damage(program, flips):
    """Answers to pictures with one flipped byte behind their header."""
    picture = PICTURE.read_bytes()
    generator = random.Random(19)
    counts = {"422": 0, "200": 0, "cut": 0, "other": 0}
    lock = threading.Lock()

    def send(count):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for _ in range(count):
            with lock:
                place, bit = generator.randrange(700, len(picture)), 1 << generator.randrange(8)
            flipped = bytearray(picture)
            flipped[place] ^= bit
            try:
                connection.request("POST", "/v1/render?quality=90", body=bytes(flipped))
                reply = connection.getresponse()
                reply.read()
                name = str(reply.status) if reply.status in (200, 422) else "other"
            except (http.client.IncompleteRead, ConnectionError, ValueError):
                name = "cut"
                connection.close()
            with lock:
                counts[name] += 1

    with opened(program) as server:
        threads = [threading.Thread(target=send, args=(flips // 2,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return counts


def main():
    chosen = arguments(__doc__, "short timeouts, 200 damaged pictures, no count of connections, and patience").parse_args()
    program, failures = chosen.program, 0
    hasty = ["--header-timeout", "2s", "--body-timeout", "2s"] if chosen.short else []
    with opened(program, *hasty) as server:
        starts = {
            "head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
            "body": b"POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
                    + PICTURE.read_bytes()[:600],
        }
        for name, start in starts.items():
            answered, held = drip(server, start)
            failures += held > GONE[chosen.short]
            print(f"{name:14} answered after {answered:5.1f} s, gone {held:5.1f} s later", flush=True)
    answered, in_order, probes = crowd(program, PROBED[chosen.short])
    failures += answered != 50 or not in_order or probes != 20
    print(f"{'newcomers':14} {answered} of 50 answered")
    print(f"{'longest idle':14} {'gave way first' if in_order else 'did not give way first'}")
    print(f"{'probes':14} {probes} of 20 answered", flush=True)
    # The trial itself needs as many descriptors as the server.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for descriptors in () if chosen.short else (1024, min(most, 16384)):
        count = default_limit(program, descriptors)
        print(f"{'connections':14} {count} with {descriptors} descriptors", flush=True)
    counts = damage(program, 200 if chosen.short else FLIPS)
    failures += counts["cut"] + counts["other"] > 0
    print(f"{'damage':14} {counts['422']} answered with 422, {counts['200']} with 200, {counts['cut']} cut, "
          f"{counts['other']} other")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

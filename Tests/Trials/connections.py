# SPDX-License-Identifier: Apache-2.0
"""Tries what clients do to connections: drips, idleness, crowds, and damaged pictures.

Run by `Scripts/trial connections`. The rows:

  head, body     seconds until the answer to a head or body that arrives a byte at a time, and seconds from the
                 answer until the connection is gone
  newcomers      requests of 50 newcomers that were answered, while idle connections take all room
  longest idle   whether those that gave way are those that had been idle longest
  probes         probes of 20 that were answered within a second, while busy connections take all room
  connections    those that are served at the same time by default, with 1,024 descriptors and with more
  damage         answers to 1,000 pictures with a flipped byte: 422, 200, and 200 that broke off

Ends with 1 unless connections are gone 2.5 s after the answer, all newcomers and probes are answered, and no
answer breaks off.
"""

import http.client
import os
import pathlib
import random
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

PICTURE = pathlib.Path("Docs/images/before.jpg")
LIMIT = 64
FLIPS = 1000


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server on a port of its own, which ends with the block."""

    def __init__(self, program, *options, descriptors=None):
        self.port = free_port()

        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        command = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--log-level", "error", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        preexec_fn=limit)

    def __enter__(self):
        for _ in range(200):
            try:
                self.connect().close()
                # Until the server has noticed the end of this connection.
                time.sleep(0.3)
                return self
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not listen")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def connect(self, timeout=60):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def sockets(self):
        """The number of sockets that the server has open."""
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        count = 0
        for entry in folder.iterdir():
            try:
                count += os.readlink(entry).startswith("socket:")
            except OSError:
                pass
        return count


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
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    except OSError:
        return 0
    return status(connection)


def drip(server, start, most=90):
    """Sends a start, then a byte a second; gives the seconds until the answer and from there to the end."""
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


def crowd(program):
    """Newcomers among idle connections, and probes among busy ones."""
    with Server(program, "--connections", str(LIMIT)) as server:
        idle = [server.connect() for _ in range(LIMIT)]
        served = sum(get(connection, "/v1/materials") == 200 for connection in idle)
        if served != LIMIT:
            print(f"  only {served} of {LIMIT} connections were served", file=sys.stderr)
        newcomers = [server.connect() for _ in range(50)]
        answered = sum(get(connection, "/v1/materials") == 200 for connection in newcomers)
        time.sleep(0.3)
        alive = [get(connection, "/v1/materials") == 200 for connection in idle]
        gone = alive.index(True) if True in alive else LIMIT
        in_order = not any(alive[:gone]) and all(alive[gone:]) and gone >= 50
        for connection in idle + newcomers:
            connection.close()
    with Server(program, "--connections", str(LIMIT)) as server:
        busy = [server.connect() for _ in range(LIMIT)]
        for connection in busy:
            connection.sendall(b"POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        time.sleep(0.3)
        probes = 0
        for _ in range(20):
            began = time.monotonic()
            with server.connect() as connection:
                probes += get(connection, "/readyz") == 200 and time.monotonic() - began < 1
        for connection in busy:
            connection.close()
    return answered, in_order, probes


def default_limit(program, descriptors):
    """The number of connections that are served at the same time by default."""
    most = min(descriptors, 6000)
    with Server(program, descriptors=descriptors) as server:
        open_ones, count = [], 0
        try:
            for _ in range(most):
                connection = server.connect(timeout=3)
                open_ones.append(connection)
                # A head that is not complete: no idle connection, which would give way.
                connection.sendall(b"GET /v1/materials HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/materials HTTP/1.1\r\nHost: a\r\n")
                if status(connection) != 200:
                    break
                count += 1
        except OSError:
            pass
        for connection in open_ones:
            connection.close()
    return f"{count}{'+' if count == most else ''}"


def damage(program):
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

    with Server(program) as server:
        threads = [threading.Thread(target=send, args=(FLIPS // 2,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return counts


def main():
    program = sys.argv[1]
    failures = 0
    with Server(program) as server:
        starts = {
            "head": b"GET / HTTP/1.1\r\nHost: a\r\nX: ",
            "body": b"POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"
                    + PICTURE.read_bytes()[:600],
        }
        for name, start in starts.items():
            answered, held = drip(server, start)
            failures += held > 2.5
            print(f"{name:14} answered after {answered:5.1f} s, gone {held:5.1f} s later", flush=True)
    answered, in_order, probes = crowd(program)
    failures += answered != 50 or not in_order or probes != 20
    print(f"{'newcomers':14} {answered} of 50 answered")
    print(f"{'longest idle':14} {'gave way first' if in_order else 'did not give way first'}")
    print(f"{'probes':14} {probes} of 20 answered", flush=True)
    # The trial itself needs as many descriptors as the server.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for descriptors in (1024, min(most, 16384)):
        count = default_limit(program, descriptors)
        print(f"{'connections':14} {count} with {descriptors} descriptors", flush=True)
    counts = damage(program)
    failures += counts["cut"] + counts["other"] > 0
    print(f"{'damage':14} {counts['422']} answered with 422, {counts['200']} with 200, {counts['cut']} cut, "
          f"{counts['other']} other")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

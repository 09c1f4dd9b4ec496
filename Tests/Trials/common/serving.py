# SPDX-License-Identifier: Apache-2.0
"""Programs under trial on the loopback, with what the kernel counts of a server, and the words of the command line."""

import argparse
import contextlib
import hashlib
import http.client
import os
import pathlib
import resource
import signal
import socket
import struct
import subprocess
import sys
import time

MEBIBYTE = 1 << 20


def arguments(text, short=None):
    """A parser of the arguments of a trial: its program and, where `short` tells what it leaves out, `--short`."""
    name = pathlib.Path(sys.argv[0]).stem
    parser = argparse.ArgumentParser(prog=f"Scripts/trial {name}", description=text,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program under trial, which Scripts/trial names")
    if short:
        parser.add_argument("--short", action="store_true", help=short)
    return parser


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Running:
    """A program that listens on a port of the loopback, and ends with the block.

    It leads a session, which holds its processes and no others.
    """

    # The signal that ends it.
    farewell = signal.SIGTERM

    def __init__(self, command, port, output=subprocess.DEVNULL, descriptors=None):
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        self.port = port
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output,
                                        stderr=output, start_new_session=True, preexec_fn=limit)
        self.pid = self.process.pid

    def __enter__(self):
        for _ in range(400):
            if self.process.poll() is not None:
                raise RuntimeError(f"ended with {self.process.returncode}")
            with contextlib.suppress(OSError):
                self.connect(timeout=1).close()
                return self
            time.sleep(0.05)
        self.end(signal.SIGKILL)
        raise RuntimeError("does not listen")

    def __exit__(self, *_):
        self.end(self.farewell)

    def end(self, farewell):
        """Ends the program; kills it after ten seconds."""
        for number in (farewell, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=10)
                return

    def connect(self, timeout=60):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, method, target, body=None, fields=None, timeout=600):
        """The status and the body of an answer, over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body=body, headers=fields or {})
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()


class Server(Running):
    """`frostpane serve`, which ends without a farewell."""

    farewell = signal.SIGKILL

    def __init__(self, program, *options, level="warning", port=None, door="listen", group=None, **members):
        port = port or free_port()
        command = [program, "serve", f"--{door}", f"127.0.0.1:{port}", "--log-level", level, *options]
        if group:
            # Joins the group before it becomes the server, whose memory then counts from the start.
            command = ["sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', group, *command]
        super().__init__(command, port, **members)

    def cpu(self, named=""):
        """The seconds that the threads whose names begin so have been on a processor."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            with contextlib.suppress(OSError, IndexError):
                if (task / "comm").read_text().startswith(named):
                    total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    @property
    def loops(self):
        """The seconds that event loops have been on a processor."""
        return self.cpu("event loop")

    def sockets(self):
        """The number of network sockets that are open; those of codec processes are Unix sockets."""
        lines = pathlib.Path(f"/proc/{self.pid}/net/unix").read_text().splitlines()[1:]
        pairs = {f"socket:[{line.split()[6]}]" for line in lines}
        count = 0
        for entry in pathlib.Path(f"/proc/{self.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                name = os.readlink(entry)
                count += name.startswith("socket:") and name not in pairs
        return count

    def rest(self, quiet=0.15, limit=5):
        """Waits until the server is idle; returns its processor time then."""
        last, since, start = self.cpu(), time.monotonic(), time.monotonic()
        while time.monotonic() - since < quiet and time.monotonic() - start < limit:
            time.sleep(0.01)
            now = self.cpu()
            if now - last > 0.0005:
                last, since = now, time.monotonic()
        return self.cpu()

    def memory(self, field="VmRSS"):
        """A field of the process's status, in bytes."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
        return 0

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def keep(self, picture):
        """Keeps a picture; returns its digest."""
        status, text = self.ask("POST", "/v1/images", picture)
        if status not in (200, 201):
            sys.exit(f"the server does not keep a picture: {status} {text[:300]!r}")
        return hashlib.sha256(picture).hexdigest()

    def head(self, method, target, body=b"", fields=None):
        """A request as bytes."""
        lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "Accept: image/*"]
        lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
        if body or method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def form(parts):
    """A multipart form; returns its fields and its body."""
    boundary = "trialtrialtrial"
    body = b""
    for name, (filename, content) in parts.items():
        suffix = f'; filename="{filename}"' if filename else ""
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{suffix}\r\n\r\n'.encode()
        body += content + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    return {"Content-Type": f"multipart/form-data; boundary={boundary}"}, body


def leave(connection, reset):
    """Closes a connection: by FIN when nothing is left to read, or by RST."""
    if reset:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    else:
        drain(connection)
    connection.close()


def drain(connection):
    """Reads what has arrived; returns the number of bytes, or None at the end."""
    count = 0
    connection.setblocking(False)
    try:
        while True:
            piece = connection.recv(1 << 20)
            if not piece:
                return None
            count += len(piece)
    except BlockingIOError:
        return count
    except OSError:
        return None

# SPDX-License-Identifier: Apache-2.0
"""A server under trial, with what the kernel counts of it, and pictures that are made without libraries."""

import hashlib
import http.client
import os
import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import time
import zlib

MEBIBYTE = 1 << 20


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`frostpane serve` on the loopback, which ends with the block."""

    def __init__(self, program, *options, group=None):
        self.port = free_port()
        command = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--log-level", "warning", *options]
        if group:
            # Joins the group before it becomes the server, whose memory then counts from the start.
            command = ["sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', str(group), *command]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.pid = self.process.pid

    def __enter__(self):
        for _ in range(200):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not listen")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def cpu(self):
        """The seconds that all threads have been on a processor."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            try:
                total += int((task / "schedstat").read_text().split()[0])
            except (OSError, IndexError):
                pass
        return total / 1e9

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

    def ask(self, method, target, body=None, fields=None, timeout=600):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body=body, headers=fields or {})
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()

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


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, channels=3, depth=8, level=1, noise=16, seed=1, interlaced=False, pad=None):
    """A photo-like picture: a gradient under noise, which repeats so that the file stays small."""
    generator = random.Random(seed)
    size = width * channels * depth // 8
    tile = bytes(generator.randrange(noise) for _ in range(3072))
    grain = (tile * (size // len(tile) + 1))[:size]
    table = [bytes(min(255, value + base) for value in range(256)) for base in range(0, 240)]
    packer = zlib.compressobj(level)
    parts = []
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    for left, top, across, down in passes:
        for y in range(top, height, down):
            row = grain.translate(table[y * 239 // height])
            if across > 1 or left:
                step = channels * depth // 8
                row = b"".join(row[x * step:(x + 1) * step] for x in range(left, width, across))
            parts.append(packer.compress(b"\0" + row))
    parts.append(packer.flush(zlib.Z_FINISH))
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    data = b"".join(parts)
    if pad is not None:
        data = pad(data)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def converted(program, picture, *options):
    """The picture as a JPEG of the program itself."""
    return subprocess.run([program, "render", "-", "-", "--format", "jpeg", *options], input=picture,
                          stdout=subprocess.PIPE, check=True).stdout


def turned(jpeg):
    """The same JPEG, to be turned by a quarter."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


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

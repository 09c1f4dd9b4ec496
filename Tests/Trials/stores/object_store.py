# SPDX-License-Identifier: Apache-2.0
"""A real object store under trial, OpenStack Swift, and a door to it that spoils what passes."""

import contextlib
import http.client
import http.server
import os
import pathlib
import signal
import socket
import struct
import subprocess
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]


class ObjectStore:
    """The store that Scripts/object-store starts, with objects and ports of its own."""

    def __init__(self):
        self.folder = pathlib.Path(os.environ.get("OBJECT_STORE_DIR", ROOT / ".build/trials/object-store"))
        self.port = int(os.environ.get("OBJECT_STORE_PORT", 26180))

    def __enter__(self):
        self.run("wipe")
        self.run("start")
        return self

    def __exit__(self, *_):
        self.signal("CONT")
        self.run("wipe")

    def run(self, word, **environment):
        """Runs Scripts/object-store; returns the variables that it prints."""
        environment = os.environ | {"OBJECT_STORE_DIR": str(self.folder), "OBJECT_STORE_PORT": str(self.port)} | environment
        lines = subprocess.run([ROOT / "Scripts/object-store", word], env=environment, stdin=subprocess.DEVNULL,
                               check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    def restart(self, **environment):
        self.run("kill")
        self.run("start", **environment)

    def signal(self, name):
        """Sends a signal to all processes of the store."""
        for path in (self.folder / "run").glob("*.pid"):
            with contextlib.suppress(ProcessLookupError, ValueError):
                os.kill(int(path.read_text()), getattr(signal, f"SIG{name}"))

    def write_credentials(self, folder, secret=None):
        values = self.run("env")
        path = pathlib.Path(folder) / "credentials"
        draft = path.with_suffix(".new")
        draft.write_text(f"AWS_ACCESS_KEY_ID={values['AWS_ACCESS_KEY_ID']}\n"
                         f"AWS_SECRET_ACCESS_KEY={secret or values['AWS_SECRET_ACCESS_KEY']}\n")
        draft.replace(path)
        return path

    def options(self, folder, port):
        """The options of a server that uses the bucket through a port."""
        values = self.run("env")
        return ["--s3", values["S3_BUCKET"], "--s3-endpoint", f"http://127.0.0.1:{port}", "--s3-region",
                values["AWS_REGION"], "--s3-credentials", self.write_credentials(folder)]

    # What follows goes by the API of Swift itself.

    def ask(self, method, path, body=None, fields=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body=body, headers=fields or {})
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()

    def in_bucket(self, method, key="", body=None, fields=None, query=""):
        values = self.run("env")
        account = values["AWS_ACCESS_KEY_ID"]
        _, answer, _ = self.ask("GET", "/auth/v1.0", fields={
            "X-Storage-User": account, "X-Storage-Pass": values["AWS_SECRET_ACCESS_KEY"]})
        path = f"/v1/AUTH_{account.split(':')[0]}/{values['S3_BUCKET']}"
        path += f"/{urllib.parse.quote(key)}" if key else query
        return self.ask(method, path, body, {"X-Auth-Token": answer["X-Auth-Token"], **(fields or {})})

    def keys(self):
        return self.in_bucket("GET")[2].decode().split()

    def remove_bucket(self):
        """Removes the bucket with all that is in it; returns its objects."""
        objects = []
        for key in self.keys():
            _, fields, body = self.in_bucket("GET", key)
            fields = {name: value for name, value in fields.items()
                      if name.lower().startswith(("x-object-meta-", "content-type"))}
            objects.append((key, fields, body))
            self.in_bucket("DELETE", key)
        deadline = time.monotonic() + 20
        while self.in_bucket("DELETE")[0] != 204:
            if time.monotonic() > deadline:
                raise RuntimeError("the bucket stays")
            time.sleep(0.2)
        return objects

    def make_bucket(self, objects):
        self.in_bucket("PUT")
        for key, fields, body in objects:
            self.in_bucket("PUT", key, body, fields)

    def flip(self, bytes):
        """Changes one bit of the object with these bytes, on the disk."""
        for path in (self.folder / "devices").rglob("*.data"):
            if path.read_bytes() == bytes:
                with open(path, "r+b") as file:
                    file.seek(len(bytes) // 2)
                    file.write(b"\x80" if bytes[len(bytes) // 2] != 0x80 else b"\x00")
                return
        raise RuntimeError("there is no such object")


class Door:
    """A proxy before the store, which spoils answers as its mode says; nothing else is changed, as requests are signed.

    busy   503 with the code SlowDown
    reset  the connection ends when a request has come
    slow   300 ms before each answer
    cut    every second body ends after its first half
    flip   every second body has a flipped bit
    """

    def __init__(self, port):
        door = self
        self.mode, self.count = None, 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def pass_on(self):
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                if door.mode == "reset":
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.close_connection = True
                    return self.connection.close()
                if door.mode == "busy":
                    return self.answer(503, [], b"<Error><Code>SlowDown</Code></Error>")
                if door.mode == "slow":
                    time.sleep(0.3)
                connection = http.client.HTTPConnection("127.0.0.1", port)
                try:
                    connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
                    for name, value in self.headers.items():
                        connection.putheader(name, value)
                    connection.endheaders(body)
                    reply = connection.getresponse()
                    fields = [field for field in reply.getheaders()
                              if field[0].lower() not in ("transfer-encoding", "connection")]
                    self.answer(reply.status, fields, reply.read())
                except (OSError, http.client.HTTPException):
                    self.close_connection = True
                finally:
                    connection.close()

            def answer(self, status, fields, body):
                length, is_head = len(body), self.command == "HEAD"
                if length and not is_head and status == 200 and door.mode in ("cut", "flip"):
                    door.count += 1
                    if door.count % 2:
                        body = body[:length // 2] if door.mode == "cut" else bytes([body[0] ^ 1]) + body[1:]
                self.send_response_only(status)
                for name, value in fields:
                    if is_head or name.lower() != "content-length":
                        self.send_header(name, value)
                if not is_head and status != 204:
                    self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(b"" if is_head else body)
                if len(body) < length:
                    self.close_connection = True

            do_GET = do_HEAD = do_PUT = do_DELETE = pass_on

        class Listener(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        self.listener = Listener(("127.0.0.1", 0), Handler)
        self.port = self.listener.server_port
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def close(self):
        self.listener.shutdown()
        self.listener.server_close()

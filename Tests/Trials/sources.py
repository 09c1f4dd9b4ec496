# SPDX-License-Identifier: Apache-2.0
"""Fetches pictures of a source from origins with HTTPS, good ones and bad ones.

Run by `Scripts/trial sources`. openssl makes an authority and certificates: a good one for `localhost`, one for another name,
one that has expired, and one that nobody has signed. Python serves pictures with each. A server renders them without and with
the authority in SSL_CERT_FILE. Then what the good origin sends goes wrong: redirections, also to another origin, pictures that are
too long or never end, ones that come too slowly; and the name of an origin leads to this machine. At the end, as root, the commands
about sources in Docs/deployment.md run as they are typed, in a network of their own where images.example.com has a public address.

A row has the status, the type of the problem, the reason in the log, and the requests that the origin got. Ends with 1 when one
of them is another one than it should be, or an answer has anything that an origin sent but the picture.
"""

import contextlib
import datetime
import http.server
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from serving import Server, arguments, free_port

PICTURE = pathlib.Path(__file__).resolve().parents[2] / "Docs/images/before.jpg"
# Of the server under trial.
LONGEST = 1 << 20
SECRET = b"what the origin says"
failures = []


def run(*words, folder):
    subprocess.run([str(word) for word in words], cwd=folder, check=True, capture_output=True)


class Authority:
    """An authority that signs certificates; each has a file with its key."""

    def __init__(self, folder):
        self.folder = folder
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=trial authority", "-keyout", "authority.key", "-out", "authority.pem", folder=folder)
        self.path = folder / "authority.pem"
        (folder / "index").write_text("")
        (folder / "serial").write_text("01\n")
        (folder / "ca.conf").write_text("[ca]\ndefault_ca = a\n[a]\ndatabase = index\nserial = serial\nnew_certs_dir = .\n"
                                        "default_md = sha256\npolicy = p\ncopy_extensions = copy\nunique_subject = no\n"
                                        "[p]\ncommonName = supplied\n")

    def certificate(self, name, host, days=(-1, 1), is_signed=True):
        path = self.folder / f"{name}.pem"
        request = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={host}",
                   "-addext", f"subjectAltName=DNS:{host}", "-keyout", f"{name}.key"]
        if is_signed:
            run(*request, "-out", f"{name}.csr", folder=self.folder)
            now = datetime.datetime.now(datetime.timezone.utc)
            start, end = ((now + datetime.timedelta(days=each)).strftime("%Y%m%d%H%M%SZ") for each in days)
            run("openssl", "ca", "-batch", "-config", "ca.conf", "-cert", "authority.pem", "-keyfile", "authority.key", "-notext",
                "-startdate", start, "-enddate", end, "-in", f"{name}.csr", "-out", path, folder=self.folder)
        else:
            run(*request, "-x509", "-days", "1", "-out", path, folder=self.folder)
        path.write_text(path.read_text() + (self.folder / f"{name}.key").read_text())
        return path


class Origin(http.server.ThreadingHTTPServer):
    """An origin with a certificate; the path of a picture says what is wrong with it."""

    daemon_threads = True

    def __init__(self, certificate, address=("127.0.0.1", 0)):
        self.paths, self.confirmed, self.elsewhere = [], 0, None
        super().__init__(address, Pictures)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass


class Pictures(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        name = self.path.rpartition("/")[2]
        self.server.paths.append(self.path)
        picture = PICTURE.read_bytes()
        is_known = self.headers.get("If-None-Match") == '"one"'
        match name:
            case "photo.jpg" if is_known:
                self.server.confirmed += 1
                self.answer(304, b"", ETag='"one"', **{"Cache-Control": "max-age=0"})
            case "photo.jpg" | "4711.jpg": self.answer(200, picture, ETag='"one"', **{"Cache-Control": "max-age=0"})
            case "moved.jpg": self.answer(302, SECRET, Location="photo.jpg")
            case "away.jpg": self.answer(302, SECRET, Location=self.server.elsewhere)
            case "secret.jpg": self.answer(403, SECRET)
            case "text.jpg": self.answer(200, SECRET)
            case "long.jpg": self.answer(200, picture + bytes(LONGEST))
            case "endless.jpg": self.stream(picture, bytes(1 << 16), 0)
            case "slow.jpg": self.stream(picture[:1000], b"1", 0.2)
            case _: self.answer(404, SECRET)

    def answer(self, status, body, **fields):
        self.send_response(status)
        for field, value in fields.items():
            self.send_header(field, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, start, piece, pause):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.write(start)
            while True:
                self.wfile.write(piece)
                time.sleep(pause)


def reason(log, count):
    """The last reason in a log of JSON lines, once it has that many requests."""
    for _ in range(200):
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
        lines = [line for line in lines if "/v1/sources/" in line.get("target", "")]
        if len(lines) == count:
            return lines[-1].get("source_fault", "")
        time.sleep(0.05)
    return "no line in the log"


class Trial:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def ask(self, words, origin, name, expected, certificates=None, host="localhost", times=1, gets=0, why="",
            seconds=30):
        """Asks a new server, with a deadline of some seconds, for a picture of one origin; `why` are words of the log's reason."""
        log = self.folder / "log"
        with log.open("wb") as output, with_environment(certificates):
            port = origin.server_port
            server = Server(self.program, "--source", f"shop=https://{host}:{port}/pictures", "--deadline", f"{seconds}s",
                            "--max-body", f"{LONGEST}B", "--log-format", "json", level="info", output=output)
            origin.paths.clear()
            origin.confirmed = 0
            with server:
                for _ in range(times):
                    status, body = server.ask("GET", f"/v1/sources/shop/{name}/render?blur=2&format=png")
                found = reason(log, times)
        kind = "" if status == 200 else json.loads(body).get("type", "").rpartition("/")[2].rpartition(":")[2]
        is_right = ((status, kind) == expected and SECRET not in body and len(origin.paths) == gets
                    and why in found and bool(found) == bool(why) and origin.confirmed == times - 1)
        print(f"| {words} | {status} {kind} | {len(origin.paths)} | {found} |{'' if is_right else ' **WRONG**'}", flush=True)
        if not is_right:
            failures.append(words)


@contextlib.contextmanager
def with_environment(certificates):
    old = os.environ.pop("SSL_CERT_FILE", None)
    if certificates:
        os.environ["SSL_CERT_FILE"] = str(certificates)
    try:
        yield
    finally:
        os.environ.pop("SSL_CERT_FILE", None)
        if old is not None:
            os.environ["SSL_CERT_FILE"] = old


# What stands around the commands: a network with the address of the origin, a folder of photos, and the origin itself.
AROUND = """
ip link set lo up
ip addr add 93.184.215.14/32 dev lo
echo '93.184.215.14 images.example.com' >hosts
mount --bind hosts /etc/hosts
mount -t tmpfs none /srv
mkdir -p /srv/photos/summer
cp "$PICTURE" /srv/photos/summer/sea.jpg
python3 "$TRIAL" serve images.pem &
until (exec 3<>/dev/tcp/93.184.215.14/443) 2>/dev/null; do sleep 0.1; done
%s
cmp -n 2 frosted.jpg "$PICTURE" && cmp -n 2 small.jpg "$PICTURE"
"""


def documented(program, authority, folder):
    """Runs the commands of the document; returns whether they work."""
    text = (PICTURE.parents[1] / "deployment.md").read_text().split("## Sources\n")[1].split("\n## ")[0]
    lines = text.split("```sh\n")[1].split("```")[0].splitlines()
    commands = [f"{line} & until frostpane health 2>/dev/null; do sleep 0.1; done" if line.startswith("frostpane serve")
                else line.replace("curl ", "curl --fail --silent --show-error ", 1) for line in lines]
    authority.certificate("images", "images.example.com")
    (folder / "bin").mkdir()
    (folder / "bin/frostpane").symlink_to(program)
    environment = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "SSL_CERT_FILE": str(authority.path),
                                "PICTURE": str(PICTURE), "TRIAL": str(pathlib.Path(__file__).resolve())}
    # All that it starts is in a space of processes of its own, and ends with it.
    result = subprocess.run(["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "bash", "-euo", "pipefail", "-c",
                             AROUND % "\n".join(commands)], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    print(f"| the commands of Docs/deployment.md | {len(commands)} commands, ended with {result.returncode} | | |", flush=True)
    if result.returncode:
        print(result.stderr[-2000:])
    return result.returncode == 0


def serve(certificate):
    """An origin at all addresses, until it is killed."""
    Origin(certificate, ("", 443))
    threading.Event().wait()


def main():
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    program = os.path.abspath(arguments(__doc__).parse_args().program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-sources-"))
    try:
        authority = Authority(folder)
        good = Origin(authority.certificate("good", "localhost"))
        bad = {
            "certificate of another name": Origin(authority.certificate("other", "images.example")),
            "certificate has expired": Origin(authority.certificate("old", "localhost", days=(-3, -1))),
            "certificate of nobody": Origin(authority.certificate("self", "localhost", is_signed=False)),
        }
        elsewhere = Origin(authority.certificate("elsewhere", "localhost"))
        good.elsewhere = f"https://localhost:{elsewhere.server_port}/pictures/photo.jpg"
        trial = Trial(program, folder)
        failed, refused = (502, "source-failed"), (422, "source-image-refused")
        print("| Origin | answer | requests it got | reason in the log |\n|---|---|--:|---|", flush=True)
        trial.ask("authority is unknown", good, "photo.jpg", failed, why="unable to get local issuer certificate")
        trial.ask("authority is named", good, "photo.jpg", (200, ""), authority.path, gets=1)
        for (words, origin), why in zip(bad.items(), ("subject name", "expired", "self-signed")):
            trial.ask(words, origin, "photo.jpg", failed, authority.path, why=why)
        trial.ask("the same rendering three times, confirmed by 304", good, "photo.jpg", (200, ""), authority.path, times=3, gets=3)
        trial.ask("redirection on the same origin", good, "moved.jpg", failed, authority.path, gets=1, why="not followed")
        trial.ask("redirection to another one", good, "away.jpg", failed, authority.path, gets=1, why="not followed")
        if elsewhere.paths:
            failures.append("a redirection was followed")
        trial.ask("it has no such picture", good, "nothing.jpg", (404, "source-image-not-found"), authority.path, gets=1)
        trial.ask("it answers 403", good, "secret.jpg", (404, "source-image-not-found"), authority.path, gets=1, why="403")
        trial.ask("it sends a text", good, "text.jpg", refused, authority.path, gets=1)
        trial.ask("picture is too long", good, "long.jpg", refused, authority.path, gets=1)
        trial.ask("picture never ends", good, "endless.jpg", refused, authority.path, gets=1)
        trial.ask("picture comes too slowly", good, "slow.jpg", (504, "source-timeout"), authority.path, gets=1,
                  why="in time", seconds=2)
        # A name that is not `localhost`, and yet leads to this machine.
        name = socket.gethostname()
        if socket.gethostbyname(name).startswith("127."):
            own = Origin(authority.certificate("own", name))
            trial.ask("its name leads to this machine", own, "photo.jpg", failed, authority.path, host=name,
                      why="not resolve to a public address")
        if os.geteuid() == 0 and not documented(program, authority, folder):
            failures.append("the commands of Docs/deployment.md")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for words in failures:
        print(f"WRONG: {words}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

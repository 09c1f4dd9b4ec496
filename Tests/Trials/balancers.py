# SPDX-License-Identifier: Apache-2.0
"""Three replicas behind the proxies of Deploy: HAProxy, then nginx, as their files stand but for addresses.

Run by `Scripts/trial balancers`, which installs both. Checks that each file is accepted; that pictures kept by
`PUT /v1/images/{digest}`, and for HAProxy by `POST` with `Repr-Digest`, are found by every later request, so that the second of
two equal ones is answered from the cache; that a client's own X-Forwarded-For is not believed; and that after SIGKILL of a
replica every upload is still rendered. Prints a row for each check, and ends with 1 when one fails.
"""

import base64
import contextlib
import hashlib
import http.client
import pathlib
import shutil
import subprocess
import sys
import tempfile

from serving import Running, Server, arguments, free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = (ROOT / "Docs/images/before.jpg").read_bytes()
COUNT = 24
failures = []


def check(proxy, name, is_fine, words=""):
    print(f"{proxy:8} {name:58} {'yes' if is_fine else f'NO  {words}'}", flush=True)
    if not is_fine:
        failures.append(name)


def pictures():
    """Pictures with digests of their own: bytes behind the end are read, and tell nothing."""
    for number in range(COUNT):
        yield PICTURE + b"\0" * (number + 1)


def haproxy(folder, port, replicas):
    text = (ROOT / "Deploy/haproxy/haproxy.cfg").read_text().replace("bind :8080", f"bind 127.0.0.1:{port}")
    for number, (main, admin) in enumerate(replicas, 1):
        text = text.replace(f"10.0.0.{number}:8080", f"127.0.0.1:{main} port {admin}")
    path = folder / "haproxy.cfg"
    path.write_text(text)
    return ["haproxy", "-c", "-f", str(path)], ["haproxy", "-db", "-f", str(path)]


def nginx(folder, port, replicas):
    text = (ROOT / "Deploy/nginx/frostpane.conf").read_text().replace("listen 8080", f"listen 127.0.0.1:{port}")
    for number, (main, _) in enumerate(replicas, 1):
        text = text.replace(f"10.0.0.{number}:8080", f"127.0.0.1:{main}")
    (folder / "frostpane.conf").write_text(text)
    kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    path = folder / "nginx.conf"
    path.write_text(f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
                    f"http {{ access_log off;\n{places}include {folder}/frostpane.conf; }}\n")
    command = ["nginx", "-e", f"{folder}/error.log", "-c", str(path)]
    return [*command, "-t"], command


def ask(port, method, target, body=None, fields=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, target, body=body, headers=fields or {})
        reply = connection.getresponse()
        reply.read()
        return reply.status, reply.headers
    finally:
        connection.close()


def trial(proxy, configure, program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-balancers-"))
    folder.chmod(0o755)
    log = folder / "log"
    with contextlib.ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        replicas = [(free_port(), free_port()) for _ in range(3)]
        output = running.enter_context(log.open("ab"))
        servers = [
            running.enter_context(Server(program, "--admin-listen", f"127.0.0.1:{admin}", "--trusted-proxy", "127.0.0.1",
                                         "--log-format", "json", level="info", port=main, output=output))
            for main, admin in replicas
        ]
        port = free_port()
        test, command = configure(folder, port, replicas)
        result = subprocess.run(test, capture_output=True, text=True)
        check(proxy, "accepts the file", result.returncode == 0, result.stderr)
        running.enter_context(Running(command, port))
        ways = {"PUT": lambda digest: ("PUT", f"/v1/images/{digest.hex()}", {})}
        if proxy == "HAProxy":
            ways["POST with Repr-Digest"] = lambda digest: (
                "POST", "/v1/images", {"Repr-Digest": f"sha-256=:{base64.b64encode(digest).decode()}:"})
        for number, (way, request) in enumerate(ways.items()):
            statuses, outcomes = set(), []
            for picture in pictures():
                picture += b"\1" * number
                digest = hashlib.sha256(picture).digest()
                method, target, fields = request(digest)
                statuses.add(ask(port, method, target, picture, fields)[0])
                for _ in range(2):
                    status, fields = ask(port, "GET", f"/v1/images/{digest.hex()}/render?blur=2")
                    statuses.add(status)
                    outcomes.append(fields["Cache-Status"])
            hits = sum(outcome == "frostpane; hit" for outcome in outcomes)
            check(proxy, f"{way}: {COUNT} pictures are found", statuses <= {200, 201}, str(statuses))
            check(proxy, f"{way}: the second of two is a hit", hits == COUNT, f"{hits} of {COUNT}")
        ask(port, "GET", "/v1/materials", fields={"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"})
        check(proxy, "a client cannot claim an address", "203.0.113.9" not in log.read_text())
        check(proxy, "the client is known", '"peer":"127.0.0.1"' in log.read_text())
        # Probes of the public port would say that all are gone.
        servers[0].process.kill()
        servers[0].process.wait()
        lost = sum(ask(port, "POST", "/v1/render?blur=3", picture)[0] != 200 for picture in pictures())
        check(proxy, "after SIGKILL of one of three, every upload is rendered", lost == 0, f"{lost} lost")


def main():
    program = arguments(__doc__).parse_args().program
    trial("HAProxy", haproxy, program)
    trial("nginx", nginx, program)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

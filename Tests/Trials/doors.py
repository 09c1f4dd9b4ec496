# SPDX-License-Identifier: Apache-2.0
"""Sends requests through HAProxy and nginx, and looks whom the log and the addresses name.

Run by `Scripts/trial doors`, which installs the proxies. HAProxy speaks the PROXY protocol in both versions to a
listener that asks for it, and checks the server's health over it; HAProxy writes Forwarded; nginx writes the
X-Forwarded fields, with a prefix that it takes off. The client is always 127.0.0.7, the proxies are 127.0.0.1, and
the client sends made up fields as well. A column is `yes` where the client is the peer in the log, and where
Location leads to the picture through the proxy.

Ends with 1 unless all are.
"""

import http.client
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import urllib.parse

from serving import Running, Server, arguments, free_port

PICTURE = pathlib.Path("Docs/images/before.jpg")
CLIENT = "127.0.0.7"
IS_ROOT = os.geteuid() == 0
FORGED = {"X-Forwarded-For": "198.51.100.1"}
FORWARDED = """  http-request set-header Forwarded 'for=%[src];proto=http;host="%[req.hdr(host)]"'
"""


def haproxy(folder, port, server, options, rules=""):
    config = folder / "haproxy.cfg"
    config.write_text(f"""
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend in
  bind 127.0.0.1:{port}
  default_backend out
backend out
  option httpchk GET /readyz
  http-request del-header x-forwarded-for
{rules}  server a 127.0.0.1:{server} check inter 200ms fall 1 {options}
""")
    return ["haproxy", "-db", "-f", str(config)]


def nginx(folder, port, server):
    config = folder / "nginx.conf"
    config.write_text(f"""
{"user root;" if IS_ROOT else ""}
pid {folder}/pid; error_log {folder}/error.log; daemon off; worker_processes 1;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/temp;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port}; client_max_body_size 64m;
    location /edge/ {{
      proxy_pass http://127.0.0.1:{server}/;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Prefix /edge;
    }}
  }}
}}""")
    return ["nginx", "-c", str(config)]


ROWS = [
    ("send-proxy", "listen-proxy", lambda *all: haproxy(*all, "send-proxy"), "", "/"),
    ("send-proxy-v2", "listen-proxy", lambda *all: haproxy(*all, "send-proxy-v2"), "", "/"),
    ("forwarded", "listen", lambda *all: haproxy(*all, "", FORWARDED), "", "/"),
    ("x-forwarded", "listen", nginx, "", "/edge/"),
    ("base path", "listen", lambda *all: haproxy(*all, "", "  option forwardfor\n"), "/frost", "/frost/"),
]


def ask(port, method, target, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(CLIENT, 0))
    connection.request(method, target, body=body, headers=FORGED)
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    return reply, content


def trial(program, option, proxy, base_path, root):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-doors-"))
    server, port = free_port(), free_port()
    options = ["--log-format", "json", "--trusted-proxy", "127.0.0.1"]
    if option == "listen-proxy":
        options += ["--listen", f"unix:{folder}/s"]
    if base_path:
        options += ["--base-path", base_path]
    try:
        with open(folder / "log", "wb") as log, open(folder / "output", "wb") as output, \
                Server(program, *options, level="info", port=server, door=option, output=log), \
                Running(proxy(folder, port, server), port, output):
            time.sleep(0.5)
            picture = PICTURE.read_bytes()
            reply, _ = ask(port, "POST", f"{root}v1/images", picture)
            location = reply.getheader("Location") or ""
            parts = urllib.parse.urlsplit(location)
            leads = reply.status == 201 and (not parts.netloc or parts.netloc == f"127.0.0.1:{port}")
            leads = leads and ask(port, "GET", parts.path)[1] == picture
            time.sleep(0.3)
        lines = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
        peers = [line["peer"] for line in lines if line.get("method") == "POST"]
        return peers and peers[0].split(":")[0] == CLIENT, leads, location, peers
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    program = arguments(__doc__).parse_args().program
    failures = 0
    print(f"{'':14} {'peer':>5} {'location':>9}")
    for name, option, proxy, base_path, root in ROWS:
        try:
            knows, leads, location, peers = trial(program, option, proxy, base_path, root)
        except (OSError, RuntimeError, http.client.HTTPException) as error:
            knows, leads, location, peers = False, False, repr(error), []
        failures += not (knows and leads)
        print(f"{name:14} {'yes' if knows else 'no':>5} {'yes' if leads else 'no':>9}  {location}"
              f"{'' if knows else f' {peers}'}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

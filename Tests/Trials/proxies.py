# SPDX-License-Identifier: Apache-2.0
"""Renders through seven reverse proxies, with their caches on, and compares every byte.

Run by `Scripts/trial proxies`, which installs the proxies. Each proxy gets a folder of its own, listens on
the loopback and is stopped at the end. Through each go 20 cold renders of a kept picture and 20 renders
of an upload; the server's own answers, asked for afterwards, are the reference. The table has

  kept, sent   renders of a kept picture and of an upload that arrived whole, of 20
  dangling     responses that announce trailers without sending any
  again        renders of a kept picture that the proxy repeated byte for byte
  upload, ms   median time of an upload whose result is cached, over a connection that is kept alive

Ends with 1 unless every render arrived whole, no response has a dangling Trailer field, and no upload
takes 20 ms: a delayed acknowledgment would make it 44.
"""

import http.client
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

from serving import Running, Server, arguments, free_port

RENDERS = 20
PICTURE = pathlib.Path("Docs/images/before.jpg")
IS_ROOT = os.geteuid() == 0


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
  proxy_cache_path {folder}/cache keys_zone=c:1m;
  upstream frostpane {{ server 127.0.0.1:{server}; keepalive 8; }}
  server {{
    listen 127.0.0.1:{port}; client_max_body_size 64m;
    location / {{
      proxy_pass http://frostpane; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_cache c;
    }}
  }}
}}""")
    return ["nginx", "-c", str(config)]


def caddy(folder, port, server):
    config = folder / "Caddyfile"
    config.write_text(f"""{{
  admin off
  auto_https off
  storage file_system {folder}
}}
http://127.0.0.1:{port} {{
  reverse_proxy 127.0.0.1:{server}
}}
""")
    return ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]


def haproxy(folder, port, server):
    config = folder / "haproxy.cfg"
    config.write_text(f"""
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
cache frostpane
  total-max-size 16
  max-object-size 8000000
frontend in
  bind 127.0.0.1:{port}
  http-request cache-use frostpane
  http-response cache-store frostpane
  default_backend out
backend out
  http-reuse always
  server a 127.0.0.1:{server}
""")
    return ["haproxy", "-db", "-f", str(config)]


def varnish(folder, port, server):
    config = folder / "frostpane.vcl"
    config.write_text(f"""vcl 4.1;
backend default {{ .host = "127.0.0.1"; .port = "{server}"; }}
""")
    return ["varnishd", "-F", "-n", str(folder / "work"), "-a", f"127.0.0.1:{port}", "-f", str(config),
            "-s", "malloc,64m", "-j", "none"]


def squid(folder, port, server):
    config = folder / "squid.conf"
    config.write_text(f"""
http_port 127.0.0.1:{port} accel defaultsite=127.0.0.1 no-vhost
cache_peer 127.0.0.1 parent {server} 0 no-query originserver name=frostpane
acl all_requests src all
http_access allow all_requests
cache_mem 64 MB
memory_cache_shared off
maximum_object_size_in_memory 8 MB
access_log none
cache_log {folder}/cache.log
pid_filename {folder}/pid
coredump_dir {folder}
shutdown_lifetime 0 seconds
""")
    # Started as root, squid switches to the user that Debian made for it.
    if IS_ROOT:
        for path in (folder, folder / "output.log"):
            shutil.chown(path, "proxy")
    return ["squid", "-N", "-n", f"frostpane{port}", "-f", str(config)]


def apache(folder, port, server):
    modules = "/usr/lib/apache2/modules"
    names = ["mpm_event", "authz_core", "proxy", "proxy_http", "cache", "cache_socache", "socache_shmcb"]
    loads = "\n".join(f"LoadModule {name}_module {modules}/mod_{name}.so" for name in names)
    config = folder / "apache.conf"
    config.write_text(f"""
ServerRoot {folder}
ServerName 127.0.0.1
PidFile {folder}/pid
Mutex file:{folder} default
DefaultRuntimeDir {folder}
ErrorLog {folder}/error.log
Listen 127.0.0.1:{port}
{loads}
CacheEnable socache /
CacheSocache shmcb:{folder}/cache(67108864)
CacheSocacheMaxSize 8000000
ProxyPass / http://127.0.0.1:{server}/
""")
    return ["apache2", "-D", "FOREGROUND", "-f", str(config)]


def lighttpd(folder, port, server):
    config = folder / "lighttpd.conf"
    config.write_text(f"""
server.modules = ("mod_proxy")
server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{folder}"
server.errorlog = "{folder}/error.log"
server.upload-dirs = ("{folder}")
proxy.server = ("" => (("host" => "127.0.0.1", "port" => {server})))
""")
    return ["lighttpd", "-D", "-f", str(config)]


PROXIES = [nginx, caddy, haproxy, varnish, squid, apache, lighttpd]


def ask(port, method, target, body=None, connection=None):
    own = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    own.request(method, target, body=body, headers={"Accept": "image/*"} if method == "GET" else {})
    reply = own.getresponse()
    content = reply.read()
    if connection is None:
        own.close()
    return reply, content


def try_proxy(proxy, server, digest, picture, first):
    """Sends all requests through one proxy; gives the cells of its row."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"frostpane-{proxy.__name__}-"))
    port = free_port()
    counts = {"kept": 0, "sent": 0, "dangling": 0, "again": 0}
    try:
        with open(folder / "output.log", "wb") as log, Running(proxy(folder, port, server), port, log):
            for index in range(RENDERS):
                # Each sigma is new to the server, so that the result is streamed as it is rendered.
                query = f"quality=95&blur={first + index}.25"
                kept = f"/v1/images/{digest}/render?{query}"
                for name, method, target, body in (("kept", "GET", kept, None),
                                                   ("sent", "POST", f"/v1/render?{query}&saturate=1.1", picture)):
                    try:
                        reply, content = ask(port, method, target, body)
                    except (http.client.HTTPException, OSError) as error:
                        print(f"  {proxy.__name__}: {method} {target}: {error!r}", file=sys.stderr)
                        continue
                    _, reference = ask(server, method, target, body)
                    counts[name] += reply.status == 200 and content == reference
                    counts["dangling"] += reply.getheader("Trailer") is not None
                try:
                    counts["again"] += ask(port, "GET", kept)[1] == ask(server, "GET", kept)[1]
                except (http.client.HTTPException, OSError):
                    pass
            return counts, upload_time(port, picture)
    except RuntimeError as error:
        output = (folder / "output.log").read_text(errors="replace")[-2000:]
        print(f"{proxy.__name__} {error}:\n{output}", file=sys.stderr)
        return counts, float("nan")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def upload_time(port, picture):
    """The median milliseconds of an upload over one connection; the first ones are not counted."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    for index in range(25):
        start = time.perf_counter()
        try:
            ask(port, "POST", "/v1/render?blur=2", picture, connection)
        except (http.client.HTTPException, OSError):
            return float("nan")
        if index >= 5:
            times.append((time.perf_counter() - start) * 1000)
    connection.close()
    return statistics.median(times)


def main():
    program = arguments(__doc__).parse_args().program
    picture = PICTURE.read_bytes()
    failures = 0
    print(f"{'proxy':10} {'kept':>5} {'sent':>5} {'dangling':>9} {'again':>6} {'upload, ms':>11}")
    # nginx sends the name of its upstream as Host.
    with Server(program, "--host-name", "frostpane", level="info") as server:
        digest = server.keep(picture)
        for number, proxy in enumerate(PROXIES):
            counts, upload = try_proxy(proxy, server.port, digest, picture, 2 + RENDERS * number)
            print(f"{proxy.__name__:10} {counts['kept']:5} {counts['sent']:5} {counts['dangling']:9}"
                  f" {counts['again']:6} {upload:11.1f}", flush=True)
            whole = counts["kept"] == counts["sent"] == counts["again"] == RENDERS
            failures += not whole or counts["dangling"] > 0 or not upload < 20
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

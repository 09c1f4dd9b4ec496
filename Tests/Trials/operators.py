# SPDX-License-Identifier: Apache-2.0
"""Restarts one of two servers behind a balancer that checks every 2 s and retries nothing, and counts losses.

Run by `Scripts/trial operators`, which installs HAProxy. A client asks about 200 times a second, each time over
a new connection. Meanwhile one server gets SIGTERM and ends, is started again, and then the other. Of HAProxy's
checks of /readyz, one decides. The rows are the requests and those that were lost, with --lame-duck 0s and with
--lame-duck 5s; each server gets SIGHUP in the middle as well.

Ends with 1 unless none is lost with 5 s.
"""

import contextlib
import http.client
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from serving import Running, Server, arguments, free_port


def config(folder, port, servers):
    path = folder / "haproxy.cfg"
    lines = "".join(f"  server s{n} 127.0.0.1:{server} check inter 2s fall 1 rise 1\n" for n, server in enumerate(servers))
    path.write_text(f"""
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 10s
  timeout server 10s
frontend in
  bind 127.0.0.1:{port}
  default_backend out
backend out
  option httpchk GET /readyz
  http-reuse never
{lines}""")
    return ["haproxy", "-db", "-f", str(path)]


def trial(program, options):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-operators-"))
    ports = [free_port(), free_port()]
    balancer = free_port()
    counts = {"sent": 0, "lost": 0}
    is_over = threading.Event()
    lock = threading.Lock()

    def ask():
        while not is_over.is_set():
            began = time.monotonic()
            try:
                connection = http.client.HTTPConnection("127.0.0.1", balancer, timeout=10)
                connection.request("GET", "/v1/materials")
                is_fine = connection.getresponse().status == 200
                connection.close()
            except (OSError, http.client.HTTPException):
                is_fine = False
            with lock:
                counts["sent"] += 1
                counts["lost"] += not is_fine
            time.sleep(max(0, 0.02 - (time.monotonic() - began)))

    with contextlib.ExitStack() as running:
        def start(port):
            return running.enter_context(Server(program, *options, level="error", port=port)).process

        running.callback(shutil.rmtree, folder, ignore_errors=True)
        servers = [start(port) for port in ports]
        running.enter_context(Running(config(folder, balancer, ports), balancer))
        running.callback(is_over.set)
        time.sleep(2.5)
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for index, port in enumerate(ports):
            time.sleep(1)
            servers[index].send_signal(signal.SIGTERM)
            servers[index].wait(timeout=60)
            time.sleep(1)
            servers[index] = start(port)
            # Until the balancer has found it again.
            time.sleep(4.5)
            if "--lame-duck" in options:
                servers[index].send_signal(signal.SIGHUP)
        is_over.set()
        for thread in threads:
            thread.join()
        return counts


def main():
    program = arguments(__doc__).parse_args().program
    has_option = b"--lame-duck" in subprocess.run([program, "serve", "--help"], capture_output=True).stdout
    lost = 0
    for options in [["--lame-duck", "0s"], ["--lame-duck", "5s"]] if has_option else [[]]:
        counts = trial(program, options)
        lost = counts["lost"]
        print(f"{' '.join(options) or 'without':16} {counts['sent']:5} sent, {counts['lost']:3} lost", flush=True)
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()

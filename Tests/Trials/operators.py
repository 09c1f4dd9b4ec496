# SPDX-License-Identifier: Apache-2.0
"""Restarts one of two servers behind a balancer that checks every 2 s and retries nothing, and counts losses.

Run by `Scripts/trial operators`, which installs HAProxy. A client asks about 200 times a second, each time over
a new connection. Meanwhile one server gets SIGTERM and ends, is started again, and then the other. Of HAProxy's
checks of /readyz, one decides. The rows are the requests and those that were lost, with --lame-duck 0s and with
--lame-duck 5s; each server gets SIGHUP in the middle as well.

Ends with 1 unless none is lost with 5 s.
"""

import http.client
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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


def wait(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("does not listen")


def trial(program, options):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-operators-"))
    ports = [free_port(), free_port()]
    balancer = free_port()
    counts = {"sent": 0, "lost": 0}
    is_over = threading.Event()
    lock = threading.Lock()

    def start(port):
        command = [program, "serve", "--listen", f"127.0.0.1:{port}", "--log-level", "error", *options]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(port)
        return process

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

    running = [start(port) for port in ports]
    proxy = subprocess.Popen(config(folder, balancer, ports), stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(balancer)
        time.sleep(2.5)
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for index, port in enumerate(ports):
            time.sleep(1)
            running[index].send_signal(signal.SIGTERM)
            running[index].wait(timeout=60)
            time.sleep(1)
            running[index] = start(port)
            # Until the balancer has found it again.
            time.sleep(4.5)
            if "--lame-duck" in options:
                running[index].send_signal(signal.SIGHUP)
        is_over.set()
        for thread in threads:
            thread.join()
        return counts
    finally:
        is_over.set()
        for process in [proxy, *running]:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    program = sys.argv[1]
    has_option = b"--lame-duck" in subprocess.run([program, "serve", "--help"], capture_output=True).stdout
    lost = 0
    for options in [["--lame-duck", "0s"], ["--lame-duck", "5s"]] if has_option else [[]]:
        counts = trial(program, options)
        lost = counts["lost"]
        print(f"{' '.join(options) or 'without':16} {counts['sent']:5} sent, {counts['lost']:3} lost", flush=True)
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()

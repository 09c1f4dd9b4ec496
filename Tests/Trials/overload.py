# SPDX-License-Identifier: Apache-2.0
"""Offers a server ten times the work that it can do, and looks at what it does of it.

Run by `Scripts/trial overload [--short]`, on the loopback. Requests come at a constant rate from a program of
this project (Benchmarks/service/pace.c), however late the answers are, and share the machine with the server;
its own processor time is in the tables. The trial has four parts:

  503      cold renderings while all workers are busy for long, so that each is refused
  kept     cold renderings of a kept picture of 1 MP, each of another sigma, with hits and probes beside them
  sent     the same picture in the body of each request
  mixed    uploads of 300x200 pixels beside twelve clients that send photos of 12 MP one after the other

The peak is the rate of four clients that wait for their answers (wrk), with the same requests. Goodput of the
processor time is the share that the answers with pictures would have taken at the peak; what others do on the machine
does not change it. Ends with 1 unless every goal is met; the short form has seconds instead of tens of seconds, and
looser goals, because one stall of the machine counts for more in it.
"""

import contextlib
import http.client
import itertools
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

from serving import Server, arguments

SOURCES = pathlib.Path("Benchmarks/service")
# Drawn by Scripts/trial.
PICTURES = pathlib.Path(".build/trials")
HITS_PER_SECOND, PROBES_PER_SECOND, SMALL_PER_SECOND = 200, 100, 60
LARGE_CLIENTS = 12
BUSY_WORKERS = 2
# Goals of the whole form, and of the short one.
GOALS = {
    "goodput": (0.9, 0.7),
    "cpu_us": (30, 45),
    "refused_ms": (50, 100),
    "hit_ms": (5, 25),
    "small_share": (0.98, 0.95),
    "small_ms": (20, 60),
    "large_share": (0.9, 0.75),
}


def opened(program, folder):
    """A server at default settings, its log in a file."""
    with open(folder / "server.log", "wb") as log:
        return Server(program, level="info", output=log)


class Load:
    """A program that sends requests at a constant rate until its time is over."""

    def __init__(self, folder, port, rate, seconds, method, pattern, first=20.0, body=None):
        words = [folder / "pace", "127.0.0.1", port, rate, seconds, method, pattern, first]
        words += [body] if body else []
        self.process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, text=True)
        self.seconds = seconds

    def result(self):
        output, _ = self.process.communicate(timeout=self.seconds + 60)
        return json.loads(output)


def peak(server, seconds, method, pattern, body=None):
    """The requests per second of four clients that wait for their answers, and the processor seconds of each."""
    total = server.cpu()
    words = ["wrk", "-t1", "-c4", f"-d{seconds}s", "--timeout", "10s", "-s", SOURCES / "load.lua"]
    words += [f"http://127.0.0.1:{server.port}", "--", method, pattern, *([body] if body else [])]
    done = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True,
                          timeout=seconds + 30)
    seen = json.loads(done.stdout.splitlines()[-1])
    count = seen["requests"] - seen["refused"]
    return count / (seen["duration"] / 1e6), (server.cpu() - total) / count


def flood(folder, server, seconds, method, pattern, body=None, beside=()):
    """Ten times the peak; the figures of the flood and of the loads beside it."""
    rate, cost = peak(server, seconds, method, pattern, body)
    time.sleep(1)
    loops, total = server.loops, server.cpu()
    flood = Load(folder, server.port, 10 * rate, seconds, method, pattern, 60, body)
    loads = [Load(folder, server.port, *load) for load in beside]
    figures = flood.result()
    figures["beside"] = [load.result() for load in loads]
    loops, total = server.loops - loops, server.cpu() - total
    figures["peak"] = rate
    figures["goodput"] = figures["served"]["count"] / seconds / rate
    figures["loops_s"], figures["others_s"] = loops, total - loops
    # Unlike rates, this does not depend on how much of the machine others use meanwhile.
    figures["useful"] = figures["served"]["count"] * cost / total
    figures["lost"] = figures["requests"] - figures["served"]["count"] - figures["refused"]["count"]
    return figures


def refusals(program, folder, seconds, photo, large):
    """The processor time of the loops for a 503, and for a probe, while the workers are busy for long."""
    stop = threading.Event()
    with Server(program, "--workers", BUSY_WORKERS, "--queue", 0, "--deadline", "1h", "--memory", "64GiB",
                level="info", output=subprocess.DEVNULL) as server:
        digest, other = server.keep(photo.read_bytes()), server.keep(large.read_bytes())
        blurs = "+".join(["motion-blur(250px)"] * 16)

        def work(number):
            # Another result each time: a kept one would keep no worker busy.
            for turn in itertools.count():
                if stop.is_set():
                    return
                with contextlib.suppress(OSError, http.client.HTTPException):
                    server.ask("GET", f"/v1/images/{other}/render?quality={40 * number + turn % 40 + 1}&filter={blurs}")

        threads = [threading.Thread(target=work, args=(number,)) for number in range(BUSY_WORKERS)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        found = []
        for pattern in ("/healthz", f"/v1/images/{digest}/render?blur=%.4f"):
            before = server.loops
            figures = Load(folder, server.port, 2000, seconds, "GET", pattern).result()
            found.append((server.loops - before) / figures["requests"] * 1e6)
        stop.set()
        server.end(signal.SIGKILL)
        for thread in threads:
            thread.join()
    return {"probe_us": found[0], "cpu_us": found[1], "share": figures["refused"]["count"] / figures["requests"]}


def kept(folder, server, seconds, photo):
    address = f"/v1/images/{server.keep(photo.read_bytes())}/render?blur="
    hit = address + "3"
    for _ in range(3):
        server.ask("GET", hit)
    beside = [(HITS_PER_SECOND, seconds, "GET", hit), (PROBES_PER_SECOND, seconds, "GET", "/healthz")]
    figures = flood(folder, server, seconds, "GET", address + "%.4f", beside=beside)
    hits, probes = figures["beside"]
    figures["hit_ms"] = max(hits["served"]["p99"], probes["served"]["p99"])
    figures["hits_lost"] = hits["failed"] + probes["failed"]
    return figures


def mixed(folder, server, seconds, large, small):
    """Small pictures beside large ones; the large ones are counted alone first."""
    body = large.read_bytes()
    counts = {"served": 0, "refused": 0}
    lock, stop = threading.Lock(), threading.Event()

    def send(client):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        number = 0
        while not stop.is_set():
            number += 1
            try:
                connection.request("POST", f"/v1/render?blur={20 + client + number * 1e-4:.4f}", body=body)
                reply = connection.getresponse()
                reply.read()
                status = reply.status
            except (http.client.HTTPException, OSError):
                # The answer may come, and the connection end, while the body is still on its way.
                status = 503
            if status != 200:
                connection.close()
                # As `Retry-After` asks, though sooner.
                time.sleep(0.05)
            with lock:
                counts["served" if status == 200 else "refused"] += 1

    threads = [threading.Thread(target=send, args=(client,)) for client in range(LARGE_CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    rates = []
    figures = {}
    for beside in (False, True):
        start, before = time.monotonic(), dict(counts)
        if beside:
            load = Load(folder, server.port, SMALL_PER_SECOND, seconds, "POST", "/v1/render?blur=%.4f", 5, small)
            figures = load.result()
        else:
            time.sleep(seconds)
        rates.append((counts["served"] - before["served"]) / (time.monotonic() - start))
    stop.set()
    for thread in threads:
        thread.join()
    figures["small_share"] = figures["served"]["count"] / figures["requests"]
    figures["small_ms"], figures["small_p50"] = figures["served"]["p99"], figures["served"]["p50"]
    figures["large_alone"], figures["large_beside"] = rates
    figures["large_share"] = rates[1] / max(rates[0], 1e-9)
    return figures


def main():
    parser = arguments(__doc__, "seconds instead of tens of seconds, and looser goals")
    parser.add_argument("--json", type=pathlib.Path, help="a file for all figures")
    chosen = parser.parse_args()
    seconds = 3 if chosen.short else 15
    failures = []

    def verdict(name, value, is_least=False):
        goal = GOALS[name][chosen.short]
        is_met = value >= goal if is_least else value <= goal
        failures.extend([] if is_met else [name])
        return f"{value:.3g} (goal {'≥' if is_least else '≤'} {goal:g}{'' if is_met else ', MISSED'})"

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["cc", "-O2", "-o", folder / "pace", SOURCES / "pace.c"], check=True)
        figures = refusals(chosen.program, folder, seconds, PICTURES / "1200x800.jpg", PICTURES / "4000x3000.jpg")
        results = {"refused": figures}
        print(f"503    processor time, µs {verdict('cpu_us', figures['cpu_us'])}, of a probe {figures['probe_us']:.1f}; "
              f"{figures['share']:.0%} were refused", flush=True)
        with opened(chosen.program, folder) as server:
            figures = results["kept"] = kept(folder, server, seconds, PICTURES / "1200x800.jpg")
            print(f"kept   peak {figures['peak']:.0f}/s, offered {figures['rate']:.0f}/s; "
                  f"goodput of it {verdict('goodput', figures['goodput'], True)}; of the processor time "
                  f"{figures['useful']:.2f}")
            print(f"       p99 of a 503, ms {verdict('refused_ms', figures['refused']['p99'])}")
            print(f"       p99 of hits and probes, ms {verdict('hit_ms', figures['hit_ms'])}; lost "
                  f"{figures['hits_lost']}")
            print(f"       processor seconds of {seconds}: loops {figures['loops_s']:.2f}, others "
                  f"{figures['others_s']:.2f}, generator {figures['cpu'] / 1e3:.2f}; unanswered {figures['lost']}",
                  flush=True)
        with opened(chosen.program, folder) as server:
            figures = results["sent"] = flood(folder, server, seconds, "POST", "/v1/render?blur=%.4f",
                                              PICTURES / "1200x800.jpg")
            print(f"sent   peak {figures['peak']:.0f}/s, offered {figures['rate']:.0f}/s; goodput of it "
                  f"{figures['goodput']:.2f}, of the processor time {figures['useful']:.2f}; p99 of a 503 {figures['refused']['p99']:.1f} ms")
            print(f"       processor seconds of {seconds}: loops {figures['loops_s']:.2f}, others "
                  f"{figures['others_s']:.2f}, generator {figures['cpu'] / 1e3:.2f}; unanswered {figures['lost']}",
                  flush=True)
        with opened(chosen.program, folder) as server:
            figures = results["mixed"] = mixed(folder, server, seconds, PICTURES / "4000x3000.jpg", PICTURES / "300x200.jpg")
            print(f"mixed  small ones served {verdict('small_share', figures['small_share'], True)}, p50 "
                  f"{figures['small_p50']:.1f} ms, p99, ms {verdict('small_ms', figures['small_ms'])}")
            print(f"       large ones: {figures['large_alone']:.1f}/s alone, {figures['large_beside']:.1f}/s beside "
                  f"them; share {verdict('large_share', figures['large_share'], True)}")
        if chosen.json:
            chosen.json.write_text(json.dumps(results))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

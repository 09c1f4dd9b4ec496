# SPDX-License-Identifier: Apache-2.0
"""Three replicas with one store behind the proxies of Deploy: kills, restarts one after the other, and throughput.

Run by `Scripts/trial cluster`, which installs HAProxy, nginx, wrk and OpenStack Swift. Eight clients keep pictures by `PUT
/v1/images/{digest}`, ask for kept ones and for their renderings, known and new ones, and compare every byte. Under their load:

routing   the second of two equal requests is answered from memory, and sixteen equal ones at once are rendered once
kill      a replica gets SIGKILL and is started again: at most the requests in flight fail, none is 404
rolling   one replica after the other is restarted by SIGTERM: no request fails, also where the balancer retries nothing
disaster  all replicas get SIGKILL at once: every picture that was acknowledged is found afterwards

with a folder as the store behind HAProxy, again with a HAProxy that retries nothing, and behind nginx; and with a bucket behind
HAProxy. At the end, the throughput of three replicas beside one, behind the same HAProxy and on the same processors.

Ends with 1 when one of this is untrue, or three replicas reach less than 0.9 of one where anything is rendered.
"""

import concurrent.futures
import contextlib
import hashlib
import http.client
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import balancers
from cluster_load import CLIENTS, Load, ask
from drawing import png
from object_store import ObjectStore
from serving import Running, Server, arguments, free_port
from store_faults import median

REPLICAS, LAME_DUCK = 3, 2
failures = []


def check(place, name, is_fine, words):
    print(f"| {place} | {name} | {words} |{'' if is_fine else ' **WRONG**'}", flush=True)
    if not is_fine:
        failures.append(f"{place}: {name}: {words}")


def without_retries(folder, port, replicas):
    """HAProxy with the file of Deploy, but for its retries."""
    commands = balancers.haproxy(folder, port, replicas)
    path = folder / "haproxy.cfg"
    text, count = re.subn(r"(?m)^    (retries|option redispatch|retry-on) .*$", "", path.read_text())
    assert count == 3
    path.write_text(text.replace("timeout connect 500ms", "timeout connect 500ms\n    retries 0"))
    return commands


class Cluster:
    """Replicas with one store, and a proxy before them."""

    def __init__(self, program, configure, options, count=REPLICAS):
        self.program, self.options = program, options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-cluster-"))
        self.folder.chmod(0o755)
        self.places = [(free_port(), free_port()) for _ in range(count)]
        self.port = free_port()
        self.configure = configure
        self.replicas = [None] * count

    def start(self, number):
        main, admin = self.places[number]
        with (self.folder / f"log{number}").open("ab") as output:
            server = Server(self.program, "--admin-listen", f"127.0.0.1:{admin}", "--trusted-proxy", "127.0.0.1",
                            "--lame-duck", f"{LAME_DUCK}s", *self.options, port=main, output=output)
            self.replicas[number] = server.__enter__()

    def __enter__(self):
        for number in range(len(self.places)):
            self.start(number)
        # The file names three: those that are missing stand for one that is never up.
        places = self.places + [(free_port(), free_port()) for _ in range(REPLICAS - len(self.places))]
        test, command = self.configure(self.folder, self.port, places)
        subprocess.run(test, check=True, capture_output=True)
        self.proxy = Running(command, self.port).__enter__()
        time.sleep(1.5)
        return self

    def __exit__(self, *_):
        self.proxy.end(signal.SIGTERM)
        for replica in self.replicas:
            replica.end(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self, numbers):
        for number in numbers:
            os.killpg(self.replicas[number].pid, signal.SIGKILL)
        for number in numbers:
            self.replicas[number].process.wait()

    def ask(self, method, target, body=None):
        return ask(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60), method, target, body)


def routing(place, cluster):
    pictures = [png(60, 60, seed=number + 77_000) for number in range(24)]
    hits = 0
    for picture in pictures:
        name = hashlib.sha256(picture).hexdigest()
        cluster.ask("PUT", f"/v1/images/{name}", picture)
        outcomes = [cluster.ask("GET", f"/v1/images/{name}/render?blur=2")[1]["Cache-Status"] for _ in range(2)]
        hits += outcomes[1] == "frostpane; hit"
    check(place, "second of two identical requests", hits == len(pictures), f"{hits} of {len(pictures)} hits")
    made, rounds = 0, 10
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for number in range(rounds):
            target = f"/v1/images/{name}/render?blur={20 + number}"
            answers = list(pool.map(lambda _, target=target: cluster.ask("GET", target)[1]["Cache-Status"] or "", range(16)))
            made += sum("fwd=miss" in answer and "collapsed" not in answer for answer in answers)
    check(place, f"{rounds} times 16 identical concurrent requests", made == rounds, f"{made} renderings")


def kill_one(place, cluster, kept, seconds):
    with Load(cluster, kept) as load:
        time.sleep(seconds)
        cluster.kill([0])
        time.sleep(seconds)
        cluster.start(0)
        time.sleep(seconds)
    check(place, "SIGKILL of one of three, and its return",
          len(load.failed) <= CLIENTS and 404 not in load.statuses and not load.wrong, load.words)


def rolling(place, cluster, kept):
    with Load(cluster, kept) as load:
        time.sleep(1)
        for number, replica in enumerate(cluster.replicas):
            replica.process.send_signal(signal.SIGTERM)
            replica.process.wait()
            cluster.start(number)
            # Two checks of the proxy.
            time.sleep(1.5)
    check(place, "restarts by SIGTERM, one after the other", not load.failed and not load.wrong, load.words)


def disaster(place, cluster, kept, rounds):
    lost, acknowledged = 0, len(kept)
    for _ in range(rounds):
        with Load(cluster, kept):
            time.sleep(random.uniform(0.5, 1.5))
            cluster.kill(range(REPLICAS))
        for number in range(REPLICAS):
            cluster.start(number)
        since = time.monotonic()

        def is_lost(name):
            status, _, body = cluster.ask("GET", f"/v1/images/{name}")
            # Until the balancer has found out that they are back.
            while status >= 500 and time.monotonic() - since < 10:
                time.sleep(0.1)
                status, _, body = cluster.ask("GET", f"/v1/images/{name}")
            return status != 200 or hashlib.sha256(body).hexdigest() != name

        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            lost += sum(pool.map(is_lost, list(kept)))
    check(place, f"SIGKILL of all three, {rounds} times", lost == 0 and len(kept) > acknowledged,
          f"{len(kept)} acknowledged images, {lost} lost")


SCRIPT = """
local names = { %s }
local threads = 0
-- Each thread has a number of its own, so that no two requests for new renderings are equal.
function setup(thread) thread:set("number", threads); threads = threads + 1 end
local count = 0
function init(args) kind, start = args[1], tonumber(args[2]) end
function request()
    count = count + 1
    local name = names[count %% #names + 1]
    local is_new = kind == "new" or kind == "mixed" and count %% 20 == 0
    local blur = is_new and 2 + (start + number * 100000 + count) / 1000000 or 4
    return wrk.format("GET", "/v1/images/" .. name .. "/render?blur=" .. string.format("%%.6f", blur))
end
"""


def measure(cluster, script, kind, start, seconds):
    """Answers per second, and the processor time of the replicas and of the proxy for each, in microseconds."""
    before, proxy = [replica.cpu() for replica in cluster.replicas], Server.cpu(cluster.proxy)
    output = subprocess.run(["wrk", "-t2", "-c8", f"-d{seconds}s", "-s", script, f"http://127.0.0.1:{cluster.port}", "--",
                             kind, str(start)], check=True, capture_output=True, text=True).stdout
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    refused = int(refused[1]) if refused else 0
    count, taken = re.search(r"(\d+) requests in ([\d.]+)s", output).groups()
    count = max(int(count) - refused, 1)
    if refused > count / 100:
        failures.append(f"throughput: {refused} requests were refused, {count} were not")
    used = sum(replica.cpu() - was for replica, was in zip(cluster.replicas, before))
    return count / float(taken), used / count * 1e6, (Server.cpu(cluster.proxy) - proxy) / count * 1e6


def throughput(program, seconds, rounds):
    """Three replicas beside one, by turns."""
    picture = (balancers.ROOT / "Docs/images/before.jpg").read_bytes()
    pictures = {hashlib.sha256(each).hexdigest(): each for each in (picture + bytes(number) for number in range(16))}
    start = random.randrange(1_000_000)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="frostpane-cluster-"))
        script = pathlib.Path(folder, "requests.lua")
        script.write_text(SCRIPT % ", ".join(f'"{name}"' for name in pictures))
        clusters = [stack.enter_context(Cluster(program, balancers.haproxy, ["--store", f"{folder}/{count}"], count))
                    for count in (REPLICAS, 1)]
        for cluster in clusters:
            for name, picture in pictures.items():
                cluster.ask("PUT", f"/v1/images/{name}", picture)
        # Hits alone are not held to a bound: the same load wakes three times as many event loops.
        for kind, words, bound in (("new", "new renderings of 1 MP", 0.9), ("mixed", "known ones, each twentieth new", 0.9),
                                   ("known", "known renderings alone", 0)):
            rows = []
            for _ in range(rounds):
                start += 1_000_000
                rows.append([measure(cluster, script, kind, start, seconds) for cluster in clusters])
            ratios = [three[0] / one[0] for three, one in rows]
            three, one = ([median([row[index][value] for row in rows]) for value in range(3)] for index in range(2))
            check("HAProxy", f"three replicas and one: {words}", median(ratios) >= bound,
                  f"{three[0]:.0f} and {one[0]:.0f} requests/s, ratio {median(ratios):.2f} ({min(ratios):.2f} to "
                  f"{max(ratios):.2f}); CPU time for each {three[1]:.0f} and {one[1]:.0f} µs, of HAProxy {three[2]:.0f} µs")


def main():
    parser = arguments(__doc__, short="HAProxy and a folder alone, each part for a shorter time, and no throughput")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    seconds, rounds = (1, 1) if options.short else (3, 3)
    print("| Balancer, store | Event | Answers |\n|---|---|---|", flush=True)
    with contextlib.ExitStack() as stack:
        root = stack.enter_context(tempfile.TemporaryDirectory(prefix="frostpane-cluster-"))

        def events(place, configure, store, retries=True):
            kept = {}
            with Cluster(program, configure, store) as cluster:
                if retries:
                    routing(place, cluster)
                    kill_one(place, cluster, kept, seconds)
                rolling(place, cluster, kept)
                if retries:
                    disaster(place, cluster, kept, rounds)

        events("HAProxy, folder", balancers.haproxy, ["--store", f"{root}/a"])
        if not options.short:
            events("HAProxy without retries, folder", without_retries, ["--store", f"{root}/b"], retries=False)
            events("nginx, folder", balancers.nginx, ["--store", f"{root}/c"])
            bucket = stack.enter_context(ObjectStore())
            events("HAProxy, bucket", balancers.haproxy, bucket.options(root, bucket.port))
            throughput(program, seconds, rounds=5)
    for failure in failures:
        print(f"WRONG: {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

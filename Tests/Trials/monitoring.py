# SPDX-License-Identifier: Apache-2.0
"""Scrapes a server by a Prometheus, and runs every query of the dashboard and of the alerts against it.

Run by `Scripts/trial monitoring`, which installs Prometheus. The server gets requests of all kinds while Prometheus
scrapes its port for monitoring once a second. Checks: /metrics has the form that `promtool check metrics` wants; the
alert rules and their tests are sound; every query of Deploy/grafana/dashboard.json finds samples; every instrument that an
alert uses exists, and no alert fires; the public port does not serve what monitoring asks for.

With --picture, traffic changes for a minute and a half, and the panels are drawn with what Prometheus has then (dashboard.py).

Ends with 1 when a check fails.
"""

import concurrent.futures
import contextlib
import http.client
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import dashboard
from drawing import png
from serving import Running, Server, arguments, free_port

DEPLOY = pathlib.Path(__file__).resolve().parents[2] / "Deploy"
PICTURE = DEPLOY.parent / "Docs/images/before.jpg"
failures = []


def check(name, is_fine, words=""):
    print(f"{name:58} {'yes' if is_fine else 'NO  ' + words}", flush=True)
    if not is_fine:
        failures.append(name)


def run(*command, **members):
    result = subprocess.run(command, capture_output=True, text=True, **members)
    return result.returncode == 0, (result.stdout + result.stderr).strip()


def traffic(server, picture):
    """Requests with every kind of answer: made, found, refused, unknown."""
    digest = server.keep(picture)
    for number in range(4):
        server.ask("POST", f"/v1/render?blur={number}", picture)
        for _ in range(2):
            server.ask("GET", f"/v1/images/{digest}/render?blur={number}")
    server.ask("GET", f"/v1/images/{digest}/render?blur=-1")
    server.ask("GET", "/nowhere")
    server.ask("POST", "/v1/render", b"no picture")


def changing_traffic(server, picture):
    """A minute and a half: little, then uploads and renderings, then hits, then more than the machine can do, then little."""
    digest = server.keep(picture)

    def phase(seconds, clients, ask):
        end = time.monotonic() + seconds

        def client(number):
            count = number * 100_000
            while time.monotonic() < end:
                count += 1
                with contextlib.suppress(OSError, http.client.HTTPException):
                    ask(count)

        with concurrent.futures.ThreadPoolExecutor(clients) as pool:
            list(pool.map(client, range(clients)))

    def little(count):
        traffic(server, picture)
        time.sleep(0.5)

    def render(count):
        server.keep(png(60, 40, seed=count))
        server.ask("POST", f"/v1/render?blur={count % 97 + 1}", picture)

    def hit(count):
        server.ask("GET", f"/v1/images/{digest}/render?blur={count % 4}")

    def much(count):
        server.ask("GET", f"/v1/images/{digest}/render?blur={2 + count / 1e6:.6f}")

    for seconds, clients, ask in [(15, 1, little), (20, 4, render), (20, 8, hit), (20, 48, much), (15, 1, little)]:
        phase(seconds, clients, ask)


class Prometheus(Running):
    """A Prometheus that scrapes one port, and keeps what it finds in a folder."""

    def __init__(self, folder, target):
        (folder / "prometheus.yaml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(DEPLOY / "prometheus/alerts.yaml")],
            "scrape_configs": [{"job_name": "frostpane", "static_configs": [{"targets": [f"127.0.0.1:{target}"]}]}],
        }))
        port = free_port()
        super().__init__(["prometheus", f"--config.file={folder}/prometheus.yaml", f"--storage.tsdb.path={folder}/data",
                          f"--web.listen-address=127.0.0.1:{port}", "--log.level=error"], port)

    def get(self, path, **parameters):
        address = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(address, timeout=10) as reply:
                return json.load(reply)["data"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error).get("error", error)) from error

    def query(self, text):
        return self.get("query", query=text)["result"]


def plain(query):
    """A query as Grafana sends it, with the values of its variables."""
    return query.replace("$__rate_interval", "10s").replace("$instance", ".*")


def panels():
    return json.loads((DEPLOY / "grafana/dashboard.json").read_text())["panels"]


def dashboard_queries():
    for panel in panels():
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


def main():
    parser = arguments(__doc__)
    parser.add_argument("--picture", metavar="FILE", help="draws the dashboard into an SVG")
    options = parser.parse_args()
    program = options.program
    picture = PICTURE.read_bytes()
    check("promtool check rules", *run("promtool", "check", "rules", DEPLOY / "prometheus/alerts.yaml"))
    check("promtool test rules", *run("promtool", "test", "rules", "alerts-test.yaml", cwd=DEPLOY / "prometheus"))
    check("promtool check config", *run("promtool", "check", "config", DEPLOY / "prometheus/prometheus.yaml"))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-monitoring-"))
    admin = free_port()
    with contextlib.ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        server = running.enter_context(Server(
            program, "--admin-listen", f"127.0.0.1:{admin}", "--store", folder / "store", "--cache-originals", "1MiB",
            "--cache-results", "1MiB", level="error"))
        traffic(server, picture)
        exposed = urllib.request.urlopen(f"http://127.0.0.1:{admin}/metrics").read().decode()
        check("promtool check metrics", *run("promtool", "check", "metrics", input=exposed))
        for path in ["/metrics", "/v1/status", "/healthz", "/readyz"]:
            check(f"{path} is on the port for monitoring alone", server.ask("GET", path)[0] == 404)
        prometheus = running.enter_context(Prometheus(folder, admin))
        start = time.time()
        if options.picture:
            changing_traffic(server, picture)
        end = time.monotonic() + 12
        while time.monotonic() < end:
            with contextlib.suppress(OSError, RuntimeError):
                traffic(server, picture)
            time.sleep(0.2)
        if options.picture:
            def ask(query, start, end, step):
                return prometheus.get("query_range", query=plain(query), start=start, end=end, step=step)["result"]

            words = f"The dashboard's panels for {time.time() - start:.0f} seconds of changing traffic"
            picture = dashboard.draw(panels(), ask, start, time.time(), 2, words)
            pathlib.Path(options.picture).write_text(picture)
            print(f"{options.picture}: {len(picture)} bytes")
        samples = prometheus.query('scrape_samples_scraped{job="frostpane"}')
        check("is scraped", bool(samples) and prometheus.query('up{job="frostpane"}')[0]["value"][1] == "1")
        took = prometheus.query('max_over_time(scrape_duration_seconds{job="frostpane"}[10s])')
        if samples and took:
            print(f"{samples[0]['value'][1]} samples in {len(exposed)} bytes, a scrape takes {float(took[0]['value'][1]) * 1e3:.1f} ms")
        queries = list(dashboard_queries())
        for title, query in queries:
            try:
                check(f"{title}: {len(prometheus.query(plain(query)))} series", bool(prometheus.query(plain(query))), query)
            except RuntimeError as error:
                check(title, False, f"{query}: {error}")
        names = set(prometheus.get("label/__name__/values"))
        known = set(re.findall(r"^# TYPE (\S+)", exposed, re.MULTILINE))
        rules = prometheus.get("rules")["groups"][0]["rules"]
        for rule in rules:
            used = set(re.findall(r"\b(?:frostpane|process)_[a-z_]+", rule["query"]))
            bases = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used}
            # More than the machine can do may be noticed, but it does not last.
            states = ["inactive", "pending"] if options.picture else ["inactive"]
            is_fine = rule["health"] == "ok" and not bases - known and not used - names and rule["state"] in states
            check(f"alert {rule['name']}", is_fine, f"{rule['state']} {rule.get('lastError', '')} {used - names}")
        shown = {word for _, query in queries for word in re.findall(r"\b(?:frostpane|process)_[a-z_]+", query)}
        unseen = {name for name in known if not any(word.startswith(name) for word in shown)}
        print(f"{len(queries)} queries, {len(rules)} alerts; not on the dashboard: {', '.join(sorted(unseen)) or 'none'}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

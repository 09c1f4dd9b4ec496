# SPDX-License-Identifier: Apache-2.0
"""What the suites share: what a process costs, medians, the machine, Markdown and JSON."""

import argparse
import json
import os
import platform
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

BENCHMARKS = Path(".build/benchmarks")
MIB = 1 << 20


Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Part:
    """One part of a suite: what takes its figures, and what makes them a table."""

    measure: Callable[[argparse.Namespace], Rows]
    table: Callable[[Rows], str]


@dataclass(frozen=True)
class Cost:
    """Of one process or job: milliseconds of processor time of all threads and of the clock, and MiB."""

    cpu: float
    wall: float
    peak: float

    @staticmethod
    def median(costs: Sequence["Cost"]) -> "Cost":
        """Each figure's median by itself."""
        names = ("cpu", "wall", "peak")
        return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in names))


def spend(
    command: Iterable[object], environment: Mapping[str, str] | None = None, output: str | None = None
) -> Cost:
    """Runs a program to its end; what it prints goes to a file, if one is named."""
    words = [str(word) for word in command]
    with tempfile.NamedTemporaryFile("r", suffix=".json") as report:
        launch = [str(BENCHMARKS / "spend"), report.name, *words]
        variables = {**os.environ, **(environment or {})}
        if output is None:
            subprocess.run(launch, check=True, env=variables)
        else:
            with open(output, "wb") as file:
                subprocess.run(launch, check=True, env=variables, stdout=file)
        figures = json.loads(Path(report.name).read_text(encoding="utf-8"))
    if figures["status"] != 0:
        raise RuntimeError(f"{' '.join(words)}: wait status {figures['status']}")
    return Cost(figures["cpu"], figures["wall"], figures["peak"] / 1024)


def spend_peer(command: Iterable[object], environment: Mapping[str, str] | None = None) -> tuple[Cost, float]:
    """Runs a peer that reports the cost of its job alone, into the file that REPORT names.

    Returns that cost, whose peak is that of the whole process, and the MiB before the job began.
    """
    with tempfile.NamedTemporaryFile("r", suffix=".json") as report:
        whole = spend(command, environment={**(environment or {}), "REPORT": report.name})
        figures = json.loads(Path(report.name).read_text(encoding="utf-8"))
    return replace(whole, cpu=figures["cpu"], wall=figures["wall"]), figures["before"]


def output_of(*command: str) -> str:
    """The output of a command without surrounding space; empty if it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def machine(**versions: str) -> dict[str, Any]:
    """Where, when and of what figures were taken."""
    return {
        "date": date.today().isoformat(),
        # The newest of what is measured, not of what measures.
        "commit": output_of("git", "log", "-1", "--format=%h", "--", "Sources", "Package.swift"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"Linux {platform.release().split('-')[0]}",
        "load": round(os.getloadavg()[0], 1),
        "versions": versions,
    }


def caption(part: Mapping[str, Any]) -> str:
    """One line on where the figures of a part are from."""
    host = part["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in host["versions"].items())
    return (
        f"{host['date']}, commit {host['commit']}, {host['cores']} cores of {host['processor']}, "
        f"{host['system']}, load before {host['load']}; {versions}; medians of {part['runs']}."
    )


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table whose first `left` columns are text."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(rule) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def number(value: float) -> str:
    """Three digits, or all those before the point."""
    if value >= 99.95:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def times(value: float, base: float) -> str:
    """A figure, and how many times the base it is."""
    return f"{number(value)} (×{value / base:.2f})"


def verdict(value: float, goal: float) -> str:
    return "met" if value <= goal else "missed"


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parser_of(suite: str, description: str, parts: Mapping[str, Part]) -> argparse.ArgumentParser:
    """The options that all suites have."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(parts)}")
    parser.add_argument("--runs", type=int, default=5, help="rounds of which the median counts")
    parser.add_argument("--json", type=Path, default=Path(f"out/{suite}.json"))
    return parser


def run_suite(
    suite: str, parser: argparse.ArgumentParser, parts: Mapping[str, Part], versions: dict[str, str]
) -> None:
    """Takes the figures of the parts that the command line names, prints and keeps them."""
    arguments = parser.parse_args()
    # As an exception, it ends what was started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if unknown := set(arguments.parts) - set(parts):
        parser.error(f"no part {', '.join(sorted(unknown))}")
    for name in arguments.parts or parts:
        host = machine(**versions)
        figures = {"machine": host, "runs": arguments.runs}
        figures["rows"] = rows = parts[name].measure(arguments)
        update(arguments.json, suite, name, figures)
        print(f"\n### {name}\n\n{caption(figures)}\n\n{parts[name].table(rows)}", flush=True)


def package_versions(python: str, **named: str) -> dict[str, str]:
    """Versions of packages of an environment, under the names that they get here."""
    listing = json.loads(output_of(python, "-m", "pip", "list", "--format", "json"))
    versions = {entry["name"]: entry["version"] for entry in listing}
    return {name: versions[package] for name, package in named.items()}


def debian_version(package: str) -> str:
    """The upstream part of an installed Debian package's version."""
    version = output_of("dpkg-query", "-W", "-f", "${Version}", package)
    return version.split(":")[-1].split("-")[0]


def update(path: Path, suite: str, part: str, figures: Mapping[str, Any]) -> None:
    """Puts the figures of one part into the file of a suite, beside those of its other parts."""
    whole: dict[str, Any] = {"suite": suite, "parts": {}}
    if path.exists():
        whole = json.loads(path.read_text(encoding="utf-8"))
    whole["parts"][part] = figures
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])

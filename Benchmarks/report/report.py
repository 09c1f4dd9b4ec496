# SPDX-License-Identifier: Apache-2.0
"""Puts the figures of the suites into the documents: tables between markers, and plots.

Called by `Scripts/benchmark report` after the suites. A block of a document stands between
`<!-- SUITE PART -->` and `<!-- /SUITE PART -->`; those whose figures are not there stay as they are.
"""

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import coding
import compare
import effects
import formats
import geometry
import jobs
import memory
import placeholders
import service
import service_tables
from measure import caption, markdown, verdict
from svg import plot

DOCUMENTS = (Path("Docs/codecs.md"), Path("Docs/formats.md"), Path("Docs/performance.md"), Path("README.md"))
PLOTS = Path("Docs/plots")
SUITES = {
    "codecs": coding.PARTS,
    "effects": effects.PARTS,
    "formats": formats.PARTS,
    "geometry": geometry.PARTS,
    "jobs": jobs.PARTS,
    "memory": memory.PARTS,
    "placeholders": placeholders.PARTS,
    "service": service.PARTS,
}

# Without one of these there is no telling which goals are met.
OF_GOALS = {
    "jobs": {"sigmas", "stream"},
    "memory": {"server"},
    "service": {"uncached", "hits", "start"},
}

Figures = Mapping[str, Mapping[str, Any]]


def figures_in(folder: Path) -> dict[str, dict[str, Any]]:
    """By the name of a suite, by the name of a part."""
    result: dict[str, dict[str, Any]] = {}
    for suite in SUITES:
        path = folder / f"{suite}.json"
        if path.exists():
            result[suite] = json.loads(path.read_text(encoding="utf-8"))["parts"]
    return result


def blocks(figures: Figures, folder: Path) -> dict[str, str]:
    """What stands between markers, by their names."""
    result = {}
    for suite, parts in figures.items():
        for name, part in parts.items():
            table = SUITES[suite][name].table(part["rows"])
            result[f"{suite} {name}"] = f"{caption(part)}\n\n{table}"
    kernels = folder / "kernels.json"
    if kernels.exists():
        whole = json.loads(kernels.read_text(encoding="utf-8"))
        result["kernels"] = f"{compare.caption(whole['machine'])}\n\n{compare.tables(whole['rows'], whole['flat'])}"
    rows = folder / "rows.md"
    if rows.exists():
        result["rows"] = rows.read_text(encoding="utf-8").strip()
    if "sigmas" in figures.get("jobs", {}):
        part = figures["jobs"]["sigmas"]
        result["readme jobs"] = f"{caption(part)}\n\n{jobs.table_sigmas(part['rows'], goals=False)}"
    if all(parts <= figures.get(suite, {}).keys() for suite, parts in OF_GOALS.items()):
        result["goals"] = goals(figures)
    return result


def goals(figures: Figures) -> str:
    """The goals of whole renderings and of the server, with the measured figures."""
    rows: list[tuple[str, str, str, str]] = []

    def at_most(name: str, value: float, goal: float, form: str) -> None:
        rows.append((name, f"≤ {form.format(goal)}", form.format(value), verdict(value, goal)))

    def at_least(name: str, value: float, goal: float, form: str) -> None:
        rows.append((name, f"≥ {form.format(goal)}", form.format(value), verdict(-value, -goal)))

    for row in figures["jobs"]["sigmas"]["rows"]:
        ratio = row["costs"]["frostpane"]["cpu"] / row["costs"]["bare"]["cpu"]
        name = f"12 MP JPEG, sigma {row['sigma']}: CPU time relative to decode and encode alone"
        at_most(name, ratio, jobs.GOALS[row["sigma"]], "×{:.2f}")
    for row in figures["jobs"]["stream"]["rows"]:
        if row["sigma"] == 20:
            job = "12 MP JPEG, sigma 20"
            at_most(f"{job}: time to the first byte, of the whole time", row["first"] / row["last"], jobs.FIRST_BYTE_GOAL, "{:.0%}")
            at_most(f"{job}: whole time, of CPU time", row["last"] / row["cpu"], jobs.WALL_GOAL, "{:.2f}")
    for row in figures["memory"]["server"]["rows"]:
        if row["name"] in memory.OVER_GOALS_MIB:
            name = f"{row['name']}, sigma 20: peak over idle"
            at_most(name, row["over"], memory.OVER_GOALS_MIB[row["name"]], "{:.1f} MiB")
    # Ours first, then the service over libvips, and no server last.
    mine, vips, *_, bare = figures["service"]["uncached"]["rows"]
    job = "1 MP JPEG from the server"
    ratio = mine["rate"] / vips["rate"]
    at_least(f"{job}: requests/s relative to {vips['name']}", ratio, service_tables.RATE_GOAL, "×{:.1f}")
    ratio = mine["cpu"] / bare["cpu"]
    at_most(f"{job}: CPU time relative to decode and encode alone", ratio, service_tables.COST_GOAL, "×{:.2f}")
    ratio = mine["paced"]["p99"] / mine["paced"]["p50"]
    at_most(f"{job}: p99 / p50 at 80 % of the load", ratio, service_tables.TAIL_GOAL, "{:.1f}")
    at_most(f"{job}: memory", mine["memory"], service_tables.MEMORY_GOAL_MIB, "{:.0f} MiB")
    hits: dict[int, dict[int, float]] = {}
    for row in figures["service"]["hits"]["rows"]:
        hits.setdefault(row["bytes"], {})[row["connections"]] = row["Frostpane"]["rate"] / row["nginx"]["rate"]
    for size, ratios in hits.items():
        name = f"hits of {size:,} bytes, {', '.join(map(str, ratios))} connections: requests/s relative to nginx"
        measured = ", ".join(f"×{ratio:.2f}" for ratio in ratios.values())
        goal = service_tables.HITS_GOAL
        rows.append((name, f"≥ ×{goal:.2f}", measured, verdict(-min(ratios.values()), -goal)))
    line = service_tables.line_us(figures["service"]["hits"]["rows"])
    at_most("hits: CPU time for the log line", line, service_tables.LINE_GOAL_US, "{:.1f} µs")
    for row in figures["service"]["start"]["rows"]:
        at_most("process start to first response", row["start"], service_tables.START_GOAL_MS, "{:.0f} ms")
        at_most("resident memory when idle", row["idle"], service_tables.IDLE_GOAL_MIB, "{:.1f} MiB")
    return markdown(["what", "goal", "measured", ""], rows)


def fill(document: Path, contents: Mapping[str, str]) -> None:
    """Replaces the blocks of a document that are known."""
    text = document.read_text(encoding="utf-8")
    for name, content in contents.items():
        pattern = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.S)
        text = pattern.sub(lambda match: f"{match[1]}{content}\n{match[2]}", text)  # noqa: B023
    document.write_text(text, encoding="utf-8")


def lines(part: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]]:
    """The points of each contestant: what varies, and milliseconds."""
    result: dict[str, list[tuple[float, float]]] = {}
    for row in part["rows"]:
        for name, cost in row["costs"].items():
            result.setdefault(jobs.NAMES[name], []).append((row["x"], cost["wall"]))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--figures", type=Path, default=Path("out"), help="folder of the JSON")
    arguments = parser.parse_args()
    figures = figures_in(arguments.figures)
    contents = blocks(figures, arguments.figures)
    for document in DOCUMENTS:
        fill(document, contents)
    PLOTS.mkdir(parents=True, exist_ok=True)
    titles = {
        "by-sigma": ("JPEG of 2 MP to JPEG, by sigma", "sigma, pixels"),
        "by-size": ("JPEG to JPEG with sigma 20, by size", "megapixels"),
    }
    for name, (title, across) in titles.items():
        part = figures.get("jobs", {}).get(name)
        if part:
            picture = plot(title, across, "milliseconds", lines(part))
            (PLOTS / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()

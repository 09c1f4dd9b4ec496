# SPDX-License-Identifier: Apache-2.0
"""Requests at a constant rate, as independent clients send them, and what the machine itself makes of that."""

import json
import subprocess
from urllib.parse import urlsplit

from contenders import Load
from measure import BENCHMARKS

# How long answers are waited for behind the last request, and a little.
PATIENCE_SECONDS = 40


def pace(address: str, load: Load, first: float, rate: float, seconds: float) -> dict[str, float]:
    """Sends requests that differ in sigma, from the first one on."""
    server = urlsplit(address)
    words: list[object] = [BENCHMARKS / "pace", server.hostname, server.port, rate, seconds]
    words += [load.method, load.pattern, first, *([load.body] if load.body else [])]
    return _figures(words, seconds)


def steady(rate: float, seconds: float, threads: int, milliseconds: float) -> dict[str, float]:
    """Does as much work at that rate as takes so many milliseconds, without a server."""
    return _figures([BENCHMARKS / "steady", rate, seconds, threads, milliseconds], seconds)


def _figures(words: list[object], seconds: float) -> dict[str, float]:
    done = subprocess.run(
        [str(word) for word in words],
        check=True,
        capture_output=True,
        text=True,
        timeout=seconds + PATIENCE_SECONDS,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures

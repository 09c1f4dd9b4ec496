# SPDX-License-Identifier: Apache-2.0
"""The least service that libvips and gunicorn make together: POST a JPEG, get it frosted.

It checks nothing, and knows no limits: what it leaves out makes it faster.
"""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

os.environ["VIPS_CONCURRENCY"] = "1"
sys.path.insert(0, str(Path(__file__).parents[1] / "jobs"))

import pyvips
from peer import MATRIX, QUALITY

pyvips.cache_set_max(0)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["REQUEST_METHOD"] != "POST":
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]
    sigma = float(parse_qs(environ["QUERY_STRING"])["blur"][0])
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    image = pyvips.Image.new_from_buffer(body, "", access="sequential")
    image = image.gaussblur(sigma).recomb(MATRIX).cast("uchar")
    result = image.jpegsave_buffer(Q=QUALITY)
    head = [("Content-Type", "image/jpeg"), ("Content-Length", str(len(result)))]
    start_response("200 OK", head)
    return [result]

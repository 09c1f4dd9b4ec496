# SPDX-License-Identifier: Apache-2.0
"""The servers that are compared, and what each is asked for."""

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from measure import BENCHMARKS, free_port
from servers import Server, frostpane

PHOTO = BENCHMARKS / "pictures/1200x800.jpg"
HERE = Path(__file__).parent
RENDER = "/v1/render?blur=%.4f&saturate=1.8"


@dataclass(frozen=True)
class Load:
    """A request that wrk repeats; `pattern` may have a place for sigma."""

    method: str
    pattern: str
    body: Path | None = None


def vips(folder: Path) -> Server:
    port = free_port()
    words = [os.environ["PYTHON"], "-m", "gunicorn", "--workers", 2, "--bind", f"127.0.0.1:{port}"]
    words += ["--chdir", HERE, "--no-control-socket", "--log-level", "warning", "wsgi:application"]
    return Server("libvips + gunicorn", words, f"http://127.0.0.1:{port}", folder / "gunicorn.log")


def thumbor(folder: Path) -> Server:
    port = free_port()
    (folder / "thumbor.conf").write_text(
        f"FILE_LOADER_ROOT_PATH = {str(PHOTO.parent.resolve())!r}\n"
        "LOADER = 'thumbor.loaders.file_loader'\n"
        "STORAGE = 'thumbor.storages.no_storage'\n"
        "QUALITY = 82\n"
    )
    words = [os.environ["THUMBOR"], "--ip", "127.0.0.1", "--port", port, "--processes", 2]
    words += ["--conf", folder / "thumbor.conf", "--log-level", "error"]
    return Server("thumbor", words, f"http://127.0.0.1:{port}", folder / "thumbor.log", "/healthcheck")


def nginx(folder: Path, files: Path) -> Server:
    """Serves files as its defaults have it, access log included."""
    port = free_port()
    owner = "user root root;" if os.geteuid() == 0 else ""
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{owner} daemon off; pid {folder}/nginx.pid; error_log stderr; worker_processes 2;\n"
        "events { worker_connections 1024; }\n"
        f"http {{ {temporary} sendfile on; tcp_nopush on; access_log {folder}/access.log; keepalive_requests 1000000000;\n"
        "  default_type image/jpeg; open_file_cache max=100; open_file_cache_valid 60s;\n"
        f"  server {{ listen 127.0.0.1:{port}; root {files}; }} }}\n"
    )
    words = [os.environ["NGINX"], "-p", folder, "-c", folder / "nginx.conf"]
    return Server("nginx", words, f"http://127.0.0.1:{port}", folder / "nginx.log")


def contenders(folder: Path, stack: ExitStack) -> list[tuple[Server, Load]]:
    """Everybody who can frost a picture, started."""
    post = Load("POST", RENDER, PHOTO)
    stored = f"/unsafe/filters:blur(60,%.4f):saturation(1.8):quality(82)/{PHOTO.name}"
    field = [
        (frostpane(folder / "frostpane.log", "--cache-results", 0, "--cache-originals", 0), post),
        (vips(folder), post),
        (thumbor(folder), Load("GET", stored)),
    ]
    for server, _ in field:
        stack.enter_context(server)
    return field

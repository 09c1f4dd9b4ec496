# SPDX-License-Identifier: Apache-2.0
"""Uses the service from a page of another origin in Chromium, without a window.

Run by `Scripts/trial cors`, which installs Chromium. A page is served from one port, the service listens on
another one, with a token and with --cors-origin of the page, or without a token and with `*`. The page

  blob       renders a Blob by fetch, with Authorization and a Content-Type that need a preflight
  form       renders a FormData
  fields     reads ETag, Location and Cache-Status of answers
  problem    reads a problem and its status
  range      fetches a part of a kept picture
  img        loads a rendering by <img crossorigin>, and reads its pixels from a canvas
  timing     finds the size of the transfer in its own performance entries

and a page of a third origin, which is not named, must not be able to do any of it. Ends with 1 unless all of it
is so.
"""

import base64
import hashlib
import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

from serving import Server, arguments, free_port

PICTURE = pathlib.Path("Docs/images/before.jpg")
TOKEN = "correct-horse-battery"
NAMES = ["blob", "form", "fields", "problem", "range", "img", "timing"]

PAGE = """<!doctype html><meta charset="utf-8"><script type="module">
const base = "%(base)s", headers = %(headers)s, digest = "%(digest)s";
const picture = Uint8Array.from(atob("%(picture)s"), c => c.charCodeAt(0));
const blob = new Blob([picture], {type: "image/jpeg"});
const found = {};
async function attempt(name, body) {
  try { found[name] = await body(); } catch (error) { found[name] = String(error); }
}
async function bitmap(reply) {
  const image = await createImageBitmap(await reply.blob());
  return image.width === 1200 && image.height === 800;
}
await attempt("blob", async () => bitmap(await fetch(base + "/v1/render?blur=9", {method: "POST", body: blob, headers})));
await attempt("form", async () => {
  const form = new FormData();
  form.append("image", blob, "photo.jpg");
  form.append("material", "systemThinMaterial");
  return bitmap(await fetch(base + "/v1/render", {method: "POST", body: form, headers}));
});
await attempt("fields", async () => {
  const kept = await fetch(base + "/v1/images", {method: "POST", body: blob, headers});
  const location = kept.headers.get("Location"), id = kept.headers.get("X-Request-Id");
  const again = await fetch(base + location + "/render?blur=3", {headers});
  await again.blob();
  return location.endsWith(digest) && id.length === 32 && again.headers.get("ETag").length > 20
    && again.headers.get("Cache-Status").startsWith("frostpane");
});
await attempt("problem", async () => {
  const reply = await fetch(base + "/v1/render?blur=x", {method: "POST", body: blob, headers});
  return reply.status === 400 && (await reply.json()).parameter === "blur";
});
await attempt("range", async () => {
  const reply = await fetch(base + "/v1/images/" + digest, {headers: {...headers, Range: "bytes=2-11"}});
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return reply.status === 206 && bytes.length === 10 && bytes[0] === picture[2]
    && reply.headers.get("Content-Range") === `bytes 2-11/${picture.length}`;
});
await attempt("img", async () => {
  if (headers.Authorization) return true;  // An element sends no token.
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.src = base + "/v1/images/" + digest + "/render?blur=5&format=png";
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 8;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, 8, 8);
  return context.getImageData(0, 0, 8, 8).data[3] === 255;
});
await attempt("timing", async () => {
  const entries = performance.getEntriesByType("resource").filter(e => e.name.startsWith(base));
  return entries.length > 0 && entries.every(e => e.responseStart > 0)
    && entries.some(e => e.transferSize > 1000 && e.serverTiming.some(t => t.name === "cache"));
});
await fetch("/found", {method: "POST", body: JSON.stringify(found)});
</script>"""


class Page:
    """A page on a port of its own, and what it found."""

    def __init__(self, port, text):
        self.port, self.found, self.is_done = port, {}, threading.Event()
        page = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if self.path == "/" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                if self.path == "/":
                    self.wfile.write(text.encode())

            def do_POST(self):
                page.found = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(204)
                self.end_headers()
                page.is_done.set()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def visit(self, browser):
        """What the page found in a browser, which is given a minute."""
        with tempfile.TemporaryDirectory(prefix="frostpane-cors-", ignore_cleanup_errors=True) as folder:
            command = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}",
                       f"http://127.0.0.1:{self.port}/"]
            with open(pathlib.Path(folder) / "output", "wb") as output:
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                           start_new_session=True)
                if not self.is_done.wait(timeout=60):
                    print("  the page has not ended", file=sys.stderr)
                # The session holds this browser's processes and no others.
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return self.found


def trial(program, browser, token, origins, pages):
    """Visits pages of several origins; gives what each found."""
    port = free_port()
    picture = PICTURE.read_bytes()
    headers = {"Authorization": f"Bearer {TOKEN}"} if token else {}
    page = PAGE % {
        "base": f"http://127.0.0.1:{port}", "headers": json.dumps(headers),
        "digest": hashlib.sha256(picture).hexdigest(), "picture": base64.b64encode(picture).decode(),
    }
    options = ["--token", TOKEN] if token else []
    for origin in origins:
        options += ["--cors-origin", origin]
    hosts = [Page(page_port, page) for page_port in pages]
    try:
        with Server(program, *options, level="error", port=port):
            return [host.visit(browser) for host in hosts]
    finally:
        for host in hosts:
            host.server.shutdown()
            host.server.server_close()


def main():
    program = arguments(__doc__).parse_args().program
    browser = "chromium"
    ours, other = free_port(), free_port()
    named = f"http://127.0.0.1:{ours}"
    rows = []
    found, foreign = trial(program, browser, True, ["https://example.org", named], [ours, other])
    rows.append(("token, named", found, True))
    rows.append(("token, other", foreign, False))
    found, = trial(program, browser, False, ["*"], [ours])
    rows.append(("everybody", found, True))
    failures = 0
    print(f"{'origin':14} " + " ".join(f"{name:>8}" for name in NAMES))
    for label, found, is_allowed in rows:
        cells = []
        for name in NAMES:
            # Without a token in an element, there is nothing to try.
            skipped = name == "img" and label.startswith("token")
            is_right = bool(found) and (skipped or (found.get(name) is True) == is_allowed)
            failures += not is_right
            cells.append("-" if skipped else "yes" if found.get(name) is True else "no")
            if not is_right:
                print(f"  {label}: {name}: {found.get(name)}", file=sys.stderr)
        print(f"{label:14} " + " ".join(f"{cell:>8}" for cell in cells), flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

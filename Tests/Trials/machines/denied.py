# SPDX-License-Identifier: Apache-2.0
"""Starts servers for which one system call fails, as under an old kernel or the filter of a container.

Run by `Scripts/trial denied`. Each call fails with ENOSYS, then with EPERM. A server that starts is asked for its state,
for a JPEG, and for images in all formats of libraries, read and written. The table has what it did:

whole      everything is served, and codecs are in a sandbox
weaker     everything is served, and `/readyz` names the missing part of the protection
partly     JPEG and PNG are served; for the others, 503 `codec-unavailable`, and `/readyz` and the log have the reason
nothing    it ends soon, with a line that names the call

Ends with 1 if one did less than the table of this program says, if a start took too long, or if a reason is missing.
"""

import contextlib
import errno
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from serving import Running, arguments, free_port

FILES = pathlib.Path("Tests/Fixtures/foreign")
READ = ("lossy.webp", "lossy.avif", "lossy.heic", "gray.gif", "rgb.tif", "drawing.svg", "lossy.jxl")
WRITTEN = ("webp", "avif", "jxl")
JPEG = pathlib.Path("Docs/images/before.jpg")
# Seconds until a server listens or ends, on a machine that does other things as well.
LONGEST = 30

# What a server makes of each call: one word for both errors, or one for each. What is joined by a comma fails together.
CALLS = {
    "close_range": "whole", "memfd_create": "weaker", "socketpair": "whole", "clone3": "whole", "clone": "whole",
    "vfork": "whole", "unshare": "whole", "mount": "whole", "umount2": "whole", "pivot_root": "whole",
    "setpgid": "whole", "prlimit64": "weaker", "seccomp": "weaker", "prctl": "weaker", "capset": "whole",
    "pidfd_open": "whole", "kill": "whole", "openat2": "whole", "statx": "whole", "faccessat2": "whole",
    # librsvg aborts where it expects ENOSYS: SVG alone is not offered.
    "getrandom": {"ENOSYS": "whole", "EPERM": "partly"}, "madvise": "whole", "membarrier": "whole", "rseq": "whole", "set_robust_list": "whole",
    "sched_getaffinity": "whole", "sysinfo": "whole", "fallocate": "whole", "sigaltstack": "whole",
    "timerfd_create": "whole", "epoll_pwait2": "whole", "io_uring_setup": "whole", "copy_file_range": "whole",
    "renameat2": "whole",
    # Without any other way.
    "dup2": "partly", "memfd_create,fallocate": "partly",
    "clone3,clone": "nothing", "clone3,prctl": "nothing", "eventfd2": "nothing", "epoll_create1": "nothing",
}
# Those that containers and old kernels are known to refuse.
SHORT = ("close_range", "memfd_create", "socketpair", "clone3", "prlimit64", "seccomp", "dup2", "clone3,clone")



def state(server):
    """The word of /readyz about codecs."""
    status, body = server.ask("GET", "/readyz", fields={"Accept": "application/json"})
    return json.loads(body)["codecs"] if status == 200 else f"/readyz answers {status}"


def answers(server):
    """What is wrong with the answers for JPEG, and the statuses and types of those for other formats."""
    status, body = server.ask("POST", "/v1/render?blur=4&format=jpeg", JPEG.read_bytes())
    if status != 200:
        return [f"a JPEG is answered with {status} {body[:200]!r}"], set()
    found = set()
    requests = [("/v1/render?blur=1&format=png", FILES / name) for name in READ]
    requests += [(f"/v1/render?width=32&format={name}", JPEG) for name in WRITTEN]
    for target, file in requests:
        status, body = server.ask("POST", target, file.read_bytes())
        found.add("200" if status == 200 else f"{status} {json.loads(body)['type']} {json.loads(body)['detail']}")
    return [], found


def verdict(codecs, found, log):
    """The word for what a server has done, and what is wrong with its words."""
    if found == {"200"}:
        return ("whole", []) if codecs == "sandbox" else ("weaker", [])
    wrong = [answer for answer in found if answer != "200" and "/problems/codec-unavailable" not in answer]
    if "200" not in found and not codecs.startswith("unavailable: "):
        wrong.append(f"/readyz says only: {codecs}")
    if "a format is not offered" not in log:
        wrong.append("the log has no reason")
    return "partly", wrong


def attempt(launcher, program, call, error, folder):
    """Runs a server without a call; returns the word for it, its words, the seconds until it was there, and faults."""
    port, log = free_port(), folder / "log"
    command = [launcher, call, getattr(errno, error), program, "serve", "--listen", f"127.0.0.1:{port}",
               "--log-level", "warning", "--deadline", "60s"]
    began = time.monotonic()
    with log.open("wb") as output:
        server = Running(command, port, output=output)
        try:
            with server:
                seconds = time.monotonic() - began
                codecs = state(server)
                wrong, found = answers(server)
        except RuntimeError as reason:
            words = log.read_text(errors="replace").strip().splitlines() or [""]
            told = str(reason) == "ended with 71" and "refuses the call" in words[-1]
            return "nothing", words[-1], time.monotonic() - began, [] if told else [str(reason)]
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.end(signal.SIGKILL)
    word, more = verdict(codecs, found, log.read_text(errors="replace"))
    return word, codecs, seconds, wrong + more


def main():
    options = arguments(__doc__, short="only the calls that containers and old kernels are known to refuse").parse_args()
    is_bad = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        launcher = folder / "deny"
        source = pathlib.Path(__file__).with_name("deny.c")
        subprocess.run(["cc", "-O1", "-o", launcher, source, "-lseccomp"], check=True)
        print(f"{'call':24}{'error':8}{'served':10}{'s':>5}  /readyz, or the last line")
        for call in SHORT if options.short else CALLS:
            for error in ("ENOSYS", "EPERM"):
                word, words, seconds, wrong = attempt(launcher, options.program, call, error, folder)
                expected = CALLS[call] if isinstance(CALLS[call], str) else CALLS[call][error]
                if word != expected:
                    wrong.append(f"{expected} was expected")
                if seconds > LONGEST:
                    wrong.append("that took too long")
                print(f"{call:24}{error:8}{word:10}{seconds:5.1f}  {words}", flush=True)
                for fault in wrong:
                    print(f"  WRONG: {fault}", flush=True)
                is_bad |= bool(wrong)
    sys.exit(1 if is_bad else 0)


if __name__ == "__main__":
    main()

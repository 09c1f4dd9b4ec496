# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of "Ten minutes to production" in Docs/deployment.md, one block after the other.

Run by `Scripts/trial deployment`, as root: the commands have a network of their own, so that their ports are free, and a folder
of their own with `Deploy` and a photo. Prints the seconds of each block. Ends with 1 when a command fails, when the pictures
are not the same, or when it takes longer than ten minutes.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from serving import arguments

ROOT = pathlib.Path(__file__).resolve().parents[2]


def blocks():
    """The blocks of the section, with the bold words before each."""
    text = (ROOT / "Docs/deployment.md").read_text()
    section = text.split("## Ten minutes to production\n")[1].split("\n## ")[0]
    return re.findall(r"\*\*([^*]+)\*\*(?:(?!\*\*).)*?```sh\n(.*?)```", section, re.DOTALL)


def main():
    program = pathlib.Path(arguments(__doc__).parse_args().program).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-deployment-"))
    folder.chmod(0o755)
    steps = blocks()
    try:
        shutil.copytree(ROOT / "Deploy", folder / "Deploy")
        shutil.copy(ROOT / "Docs/images/before.jpg", folder / "photo.jpg")
        (folder / "bin").mkdir()
        (folder / "bin/frostpane").symlink_to(program)
        script = "ip link set lo up\n" + "".join(
            f"{commands}\necho \"$SECONDS s: {name.rstrip('.')}\" >&2\n" for name, commands in steps)
        script += "test -s frosted.jpg && cmp frosted.jpg again.jpg\n"
        # All that it starts has a session, and so ends with it.
        process = subprocess.Popen(["unshare", "--net", "bash", "-euo", "pipefail", "-c", script], cwd=folder,
                                   start_new_session=True, stdout=subprocess.DEVNULL,
                                   env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"})
        began = time.monotonic()
        try:
            code = process.wait(timeout=600)
        except subprocess.TimeoutExpired:
            code = 124
        print(f"{len(steps)} blocks, {time.monotonic() - began:.0f} s, ended with {code}")
        if code:
            for log in sorted(folder.glob("*.log")):
                print(f"{log.name}: {log.read_text()[-600:]}")
    finally:
        end(process.pid, folder)
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if code else 0)


def end(session, folder):
    """Ends what the commands have started: their session, and HAProxy, which has left it."""
    if (folder / "haproxy.pid").exists():
        for number in (folder / "haproxy.pid").read_text().split():
            os.kill(int(number), signal.SIGKILL)
    try:
        os.killpg(session, signal.SIGKILL)
    except ProcessLookupError:
        pass


if __name__ == "__main__":
    main()

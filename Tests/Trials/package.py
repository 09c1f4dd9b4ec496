# SPDX-License-Identifier: Apache-2.0
"""Makes the Debian package, and installs, uses and removes it in a bare Debian 12.

Run by `Scripts/trial package`, as root, which installs debootstrap. In the bare system, apt installs the package with what it
depends on; the program tells its version, and serves with the options of /etc/default/frostpane; the unit, the manual page and
the completions are where they belong; removing leaves the options, purging does not. Ends with 1 when a step fails.

A program that is linked to the libraries of a Swift toolchain sees their folder there as well.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from serving import arguments, free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"

STEPS = """
export DEBIAN_FRONTEND=noninteractive
apt-get install --yes --quiet --no-install-recommends ./frostpane.deb >/apt.log 2>&1 || { tail -n 20 /apt.log; exit 1; }
echo "installed: $(dpkg-query --show frostpane)"
frostpane --version | head -n 1
for path in /lib/systemd/system/frostpane.service /usr/share/man/man1/frostpane.1.gz \\
    /usr/share/bash-completion/completions/frostpane /usr/share/doc/frostpane/copyright; do
    test -s "$path"
done
printf 'FROSTPANE_LISTEN=127.0.0.1:%s\\nFROSTPANE_ADMIN_LISTEN=127.0.0.1:%s\\nFROSTPANE_LAME_DUCK=0s\\n' "$@" >>/etc/default/frostpane
set -a
. /etc/default/frostpane
set +a
frostpane serve 2>/serve.log &
server=$!
for _ in $(seq 50); do frostpane health 2>/health.log && break; sleep 0.2; done
frostpane health
kill -TERM "$server"
wait "$server"
echo "served: $(grep --count listening /serve.log) start"
dpkg --remove frostpane >/dpkg.log 2>&1
test ! -e /usr/bin/frostpane && test -e /etc/default/frostpane
dpkg --purge frostpane >/dpkg.log 2>&1
test ! -e /etc/default/frostpane
echo removed
"""


def main():
    program = pathlib.Path(arguments(__doc__).parse_args().program).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-package-"))
    try:
        made = subprocess.run([ROOT / "Scripts/package-deb", program, folder], check=True, capture_output=True, text=True)
        package = pathlib.Path(made.stdout.split()[-1])
        print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB", flush=True)
        system = folder / "system"
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", system, MIRROR], check=True, stdout=subprocess.DEVNULL)
        shutil.copy(package, system / "frostpane.deb")
        libraries = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        folders = {os.path.dirname(path) for path in re.findall(r"=> (/\S+)", libraries)}
        folders = [path for path in sorted(folders) if not path.startswith(("/lib", "/usr/lib"))]
        mounts = "".join(f"mkdir -p {system}{path} && mount --bind {path} {system}{path}\n" for path in folders)
        # What is mounted goes away with the commands.
        script = f"mount --make-rprivate /\n{mounts}mount -t proc proc {system}/proc\nexec chroot {system} bash -euo pipefail -c \"$@\""
        command = ["unshare", "--mount", "bash", "-euo", "pipefail", "-c", script, "bash", STEPS, "steps",
                   str(free_port()), str(free_port())]
        code = subprocess.run(command).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if code else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Makes the Debian package, and installs, uses and removes it in a bare Debian 12.

Run by `Scripts/trial package`, as root, which installs debootstrap. In the bare system, apt installs the package with what it
depends on; the program tells its version, and serves with the options of /etc/default/frostpane; the unit, the manual page and
the completions are where they belong; removing leaves the options, purging does not. A program that needs a library of no
package is refused. Ends with 1 when a step fails.
"""

import pathlib
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


def refuse_foreign(folder):
    """Ends with 1 unless Scripts/package-deb refuses a program that needs a library of its own folder."""
    (folder / "own.c").write_text("int own(void) { return 0; }\n")
    (folder / "needy.c").write_text("int own(void);\nint main(void) { return own(); }\n")
    subprocess.run(["cc", "-shared", "-o", folder / "libown.so", folder / "own.c"], check=True)
    subprocess.run(["cc", "-o", folder / "needy", folder / "needy.c", "-L", folder, "-lown", f"-Wl,-rpath,{folder}"],
                   check=True)
    made = subprocess.run([ROOT / "Scripts/package-deb", folder / "needy", folder], capture_output=True, text=True)
    if made.returncode == 0 or "needs libown.so" not in made.stderr:
        sys.exit(f"a program that needs libown.so is not refused by name: {made.stderr}")
    print("refused: a program that needs another library", flush=True)


def main():
    program = pathlib.Path(arguments(__doc__).parse_args().program).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-package-"))
    try:
        refuse_foreign(folder)
        made = subprocess.run([ROOT / "Scripts/package-deb", program, folder], check=True, capture_output=True, text=True)
        package = pathlib.Path(made.stdout.split()[-1])
        print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB", flush=True)
        system = folder / "system"
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", system, MIRROR], check=True, stdout=subprocess.DEVNULL)
        shutil.copy(package, system / "frostpane.deb")
        # What is mounted goes away with the commands.
        script = f"mount --make-rprivate /\nmount -t proc proc {system}/proc\nexec chroot {system} bash -euo pipefail -c \"$@\""
        command = ["unshare", "--mount", "bash", "-euo", "pipefail", "-c", script, "bash", STEPS, "steps",
                   str(free_port()), str(free_port())]
        code = subprocess.run(command).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if code else 0)


if __name__ == "__main__":
    main()

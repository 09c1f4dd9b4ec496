# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by the other scripts: changes to the repository's root, answers --help, and lists the necessary
# Debian packages.

set -euo pipefail

# --help prints the comment at the start of the script.
if [[ ${1-} == --help || ${1-} == -h ]]; then
    sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The libraries that codec processes load; without one of them, its format is refused by name.
codec_packages=(libwebpdemux2 libavif15 libheif1 libde265-0 libgif7 libtiff6 librsvg2-2 libjxl0.7 libseccomp2)

# The libraries that the build links (see Package.swift), headers of those that it loads, and those that the program
# loads to draw text.
# shellcheck disable=SC2034
build_packages=(libpng-dev libjpeg-dev liblcms2-dev zlib1g-dev libssl-dev libpangocairo-1.0-0 fonts-dejavu-core
    libavif-dev libcurl4-openssl-dev libde265-dev libgif-dev libheif-dev libjxl-dev libseccomp-dev libtiff-dev libwebp-dev
    libcurl4 "${codec_packages[@]}")

fail() {
    printf '%s: %s\n' "$0" "$1" >&2
    exit 1
}

# Installs the missing ones of the named Debian packages; needs root only if any are missing.
install_packages() {
    local package missing=() as_root=()
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null ||
        fail "not a Debian system; install what corresponds to: ${missing[*]}"
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            fail "neither root nor sudo; as root, run: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    step "installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q </dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "${missing[@]}" </dev/null
}

# Makes the environment of Python $1 from the list of packages $2, unless it is there as listed.
need_environment() {
    cmp -s "$2" "$1/installed.txt" && return
    install_packages python3 python3-venv
    step "installing the packages of $2" >&2
    mkdir -p "$(dirname "$1")"
    python3 -m venv --clear "$1"
    "$1/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
    cp "$2" "$1/installed.txt"
}

# Runs Scripts/demo-picture, which needs numpy, with the same arguments.
draw_demo_picture() {
    need_environment .build/demo-picture Scripts/demo-picture.txt
    .build/demo-picture/bin/python Scripts/demo-picture "$@"
}

need_swift() {
    command -v swift >/dev/null ||
        fail "Swift 6.3 is needed: https://www.swift.org/install/linux/"
}

current_step=
step_began=0

# Prints the seconds that the current step took, then the next step and the seconds since the start.
step() {
    [[ -z $current_step ]] || printf '<== %s: %d s\n' "$current_step" $((SECONDS - step_began))
    printf '\n==> %s (%d s)\n' "$1" "$SECONDS"
    current_step=$1 step_began=$SECONDS
}

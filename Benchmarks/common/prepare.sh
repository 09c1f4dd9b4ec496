# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by the `run` of each suite: builds the programs, installs the peers, draws the pictures. All of it
# goes to .build/benchmarks. Built programs can be named by FROSTPANE and FROSTPANE_BENCH.

source "$(dirname "${BASH_SOURCE[0]}")/../../Scripts/lib.sh"

benchmarks=.build/benchmarks
# Further flags of the build, and whether the program is linked as in the container image; suites may change them.
build_flags=()
is_static=
export PYTHONPATH=Benchmarks/common PYTHONDONTWRITEBYTECODE=1

# Puts the path of each named product into the variable of its name, and builds those that have none.
need_programs() {
    local product variable
    for product in "$@"; do
        variable=${product^^}
        variable=${variable//-/_}
        if [[ -z ${!variable:-} ]]; then
            need_swift
            install_packages "${build_packages[@]}"
            step "building $product" >&2
            [[ -z $is_static ]] || read -ra build_flags < <(Scripts/static-flags)
            swift build -c release "${build_flags[@]}" --product "$product" >&2
            declare -gx "$variable=$(swift build -c release "${build_flags[@]}" --show-bin-path)/$product"
        fi
        [[ -x ${!variable} ]] || fail "$variable names no program"
        export "${variable?}"
    done
}

# The environment of nearly all peers; `python` is its interpreter.
need_peers() {
    need_environment "$benchmarks/peers" Benchmarks/common/requirements.txt
    # shellcheck disable=SC2034
    python=$benchmarks/peers/bin/python
}

# Compiles the C program $1 to $benchmarks, with the libraries that follow, unless it is newer than all sources
# beside it.
need_compiled() {
    local source=$1 compiler=cc
    local program
    program=$benchmarks/$(basename "$source" .c)
    shift
    [[ -x $program && -z $(find "$(dirname "$source")" -name '*.[ch]' -newer "$program") ]] && return
    install_packages "${build_packages[@]}"
    mkdir -p "$benchmarks"
    command -v "$compiler" >/dev/null || compiler=clang
    "$compiler" -std=c11 -O2 -Wall -Wextra -Werror -o "$program" "$source" "$@"
}

# Draws a photo-like picture of the size $1 as PNG, and makes a JPEG of it: 4:2:0, quality 90.
need_photo() {
    local photo=$benchmarks/pictures/$1
    [[ -f $photo.png && -f $photo.jpg ]] && return
    need_programs frostpane
    step "drawing a picture of $1" >&2
    mkdir -p "$benchmarks/pictures"
    draw_demo_picture "$photo.part.png" "$1" 5
    "$FROSTPANE" render "$photo.part.png" "$photo.part.jpg" --quiet --quality 90
    mv "$photo.part.png" "$photo.png"
    mv "$photo.part.jpg" "$photo.jpg"
}

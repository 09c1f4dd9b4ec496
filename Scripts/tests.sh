# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts that run all tests: builds them, and runs them in several processes.

# These targets compute most; the others wait for much of their time.
rendering='^RenderingTests\.'
computing='^(KernelsTests|CodecsTests)\.'
waiting='^(HTTPServerTests|StoreTests|SandboxTests)\.'
# By the first letter of their suites: the latter half has readers that are slow on purpose.
serving='^ServiceTests\.[A-R]'
serving_rest='^ServiceTests\.[S-Z]'

# Builds the tests with the kernels $1 and the options after it, and runs them in six processes, each one test at a time:
# many wait for threads of their own, and would delay each other. The processes are started without `swift test`, two of
# which at once may find the database of the build locked.
run_tests() {
    local options=(--quiet "${@:2}") began=$SECONDS build folder
    # For the build alone: the program refuses variables of that prefix that are no options. Package.swift explains them.
    build=(env FROSTPANE_QUICK_TESTS=1 FROSTPANE_KERNELS="$1" swift build)
    "${build[@]}" --build-tests "${options[@]}"
    printf '%d s to compile\n' $((SECONDS - began))
    folder=$("${build[@]}" --show-bin-path "${options[@]}")
    tests=("$folder/frostpanePackageTests.xctest" --testing-library swift-testing --no-parallel --quiet)
    side_by_side tests_that_render tests_that_compute tests_that_wait tests_that_serve other_tests_that_serve other_tests
}

tests_that_render() { "${tests[@]}" --filter "$rendering"; }
tests_that_compute() { "${tests[@]}" --filter "$computing"; }
tests_that_wait() { "${tests[@]}" --filter "$waiting"; }
tests_that_serve() { "${tests[@]}" --filter "$serving"; }
other_tests_that_serve() { "${tests[@]}" --filter "$serving_rest"; }
other_tests() {
    "${tests[@]}" --skip "$rendering" --skip "$computing" --skip "$waiting" --skip "$serving" --skip "$serving_rest"
}

# Runs the functions $@ at the same time, and prints the output of each in one piece. Fails if one of them does.
side_by_side() {
    local name folder result=0 jobs=() began=$SECONDS
    folder=$(mktemp -d)
    for name in "$@"; do
        ("$name"; printf '%s: %d s\n' "$name" $((SECONDS - began))) >"$folder/$name" 2>&1 &
        jobs+=("$!")
    done
    for name in "$@"; do
        wait "${jobs[0]}" || result=1
        jobs=("${jobs[@]:1}")
        cat "$folder/$name"
    done
    rm -r "$folder"
    return $result
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times one blur on one thread, from interleaved bytes to interleaved bytes, as
/// `Benchmarks/kernels/compare.py` asks.
///
/// Prints one JSON object: the milliseconds of processor time of every run, and the blur's memory.
func timeBlur(_ arguments: ArraySlice<String>) throws {
    let options = try BlurOptions(arguments: arguments)
    let source = [UInt8](try Data(contentsOf: URL(fileURLWithPath: options.input)))
    var benchmark = BlurBenchmark(options: options, source: source)
    var milliseconds: [Double] = []
    for _ in 0..<(options.runs + 1) { milliseconds.append(benchmark.measure()) }
    // The first run warms caches and page tables.
    milliseconds.removeFirst()
    if let output = options.output {
        try Data(benchmark.result).write(to: URL(fileURLWithPath: output))
    }
    let report = BlurReport(milliseconds: milliseconds, workingByteCount: benchmark.byteCount)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
}

do {
    switch CommandLine.arguments.dropFirst().first {
    case "blur": try timeBlur(CommandLine.arguments.dropFirst(2))
    case "exactness": ExactnessTable.write()
    case "rows": RowBenchmark.run()
    case "row": try RowBenchmark.repeatKernel(CommandLine.arguments.dropFirst(2))
    case "png": try PNGBenchmark.run(CommandLine.arguments.dropFirst(2))
    case "jpeg": try JPEGBenchmark.run(CommandLine.arguments.dropFirst(2))
    default:
        print(
            """
            usage: frostpane-bench exactness | rows | row NAME VARIANT COUNT
                 | png PHOTO RUNS | jpeg FILE RUNS
                 | blur --input FILE --width N --height N …
            """
        )
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("frostpane-bench: \(error)\n".utf8))
    exit(1)
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation

/// A picture's path, and how often everything is timed.
struct BenchmarkArguments {
    let file: [UInt8]
    let runs: Int

    /// Reads the arguments and the file.
    init(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        guard words.count == 2, let runs = Int(words[1]), runs > 0 else {
            throw BlurOptions.BadArgument(name: "FILE RUNS", value: words.joined(separator: " "))
        }
        file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: words[0])))
        self.runs = runs
    }

    /// Prints a report as JSON.
    static func print(_ report: some Encodable) throws {
        Swift.print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    }
}

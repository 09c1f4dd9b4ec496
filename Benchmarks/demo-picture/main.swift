// SPDX-License-Identifier: Apache-2.0

import Foundation

// Draws the picture that README.md and the benchmarks use: the same bytes for the same arguments.
//
//     demo-picture OUT.png [WIDTHxHEIGHT] [--grain STRENGTH]

/// What the command line asks for.
struct Request {
    var path: String
    var width = 1200
    var height = 800
    /// Standard deviation of the grain, in levels of 255 at medium brightness.
    var grain: Float = 0

    /// Reads the arguments; nil when they make no sense.
    init?(_ arguments: [String]) {
        var words = arguments[...]
        guard let path = words.popFirst(), !path.hasPrefix("-") else { return nil }
        self.path = path
        while let word = words.popFirst() {
            if word == "--grain" {
                guard let text = words.popFirst(), let grain = Float(text),
                    (0...64).contains(grain)
                else { return nil }
                self.grain = grain
            } else {
                let sides = word.split(separator: "x", omittingEmptySubsequences: false)
                    .compactMap { Int($0) }
                guard sides.count == 2, sides.allSatisfy((1...16_384).contains) else { return nil }
                (width, height) = (sides[0], sides[1])
            }
        }
    }
}

guard let request = Request(Array(CommandLine.arguments.dropFirst())) else {
    FileHandle.standardError.write(
        Data("usage: demo-picture OUT.png [WIDTHxHEIGHT] [--grain STRENGTH]\n".utf8)
    )
    exit(64)
}
let camera = Camera(width: request.width, height: request.height, grain: request.grain)
let file = PNGWriter(width: request.width, height: request.height).file(camera.samples())
do {
    try Data(file).write(to: URL(fileURLWithPath: request.path))
} catch {
    FileHandle.standardError.write(Data("demo-picture: cannot write \(request.path)\n".utf8))
    exit(73)
}

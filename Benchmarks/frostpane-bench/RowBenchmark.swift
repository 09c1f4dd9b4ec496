// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Raster
import TestSupport

/// Every kernel, on RGBA unless its name says otherwise, by every variant: megapixels per second
/// of processor time.
struct RowBenchmark {
    static let width = 4000
    static let rows = 16

    /// Prints a Markdown table.
    static func run() {
        let sets = InstructionSet.supported
        print("| kernel |" + sets.map { " \($0) |" }.joined())
        print("|---|" + sets.map { _ in "--:|" }.joined())
        for (name, layout, body) in kernels {
            let speeds = sets.map { set in
                var band = band(layout)
                // Once for the caches, then the best of five.
                body(&band, set)
                let best =
                    (0..<5).map { _ in
                        let start = ThreadClock.now()
                        for _ in 0..<10 { body(&band, set) }
                        return ThreadClock.now() - start
                    }.min() ?? 0
                return String(format: " %.0f |", Double(10 * width * rows) / best / 1_000)
            }
            print("| \(name) |" + speeds.joined())
        }
    }

    /// Runs one kernel as often as asked, for tools that count instructions.
    ///
    /// - Parameter arguments: The name in the table, the variant, and how often.
    /// - Throws: ``BlurOptions/BadArgument`` when one of them is not known.
    static func repeatKernel(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        guard words.count == 3,
            let kernel = kernels.first(where: { $0.0 == words[0] }),
            let set = InstructionSet(rawValue: words[1]), InstructionSet.supported.contains(set),
            let count = Int(words[2])
        else { throw BlurOptions.BadArgument(name: "row", value: words.joined(separator: " ")) }
        var band = band(kernel.1)
        for _ in 0..<count { kernel.2(&band, set) }
    }

    private static func band(_ layout: ChannelLayout) -> Band<Straight> {
        var generator = SeededGenerator(seed: 1)
        return Band(layout: layout, width: width, height: rows) { _, _, _ in
            UInt16.random(in: 0...65_535, using: &generator)
        }
    }

    private typealias Kernel = (inout Band<Straight>, InstructionSet) -> Void

    private static var kernels: [(String, ChannelLayout, Kernel)] {
        var bytes = [UInt8](repeating: 99, count: 8 * width)
        func packing(_ format: PackedSamples, _ dither: Dither) -> Kernel {
            { band, set in
                for row in 0..<rows {
                    var target = bytes.mutableSpan
                    band.pack(row: row, as: format, dither: dither, into: &target, using: set)
                }
            }
        }
        func unpacking(_ format: PackedSamples) -> Kernel {
            { band, set in
                for row in 0..<rows {
                    band.unpack(bytes.span, as: format, intoRow: row, using: set)
                }
            }
        }
        return [
            ("unpack 8 bits", .rgba, unpacking(.eightBit)),
            ("unpack 8 bits, RGB", .rgb, unpacking(.eightBit)),
            ("unpack 8 bits, gray", .gray, unpacking(.eightBit)),
            ("unpack 16 bits", .rgba, unpacking(.sixteenBit)),
            ("unpack 16 bits, RGB", .rgb, unpacking(.sixteenBit)),
            ("pack 8 bits", .rgba, packing(.eightBit, .none)),
            ("pack 8 bits, RGB", .rgb, packing(.eightBit, .none)),
            ("pack 8 bits, RGB, dithered", .rgb, packing(.eightBit, .ordered(y: 3))),
            ("pack 8 bits, gray", .gray, packing(.eightBit, .none)),
            ("pack 16 bits", .rgba, packing(.sixteenBit, .none)),
            ("pack 16 bits, RGB", .rgb, packing(.sixteenBit, .none)),
            (
                "premultiply",
                .rgba,
                { $0 = $0.premultiplied(using: $1).assuming(Straight.self) }
            ),
            (
                "unpremultiply",
                .rgba,
                { $0 = $0.assuming(Premultiplied.self).unpremultiplied(using: $1) }
            ),
            ("saturate, RGB", .rgb, { $0.apply(.saturation(1.8), using: $1) }),
            ("saturate", .rgba, { $0.apply(.saturation(1.8), using: $1) }),
            ("any matrix", .rgba, { $0.apply(anyMatrix, using: $1) }),
            (
                "composite",
                .rgba,
                { band, set in
                    var result = Band<Straight>(layout: .rgb, width: width, capacity: rows)
                    band.composite(over: .white, into: &result, using: set)
                }
            ),
        ]
    }

    private static let anyMatrix = ColorMatrix(
        red: .init(0.5, 0.3, 0.1, 0.1, 0.01),
        green: .init(0.1, 0.8, 0.2, 0, -0.05),
        blue: .init(0.3, 0, 0.6, 0, 0.02),
        alpha: .init(0, 0, 0, 0.9, 0.05)
    )
}

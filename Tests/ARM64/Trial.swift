// SPDX-License-Identifier: Apache-2.0

/// Random rows, and the hash of what was made of them.
struct Trial {
    var generator = SeededGenerator(seed: 64)
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func samples<Sample: FixedWidthInteger>(
        _ count: Int,
        in range: ClosedRange<Sample> = Sample.min ... .max
    ) -> [Sample] {
        (0..<count).map { _ in Sample.random(in: range, using: &generator) }
    }

    mutating func floats(_ count: Int) -> [Float] {
        (0..<count).map { _ in Float(Int32.random(in: -9_999...9_999, using: &generator)) / 64 }
    }

    mutating func note<Sample: FixedWidthInteger>(_ row: [Sample]) {
        for sample in row {
            hash = (hash ^ UInt64(truncatingIfNeeded: sample)) &* 0x100_0000_01B3
        }
    }

    mutating func note(_ row: [Float]) { note(row.map { $0.bitPattern }) }

    /// Prints the hash of all rows since the last one, and starts anew.
    mutating func end(_ name: StaticString) {
        print(name, terminator: " ")
        print(hash)
        self = Trial()
    }
}

/// The widths of rows: shorter and longer than vectors of all lengths, and neither.
let widths = [1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 65, 127, 300]

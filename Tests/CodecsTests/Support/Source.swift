// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A source that delivers a file in pieces of one size, and may fail at one of them.
final class Source {
    private let bytes: [UInt8]
    private let pieceByteCount: Int
    private let failsAfter: Int

    /// The number of bytes delivered.
    private(set) var position = 0

    init(_ bytes: [UInt8], pieces pieceByteCount: Int, failsAfter: Int = .max) {
        self.bytes = bytes
        self.pieceByteCount = pieceByteCount
        self.failsAfter = failsAfter
    }

    func next() throws(SourceFailed) -> [UInt8] {
        guard position < failsAfter else { throw SourceFailed() }
        let end = min(bytes.count, position + pieceByteCount)
        defer { position = end }
        return Array(bytes[position..<end])
    }
}

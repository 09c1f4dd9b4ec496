// SPDX-License-Identifier: Apache-2.0

/// The bytes that wait to be written to a connection, in pieces that are never copied.
struct OutputQueue: Sendable {
    private(set) var segments: [[UInt8]] = []
    /// The first segment that is not written whole.
    private(set) var firstIndex = 0
    /// How much of the first segment is written.
    private(set) var firstOffset = 0
    /// The bytes that wait.
    private(set) var count = 0

    var isEmpty: Bool {
        count == 0
    }

    /// Adds bytes behind all others.
    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        segments.append(bytes)
        count += bytes.count
    }

    /// Removes bytes that were written.
    mutating func removeFirst(_ written: Int) {
        precondition(written <= count, "more bytes written than there were")
        count -= written
        if count == 0 {
            segments.removeAll(keepingCapacity: segments.count <= 4)
            firstIndex = 0
            firstOffset = 0
            return
        }
        var rest = written + firstOffset
        while rest >= segments[firstIndex].count {
            rest -= segments[firstIndex].count
            segments[firstIndex] = []
            firstIndex += 1
        }
        firstOffset = rest
        compact()
    }

    /// Removes everything.
    mutating func removeAll() {
        segments.removeAll()
        firstIndex = 0
        firstOffset = 0
        count = 0
    }

    /// Moves the segments to the front once most of the array is spent.
    private mutating func compact() {
        guard firstIndex >= 32, firstIndex * 2 >= segments.count else { return }
        segments.removeFirst(firstIndex)
        firstIndex = 0
    }
}

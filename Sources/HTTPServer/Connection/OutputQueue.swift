// SPDX-License-Identifier: Apache-2.0

/// The bytes that wait to be written to a connection, in pieces of which only small ones are copied.
///
/// A file may follow the pieces; it is the last of what is written for an exchange.
struct OutputQueue: Sendable {
    /// The bytes up to which pieces are put together: to copy them costs less than to keep them apart.
    static let smallCount = 4_096

    private(set) var segments: [[UInt8]] = []
    /// The first segment that is not written whole.
    private(set) var firstIndex = 0
    /// How much of the first segment is written.
    private(set) var firstOffset = 0
    /// The bytes that wait.
    private(set) var count = 0
    /// What follows the segments.
    private(set) var file: ResidentFile?
    /// How much of the file is written.
    private(set) var fileOffset = 0

    var isEmpty: Bool {
        count == 0
    }

    /// Whether no segment is left before the file, if there is one.
    var hasReachedFile: Bool {
        firstIndex == segments.count
    }

    /// Adds bytes behind all others.
    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        precondition(file == nil, "bytes behind a file")
        count += bytes.count
        let last = segments.count - 1
        if last >= firstIndex, segments[last].count + bytes.count <= Self.smallCount {
            segments[last] += bytes
        } else {
            segments.append(bytes)
        }
    }

    /// Adds a file behind all bytes.
    mutating func append(_ file: ResidentFile) {
        precondition(self.file == nil, "a file behind another")
        self.file = file
        count += file.count
    }

    /// Removes bytes that were written.
    mutating func removeFirst(_ written: Int) {
        precondition(written <= count, "more bytes written than there were")
        let ofFile = file.map { $0.count - fileOffset } ?? 0
        let ofSegments = min(written, count - ofFile)
        fileOffset += written - ofSegments
        count -= written
        if count == 0 {
            segments.removeAll(keepingCapacity: segments.count <= 4)
            forgetRest()
            return
        }
        var rest = ofSegments + firstOffset
        while firstIndex < segments.count, rest >= segments[firstIndex].count {
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
        forgetRest()
        count = 0
    }

    private mutating func forgetRest() {
        firstIndex = 0
        firstOffset = 0
        file = nil
        fileOffset = 0
    }

    /// Moves the segments to the front once most of the array is spent.
    private mutating func compact() {
        guard firstIndex >= 32, firstIndex * 2 >= segments.count else { return }
        segments.removeFirst(firstIndex)
        firstIndex = 0
    }
}

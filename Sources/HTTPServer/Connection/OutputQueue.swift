// SPDX-License-Identifier: Apache-2.0

import Platform

/// The bytes waiting to be written to a connection, in segments; only small ones are copied
/// together.
struct OutputQueue: Sendable {
    /// The length up to which segments are joined, in bytes; copying so few is cheaper than writing
    /// two segments.
    static let smallCount = 4_096

    private(set) var segments: [[UInt8]] = []
    /// The index of the first segment that is not written completely.
    private(set) var firstIndex = 0
    /// The number of written bytes of that segment.
    private(set) var firstOffset = 0
    /// The number of waiting bytes.
    private(set) var count = 0

    var isEmpty: Bool {
        count == 0
    }

    /// Appends bytes.
    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        let last = segments.count - 1
        if last >= firstIndex, segments[last].count + bytes.count <= Self.smallCount {
            segments[last] += bytes
        } else {
            segments.append(bytes)
        }
    }

    /// Removes written bytes.
    mutating func removeFirst(_ written: Int) {
        precondition(written <= count, "more bytes written than there were")
        count -= written
        if count == 0 {
            segments.removeAll(keepingCapacity: segments.count <= 4)
            forgetRest()
            return
        }
        var rest = written + firstOffset
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
    }

    /// Removes the written segments once they are most of the array.
    private mutating func compact() {
        guard firstIndex >= 32, firstIndex * 2 >= segments.count else { return }
        segments.removeFirst(firstIndex)
        firstIndex = 0
    }
}

extension OutputQueue {
    /// Writes the front of the queue to a socket; the caller removes the written bytes.
    func send(to socket: Int32) -> Syscall.Transfer {
        Syscall.send(socket, segments, from: (firstIndex, firstOffset))
    }
}

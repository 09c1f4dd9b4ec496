// SPDX-License-Identifier: Apache-2.0

import Platform

/// A queue of bytes to write to a socket, in segments that are not copied unless they are small.
struct OutputQueue: Sendable {
    /// The length up to which segments are joined, in bytes: copying so few costs less than writing
    /// two segments.
    static let smallCount = 4_096

    private(set) var segments: [[UInt8]] = []
    /// The index of the first segment that is not completely written.
    private(set) var firstIndex = 0
    /// The number of bytes of the first segment that are written already.
    private(set) var firstOffset = 0
    /// The number of bytes that wait to be written.
    private(set) var count = 0

    var isEmpty: Bool {
        count == 0
    }

    /// Appends bytes to the end of the queue.
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

    /// Removes bytes from the front, after they were written.
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

    /// Removes all bytes, and frees their memory.
    mutating func removeAll() {
        segments.removeAll()
        forgetRest()
        count = 0
    }

    private mutating func forgetRest() {
        firstIndex = 0
        firstOffset = 0
    }

    /// Removes the segments already written from the array, once they are most of it.
    private mutating func compact() {
        guard firstIndex >= 32, firstIndex * 2 >= segments.count else { return }
        segments.removeFirst(firstIndex)
        firstIndex = 0
    }
}

extension OutputQueue {
    /// Writes bytes from the front of the queue to a socket; the caller removes them afterwards.
    func send(to socket: Int32) -> Syscall.Transfer {
        Syscall.send(socket, segments, from: (firstIndex, firstOffset))
    }
}

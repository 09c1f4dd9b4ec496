// SPDX-License-Identifier: Apache-2.0

import Raster

/// A buffer for the data of a scan between two markers, with byte stuffing removed.
///
/// After the last byte there are enough zeros for a whole MCU, so that a reader of bits needs to
/// check for the end of the data only before each MCU.
///
/// Reference: ITU-T T.81, B.1.1.5 and F.1.2.3.
struct JPEGScanBytes: ~Copyable {
    /// The buffered bytes, and the zeros after them.
    private(set) var bytes: Samples<UInt8>

    /// The number of buffered bytes.
    private(set) var count = 0

    /// The marker that ends the data; nil while it goes on.
    private(set) var marker: JPEGMarker?

    /// Whether the file ends, or is invalid, without a marker.
    private(set) var isCut = false

    private let file: [UInt8]

    /// The offset in the file of the next byte to buffer.
    private var next: Int

    private let overrun: Int

    /// The usual number of bytes buffered at a time.
    static let usualCapacity = 16_384

    /// Creates a buffer for the data of a scan that begins at an offset in a file.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - start: The offset of the data.
    ///   - overrun: The number of bytes that may be read after the last.
    ///   - capacity: The number of bytes buffered at a time: more than `overrun`.
    init(_ file: [UInt8], from start: Int, overrun: Int, capacity: Int) {
        precondition(capacity > overrun && overrun > 0, "the buffer is too small for an MCU")
        self.file = file
        self.overrun = overrun
        next = start
        bytes = Samples(repeating: 0, count: capacity + overrun)
    }

    /// Whether all bytes before a marker are buffered.
    var isComplete: Bool { marker != nil || isCut }

    /// Whether the given number of bytes at the end of the buffer are all zero.
    func holdsZeros(last length: Int) -> Bool {
        let rest = bytes.span((count - length)..<count)
        for index in rest.indices where rest[index] != 0 { return false }
        return true
    }

    /// Drops the bytes that were read, and fills the buffer from the file.
    ///
    /// - Parameter used: The number of buffered bytes that were read.
    mutating func gather(after used: Int) {
        precondition(used >= 0 && used <= count, "more bytes were read than buffered")
        move(used..<count)
        while count < bytes.count - overrun, !isComplete { gatherRun() }
        clear()
    }

    /// Moves a range of buffered bytes to the front, and drops all others.
    private mutating func move(_ kept: Range<Int>) {
        var target = bytes.mutableSpan(0..<count)
        // SAFETY: the bytes are some of those that were gathered.
        unsafe target.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return }
            unsafe start.update(from: start + kept.lowerBound, count: kept.count)
        }
        count = kept.count
    }

    /// Writes zeros after the last buffered byte.
    private mutating func clear() {
        var target = bytes.mutableSpan(count..<(count + overrun))
        target.update(repeating: 0)
    }

    /// Buffers bytes up to the next 0xFF, and that one too if a stuffed zero follows.
    private mutating func gatherRun() {
        let limit = min(file.count, next + bytes.count - overrun - count)
        guard next < limit else {
            isCut = true
            return
        }
        let ones = file.span.extracting(0..<limit).firstOffset(of: 0xFF, from: next)
        copy(next..<(ones ?? limit))
        guard let ones else { return }
        var position = ones + 1
        while position < file.count, file[position] == 0xFF { position += 1 }
        if position == file.count {
            isCut = true
        } else if file[position] != 0 {
            marker = JPEGMarker(code: file[position])
            next = position + 1
        } else if position == ones + 1 {
            copy(ones..<position)
            next = position + 1
        } else {
            // Fill bytes that no marker follows: libraries differ in their interpretation.
            isCut = true
        }
    }

    private mutating func copy(_ range: Range<Int>) {
        let file = file
        let source = file.span.extracting(range)
        var target = bytes.mutableSpan(count..<(count + range.count))
        // SAFETY: both are as long as the range, and do not overlap.
        unsafe target.withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let to = target.baseAddress, let from = source.baseAddress else { return }
                unsafe to.update(from: from, count: source.count)
            }
        }
        count += range.count
        next = range.upperBound
    }

    /// Continues after the marker that ended the data.
    mutating func passMarker() {
        precondition(marker != nil, "no marker was found")
        marker = nil
        gather(after: count)
    }
}

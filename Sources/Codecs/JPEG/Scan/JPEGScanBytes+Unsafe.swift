// SPDX-License-Identifier: Apache-2.0

import Raster

/// The data of a scan between two markers, portion by portion, without the zeros that are stuffed
/// behind bytes of ones.
///
/// Behind the last byte there are zeros, as many as a unit may take, so that whoever reads bits needs
/// not look where the data ends but before each unit.
///
/// Reference: ITU-T T.81, B.1.1.5 and F.1.2.3.
struct JPEGScanBytes: ~Copyable {
    /// The bytes that are gathered, and the zeros behind them.
    private(set) var bytes: Samples<UInt8>

    /// How many bytes are gathered.
    private(set) var count = 0

    /// What ends the data; nil while it goes on.
    private(set) var marker: JPEGMarker?

    /// Whether the file ends, or goes wrong, without a marker.
    private(set) var isCut = false

    private let file: [UInt8]

    /// Where the next byte lies that is not gathered.
    private var next: Int

    private let overrun: Int

    /// How many bytes are gathered at once.
    static let usualCapacity = 16_384

    /// Begins to gather.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - start: Where the data begins.
    ///   - overrun: The most that may be read behind the last byte.
    ///   - capacity: How many bytes are gathered at once: more than `overrun`.
    init(_ file: [UInt8], from start: Int, overrun: Int, capacity: Int) {
        precondition(capacity > overrun && overrun > 0, "room for less than a unit")
        self.file = file
        self.overrun = overrun
        next = start
        bytes = Samples(repeating: 0, count: capacity + overrun)
    }

    /// Whether nothing more is to be gathered before a marker.
    var isComplete: Bool { marker != nil || isCut }

    /// Whether the last bytes that are gathered are zero.
    func holdsZeros(last length: Int) -> Bool {
        let rest = bytes.span((count - length)..<count)
        for index in rest.indices where rest[index] != 0 { return false }
        return true
    }

    /// Drops bytes that have been read, and gathers as many as there is room for.
    ///
    /// - Parameter used: How many have been read, of those that were gathered.
    mutating func gather(after used: Int) {
        precondition(used >= 0 && used <= count, "more than was gathered")
        move(used..<count)
        while count < bytes.count - overrun, !isComplete { gatherRun() }
        clear()
    }

    /// Brings bytes to the front, and drops all others.
    private mutating func move(_ kept: Range<Int>) {
        var target = bytes.mutableSpan(0..<count)
        // SAFETY: the bytes are some of those that were gathered.
        unsafe target.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return }
            unsafe start.update(from: start + kept.lowerBound, count: kept.count)
        }
        count = kept.count
    }

    /// Puts zeros behind the last byte.
    private mutating func clear() {
        var target = bytes.mutableSpan(count..<(count + overrun))
        target.update(repeating: 0)
    }

    /// Gathers bytes up to the next that is all ones, and that too if it stands for itself.
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
            // Fill bytes before what is no marker: libraries differ in what they make of it.
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

    /// Goes on behind the marker that ended the data.
    mutating func passMarker() {
        precondition(marker != nil, "no marker")
        marker = nil
        gather(after: count)
    }
}

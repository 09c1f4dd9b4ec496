// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// The mutable state of a ``GrowingResult``, with transitions that neither wait nor call back.
///
/// Transitions return the callbacks to make and the bytes to give back to the ledger, so that both
/// happen after the lock is released.
struct GrowingState: Sendable {
    typealias Callback = @Sendable () -> Void

    enum Phase: Sendable {
        case growing
        case finished
        case failed(any Error)
        case abandoned
    }

    enum Attempt: Sendable {
        case appended(wakes: [Callback])
        case refused(GrowingResult.Refusal)
    }

    private struct Cursor: Sendable {
        /// The index of the reader's next chunk, counted from the first chunk ever appended.
        var chunkIndex = 0
        var byteCount = 0
        var whenReady: Callback?
        var isCutOff = false
    }

    private(set) var phase = Phase.growing
    private(set) var byteCount = 0
    /// Whether the store cached the result when it was finished.
    private(set) var isKept = false
    /// Whether new bytes are withheld from the readers until the release.
    private var isHeld = false
    /// The number of bytes that this result has taken from the shared ledger.
    private(set) var ledgerByteCount = 0
    var onAbandoned: Callback?

    private var chunks: Deque<[UInt8]> = []
    private var firstChunkIndex = 0
    /// Whether all chunks stay in memory, so that a new reader can still start at the first byte.
    private var isWhole = true
    private var readers: [Int: Cursor] = [:]
    private var nextReader = 0
    private let window: Int
    private var whenRoom: Callback?
    private var waitCount = 0

    init(window: Int, onAbandoned: Callback?) {
        self.window = window
        self.onAbandoned = onAbandoned
    }

    var isJoinable: Bool {
        switch phase {
        case .growing, .finished: isWhole
        case .failed, .abandoned: false
        }
    }

    var wholeChunks: [[UInt8]]? {
        guard case .growing = phase, isWhole else { return nil }
        return Array(chunks)
    }

    private var chunkCount: Int { firstChunkIndex + chunks.count }

    /// The number of bytes that the slowest reader has not read yet; readers that were cut off do
    /// not count.
    private var unreadByteCount: Int {
        let slowest = readers.values.lazy.filter { !$0.isCutOff }.map(\.byteCount).min()
        return byteCount - (slowest ?? byteCount)
    }

    // MARK: Producer

    mutating func attemptAppend(
        _ chunk: [UInt8],
        limits: GrowingResult.Limits,
        ledger: ByteLedger?
    ) -> Attempt {
        switch phase {
        case .growing: break
        case .abandoned: return .refused(.abandoned)
        case .finished, .failed: return .refused(.closed)
        }
        if isWhole {
            let fits = chunk.count <= limits.keepableByteCount - byteCount
            if fits, ledger?.take(chunk.count) ?? true {
                if ledger != nil { ledgerByteCount += chunk.count }
            } else {
                isWhole = false
            }
        }
        chunks.append(chunk)
        byteCount += chunk.count
        if isHeld, byteCount > limits.heldByteCount { isHeld = false }
        return .appended(wakes: isHeld ? [] : takeWakes())
    }

    /// Withholds bytes from the readers until the release or the end.
    mutating func hold() { isHeld = true }

    /// Makes the withheld bytes readable, and returns the callbacks of waiting readers.
    mutating func release() -> [Callback] {
        guard isHeld else { return [] }
        isHeld = false
        return takeWakes()
    }

    /// Whether the producer should pause: a reader lags behind, and not all bytes can stay in
    /// memory.
    var isCrowded: Bool {
        guard case .growing = phase, !isWhole, !isHeld else { return false }
        return unreadByteCount > window
    }

    /// Stores the callback of a producer that pauses until the readers have caught up.
    ///
    /// - Returns: The number of the wait, or nil when there is nothing to wait for.
    mutating func wait(_ callback: @escaping Callback) -> Int? {
        guard isCrowded else { return nil }
        whenRoom = callback
        waitCount += 1
        return waitCount
    }

    /// Cuts off readers that lag by more than half the window, if the producer is still in the
    /// pause with this number.
    mutating func cutOffLaggards(
        wait: Int
    ) -> (wakes: [Callback], released: Int, abandoned: Callback?) {
        guard wait == waitCount, whenRoom != nil else { return ([], 0, nil) }
        var wakes: [Callback] = []
        for (id, cursor) in readers where byteCount - cursor.byteCount > window / 2 {
            if let wake = cursor.whenReady { wakes.append(wake) }
            readers[id]?.whenReady = nil
            readers[id]?.isCutOff = true
        }
        let abandoned = abandonIfUnread()
        let released = trim()
        if let room = takeRoom() { wakes.append(room) }
        return (wakes, released, abandoned)
    }

    mutating func finish(isKept: Bool) -> (
        refusal: GrowingResult.Refusal?, wakes: [Callback], chunks: [[UInt8]]?
    ) {
        switch phase {
        case .growing: break
        case .abandoned: return (.abandoned, [], nil)
        case .finished, .failed: return (.closed, [], nil)
        }
        phase = .finished
        isHeld = false
        self.isKept = isKept
        onAbandoned = nil
        return (nil, takeWakes(), isWhole ? Array(chunks) : nil)
    }

    mutating func fail(_ error: any Error) -> (wakes: [Callback], released: Int) {
        guard case .growing = phase else { return ([], 0) }
        phase = .failed(error)
        onAbandoned = nil
        var wakes = takeWakes()
        if let room = takeRoom() { wakes.append(room) }
        return (wakes, dropAll())
    }

    // MARK: Readers

    mutating func addReader() -> Int? {
        guard isJoinable else { return nil }
        nextReader += 1
        readers[nextReader] = Cursor()
        return nextReader
    }

    mutating func read(
        _ id: Int,
        whenReady: @escaping Callback
    ) -> (read: GrowingResult.Read, released: Int, room: Callback?) {
        guard var cursor = readers[id] else {
            return (.failed(GrowingResult.Refusal.closed), 0, nil)
        }
        if case .failed(let error) = phase { return (.failed(error), 0, nil) }
        if cursor.isCutOff { return (.failed(GrowingResult.ReaderFault.tooSlow), 0, nil) }
        guard cursor.chunkIndex < chunkCount, !isHeld else {
            if case .finished = phase { return (.end, 0, nil) }
            readers[id]?.whenReady = whenReady
            return (.pending, 0, nil)
        }
        let chunk = chunks[cursor.chunkIndex - firstChunkIndex]
        cursor.chunkIndex += 1
        cursor.byteCount += chunk.count
        cursor.whenReady = nil
        readers[id] = cursor
        return (.chunk(chunk), trim(), takeRoom())
    }

    mutating func removeReader(
        _ id: Int
    ) -> (released: Int, room: Callback?, abandoned: Callback?) {
        guard readers.removeValue(forKey: id) != nil else { return (0, nil, nil) }
        let abandoned = abandonIfUnread()
        return (trim(), takeRoom(), abandoned)
    }

    // MARK: Parts

    private mutating func abandonIfUnread() -> Callback? {
        guard case .growing = phase, readers.values.allSatisfy(\.isCutOff) else { return nil }
        phase = .abandoned
        defer { onAbandoned = nil }
        return onAbandoned
    }

    private mutating func takeWakes() -> [Callback] {
        var wakes: [Callback] = []
        for (id, cursor) in readers {
            guard let wake = cursor.whenReady else { continue }
            wakes.append(wake)
            readers[id]?.whenReady = nil
        }
        return wakes
    }

    /// Removes and returns the callback of a pausing producer, once every reader lags by at most
    /// half the window; else returns nil.
    ///
    /// Half the window, so that a producer does not sleep and wake for every chunk.
    private mutating func takeRoom() -> Callback? {
        if case .growing = phase, unreadByteCount > window / 2 { return nil }
        defer { whenRoom = nil }
        return whenRoom
    }

    /// Drops the chunks that every reader has read, and returns how many bytes to give back to the
    /// ledger.
    private mutating func trim() -> Int {
        if case .abandoned = phase { return dropAll() }
        guard !isWhole else { return 0 }
        let next = readers.values.lazy.filter { !$0.isCutOff }.map(\.chunkIndex).min() ?? chunkCount
        var released = 0
        while firstChunkIndex < next, let chunk = chunks.popFirst() {
            firstChunkIndex += 1
            released += chunk.count
        }
        // Chunks appended after the ledger refused were never taken from it.
        let givenBack = min(released, ledgerByteCount)
        ledgerByteCount -= givenBack
        return givenBack
    }

    private mutating func dropAll() -> Int {
        firstChunkIndex = chunkCount
        chunks = []
        isWhole = false
        defer { ledgerByteCount = 0 }
        return ledgerByteCount
    }
}

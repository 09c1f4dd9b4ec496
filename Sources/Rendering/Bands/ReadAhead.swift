// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Synchronization

/// Decodes an image ahead of its reader, on a worker that has nothing else to do.
///
/// Without such a worker the reader decodes each portion itself when it needs it. A helping worker
/// returns to the pool when enough is decoded or when other work waits for it. The reader asks for
/// help again when half of the decoded portions are used up. The reader never waits for a worker that
/// has not arrived. A worker that arrives while the reader decodes sleeps until that step is over; where
/// a portion takes many steps, the two alternate.
final class ReadAhead<Portion: ~Copyable> {
    private let pool: WorkerPool?
    private let make: () -> Portion
    private let decode: (inout Portion, _ isEarly: Bool) throws(RenderError) -> Decoded
    private let arrivals = DispatchSemaphore(value: 0)
    private let turns = DispatchSemaphore(value: 0)
    private let state: Mutex<State>

    /// Creates a reader of portions: bands of rows or other parts of an image.
    ///
    /// - Parameters:
    ///   - pool: The pool that lends workers; nil to decode on demand only.
    ///   - lookahead: The number of portions to decode ahead.
    ///   - make: Makes an empty portion.
    ///   - decode: Does the next step. Only the first may take longer than to decode a portion. Called on
    ///     one thread at a time. `isEarly` says that there are portions enough for now, so that the step
    ///     may do work that is not needed yet.
    init(
        pool: WorkerPool?,
        lookahead: Lookahead,
        make: @escaping () -> Portion,
        decode: @escaping (inout Portion, _ isEarly: Bool) throws(RenderError) -> Decoded
    ) {
        self.pool = pool
        state = Mutex(State(lookahead))
        self.make = make
        self.decode = decode
    }

    /// Whether a helping worker waits until the reader has done a step of decoding.
    var isHelpWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Whether the reader waits for a portion that a worker decodes.
    var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// The time that decoding has taken so far, on all threads.
    var elapsed: Duration { state.withLock { $0.elapsed } }

    /// The time that ``next(into:)`` has taken so far.
    private(set) var awaiting: Duration = .zero

    /// Reads the next portion, decoded ahead or just now; called on one thread at a time.
    ///
    /// - Returns: Whether there was one; false at the end.
    /// - Throws: The error of decoding, after all portions that were decoded before it.
    func next(into portion: inout Portion) throws(RenderError) -> Bool {
        let began = ContinuousClock.now
        defer { awaiting += ContinuousClock.now - began }
        while true {
            switch state.withLock({ $0.take() }) {
            case .ready(let box):
                swap(&portion, &box.portion)
                state.withLock { $0.spare.append(box) }
                lookForHelp()
                return true
            case .isOver(nil):
                return false
            case .isOver(let failure?):
                throw failure
            case .isComing:
                // Bounded: a helper does one step after the other, and checks for cancellation.
                arrivals.wait()
            case .isWanting:
                lookForHelp()
                let (decoded, failure) = decodeOne(into: &portion, isEarly: false)
                finish(nil, decoded, failure)
                if let failure { throw failure }
                lookForHelp()
                if decoded != .nothing { return decoded == .portion }
            }
        }
    }

    /// Asks the pool for a worker when few decoded portions are left, unless one was asked for
    /// already.
    private func lookForHelp() {
        guard let pool, state.withLock({ $0.ask() }) else { return }
        // Weak: a request for help must not keep the file of a render that is over.
        let isLent = pool.lend { [weak self] in
            while !pool.isWanted, let reader = self, reader.decodeAhead() {}
            self?.leave()
        }
        if !isLent { leave() }
    }

    /// Does one step of decoding ahead of the reader, or waits while the reader does one; false if
    /// no more portions are to be decoded now.
    ///
    /// - Returns: Whether there was room for one.
    private func decodeAhead() -> Bool {
        let isEarly: Bool
        switch state.withLock({ $0.begin() }) {
        case .isEnough: return false
        case .isTaken:
            // Bounded: the reader decodes on a thread of its own, and signals after one step, which is
            // not the first.
            turns.wait()
            return true
        case .isGiven(let isGivenEarly): isEarly = isGivenEarly
        }
        let box = state.withLock { $0.spare.popLast() } ?? Box(make())
        let (decoded, failure) = decodeOne(into: &box.portion, isEarly: isEarly)
        if decoded != .portion { state.withLock { $0.spare.append(box) } }
        finish(decoded == .portion ? box : nil, decoded, failure)
        return true
    }

    private func decodeOne(
        into portion: inout Portion,
        isEarly: Bool
    ) -> (Decoded, RenderError?) {
        let began = ContinuousClock.now
        defer { state.withLock { $0.elapsed += ContinuousClock.now - began } }
        do {
            return (try decode(&portion, isEarly), nil)
        } catch {
            return (.end, error)
        }
    }

    private func finish(_ box: Box?, _ decoded: Decoded, _ failure: RenderError?) {
        let next = state.withLock { $0.finish(box, decoded, failure) }
        if next.isAwaited { arrivals.signal() }
        if next.wakesHelp { turns.signal() }
    }

    /// Notes that no worker helps any more, and wakes the reader if it waits for one.
    private func leave() {
        if state.withLock({ $0.leave() }) { arrivals.signal() }
    }
}

/// The result of a step of decoding.
enum Decoded {
    /// A whole portion was decoded.
    case portion
    /// The step is done, but the portion is not complete yet.
    case nothing
    /// The image is at its end: no portion is left.
    case end
}

extension ReadAhead where Portion: ~Copyable {
    /// A box for a portion that one thread passes to another.
    // SAFETY: a thread that takes a box out of the state has it alone until it is put back there.
    private final class Box: @unchecked Sendable {
        var portion: Portion

        init(_ portion: consuming Portion) { self.portion = portion }
    }

    /// The reader's next action.
    private enum Next {
        /// Take a portion that was decoded ahead.
        case ready(Box)
        /// Wait for the worker that is decoding.
        case isComing
        /// Decode a portion, because no worker does.
        case isWanting
        /// Report the end of the image, or throw the error of decoding.
        case isOver(RenderError?)
    }

    /// A helping worker's next action.
    private enum Turn {
        /// Decode a portion; `isEarly` if enough are decoded for now.
        case isGiven(isEarly: Bool)
        /// Wait until the reader has decoded a portion.
        case isTaken
        /// Leave: enough portions are decoded, or none is left.
        case isEnough
    }

    private struct State {
        var ready: Deque<Box> = []
        var spare: [Box] = []
        var elapsed: Duration = .zero
        private var isDecoding = false
        /// Whether the reader waits for a portion that a worker decodes.
        private(set) var isAwaited = false
        /// Whether a helping worker waits until the reader has done a step of decoding.
        private(set) var isWaiting = false
        private var isOver = false
        private var failure: RenderError?

        /// Whether a worker was asked for and has not left: there is one at most.
        private var isAsked = false
        /// Whether the first step of decoding is over.
        ///
        /// It may take as long as all of an image, too long for a worker to wait.
        private var hasBegun = false
        private let lookahead: Lookahead

        init(_ lookahead: Lookahead) { self.lookahead = lookahead }

        /// Decides whether to ask the pool for a worker, and notes the request.
        ///
        /// - Returns: Whether to ask.
        mutating func ask() -> Bool {
            guard hasBegun, !isAsked, !isOver, ready.count <= lookahead.portionCount / 2
            else { return false }
            isAsked = true
            return true
        }

        mutating func take() -> Next {
            if let box = ready.popFirst() { return .ready(box) }
            if isOver { return .isOver(failure) }
            if isDecoding {
                isAwaited = true
                return .isComing
            }
            isDecoding = true
            return .isWanting
        }

        /// Whether enough portions are decoded for now.
        private var isEnough: Bool { ready.count >= lookahead.enough }

        private var isFull: Bool { isOver || ready.count >= lookahead.portionCount }

        /// Decides the next action of a worker.
        mutating func begin() -> Turn {
            guard !isFull else { return .isEnough }
            if isDecoding {
                isWaiting = true
                return .isTaken
            }
            isDecoding = true
            return .isGiven(isEarly: isEnough)
        }

        /// Records the result of a step of decoding, with its portion if it was decoded ahead, and
        /// returns the thread to wake.
        ///
        /// - Returns: Whether to wake the reader, and whether to wake the worker.
        mutating func finish(
            _ box: Box?,
            _ decoded: Decoded,
            _ failure: RenderError?
        ) -> (isAwaited: Bool, wakesHelp: Bool) {
            hasBegun = true
            isDecoding = false
            if let box { ready.append(box) }
            isOver = decoded == .end
            self.failure = failure
            defer { isWaiting = false }
            // Wake the reader for one portion where the next may be many steps away.
            let enough = decoded == .nothing ? 1 : lookahead.portionsPerWakeup
            let wakes = isAwaited && (isOver || ready.count >= enough)
            if wakes { isAwaited = false }
            return (wakes, isWaiting)
        }

        /// Notes that the helping worker has returned to the pool, and returns whether the reader
        /// waits for it.
        ///
        /// - Returns: Whether the reader waits for a portion.
        mutating func leave() -> Bool {
            isAsked = false
            defer { isAwaited = false }
            return isAwaited
        }
    }
}

// SAFETY: what two threads touch is in `state`, but for the portions in their boxes and what
// `decode` works on; those belong to the one thread for which `isDecoding` is set, or that took a box out.
extension ReadAhead: @unchecked Sendable where Portion: ~Copyable {}

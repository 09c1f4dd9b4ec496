// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Synchronization

/// Decodes a picture ahead of its reader, on a worker that has nothing else to do.
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

    /// Prepares to decode.
    ///
    /// - Parameters:
    ///   - pool: Lends workers; nil to decode on demand only.
    ///   - lookahead: How far they decode ahead.
    ///   - make: Makes an empty portion.
    ///   - decode: Does the next step, which takes no longer than to decode a portion, but for the first.
    ///     Called on one thread at a time, and told whether there are portions enough for now, so that it
    ///     may do more than it must.
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

    /// Whether a worker waits for ``next(into:)``.
    var isHelpWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Whether ``next(into:)`` waits for a worker.
    var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// The time that decoding took so far, on whichever thread.
    var elapsed: Duration { state.withLock { $0.elapsed } }

    /// The time that ``next(into:)`` took so far.
    private(set) var awaiting: Duration = .zero

    /// Fills the next portion; called on one thread at a time.
    ///
    /// - Returns: Whether there was one; false at the end.
    /// - Throws: What decoding threw, once all that was decoded before is used up.
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
                // Bounded: a helper that has begun does one step after the other, and looks at cancellation.
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

    /// Asks for a worker when it is time to, and nobody has been asked.
    private func lookForHelp() {
        guard let pool, state.withLock({ $0.ask() }) else { return }
        // Weak: what waits for a worker must not keep the file of a render that is over.
        let isLent = pool.lend { [weak self] in
            while !pool.isWanted, let reader = self, reader.decodeAhead() {}
            self?.leave()
        }
        if !isLent { leave() }
    }

    /// Decodes a portion that nobody has asked for yet.
    ///
    /// - Returns: Whether there was need of one.
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

    /// Does without the worker that was asked for, and wakes who waits for more than there will be.
    private func leave() {
        if state.withLock({ $0.leave() }) { arrivals.signal() }
    }
}

/// What came of a step of decoding.
enum Decoded {
    /// A portion.
    case portion
    /// No portion yet.
    case nothing
    /// The end: there are no more.
    case end
}

extension ReadAhead where Portion: ~Copyable {
    /// A portion that changes hands.
    // SAFETY: whoever takes a box out of the state has it alone until it is put back there.
    private final class Box: @unchecked Sendable {
        var portion: Portion

        init(_ portion: consuming Portion) { self.portion = portion }
    }

    /// What there is for who asks for the next portion.
    private enum Next {
        /// A portion that was decoded ahead.
        case ready(Box)
        /// A worker is decoding it.
        case isComing
        /// Nobody is decoding; who asks does from now on.
        case isWanting
        case isOver(RenderError?)
    }

    /// What there is to do for a worker that has come to help.
    private enum Turn {
        /// To decode a portion, and whether there are enough for now.
        case isGiven(isEarly: Bool)
        /// To wait until a portion is decoded by who asked for it.
        case isTaken
        /// Nothing: there is enough, or nothing is left.
        case isEnough
    }

    private struct State {
        var ready: Deque<Box> = []
        var spare: [Box] = []
        var elapsed: Duration = .zero
        private var isDecoding = false
        /// Whether who asks for portions waits for one that is being decoded.
        private(set) var isAwaited = false
        /// Whether a worker waits for its turn to decode.
        private(set) var isWaiting = false
        private var isOver = false
        private var failure: RenderError?

        /// Whether a worker was asked for and has not left: there is one at most.
        private var isAsked = false
        /// Whether a portion was decoded: the first may take as long as all of a picture, which nobody
        /// is to wait for.
        private var hasBegun = false
        private let lookahead: Lookahead

        init(_ lookahead: Lookahead) { self.lookahead = lookahead }

        /// Whether it is time to ask for help, which is noted.
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

        /// Whether there are portions enough for now.
        private var isEnough: Bool { ready.count >= lookahead.enough }

        private var isFull: Bool { isOver || ready.count >= lookahead.portionCount }

        /// Gives a worker its turn, unless there is enough.
        mutating func begin() -> Turn {
            guard !isFull else { return .isEnough }
            if isDecoding {
                isWaiting = true
                return .isTaken
            }
            isDecoding = true
            return .isGiven(isEarly: isEnough)
        }

        /// Notes the result of a step, with the portion if nobody has asked for it yet.
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
            // What is there is not kept back where the next may be many steps away.
            let enough = decoded == .nothing ? 1 : lookahead.portionsPerWakeup
            let wakes = isAwaited && (isOver || ready.count >= enough)
            if wakes { isAwaited = false }
            return (wakes, isWaiting)
        }

        /// Notes that there is no worker.
        ///
        /// - Returns: Whether somebody waits for more than there is.
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

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells work that nobody wants its result any more, or that its time is up.
///
/// One object stands for one render. Any thread may cancel it; the render looks at it between two
/// bands.
public final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var deadline: ContinuousClock.Instant?
        var actions: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    /// Creates a token.
    ///
    /// - Parameter deadline: When the time of the work is up.
    public init(deadline: ContinuousClock.Instant? = nil) {
        state = Mutex(State(deadline: deadline))
    }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// When the time of the work is up, or `nil` when it may take as long as it needs.
    public var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

    /// Whether the deadline has passed.
    public var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Moves the deadline, for time in which the work could not go on through no fault of its own.
    public func extendDeadline(by duration: Duration) {
        state.withLock { $0.deadline? += duration }
    }

    /// Ends the work at its next look, and runs what waits for that; once, however often called.
    public func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }

    /// Runs an action when the work is cancelled, at once when it already is.
    ///
    /// - Parameter action: Called at most once, on the thread that cancels, without a lock held.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.actions.append(action) }
            return state.isCancelled
        }
        if isLate { action() }
    }

    /// Returns when the work may go on.
    ///
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    public func check() throws(RenderError) {
        if isCancelled { throw .cancelled }
        if isOverdue { throw .deadlineExceeded }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An outcome that one thread delivers and one task awaits.
///
/// It turns a call with a callback into a function that waits. The first outcome counts, and later
/// ones are ignored, so a callback may race with a deadline. The wait always ends: if the callback is
/// dropped without being called, the last reference to the promise ends it, and so does the
/// cancellation of the task.
///
/// ```swift
/// let picture = try await Promise<Picture, ReadError>.value(abandoned: .cancelled) { promise in
///     let ticket = reads.join(name) { outcome in promise.end(outcome) }
///     promise.onCancel { reads.leave(ticket) }
/// }
/// ```
///
/// No lock is held across a callback. If an outcome is there before the task has to wait, the task
/// continues without leaving its thread.
package final class Promise<Value: Sendable, Failure: Error>: Sendable {
    /// The value that was promised, or an error.
    package typealias Outcome = Result<Value, Failure>

    private let wait: PromisedWait<Value, Failure>

    private init(_ wait: PromisedWait<Value, Failure>) { self.wait = wait }

    deinit { wait.end(.failure(wait.abandoned)) }

    /// Starts a call that ends with a promise, and waits for its outcome.
    ///
    /// - Parameters:
    ///   - abandoned: The error if the promise is dropped without an outcome, and if the task is
    ///     cancelled.
    ///   - outlastsCancellation: Whether a cancelled task waits for the outcome nevertheless, because
    ///     an action of ``onCancel(_:)`` makes it come soon.
    ///   - begin: Called immediately, before any wait.
    /// - Returns: The value that was promised.
    /// - Throws: The error that the promise ends with, or `abandoned`.
    package static func value(
        abandoned: Failure,
        outlastsCancellation: Bool = false,
        _ begin: (Promise) -> Void
    ) async throws(Failure) -> Value {
        let wait = PromisedWait<Value, Failure>(
            abandoned: abandoned,
            outlastsCancellation: outlastsCancellation
        )
        begin(Promise(wait))
        return try await wait.outcome().get()
    }

    /// Ends the wait with an outcome, unless it has one already; callable from any thread.
    ///
    /// - Returns: Whether this was the first outcome.
    @discardableResult
    package func end(_ outcome: Outcome) -> Bool { wait.end(outcome) }

    /// Ends the wait with a value, unless it has an outcome already.
    package func succeed(_ value: Value) { wait.end(.success(value)) }

    /// Ends the wait with an error, unless it has an outcome already.
    package func fail(_ error: Failure) { wait.end(.failure(error)) }

    /// Whether an outcome is still wanted: there was none yet, and the task is not cancelled.
    package var isOpen: Bool { wait.isOpen }

    /// Sets an action for the cancellation of the task, in addition to earlier ones.
    ///
    /// The action runs once, on the thread that cancels, and immediately if the task has been
    /// cancelled. It does not run after an outcome. It must not hold the promise, which would keep
    /// itself alive and its task waiting.
    package func onCancel(_ action: @escaping @Sendable () -> Void) { wait.onCancel(action) }
}

/// The state of a promise, shared by the promise and the task that waits.
private final class PromisedWait<Value: Sendable, Failure: Error>: Sendable {
    typealias Outcome = Result<Value, Failure>

    fileprivate enum Phase {
        /// There is no outcome, and the task does not wait yet.
        case open
        /// The task waits.
        case waiting(CheckedContinuation<Void, Never>)
        /// There is an outcome that the task has not taken yet.
        case ended(Result<Value, Failure>)
        /// The task has taken the outcome.
        case over
    }

    private struct State {
        var phase = Phase.open
        var isCancelled = false
        var actions: [@Sendable () -> Void] = []
    }

    let abandoned: Failure
    private let outlastsCancellation: Bool
    private let state = Mutex(State())

    init(abandoned: Failure, outlastsCancellation: Bool) {
        self.abandoned = abandoned
        self.outlastsCancellation = outlastsCancellation
    }

    var isOpen: Bool {
        state.withLock { !$0.phase.hasEnded && !$0.isCancelled }
    }

    @discardableResult
    func end(_ outcome: Outcome) -> Bool {
        let (isFirst, continuation, actions) = state.withLock { state in
            guard !state.phase.hasEnded else {
                return (false, CheckedContinuation<Void, Never>?.none, [@Sendable () -> Void]())
            }
            defer { state.actions = [] }
            return (true, state.phase.end(outcome), state.actions)
        }
        continuation?.resume()
        // Released here, outside of the lock.
        withExtendedLifetime(actions) {}
        return isFirst
    }

    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled, !state.phase.hasEnded { state.actions.append(action) }
            return state.isCancelled
        }
        if isLate { action() }
    }

    private func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
        if !outlastsCancellation { end(.failure(abandoned)) }
    }

    func outcome() async -> Outcome {
        if let outcome = state.withLock({ $0.phase.take() }) { return outcome }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasEnded = state.withLock { $0.phase.wait(continuation) }
                if hasEnded { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
        // Passed through the lock, not the continuation: so the thread sanitizer sees the order.
        guard let outcome = state.withLock({ $0.phase.take() }) else {
            preconditionFailure("a promise was awaited twice")
        }
        return outcome
    }
}

extension PromisedWait.Phase {
    /// Whether there is or was an outcome.
    var hasEnded: Bool {
        switch self {
        case .open, .waiting: false
        case .ended, .over: true
        }
    }

    /// Stores the outcome.
    ///
    /// - Returns: The continuation of the task, if it waits.
    mutating func end(_ outcome: Result<Value, Failure>) -> CheckedContinuation<Void, Never>? {
        defer { self = .ended(outcome) }
        guard case .waiting(let continuation) = self else { return nil }
        return continuation
    }

    /// Takes the outcome, if there is one.
    mutating func take() -> Result<Value, Failure>? {
        guard case .ended(let outcome) = self else { return nil }
        self = .over
        return outcome
    }

    /// Stores the continuation of the task, unless there is an outcome already.
    ///
    /// - Returns: Whether there is an outcome.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        if hasEnded { return true }
        self = .waiting(continuation)
        return false
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
import Synchronization

/// A token that stops a render, on demand or at its deadline.
///
/// Each render has one. Any thread may cancel it; the render checks it between two bands.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var deadline: ContinuousClock.Instant?
        var actions: [@Sendable () -> Void] = []
        var libraryMessage: String?
        var damage: Set<Damage> = []
        var failedResource: ResourceID?
    }

    private let state: Mutex<State>

    /// Creates a token for a render with or without a deadline.
    ///
    /// - Parameter deadline: The deadline of the work; `nil` for none.
    package init(deadline: ContinuousClock.Instant? = nil) {
        state = Mutex(State(deadline: deadline))
    }

    /// Whether ``cancel()`` was called.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The deadline of the work, or `nil` if it has none.
    package var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

    /// Whether the deadline has passed.
    package var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Whether the work may continue: it is not cancelled, and its deadline has not passed.
    var mayContinue: Bool { !isCancelled && !isOverdue }

    /// The supervision of decoders and encoders that work for the render.
    var supervision: Supervision {
        Supervision(mayContinue: { self.mayContinue }, note: { self.note(libraryMessage: $0) })
    }

    /// Moves the deadline, to make up for time in which the work was suspended.
    package func extendDeadline(by duration: Duration) {
        state.withLock { $0.deadline? += duration }
    }

    /// Cancels the work, which stops at its next check, and runs the registered actions once.
    package func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }

    /// Registers an action for the cancellation; runs it at once if the work is cancelled already.
    ///
    /// - Parameter action: Called at most once, on the thread that cancels, without a lock held.
    package func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.actions.append(action) }
            return state.isCancelled
        }
        if isLate { action() }
    }

    /// Throws if the work is cancelled, or if its deadline has passed.
    ///
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    package func check() throws(RenderError) {
        if isCancelled { throw .cancelled }
        if isOverdue { throw .deadlineExceeded }
    }

    /// The error message of libjpeg or libpng; `nil` if neither has failed.
    ///
    /// It is meant for a log, not for a client: its wording is the library's.
    package var libraryMessage: String? { state.withLock { $0.libraryMessage } }

    /// The damage that was found so far in the pictures of the render, and tolerated.
    package var damage: Set<Damage> { state.withLock { $0.damage } }

    /// The picture beside the source that could not be decoded; nil while all could.
    package var failedResource: ResourceID? { state.withLock { $0.failedResource } }

    /// Records damage that was found in a picture and tolerated.
    func note(_ damage: Set<Damage>) {
        if !damage.isEmpty { state.withLock { $0.damage.formUnion(damage) } }
    }

    /// Records a picture beside the source that could not be decoded, unless an earlier one is
    /// recorded.
    func note(failed resource: ResourceID) {
        state.withLock { $0.failedResource = $0.failedResource ?? resource }
    }

    /// Stores the error message of a library, unless an earlier one is stored.
    func note(libraryMessage: String) {
        state.withLock { $0.libraryMessage = $0.libraryMessage ?? libraryMessage }
    }
}

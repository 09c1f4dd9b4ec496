// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

// epoll(7): the readiness of many descriptors at once.
extension Syscall {
    /// The operations for which a descriptor is ready, as `epoll` reports them.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32

        /// Creates a set of operations from the event bits of `epoll`.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There are bytes to read, or the end of the input is reached.
        package static let input = Readiness(rawValue: CPlatform_input)
        /// There is room to write.
        package static let output = Readiness(rawValue: CPlatform_output)
        /// The peer has shut down its output.
        package static let halfClosed = Readiness(rawValue: CPlatform_half_closed)
        /// Both directions are shut down, or the connection is broken.
        package static let closed = Readiness(rawValue: CPlatform_closed)
    }

    /// An event of an epoll set: the changed readiness of one descriptor.
    package struct Change: Sendable {
        /// The token that was given when the descriptor was added to the set.
        package let token: UInt64
        /// The current readiness of the descriptor.
        package let readiness: Readiness
    }

    /// Creates an epoll set without descriptors.
    package static func makeReadinessSet() throws(Failure) -> Int32 {
        let set = CPlatform_create()
        let code = errno
        guard set >= 0 else { throw Failure(code: code) }
        return set
    }

    /// Adds a descriptor to an epoll set, edge-triggered; closing it removes it.
    ///
    /// - Returns: Whether the descriptor was added.
    package static func watch(_ set: Int32, _ descriptor: Int32, token: UInt64) -> Bool {
        CPlatform_watch(set, descriptor, token) == 0
    }

    /// Creates an eventfd and adds it to an epoll set, edge-triggered.
    package static func makeWakeup(_ set: Int32, token: UInt64) throws(Failure) -> Int32 {
        let wakeup = CPlatform_create_wakeup(set, token)
        let code = errno
        guard wakeup >= 0 else { throw Failure(code: code) }
        return wakeup
    }

    /// Signals an eventfd, which wakes the thread that waits for its set; callable from any thread.
    package static func wake(_ wakeup: Int32) {
        CPlatform_wake(wakeup)
    }

    /// A reusable buffer of the events that one wait on an epoll set returns.
    package struct Changes: Sendable {
        private var memory = Array(
            repeating: CPlatform_change(),
            count: Int(CPlatform_maximum_changes)
        )
        /// The number of events in the buffer.
        package private(set) var count = 0

        /// Creates a buffer without events.
        package init() {}

        /// Returns the event at an index.
        package subscript(index: Int) -> Change {
            precondition(index < count, "no such change")
            let change = memory[index]
            return Change(token: change.token, readiness: Readiness(rawValue: change.readiness))
        }

        /// Fills the buffer with the pending events of an epoll set; if there are none, waits for
        /// some.
        ///
        /// - Parameters:
        ///   - set: The epoll set.
        ///   - milliseconds: The longest wait, or -1 for no limit. After it, or after a signal,
        ///     there are no events.
        package mutating func take(from set: Int32, milliseconds: Int32) {
            // SAFETY: the buffer has room for `CPlatform_maximum_changes` entries, the most that
            // the call writes, and outlives the call.
            let taken = unsafe memory.withUnsafeMutableBufferPointer { memory in
                unsafe CPlatform_changes(set, memory.baseAddress, milliseconds)
            }
            count = max(0, Int(taken))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CEpoll
import Glibc

// What the system says about many descriptors at once.
extension Syscall {
    /// What a descriptor is ready for.
    struct Readiness: OptionSet, Sendable {
        let rawValue: UInt32

        static let input = Readiness(rawValue: CEpoll_input)
        static let output = Readiness(rawValue: CEpoll_output)
        /// The peer has ended its output.
        static let halfClosed = Readiness(rawValue: CEpoll_half_closed)
        /// Both directions are over, or the connection is broken.
        static let closed = Readiness(rawValue: CEpoll_closed)
    }

    /// A change of the readiness of one descriptor.
    struct Change: Sendable {
        let token: UInt64
        let readiness: Readiness
    }

    /// A set of descriptors whose readiness is reported; -1 and `errno` where there is none.
    static func makeReadinessSet() -> Int32 {
        CEpoll_create()
    }

    /// Adds a descriptor for good: every change is reported once, until the descriptor is closed.
    static func watch(_ set: Int32, _ descriptor: Int32, token: UInt64) -> Bool {
        CEpoll_watch(set, descriptor, token) == 0
    }

    /// Adds a bell, each ring of which is a change; -1 and `errno` where there is none.
    static func makeBell(_ set: Int32, token: UInt64) -> Int32 {
        CEpoll_create_bell(set, token)
    }

    /// Rings a bell, from any thread.
    static func ring(_ bell: Int32) {
        CEpoll_ring(bell)
    }

    /// The changes that one call reports, in room that is kept for the next call.
    struct Changes: Sendable {
        private var room = Array(
            repeating: CEpoll_change(),
            count: Int(CEpoll_maximum_changes)
        )
        /// How many there are.
        private(set) var count = 0

        /// One of them.
        subscript(index: Int) -> Change {
            precondition(index < count, "no such change")
            let change = room[index]
            return Change(token: change.token, readiness: Readiness(rawValue: change.readiness))
        }

        /// Takes the changes that wait; where there are none, waits for them.
        ///
        /// - Parameters:
        ///   - set: The descriptors.
        ///   - milliseconds: The longest wait, or -1 for any; there are no changes after it, or after
        ///     a signal.
        mutating func take(from set: Int32, milliseconds: Int32) {
            // SAFETY: the room has the `CEpoll_maximum_changes` entries that the call may write, and
            // lives until it returns.
            let taken = unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe CEpoll_changes(set, room.baseAddress, milliseconds)
            }
            count = max(0, Int(taken))
        }
    }
}

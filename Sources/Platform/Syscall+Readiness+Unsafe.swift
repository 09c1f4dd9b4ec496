// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

// epoll(7): the readiness of many descriptors at once.
extension Syscall {
    /// The operations for which a descriptor is ready.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32

        /// Creates a value from the bits of the kernel.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There are bytes to read, or their end.
        package static let input = Readiness(rawValue: CPlatform_input)
        /// There is room to write.
        package static let output = Readiness(rawValue: CPlatform_output)
        /// The peer has ended its output.
        package static let halfClosed = Readiness(rawValue: CPlatform_half_closed)
        /// Both directions are over, or the connection is broken.
        package static let closed = Readiness(rawValue: CPlatform_closed)
    }

    /// A change of the readiness of one descriptor.
    package struct Change: Sendable {
        /// The number under which the descriptor is watched.
        package let token: UInt64
        /// The operations for which the descriptor is ready now.
        package let readiness: Readiness
    }

    /// Creates a set of descriptors whose readiness is reported.
    package static func makeReadinessSet() throws(Failure) -> Int32 {
        let set = CPlatform_create()
        let code = errno
        guard set >= 0 else { throw Failure(code: code) }
        return set
    }

    /// Adds a descriptor until it is closed: the set reports every change of it once.
    ///
    /// - Returns: Whether the descriptor was added.
    package static func watch(_ set: Int32, _ descriptor: Int32, token: UInt64) -> Bool {
        CPlatform_watch(set, descriptor, token) == 0
    }

    /// Creates an eventfd in a set, each ring of which is a change.
    package static func makeBell(_ set: Int32, token: UInt64) throws(Failure) -> Int32 {
        let bell = CPlatform_create_bell(set, token)
        let code = errno
        guard bell >= 0 else { throw Failure(code: code) }
        return bell
    }

    /// Rings a bell, from any thread.
    package static func ring(_ bell: Int32) {
        CPlatform_ring(bell)
    }

    /// The changes that one call reports, in memory that is kept for the next call.
    package struct Changes: Sendable {
        private var memory = Array(
            repeating: CPlatform_change(),
            count: Int(CPlatform_maximum_changes)
        )
        /// The number of changes.
        package private(set) var count = 0

        /// Creates no changes.
        package init() {}

        /// The change at an index.
        package subscript(index: Int) -> Change {
            precondition(index < count, "no such change")
            let change = memory[index]
            return Change(token: change.token, readiness: Readiness(rawValue: change.readiness))
        }

        /// Takes the changes that wait; where there are none, waits for them.
        ///
        /// - Parameters:
        ///   - set: The descriptors.
        ///   - milliseconds: The longest wait, or -1 for any; there are no changes after it, or after
        ///     a signal.
        package mutating func take(from set: Int32, milliseconds: Int32) {
            // SAFETY: the memory has the `CPlatform_maximum_changes` entries that the call may
            // write, and lives until it returns.
            let taken = unsafe memory.withUnsafeMutableBufferPointer { memory in
                unsafe CPlatform_changes(set, memory.baseAddress, milliseconds)
            }
            count = max(0, Int(taken))
        }
    }
}

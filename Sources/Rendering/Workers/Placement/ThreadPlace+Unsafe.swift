// SPDX-License-Identifier: Apache-2.0

import CScheduler

/// A thread, and where the kernel notes on which processor it runs.
// SAFETY: the kernel alone writes there, and threads read a whole word at a time.
@safe struct ThreadPlace: @unchecked Sendable {
    typealias Number = Int32

    /// The number of the thread.
    let number: Number

    private let noted: OpaquePointer

    /// The calling thread's; nil where the kernel notes nothing.
    static var current: ThreadPlace? {
        // SAFETY: who keeps a place does not ask it for its processor once the thread has ended.
        guard let noted = unsafe cscheduler_place() else { return nil }
        return unsafe ThreadPlace(number: currentNumber, noted: noted)
    }

    /// The number of the calling thread.
    static var currentNumber: Number { cscheduler_thread() }

    /// The processor on which the thread runs, or ran last; the thread must not have ended.
    var processor: UInt32 {
        // SAFETY: the place is the thread's for as long as it lives.
        unsafe cscheduler_processor(noted)
    }
}

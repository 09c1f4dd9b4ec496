// SPDX-License-Identifier: Apache-2.0

import CScheduler

/// Processors that a thread may use.
struct ProcessorSet: Sendable {
    private var set = cscheduler_set()

    /// None, which is a set for comparing only.
    private init() {}

    /// Those that a thread may use; nil where they cannot be told.
    ///
    /// - Parameter thread: One of this process, which has not ended.
    init?(of thread: ThreadPlace.Number) {
        // SAFETY: the set is there until the call is over.
        guard unsafe cscheduler_allowed(thread, &set) != 0 else { return nil }
    }

    /// Those that the main thread may use; nil where they cannot be told.
    static var everywhere: ProcessorSet? { ProcessorSet(of: cscheduler_main_thread()) }

    /// How many there are.
    var count: Int {
        // SAFETY: the set is there until the call is over.
        unsafe withUnsafePointer(to: set) { unsafe Int(cscheduler_count($0)) }
    }

    /// All of them but some.
    ///
    /// - Parameter others: Numbers of processors.
    /// - Returns: nil where none is left.
    func without(_ others: [UInt32]) -> ProcessorSet? {
        var rest = self
        // SAFETY: the set is there until the calls are over.
        for other in others { unsafe cscheduler_remove(&rest.set, other) }
        return rest == ProcessorSet() ? nil : rest
    }

    /// Lets a thread use these only; the calling one runs on one of them thereafter.
    ///
    /// - Parameter thread: One of this process, which has not ended.
    /// - Returns: Whether the kernel did that.
    @discardableResult
    func confine(_ thread: ThreadPlace.Number) -> Bool {
        // SAFETY: the set is there until the call is over.
        unsafe withUnsafePointer(to: set) { unsafe cscheduler_confine(thread, $0) != 0 }
    }
}

extension ProcessorSet: Equatable {
    static func == (left: ProcessorSet, right: ProcessorSet) -> Bool {
        // SAFETY: both sets are there until the call is over.
        unsafe withUnsafePointer(to: left.set) { left in
            unsafe withUnsafePointer(to: right.set) { unsafe cscheduler_are_equal(left, $0) != 0 }
        }
    }
}

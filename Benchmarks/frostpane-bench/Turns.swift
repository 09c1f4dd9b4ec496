// SPDX-License-Identifier: Apache-2.0

/// Operations that take turns, so that what else the machine does meets all of them.
enum Turns {
    /// Times operations.
    ///
    /// - Parameters:
    ///   - runs: How often each is timed, after once that is not, for caches and page tables.
    ///   - operations: What is timed.
    /// - Returns: The median of each, in milliseconds of processor time.
    /// - Throws: What an operation throws.
    static func medians(_ runs: Int, of operations: [() throws -> Void]) throws -> [Double] {
        var times = [[Double]](repeating: [], count: operations.count)
        for run in 0...runs {
            for (index, operation) in operations.enumerated() {
                let start = ThreadClock.now()
                try operation()
                if run > 0 { times[index].append(ThreadClock.now() - start) }
            }
        }
        return times.map { $0.sorted()[$0.count / 2] }
    }
}

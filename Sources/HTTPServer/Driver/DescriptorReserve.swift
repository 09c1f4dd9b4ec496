// SPDX-License-Identifier: Apache-2.0

import Platform

/// The descriptors that connections and files leave to the rest of the process.
///
/// Where none is left, the dispatch library cannot read the state of its threads and traps.
enum DescriptorReserve {
    private static let count: Int32 = 64

    /// The first descriptor that connections do not take.
    ///
    /// Raises the number of descriptors that the process may have to the highest that it may ask for.
    static func first() -> Int32 {
        let limit = Syscall.raiseDescriptorLimit()
        return limit - min(count, limit / 2)
    }

    /// The first descriptor that files do not take: connections cannot do without, answers can.
    static func firstBeyondFiles() -> Int32 { first() / 2 }
}

// SPDX-License-Identifier: Apache-2.0

import Platform

/// Keeps some file descriptors free of connections, for the rest of the process.
///
/// Without a free descriptor, Dispatch cannot read the state of its threads, and traps.
enum DescriptorReserve {
    private static let count: Int32 = 64

    /// Returns the lowest file descriptor number that connections must not use.
    ///
    /// Raises the limit of open descriptors as far as the system allows.
    static func first() -> Int32 {
        let limit = Syscall.raiseDescriptorLimit()
        return limit - min(count, limit / 2)
    }
}

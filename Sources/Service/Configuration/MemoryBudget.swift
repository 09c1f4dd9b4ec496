// SPDX-License-Identifier: Apache-2.0

/// The memory that the process may use, divided among its parts.
///
/// The parts never add up to more than the whole. So a process with default options stays within the
/// limit of its container whatever happens at the same time.
package struct MemoryBudget: Hashable, Sendable {
    /// The memory that the process may use, in bytes.
    package let total: Int

    /// The rendering jobs, with the files that they read.
    package var renders: Int { share(of: 8) }

    /// The request bodies that arrive, wait or are rendered.
    package var uploads: Int { share(of: 3) }

    /// The kept uploads.
    package var originals: Int { min(share(of: 2), Self.cacheLimit) }

    /// The finished results.
    package var results: Int { min(share(of: 2), Self.cacheLimit) }

    /// The results in progress that are held as a whole.
    package var flights: Int { min(share(of: 1), Self.cacheLimit) }

    /// Divides memory, in bytes.
    package init(total: Int) { self.total = total }

    /// The memory of the program itself, in bytes: its code and libraries, fonts, connections, and memory
    /// that the allocator keeps between two returns.
    static let program = 48 << 20

    /// The greatest default of each cache, in bytes.
    static let cacheLimit = 64 << 20

    /// The least memory to divide, in bytes; a smaller container is served as far as it goes.
    static let least = 32 << 20

    /// The number of shares.
    private static let shares = 16

    private func share(of count: Int) -> Int {
        max(total - Self.program, Self.least) / Self.shares * count
    }
}

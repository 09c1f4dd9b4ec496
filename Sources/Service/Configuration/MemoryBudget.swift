// SPDX-License-Identifier: Apache-2.0

/// The memory that the process may use, divided among its parts.
///
/// The parts never add up to more than the whole. So a process with default options stays within the
/// limit of its container whatever happens at the same time.
package struct MemoryBudget: Hashable, Sendable {
    /// The memory that the process may use, in bytes.
    package let total: Int

    /// The memory for rendering jobs, with the picture files that they read, in bytes.
    package var renders: Int { share(of: 8) }

    /// The memory for request bodies that arrive, wait or are rendered, in bytes.
    package var uploads: Int { share(of: 3) }

    /// The memory for the cache of uploads, in bytes.
    package var originals: Int { min(share(of: 2), Self.cacheLimit) }

    /// The memory for the cache of finished results, in bytes.
    package var results: Int { min(share(of: 2), Self.cacheLimit) }

    /// The memory for results that are still being rendered and are held as a whole, in bytes.
    package var flights: Int { min(share(of: 1), Self.cacheLimit) }

    /// Creates a budget that divides an amount of memory, in bytes.
    package init(total: Int) { self.total = total }

    /// The memory of the program itself, in bytes: its code and libraries, fonts, connections, and memory
    /// that the allocator keeps between two returns.
    static let program = 48 << 20

    /// The greatest amount that each cache gets by default, in bytes.
    static let cacheLimit = 64 << 20

    /// The least memory to divide, in bytes, however small the container.
    static let least = 32 << 20

    /// The number of equal shares into which the memory is divided.
    private static let shares = 16

    private func share(of count: Int) -> Int {
        max(total - Self.program, Self.least) / Self.shares * count
    }
}

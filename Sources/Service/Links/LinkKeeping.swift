// SPDX-License-Identifier: Apache-2.0

import Store

/// A store of links, as bytes under their names.
///
/// The actions are called once, on any thread, with the result or an error.
protocol LinkKeeping: Sendable {
    /// Stores a link, and calls the action once that is done.
    ///
    /// - Parameters:
    ///   - bytes: The link.
    ///   - name: Its name.
    ///   - end: The time from which on nobody asks for it, in seconds since 1970; nil for never.
    ///   - then: The action.
    func keep(
        _ bytes: [UInt8],
        as name: LinkName,
        until end: Int?,
        then: @escaping @Sendable (Result<Void, ServiceError>) -> Void
    )

    /// Finds a link by its name; nil if there is none.
    func find(
        _ name: LinkName,
        then: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
    )

    /// Removes a link by its name; false if there was none.
    func remove(
        _ name: LinkName,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    )
}

/// A store of links in memory with a budget, which evicts the least recently used ones.
final class MemoryLinks: LinkKeeping {
    /// The default memory budget, in bytes: some thousand links.
    static let budget = 2 << 20

    private let tier: MemoryTier<LinkName, [UInt8]>

    /// Creates an empty store with a memory budget, in bytes.
    init(budget: Int = MemoryLinks.budget) {
        tier = MemoryTier(budget: budget)
    }

    func keep(
        _ bytes: [UInt8],
        as name: LinkName,
        until _: Int?,
        then: @escaping @Sendable (Result<Void, ServiceError>) -> Void
    ) {
        tier.insert(bytes, for: name, cost: bytes.count)
        then(.success(()))
    }

    func find(
        _ name: LinkName,
        then: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
    ) {
        then(.success(tier.value(for: name)))
    }

    func remove(
        _ name: LinkName,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    ) {
        then(.success(tier.remove(name)))
    }
}

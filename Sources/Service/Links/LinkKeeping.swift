// SPDX-License-Identifier: Apache-2.0

import Store

/// The place where links are kept, as bytes under their names.
///
/// The actions are called once, on any thread, with what was done or the reason why it was not.
protocol LinkKeeping: Sendable {
    /// Keeps a link; it is safe when the action is called.
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

    /// Finds a link; nil if there is none of the name.
    func find(
        _ name: LinkName,
        then: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
    )

    /// Removes a link; false if there was none of the name.
    func remove(
        _ name: LinkName,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    )
}

/// Links in the memory of the process, within a budget; the least recently used ones give way.
final class MemoryLinks: LinkKeeping {
    /// The default budget, in bytes: some thousand links.
    static let budget = 2 << 20

    private let tier: MemoryTier<LinkName, [UInt8]>

    /// Creates an empty place.
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

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
    ///   - pictures: The images that it shows; it is removed with the first of them.
    ///   - end: The time from which on nobody asks for it, in seconds since 1970; nil for never.
    ///   - then: The action, with false if an image has been deleted meanwhile.
    func keep(
        _ bytes: [UInt8],
        as name: LinkName,
        to pictures: Set<Digest>,
        until end: Int?,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
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

    /// The images of the links in memory.
    var pictures: Set<Digest> { get }

    /// Removes the links to images that were deleted or have expired from memory.
    func forget(sources: Set<Digest>)
}

/// A link in memory, with the images that it shows.
struct RememberedLink: Sendable {
    /// The link, as the store holds it.
    let bytes: [UInt8]
    /// The digests of the images that it shows.
    let pictures: Set<Digest>

    /// The approximate size in memory, in bytes.
    var cost: Int { bytes.count + 64 * pictures.count }
}

/// A store of links in memory with a budget, which evicts the least recently used ones.
final class MemoryLinks: LinkKeeping {
    /// The default memory budget, in bytes: some thousand links.
    static let budget = 2 << 20

    private let tier: MemoryTier<LinkName, RememberedLink>
    private let isKept: @Sendable (Digest) -> Bool

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - budget: The memory budget, in bytes.
    ///   - isKept: Whether an image is kept.
    init(
        budget: Int = MemoryLinks.budget,
        whereKept isKept: @escaping @Sendable (Digest) -> Bool
    ) {
        tier = MemoryTier(budget: budget)
        self.isKept = isKept
    }

    func keep(
        _ bytes: [UInt8],
        as name: LinkName,
        to pictures: Set<Digest>,
        until _: Int?,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    ) {
        let link = RememberedLink(bytes: bytes, pictures: pictures)
        tier.insert(link, for: name, cost: link.cost)
        // Only afterwards, because a deletion meanwhile has not found the link.
        let isWhole = pictures.allSatisfy(isKept)
        if !isWhole { tier.remove(name) }
        then(.success(isWhole))
    }

    func find(
        _ name: LinkName,
        then: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
    ) {
        then(.success(tier.value(for: name)?.bytes))
    }

    func remove(
        _ name: LinkName,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    ) {
        then(.success(tier.remove(name)))
    }

    var pictures: Set<Digest> { tier.values.reduce(into: []) { $0.formUnion($1.pictures) } }

    func forget(sources: Set<Digest>) {
        tier.remove { _, link in !link.pictures.isDisjoint(with: sources) }
    }
}

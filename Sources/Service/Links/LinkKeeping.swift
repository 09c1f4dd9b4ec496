// SPDX-License-Identifier: Apache-2.0

import Store

/// A store of links, as bytes under their names.
protocol LinkKeeping: MadeFromImages {
    /// Stores a link.
    ///
    /// - Parameters:
    ///   - bytes: The link.
    ///   - name: Its name.
    ///   - pictures: The images that it shows; it is removed with the first of them.
    ///   - end: The time from which on nobody asks for it, in seconds since 1970; nil for never.
    /// - Returns: False if an image has been deleted meanwhile.
    /// - Throws: The error of the store.
    func keep(
        _ bytes: [UInt8],
        as name: LinkName,
        to pictures: Set<Digest>,
        until end: Int?
    ) async throws(ServiceError) -> Bool

    /// Finds a link by its name; nil if there is none.
    func find(_ name: LinkName) async throws(ServiceError) -> [UInt8]?

    /// Removes a link by its name; false if there was none.
    func remove(_ name: LinkName) async throws(ServiceError) -> Bool
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
        until _: Int?
    ) async throws(ServiceError) -> Bool {
        let link = RememberedLink(bytes: bytes, pictures: pictures)
        tier.insert(link, for: name, cost: link.cost)
        // Only afterwards, because a deletion meanwhile has not found the link.
        let isWhole = pictures.allSatisfy(isKept)
        if !isWhole { tier.remove(name) }
        return isWhole
    }

    func find(_ name: LinkName) async throws(ServiceError) -> [UInt8]? {
        tier.value(for: name)?.bytes
    }

    func remove(_ name: LinkName) async throws(ServiceError) -> Bool { tier.remove(name) }

    var pictures: Set<Digest> { tier.values.reduce(into: []) { $0.formUnion($1.pictures) } }

    func forget(sources: Set<Digest>) -> Int {
        tier.remove { _, link in !link.pictures.isDisjoint(with: sources) }
        return 0
    }
}

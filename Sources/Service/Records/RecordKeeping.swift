// SPDX-License-Identifier: Apache-2.0

import Store

/// A store of records, which are links and scenes, as bytes under their names.
protocol RecordKeeping: MadeFromImages {
    /// Stores a record, in place of one with the same name.
    ///
    /// - Parameters:
    ///   - bytes: The record.
    ///   - name: Its name.
    ///   - pictures: The images that it shows; it is removed with the first of them.
    ///   - end: The time from which on nobody asks for it, in seconds since 1970; nil for never.
    /// - Returns: False if an image has been deleted meanwhile.
    /// - Throws: The error of the store.
    func keep(
        _ bytes: [UInt8],
        as name: RecordName,
        to pictures: Set<Digest>,
        until end: Int?
    ) async throws(ServiceError) -> Bool

    /// Finds a record by its name; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isFresh: Whether to ask the store, even if the record is remembered.
    /// - Returns: The record.
    /// - Throws: The error of the store.
    func find(_ name: RecordName, isFresh: Bool) async throws(ServiceError) -> [UInt8]?

    /// Removes a record by its name; false if there was none.
    func remove(_ name: RecordName) async throws(ServiceError) -> Bool
}

extension RecordKeeping {
    /// Finds a record by its name, perhaps as it was some seconds ago; nil if there is none.
    func find(_ name: RecordName) async throws(ServiceError) -> [UInt8]? {
        try await find(name, isFresh: false)
    }
}

/// A record in memory, with the images that it shows.
struct RememberedRecord: Sendable {
    /// The record, as the store holds it.
    let bytes: [UInt8]
    /// The digests of the images that it shows.
    let pictures: Set<Digest>

    /// The approximate size in memory, in bytes.
    var cost: Int { bytes.count + 64 * pictures.count }
}

/// A store of records in memory with budgets, which evicts the least recently used ones.
///
/// Scenes have a budget of their own, because few of them are as large as all links.
final class MemoryRecords: RecordKeeping {
    /// The default memory budget of either kind, in bytes: some thousand links.
    static let budget = 2 << 20

    private let links: MemoryTier<RecordName, RememberedRecord>
    private let scenes: MemoryTier<RecordName, RememberedRecord>
    private let isKept: @Sendable (Digest) -> Bool

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - budget: The memory budget, in bytes.
    ///   - isKept: Whether an image is kept.
    init(
        budget: Int = MemoryRecords.budget,
        whereKept isKept: @escaping @Sendable (Digest) -> Bool
    ) {
        links = MemoryTier(budget: budget)
        scenes = MemoryTier(budget: budget)
        self.isKept = isKept
    }

    private func tier(of name: RecordName) -> MemoryTier<RecordName, RememberedRecord> {
        name.isOfScene ? scenes : links
    }

    func keep(
        _ bytes: [UInt8],
        as name: RecordName,
        to pictures: Set<Digest>,
        until _: Int?
    ) async throws(ServiceError) -> Bool {
        let record = RememberedRecord(bytes: bytes, pictures: pictures)
        let tier = tier(of: name)
        tier.insert(record, for: name, cost: record.cost)
        // Only afterwards, because a deletion meanwhile has not found the record.
        let isWhole = pictures.allSatisfy(isKept)
        if !isWhole { tier.remove(name) }
        return isWhole
    }

    func find(_ name: RecordName, isFresh _: Bool) async throws(ServiceError) -> [UInt8]? {
        tier(of: name).value(for: name)?.bytes
    }

    func remove(_ name: RecordName) async throws(ServiceError) -> Bool {
        tier(of: name).remove(name)
    }

    var pictures: Set<Digest> {
        (links.values + scenes.values).reduce(into: []) { $0.formUnion($1.pictures) }
    }

    func forget(sources: Set<Digest>) -> Int {
        for tier in [links, scenes] {
            tier.remove { _, record in !record.pictures.isDisjoint(with: sources) }
        }
        return 0
    }
}

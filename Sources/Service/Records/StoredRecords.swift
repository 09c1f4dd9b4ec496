// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization

/// A store of records in the persistent store, which other processes share.
///
/// Records are stored under the digests of their names: whoever can list the store cannot make
/// addresses of links. Those that were found are cached for as long as it takes to notice what other
/// processes have changed.
final class StoredRecords: RecordKeeping {
    private struct Remembered: Sendable {
        let record: RememberedRecord
        let end: ContinuousClock.Instant
    }

    /// The greatest length of a record that is read, in bytes: a link holds a scene as a text, with escapes.
    private static let lengthLimit = 4 * SceneReader.lengthLimit

    private let store: BlobStore
    private let life: Duration
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let remembered: MemoryTier<RecordName, Remembered>
    /// The number of changes; a record that was read before the latest one is not cached.
    private let changes = Mutex(0)

    /// Creates a store of records in a persistent store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - budget: The memory for records that were found, in bytes.
    ///   - clock: Returns the time.
    init(
        _ store: BlobStore,
        budget: Int = MemoryRecords.budget,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.store = store
        self.clock = clock
        life = store.tier.lookingPause
        remembered = MemoryTier(budget: budget)
    }

    func keep(
        _ bytes: [UInt8],
        as name: RecordName,
        to pictures: Set<Digest>,
        until end: Int?
    ) async throws(ServiceError) -> Bool {
        // A request may have cached the record that this one replaces.
        defer { forget(name) }
        do throws(BlobError) {
            try await store.call(.writing) { tier throws(BlobError) in
                try tier.putRecord(bytes, as: Self.digest(of: name), to: pictures, until: end)
            }
            return true
        } catch .absent {
            return false
        } catch {
            throw .store(error)
        }
    }

    func find(_ name: RecordName, isFresh: Bool) async throws(ServiceError) -> [UInt8]? {
        if !isFresh, let known = remembered.value(for: name), clock() < known.end {
            return known.record.bytes
        }
        let (before, begin) = (changes.withLock { $0 }, clock())
        do throws(BlobError) {
            let blob = try await store.call(.reading) { tier throws(BlobError) in
                try tier.get(.record(Self.digest(of: name)), within: Self.lengthLimit)
            }
            let pictures = blob.attributes.recordedPictures
            let record = RememberedRecord(bytes: blob.bytes, pictures: pictures)
            changes.withLock { count in
                guard count == before else { return }
                let found = Remembered(record: record, end: begin + life)
                remembered.insert(found, for: name, cost: record.cost)
            }
            return record.bytes
        } catch {
            guard error == .absent || error == .damaged else { throw .store(error) }
            return nil
        }
    }

    func remove(_ name: RecordName) async throws(ServiceError) -> Bool {
        forget(name)
        // Once more, as a request may have cached the record meanwhile.
        defer { forget(name) }
        do throws(BlobError) {
            return try await store.call(.writing) { tier throws(BlobError) in
                try tier.removeRecord(Self.digest(of: name))
            }
        } catch {
            throw .store(error)
        }
    }

    private func forget(_ name: RecordName) {
        changes.withLock { count in
            count += 1
            remembered.remove(name)
        }
    }

    var pictures: Set<Digest> {
        remembered.values.reduce(into: []) { $0.formUnion($1.record.pictures) }
    }

    func forget(sources: Set<Digest>) -> Int {
        changes.withLock { count in
            count += 1
            remembered.remove { _, found in !found.record.pictures.isDisjoint(with: sources) }
        }
        return 0
    }

    private static func digest(of name: RecordName) -> Digest { Digest(of: Array(name.text.utf8)) }
}

// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization

/// A store of links in the persistent store, which other processes share.
///
/// Links are stored under the digests of their names: whoever can list the store cannot make
/// addresses of it. Those that were found are cached for as long as it takes to notice what other
/// processes have deleted.
final class StoredLinks: LinkKeeping {
    private struct Remembered: Sendable {
        let link: RememberedLink
        let end: ContinuousClock.Instant
    }

    private let store: BlobStore
    private let life: Duration
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let remembered: MemoryTier<LinkName, Remembered>
    /// The number of removals; a link that was read before the latest one is not cached.
    private let removals = Mutex(0)

    /// Creates a store of links in a persistent store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - budget: The memory for links that were found, in bytes.
    ///   - clock: Returns the time.
    init(
        _ store: BlobStore,
        budget: Int = MemoryLinks.budget,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.store = store
        self.clock = clock
        life = store.tier.lookingPause
        remembered = MemoryTier(budget: budget)
    }

    func keep(
        _ bytes: [UInt8],
        as name: LinkName,
        to pictures: Set<Digest>,
        until end: Int?
    ) async throws(ServiceError) -> Bool {
        do throws(BlobError) {
            try await store.call(.writing) { tier throws(BlobError) in
                try tier.putLink(bytes, as: Self.digest(of: name), to: pictures, until: end)
            }
            return true
        } catch .absent {
            return false
        } catch {
            throw .store(error)
        }
    }

    func find(_ name: LinkName) async throws(ServiceError) -> [UInt8]? {
        if let known = remembered.value(for: name), clock() < known.end { return known.link.bytes }
        let (before, begin) = (removals.withLock { $0 }, clock())
        do throws(BlobError) {
            let blob = try await store.call(.reading) { tier throws(BlobError) in
                try tier.get(.link(Self.digest(of: name)), within: SceneReader.lengthLimit)
            }
            let pictures = blob.attributes.linkedPictures
            let link = RememberedLink(bytes: blob.bytes, pictures: pictures)
            removals.withLock { count in
                guard count == before else { return }
                let found = Remembered(link: link, end: begin + life)
                remembered.insert(found, for: name, cost: link.cost)
            }
            return link.bytes
        } catch {
            guard error == .absent || error == .damaged else { throw .store(error) }
            return nil
        }
    }

    func remove(_ name: LinkName) async throws(ServiceError) -> Bool {
        forget(name)
        // Once more, as a request may have cached the link meanwhile.
        defer { forget(name) }
        do throws(BlobError) {
            return try await store.call(.writing) { tier throws(BlobError) in
                try tier.removeLink(Self.digest(of: name))
            }
        } catch {
            throw .store(error)
        }
    }

    private func forget(_ name: LinkName) {
        removals.withLock { count in
            count += 1
            remembered.remove(name)
        }
    }

    var pictures: Set<Digest> {
        remembered.values.reduce(into: []) { $0.formUnion($1.link.pictures) }
    }

    func forget(sources: Set<Digest>) -> Int {
        removals.withLock { count in
            count += 1
            remembered.remove { _, found in !found.link.pictures.isDisjoint(with: sources) }
        }
        return 0
    }

    private static func digest(of name: LinkName) -> Digest { Digest(of: Array(name.text.utf8)) }
}

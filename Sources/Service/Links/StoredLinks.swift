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
        let bytes: [UInt8]
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
        until end: Int?,
        then: @escaping @Sendable (Result<Void, ServiceError>) -> Void
    ) {
        let blob = Blob(chunks: [bytes], contentType: "application/json", expiry: end)
        store.call(.writing) { tier throws(BlobError) in
            _ = try tier.put(blob, as: Self.blobName(name))
        } then: { result in
            then(result.mapError { .store($0) })
        }
    }

    func find(
        _ name: LinkName,
        then: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
    ) {
        if let known = remembered.value(for: name), clock() < known.end {
            return then(.success(known.bytes))
        }
        let (before, begin) = (removals.withLock { $0 }, clock())
        store.call(.reading) { tier throws(BlobError) in
            try tier.get(Self.blobName(name), within: SceneReader.lengthLimit).bytes
        } then: { [self] result in
            switch result {
            case .success(let bytes):
                let found = Remembered(bytes: bytes, end: begin + life)
                removals.withLock { count in
                    guard count == before else { return }
                    remembered.insert(found, for: name, cost: bytes.count)
                }
                then(.success(bytes))
            case .failure(.absent), .failure(.damaged): then(.success(nil))
            case .failure(let error): then(.failure(.store(error)))
            }
        }
    }

    func remove(
        _ name: LinkName,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    ) {
        forget(name)
        store.call(.writing) { tier throws(BlobError) in
            try tier.remove([Self.blobName(name)]) > 0
        } then: { [self] result in
            // Once more, as a request may have cached the link meanwhile.
            forget(name)
            then(result.mapError { .store($0) })
        }
    }

    private func forget(_ name: LinkName) {
        removals.withLock { count in
            count += 1
            remembered.remove(name)
        }
    }

    private static func blobName(_ name: LinkName) -> BlobName {
        .link(Digest(of: Array(name.text.utf8)))
    }
}

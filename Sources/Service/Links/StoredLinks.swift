// SPDX-License-Identifier: Apache-2.0

import Store

/// Links in the store below memory, from which every process that shares it answers.
///
/// They are named by the digests of their names: whoever can list the store cannot make addresses of it.
final class StoredLinks: LinkKeeping {
    private let store: BlobStore

    /// Creates a place in a store.
    init(_ store: BlobStore) { self.store = store }

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
        store.call(.reading) { tier throws(BlobError) in
            try tier.get(Self.blobName(name)).bytes
        } then: { result in
            switch result {
            case .success(let bytes): then(.success(bytes))
            case .failure(.absent), .failure(.damaged): then(.success(nil))
            case .failure(let error): then(.failure(.store(error)))
            }
        }
    }

    func remove(
        _ name: LinkName,
        then: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
    ) {
        store.call(.writing) { tier throws(BlobError) in
            try tier.remove([Self.blobName(name)]) > 0
        } then: { result in
            then(result.mapError { .store($0) })
        }
    }

    private static func blobName(_ name: LinkName) -> BlobName {
        .link(Digest(of: Array(name.text.utf8)))
    }
}

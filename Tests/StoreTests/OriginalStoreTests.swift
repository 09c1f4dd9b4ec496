// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@Suite struct OriginalStoreTests {
    typealias Originals = OriginalStore<String>

    let bytes: [UInt8] = [1, 2, 3]
    var digest: Digest { Digest(of: bytes) }

    @Test func `hands back the bytes and what is known about them`() {
        let store = Originals(budget: 10_000)
        let original = Originals.Original(bytes: bytes, metadata: "png")
        #expect(store.insert(original, digest: digest) == .created)
        #expect(store.original(for: digest)?.bytes == bytes)
        #expect(store.original(for: digest)?.metadata == "png")
    }

    @Test func `says when the bytes were there already`() {
        let store = Originals(budget: 10_000)
        let original = Originals.Original(bytes: bytes, metadata: "png")
        _ = store.insert(original, digest: digest)
        #expect(store.insert(original, digest: digest) == .present)
        #expect(store.statistics.entryCount == 1)
    }

    @Test func `says when an upload is too great to keep`() {
        let store = Originals(budget: 100)
        let original = Originals.Original(bytes: bytes, metadata: "png")
        #expect(store.insert(original, digest: digest) == .tooLarge)
        #expect(store.original(for: digest) == nil)
    }

    @Test func `forgets on request`() {
        let store = Originals(budget: 10_000)
        _ = store.insert(Originals.Original(bytes: bytes, metadata: ""), digest: digest)
        #expect(store.remove(digest))
        #expect(!store.remove(digest))
        #expect(store.original(for: digest) == nil)
    }
}

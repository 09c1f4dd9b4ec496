// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store

// Results are looked for in the store before they are rendered, and written there afterwards.
extension Renders {
    /// A result from the persistent store: its bytes and its metadata.
    typealias FoundResult = (bytes: [UInt8], metadata: ResultMetadata)

    /// Looks for a result in the persistent store; nil if it is not found in a short time.
    func find(_ rendering: RenderRequest) async -> FoundResult? {
        guard let store = images.store else { return nil }
        let name = BlobName.result(rendering.key.digest, of: rendering.key.source)
        // A longer one would not have been cached, so this service did not write it.
        guard let blob = await store.lookUp(name, within: keepableByteCount),
            let metadata = ResultMetadata(blob.attributes)
        else { return nil }
        return (blob.bytes, metadata)
    }

    /// Serves a result from the persistent store to the readers that wait for it.
    func finish(
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        with found: FoundResult
    ) {
        flight.damage = found.metadata.damage
        flight.isFound = true
        // Holding it back lets the response begin with its length.
        producer.hold()
        try? producer.append(found.bytes)
        _ = try? producer.finish(found.metadata)
    }

    /// Writes a new result to the persistent store if it was asked for before.
    ///
    /// Otherwise it is written when the cache serves it for the first time (``noteUse(_:_:)``).
    func noteMade(_ key: ResultKey, _ metadata: ResultMetadata) {
        guard images.store != nil, let firstUse = metadata.firstUse,
            secondRequests.isSecond(key.digest),
            firstUse.take(), let stored = results.peek(key)
        else { return }
        writeBehind(key, stored)
    }

    /// Writes a result to the persistent store when the cache serves it for the first time.
    @inline(__always)
    func noteUse(_ key: ResultKey, _ stored: StoredResult<ResultMetadata>) {
        guard let firstUse = stored.metadata.firstUse, firstUse.take() else { return }
        writeBehind(key, stored)
    }

    private func writeBehind(_ key: ResultKey, _ stored: StoredResult<ResultMetadata>) {
        guard let timings = stored.metadata.timings else { return }
        let time = timings.decode + timings.effects + timings.encode
        images.store?.writeBehind(key, madeIn: time / .seconds(1)) {
            Blob(
                chunks: stored.chunks,
                digest: stored.contentDigest,
                contentType: stored.metadata.mediaType,
                // A result shows much of its pictures, so it expires with the first of them.
                expiry: images.expiries.earliest(of: key),
                notes: stored.metadata.notes
            )
        }
    }
}

extension ResultMetadata {
    private static let damageNote = "damage"

    /// Reads the metadata of a result from its attributes in the store.
    ///
    /// The result is nil if a later version wrote them.
    init?(_ attributes: BlobAttributes) {
        var damage: Set<Damage> = []
        for word in (attributes.notes[Self.damageNote] ?? "").split(separator: ",") {
            guard let kind = Damage(rawValue: word.filter { $0 != " " }) else { return nil }
            damage.insert(kind)
        }
        self.init(timings: nil, damage: damage, mediaType: attributes.contentType, firstUse: nil)
    }

    /// The notes to store with the result: the kinds of damage in its picture's file.
    var notes: [String: String] { damage.isEmpty ? [:] : [Self.damageNote: damage.words] }
}

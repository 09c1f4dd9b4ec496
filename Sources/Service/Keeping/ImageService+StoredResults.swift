// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store

// Results are looked for in the store before they are made, and written there behind the answers.
extension ImageService {
    /// Looks for a result in the store, and makes it if it is not found in time.
    func findOrStart(
        _ request: RenderRequest,
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        for context: RequestContext
    ) {
        let isAsked = find(request) { [self] found in
            guard let found else { return start(request, producer, flight, for: context) }
            finish(producer, flight, with: found)
        }
        if !isAsked { start(request, producer, flight, for: context) }
    }

    /// A result that the store has.
    typealias FoundResult = (bytes: [UInt8], metadata: ResultMetadata)

    /// Looks for a result in the store.
    ///
    /// - Returns: False if nobody should wait for the store; nothing is called then.
    func find(
        _ request: RenderRequest,
        then action: @escaping @Sendable (FoundResult?) -> Void
    ) -> Bool {
        let name = BlobName.result(request.key.digest, of: request.key.source)
        let isAsked = store?.lookUp(name) { blob in
            action(
                blob.flatMap { blob in ResultMetadata(blob.attributes).map { (blob.bytes, $0) } }
            )
        }
        return isAsked == true
    }

    /// Serves the waiting readers of a result from the store.
    func finish(
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        with found: FoundResult
    ) {
        flight.damage = found.metadata.damage
        flight.isFound = true
        // So that the answer begins with its length.
        producer.hold()
        try? producer.append(found.bytes)
        _ = try? producer.finish(found.metadata)
    }

    /// Decides about a result that was made: it goes to the store now if it was asked for before, otherwise
    /// with its first use.
    func noteMade(_ key: ResultKey, _ metadata: ResultMetadata) {
        guard store != nil, let firstUse = metadata.firstUse, secondRequests.isSecond(key.digest),
            firstUse.take(), let stored = results.peek(key)
        else { return }
        writeBehind(key, stored)
    }

    /// Writes a result to the store at its first use since it was made.
    @inline(__always)
    func noteUse(_ key: ResultKey, _ stored: StoredResult<ResultMetadata>) {
        guard let firstUse = stored.metadata.firstUse, firstUse.take() else { return }
        writeBehind(key, stored)
    }

    private func writeBehind(_ key: ResultKey, _ stored: StoredResult<ResultMetadata>) {
        guard let timings = stored.metadata.timings else { return }
        let time = timings.decode + timings.effects + timings.encode
        store?.writeBehind(key, madeIn: time / .seconds(1)) {
            Blob(
                chunks: stored.chunks,
                digest: stored.contentDigest,
                contentType: stored.metadata.mediaType,
                // A result tells much of its pictures, so it goes with the first of them.
                expiry: expiries.earliest(of: key),
                notes: stored.metadata.notes
            )
        }
    }

    /// Answers to an event of the store: tells the operator, or forgets what another process has deleted.
    func note(_ event: BlobStore.Event) {
        switch event {
        case .health(let health): log.write(health, of: "store")
        case .upper(let health): log.write(health, of: "folder above the store")
        case .deleted(let digest):
            deletions.insert(true, for: digest, cost: 0)
            forgetInMemory(digest)
        }
    }
}

extension ResultMetadata {
    private static let damageNote = "damage"

    /// The metadata of a result that was read from the store; nil if a later version wrote it.
    init?(_ attributes: BlobAttributes) {
        var damage: Set<Damage> = []
        for word in (attributes.notes[Self.damageNote] ?? "").split(separator: ",") {
            guard let kind = Damage(rawValue: word.filter { $0 != " " }) else { return nil }
            damage.insert(kind)
        }
        self.init(timings: nil, damage: damage, mediaType: attributes.contentType, firstUse: nil)
    }

    /// The attributes of the result in the store.
    var notes: [String: String] { damage.isEmpty ? [:] : [Self.damageNote: damage.words] }
}

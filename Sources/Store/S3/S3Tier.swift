// SPDX-License-Identifier: Apache-2.0

import Crypto
import Fetching
import Platform

/// A bucket of an object store, which many machines share.
///
/// Every key is the digest of its bytes, or of what they are made from, so two writers of one key write the same,
/// and a request may be sent twice. Lists are used for cleaning up only, as a store may show them late.
///
/// | Key | Bytes |
/// |---|---|
/// | `originals/aa/bb/<digest>` | an upload |
/// | `results/aa/<digest of the source>/<digest of the key>` | a result |
/// | `links/aa/<digest>`, `tombstones/<digest>` | an address, the mark of a deleted upload |
/// | `expiries/<seconds since 1970>/<key>` | nothing; the time at which a blob expires |
/// | `damaged/<key>` | what was left of an upload or a link whose bytes have changed |
public final class S3Tier: BlobTier {
    /// The number of requests that remove objects at the same time.
    static let removerLimit = 8

    /// The time between two looks for what has expired.
    static let tidyingPause = Duration.seconds(60)

    let client: S3Client
    let clock: @Sendable () -> Int
    private let resultLife: Int?
    private let writes = WriteWatch()
    private let removers = BlockingThreads(
        name: "store remover",
        limit: removerLimit - 1,
        queueLimit: 64
    )

    /// Creates a tier; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - location: The bucket.
    ///   - credentials: The secrets.
    ///   - resultLife: The seconds after which the store removes a result, if it understands `X-Delete-After`; nil
    ///     to leave that to rules of the bucket.
    ///   - blobLimit: The longest blob that is read, in bytes.
    ///   - clock: Returns the seconds since 1970 that expiries are compared with; nil for the system's clock.
    public init(
        _ location: S3Location,
        credentials: S3CredentialSource,
        resultLife: Int? = nil,
        blobLimit: Int = .max - S3Tier.answerMargin,
        clock: (@Sendable () -> Int)? = nil
    ) {
        client = S3Client(location, credentials, byteLimit: blobLimit + Self.answerMargin)
        self.resultLife = resultLife
        self.clock = clock ?? Syscall.wallSeconds
    }

    /// Creates a tier over a client.
    init(_ client: S3Client, clock: @escaping @Sendable () -> Int = Syscall.wallSeconds) {
        self.client = client
        resultLife = nil
        self.clock = clock
    }

    /// The room for answers that are no blobs, such as a list of a thousand keys, in bytes.
    public static let answerMargin = 1 << 20

    /// Reads an object and compares the bytes with their digest.
    ///
    /// Bytes may change on their way as well as in the store, so one that seems damaged is read twice. One that is
    /// damaged in the store gives way; if it cannot be made again, the rest of it goes to `damaged/`.
    public func get(_ name: BlobName) throws(BlobError) -> Blob {
        let answer = try read(name)
        if let blob = Self.blob(in: answer, of: name) { return try alive(blob) }
        let again: Curl.Answer
        do throws(BlobError) {
            again = try read(name)
        } catch {
            // A store that has found the damage out itself has put the object aside.
            throw error == .absent ? .damaged : error
        }
        if let blob = Self.blob(in: again, of: name) { return try alive(blob) }
        guard again.body == answer.body else {
            throw .unavailable(reason: "bytes change on the way from the store")
        }
        if name.kind.isDurable { try put(again.body, to: "damaged/\(name.objectKey)") }
        try delete(name.objectKey)
        throw .damaged
    }

    private func read(_ name: BlobName) throws(BlobError) -> Curl.Answer {
        let answer = try client.send(.init(method: "GET", key: name.objectKey))
        guard answer.status != 404 else { throw .absent }
        return answer
    }

    private func alive(_ blob: Blob) throws(BlobError) -> Blob {
        guard !blob.attributes.isExpired(at: clock()) else { throw .absent }
        return blob
    }

    /// The blob in an answer; nil if the bytes are not those that were written.
    private static func blob(in answer: Curl.Answer, of name: BlobName) -> Blob? {
        let (bytes, fields) = (answer.body, answer.fields)
        guard let attributes = S3Fields.attributes(fields, byteCount: bytes.count, of: name),
            Digest(of: bytes) == attributes.digest
        else { return nil }
        return Blob(bytes: bytes, attributes: attributes)
    }

    /// Reads the fields of an object.
    ///
    /// The answer to `HEAD` has no body that could tell a missing bucket from a missing key. So what somebody asks
    /// for is asked for once more before it counts as absent.
    public func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        var attributes = try head(name)?.attributes
        if attributes == nil, name.kind.isAskedFor { attributes = try get(name).attributes }
        guard let attributes, !attributes.isExpired(at: clock()) else { throw .absent }
        return attributes
    }

    /// Keeps an object, unless it is there already and lives as long.
    public func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        writes.begin(name)
        defer { writes.end(name) }
        let bytes = blob.bytes
        let old = try head(name)
        let isAlive = old.map { !$0.attributes.isExpired(at: clock()) } ?? false
        let isSame = isAlive && old?.attributes.digest == blob.attributes.digest
        var wasThere = isSame
        // The tag of an object is the MD5 of its bytes, or says nothing: then they are read.
        if isSame, old?.tag != Self.tag(of: bytes) { wasThere = try isWhole(name) }
        var attributes = blob.attributes
        if isSame, let old, old.attributes.outlives(attributes) {
            if wasThere { return false }
            // The time is never shortened.
            attributes = old.attributes
        }
        if let expiry = attributes.expiry {
            // First, so that nothing expires unnoticed.
            try put([], to: name.expiryKey(expiry))
        }
        var fields = S3Fields.fields(of: attributes)
        if name.kind == .result, let resultLife {
            fields.append(("X-Delete-After", String(resultLife)))
        }
        try put(bytes, blob.attributes.digest, to: name.objectKey, fields)
        return !wasThere
    }

    /// Whether an object has the bytes that were written.
    private func isWhole(_ name: BlobName) throws(BlobError) -> Bool {
        do throws(BlobError) {
            _ = try get(name)
            return true
        } catch {
            guard error == .absent || error == .damaged else { throw error }
            return false
        }
    }

    /// Removes objects, some at the same time: not every store removes many with one request.
    public func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        let removal = Removal(names) { [self] name throws(BlobError) in
            // A store answers a deletion in the same way whether there was anything or not.
            let wasThere = try head(name) != nil
            try delete(name.objectKey)
            return wasThere
        }
        // This thread takes part, so that no refusal of a thread matters.
        for _ in 1..<max(1, min(Self.removerLimit, names.count)) {
            guard removers.run(removal.takePart) else { break }
        }
        removal.takePart()
        return try removal.outcome()
    }

    /// Lists objects, a thousand with a request.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        let prefix = digest.map { kind.objectPrefix(of: $0) } ?? kind.objectPrefix
        var names: [BlobName] = []
        var page: S3Page?
        repeat {
            let next = try self.page(prefix, after: page)
            names += next.keys.compactMap { BlobName(objectKey: $0) }
            page = next
        } while page?.continuation != nil
        return names
    }

    /// Asks for the bucket, or writes an object without bytes.
    public func probe(_ use: BlobUse) throws(BlobError) {
        switch use {
        case .reading: _ = try page("probes/", after: nil)
        case .writing: try put([], to: "probes/writing")
        }
    }

    /// A quarter of a minute: every look is a request that has a price.
    public var lookingPause: Duration { .seconds(15) }

    /// Removes what has expired.
    public func tidy() -> Duration {
        let now = clock()
        guard let page = try? page(BlobName.expiryPrefix, after: nil) else {
            return Self.tidyingPause
        }
        // Keys come in the order of time.
        for key in page.keys {
            guard let (expiry, name) = BlobName.expiry(ofKey: key), expiry <= now else { break }
            do throws(BlobError) {
                let count = writes.count(name)
                // It may have been prolonged since.
                if let attributes = try head(name)?.attributes, attributes.isExpired(at: now) {
                    // What is written meanwhile stays, and is looked at again.
                    let isGone = try writes.unlessWritten(name, since: count) {
                        () throws(BlobError) in
                        try delete(name.objectKey)
                    }
                    guard isGone else { continue }
                }
                try delete(key)
            } catch {
                break
            }
        }
        return Self.tidyingPause
    }

    // MARK: Requests

    private func head(_ name: BlobName) throws(BlobError) -> (
        attributes: BlobAttributes, tag: String?
    )? {
        let answer = try client.send(.init(method: "HEAD", key: name.objectKey))
        guard answer.status != 404 else { return nil }
        let byteCount = answer.fields["content-length"].flatMap { Int($0) } ?? 0
        // An object of somebody else counts as one of no bytes that were ever asked for.
        let attributes =
            S3Fields.attributes(answer.fields, byteCount: byteCount, of: name)
            ?? Blob(chunks: []).attributes
        return (attributes, answer.fields["etag"])
    }

    private func put(
        _ bytes: [UInt8],
        _ digest: Digest? = nil,
        to key: String,
        _ fields: [(name: String, value: String)] = []
    ) throws(BlobError) {
        let body = (bytes, digest ?? Digest(of: bytes))
        let answer = try client.send(.init(method: "PUT", key: key, fields: fields, body: body))
        guard answer.status != 404 else {
            throw .unavailable(reason: "the store answers 404 to a new key")
        }
    }

    private func delete(_ key: String) throws(BlobError) {
        _ = try client.send(.init(method: "DELETE", key: key))
    }

    private func page(_ prefix: String, after last: S3Page?) throws(BlobError) -> S3Page {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", prefix)]
        if let continuation = last?.continuation {
            query.append(("continuation-token", continuation))
        }
        let answer = try client.send(.init(method: "GET", query: query))
        return S3Page(String(decoding: answer.body, as: UTF8.self))
    }

    static func tag(of bytes: [UInt8]) -> String {
        "\""
            + Insecure.MD5.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined() + "\""
    }
}

extension BlobKind {
    /// Whether a request names blobs of the kind, so that their absence is an answer.
    fileprivate var isAskedFor: Bool {
        switch self {
        case .original, .link: true
        case .result, .tombstone: false
        }
    }
}

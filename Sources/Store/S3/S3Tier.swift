// SPDX-License-Identifier: Apache-2.0

import Fetching
import Glibc
import Platform
import Synchronization

/// A storage tier in a bucket of an S3 object store that many machines can share.
///
/// Every key is the digest of its bytes, or of what they are made from, so two writers of one key write the same,
/// and a request may be sent twice. Lists are used for cleaning up only, as a store may show them late.
///
/// | Key | Bytes |
/// |---|---|
/// | `originals/aa/bb/<digest>` | an upload |
/// | `results/aa/<digest of the source>/<digest of the key>` | a result |
/// | `links/aa/<digest>` | an address |
/// | `references/aa/<digest of an image>/<digest of a link>` | nothing; the link shows the image |
/// | `tombstones/<mark>` | nothing; an upload was deleted |
/// | `expiries/<seconds since 1970>/<key>` | nothing; the time at which a blob expires |
/// | `damaged/<key>` | what was left of an upload or a link whose bytes have changed |
///
/// `S3Tier+Removing.swift` removes expired objects, which other processes may write again at the same time.
public final class S3Tier: BlobTier {
    /// The number of objects that are removed at the same time.
    static let removerLimit = 8

    let client: S3Client
    let clock: @Sendable () -> Int
    /// Whether the store's clock decides about expiry where a response states its time.
    let goesByStore: Bool
    let resultLife: Int?
    /// A random name of this process that distinguishes it from others that share the bucket.
    let process = String(UInt64.random(in: .min ... .max), radix: 16)
    /// Sleeps for a duration; tests replace it.
    let pause: @Sendable (Duration) -> Void
    /// The number of writes that now wait for other processes to finish removals.
    let doubts = Mutex(0)
    private let removers = BlockingThreads(
        name: "store remover",
        limit: removerLimit - 1,
        queueLimit: 64
    )

    /// Creates a tier in a bucket; nothing is sent yet.
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
        goesByStore = clock == nil
        pause = Self.sleep
    }

    /// Creates a tier with a given client and clock, for tests.
    init(
        _ client: S3Client,
        clock: @escaping @Sendable () -> Int = Syscall.wallSeconds,
        goesByStore: Bool = false,
        pause: @escaping @Sendable (Duration) -> Void = S3Tier.sleep
    ) {
        self.client = client
        resultLife = nil
        self.clock = clock
        self.goesByStore = goesByStore
        self.pause = pause
    }

    @Sendable private static func sleep(_ time: Duration) {
        usleep(UInt32(time / .microseconds(1)))
    }

    /// The length that a response may have beyond the length of the longest blob, in bytes; enough
    /// for a listing of a thousand keys.
    public static let answerMargin = 1 << 20

    /// Reads a blob, and compares its bytes with their digest.
    ///
    /// Bytes may change on their way as well as in the store, so one that seems damaged is read twice. One that is
    /// damaged in the store gives way; if it cannot be made again, the rest of it goes to `damaged/`.
    public func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
        let answer = try read(name, within: limit)
        if let blob = Self.blob(in: answer, of: name) { return try alive(blob) }
        guard answer.fields[S3Fields.remover] == nil else { throw .absent }
        let again: Curl.Answer
        do throws(BlobError) {
            again = try read(name, within: limit)
        } catch {
            // The store may have found the damage, too, and removed the object.
            throw error == .absent ? .damaged : error
        }
        if let blob = Self.blob(in: again, of: name) { return try alive(blob) }
        guard again.fields[S3Fields.remover] == nil else { throw .absent }
        guard again.body == answer.body else {
            throw .unavailable(reason: "bytes change on the way from the store")
        }
        if name.kind.isDurable {
            try put(again.body, to: "damaged/\(name.objectKey)")
            try replaceDamaged(name, tag: again.fields["etag"])
        } else {
            try delete(name.objectKey)
        }
        throw .damaged
    }

    private func read(_ name: BlobName, within limit: Int) throws(BlobError) -> Curl.Answer {
        let request = S3Client.Request(method: "GET", key: name.objectKey, byteLimit: limit)
        let answer = try client.send(request)
        guard answer.status != 404 else { throw .absent }
        guard answer.body.count <= limit else { throw .damaged }
        return answer
    }

    private func alive(_ blob: Blob) throws(BlobError) -> Blob {
        guard !blob.attributes.isExpired(at: clock()) else { throw .absent }
        return blob
    }

    /// The blob in a response; nil if its digest shows that its bytes have changed.
    private static func blob(in answer: Curl.Answer, of name: BlobName) -> Blob? {
        let (bytes, fields) = (answer.body, answer.fields)
        guard let attributes = S3Fields.attributes(fields, byteCount: bytes.count, of: name),
            Digest(of: bytes) == attributes.digest
        else { return nil }
        return Blob(bytes: bytes, attributes: attributes)
    }

    /// Reads a blob's attributes by a `HEAD` request.
    ///
    /// The answer to `HEAD` has no body to distinguish a missing bucket from a missing key. So a
    /// requested blob is asked for once more before it counts as absent.
    public func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        if let object = try head(name) {
            guard object.isAlive(at: clock()) else { throw .absent }
            return object.attributes
        }
        guard name.kind.isAskedFor else { throw .absent }
        return try get(name).attributes
    }

    /// Removes blobs by a request each, several at the same time, as not all stores remove many
    /// with one request.
    public func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        let removal = Removal(names) { [self] name throws(BlobError) in
            // The response to a deletion does not say whether the object existed.
            let object = try head(name)
            // First, so that a failure leaves no note that names what is gone.
            if let expiry = object?.attributes.expiry { try delete(name.expiryKey(expiry)) }
            try delete(name.objectKey)
            if name.kind == .original { try delete("damaged/\(name.objectKey)") }
            return object.map { $0.remover == nil } ?? false
        }
        // This thread removes objects as well, so that the work is done even without other threads.
        for _ in 1..<max(1, min(Self.removerLimit, names.count)) {
            guard removers.run(removal.takePart) else { break }
        }
        removal.takePart()
        return try removal.outcome()
    }

    /// Lists the names of blobs, up to a thousand with each request.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        let prefix = digest.map { kind.objectPrefix(of: $0) } ?? kind.objectPrefix
        return try pages(prefix).flatMap { $0.keys.compactMap { BlobName(objectKey: $0) } }
    }

    /// The deletion marks of originals, each with the digits of the time at which its tombstone was
    /// written.
    public func tombstones() throws(BlobError) -> [Digest: Int] {
        var marks: [Digest: Int] = [:]
        for page in try pages(BlobKind.tombstone.objectPrefix) {
            for (key, time) in zip(page.keys, page.times) {
                guard let name = BlobName(objectKey: key) else { continue }
                marks[name.digest] = Int(time.filter(\.isNumber).prefix(18)) ?? 0
            }
        }
        return marks
    }

    private func pages(_ prefix: String) throws(BlobError) -> [S3Page] {
        var pages: [S3Page] = []
        repeat {
            pages.append(try page(prefix, after: pages.last))
        } while pages.last?.continuation != nil
        return pages
    }

    /// Checks that the tier can be used, by listing objects or by writing an empty one.
    public func probe(_ use: BlobUse) throws(BlobError) {
        switch use {
        case .reading: _ = try page("probes/", after: nil)
        case .writing: try put([], to: "probes/writing")
        }
    }

    /// Fifteen seconds, because listing the tombstones is a request that costs money.
    public var lookingPause: Duration { .seconds(15) }

    // MARK: Requests

    func head(
        _ name: BlobName,
        attempts: Int = S3Client.attempts
    ) throws(BlobError) -> S3Object? {
        let request = S3Client.Request(method: "HEAD", key: name.objectKey)
        let answer = try client.send(request, attempts: attempts)
        guard answer.status != 404 else { return nil }
        let byteCount = answer.fields["content-length"].flatMap { Int($0) } ?? 0
        return S3Object(answer.fields, byteCount: byteCount, of: name)
    }

    func put(
        _ bytes: [UInt8],
        _ digest: Digest? = nil,
        to key: String,
        _ fields: [(name: String, value: String)] = [],
        attempts: Int = S3Client.attempts
    ) throws(BlobError) {
        let body = (bytes, digest ?? Digest(of: bytes))
        let request = S3Client.Request(method: "PUT", key: key, fields: fields, body: body)
        let answer = try client.send(request, attempts: attempts)
        guard answer.status != 404 else {
            throw .unavailable(reason: "the store responds with 404 to a new key")
        }
    }

    func delete(_ key: String, attempts: Int = S3Client.attempts) throws(BlobError) {
        _ = try client.send(.init(method: "DELETE", key: key), attempts: attempts)
    }

    func page(_ prefix: String, after last: S3Page?) throws(BlobError) -> S3Page {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", prefix)]
        if let continuation = last?.continuation {
            query.append(("continuation-token", continuation))
        }
        let answer = try client.send(.init(method: "GET", query: query))
        return S3Page(String(decoding: answer.body, as: UTF8.self))
    }
}

extension BlobKind {
    /// Whether clients can ask for blobs of the kind by name, so that a missing one must be told
    /// from a missing bucket.
    fileprivate var isAskedFor: Bool {
        switch self {
        case .original, .record: true
        case .result, .reference, .tombstone: false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing

@testable import Fetching
@testable import Store

/// The rules of a bucket that need a store which misbehaves; `BlobTierTests` has the others.
@Suite struct S3TierTests {
    private static let bytes: [UInt8] = [1, 2, 3]
    private static let damagedBytes: [UInt8] = [1, 2, 7]
    private static let name = BlobName.original(Digest(of: bytes))

    private static let location = S3Location(
        bucket: "pictures",
        endpoint: "http://localhost",
        region: "here"
    )

    /// A store that answers reads with these bodies, one after the other, and notes all other requests.
    private final class Script: Sendable {
        let bodies: Mutex<[[UInt8]]>
        let log = Mutex<[String]>([])

        init(_ bodies: [[UInt8]]) { self.bodies = Mutex(bodies) }

        func answer(_ request: S3Client.Request) -> Curl.Answer {
            guard request.method == "GET" else {
                log.withLock { $0.append("\(request.method) \(request.key)") }
                return Curl.Answer(status: 204, fields: [:], body: [])
            }
            let fields = S3Fields.fields(
                of: Blob(chunks: [S3TierTests.bytes]).attributes,
                .original(Digest(of: S3TierTests.bytes)),
                at: 0
            )
            return Curl.Answer(
                status: 200,
                fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) }),
                body: bodies.withLock { $0.removeFirst() }
            )
        }
    }

    private static func tier(_ script: Script) throws -> S3Tier {
        try tier { request in script.answer(request) }
    }

    private static func tier(_ exchange: @escaping S3Client.Exchange) throws -> S3Tier {
        S3Tier(S3Client(try #require(location), S3CredentialSource(nil), exchange: exchange))
    }

    /// A store that has nothing, which its answer to `HEAD` cannot explain.
    private static func emptyTier(_ code: String) throws -> S3Tier {
        try tier { request in
            let text = request.method == "HEAD" ? "" : "<Error><Code>\(code)</Code></Error>"
            return Curl.Answer(status: 404, fields: [:], body: Array(text.utf8))
        }
    }

    @Test func `does not take a bucket that is gone for a picture that is not kept`() throws {
        let error = BlobError.unavailable(reason: "there is no bucket 'pictures'")
        #expect(throws: error) { try Self.emptyTier("NoSuchBucket").stat(Self.name) }
        #expect(throws: BlobError.absent) { try Self.emptyTier("NoSuchKey").stat(Self.name) }
    }

    @Test func `reads again what was damaged on the way, and removes nothing`() throws {
        let script = Script([Self.damagedBytes, Self.bytes])
        #expect(try Self.tier(script).get(Self.name).bytes == Self.bytes)
        #expect(script.log.withLock { $0.isEmpty })
    }

    @Test func `takes bytes that change with every read for a failure of the way`() throws {
        let script = Script([Self.damagedBytes, [9, 2, 3]])
        #expect(throws: BlobError.unavailable(reason: "bytes change on the way from the store")) {
            try Self.tier(script).get(Self.name)
        }
        #expect(script.log.withLock { $0.isEmpty })
    }

    @Test func `removes many results at the same time, within a bound`() throws {
        let bucket = BucketDouble()
        let tier = bucket.tier { 1_000 }
        let digest = Self.name.digest
        let names = (0..<40).map { BlobName.result(Digest(of: [$0]), of: digest) }
        for name in names { _ = try tier.put(Blob(chunks: [Self.bytes]), as: name) }
        // Two requests wait for one another, so that one at a time would wait for ever.
        let meeting = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        bucket.hooks.withLock { hooks in
            hooks.afterAnswer = { request in
                guard request.method == "HEAD" else { return }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 { #expect(meeting.wait(timeout: .now() + 120) == .success) }
                if number == 2 { meeting.signal() }
            }
        }
        #expect(try tier.remove(names) == 40)
        #expect(try tier.list(.result, of: nil).isEmpty)
        #expect((2...S3Tier.removerLimit).contains(bucket.greatestActive))
    }

    @Test func `takes no longer answer than the longest blob, and room for a list`() throws {
        let location = try #require(Self.location)
        let tier = S3Tier(location, credentials: S3CredentialSource(nil), blobLimit: 5 << 20)
        #expect(tier.client.byteLimit == 6 << 20)
    }

    @Test func `says which error ended the removal of many`() throws {
        let tier = try Self.tier { request in
            let isRefused = request.method == "DELETE"
            return Curl.Answer(status: isRefused ? 403 : 404, fields: [:], body: [])
        }
        let names = (0..<40).map { BlobName.result(Digest(of: [$0]), of: Self.name.digest) }
        let error = BlobError.unavailable(reason: "the store refuses the credentials")
        #expect(throws: error) { try tier.remove(names) }
    }

    @Test func `puts an upload that is damaged in the store aside, and an empty object there`()
        throws
    {
        let (bucket, key) = (BucketDouble(), Self.name.objectKey)
        let tier = bucket.tier()
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        bucket.damage(key)
        #expect(throws: BlobError.damaged) { try tier.get(Self.name) }
        #expect(throws: BlobError.absent) { try tier.get(Self.name) }
        #expect(throws: BlobError.absent) { try tier.stat(Self.name) }
        #expect(bucket.fields(of: "damaged/\(key)") != nil)
        // A deletion leaves nothing that names the image.
        #expect(try tier.remove([Self.name]) == 0)
        #expect(bucket.fields(of: "damaged/\(key)") == nil)
    }

    @Test func `puts nothing in the place of a damaged upload that is sent again meanwhile`() throws
    {
        let bucket = BucketDouble()
        let (tier, other) = (bucket.tier(), bucket.tier())
        let blob = Blob(chunks: [Self.bytes])
        _ = try tier.put(blob, as: Self.name)
        bucket.damage(Self.name.objectKey)
        let isSent = Mutex(false)
        // Until then, the bucket and the other tier retain each other.
        defer { bucket.hooks.withLock { $0.afterAnswer = nil } }
        bucket.hooks.withLock { hooks in
            hooks.afterAnswer = { request in
                guard request.key.hasPrefix("damaged/"), !isSent.withLock({ $0 }) else { return }
                isSent.withLock { $0 = true }
                #expect(throws: Never.self) { try other.put(blob, as: Self.name) }
            }
        }
        #expect(throws: BlobError.damaged) { try tier.get(Self.name) }
        #expect(try tier.get(Self.name).bytes == Self.bytes)
    }

    @Test func `lets nobody cache an object for longer than it is kept`() throws {
        let bucket = BucketDouble()
        let tier = bucket.tier { 1_000 }
        _ = try tier.put(Blob(chunks: [Self.bytes], expiry: 1_300), as: Self.name)
        let field = { bucket.fields(of: Self.name.objectKey)?["cache-control"] }
        #expect(field() == "private, max-age=300")
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        #expect(field() == "private, max-age=31536000, immutable")
    }
}

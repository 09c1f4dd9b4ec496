// SPDX-License-Identifier: Apache-2.0

import Fetching
import Foundation
import Synchronization
import Testing

@testable import Store

/// An implementation under test, with the means to break it.
struct TierUnderTest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (_ clock: @escaping @Sendable () -> Int) throws -> Made

    /// A tier, and a way to change the bytes of a blob behind its back.
    struct Made: Sendable {
        let tier: any BlobTier
        /// A second door to the same blobs, as another process has it; the same where there is none.
        let other: any BlobTier
        let damage: @Sendable (BlobName) throws -> Void
        /// Lets time go on between two steps of what nobody waits for.
        var rest: @Sendable () -> Void = {}
        let end: @Sendable () -> Void
    }

    static let all = local + [objectStore].compactMap { $0 }

    /// A bucket of its own for each test, in the store that Scripts/object-store starts; nil without one.
    private static let objectStore: TierUnderTest? = {
        let environment = ProcessInfo.processInfo.environment
        guard let endpoint = environment["S3_ENDPOINT"], let region = environment["AWS_REGION"]
        else {
            return nil
        }
        return TierUnderTest(testDescription: "object store") { clock in
            let bucket = "test-\(UUID().uuidString.lowercased())"
            let location = try #require(
                S3Location(bucket: bucket, endpoint: endpoint, region: region)
            )
            let credentials = S3CredentialSource(S3Credentials { environment[$0] })
            let client = S3Client(location, credentials)
            _ = try client.send(.init(method: "PUT"))
            return Made(
                tier: S3Tier(location, credentials: credentials, clock: clock),
                other: S3Tier(location, credentials: credentials, clock: clock),
                damage: { name in
                    // The same fields with other bytes, as nobody but a broken disk has them.
                    let old = try client.send(.init(method: "GET", key: name.objectKey))
                    var bytes = old.body
                    bytes[1] ^= 8
                    let fields = old.fields.filter { $0.key.hasPrefix("x-amz-meta-") }
                        .map { (name: $0.key, value: $0.value) }
                    let body = (bytes, Digest(of: bytes))
                    _ = try client.send(
                        .init(method: "PUT", key: name.objectKey, fields: fields, body: body)
                    )
                },
                rest: { Thread.sleep(forTimeInterval: 0.05) },
                end: {}
            )
        }
    }()

    private static let local = [
        TierUnderTest(testDescription: "memory") { clock in
            let tier = MemoryBlobTier(clock: clock)
            return Made(
                tier: tier,
                other: tier,
                damage: { tier.damage($0, with: [1, 2, 4]) },
                end: {}
            )
        },
        TierUnderTest(testDescription: "folder") { clock in
            let folder = try ScratchFolder()
            let root = folder.path("store")
            return Made(
                tier: FolderTier(path: root, clock: clock),
                other: FolderTier(path: root, clock: clock),
                damage: { try FolderFile(root, $0).flip(bit: 11) },
                end: { folder.remove() }
            )
        },
        TierUnderTest(testDescription: "bucket") { clock in
            let bucket = BucketDouble()
            return Made(
                tier: bucket.tier(clock: clock),
                other: bucket.tier(clock: clock),
                damage: { bucket.damage($0.objectKey) },
                rest: { bucket.rest(.seconds(1)) },
                end: {}
            )
        },
        TierUnderTest(testDescription: "folder above a bucket") { clock in
            let (folder, bucket) = (try ScratchFolder(), BucketDouble())
            let roots = [folder.path("one"), folder.path("other")]
            // Two machines, which share the bucket alone.
            let lower = roots.map { _ in bucket.tier(clock: clock) }
            let tiers = zip(roots, lower).map { root, lower in
                LayeredTier(FolderTier(path: root, clock: clock), above: lower)
            }
            return Made(
                tier: tiers[0],
                other: tiers[1],
                damage: { name in
                    try FolderFile(roots[0], name).flip(bit: 11)
                    bucket.damage(name.objectKey)
                },
                rest: {
                    bucket.rest(.seconds(1))
                    // Otherwise once a minute.
                    _ = lower[0].tidy()
                },
                end: { folder.remove() }
            )
        },
    ]
}

/// An empty folder, which the test removes.
struct ScratchFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/frostpane-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// The file of a blob in a folder.
struct FolderFile {
    let path: String

    init(_ root: String, _ name: BlobName) { path = "\(root)/v1/\(name.path)" }

    /// Changes one bit of the file.
    func flip(bit: Int) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bit / 8] ^= 1 << (bit % 8)
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }
}

/// A clock that tests set.
final class SetClock: Sendable {
    private let seconds = Mutex(1_000)
    var now: Int {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Store

/// Rules that only a folder has.
@Suite struct FolderTierTests {
    static let bytes: [UInt8] = Array(0..<200)
    static let digest = Digest(of: bytes)
    static let name = BlobName.original(digest)

    private func withFolder(
        _ limits: FolderTier.Limits = FolderTier.Limits(),
        _ body: (FolderTier, String) throws -> Void
    ) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let root = folder.path("store")
        try body(FolderTier(path: root, limits: limits), root)
    }

    /// The error of a call; nil for none.
    private func error(_ call: () throws(BlobError) -> Void) -> BlobError? {
        do throws(BlobError) {
            try call()
            return nil
        } catch {
            return error
        }
    }

    private func isUnavailable(_ error: BlobError?) -> Bool {
        if case .unavailable = error { true } else { false }
    }

    @Test func `finds every flipped bit of a file, also in what follows the bytes`() throws {
        try withFolder { tier, root throws in
            let blob = Blob(chunks: [Self.bytes], contentType: "image/png", expiry: 4_000_000_000)
            try tier.put(blob, as: Self.name)
            let path = FolderFile(root, Self.name).path
            let good = try Data(contentsOf: URL(fileURLWithPath: path))
            for bit in 0..<8 * good.count {
                var bad = good
                bad[bit / 8] ^= 1 << (bit % 8)
                try bad.write(to: URL(fileURLWithPath: path))
                let found = try? tier.get(Self.name)
                try #require(found == nil, "bit \(bit)")
            }
            try good.write(to: URL(fileURLWithPath: path))
            let found = try tier.get(Self.name)
            #expect(found.bytes == Self.bytes)
        }
    }

    @Test func `reads no file that is longer than expected, into no more memory`() throws {
        try withFolder { tier, _ throws in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            let found = try tier.get(Self.name, within: Self.bytes.count)
            #expect(found.bytes.capacity < Self.bytes.count + 64)
            // Short attributes leave the trailer some room, which a longer file may take.
            let long = [UInt8](repeating: 1, count: 10_000)
            let name = BlobName.original(Digest(of: long))
            try tier.put(Blob(chunks: [long]), as: name)
            let refusal = error { () throws(BlobError) in _ = try tier.get(name, within: 200) }
            #expect(refusal == .damaged)
            #expect(try tier.get(name, within: 10_000).bytes == long)
        }
    }

    @Test func `takes no part of a file for the file`() throws {
        try withFolder { tier, root throws in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            let path = FolderFile(root, Self.name).path
            let good = try Data(contentsOf: URL(fileURLWithPath: path))
            for count in 0..<good.count {
                try good.prefix(count).write(to: URL(fileURLWithPath: path))
                let found = try? tier.get(Self.name)
                try #require(found == nil, "\(count) bytes")
            }
        }
    }

    @Test func `puts a damaged original aside, and removes a damaged result`() throws {
        try withFolder { tier, root throws in
            let result = BlobName.result(Self.digest, of: Self.digest)
            for name in [Self.name, result] {
                try tier.put(Blob(chunks: [Self.bytes]), as: name)
                try FolderFile(root, name).flip(bit: 3)
                #expect(error { () throws(BlobError) in _ = try tier.get(name) } == .damaged)
                #expect(!FolderFile(root, name).exists)
            }
            let aside = try FileManager.default.contentsOfDirectory(atPath: "\(root)/v1/damaged")
            #expect(aside == ["originals-\(Self.digest.hex)"])
        }
    }

    @Test func `says that it is away, not that a blob is absent, while the folder is gone`() throws
    {
        try withFolder { tier, root throws in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            try FileManager.default.moveItem(atPath: root, toPath: root + "-away")
            #expect(isUnavailable(error { () throws(BlobError) in _ = try tier.get(Self.name) }))
            #expect(isUnavailable(error { () throws(BlobError) in _ = try tier.stat(Self.name) }))
            #expect(
                isUnavailable(error { () throws(BlobError) in _ = try tier.remove([Self.name]) })
            )
            #expect(
                isUnavailable(
                    error { () throws(BlobError) in _ = try tier.list(.original, of: nil) }
                )
            )
            let blob = Blob(chunks: [Self.bytes])
            #expect(
                isUnavailable(
                    error { () throws(BlobError) in _ = try tier.put(blob, as: Self.name) }
                )
            )
            #expect(isUnavailable(error { () throws(BlobError) in try tier.probe(.reading) }))
            // An empty folder in its place is what a disk that is not mounted looks like.
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            #expect(isUnavailable(error { () throws(BlobError) in _ = try tier.get(Self.name) }))
            try FileManager.default.removeItem(atPath: root)
            try FileManager.default.moveItem(atPath: root + "-away", toPath: root)
            let found = try tier.get(Self.name)
            #expect(found.bytes == Self.bytes)
        }
    }

    @Test func `begins with a folder whose parent exists, and with no other`() throws {
        try withFolder { tier, root throws in
            #expect(error { () throws(BlobError) in _ = try tier.get(Self.name) } == .absent)
            let orphan = FolderTier(path: "\(root)/no/such/parent")
            #expect(isUnavailable(error { () throws(BlobError) in _ = try orphan.get(Self.name) }))
        }
    }

    @Test func `leaves nothing of writers that are gone, and all of those that are at it`() throws {
        try withFolder { tier, root throws in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            let lost = "\(root)/v1/tmp/lost"
            #expect(FileManager.default.createFile(atPath: lost, contents: Data([1])))
            let draft = try tier.write(Blob(chunks: [Self.bytes]), as: Self.name)
            tier.clearDrafts()
            #expect(!FileManager.default.fileExists(atPath: lost))
            #expect(FileManager.default.fileExists(atPath: draft.path))
        }
    }

    @Test func `removes unused results first when it exceeds its limit, and no original`() throws {
        let count = 40
        let size = 10_000
        let limits = FolderTier.Limits(byteCount: count * (size + 64) + 5_000)
        try withFolder(limits) { tier, root throws in
            func bytes(_ number: Int) -> [UInt8] {
                Array(repeating: UInt8(number), count: size)
            }
            let source = Digest(of: [1])
            let names = (0..<count).map { BlobName.result(Digest(of: bytes($0)), of: source) }
            for (number, name) in names.enumerated() {
                try tier.put(Blob(chunks: [bytes(number)]), as: name)
            }
            // Reading the first five marks them as used.
            for name in names[..<5] {
                let found = try tier.get(name)
                #expect(found.bytes.count == size)
            }
            for number in 100..<110 {
                let name = BlobName.original(Digest(of: bytes(number)))
                try tier.put(Blob(chunks: [bytes(number)]), as: name)
                _ = tier.tidy()
            }
            let results = try tier.list(.result, of: source)
            let originals = try tier.list(.original, of: nil)
            #expect(originals.count == 10)
            #expect(results.count <= 30)
            #expect(results.count >= 20)
            #expect(Set(names[..<5]).isSubset(of: results))
            #expect(tier.evictionCount == count - results.count)
        }
    }

    @Test func `refuses originals that do not fit beside the others, unless told to remove those`()
        throws
    {
        for evicts in [false, true] {
            let limits = FolderTier.Limits(byteCount: 100_000, evictsOriginals: evicts)
            try withFolder(limits) { tier, root throws in
                var refused = 0
                for number in 0..<20 {
                    let bytes = Array(repeating: UInt8(number), count: 10_000)
                    let blob = Blob(chunks: [bytes])
                    let failure = error { () throws(BlobError) in
                        _ = try tier.put(blob, as: .original(blob.attributes.digest))
                    }
                    if failure == .full { refused += 1 }
                    _ = tier.tidy()
                }
                let originals = try tier.list(.original, of: nil)
                #expect(refused == (evicts ? 0 : 11))
                #expect(originals.count <= 10)
                #expect(originals.count >= 9)
            }
        }
    }

    @Test func `lets one process at a time remove what is too much`() throws {
        try withFolder { tier, root throws in
            let other = FolderTier(path: root)
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            _ = tier.tidy()
            _ = other.tidy()
            let locks = [tier, other].map { tier in tier.state.withLock { $0.lock != nil } }
            #expect(locks == [true, false])
            for _ in 0..<BlobKind.groupCount { _ = tier.tidy() }
            _ = other.tidy()
            let total = other.state.withLock { $0.usage.total }
            #expect(total == 264)
        }
    }

    @Test func `counts, verifies and prunes`() throws {
        try withFolder { tier, root throws in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            let result = BlobName.result(Self.digest, of: Self.digest)
            try tier.put(Blob(chunks: [Self.bytes]), as: result)
            try tier.put(Blob(chunks: [], expiry: 1), as: .tombstone(Self.digest))
            try FolderFile(root, result).flip(bit: 9)
            let counts = try tier.count()
            #expect(counts.map(\.count.files) == [1, 1, 0, 0, 1])
            var damaged: [BlobName] = []
            let whole = try tier.verify { damaged.append($0) }
            #expect(whole == 1)
            #expect(damaged == [result])
            let left = try tier.prune()
            #expect(left == 264)
            let tombstones = try tier.list(.tombstone, of: nil)
            #expect(tombstones.isEmpty)
        }
    }
}

/// The choice of files that give way.
@Suite struct SieveTests {
    private func entries(_ used: [Bool]) -> [Sieve.Entry] {
        used.enumerated().map { number, isUsed in
            Sieve.Entry(
                name: .original(Digest(of: [UInt8(number)])),
                byteCount: 10,
                written: Int64(number + 1),
                isUsed: isUsed
            )
        }
    }

    @Test func `takes the oldest that were not used, and spares those that were`() {
        let choice = Sieve.choose(entries([true, false, true, false]), hand: 0, byteCount: 10)
        #expect(choice.evicted.map(\.written) == [2])
        #expect(choice.spared.map(\.written) == [1])
        #expect(choice.hand == 2)
    }

    @Test func `goes on behind the one that it took last, and begins again at the end`() {
        let choice = Sieve.choose(entries([false, false, false]), hand: 2, byteCount: 10)
        #expect(choice.evicted.map(\.written) == [3])
        #expect(choice.hand == 0)
    }

    @Test func `takes used ones the second time around`() {
        let choice = Sieve.choose(entries([true, true, true]), hand: 0, byteCount: 20)
        #expect(choice.evicted.map(\.written) == [1, 2])
    }

    @Test func `takes all of too few, and nothing of none`() {
        let all = Sieve.choose(entries([true, false]), hand: 0, byteCount: 1_000)
        #expect(Set(all.evicted.map(\.written)) == [1, 2])
        #expect(Sieve.choose([], hand: 5, byteCount: 10).evicted.isEmpty)
    }
}

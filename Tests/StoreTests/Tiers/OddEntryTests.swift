// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Store

/// Things in the folder of a store that are no files of it.
@Suite struct OddEntryTests {
    /// What stands in the place of a file.
    enum Oddity: CaseIterable, Sendable {
        case pipe, folder, link, danglingLink, linkToPipe, socket

        /// Puts it at a path; `target` is a file outside of the store.
        func make(at path: String, target: String) throws {
            try? FileManager.default.removeItem(atPath: path)
            let files = FileManager.default
            switch self {
            case .pipe: try #require(makePipe(path))
            case .folder:
                try files.createDirectory(atPath: path + "/deep", withIntermediateDirectories: true)
            case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: target)
            case .danglingLink:
                try files.createSymbolicLink(atPath: path, withDestinationPath: target + ".none")
            case .linkToPipe:
                try #require(makePipe(target + ".pipe"))
                try files.createSymbolicLink(atPath: path, withDestinationPath: target + ".pipe")
            case .socket: try #require(makeSocket(path))
            }
        }
    }

    private static let bytes: [UInt8] = Array(0..<200)
    private static let digest = Digest(of: bytes)
    private static let names: [BlobName] = [
        .original(digest), .result(digest, of: digest), .record(digest),
        .reference(digest, of: digest), .tombstone(digest),
    ]

    private func withFolder(_ body: (FolderTier, ScratchFolder, String) throws -> Void) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let root = folder.path("store")
        let target = folder.path("outside")
        try Data("outside".utf8).write(to: URL(fileURLWithPath: target))
        try body(FolderTier(path: root), folder, root)
        // Nothing was written or removed through a link.
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "outside")
    }

    @Test(.timeLimit(.minutes(1)), arguments: Oddity.allCases)
    func `are neither opened nor followed in the place of a blob`(_ oddity: Oddity) throws {
        try withFolder { tier, folder, root in
            for name in Self.names {
                let path = FolderFile(root, name).path
                func place() throws {
                    try tier.put(Blob(chunks: [Self.bytes]), as: name)
                    try oddity.make(at: path, target: folder.path("outside"))
                }
                try place()
                #expect(throws: BlobError.damaged) { try tier.get(name) }
                try place()
                #expect(throws: BlobError.damaged) { try tier.stat(name) }
                try place()
                #expect(try tier.remove([name]) == 1)
                try place()
                #expect(try tier.put(Blob(chunks: [Self.bytes]), as: name))
                #expect(try tier.get(name).bytes == Self.bytes)
                try place()
                for _ in 0..<BlobKind.groupCount { _ = tier.tidy() }
                var damaged: [BlobName] = []
                _ = try tier.count()
                #expect(try tier.verify { damaged.append($0) } == 0)
                #expect(damaged == [name])
                _ = try tier.prune()
            }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: Oddity.allCases)
    func `stop nothing in the place of the store's own files`(_ oddity: Oddity) throws {
        try withFolder { tier, folder, root in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.names[0])
            for name in ["lock", "usage", "tmp/usage", "tmp/1234", "damaged", "originals/zz"] {
                try oddity.make(at: "\(root)/v1/\(name)", target: folder.path("outside"))
                let other = FolderTier(path: root)
                for _ in 0..<3 { _ = other.tidy() }
                _ = try other.prune()
                #expect(try other.verify { _ in } == 1, "\(name)")
                #expect(try other.get(Self.names[0]).bytes == Self.bytes)
                try? FileManager.default.removeItem(atPath: "\(root)/v1/\(name)")
            }
        }
    }

    @Test func `a link to a group of files is not followed`() throws {
        try withFolder { tier, folder, root in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.names[0])
            let group = "\(root)/v1/\(Self.names[0].folder)"
            try FileManager.default.moveItem(atPath: group, toPath: folder.path("elsewhere"))
            try FileManager.default.createSymbolicLink(
                atPath: group,
                withDestinationPath: folder.path("elsewhere")
            )
            #expect(throws: (any Error).self) { try tier.get(Self.names[0]) }
            #expect(try tier.list(.original, of: nil).isEmpty)
            #expect(throws: (any Error).self) {
                try tier.put(Blob(chunks: [Self.bytes]), as: Self.names[0])
            }
        }
    }

    @Test func `a file without an end takes no memory`() throws {
        try withFolder { tier, _, root in
            try tier.put(Blob(chunks: [Self.bytes]), as: Self.names[0])
            let path = FolderFile(root, Self.names[0]).path
            try #require(extend(path, to: 1 << 42))
            #expect(throws: BlobError.damaged) { try tier.get(Self.names[0]) }
        }
    }

    // MARK: Names

    @Test func `a result that has the name of another is not served`() throws {
        try withFolder { tier, _, root in
            let (one, other) = (Digest(of: [1]), Digest(of: [2]))
            let names = [one, other].map { BlobName.result($0, of: Self.digest) }
            for (name, byte) in zip(names, [UInt8(1), 2]) {
                try tier.put(Blob(chunks: [[byte]]), as: name)
            }
            let paths = names.map { FolderFile(root, $0).path }
            try #require(move(paths[0], to: paths[1]))
            #expect(throws: BlobError.damaged) { try tier.get(names[1]) }
            #expect(throws: BlobError.absent) { try tier.stat(names[1]) }
        }
    }

    @Test func `an object that was copied to the key of another is not served`() throws {
        let bucket = BucketDouble()
        let tier = bucket.tier()
        let (one, other) = (Digest(of: [1]), Digest(of: [2]))
        for name in [one, other] {
            _ = try tier.put(Blob(chunks: [name.bytes]), as: .result(name, of: Self.digest))
        }
        bucket.copy(
            BlobName.result(one, of: Self.digest).objectKey,
            to: BlobName.result(other, of: Self.digest).objectKey
        )
        #expect(throws: BlobError.damaged) { try tier.get(.result(other, of: Self.digest)) }
        #expect(try tier.get(.result(one, of: Self.digest)).bytes == one.bytes)
    }
}

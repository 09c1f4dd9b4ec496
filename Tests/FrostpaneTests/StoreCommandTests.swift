// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import Testing

@testable import FrostpaneCommand

@Suite struct StoreCommandTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.url("store").path
    }

    private func run(_ action: String) throws -> (code: Int32, text: String) {
        let result = try Program.run(["store", action, path])
        return (result.code, String(decoding: result.output, as: UTF8.self) + result.errors)
    }

    @Test func `counts, verifies and prunes a folder`() throws {
        let bytes: [UInt8] = [1, 2, 3]
        let digest = Digest(of: bytes)
        let tier = FolderTier(path: path)
        try tier.put(Blob(chunks: [bytes]), as: .original(digest))
        try tier.put(Blob(chunks: [bytes]), as: .result(digest, of: digest))
        let counted = try run("stats")
        #expect(counted.code == 0)
        #expect(counted.text.hasPrefix("originals 1 files 67 bytes\nresults 1 files 67 bytes\n"))
        let good = try run("verify")
        #expect(good.code == 0)
        #expect(good.text == "2 files are whole, 0 were damaged\n")
        let file = URL(filePath: "\(path)/v1/\(BlobName.original(digest).path)")
        var damaged = try Data(contentsOf: file)
        damaged[1] ^= 16
        try damaged.write(to: file)
        let bad = try run("verify")
        #expect(bad.code == ExitCode.badData.rawValue)
        #expect(bad.text.contains("damaged originals/"))
        let pruned = try run("prune")
        #expect(pruned.code == 0)
        #expect(pruned.text == "67 bytes remain\n")
        #expect(
            !FileManager.default.fileExists(atPath: "\(path)/v1/damaged/originals-\(digest.hex)")
        )
    }

    @Test(arguments: ["stats", "verify", "prune"])
    func `says that a folder is none of a store`(_ action: String) throws {
        let result = try run(action)
        #expect(result.code == ExitCode.noInput.rawValue)
        #expect(result.text.contains("is it the folder of serve --store?"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
        ["store"], ["store", "mend", "x"], ["store", "stats"], ["store", "stats", "x", "y"],
    ])
    func `refuses other arguments`(_ arguments: [String]) throws {
        #expect(try Program.run(arguments).code == ExitCode.usage.rawValue)
    }
}

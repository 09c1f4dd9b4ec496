// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import Testing

/// Opens files below a folder by `openat2`, and name by name as systems without it need.
@Suite struct SyscallBeneathTests {
    private static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let inner = folder.appending(path: "root/a/b")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("deep".utf8).write(to: inner.appending(path: "file"))
        try Data("secret".utf8).write(to: folder.appending(path: "outside"))
        for (name, target) in [("link", "a/b/file"), ("out", "../outside"), ("folder", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: "root/\(name)").path(),
                withDestinationPath: target
            )
        }
        return folder
    }

    private static func read(_ path: String, in folder: URL, isWalked: Bool) throws -> String {
        let root = try Syscall.openFolder(folder.appending(path: "root").path())
        defer { try? Syscall.close(root) }
        let file = try Syscall.open(path, beneath: root, isWalked: isWalked)
        defer { try? Syscall.close(file) }
        return String(decoding: try Syscall.readAll(file), as: UTF8.self)
    }

    @Test(arguments: [false, true])
    func `opens a file in folders of the folder`(isWalked: Bool) throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try Self.read("a/b/file", in: folder, isWalked: isWalked) == "deep")
    }

    @Test(arguments: [false, true], ["../outside", "out", "a/../../outside", "/etc/passwd"])
    func `opens nothing outside of the folder`(isWalked: Bool, path: String) throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: Syscall.Failure.self) {
            try Self.read(path, in: folder, isWalked: isWalked)
        }
    }

    @Test(arguments: [
        ("link", ELOOP), ("folder/b/file", ENOTDIR), ("a/none", ENOENT), ("a//b", ENOENT),
    ])
    func `without openat2, follows no link and says why`(path: String, code: Int32) throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: Syscall.Failure(code: code)) {
            try Self.read(path, in: folder, isWalked: true)
        }
        let most = String(repeating: "x", count: 256)
        #expect(throws: Syscall.Failure(code: ENAMETOOLONG)) {
            try Self.read(most, in: folder, isWalked: true)
        }
    }
}

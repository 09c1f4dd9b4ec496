// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import Testing

@testable import FrostpaneCommand

extension Syscall {
    /// Whether files in a folder can do without a name.
    static func canCreateUnnamed(in folder: String) -> Bool {
        guard let descriptor = try? openUnnamed(in: folder) else { return false }
        return (try? close(descriptor)) != nil
    }
}

@Suite struct OutputFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test(arguments: [false, true])
    func `has its name, and replaces what had it, when it is whole`(mayBeUnnamed: Bool) throws {
        try folder.write(Data("old".utf8), as: "out")
        let path = folder.url("out").path()
        let file = try OutputFile(path: path, mayBeUnnamed: mayBeUnnamed)
        #expect(file.write(Array("new".utf8)))
        #expect(try folder.read("out") == Data("old".utf8))
        try file.finish()
        #expect(try folder.read("out") == Data("new".utf8))
        #expect(folder.names == ["out"])
    }

    @Test(arguments: [false, true])
    func `leaves nothing when it is given up`(mayBeUnnamed: Bool) throws {
        do {
            let path = folder.url("out").path()
            let file = try OutputFile(path: path, mayBeUnnamed: mayBeUnnamed)
            #expect(file.write([1]))
        }
        #expect(folder.names.isEmpty)
    }

    @Test func `has a hidden name only where it must`() throws {
        let path = folder.url("out").path()
        let named = try OutputFile(path: path, mayBeUnnamed: false)
        #expect(folder.names.count == 1)
        #expect(folder.names.first?.hasSuffix(".partial") == true)
        try named.finish()
        let isPossible = Syscall.canCreateUnnamed(in: folder.url.path())
        let unnamed = try OutputFile(path: path)
        #expect(folder.names.count == (isPossible ? 1 : 2))
        try unnamed.finish()
    }
}

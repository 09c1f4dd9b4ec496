// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import Testing

@testable import Store

@Suite struct DeletionLogTests {
    private static func mark(_ number: Int) -> Digest { Digest(of: Array("\(number)".utf8)) }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        try body(folder.path("deletions"))
    }

    @Test func `finds what every process has deleted, twice and no more often`() throws {
        try withFolder { folder throws in
            let logs = [DeletionLog(folder: folder), DeletionLog(folder: folder)]
            var reader = DeletionLog.Reader(folder: folder)
            #expect(try reader.next().isEmpty)
            for (number, log) in logs.enumerated() { try log.append(Self.mark(number)) }
            let both: Set = [Self.mark(0), Self.mark(1)]
            #expect(try reader.next() == both)
            try logs[0].append(Self.mark(2))
            #expect(try reader.next() == both.union([Self.mark(2)]))
            #expect(try reader.next() == [Self.mark(2)])
            #expect(try reader.next().isEmpty)
        }
    }

    @Test func `reads only what is new, in as many files as the marks need`() throws {
        try withFolder { folder throws in
            let log = DeletionLog(folder: folder, fileLimit: 100)
            var (reader, found) = (DeletionLog.Reader(folder: folder), Set<Digest>())
            for number in 0..<350 {
                try log.append(Self.mark(number))
                if number % 70 == 0 { found.formUnion(try reader.next()) }
            }
            found.formUnion(try reader.next())
            #expect(found.count == 350)
            #expect(try Syscall.names(in: folder).count == 4)
            _ = try reader.next()
            try log.append(Self.mark(7))
            #expect(try reader.next() == [Self.mark(7)])
        }
    }

    @Test func `removes files an hour after their last marks, but none that is written to`() throws
    {
        try withFolder { folder throws in
            let log = DeletionLog(folder: folder)
            do {
                let other = DeletionLog(folder: folder)
                try other.append(Self.mark(0))
            }
            try log.append(Self.mark(1))
            log.removeFiles(unchangedSince: 0)
            #expect(try Syscall.names(in: folder).count == 2)
            log.removeFiles(unchangedSince: .max)
            #expect(try Syscall.names(in: folder).count == 1)
            var reader = DeletionLog.Reader(folder: folder)
            #expect(try reader.next() == [Self.mark(1)])
        }
    }

    @Test func `begins another file when its own one is gone`() throws {
        try withFolder { folder throws in
            let log = DeletionLog(folder: folder)
            var reader = DeletionLog.Reader(folder: folder)
            for number in 0..<2 {
                try log.append(Self.mark(number))
                #expect(try reader.next().contains(Self.mark(number)))
                try FileManager.default.removeItem(atPath: folder)
            }
        }
    }

    @Test func `passes over what is no log`() throws {
        try withFolder { folder throws in
            let log = DeletionLog(folder: folder)
            try log.append(Self.mark(0))
            #expect(makePipe("\(folder)/pipe"))
            try Syscall.makeFolder("\(folder)/folder", permissions: 0o750)
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(folder)/short"))
            #expect(FileManager.default.createFile(atPath: "\(folder)/long", contents: nil))
            #expect(extend("\(folder)/long", to: 1 << 40))
            var reader = DeletionLog.Reader(folder: folder)
            #expect(try reader.next().contains(Self.mark(0)))
            _ = try reader.next()
            #expect(try reader.next().isEmpty)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Fetching
import Foundation
import Platform
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct PictureSourcesTests {
    private let folder: TemporaryFolder
    private let picture: [UInt8]
    private let address: SourceAddress

    init() throws {
        folder = try TemporaryFolder()
        picture = try TestPicture.make()
        address = try #require(SourceAddress("photos", ["a.jpg"]))
        try Data(picture).write(to: URL(fileURLWithPath: folder.path("a.jpg")))
    }

    private func sources(clock: @escaping @Sendable () -> Int) throws -> PictureSources {
        let source = try #require(PictureSource("photos=\(folder.directory.path)"))
        return PictureSources(
            [source],
            limits: Configuration().sourceLimits,
            budget: ReceivingBudget(limit: 1 << 20),
            metrics: ServiceMetrics(),
            clock: clock
        )
    }

    private func find(
        _ sources: PictureSources,
        needsBytes: Bool = false
    ) async throws -> SourceRead {
        try await sources.find(address, needsBytes: needsBytes, on: SerialQueue("requests"))
    }

    @Test func `does not read a file again that has its version`() async throws {
        defer { folder.remove() }
        let sources = try sources { Syscall.wallSeconds() + 10 }
        let first = try await find(sources)
        #expect(first.image.file?.bytes == picture)
        #expect(first.image.digest == Digest(of: picture))
        let second = try await find(sources)
        #expect(second.image.file == nil)
        #expect(second.image.digest == first.image.digest)
        #expect(second.image.header == first.image.header)
        #expect(try await find(sources, needsBytes: true).image.file?.bytes == picture)
        // The same bytes, length and time of modification in another file.
        let path = folder.path("a.jpg")
        let date = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        )
        try FileManager.default.removeItem(atPath: path)
        try Data(picture.dropLast() + [7]).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(try await find(sources).image.digest == Digest(of: picture.dropLast() + [7]))
    }

    @Test func `reads a file again whose version may be that of earlier bytes`() async throws {
        defer { folder.remove() }
        let sources = try sources { Syscall.wallSeconds() }
        for _ in 0..<2 { #expect(try await find(sources).image.file != nil) }
    }

    @Test func `gives the memory back when nobody uses the picture any more`() async throws {
        defer { folder.remove() }
        let budget = ReceivingBudget(limit: 1 << 20)
        let source = try #require(PictureSource("photos=\(folder.directory.path)"))
        let sources = PictureSources(
            [source],
            limits: Configuration().sourceLimits,
            budget: budget,
            metrics: ServiceMetrics()
        )
        do {
            let found = try await find(sources)
            #expect(budget.available <= 1 << 20 - picture.count)
            withExtendedLifetime(found) {}
        }
        try await eventually { budget.available == 1 << 20 }
    }
}

@Suite struct PictureSourceTests {
    @Test func `reads sources from flags, the environment and a file`() throws {
        let read = try ConfigurationReaderTests.read([
            "--source", "a=/srv/a", "--source=b=with = signs",
        ])
        #expect(read.sources.map(\.name) == ["a", "b"])
        #expect(
            read.sources.map(\.place)
                == [.folder(SourceFolder("/srv/a")), .folder(SourceFolder("with = signs"))]
        )
        let variable = try ConfigurationReaderTests.read(
            environment: ["FROSTPANE_SOURCE": "a=/srv/a,b=/srv/b"]
        )
        #expect(variable.sources.map(\.name) == ["a", "b"])
        let file = try ConfigurationReaderTests.read(
            ["--config", "f"],
            files: ["f": "source = a=/srv/a\nsource = b=/srv/b\n"]
        )
        #expect(file.sources == variable.sources)
        #expect(try ConfigurationReaderTests.read().sources.isEmpty)
    }

    @Test(arguments: ["", "a", "=/srv", "a=", "a b=/srv", "ä=/srv", "a=ftp://example.com/"])
    func `refuses other texts`(_ text: String) {
        #expect(ConfigurationReaderTests.faults(["--source=\(text)"]).count == 1)
    }

    @Test func `refuses two sources of one name`() {
        #expect(
            ConfigurationReaderTests.faults(["--source", "a=/srv/a", "--source", "a=/srv/b"]).count
                == 1
        )
    }
}

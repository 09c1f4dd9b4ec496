// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Sandbox
import TestSupport
import Testing

@Suite(.serialized)
struct CodecHostTests {
    @Test(
        arguments: [
            ("lossy.webp", ChannelLayout.rgb), ("lossless.webp", .rgb), ("alpha.webp", .rgba),
            ("lossy-alpha.webp", .rgba), ("animation.webp", .rgba),
        ]
    )
    func `a process and this one decode the same rows`(
        name: String,
        layout: ChannelLayout
    ) throws {
        let file = try Trial.file(name)
        let sandboxed = try CodecHost(Trial.pool()).rows(file, Trial.picture(layout))
        #expect(try CodecHost(nil).rows(file, Trial.picture(layout)) == sandboxed)
    }

    @Test(arguments: [false, true])
    func `a process and this one encode the same file`(isLossless: Bool) throws {
        let host = CodecHost(try Trial.pool())
        let rows = try host.rows(Trial.file("lossy.webp"))
        let picture = Trial.encoding(WebPOptions(lossless: isLossless))
        let file = try host.encode(rows, picture)
        #expect(try CodecHost(nil).encode(rows, picture) == file)
        if isLossless { #expect(try host.rows(file) == rows) }
    }

    @Test func `without a process, work that nobody wants is interrupted`() throws {
        let host = CodecHost(nil)
        let file = try Trial.file("interlaced.gif")
        let header = try ImageHeader.probe(file.span)
        var picture = Trial.picture(header.layout, .gif)
        picture.size = header.codedSize
        var lookCount = 0
        #expect(throws: CodecError.interrupted) {
            _ = try host.rows(
                file,
                picture,
                supervision: Supervision(mayContinue: {
                    lookCount += 1
                    return lookCount < 10
                })
            )
        }
        // One look more tells an interruption from a failure.
        #expect(lookCount == 11)
        let canvas = try host.makeCanvas(
            Trial.encoding(WebPOptions())
        )
        #expect(throws: CodecError.interrupted) {
            try canvas.encode(supervision: Supervision(mayContinue: { false })) { _ in true }
        }
    }

    @Test func `the system grants the fence`() throws {
        let host = CodecHost(try Trial.pool())
        #expect(host.library(of: .webp)?.package == "libwebpdemux2")
        #expect(host.library(of: .webp)?.version.split(separator: ".").count == 3)
        #expect(host.library(of: .bmp) == nil)
        #expect(host.protection == .sandbox)
        #expect(CodecHost(nil).protection == .none)
    }

    @Test func `a file with another size than its header was read with is damaged`() throws {
        let host = CodecHost(try Trial.pool())
        var picture = Trial.picture()
        picture.size = PixelSize(width: 47, height: 32)
        #expect(throws: CodecError.corrupt(.structure(offset: 0))) {
            try host.rows(Trial.file("lossy.webp"), picture)
        }
    }

    @Test func `a file that ends early is told from a damaged one, and costs no process`() throws {
        let pool = try Trial.pool()
        let host = CodecHost(pool)
        let file = try Trial.file("lossless.webp")
        #expect(throws: CodecError.truncated) { try host.rows(Array(file.dropLast(40))) }
        #expect(pool.counts.lost == 0)
    }

    @Test func `more callers than processes wait for their turn`() async throws {
        let pool = try Trial.pool(limit: 2)
        let host = CodecHost(pool)
        let file = try Trial.file("lossy.webp")
        let rows = try host.rows(file)
        let isEqual = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? host.rows(file)) == rows }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(isEqual)
        #expect((1...2).contains(pool.counts.started))
        #expect(pool.counts.lost == 0)
    }

    @Test(arguments: [("lossy.webp", ImageFormat.webp), ("drawing.svg", .svg)])
    func `every thread of a process is fenced`(name: String, format: ImageFormat) throws {
        let host = CodecHost(try Trial.pool())
        let file = try Trial.file(name)
        let header = try ImageHeader.probe(file.span)
        var picture = Trial.picture(header.layout, format)
        picture.size = header.codedSize
        picture.allowance.byteCount = 64 << 20
        _ = try host.rows(file, picture)
        for process in children() {
            let folder = "/proc/\(process)/task"
            for task in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let status = try String(contentsOfFile: "\(folder)/\(task)/status", encoding: .utf8)
                #expect(status.contains("\nSeccomp:\t2\n"))
                #expect(status.contains("\nNoNewPrivs:\t1\n"))
            }
        }
        #expect(!children().isEmpty)
    }

    @Test func `a process ends with its pool`() async throws {
        var pool: ProcessPool? = try Trial.pool()
        var host: CodecHost? = CodecHost(pool)
        _ = try host?.rows(Trial.file("lossy.webp"))
        let before = children()
        #expect(!before.isEmpty)
        host = nil
        pool = nil
        try await eventually { children().count < before.count }
    }

    /// The codec processes of this one.
    private func children() -> [String] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return folders.filter { folder in
            let line = (try? String(contentsOfFile: "/proc/\(folder)/stat", encoding: .utf8)) ?? ""
            let fields = line.split(separator: " ")
            return fields.count > 3 && fields[1] == "(frostpane)" && fields[3] == "\(getpid())"
        }
    }
}

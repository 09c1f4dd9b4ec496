// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Rendering
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct CurlTests {
    /// The line that the documents show first.
    private static let line =
        "curl --fail-with-body --data-binary @photo.jpg 'http://127.0.0.1:8080/v1/render?blur=20&saturate=1.8' "
        + "-o frosted.jpg"

    private static let documents = ["openapi.yaml", "README.md"].filter { name in
        FileManager.default.fileExists(
            atPath: Contract.repository.appendingPathComponent(name).path
        )
    }

    @Test(arguments: documents)
    func `shows one line that does it all`(document: String) throws {
        #expect(try Contract.file(document).contains(Self.line))
    }

    @Test
    func `renders a photo by that line`() async throws {
        let service = try TestService(.socket)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let photo = try TestPicture.make(width: 900, height: 600)
        try Data(photo).write(to: URL(fileURLWithPath: folder.path("photo.jpg")))
        let words = Self.line.replacing("http://127.0.0.1:8080", with: service.address)
            .replacing("'", with: "").split(separator: " ").dropFirst().map(String.init)
        let result = try await Curl.run(words, in: folder.directory)
        #expect(result.code == 0, "\(result.error)")
        let frosted = try Data(contentsOf: URL(fileURLWithPath: folder.path("frosted.jpg")))
        let header = try ImageHeader.probe([UInt8](frosted).span)
        #expect(header.format == .jpeg)
        #expect(header.size == PixelSize(width: 900, height: 600))
    }

    @Test
    func `takes a form, a pipe and a file to put`() async throws {
        let service = try TestService(.socket)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let picture = try TestPicture.png(layout: .rgba)
        let path = folder.path("a.png")
        try Data(picture).write(to: URL(fileURLWithPath: path))
        let address = service.address
        let status = ["-o", "/dev/null", "-w", "%{http_code} %{content_type}"]
        let examples = [
            ["-F", "image=@\(path)", "-F", "blur=20", "\(address)/v1/render"],
            ["-F", "image=@\(path)", "\(address)/v1/render?blur=20&format=png"],
            ["-T", path, "-X", "POST", "\(address)/v1/render?blur=20"],
            ["-T", path, "-X", "POST", "-H", "Transfer-Encoding: chunked", "\(address)/v1/render"],
            ["--data-binary", "@\(path)", "-H", "Expect: 100-continue", "\(address)/v1/render"],
        ]
        for example in examples {
            let result = try await Curl.run(status + example)
            #expect(String(decoding: result.output, as: UTF8.self) == "200 image/png", "\(example)")
        }
    }

    @Test
    func `uploads nothing that is refused at the head`() async throws {
        let service = try TestService(.socket)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("large")
        try Data(count: 20 << 20).write(to: URL(fileURLWithPath: path))
        let result = try await Curl.run([
            "--data-binary", "@\(path)", "-H", "Expect: 100-continue", "-o", "/dev/null",
            "-w", "%{http_code} %{size_upload}", "\(service.address)/v1/render?blur=1001",
        ])
        #expect(String(decoding: result.output, as: UTF8.self) == "400 0")
        let plan = try await Curl.run([
            "--data-binary", "@\(path)", "-H", "Expect: 100-continue", "-o", "/dev/null",
            "-H", "Accept: application/vnd.frostpane.plan+json", "-w",
            "%{http_code} %{size_upload}",
            "\(service.address)/v1/render?redact=1&region=0,0,9,9",
        ])
        #expect(String(decoding: plan.output, as: UTF8.self) == "406 0")
    }

    @Test
    func `gives up for a client that is killed, and says so in the log`() async throws {
        let service = try TestService(.socket)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("small.jpg")
        try Data(try TestPicture.make()).write(to: URL(fileURLWithPath: path))
        let pool = service.service.pool
        let result = try await Curl.run(
            [
                "--data-binary", "@\(path)", "-o", "/dev/null",
                "\(service.address)/v1/render?\(SlowRendering.query)",
            ],
            until: { pool.status.running == 1 }
        )
        #expect(result.code == SIGKILL)
        try await eventually { pool.status.running == 0 }
        #expect(pool.status.failed == 1)
        try await eventually { !service.log.text.isEmpty }
        let line = try #require(service.log.lines.first)
        #expect(line["status"] == 499)
        #expect(line["outcome"] == "client_left")
    }

    @Test
    func `uploads nothing that could not be kept`() async throws {
        let service = try TestService(.socket) { $0.originalsBudget = 100_000 }
        let limit = service.service.originals.uploadLimit
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("large")
        try Data(count: limit + 1).write(to: URL(fileURLWithPath: path))
        let digest = String(repeating: "0", count: 64)
        for (method, target) in [("POST", "/v1/images"), ("PUT", "/v1/images/\(digest)")] {
            let result = try await Curl.run([
                "-X", method, "--data-binary", "@\(path)", "-H", "Expect: 100-continue",
                "-w", " %{http_code} %{size_upload}", "\(service.address)\(target)",
            ])
            let text = String(decoding: result.output, as: UTF8.self)
            #expect(text.hasSuffix(" 413 0"), "\(text)")
            #expect(text.contains("\"allowed\":\"0 to \(limit) bytes\""), "\(text)")
        }
    }
}

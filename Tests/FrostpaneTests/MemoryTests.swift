// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import TestSupport
import Testing

@testable import FrostpaneCommand

/// What a rendering costs the process that does it, as the kernel counts it.
@Suite struct MemoryTests {
    private static var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    /// A field of a process's status, in bytes.
    private func status(_ field: String, of process: Process) throws -> Int {
        let path = "/proc/\(process.processIdentifier)/status"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(field) })
        return 1024
            * (try #require(
                line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            ))
    }

    @Test(
        .enabled(if: Self.isOptimized, "12 megapixels take minutes in a debug build"),
        .disabled(if: Sanitizer.isActive, "a sanitizer's allocator is measured, not the code")
    )
    func `blurs 12 megapixels within 40 MB over idle, from JPEG to JPEG`() throws {
        let folder = try Folder()
        let photo = try Picture.file(.jpeg(JPEGOptions()), width: 4000, height: 3000)
        try folder.write(photo, as: "photo.jpg")
        let server = try ServeCommandTests.Server(["--listen", "127.0.0.1:0"])
        try server.wait(for: "listening")
        let idle = try status("VmRSS", of: server.process)
        let port = try #require(
            server.log.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).map { String($0.1) }
        )
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        curl.arguments = [
            "curl", "--silent", "--fail", "--data-binary", "@\(folder.url("photo.jpg").path())",
            "http://127.0.0.1:\(port)/v1/render?blur=20&saturate=1.8",
            "--output", folder.url("frosted.jpg").path(),
        ]
        try curl.run()
        curl.waitUntilExit()
        #expect(curl.terminationStatus == 0)
        #expect(try folder.read("frosted.jpg").header?.size == photo.header?.size)
        #expect(try status("VmHWM", of: server.process) - idle < 40_000_000)
        #expect(server.end(with: SIGTERM) == 0)
    }

    @Test(.disabled(if: Sanitizer.isActive, "a sanitizer's allocator is measured, not the code"))
    func `returns the memory of a dear scene within five seconds`() throws {
        let folder = try Folder()
        let photo = try Picture.file(.png(PNGOptions()), width: 300, height: 200)
        try folder.write(photo, as: "photo.png")
        let filters = Array(repeating: "blur(20px)", count: 16).joined(separator: " ")
        let pane = """
            {"frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}, "filter": "\(filters)"}
            """
        let count = Self.isOptimized ? 64 : 12
        let panes = Array(repeating: pane, count: count).joined(separator: ",")
        let server = try ServeCommandTests.Server(["--listen", "127.0.0.1:0"])
        try server.wait(for: "listening")
        let idle = try status("VmRSS", of: server.process)
        let port = try #require(
            server.log.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).map { String($0.1) }
        )
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        curl.arguments = [
            "curl", "--silent", "--fail", "--form",
            "image=@\(folder.url("photo.png").path())", "--form-string",
            "scene={\"panes\": [\(panes)]}", "http://127.0.0.1:\(port)/v1/render",
            "--output", folder.url("frosted.png").path(),
        ]
        try curl.run()
        curl.waitUntilExit()
        #expect(curl.terminationStatus == 0)
        let deadline = ContinuousClock.now + .seconds(5)
        while try status("VmRSS", of: server.process) > idle + 32 << 20 {
            try #require(ContinuousClock.now < deadline)
            Thread.sleep(forTimeInterval: 0.05)
        }
        #expect(server.end(with: SIGTERM) == 0)
    }
}

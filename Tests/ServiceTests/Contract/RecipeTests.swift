// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import TestSupport
import Testing
import Typesetting

@testable import Service

/// Runs what the documents tell people to type.
@Suite
struct RecipeTests {
    private static let address = "http://127.0.0.1:8080"

    /// The blocks of commands with `curl` in a document, one after the other.
    private static func script(_ document: String) throws -> String {
        let blocks = try Contract.file(document).components(separatedBy: "```sh\n").dropFirst()
        return blocks.compactMap { $0.components(separatedBy: "\n```").first }
            .filter { $0.contains("curl ") || $0.hasPrefix("A=") }
            .joined(separator: "\n")
    }

    @Test(
        .enabled(
            if: (try? TextRaster.identity()) != nil,
            "needs libpangocairo-1.0-0 and fonts-dejavu-core"
        ),
        arguments: ["README.md", "Docs/cookbook.md"]
    )
    func `work as they are typed`(document: String) async throws {
        let service = try TestService(.socket)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (name, bytes) in [
            ("photo.jpg", try TestPicture.make(width: 900, height: 600)),
            ("logo.png", try TestPicture.png(layout: .rgba)),
        ] {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
        }
        let script = try Self.script(document).replacing(Self.address, with: service.address)
        let commands = script.split(separator: "\n").filter { $0.contains("curl ") }
        #expect(commands.count >= 5)
        // Errors of the server end the script, which says how far it came.
        let prelude = """
            set -eu
            TOKEN=correct-horse-battery
            curl() { command curl --silent --show-error --fail-with-body --max-time 300 "$@"; }

            """
        let result = try await Curl.bash(prelude + script, in: folder.directory)
        #expect(result.code == 0, "\(result.error)")
        let results = try FileManager.default.contentsOfDirectory(atPath: folder.directory.path)
            .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
        for name in results {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
            #expect(throws: Never.self, "\(name)") { try ImageHeader.probe([UInt8](bytes).span) }
        }
        #expect(results.count >= 7)
        // A line is written after the response has been sent.
        try await eventually {
            ((try? service.log.lines.count) ?? 0) >= commands.count
        }
    }
}

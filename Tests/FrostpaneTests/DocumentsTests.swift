// SPDX-License-Identifier: Apache-2.0

import Foundation
import Service
import Testing

@Suite struct DocumentsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    private static let documents: [String] = {
        let pages = try? FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: "Docs").path
        )
        return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
            + (pages ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
    }()

    @Test(arguments: documents)
    func `names scripts that exist`(document: String) throws {
        let url = Self.root.appending(path: document)
        let text = try String(contentsOf: url, encoding: .utf8)
        for match in text.matches(of: /Scripts\/[a-z0-9\-]+/) {
            #expect(
                FileManager.default.isExecutableFile(
                    atPath: Self.root.appending(path: String(match.0)).path
                ),
                "\(document) names \(match.0)"
            )
        }
    }

    @Test func `keeps the first page short`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 150)
        // The first screen ends after the images.
        let picture = try #require(lines.firstIndex { $0.contains("Docs/images/after.jpg") })
        #expect(picture <= 16)
    }

    @Test func `give the version of the program`() throws {
        func text(_ name: String) throws -> String {
            try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
        }
        let version = Version.current
        let newest = try text("CHANGELOG.md").firstMatch(
            of: /\n## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d\n/
        )
        #expect(newest.map { String($0.1) } == version)
        #expect(try text("openapi.yaml").contains("\n  version: \"\(version)\"\n"))
        #expect(try text("Dockerfile").contains("\nARG VERSION=\(version)\n"))
    }
}

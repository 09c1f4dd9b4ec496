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
    func `links to files and headings that exist`(document: String) throws {
        let url = Self.root.appending(path: document)
        let text = try String(contentsOf: url, encoding: .utf8)
        for match in text.matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
            let parts = match.1.split(separator: "#", omittingEmptySubsequences: false)
            let target =
                parts[0].isEmpty
                ? url : url.deletingLastPathComponent().appending(path: String(parts[0]))
            try #require(
                FileManager.default.fileExists(atPath: target.path),
                "\(document) links to \(match.1)"
            )
            guard parts.count == 2 else { continue }
            let headings = try Self.headings(of: target)
            #expect(headings.contains(String(parts[1])), "\(document) links to \(match.1)")
        }
    }

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
        // The first screen ends after the pictures.
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

    /// The anchors of a page, as hosts of repositories make them.
    private static func headings(of page: URL) throws -> Set<String> {
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        return Set(
            lines.filter { $0.hasPrefix("#") }.map { line in
                line.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }
                    .replacing(" ", with: "-")
            }
        )
    }
}

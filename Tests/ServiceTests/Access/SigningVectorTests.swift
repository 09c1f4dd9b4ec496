// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Service

/// Holds the program, and the scripts that the cookbook shows, to the vectors in the cookbook.
///
/// Tests/Contract/signing.py does the same for Swift.
@Suite
struct SigningVectorTests {
    /// A row of the table.
    struct Vector: Sendable {
        let address: String
        let expiry: Int?
        let signature: String

        /// The path, and the parameters without escapes.
        var parts: (path: String, pairs: [(name: String, value: String)]) {
            get throws {
                let parts = address.split(separator: "?", maxSplits: 1)
                let pairs = try FormEncoding.pairs(in: parts.count == 2 ? parts[1] : "")
                return (String(parts[0]), pairs)
            }
        }
    }

    private static let secret = "0123456789abcdef0123456789abcdef"

    static func vectors() throws -> [Vector] {
        let text = try Contract.file("Docs/cookbook.md")
        let table = text.components(separatedBy: "<!-- vectors -->\n")[1]
            .components(separatedBy: "<!-- /vectors -->")[0]
        return table.split(separator: "\n").dropFirst(2).map { row in
            let cells = row.split(separator: "|").map { cell in
                cell.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            return Vector(address: cells[0], expiry: Int(cells[1]), signature: cells[2])
        }
    }

    private static func block(_ language: String) throws -> String {
        let text = try Contract.file("Docs/cookbook.md")
        let parts = text.components(separatedBy: "```\(language)\n")
        try #require(parts.count == 2)
        return parts[1].components(separatedBy: "```")[0]
    }

    @Test
    func `signs as the vectors do, which another program made`() throws {
        let key = try SigningKey(line: "web \(Self.secret)")
        let vectors = try Self.vectors()
        #expect(vectors.count >= 6)
        for vector in vectors {
            let signed = try AddressSignature.signed(vector.address, by: key, until: vector.expiry)
            #expect(signed.hasSuffix("&signature=\(vector.signature)"), "\(vector.address)")
        }
    }

    @Test
    func `keeps what stands before the path, and refuses what cannot be signed`() throws {
        let key = try SigningKey(line: "web \(Self.secret)")
        let path = "/v1/filters?a=1"
        let signed = try AddressSignature.signed(path, by: key, until: 5)
        for start in ["https://pictures.example", "http://127.0.0.1:8080/frost"] {
            let whole = try AddressSignature.signed(start + path, by: key, until: 5)
            #expect(whole == start + signed)
        }
        for (address, fault) in [
            ("https://pictures.example/", SigningFault.noPath), ("/v1/filters#a", .fragment),
            ("/v1/filters?signature=a", .signedAlready), ("/v1/filters?expires=1", .signedAlready),
            ("/v1/filters?a=%", .parameter(.malformedEncoding(name: "a"))),
        ] {
            #expect(throws: fault) { try AddressSignature.signed(address, by: key, until: nil) }
        }
    }

    @Test
    func `shows a function for Python that signs alike`() async throws {
        let main = """
            import json, sys
            for path, pairs, expires in json.load(open("vectors.json")):
                print(sign(path, [tuple(pair) for pair in pairs], "web", "\(Self.secret)", expires or None))
            """
        try await Self.expectVectors(from: "python3", try Self.block("python") + main)
    }

    private static var hasNode: Bool {
        ["/usr/bin/node", "/usr/local/bin/node"].contains {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    @Test(.enabled(if: hasNode, "needs nodejs"))
    func `shows a function for JavaScript that signs alike`() async throws {
        let main = """
            for (const [path, pairs, expires] of require("./vectors.json"))
              console.log(sign(path, pairs, "web", "\(Self.secret)", expires || undefined));
            """
        try await Self.expectVectors(from: "node", try Self.block("javascript") + main)
    }

    /// Runs a script, whose lines have to be the signed addresses of the vectors.
    private static func expectVectors(from program: String, _ script: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let vectors = try vectors()
        let rows = try vectors.map { vector in
            let (path, pairs) = try vector.parts
            return [path, pairs.map { [$0.name, $0.value] }, vector.expiry ?? 0] as [Any]
        }
        try JSONSerialization.data(withJSONObject: rows)
            .write(to: URL(fileURLWithPath: folder.path("vectors.json")))
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.path("script")))
        let result = try await Curl.bash("\(program) script", in: folder.directory)
        #expect(result.code == 0, "\(result.error)")
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == vectors.count)
        for (line, vector) in zip(lines, vectors) {
            #expect(line.hasSuffix("&signature=\(vector.signature)"), "\(vector.address)")
        }
    }
}

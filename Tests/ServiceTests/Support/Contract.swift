// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Yams

/// The contract as the file in the repository says it.
struct Contract {
    /// An object of the document.
    typealias Object = [String: Any]

    /// The folder of the repository.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file in the repository.
    static func file(_ name: String) throws -> String {
        try String(contentsOf: repository.appendingPathComponent(name), encoding: .utf8)
    }

    private let root: Object

    /// Reads openapi.yaml.
    init() throws {
        root = try #require(try Yams.load(yaml: try Self.file("openapi.yaml")) as? Object)
    }

    /// The value at a path of keys, references followed.
    func value(_ path: String...) throws -> Any {
        var value: Any = root
        for key in path {
            value = try #require(try resolve(value)[key], "nothing under \(key)")
        }
        return (try? resolve(value)) ?? value
    }

    /// The object at a path of keys.
    func object(_ path: String...) throws -> Object { try object(path) }

    /// The object at a path of keys.
    func object(_ path: [String]) throws -> Object {
        var value: Any = root
        for key in path { value = try #require(try resolve(value)[key], "nothing under \(key)") }
        return try resolve(value)
    }

    /// An object, or what its reference leads to.
    func resolve(_ value: Any) throws -> Object {
        let object = try #require(value as? Object)
        guard let reference = object["$ref"] as? String else { return object }
        var target: Any = root
        for key in reference.dropFirst(2).split(separator: "/") {
            target = try #require((target as? Object)?[String(key)], "\(reference) leads nowhere")
        }
        return try resolve(target)
    }

    /// The names of an operation's parameters in a place, such as `query`.
    func parameters(_ path: String, _ method: String, in place: String) throws -> [String] {
        let operation = try #require(try operations(path)[method])
        let parameters = try #require(operation["parameters"] as? [Any]).map(resolve)
        return parameters.filter { $0["in"] as? String == place }
            .compactMap { $0["name"] as? String }
    }

    /// Expects a list to have exactly the items of the rows, in their order; prints what to paste.
    static func expect(
        _ found: [String],
        _ rows: [String],
        at place: String,
        line: (String) -> String
    ) {
        let missing = rows.filter { !found.contains($0) }.map(line).joined(separator: "\n")
        let surplus = found.filter { !rows.contains($0) }.joined(separator: ", ")
        #expect(
            found == rows,
            "openapi.yaml, \(place): surplus: \(surplus); paste, in the order of the rows:\n\(missing)"
        )
    }

    /// A value as JSON, equal for equal values.
    static func text(_ value: Any) throws -> String {
        let json = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
        return String(decoding: json, as: UTF8.self)
    }

    /// Whether a value has everything that another one has.
    static func holds(_ value: Any?, _ expected: Any) -> Bool {
        if let expected = expected as? Object {
            guard let value = value as? Object else { return false }
            return expected.allSatisfy { holds(value[$0.key], $0.value) }
        }
        if let expected = expected as? [Any] {
            guard let value = value as? [Any], value.count == expected.count else { return false }
            return zip(value, expected).allSatisfy { holds($0, $1) }
        }
        return value.map { "\($0)" } == "\(expected)"
    }

    /// The operations of a path, by their methods in upper case.
    func operations(_ path: String) throws -> [String: Object] {
        let methods = ["get", "head", "post", "put", "delete", "patch", "options", "trace"]
        let item = try object("paths", path)
        var operations: [String: Object] = [:]
        for method in methods {
            operations[method.uppercased()] = item[method] as? Object
        }
        return operations
    }
}

extension Contract {
    /// Expects a table to stand between its marks in a document; prints the lines that differ.
    ///
    /// - Parameters:
    ///   - table: The lines that the program prints.
    ///   - name: The name in the marks `<!-- name -->` and `<!-- /name -->`.
    ///   - document: The path of the document in the repository.
    /// - Throws: When the document or a mark is missing.
    static func expect(_ table: String, named name: String, in document: String) throws {
        let parts = try file(document).components(separatedBy: "<!-- \(name) -->\n")
        try #require(parts.count == 2, "\(document) has no mark <!-- \(name) -->")
        let section = parts[1].components(separatedBy: "\n<!-- /\(name) -->")[0]
        let found = section.split(separator: "\n")
        let rows = table.split(separator: "\n")
        let missing = rows.filter { !found.contains($0) }.joined(separator: "\n")
        let surplus = found.filter { !rows.contains($0) }.joined(separator: "\n")
        #expect(
            found == rows,
            "\(document): Scripts/update-reference replaces\n\(surplus)\nby\n\(missing)"
        )
    }
}

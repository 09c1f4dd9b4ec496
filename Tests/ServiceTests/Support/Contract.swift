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
    func object(_ path: String...) throws -> Object {
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

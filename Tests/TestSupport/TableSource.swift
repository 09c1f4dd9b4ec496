// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The source code of the rows of a table, to find rows that the table has not got.
package enum TableSource {
    /// Returns the names of all rows that are written as `static let row = Type("name", …`.
    ///
    /// - Parameters:
    ///   - type: The type of the rows.
    ///   - folder: The folder in `Sources` with the files.
    /// - Returns: The names, in alphabetical order.
    /// - Throws: Errors of reading.
    package static func names(of type: String, in folder: String) throws -> [String] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().appendingPathComponent("Sources/\(folder)")
        let row = try Regex<(Substring, Substring)>(#"static let \w+ = \#(type)\(\s*"([^"]+)""#)
        var names: [String] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            names += text.matches(of: row).map { String($0.1) }
        }
        return names.sorted()
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A fault of a YAML text, with the line on which it is.
struct YAMLFault: Error, Hashable {
    /// The number of the line, from 1.
    let line: Int
}

/// A reader of the part of YAML that openapi.yaml uses, which makes JSON of it.
///
/// It reads block and flow collections, plain and quoted scalars on one line, literal blocks,
/// comments on lines of their own, anchors and aliases. Of an alias it makes a copy of what the
/// anchor marks. A test compares the result with that of a complete reader.
///
/// Reference: YAML 1.2.2, chapters 6 to 8, with the core schema of section 10.3.
struct YAMLReader {
    /// A line that is neither empty nor a comment.
    private struct Line {
        /// The number of spaces before the text.
        var indentation: Int
        /// The text of the line after these spaces.
        var text: Substring
    }

    /// All lines of the text.
    private let raw: [Substring]
    /// The index of the line that is read next; a part of it may be read already.
    private var next = 0
    /// The next line, or its part that is not read yet; nil before it is looked at.
    private var rest: Line?
    private var anchors: [String: JSONValue] = [:]

    /// Parses a YAML text as a JSON value.
    ///
    /// - Parameter text: The text, in which no line ends with a carriage return.
    /// - Returns: The value.
    /// - Throws: ``YAMLFault`` when the text is not YAML, or not of the part that is read.
    static func read(_ text: String) throws(YAMLFault) -> JSONValue {
        var reader = YAMLReader(raw: text.split(separator: "\n", omittingEmptySubsequences: false))
        let value = try reader.block(deeperThan: -1)
        guard reader.line() == nil else { throw reader.fault }
        return value
    }

    private init(raw: [Substring]) {
        self.raw = raw
    }

    private var fault: YAMLFault { YAMLFault(line: next + 1) }

    /// Finds the next line with content, or its unread part; nil at the end of the text.
    private mutating func line() -> Line? {
        if let rest { return rest }
        while next < raw.count {
            let text = raw[next].drop { $0 == " " }
            if !text.isEmpty, text.first != "#" {
                let indentation = raw[next].utf8.count - text.utf8.count
                rest = Line(indentation: indentation, text: text)
                return rest
            }
            next += 1
        }
        return nil
    }

    private mutating func endLine() {
        next += 1
        rest = nil
    }
}

// MARK: Blocks

extension YAMLReader {
    /// Reads the collection or the scalar on the next lines; null if they are not indented deeper.
    private mutating func block(deeperThan parent: Int) throws(YAMLFault) -> JSONValue {
        guard let line = line(), line.indentation > parent else { return .null }
        if Self.isItem(line.text) { return try sequence(at: line.indentation) }
        if Self.key(of: line.text) != nil { return try mapping(at: line.indentation) }
        return try value(line.text, parent: parent)
    }

    private mutating func mapping(at indentation: Int) throws(YAMLFault) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        while let line = line(), line.indentation >= indentation, !Self.isItem(line.text) {
            guard line.indentation == indentation, let (name, text) = Self.key(of: line.text),
                !members.contains(where: { $0.name == name })
            else { throw fault }
            members.append((name, try value(text, parent: indentation)))
        }
        return .object(members)
    }

    private mutating func sequence(at indentation: Int) throws(YAMLFault) -> JSONValue {
        var items: [JSONValue] = []
        while let line = line(), line.indentation >= indentation, Self.isItem(line.text) {
            guard line.indentation == indentation else { throw fault }
            let text = line.text.dropFirst().drop { $0 == " " }
            if Self.key(of: text) != nil || Self.isItem(text) {
                // The item is a collection that begins on the line of its dash.
                let offset = line.text.utf8.count - text.utf8.count
                rest = Line(indentation: indentation + offset, text: text)
                items.append(try block(deeperThan: indentation))
            } else {
                items.append(try value(text, parent: indentation))
            }
        }
        return .array(items)
    }

    /// Reads the value after a key or a dash, which may extend over the following lines.
    private mutating func value(
        _ text: Substring,
        parent: Int
    ) throws(YAMLFault) -> JSONValue {
        if text.first == "&" {
            let name = String(text.dropFirst().prefix { $0 != " " })
            let text = text.dropFirst(1 + name.count).drop { $0 == " " }
            let value = try value(text, parent: parent)
            anchors[name] = value
            return value
        }
        if text.isEmpty { return try nested(parent: parent) }
        if text == "|" { return literal(parent: parent) }
        if text.first == "*" {
            guard let value = anchors[String(text.dropFirst())] else { throw fault }
            endLine()
            return value
        }
        var flow = YAMLFlow(text[...])
        guard let value = flow.value(isNested: false, anchors), flow.isAtEnd else { throw fault }
        endLine()
        return value
    }

    private mutating func nested(parent: Int) throws(YAMLFault) -> JSONValue {
        endLine()
        // The dashes of a sequence may stand below the first letter of its key.
        if let line = line(), line.indentation == parent, Self.isItem(line.text) {
            return try sequence(at: parent)
        }
        return try block(deeperThan: parent)
    }

    /// Reads a literal block (after `|`), which ends with one line feed.
    private mutating func literal(parent: Int) -> JSONValue {
        endLine()
        var lines: [Substring] = []
        var indentation: Int?
        while next < raw.count {
            let text = raw[next].drop { $0 == " " }
            let spaces = raw[next].utf8.count - text.utf8.count
            guard text.isEmpty || spaces > parent else { break }
            if indentation == nil, !text.isEmpty { indentation = spaces }
            lines.append(raw[next].dropFirst(min(spaces, indentation ?? spaces)))
            next += 1
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return .string(lines.joined(separator: "\n") + "\n")
    }

    private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

    /// Splits a line into a key and the text after its colon; nil if it has no key.
    private static func key(of text: Substring) -> (name: String, rest: Substring)? {
        guard let first = text.first, !"&*[{|#".contains(first) else { return nil }
        var flow = YAMLFlow(text)
        guard let name = flow.key(isNested: false) else { return nil }
        return (name, flow.rest.drop { $0 == " " })
    }
}

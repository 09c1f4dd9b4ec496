// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store

/// A variable of a scene, whose value comes with each request.
struct SceneVariable: Sendable {
    /// The types of values.
    enum Kind: String, CaseIterable, Sendable {
        case text, image, color, length, number, flag
    }

    /// The name, which is also that of a parameter of the query.
    let name: String
    /// The type of the values.
    let kind: Kind
    /// The greatest length of a text, in Unicode scalars.
    let maximumLength: Int
    /// The range of a number.
    let range: ClosedRange<Double>
    /// The value that is used if a request states none; nil if a request must.
    private(set) var initial: JSONValue?

    /// The greatest length that a text may have, in Unicode scalars.
    static let longestText = 4_000

    /// The greatest length of a name, in bytes.
    static let longestName = 64

    private static let numbers = -1e9...1e9

    /// The digest in place of an image that is not known yet.
    static let placeholder = Digest(of: [])

    /// The accepted names of images, in words that follow "takes" in an error text.
    static let imageForm = "\(digestForm), or the name of a source and a path"

    private static let digestForm =
        "the SHA-256 of a stored image in 64 lowercase hexadecimal digits"

    /// The member that names an image of a source.
    static let sourceMember = "source"

    private static let form = "1 to 64 letters, digits, '-' and '_', a letter first"

    /// Parses the description of a variable.
    init(_ name: String, _ value: SceneValue) throws(SceneFault) {
        guard Self.isName(name) else {
            throw SceneFault(
                .conflict(reason: "The name of a variable takes \(Self.form)."),
                at: value.pointer
            )
        }
        // Those of signatures are taken out of an address before its parameters are read.
        let isTaken =
            RenderParameter.named(name) != nil
            || [PresetParameter.name, "key-id", "expires", "signature"].contains(name)
        guard !isTaken else {
            throw SceneFault(
                .conflict(reason: "'\(name)' is a parameter of every render: choose another name."),
                at: value.pointer
            )
        }
        let object = try value.object(["type", "default", "maximumLength", "minimum", "maximum"])
        let kind: Kind = try object.required("type").word()
        if kind != .text { try object.refuse("maximumLength", "It is for texts.") }
        if kind != .number {
            try object.refuse("minimum", "It is for numbers.")
            try object.refuse("maximum", "It is for numbers.")
        }
        self.name = name
        self.kind = kind
        maximumLength =
            try object["maximumLength"]?.integer(in: 1...Self.longestText) ?? Self.longestText
        let all = Self.numbers
        let least = try object["minimum"]?.number(in: all) ?? all.lowerBound
        range =
            least...(try object["maximum"]?.number(in: least...all.upperBound) ?? all.upperBound)
        initial = nil
        guard let value = object["default"] else { return }
        guard let read = self.value(of: value.json) else {
            throw value.malformed(kind == .image ? Self.digestForm : allowed)
        }
        initial = read
    }

    /// Whether a text can be the name of a variable.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard (1...longestName).contains(text.utf8.count), let first = text.utf8.first else {
            return false
        }
        return ByteSet.ofNames.containsAll(String(text)) && !text.utf8.contains(UInt8(ascii: "."))
            && ByteSet.letters.contains(first)
    }

    /// The accepted values, in words that follow "takes" in an error text.
    var allowed: String {
        switch kind {
        case .text: "a text of at most \(maximumLength) characters"
        case .image: Self.imageForm
        case .color: "a color of CSS, such as #0a84ff"
        case .length: "a length such as 24, 12pt or 50%"
        case .number:
            range == Self.numbers
                ? "a number"
                : "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        case .flag: "1 or 0"
        }
    }

    /// A value of the type, to check a scene with before a request states one.
    var sample: JSONValue {
        if let initial { return initial }
        return switch kind {
        case .text: .string("x")
        case .image: Self.image(Self.placeholder)
        case .color: .string("black")
        case .length: .string("10%")
        case .number: .number(min(max(1, range.lowerBound), range.upperBound))
        case .flag: .boolean(true)
        }
    }

    /// Parses a value from the text of a parameter; nil if it is not accepted.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - image: Makes the JSON value that names an image.
    /// - Returns: The value.
    func value(
        of text: String,
        image: (String) -> JSONValue? = SceneVariable.storedImage
    ) -> JSONValue? {
        switch kind {
        case .text: text.unicodeScalars.count <= maximumLength ? .string(text) : nil
        case .image: image(text)
        case .color: (try? StraightColor(css: text)).map { .string(Self.text($0)) }
        case .length: Length(parsing: text).map { _ in .string(text) }
        case .number:
            Self.number(text).flatMap { range.contains($0) ? .number($0 == 0 ? 0 : $0) : nil }
        case .flag:
            switch text {
            case "1", "true": .boolean(true)
            case "0", "false": .boolean(false)
            // Foreign: String
            default: nil
            }
        }
    }

    /// Parses a value from JSON; nil if it is not accepted.
    func value(of json: JSONValue) -> JSONValue? {
        switch json {
        case .string(let text):
            kind == .number || kind == .flag
                ? nil : value(of: text) { Digest(hex: $0).map(Self.image) }
        case .number(let number):
            switch kind {
            case .number: range.contains(number) ? json : nil
            case .length: value(of: Self.text(number))
            case .text, .image, .color, .flag: nil
            }
        case .boolean: kind == .flag ? json : nil
        case .object(let members):
            if kind == .image, members.count == 1, members[0].name == "digest",
                case .string(let hex) = members[0].value
            {
                Digest(hex: hex).map(Self.image)
            } else {
                nil
            }
        case .integer, .array, .null: nil
        }
    }

    /// The JSON value for a digest, or for the name of a source and a path; nil for another text.
    static func storedImage(_ text: String) -> JSONValue? {
        if let digest = Digest(hex: text) { return image(digest) }
        guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return .object([(sourceMember, .string(text))])
    }

    /// The JSON value by which a scene names a stored image.
    static func image(_ digest: Digest) -> JSONValue {
        .object([("digest", .string(digest.hex))])
    }

    private static func number(_ text: String) -> Double? {
        DecimalNumeral.isOne(Array(text.utf8)) ? Double(text) : nil
    }

    /// The text of a color of CSS without anything that a list of filters could read otherwise, such as an open
    /// comment.
    private static func text(_ color: StraightColor) -> String {
        // Smaller numbers would be written with an exponent.
        func text(_ value: Double) -> String { value < 0.0001 ? "0" : String(value) }
        let parts = [color.red, color.green, color.blue].map(text).joined(separator: " ")
        return "color(srgb \(parts) / \(text(color.alpha)))"
    }

    /// The shortest text of a number.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}

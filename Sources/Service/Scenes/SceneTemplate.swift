// SPDX-License-Identifier: Apache-2.0

import Store

/// A scene with variables, whose values come with each request.
///
/// In its strings, `{{name}}` stands for a value. A string that is nothing else becomes the value itself, so that it can
/// be a number, a flag or an image. Values are substituted in the parsed JSON and never looked at again: no text can add
/// a member, a filter or another variable. An object with the member `if` is left out where the variable is
/// absent, empty or false:
///
///     let template = try SceneTemplate(bytes)
///     let values = try template.values(in: [("title", "How glass is made")])
///     let document = try SceneReader.read(template.filled(with: values.values))
struct SceneTemplate: Sendable {
    /// The variables, in the order of their names.
    let variables: [SceneVariable]
    private let scene: JSONValue
    private let variableMembers: JSONValue?

    /// The greatest number of variables.
    static let variableLimit = 64

    /// Parses a scene with variables, and checks that each is used and each use is of one.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - hasParts: Whether the scene may name images of a form.
    /// - Throws: The first fault.
    init(_ bytes: [UInt8], hasParts: Bool = false) throws(SceneFault) {
        guard bytes.count <= SceneReader.lengthLimit else {
            throw SceneFault(.tooLong(limit: SceneReader.lengthLimit), at: .root)
        }
        let json: JSONValue
        do throws(JSONSyntaxError) { json = try JSONReader.read(bytes) } catch {
            throw SceneFault(.syntax(error), at: error.pointer)
        }
        try self.init(json, hasParts: hasParts)
    }

    private init(_ json: JSONValue, hasParts: Bool) throws(SceneFault) {
        guard case .object(let members) = json.sorted else {
            throw SceneValue(json: json, pointer: .root).malformed("an object")
        }
        variableMembers = members.first { $0.name == "variables" }?.value
        scene = .object(members.filter { $0.name != "variables" })
        variables = try Self.variables(variableMembers)
        var check = SceneTemplateCheck(variables, hasParts: hasParts)
        try check.visit(scene, in: nil, at: .root)
        try check.finish()
    }

    private static func variables(_ json: JSONValue?) throws(SceneFault) -> [SceneVariable] {
        guard let json else { return [] }
        let value = SceneValue(json: json, pointer: JSONPointer.root.appending("variables"))
        guard case .object(let members) = json, members.count <= variableLimit else {
            throw value.malformed("an object of at most \(variableLimit) variables")
        }
        var variables: [SceneVariable] = []
        for (name, json) in members {
            let value = SceneValue(json: json, pointer: value.pointer.appending(name))
            variables.append(try SceneVariable(name, value))
        }
        return variables
    }

    /// The canonical JSON text, equal for all spellings of the scene.
    var bytes: [UInt8] {
        guard case .object(let members) = scene, let variableMembers else {
            return scene.canonical.bytes
        }
        return JSONValue.object(members + [("variables", variableMembers)]).canonical.bytes
    }

    /// The SHA-256 of the canonical JSON text.
    var digest: Digest { Digest(of: bytes) }

    /// The greatest number of stored images that the JSON text of a scene names.
    static let imageLimit = 24

    /// A value for each variable.
    private var samples: [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.sample) })
    }

    /// The variable that stands for the image beneath the panes; nil for none.
    var backdropVariable: String? {
        guard case .object(let members) = scene,
            case .string(let text)? = members.first(where: { $0.name == "backdrop" })?.value,
            case .variable(let name)? = TemplateText.pieces(of: text).first
        else { return nil }
        return name
    }

    // MARK: Values

    /// Takes the values of the variables out of the parameters of a request.
    ///
    /// - Parameters:
    ///   - pairs: The parameters.
    ///   - image: Makes the JSON value that names an image.
    /// - Returns: The values, those that are not stated from their defaults, and the other parameters.
    /// - Throws: ``ParameterError`` for a value that is missing, stated twice, or malformed.
    func values(
        in pairs: [(name: String, value: String)],
        image: (String) -> JSONValue? = SceneVariable.storedImage
    ) throws(ParameterError) -> (
        values: [String: JSONValue], rest: [(name: String, value: String)]
    ) {
        let known = Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0) })
        var values: [String: JSONValue] = [:]
        var rest: [(name: String, value: String)] = []
        for (name, text) in pairs {
            guard let variable = known[name] else {
                rest.append((name, text))
                continue
            }
            guard values[name] == nil else { throw .repeated(name: name) }
            guard let value = variable.value(of: text, image: image) else {
                throw .malformedVariable(name: name, allowed: variable.allowed, value: text)
            }
            values[name] = value
        }
        for variable in variables where values[variable.name] == nil {
            guard let initial = variable.initial else {
                throw .missingVariable(name: variable.name, allowed: variable.allowed)
            }
            values[variable.name] = initial
        }
        return (values, rest)
    }

    /// The scene with values in place of its variables.
    func filled(with values: [String: JSONValue]) -> JSONValue {
        Self.filled(scene, in: nil, values) ?? .object([])
    }

    /// The location in the scene of a value in the filled scene, from which parts may have been left out.
    func pointer(to pointer: JSONPointer, with values: [String: JSONValue]) -> JSONPointer {
        var (json, found) = (scene, JSONPointer.root)
        for part in pointer.text.split(separator: "/").map(String.init) {
            switch json {
            case .array(let elements):
                let kept = elements.indices.filter {
                    Self.filled(elements[$0], in: nil, values) != nil
                }
                guard let index = Int(part), kept.indices.contains(index) else { return pointer }
                json = elements[kept[index]]
                found = found.appending(kept[index])
            case .object(let members):
                found = JSONPointer(text: "\(found.text)/\(part)")
                json =
                    members.first { JSONPointer.root.appending($0.name).lastName == part }?.value
                    ?? .null
            // What is below a value of a variable is not in the scene.
            case .string, .integer, .number, .boolean, .null: return found
            }
        }
        return found
    }

    /// The scene with a sample of each variable, and with all parts that conditions may leave out.
    var whole: JSONValue { Self.filled(scene, in: nil, samples, keepsAll: true) ?? .object([]) }

    /// Fills a value of the scene; nil if it is left out.
    private static func filled(
        _ json: JSONValue,
        in member: String?,
        _ values: [String: JSONValue],
        keepsAll: Bool = false
    ) -> JSONValue? {
        switch json {
        case .string(let text): filled(text, in: member, values)
        case .array(let elements):
            .array(elements.compactMap { filled($0, in: member, values, keepsAll: keepsAll) })
        case .object(let members):
            if !keepsAll,
                case .string(let name)? = members.first(where: { $0.name == "if" })?.value,
                !isPresent(values[name])
            {
                nil
            } else {
                .object(
                    members.filter { $0.name != "if" }.compactMap { name, value in
                        filled(value, in: name, values, keepsAll: keepsAll).map { (name, $0) }
                    }
                )
            }
        case .integer, .number, .boolean, .null: json
        }
    }

    private static func filled(
        _ text: String,
        in member: String?,
        _ values: [String: JSONValue]
    ) -> JSONValue {
        let pieces = TemplateText.pieces(of: text)
        if pieces.count == 1, case .variable(let name) = pieces[0], let value = values[name] {
            // An image at its member 'digest' is the digest alone.
            if member == "digest" || member == "part", case .object(let members) = value {
                return members[0].value
            }
            return value
        }
        return .string(
            pieces.reduce(into: "") { text, piece in
                switch piece {
                case .literal(let part): text += part
                case .variable(let name): text += values[name]?.plainText ?? ""
                }
            }
        )
    }

    private static func isPresent(_ value: JSONValue?) -> Bool {
        switch value {
        case .string(let text): !text.isEmpty
        case .boolean(let flag): flag
        case .integer, .number, .array, .object: true
        case .null, nil: false
        }
    }
}

extension JSONValue {
    /// The value with members in the order of their names.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { ($0.name, $0.value.sorted) }
                    .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            )
        case .array(let elements): .array(elements.map(\.sorted))
        case .string, .integer, .number, .boolean, .null: self
        }
    }

    /// The value whose text is equal for all spellings: sorted, and with whole numbers that have no point.
    var canonical: JSONValue {
        switch self {
        case .object(let members):
            JSONValue.object(members.map { ($0.name, $0.value.canonical) }).sorted
        case .array(let elements): .array(elements.map(\.canonical))
        case .number(let number): Int(exactly: number).map(JSONValue.integer) ?? self
        case .string, .integer, .boolean, .null: self
        }
    }

    /// The text of a string or a number within a longer string.
    fileprivate var plainText: String {
        switch self {
        case .string(let text): text
        case .number(let number): SceneVariable.text(number)
        case .integer(let number): String(number)
        case .boolean, .array, .object, .null: ""
        }
    }
}

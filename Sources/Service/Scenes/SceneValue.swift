// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A JSON value and its location, with a reader for each type that a scene uses.
struct SceneValue {
    let json: JSONValue
    let pointer: JSONPointer

    /// Creates the fault for a value of the wrong form.
    func malformed(_ allowed: String) -> SceneFault {
        let value: String? =
            switch json {
            case .string(let text): text
            case .integer, .number, .boolean, .null: String(decoding: json.bytes, as: UTF8.self)
            case .array, .object: nil
            }
        return SceneFault(.malformed(allowed: allowed, value: value), at: pointer)
    }

    func object(
        _ names: [String],
        aliases: [String: String] = [:]
    ) throws(SceneFault) -> SceneObject {
        guard case .object(let members) = json else {
            let list = names.map { "'\($0)'" }.joined(separator: " or ")
            throw malformed(names.count > 3 ? "an object" : "an object with \(list)")
        }
        return try SceneObject(members, at: pointer, knows: names, aliases: aliases)
    }

    /// Whether the value is an array without elements.
    var isEmptyArray: Bool {
        if case .array(let elements) = json { elements.isEmpty } else { false }
    }

    func array(_ allowed: String = "an array") throws(SceneFault) -> [SceneValue] {
        guard case .array(let elements) = json else { throw malformed(allowed) }
        return elements.enumerated().map { index, element in
            SceneValue(json: element, pointer: pointer.appending(index))
        }
    }

    func string(_ allowed: String = "a string") throws(SceneFault) -> String {
        guard case .string(let text) = json else { throw malformed(allowed) }
        return text
    }

    func flag() throws(SceneFault) -> Bool {
        guard case .boolean(let flag) = json else { throw malformed("true or false") }
        return flag
    }

    func number(in range: ClosedRange<Double>) throws(SceneFault) -> Double {
        guard case .number(let number) = json, range.contains(number) else {
            throw malformed(
                "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            )
        }
        return number == 0 ? 0 : number
    }

    func integer(in range: ClosedRange<Int>) throws(SceneFault) -> Int {
        guard case .number(let number) = json, let integer = Int(exactly: number),
            range.contains(integer)
        else { throw malformed("a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return integer
    }

    func word<Value: RawRepresentable<String> & CaseIterable>(
        _ type: Value.Type = Value.self
    ) throws(SceneFault) -> Value {
        let words = Value.allCases.map(\.rawValue)
        guard case .string(let text) = json, let word = Spelling.same(as: text, among: words),
            let value = Value(rawValue: word)
        else { throw malformed("one of \(words.joined(separator: ", "))") }
        return value
    }

    /// Reads the name of a material; throws a fault for other values.
    func material() throws(SceneFault) -> MaterialStyle {
        if case .string(let text) = json, let style = MaterialStyle(named: text) { return style }
        return try word()
    }

    /// Reads a length: a number of pixels, or a string such as `12pt` or `50%`.
    func length() throws(SceneFault) -> Length {
        let length: Length? =
            switch json {
            case .number(let number): Length(number)
            case .string(let text): Length(parsing: text)
            case .integer, .boolean, .array, .object, .null: nil
            }
        guard let length else {
            throw malformed(
                "a number of pixels, or a string such as \"12pt\" or \"50%\", up to "
                    + Self.text(Length.range.upperBound)
            )
        }
        return length
    }

    func color() throws(SceneFault) -> StraightColor {
        let text = try string("a color of CSS, such as \"#0a84ff\" or \"rgb(0 0 0 / 40%)\"")
        do throws(FilterListError) {
            return try StraightColor(css: text)
        } catch {
            throw SceneFault(.color(error), at: pointer)
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

/// A JSON object in a scene, all of whose members have known names.
struct SceneObject {
    let pointer: JSONPointer
    /// The members by their own names, with the names that they are written with.
    private let members: [String: (name: String, value: JSONValue)]

    /// Creates an object from its JSON members; throws a fault if one has an unknown name, or if two
    /// of them are the same member.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - pointer: The location of the object.
    ///   - names: The names of the members that the object may have.
    ///   - aliases: Other names, and the names that they stand for.
    /// - Throws: The fault, with its location.
    init(
        _ members: [(name: String, value: JSONValue)],
        at pointer: JSONPointer,
        knows names: [String],
        aliases: [String: String] = [:]
    ) throws(SceneFault) {
        var known: [String: (name: String, value: JSONValue)] = [:]
        for (name, value) in members {
            let own = names.contains(name) ? name : aliases[name] ?? name
            guard names.contains(own) else {
                let suggestion = SceneMembers.nearest(to: name, among: names)
                throw SceneFault(
                    .unknownMember(name, suggestion: suggestion, known: names),
                    at: pointer.appending(name)
                )
            }
            if let other = known[own] {
                throw SceneFault(
                    .conflict(reason: "It is the same as '\(other.name)': write one of them."),
                    at: pointer.appending(name)
                )
            }
            known[own] = (name, value)
        }
        self.pointer = pointer
        self.members = known
    }

    /// The member with a name; nil if there is none.
    subscript(name: String) -> SceneValue? {
        members[name].map { SceneValue(json: $0.value, pointer: pointer.appending($0.name)) }
    }

    /// Returns the member with a name; throws a fault if there is none.
    func required(_ name: String) throws(SceneFault) -> SceneValue {
        guard let value = self[name] else { throw SceneFault(.missing(name), at: pointer) }
        return value
    }

    /// Throws a fault with a reason if a member is present that does not belong here.
    func refuse(_ name: String, _ reason: String) throws(SceneFault) {
        guard let value = self[name] else { return }
        throw SceneFault(.conflict(reason: reason), at: value.pointer)
    }
}

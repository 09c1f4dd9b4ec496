// SPDX-License-Identifier: Apache-2.0

import Effects

extension CatalogDocument {
    /// The JSON document of all filter functions, for `GET /v1/filters`.
    static let filters = CatalogDocument(
        .object([("filters", .array(FilterFunction.table.map(entry)))])
    )

    private static func entry(_ row: FilterFunction) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(row.name)),
            ("aliases", .array(row.aliases.map { .string($0) })),
            ("syntax", .string(row.syntax)),
            ("description", .string(row.sentence)),
            ("standard", .string(row.standard.rawValue)),
            ("category", .string(row.category.rawValue)),
            ("space", .string(row.space.rawValue)),
        ]
        if let identity = row.identity { members.append(("identity", .string(identity))) }
        members.append(("parameters", .array(row.arguments.map(entry))))
        return .object(members)
    }

    private static func entry(_ argument: FilterFunction.Argument) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(argument.name)),
            ("kind", .string(argument.kind.word)),
            ("count", .integer(argument.count)),
        ]
        if let unit = argument.unit { members.append(("unit", .string(unit))) }
        if let range = argument.range {
            members.append(("minimum", number(range.lowerBound)))
            members.append(("maximum", number(range.upperBound)))
        }
        if let text = argument.defaultText { members.append(("default", .string(text))) }
        members.append(("allowed", .string(argument.allowed)))
        members.append(("description", .string(argument.sentence)))
        return .object(members)
    }

    private static func number(_ number: Double) -> JSONValue {
        Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    }
}

extension FilterFunction.Argument.Kind {
    /// The word in the catalog for a kind of filter argument.
    fileprivate var word: String {
        switch self {
        case .amount: "amount"
        case .number: "number"
        case .length: "length"
        case .angle: "angle"
        case .color: "color"
        case .position: "position"
        case .mask: "mask"
        }
    }
}

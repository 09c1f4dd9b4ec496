// SPDX-License-Identifier: Apache-2.0

package import Effects
import Raster
import Rendering

extension JSONValue {
    /// Creates the JSON document of a table of contrasts, with its goal, areas and choice.
    init(_ table: LegibilityTable, pane: PixelRect, box: PixelRect) {
        let goal = table.goal
        self = .object([
            (
                "goal",
                .object([
                    ("text", .string(goal.text.rawValue)),
                    ("measure", .string(goal.measure.rawValue)),
                    ("contrast", .number(goal.target)),
                    ("appearance", .string(goal.traits.appearance.rawValue)),
                    (
                        "scale",
                        Int(exactly: goal.traits.scale).map(JSONValue.integer)
                            ?? .number(goal.traits.scale)
                    ),
                ])
            ),
            ("pane", JSONValue(pane)),
            ("box", JSONValue(box)),
            (
                "choice",
                .object(
                    Self.members(of: table.choice.row)
                        + [("reason", .string(table.choice.reason.rawValue))]
                )
            ),
            ("rows", .array(table.rows.map { .object(Self.members(of: $0)) })),
        ])
    }

    /// Creates a JSON object with the position and the size of a rectangle, in pixels.
    init(_ rectangle: PixelRect) {
        self = .object([
            ("x", .integer(rectangle.x)), ("y", .integer(rectangle.y)),
            ("width", .integer(rectangle.size.width)),
            ("height", .integer(rectangle.size.height)),
        ])
    }

    private static func members(
        of row: LegibilityTable.Row
    ) -> [(name: String, value: JSONValue)] {
        [
            ("material", .string(row.materialName)),
            ("appearance", .string(row.appearance.rawValue)),
            ("text", .string(row.text.rawValue)),
            ("contrast", .number(row.contrast.rounded(toPlaces: 2))),
            ("mean", .number(row.mean.rounded(toPlaces: 2))),
        ]
    }
}

extension LegibilityTable.Row {
    /// The name of the material; `opaque` for the solid surface that replaces materials.
    package var materialName: String { material?.rawValue ?? "opaque" }
}

extension LegibilityTable {
    /// The chosen material and text style, as the value of `Frostpane-Legibility`.
    ///
    /// Reference: RFC 9651, a dictionary.
    var fieldValue: String {
        let row = choice.row
        return """
            material=\(row.materialName), appearance=\(row.appearance.rawValue), \
            text=\(row.text.rawValue), contrast=\(row.contrast.rounded(toPlaces: 2)), \
            measure=\(goal.measure.rawValue), reason=\(choice.reason.rawValue)
            """
    }
}

extension Double {
    /// The number, rounded down to a number of decimal places.
    func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { factor, _ in factor * 10 }
        return (self * factor).rounded(.down) / factor
    }
}

// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension CatalogDocument {
    /// The JSON document of all materials and their recipes, for `GET /v1/materials`.
    static let materials = CatalogDocument(
        .object([("materials", .array(MaterialStyle.allCases.map(entry)))])
    )

    private static func entry(_ style: MaterialStyle) -> JSONValue {
        let row = style.row
        let follows = Traits.Trait.allCases.filter(style.follows.contains)
        var members: [(String, JSONValue)] = [
            ("name", .string(style.rawValue)), ("family", .string(row.family.rawValue)),
        ]
        if let number = row.rawValue { members.append(("uikitRawValue", .integer(number))) }
        members += [
            ("description", .string(row.sentence)),
            ("appearances", .array(style.appearances.map { .string($0.rawValue) })),
            ("follows", .array(follows.map { .string($0.rawValue) })),
            ("takesTint", .boolean(style.takesTint)),
        ]
        if let reservation = row.reservation {
            members.append(("reservation", .string(reservation)))
        }
        let recipes = style.appearances.map { ($0.rawValue, JSONValue(style.recipe($0))) }
        return .object(members + [("recipes", .object(recipes))])
    }
}

extension JSONValue {
    /// Creates a JSON object of a material's recipe: blur, colors, tint and vibrancy.
    fileprivate init(_ recipe: MaterialRecipe) {
        var members: [(String, JSONValue)] = [
            ("name", .string(recipe.name)),
            ("provenance", .string(recipe.provenance.rawValue)),
            ("order", .string(recipe.order.rawValue)),
            ("sigma", .number(recipe.sigma)),
            ("kernel", .string(recipe.kernel.rawValue)),
            ("edge", .string(recipe.edge.rawValue)),
            ("backdropScale", .number(recipe.backdropScale)),
            ("zoom", .number(recipe.zoom)),
            ("saturation", .number(recipe.saturation)),
            ("brightness", .number(recipe.brightness)),
        ]
        if let curve = recipe.curve { members.append(("luminanceCurve", JSONValue(curve))) }
        if let curve = recipe.channelCurve {
            members.append(("channelCurve", .array((0..<4).map { .number(curve.values[$0]) })))
        }
        if let matrix = recipe.matrix { members.append(("colorMatrix", JSONValue(matrix))) }
        if let tint = recipe.tint { members.append(("tint", JSONValue(tint))) }
        switch recipe.limit {
        case nil: break
        case .darken(let gray): members.append(("darken", .number(gray)))
        case .lighten(let gray): members.append(("lighten", .number(gray)))
        }
        members += [
            ("opaqueTintWithIncreasedContrast", .boolean(recipe.followsContrast)),
            ("reducedTransparency", JSONValue(recipe.reduced)),
            ("vibrancy", JSONValue(recipe.inks)),
        ]
        self = .object(members)
    }

    private init(_ reduced: MaterialRecipe.Reduced) {
        switch reduced {
        case .solid(let color), .tinted(let color): self = .object([("color", JSONValue(color))])
        case .averaged(let curve, let saturation, let brightness):
            self = .object([
                ("averageColor", .boolean(true)), ("luminanceCurve", JSONValue(curve)),
                ("saturation", .number(saturation)), ("brightness", .number(brightness)),
            ])
        }
    }

    private init(_ inks: InkSets) {
        switch inks {
        case .platform(let fill, let stroke):
            self = .object([
                ("fill", .string(fill.rawValue)), ("stroke", .string(stroke.rawValue)),
            ])
        case .legacy(let ink): self = .object([("legacy", .string(ink.rawValue))])
        case .television(let fill):
            self = .object([("fill", .string(fill.rawValue)), ("stroke", .string("television"))])
        }
    }

    private init(_ curve: LuminanceCurve) {
        self = .object([
            ("amount", .number(curve.amount)),
            ("values", .array((0..<4).map { .number(curve.values[$0]) })),
        ])
    }

    /// Creates a JSON array of a color matrix: rows of five numbers for red, green, blue and alpha.
    init(_ matrix: ColorMatrix) {
        let rows = [matrix.red, matrix.green, matrix.blue, matrix.alpha]
        self = .array(
            rows.map { row in
                .array([row.red, row.green, row.blue, row.alpha, row.bias].map { .number($0) })
            }
        )
    }

    /// Creates a JSON array of a color: red, green, blue and alpha, not premultiplied, in `0...1`.
    init(_ color: StraightColor) {
        self = .array([color.red, color.green, color.blue, color.alpha].map { .number($0) })
    }
}

// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// The tables of filters, materials and vibrancies as Markdown, for Docs/effects.md.
package enum EffectTables {
    private static let tables: [(name: String, text: @Sendable () -> String)] = [
        ("filters", { filters }),
        ("materials", { materials }),
        ("recipes", { recipes }),
        ("vibrancies", { vibrancies }),
        ("inks", { inks }),
    ]

    /// The names of the tables, in the order of Docs/effects.md.
    package static let names = tables.map(\.name)

    /// Makes the Markdown table with a name; nil for an unknown name.
    package static func table(_ name: String) -> String? {
        tables.first { $0.name == name }?.text()
    }

    /// The Markdown table of materials and recipes, for `<!-- materials -->` in Docs/effects.md.
    package static var materials: String {
        let head =
            "| `material` | UIKit | Light | Dark | Follows | What it is |\n"
            + "|---|---|---|---|---|---|\n"
        return head + MaterialStyle.allCases.map(row).joined(separator: "\n")
    }

    private static func row(_ style: MaterialStyle) -> String {
        let row = style.row
        let recipes = Appearance.allCases.map { appearance in
            style.appearances.contains(appearance)
                ? "`\(style.recipe(appearance).name)`" : ""
        }
        let follows = Traits.Trait.allCases.filter(style.follows.contains).map(\.rawValue)
        return cells([
            "`\(style.rawValue)`", row.rawValue.map(String.init) ?? "",
            recipes[0], recipes[1], follows.joined(separator: ", "),
            row.sentence + (row.reservation.map { " *\($0)*" } ?? ""),
        ])
    }

    /// The Markdown table of material recipes' values, for `<!-- recipes -->` in Docs/effects.md.
    package static var recipes: String {
        let head =
            "| Recipe | | Sigma, pt | Curve: amount / values | Saturation | Brightness "
            + "| Tint, matrix or zoom | With reduced transparency | Contents | Known |\n"
            + "|---|---|---|---|---|---|---|---|---|---|\n"
        var seen: Set<String> = []
        let rows = MaterialStyle.allCases.flatMap { style in
            style.appearances.map { row(style.recipe($0), $0) }
        }
        return head + rows.filter { seen.insert($0).inserted }.joined(separator: "\n")
    }

    private static func row(_ recipe: MaterialRecipe, _ appearance: Appearance) -> String {
        cells([
            "`\(recipe.name)`", appearance.rawValue, text(recipe.sigma), curves(recipe),
            text(recipe.saturation), text(recipe.brightness), cover(recipe),
            reduced(recipe.reduced), contents(recipe.inks), recipe.provenance.rawValue,
        ])
    }

    private static func curves(_ recipe: MaterialRecipe) -> String {
        guard let curve = recipe.channelCurve else { return text(recipe.curve) }
        return "each channel / " + (0..<4).map { text(curve.values[$0]) }.joined(separator: " ")
    }

    private static func cover(_ recipe: MaterialRecipe) -> String {
        var parts = recipe.zoom == 0 ? [] : ["magnified by \(text(recipe.zoom * 100)) %"]
        parts += recipe.tint.map { [text($0)] } ?? []
        if let matrix = recipe.matrix { parts.append(text(matrix)) }
        switch recipe.limit {
        case nil: break
        case .darken(let gray): parts.append("no lighter than \(text(gray))")
        case .lighten(let gray): parts.append("no darker than \(text(gray))")
        }
        return parts.joined(separator: ", ")
    }

    private static func reduced(_ reduced: MaterialRecipe.Reduced) -> String {
        switch reduced {
        case .solid(let color), .tinted(let color): text(color)
        case .averaged(let curve, let saturation, let brightness):
            "mean color, \(text(curve)), saturation \(text(saturation)), "
                + "brightness \(text(brightness))"
        }
    }

    private static func contents(_ inks: InkSets) -> String {
        switch inks {
        case .platform(let fill, let stroke): "`\(fill.rawValue)`, `\(stroke.rawValue)`"
        case .legacy(let ink): "before iOS 13, \(ink.rawValue)"
        case .television(let fill): "`\(fill.rawValue)`, flat black"
        }
    }

    /// The Markdown table of vibrancy styles, for `<!-- vibrancies -->` in Docs/effects.md.
    package static var vibrancies: String {
        let head =
            "| Style | Slot | Light, with more contrast | Dark, with more contrast | What it is |\n"
            + "|---|---|---|---|---|\n"
        return head
            + VibrancyStyle.allCases.map { style in
                let colors = Appearance.allCases.map { appearance in
                    text(style.semanticColor.color(appearance, increasesContrast: true))
                }
                return cells([
                    "`\(style.rawValue)`", slot(style.slot), colors[0], colors[1],
                    style.sentence,
                ])
            }.joined(separator: "\n")
    }

    private static func slot(_ slot: VibrancySlot) -> String {
        switch slot {
        case .fill(let slot): "fill, \(slot.rawValue)"
        case .stroke(let slot): "stroke, \(slot.rawValue)"
        }
    }

    /// The Markdown table of vibrancies' color matrices, for `<!-- inks -->` in Docs/effects.md.
    package static var inks: String {
        let fills = FillSet.allCases.flatMap { set in
            VibrancySlot.Fill.allCases.map { slot in
                cells([
                    "`\(set.rawValue)`", slot.rawValue, text(set.matrix(slot)),
                ])
            }
        }
        let strokes = StrokeSet.allCases.flatMap { set in
            VibrancySlot.Stroke.allCases.map { slot in
                cells([
                    "`\(set.rawValue)`", slot.rawValue,
                    set.matrix(slot).map(text) ?? text(set.primary),
                ])
            }
        }
        return "| Set | Slot | Rows for red, green and blue, or color |\n|---|---|---|\n"
            + (fills + strokes).joined(separator: "\n")
    }

    private static func cells(_ cells: [String]) -> String {
        "| \(cells.joined(separator: " | ")) |"
    }

    private static func text(_ curve: LuminanceCurve?) -> String {
        guard let curve else { return "" }
        let values = (0..<4).map { text(curve.values[$0]) }.joined(separator: " ")
        return "\(text(curve.amount)) / \(values)"
    }

    private static func text(_ matrix: ColorMatrix) -> String {
        [matrix.red, matrix.green, matrix.blue].map { row in
            [row.red, row.green, row.blue, row.bias].map(text).joined(separator: " ")
        }.joined(separator: "; ")
    }

    private static func text(_ color: StraightColor) -> String {
        let channels = [color.red, color.green, color.blue].map { channel in
            let digits = String(Int((channel * 255).rounded()), radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }
        let alpha = Double((color.alpha * 1000).rounded()) / 10
        return "#\(channels.joined())" + (alpha == 100 ? "" : " \(text(alpha)) %")
    }

    private static func text(_ number: Double) -> String {
        let rounded = (number * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}

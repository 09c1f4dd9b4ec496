// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension CatalogDocument {
    /// The JSON document of all vibrancy styles and their matrices, for `GET /v1/vibrancies`.
    static let vibrancies = CatalogDocument(
        .object([
            ("vibrancies", .array(VibrancyStyle.allCases.map(entry))),
            (
                "sets",
                .object(
                    FillSet.allCases.map { ($0.rawValue, set($0)) }
                        + StrokeSet.allCases.map { ($0.rawValue, set($0)) }
                )
            ),
        ])
    )

    private static func entry(_ style: VibrancyStyle) -> JSONValue {
        let (kind, slot) =
            switch style.slot {
            case .fill(let slot): ("fill", slot.rawValue)
            case .stroke(let slot): ("stroke", slot.rawValue)
            }
        return .object([
            ("name", .string(style.rawValue)),
            ("description", .string(style.sentence)),
            ("set", .string(kind)),
            ("slot", .string(slot)),
            ("keepsColor", .boolean(style.keepsColor)),
            ("semanticColor", .string(style.semanticColor.rawValue)),
            ("increasedContrast", increasedContrast(style.semanticColor)),
        ])
    }

    /// The light and the dark color that replace a vibrancy when contrast is increased.
    private static func increasedContrast(_ color: SemanticColor) -> JSONValue {
        .object(
            Appearance.allCases.map { appearance in
                (
                    appearance.rawValue,
                    JSONValue(color.color(appearance, increasesContrast: true))
                )
            }
        )
    }

    private static func set(_ set: FillSet) -> JSONValue {
        .object(
            VibrancySlot.Fill.allCases.map { slot in
                (slot.rawValue, .object([("matrix", JSONValue(set.matrix(slot)))]))
            }
        )
    }

    private static func set(_ set: StrokeSet) -> JSONValue {
        .object(
            VibrancySlot.Stroke.allCases.map { slot in
                let ink: (String, JSONValue) =
                    set.matrix(slot).map { ("matrix", JSONValue($0)) }
                    ?? ("color", JSONValue(set.primary))
                return (slot.rawValue, .object([ink]))
            }
        )
    }
}

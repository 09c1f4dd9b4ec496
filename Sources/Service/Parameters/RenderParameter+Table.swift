// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

extension RenderParameter {
    /// Every parameter of a rendering, in the order in which documents list them.
    public static let table: [RenderParameter] = Name.allCases.map(row(for:))

    /// The row of a name.
    public static func row(for name: Name) -> RenderParameter {
        switch name {
        case .blur, .saturate, .filter: effectRow(name)
        case .kernel, .edge: blurRow(name)
        case .material, .appearance, .scale, .tint: materialRow(name)
        case .text, .contrast, .measure, .textBox: legibilityRow(name)
        case .reduceTransparency, .increaseContrast, .solid: accessibilityRow(name)
        case .region, .corner, .cornerCurve, .invertRegion: regionRow(name)
        case .mask, .maskChannel, .redact: maskRow(name)
        case .format, .background, .dither: outputRow(name)
        case .quality, .subsampling, .progressive, .optimize, .compression: encoderRow(name)
        }
    }

    private static func effectRow(_ name: Name) -> RenderParameter {
        switch name {
        case .blur:
            RenderParameter(
                name: .blur,
                kind: .number(range(GaussianBlur.sigmaRange)),
                unit: "px",
                defaultValue: "0",
                scope: .effect,
                sentence: "Standard deviation of a Gaussian blur, as in CSS blur()."
            )
        case .saturate:
            RenderParameter(
                name: .saturate,
                kind: .number(Saturation.amountRange),
                unit: nil,
                defaultValue: "1",
                scope: .effect,
                sentence: "Saturation after the blur, as in CSS saturate(): 0 is gray, "
                    + "1 leaves colors as they are."
            )
        default:
            RenderParameter(
                name: .filter,
                kind: .filterList,
                unit: nil,
                defaultValue: "none",
                scope: .effect,
                sentence: "Filters in the order written, as in CSS filter, such as "
                    + "blur(8px) saturate(180%); excludes blur and saturate."
            )
        }
    }

    private static func blurRow(_ name: Name) -> RenderParameter {
        switch name {
        case .kernel:
            RenderParameter(
                name: .kernel,
                kind: .choice(BlurKernel.allCases.map(\.rawValue)),
                unit: nil,
                defaultValue: BlurKernel.gaussian.rawValue,
                scope: .kernel,
                sentence: "What the blur is made of: the Gaussian itself, or the three boxes of "
                    + "CSS or of UIImage+ImageEffects."
            )
        default:
            RenderParameter(
                name: .edge,
                kind: .choice(EdgeMode.allCases.map(\.rawValue)),
                unit: nil,
                defaultValue: EdgeMode.clamp.rawValue,
                scope: .blur,
                sentence: "What the blur sees beyond the picture; expand lets the picture grow."
            )
        }
    }

    private static func materialRow(_ name: Name) -> RenderParameter {
        switch name {
        case .material:
            RenderParameter(
                name: .material,
                kind: .name(
                    MaterialStyle.allCases.map(\.rawValue),
                    word: absent,
                    catalog: "/v1/materials"
                ),
                unit: nil,
                defaultValue: absent,
                scope: .effect,
                sentence:
                    "A material of Apple's systems, by UIKit's own name; auto is the thinnest "
                    + "on which a text is legible. Docs/effects.md lists them."
            )
        case .appearance:
            RenderParameter(
                name: .appearance,
                kind: .choice(Appearance.allCases.map(\.rawValue) + [automatic]),
                unit: nil,
                defaultValue: automatic,
                scope: .material,
                sentence: "Variant of materials that have two; auto follows "
                    + "Sec-CH-Prefers-Color-Scheme, else it is light."
            )
        case .scale:
            RenderParameter(
                name: .scale,
                kind: .integer(Traits.scaleRange, word: automatic),
                unit: "px/pt",
                defaultValue: automatic,
                scope: .material,
                sentence: "Pixels per point; auto follows Sec-CH-DPR, else it is 1."
            )
        default:
            RenderParameter(
                name: .tint,
                kind: .color,
                unit: nil,
                defaultValue: "white",
                scope: .tintedMaterial,
                sentence: "Color of the material."
            )
        }
    }

    private static func legibilityRow(_ name: Name) -> RenderParameter {
        switch name {
        case .text:
            RenderParameter(
                name: .text,
                kind: .choice(LegibilityGoal.texts.map(\.rawValue)),
                unit: nil,
                defaultValue: VibrancyStyle.label.rawValue,
                scope: .legibility,
                sentence: "Style of the text; a stronger one may be chosen."
            )
        case .contrast:
            RenderParameter(
                name: .contrast,
                kind: .numberOrWord(
                    0...ContrastMeasure.apca.targetRange.upperBound,
                    automatic
                ),
                unit: nil,
                defaultValue: automatic,
                scope: .legibility,
                sentence:
                    "Contrast to reach but in the worst twentieth of the box: a ratio up to 21, "
                    + "or an Lc; auto is 4.5, or 75."
            )
        case .measure:
            RenderParameter(
                name: .measure,
                kind: .choice(ContrastMeasure.allCases.map(\.rawValue)),
                unit: nil,
                defaultValue: ContrastMeasure.wcag.rawValue,
                scope: .legibility,
                sentence: "The contrast ratio of WCAG 2, or the Lc of APCA."
            )
        default:
            RenderParameter(
                name: .textBox,
                kind: .region,
                unit: "px, pt, %",
                defaultValue: absent,
                scope: .legibility,
                sentence: "Where the text stands; without it, anywhere on the material."
            )
        }
    }

    private static func accessibilityRow(_ name: Name) -> RenderParameter {
        switch name {
        case .reduceTransparency:
            RenderParameter(
                name: .reduceTransparency,
                kind: .choice(switchWords),
                unit: nil,
                defaultValue: automatic,
                scope: .material,
                sentence: "Opaque instead of blurred; auto follows "
                    + "Sec-CH-Prefers-Reduced-Transparency, else it is 0."
            )
        case .increaseContrast:
            RenderParameter(
                name: .increaseContrast,
                kind: .choice(switchWords),
                unit: nil,
                defaultValue: automatic,
                scope: .material,
                sentence: "Stands out more; auto follows Sec-CH-Prefers-Contrast, else it is 0."
            )
        default:
            RenderParameter(
                name: .solid,
                kind: .colorOrWord(automatic),
                unit: nil,
                defaultValue: automatic,
                scope: .material,
                sentence: "Color in place of the material where transparency is reduced; "
                    + "auto is the material's own."
            )
        }
    }

    private static func regionRow(_ name: Name) -> RenderParameter {
        switch name {
        case .region:
            RenderParameter(
                name: .region,
                kind: .region,
                unit: "px, pt, %",
                defaultValue: absent,
                scope: .effect,
                sentence: "Part of the picture that the effect is kept to; may repeat. "
                    + "Blurs see it mirrored beyond its edges, unless edge says otherwise."
            )
        case .corner:
            RenderParameter(
                name: .corner,
                kind: .length,
                unit: "px, pt, %",
                defaultValue: "0",
                scope: .region,
                sentence: "Radius of the corners of all regions; in % of the shorter side."
            )
        case .cornerCurve:
            RenderParameter(
                name: .cornerCurve,
                kind: .choice(Corners.Curve.allCases.map(\.rawValue)),
                unit: nil,
                defaultValue: Corners.Curve.circular.rawValue,
                scope: .corner,
                sentence: "Quarters of a circle, or the smoother corners of CALayer."
            )
        default:
            RenderParameter(
                name: .invertRegion,
                kind: .flag,
                unit: nil,
                defaultValue: "0",
                scope: .region,
                sentence: "The effect is everywhere but in the regions."
            )
        }
    }

    private static func maskRow(_ name: Name) -> RenderParameter {
        switch name {
        case .mask:
            RenderParameter(
                name: .mask,
                kind: .digest,
                unit: nil,
                defaultValue: absent,
                scope: .effect,
                sentence: "Kept image that the effect is multiplied by, stretched to the region, "
                    + "else to the picture."
            )
        case .maskChannel:
            RenderParameter(
                name: .maskChannel,
                kind: .choice(Mask.Channel.allCases.map(\.rawValue)),
                unit: nil,
                defaultValue: Mask.Channel.alpha.rawValue,
                scope: .mask,
                sentence: "What of the mask counts."
            )
        default:
            RenderParameter(
                name: .redact,
                kind: .flag,
                unit: nil,
                defaultValue: "0",
                scope: .region,
                sentence: "Leaves nothing in the regions to be recognized: a mosaic of few cells, "
                    + "then a blur; not for addresses of kept images."
            )
        }
    }

    /// The word for what is decided by who asks.
    static let automatic = "auto"

    /// What names a kept picture.
    static let imageDigest = "the SHA-256 of a kept image in lowercase hexadecimal"

    /// The word for what is not there.
    static let absent = "none"

    private static let switchWords = ["0", "1", "true", "false", automatic]

    private static func range(_ range: ClosedRange<Float>) -> ClosedRange<Double> {
        Double(range.lowerBound)...Double(range.upperBound)
    }

    private static func outputRow(_ name: Name) -> RenderParameter {
        switch name {
        case .format:
            RenderParameter(
                name: .format,
                kind: .choice(FormatChoice.allCases.map(\.rawValue)),
                unit: nil,
                defaultValue: FormatChoice.auto.rawValue,
                scope: .output,
                sentence: "Encoding of the result; auto follows Accept, then the upload's own."
            )
        case .background:
            RenderParameter(
                name: .background,
                kind: .color,
                unit: nil,
                defaultValue: "white",
                scope: .format(.jpeg),
                sentence: "Color below transparent parts, which JPEG cannot keep."
            )
        default:
            RenderParameter(
                name: .dither,
                kind: .flag,
                unit: nil,
                defaultValue: "0",
                scope: .output,
                sentence: "Noise below one level that hides bands in smooth gradients."
            )
        }
    }

    private static func encoderRow(_ name: Name) -> RenderParameter {
        switch name {
        case .quality:
            RenderParameter(
                name: .quality,
                kind: .integer(JPEGOptions.qualityRange, word: nil),
                unit: nil,
                defaultValue: String(JPEGOptions.defaultQuality),
                scope: .format(.jpeg),
                sentence: "JPEG quality."
            )
        case .subsampling:
            RenderParameter(
                name: .subsampling,
                kind: .choice(["420", "444"]),
                unit: nil,
                defaultValue: "420",
                scope: .format(.jpeg),
                sentence: "JPEG chroma subsampling: 420 halves color both ways, 444 keeps it."
            )
        case .progressive:
            RenderParameter(
                name: .progressive,
                kind: .flag,
                unit: nil,
                defaultValue: "0",
                scope: .format(.jpeg),
                sentence: "JPEG in several scans, coarse to fine."
            )
        case .optimize:
            RenderParameter(
                name: .optimize,
                kind: .flag,
                unit: nil,
                defaultValue: "0",
                scope: .format(.jpeg),
                sentence: "JPEG with Huffman tables made for the picture: smaller and slower."
            )
        default:
            RenderParameter(
                name: .compression,
                kind: .integer(PNGOptions.compressionRange, word: "fast"),
                unit: nil,
                defaultValue: "fast",
                scope: .format(.png),
                sentence:
                    "PNG compression, 0 stores and 9 is smallest; fast is about as small as 6 for photos."
            )
        }
    }

    /// The table as Markdown, for README.md between `<!-- parameters -->` marks.
    public static var markdownTable: String {
        let head = "| Parameter | Values | Unit | Default | What it does |\n|---|---|---|---|---|\n"
        return head
            + table.map { row in
                "| `\(row.name.rawValue)` | \(row.allowed) | \(row.unit ?? "") "
                    + "| `\(row.defaultValue)` | \(row.note)\(row.sentence) |"
            }.joined(separator: "\n")
    }

    private var note: String {
        switch scope {
        case .effect, .output: ""
        case .blur, .kernel: "With a blur. "
        case .material: "With `material`. "
        case .legibility: "With `material=auto`. "
        case .tintedMaterial: "With a `material` that takes one. "
        case .region: "With `region`. "
        case .corner: "With `corner`. "
        case .mask: "With `mask`. "
        case .format(let format): "\(format.rawValue.uppercased()) only. "
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

extension RenderParameter {
    /// All parameters of a rendering, in the order of the documentation.
    package static let table: [RenderParameter] =
        [
            blur, saturate, filter, kernel, edge,
            material, text, contrast, measure, textBox, appearance, scale, reduceTransparency,
            increaseContrast, solid, tint,
            region, corner, cornerCurve, clip, invertRegion, mask, maskChannel, redact,
            trim, crop, width, height, clientWidth, fit, position, focus, upscale, resample, linear,
            caps, capsMode, rotate, rotateMode, flip, pad, backdropFilter, backdropMaterial,
            frame, frames, format, prefer,
        ] + encoderOptions + [background, profile, dither, damage]

    /// The parameter with a name; `nil` if there is none.
    package static func named(_ name: String) -> RenderParameter? { rows[name] }

    private static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

    /// The word for a value that the service chooses by the request or the picture.
    static let automatic = "auto"

    /// The word that turns a parameter off.
    static let absent = "none"

    /// A description of the values that are a rectangle, for error texts.
    static let rectangle = "x,y,width,height, each a length such as 24, 12pt or 50%, sides above 0"

    /// A description of the values that name a stored picture, for error texts.
    static let imageDigest = "the SHA-256 of a stored image in lowercase hexadecimal"

    // MARK: Effects

    static let blur = RenderParameter(
        "blur",
        .pixels(in: GaussianBlur.sigmaRange),
        \.blur,
        unit: "px, pt",
        default: "0",
        for: .effect,
        "Standard deviation of a Gaussian blur, as in CSS blur()."
    )

    static let saturate = RenderParameter(
        "saturate",
        .amount(in: Saturation.amountRange),
        \.saturate,
        default: "1",
        for: .effect,
        "Saturation after the blur, as in CSS saturate(): 0 is gray, 1 is unchanged."
    )

    static let filter = RenderParameter(
        "filter",
        .filterList,
        \.filter,
        default: absent,
        for: .effect,
        "Filters in the order written, as in CSS filter, such as blur(8px) saturate(180%); "
            + "excludes blur and saturate."
    )

    static let kernel = RenderParameter(
        "kernel",
        .word,
        \.kernel,
        default: BlurKernel.gaussian.rawValue,
        for: .kernel,
        "Kernel of the blur: the Gaussian itself, or the three boxes of CSS or of "
            + "UIImage+ImageEffects."
    )

    static let edge = RenderParameter(
        "edge",
        .word,
        \.edge,
        default: EdgeMode.clamp.rawValue,
        for: .blur,
        "Pixels assumed beyond the image; expand enlarges the image."
    )

    // MARK: Materials

    static let material = RenderParameter(
        "material",
        .material,
        \.materialChoice,
        default: absent,
        for: .effect,
        "A material of Apple's systems, by its UIKit name; auto is the thinnest on which a text "
            + "is legible. Docs/effects.md lists them.",
        locally:
            "A material of Apple's systems, by its UIKit name; auto is the thinnest on which a text "
            + "is legible."
    )

    static let text = RenderParameter(
        "text",
        .word(among: LegibilityGoal.texts),
        \.goal.text,
        default: VibrancyStyle.label.rawValue,
        for: .legibility,
        "Style of the text; a stronger one may be chosen."
    )

    static let contrast = RenderParameter(
        "contrast",
        .number(in: 0...ContrastMeasure.apca.targetRange.upperBound, or: automatic),
        \.goal.target,
        default: automatic,
        for: .legibility,
        "Contrast to reach in all but the worst twentieth of the box: a ratio up to 21, or an Lc; auto "
            + "is 4.5, or 75."
    )

    static let measure = RenderParameter(
        "measure",
        .word,
        \.goal.measure,
        default: ContrastMeasure.wcag.rawValue,
        for: .legibility,
        "Measure of contrast: the ratio of WCAG 2, or the Lc of APCA."
    )

    static let textBox = RenderParameter(
        "text-box",
        .frame,
        \.goal.box,
        unit: "px, pt, %",
        default: absent,
        for: .legibility,
        "Box of the text; by default, the whole area of the material."
    )

    static let appearance = RenderParameter(
        "appearance",
        .word(or: automatic),
        \.traits.appearance,
        default: automatic,
        for: .material,
        "Variant of materials that have two; auto follows Sec-CH-Prefers-Color-Scheme, else it is "
            + "light.",
        locally: "Variant of materials that have two; auto is light."
    )

    static let scale = RenderParameter(
        "scale",
        .number(in: Traits.scaleRange, or: automatic),
        \.traits.scale,
        unit: "px/pt",
        default: automatic,
        for: .material,
        "Pixels per point; auto follows Sec-CH-DPR, else it is 1.",
        locally: "Pixels per point; auto is 1."
    )

    static let reduceTransparency = RenderParameter(
        "reduce-transparency",
        .flag(or: automatic),
        \.traits.reducesTransparency,
        default: automatic,
        for: .material,
        "Opaque materials instead of blurred ones; auto follows "
            + "Sec-CH-Prefers-Reduced-Transparency, else it is 0.",
        locally: "Opaque materials instead of blurred ones; auto is 0."
    )

    static let increaseContrast = RenderParameter(
        "increase-contrast",
        .flag(or: automatic),
        \.traits.increasesContrast,
        default: automatic,
        for: .material,
        "Increased contrast; auto follows Sec-CH-Prefers-Contrast, else it is 0.",
        locally: "Increased contrast; auto is 0."
    )

    static let solid = RenderParameter(
        "solid",
        .color(or: automatic),
        \.traits.solid,
        default: automatic,
        for: .material,
        "Color that replaces the material when transparency is reduced; auto is the material's color."
    )

    static let tint = RenderParameter(
        "tint",
        .color,
        \.tint,
        default: "white",
        for: .tintedMaterial,
        "Color of the material."
    )
}

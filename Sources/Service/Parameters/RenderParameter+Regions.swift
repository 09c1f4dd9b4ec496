// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering

// Parameters for regions, and for the selection and the encoding of the picture.
extension RenderParameter {
    // MARK: Regions

    static let region = RenderParameter(
        "region",
        .region,
        unit: "px, pt, %",
        default: absent,
        for: .area,
        "Part of the image to which the effect is restricted; may repeat. Blurs mirror it beyond "
            + "its edges, unless edge is given.",
        mayRepeat: true
    ) { parameters, shape in
        if let shape { parameters.region.regions.append(shape) }
    }

    static let corner = RenderParameter(
        "corner",
        .length,
        \.region.corner,
        unit: "px, pt, %",
        default: "0",
        for: .clip,
        "Radius of the corners of all regions, or else of the result; in % of the shorter side."
    )

    static let cornerCurve = RenderParameter(
        "corner-curve",
        .word,
        \.region.cornerCurve,
        default: Corners.Curve.circular.rawValue,
        for: .corner,
        "Curve of the corners: quarters of a circle, or the smoother corners of CALayer."
    )

    static let clip = RenderParameter(
        "clip",
        .clip,
        \.clip,
        unit: "px, pt, %",
        default: absent,
        for: .clip,
        "Shape of the result; what lies outside is transparent, or has the color of background in a "
            + "format without alpha."
    )

    static let invertRegion = RenderParameter(
        "invert-region",
        .flag,
        \.region.isInverted,
        default: "0",
        for: .region,
        "Applies the effect outside of the regions instead."
    )

    static let mask = RenderParameter(
        "mask",
        .digest,
        \.region.mask,
        default: absent,
        for: .area,
        "Stored image that the effect is multiplied by, stretched to the region, else to the image.",
        locally:
            "Image that the effect is multiplied by, stretched to the region, else to the whole image."
    )

    static let maskChannel = RenderParameter(
        "mask-channel",
        .word,
        \.region.maskChannel,
        default: Mask.Channel.alpha.rawValue,
        for: .mask,
        "Mask channel to use: alpha or luminance."
    )

    static let redact = RenderParameter(
        "redact",
        .flag,
        \.region.redacts,
        default: "0",
        for: .region,
        "Reduces the regions to the mean colors of a few cells, blurred; not for addresses of "
            + "stored images.",
        locally: "Reduces the regions to the mean colors of a few cells, blurred."
    )

    // MARK: Results

    static let frame = RenderParameter(
        "frame",
        .integer(in: 1...PictureSelection.frameLimit, or: "first"),
        \.frame,
        default: "first",
        for: .output,
        "Frame of an animation or page of a document, from 1, as a viewer shows it; first works for any file, "
            + "and Frostpane-Frame says so.",
        locally:
            "Frame of an animation or page of a document, from 1, as a viewer shows it; first is taken of any "
            + "file."
    )

    static let frames = RenderParameter(
        "frames",
        .frames,
        \.frames,
        default: automatic,
        for: .output,
        "Frames of a GIF, APNG or WebP to render: all, the first as a still, or a range from 1; auto is all "
            + "where the format of the result holds them, as Accept or format chooses it.",
        locally:
            "Frames of a GIF, APNG or WebP to render: all, the first as a still, or a range from 1; auto is all "
            + "where the format of the result holds them."
    )

    static let format = RenderParameter(
        "format",
        .format,
        \.format,
        default: automatic,
        for: .output,
        "Format of the result; auto follows Accept, then the format of the upload.",
        locally:
            "Format of the result; auto follows the ending of OUT, then the format of the input."
    )

    static let prefer = RenderParameter(
        "prefer",
        .word,
        \.preference,
        default: FormatPreference.auto.rawValue,
        for: .negotiation,
        "Goal of the format choice among those in Accept: a small file at little cost; the "
            + "smallest, AVIF or else WebP, as with Save-Data; or the least time.",
        locally:
            "Goal of the format choice: the input format, or PNG or JPEG; the smallest file, AVIF or "
            + "else WebP; or the least time."
    )

    /// The options of the encoders of some formats.
    static let encoderOptions = EncoderOption.table.filter { $0 != .dither }.map {
        RenderParameter($0)
    }

    static let background = RenderParameter(
        "background",
        .opaqueColor,
        \.background,
        default: "white",
        for: .formats(OutputFormat.allCases.filter { !$0.keepsAlpha }),
        "Color of transparent pixels in formats without alpha, such as JPEG."
    )

    static let profile = RenderParameter(
        "profile",
        .word,
        \.profile,
        default: ProfileChoice.keep.rawValue,
        for: .output,
        "Color space of the result: the source color space, or sRGB, with a conversion "
            + "before the effects."
    )

    static let dither = RenderParameter(.dither)

    static let damage = RenderParameter(
        "damage",
        .word,
        \.damage,
        default: DamagePolicy.warn.rawValue,
        for: .output,
        "Tolerated damage: none; any that preserves the whole image, reported by "
            + "Frostpane-Warning; or also missing parts, which are filled.",
        locally:
            "Tolerated damage: none; any that preserves the whole image, reported by a line"
            + "; or also missing parts, which are filled."
    )
}

extension RenderParameter {
    /// Creates the parameter of an encoder option.
    init(_ option: EncoderOption) {
        let formats = OutputFormat.allCases.filter { option.formats.contains($0.format) }
        let scope: Scope = formats == OutputFormat.allCases ? .output : .formats(formats)
        self.init(
            option.name,
            ParameterSyntax(option),
            \.encoder[option],
            default: option.text(of: option.usual),
            for: scope,
            option.sentence
        )
    }
}

extension ParameterSyntax<Int> {
    /// The values of an encoder option, as the numbers that they travel as.
    fileprivate init(_ option: EncoderOption) {
        self =
            switch option.kind {
            case .number(let range, let word): .integer(in: range, orOpen: word)
            case .hundredths(let range): .hundredths(in: range)
            case .flag:
                Self(.flag) { text, parameter throws(ParameterError) in
                    try ParameterSyntax<Bool>.flag.read(text, parameter) ? 1 : 0
                }
            case .choice(let words): .choice(words.enumerated().map { ($1.word, $0) })
            }
    }
}

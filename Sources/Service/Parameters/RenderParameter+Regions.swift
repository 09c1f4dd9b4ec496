// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

// Rows of the table: the parts of the picture that are changed, and how the result is written.
extension RenderParameter {
    // MARK: Regions

    static let region = RenderParameter(
        "region",
        .frame,
        unit: "px, pt, %",
        default: absent,
        for: .area,
        "Part of the picture that the effect is kept to; may repeat. Blurs see it mirrored beyond "
            + "its edges, unless edge says otherwise.",
        mayRepeat: true
    ) { parameters, frame in
        if let frame { parameters.region.regions.append(frame) }
    }

    static let corner = RenderParameter(
        "corner",
        .length,
        \.region.corner,
        unit: "px, pt, %",
        default: "0",
        for: .region,
        "Radius of the corners of all regions; in % of the shorter side."
    )

    static let cornerCurve = RenderParameter(
        "corner-curve",
        .word,
        \.region.cornerCurve,
        default: Corners.Curve.circular.rawValue,
        for: .corner,
        "Quarters of a circle, or the smoother corners of CALayer."
    )

    static let invertRegion = RenderParameter(
        "invert-region",
        .flag,
        \.region.isInverted,
        default: "0",
        for: .region,
        "The effect is everywhere but in the regions."
    )

    static let mask = RenderParameter(
        "mask",
        .digest,
        \.region.mask,
        default: absent,
        for: .area,
        "Kept image that the effect is multiplied by, stretched to the region, else to the picture."
    )

    static let maskChannel = RenderParameter(
        "mask-channel",
        .word,
        \.region.maskChannel,
        default: Mask.Channel.alpha.rawValue,
        for: .mask,
        "What of the mask counts."
    )

    static let redact = RenderParameter(
        "redact",
        .flag,
        \.region.redacts,
        default: "0",
        for: .region,
        "Leaves nothing in the regions to be recognized: a mosaic of few cells, then a blur; not "
            + "for addresses of kept images."
    )

    // MARK: Results

    static let format = RenderParameter(
        "format",
        .word(or: automatic),
        \.format,
        default: automatic,
        for: .output,
        "Encoding of the result; auto follows Accept, then the upload's own."
    )

    static let quality = RenderParameter(
        "quality",
        .integer(in: JPEGOptions.qualityRange),
        \.quality,
        default: String(JPEGOptions.defaultQuality),
        for: .format(.jpeg),
        "JPEG quality."
    )

    static let subsampling = RenderParameter(
        "subsampling",
        .choice([("420", .s420), ("444", .s444)]),
        \.subsampling,
        default: "420",
        for: .format(.jpeg),
        "JPEG chroma subsampling: 420 halves color both ways, 444 keeps it."
    )

    static let progressive = RenderParameter(
        "progressive",
        .flag,
        \.isProgressive,
        default: "0",
        for: .format(.jpeg),
        "JPEG in several scans, coarse to fine."
    )

    static let optimize = RenderParameter(
        "optimize",
        .flag,
        \.isOptimized,
        default: "0",
        for: .format(.jpeg),
        "JPEG with Huffman tables made for the picture: smaller and slower."
    )

    static let compression = RenderParameter(
        "compression",
        .integer(in: PNGOptions.compressionRange, or: "fast"),
        \.compression,
        default: "fast",
        for: .format(.png),
        "PNG compression, 0 stores and 9 is smallest; fast is about as small as 6 for photos."
    )

    static let background = RenderParameter(
        "background",
        .color,
        \.background,
        default: "white",
        for: .format(.jpeg),
        "Color below transparent parts, which JPEG cannot keep."
    )

    static let dither = RenderParameter(
        "dither",
        .flag,
        \.dithers,
        default: "0",
        for: .output,
        "Noise below one level that hides bands in smooth gradients."
    )
}

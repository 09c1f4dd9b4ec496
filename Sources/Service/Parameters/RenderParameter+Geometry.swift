// SPDX-License-Identifier: Apache-2.0

import Effects

// Parameters for the crop, the size, the rotation and the padding of the result.
extension RenderParameter {
    static let trim = RenderParameter(
        "trim",
        .number(in: 0...1, or: absent),
        \.geometry.trim,
        default: absent,
        for: .geometry,
        "Cuts off margins with the color of the top left pixel; the number is the greatest difference of a "
            + "channel that is still the same color, such as 0.05."
    )

    static let crop = RenderParameter(
        "crop",
        .frame,
        \.geometry.crop,
        unit: "px, pt, %",
        default: absent,
        for: .geometry,
        "Part of the upright, trimmed image to use; it must lie inside the image, and its edges are moved "
            + "outwards to whole pixels."
    )

    static let width = RenderParameter(
        "width",
        .pixels(in: Geometry.sideRange, or: automatic),
        \.geometry.width,
        unit: "px, pt",
        default: automatic,
        for: .geometry,
        "Width of the result; auto preserves the aspect ratio. Without upscale=1, an image that is too "
            + "small makes the result smaller."
    )

    static let height = RenderParameter(
        "height",
        .pixels(in: Geometry.sideRange, or: automatic),
        \.geometry.height,
        unit: "px, pt",
        default: automatic,
        for: .geometry,
        "Height of the result; auto preserves the aspect ratio. Without upscale=1, an image that is too "
            + "small makes the result smaller."
    )

    static let clientWidth = RenderParameter(
        "client-width",
        .flag,
        \.geometry.followsClient,
        default: "0",
        for: .geometry,
        "Limits the width of the result to Sec-CH-Width, or to Sec-CH-Viewport-Width times the pixels per "
            + "point; width is then the maximum, and the box has the same aspect ratio.",
        locally: "Without effect here, because there is no client."
    )

    static let fit = RenderParameter(
        "fit",
        .choice(FitMode.named.map { ($0.name, $0.mode) }),
        \.geometry.mode,
        default: Fit.contain.rawValue,
        for: .framing,
        "Fit of the image into the box of width and height, as in CSS object-fit, or a content mode "
            + "of UIKit; contain makes the result as large as the image in the box, unless pad "
            + "fills the rest."
    )

    static let position = RenderParameter(
        "position",
        .position,
        \.geometry.position,
        default: "center",
        for: .framing,
        "Position of the image in the box, as in CSS object-position: the position of the visible part "
            + "with cover and none, or of the whole image with pad."
    )

    static let focus = RenderParameter(
        "focus",
        .focus,
        \.geometry.focus,
        unit: "px, pt, %",
        default: absent,
        for: .framing,
        "Point of the upright image to center in the visible part, as far as "
            + "possible; attention finds edges, saturated colors and skin."
    )

    static let upscale = RenderParameter(
        "upscale",
        .flag,
        \.geometry.enlarges,
        default: "0",
        for: .resizing,
        "Allows enlarging the image; otherwise the box shrinks proportionally until nothing is "
            + "enlarged."
    )

    static let resample = RenderParameter(
        "resample",
        .word,
        \.geometry.kernel,
        default: ResamplingKernel.lanczos3.rawValue,
        for: .resizing,
        "Resampling kernel; all but nearest average when the image is reduced."
    )

    static let linear = RenderParameter(
        "linear",
        .flag,
        \.geometry.isLinear,
        default: "0",
        for: .resizing,
        "Resamples in linear light to preserve the brightness of fine details; otherwise encoded "
            + "samples are averaged, as browsers do."
    )

    static let caps = RenderParameter(
        "caps",
        .insets,
        \.geometry.caps,
        unit: "px, pt, %",
        default: absent,
        for: .geometry,
        "Borders of the image with a constant size while the middle fills width and height, as in "
            + "resizableImage(withCapInsets:); excludes fit."
    )

    static let capsMode = RenderParameter(
        "caps-mode",
        .word,
        \.geometry.capResizing,
        default: PictureForm.Resizing.stretch.rawValue,
        for: .caps,
        "Treatment of the middle between the caps: stretch it, or repeat it."
    )

    static let rotate = RenderParameter(
        "rotate",
        .angle(in: Rotation.range),
        \.geometry.rotation,
        unit: "degrees",
        default: "0",
        for: .geometry,
        "Clockwise rotation of the upright image; multiples of 90 change no pixel. width, height and "
            + "position refer to the rotated image."
    )

    static let rotateMode = RenderParameter(
        "rotate-mode",
        .word,
        \.geometry.rotateMode,
        default: Geometry.RotateMode.expand.rawValue,
        for: .rotation,
        "Frame of an image rotated by other angles than multiples of 90: expand contains all of it, and the corners are "
            + "transparent or have the color of pad; straighten is the largest one with the same aspect ratio without "
            + "empty corners."
    )

    static let flip = RenderParameter(
        "flip",
        .word(or: absent),
        \.geometry.flip,
        default: absent,
        for: .geometry,
        "Mirrors the rotated image: h left to right, v top to bottom."
    )

    static let pad = RenderParameter(
        "pad",
        .pad,
        \.geometry.pad,
        default: absent,
        for: .framing,
        "Fills the box of width and height around the image: with a color, with a linear, radial or conic "
            + "CSS gradient, with the image mirrored at its edges, or with the image as a backdrop that covers "
            + "the box."
    )

    static let backdropFilter = RenderParameter(
        "backdrop-filter",
        .filterList,
        \.geometry.backdropFilter,
        default: absent,
        for: .backdrop,
        "Filters on the backdrop of pad=backdrop, such as blur(40px) saturate(180%), in pixels of the "
            + "result; blurs mirror it at its edges."
    )

    static let backdropMaterial = RenderParameter(
        "backdrop-material",
        .style,
        \.geometry.backdropMaterial,
        default: absent,
        for: .backdrop,
        "A material on the backdrop of pad=backdrop, instead of filters."
    )
}

// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The crop, the size, the rotation and the padding of an image, as a request states them.
///
/// ``steps(on:traits:)`` converts it to steps of a plan, in one order: trim, crop, resize, turn, pad. The
/// width, the height and the position refer to the turned image.
package struct Geometry: Hashable, Sendable {
    /// The accepted widths and heights, in pixels.
    package static let sideRange: ClosedRange<Float> = 1...65_535

    /// The greatest color difference within borders that are trimmed, in `0...1`; nil to trim
    /// nothing.
    package var trim: Double?
    /// The bounds of the image without its trimmed borders; nil for the whole image.
    package var content: PixelRect?
    /// The part of the image to crop, after trimming; nil for all of it.
    package var crop: Scene.Frame?
    /// The width of the box; nil for a width in the image's proportions.
    package var width: Length?
    /// The height of the box; nil for a height in the image's proportions.
    package var height: Length?
    /// Whether the box is limited to the width that the client has for the image, if it is known.
    package var followsClient = false
    /// The way to fit the image into the box.
    package var mode = FitMode(.contain)
    /// The image position in the box, unless ``mode`` includes one.
    package var position = PicturePosition.center
    /// The point that must stay visible when the image is cropped, in place of ``position``.
    package var focus: Focus?
    /// Whether the image may become larger than its own size.
    package var enlarges = false
    /// The kernel with which pixels are resampled.
    package var kernel = ResamplingKernel.lanczos3
    /// Whether pixels are averaged in linear light instead of encoded.
    package var isLinear = false
    /// The borders that are not stretched; nil to scale the whole image.
    package var caps: Caps?
    /// The way to resize the middle between the borders of ``caps``.
    package var capResizing = PictureForm.Resizing.stretch
    /// The clockwise rotation, in degrees of ``Rotation/range``.
    package var rotation = 0.0
    /// The way to frame an image after a rotation by no multiple of 90°.
    package var rotateMode = RotateMode.expand
    /// The axis by which the image is mirrored after the rotation, if any.
    package var flip: QuarterTurn.Flip?
    /// The padding that fills the box; nil to leave the box as large as the image.
    package var pad: Pad?
    /// The filters on the enlarged copy behind the image, if ``pad`` is ``Pad/backdrop``.
    package var backdropFilter = FilterList.none
    /// The material on the enlarged copy behind the image, if ``pad`` is ``Pad/backdrop``.
    package var backdropMaterial: MaterialStyle?

    /// Creates a geometry that changes nothing.
    package init() {}

    /// The way to frame an image after a rotation by no multiple of 90°.
    package enum RotateMode: String, Hashable, Sendable, CaseIterable {
        /// The smallest frame that holds the whole turned image.
        case expand
        /// The largest frame in the image's proportions that the turned image fills without
        /// empty corners.
        case straighten
    }

    /// The way to fill the box around an image, as a request states it.
    package enum Pad: Hashable, Sendable {
        /// Fills the box with a color.
        case color(StraightColor)
        /// Fills the box with a CSS gradient.
        case gradient(CSSGradient)
        /// Continues the image by mirroring it at its edges.
        case mirror
        /// Fills the box with an enlarged copy of the image, under a filter list or a material.
        case backdrop
    }

    /// A property of a geometry, named like its parameter in a request.
    package enum Member: String, Hashable, Sendable, CaseIterable {
        /// The trimming of borders of one color, ``Geometry/trim``.
        case trim
        /// The part of the image to crop.
        case crop
        /// The width of the box.
        case width
        /// The height of the box.
        case height
        /// The limit of the width to the width that the client has for the image.
        case clientWidth = "client-width"
        /// The way to fit the image into the box.
        case fit
        /// The image position in the box.
        case position
        /// The point that must stay visible when the image is cropped.
        case focus
        /// The permission to enlarge the image.
        case upscale
        /// The kernel with which pixels are resampled.
        case resample
        /// The averaging of pixels in linear light.
        case linear
        /// The borders that are not stretched.
        case caps
        /// The way to resize the middle between the borders.
        case capsMode = "caps-mode"
        /// The rotation in degrees.
        case rotate
        /// The way to frame a rotated image.
        case rotateMode = "rotate-mode"
        /// The axis by which the image is mirrored.
        case flip
        /// The way to fill the box around the image.
        case pad
        /// The filters on the enlarged copy behind the image.
        case backdropFilter = "backdrop-filter"
        /// The material on the enlarged copy behind the image.
        case backdropMaterial = "backdrop-material"
    }
}

extension Geometry.Pad {
    /// Whether the gradient has lengths in points (`pt`), so that it depends on the pixels per
    /// point.
    fileprivate var hasPoints: Bool {
        switch self {
        case .gradient(let gradient): gradient.hasPoints
        case .color, .mirror, .backdrop: false
        }
    }
}

extension Geometry {
    /// Whether any length is in points, so that the result depends on the pixels per point.
    package var hasPoints: Bool {
        var frame = crop.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
        if let caps { frame += [caps.top, caps.right, caps.bottom, caps.left] }
        if case .point(let point) = focus { frame += [point.x, point.y] }
        return (frame + [width, height].compactMap(\.self)).contains { $0.unit == .points }
            || position.hasPoints || backdropFilter.hasPoints || pad?.hasPoints == true
    }

    /// The traits of the screen that the resulting steps depend on.
    ///
    /// - Parameter traits: The traits in force; nil for any screen.
    /// - Returns: The traits that influence the steps.
    package func followed(given traits: Traits?) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = hasPoints ? [.scale] : []
        // The scale converts the width of a window to pixels.
        if followsClient { followed.formUnion([.width, .viewportWidth, .scale]) }
        guard let style = backdropMaterial else { return followed }
        return followed.union(traits.map(style.followed(given:)) ?? style.follows)
    }

    /// The rotation rounded to quarter turns, with the reflection.
    var turn: QuarterTurn { QuarterTurn(quarters: quarters, flip: flip) }

    private var quarters: Int { Int((rotation / 90).rounded()) }

    /// The rotation by at most 45° that remains after the quarter turns of ``turn``; nil if no
    /// rotation remains.
    var tilt: Tilt? {
        let rest = rotation - 90 * Double(quarters)
        if rest == 0 { return nil }
        // A reflection reverses the direction of the rotation.
        return Tilt(degrees: flip == nil ? rest : -rest, mode: rotateMode)
    }

    /// The size of the frame around an image after the rotation, given the image's size before.
    ///
    /// - Parameter picture: The extent before the turn.
    /// - Returns: The extent that holds all of it.
    func turnedSize(of picture: PixelSize) -> PixelSize {
        let turned = turn.size(of: picture)
        return tilt?.frame(of: turned) ?? turned
    }
}

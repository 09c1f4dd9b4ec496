// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The extent, the part and the turn of a picture, as a caller describes them.
///
/// ``steps(on:traits:)`` converts it to steps of a plan, in one order: trim, crop, resize, turn, pad. The
/// width, the height and the position are those of the turned picture.
package struct Geometry: Hashable, Sendable {
    /// The accepted widths and heights, in pixels.
    package static let sideRange: ClosedRange<Float> = 1...65_535

    /// The greatest difference of a color from that of the rim, in `0...1`; nil to keep the rim.
    package var trim: Double?
    /// The bounds of the picture without its rim; nil for all of it.
    package var content: PixelRect?
    /// The part of the picture to use; nil for all of it.
    package var crop: Scene.Frame?
    /// The width of the box; nil for the one that keeps the picture's proportions.
    package var width: Length?
    /// The height of the box; nil for the one that keeps the picture's proportions.
    package var height: Length?
    /// Whether the box is no wider than the client has room for, if that is known.
    package var followsClient = false
    /// The way to fit the picture into the box.
    package var mode = FitMode(.contain)
    /// The position of the picture in the box, unless ``mode`` has one.
    package var position = PicturePosition.center
    /// The point that must stay visible, in place of a position.
    package var focus: Focus?
    /// Whether the picture may be enlarged.
    package var enlarges = false
    /// The resampling kernel.
    package var kernel = ResamplingKernel.lanczos3
    /// Whether samples are averaged in linear light.
    package var isLinear = false
    /// The borders that keep their size; nil to scale the whole picture.
    package var caps: Caps?
    /// The treatment of the middle between the caps.
    package var capResizing = PictureForm.Resizing.stretch
    /// The clockwise turn, in degrees of ``Rotation/range``.
    package var rotation = 0.0
    /// The frame of a picture that is turned by no multiple of 90°.
    package var rotateMode = RotateMode.expand
    /// The reflection of the turned picture.
    package var flip: QuarterTurn.Flip?
    /// The padding that fills the box; nil to leave the box as large as the picture.
    package var pad: Pad?
    /// The filters on the picture as its own backdrop.
    package var backdropFilter = FilterList.none
    /// The material on the picture as its own backdrop.
    package var backdropMaterial: MaterialStyle?

    /// Creates a geometry that changes nothing.
    package init() {}

    /// The frame of a picture that is turned by no multiple of 90°.
    package enum RotateMode: String, Hashable, Sendable, CaseIterable {
        /// The smallest frame that holds the whole turned picture.
        case expand
        /// The largest frame in the proportions of the picture that the turned picture fills.
        case straighten
    }

    /// A padding around a picture, as parameters and scenes describe it.
    package enum Pad: Hashable, Sendable {
        /// A color.
        case color(StraightColor)
        /// Colors along a line.
        case gradient(CSSGradient)
        /// The picture, mirrored at its edges.
        case mirror
        /// The picture itself, covering the box, under a filter list or a material.
        case backdrop
    }

    /// A property, by the name of its parameter.
    package enum Member: String, Hashable, Sendable, CaseIterable {
        /// The color of the rim to leave out.
        case trim
        /// The part of the picture.
        case crop
        /// The width of the box.
        case width
        /// The height of the box.
        case height
        /// The limit of the width by that of the client.
        case clientWidth = "client-width"
        /// The way to fit the picture into the box.
        case fit
        /// The position in the box.
        case position
        /// The point that must stay visible.
        case focus
        /// The permission to enlarge.
        case upscale
        /// The resampling kernel.
        case resample
        /// The averaging in linear light.
        case linear
        /// The borders that keep their size.
        case caps
        /// The treatment of the middle.
        case capsMode = "caps-mode"
        /// The turn.
        case rotate
        /// The frame of a turned picture.
        case rotateMode = "rotate-mode"
        /// The reflection.
        case flip
        /// The content of the padding.
        case pad
        /// The filters on the backdrop.
        case backdropFilter = "backdrop-filter"
        /// The material on the backdrop.
        case backdropMaterial = "backdrop-material"
    }
}

extension Geometry.Pad {
    /// Whether lengths in points (`pt`) influence the colors.
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

    /// The traits that influence the steps.
    ///
    /// - Parameter traits: The traits in force; nil for those of any screen.
    /// - Returns: The traits that influence the steps.
    package func followed(given traits: Traits?) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = hasPoints ? [.scale] : []
        // The scale converts the width of a window to pixels.
        if followsClient { followed.formUnion([.width, .viewportWidth, .scale]) }
        guard let style = backdropMaterial else { return followed }
        return followed.union(traits.map(style.followed(given:)) ?? style.follows)
    }

    /// The nearest number of quarter turns, and the reflection.
    var turn: QuarterTurn { QuarterTurn(quarters: quarters, flip: flip) }

    private var quarters: Int { Int((rotation / 90).rounded()) }

    /// The turn that remains behind ``turn``; nil for a multiple of 90°.
    var tilt: Tilt? {
        let rest = rotation - 90 * Double(quarters)
        if rest == 0 { return nil }
        // A reflection exchanges the directions.
        return Tilt(degrees: flip == nil ? rest : -rest, mode: rotateMode)
    }

    /// The extent of a turned picture.
    ///
    /// - Parameter picture: The extent before the turn.
    /// - Returns: The extent that holds all of it.
    func turnedSize(of picture: PixelSize) -> PixelSize {
        let turned = turn.size(of: picture)
        return tilt?.frame(of: turned) ?? turned
    }
}

// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension RenderParameters {
    /// Makes the rendering steps that crop, resize, turn and pad a picture, before all effects.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, upright.
    ///   - traits: The traits of the screen.
    /// - Returns: The steps, in order.
    /// - Throws: A part outside of the picture, or filters on the backdrop that cannot be used.
    func reshapings(
        on size: PixelSize,
        traits: Traits
    ) throws(ParameterError) -> [Reshaping] {
        do throws(GeometryError) { return try geometry.steps(on: size, traits: traits) } catch {
            throw ParameterError(error)
        }
    }

    /// Refuses parameters of the geometry that have no effect, or that exclude each other.
    func refuseGeometryConflicts(
        among stated: [RenderParameter]
    ) throws(ParameterError) {
        let members = Geometry.Member.allCases.filter { stated.contains(.row(of: $0)) }
        do throws(GeometryError) { try geometry.check(Set(members)) } catch {
            throw ParameterError(error)
        }
        guard region.redacts else { return }
        switch geometry.pad {
        case .mirror, .backdrop: throw .repeatsRedacted(.pad)
        case .color, .gradient, nil: break
        }
        if geometry.caps != nil, geometry.capResizing == .tile {
            throw .repeatsRedacted(.capsMode)
        }
    }
}

extension RenderParameter {
    /// The parameter that sets a property of the geometry.
    static func row(of member: Geometry.Member) -> RenderParameter {
        switch member {
        case .trim: .trim
        case .crop: .crop
        case .width: .width
        case .height: .height
        case .clientWidth: .clientWidth
        case .fit: .fit
        case .position: .position
        case .focus: .focus
        case .upscale: .upscale
        case .resample: .resample
        case .linear: .linear
        case .caps: .caps
        case .capsMode: .capsMode
        case .rotate: .rotate
        case .rotateMode: .rotateMode
        case .flip: .flip
        case .pad: .pad
        case .backdropFilter: .backdropFilter
        case .backdropMaterial: .backdropMaterial
        }
    }
}

extension ParameterError {
    /// Converts an error of the geometry to one of the parameter that causes it.
    fileprivate init(_ error: GeometryError) {
        self = .geometry(.row(of: error.member), error.rule)
    }
}

extension GeometryError.Rule {
    /// The broken rule as the predicate of a sentence whose subject is the parameter.
    var predicate: String {
        switch self {
        case .needsSide: "does nothing without 'width' or 'height'."
        case .needsBothSides:
            "does nothing without both 'width' and 'height': one alone preserves the aspect ratio of the "
                + "picture."
        case .idle(let fit): "does nothing with the fit '\(fit.rawValue)'."
        case .needsRoom:
            "does nothing here: with the fit 'contain', the result is the whole image, unless 'pad' "
                + "fills the rest of the box. The fit 'cover' shows a part of the image."
        case .needsPart:
            "has an effect only with the fit 'cover' or 'none', if a part of the image is cut off."
        case .idleWithCaps: "does nothing with 'caps', because the middle is stretched."
        case .needsCaps: "does nothing without 'caps'."
        case .noMiddle(let size):
            "does not fit into an image of \(size.width) × \(size.height) pixels."
        case .twoPositions: "cannot be used together with 'position'."
        case .focusOutside(let size):
            "lies outside of the image of \(size.width) × \(size.height) pixels."
        case .hasPosition: "does nothing with this content mode, because its name is a position."
        case .needsRotation: "does nothing without 'rotate'."
        case .tiltedWithCaps:
            "must be a multiple of 90 degrees with 'caps'."
        case .distortsTilted:
            "cannot be 'fill' unless the rotation is a multiple of 90 degrees: it would distort the "
                + "picture."
        case .needsStraightened:
            "would leave the corners of the rotated image empty: use a color, or fill "
                + "the frame with 'rotate-mode=straighten'."
        case .needsBackdrop: "does nothing unless 'pad' is 'backdrop'."
        case .twoBackdrops:
            "cannot be used with a material on the backdrop: the material has filters."
        case .side:
            "takes a length of more than 0 and up to \(Int(Geometry.sideRange.upperBound)) pixels, in px "
                + "or pt."
        case .emptyPart: "has no width or no height."
        case .outsidePicture(let size):
            "extends beyond the image of \(size.width) × \(size.height) pixels."
        case .filter(let error): "cannot be used at this scale. \(error)"
        case .maskedFilter: "does not support image masks."
        case .unsupportedFilter: "has a blur that cannot be mirrored at the edges."
        }
    }

    /// Whether the value itself is wrong, not its combination with other parameters.
    var isOfValue: Bool {
        switch self {
        case .side, .emptyPart, .outsidePicture, .focusOutside, .noMiddle, .filter: true
        case .needsSide, .needsBothSides, .idle, .needsRoom, .hasPosition, .needsPart,
            .twoPositions, .idleWithCaps, .needsCaps, .needsRotation, .tiltedWithCaps,
            .distortsTilted, .needsStraightened, .needsBackdrop, .twoBackdrops, .maskedFilter,
            .unsupportedFilter:
            false
        }
    }
}

extension RenderParameter {
    /// Whether the parameter sets the crop, the size, the rotation or the padding of the result.
    var isOfGeometry: Bool {
        switch scope {
        case .geometry, .resizing, .framing, .backdrop, .caps, .rotation: true
        case .effect, .area, .blur, .material, .legibility, .tintedMaterial, .kernel, .region,
            .corner, .clip, .mask, .output, .formats, .negotiation:
            false
        }
    }
}

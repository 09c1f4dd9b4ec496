// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A rule that a geometry breaks, and the property that breaks it.
package struct GeometryError: Error, Hashable, Sendable {
    /// A rule for geometries.
    package enum Rule: Hashable, Sendable {
        /// The property has no effect without a width or a height.
        case needsSide
        /// The property has no effect without both a width and a height.
        case needsBothSides
        /// The property has no effect with this fit.
        case idle(with: Fit)
        /// The position has no effect, because the picture fills the result.
        case needsRoom
        /// The position is that of the content mode already.
        case hasPosition
        /// The property has no effect unless a part of the picture shows.
        case needsPart
        /// The property has no effect on a picture that is stretched between its caps.
        case idleWithCaps
        /// The property has no effect without caps.
        case needsCaps
        /// The caps leave nothing of the picture between them.
        case noMiddle(PixelSize)
        /// The box has either a position or a focus.
        case twoPositions
        /// The focus lies outside of the picture.
        case focusOutside(PixelSize)
        /// The property has no effect without a turn.
        case needsRotation
        /// Caps are stretched along the sides of the result.
        case tiltedWithCaps
        /// A turned picture would be distorted.
        case distortsTilted
        /// The corners of a turned picture would stay empty.
        case needsStraightened
        /// The property has no effect without the picture as its own backdrop.
        case needsBackdrop
        /// The backdrop has either a filter list or a material.
        case twoBackdrops
        /// A side is no length in ``Geometry/sideRange``.
        case side
        /// The part has no width or no height.
        case emptyPart
        /// The part extends beyond the picture.
        case outsidePicture(PixelSize)
        /// A length of the filter list is out of its range at the scale of the traits.
        case filter(FilterListError)
        /// A filter takes a picture as its mask.
        case maskedFilter
        /// A blur cannot be mirrored at the edges of the backdrop.
        case unsupportedFilter
    }

    /// The broken rule.
    package let rule: Rule

    /// The property that breaks the rule.
    package let member: Geometry.Member

    /// Creates an error.
    package init(_ rule: Rule, of member: Geometry.Member) {
        self.rule = rule
        self.member = member
    }
}

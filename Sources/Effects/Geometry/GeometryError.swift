// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The error that a property of a geometry is invalid, with the rule that it breaks.
package struct GeometryError: Error, Hashable, Sendable {
    /// A rule that a property of a geometry can break.
    package enum Rule: Hashable, Sendable {
        /// The property has no effect without a width or a height.
        case needsSide
        /// The property has no effect without both a width and a height.
        case needsBothSides
        /// The property has no effect with this way to fit the image into its box.
        case idle(with: Fit)
        /// The property has no effect, because the image always fills the box.
        case needsRoom
        /// The fit mode includes a position, so none can be stated.
        case hasPosition
        /// The property has no effect unless the fit cuts off a part of the image.
        case needsPart
        /// The property has no effect on an image whose borders are not stretched.
        case idleWithCaps
        /// The property has no effect without borders that are not stretched.
        case needsCaps
        /// The borders leave nothing of an image of this size between them.
        case noMiddle(PixelSize)
        /// A position and a focus are both given, but exclude each other.
        case twoPositions
        /// The focus lies outside of an image of this size.
        case focusOutside(PixelSize)
        /// The property has no effect without a rotation.
        case needsRotation
        /// Borders that are not stretched exclude a rotation by no multiple of 90°.
        case tiltedWithCaps
        /// The fit would distort an image that is turned by no multiple of 90°.
        case distortsTilted
        /// The padding would leave the corners of the turned image empty; the mode `straighten`
        /// is needed.
        case needsStraightened
        /// The property has no effect unless the padding is the image itself as a backdrop.
        case needsBackdrop
        /// A filter list and a material are both given for the backdrop, but exclude each other.
        case twoBackdrops
        /// The width or the height is no length in ``Geometry/sideRange``.
        case side
        /// The crop has no width or no height.
        case emptyPart
        /// The crop extends beyond an image of this size.
        case outsidePicture(PixelSize)
        /// A length of the filter list is out of its range at this number of pixels per point.
        case filter(FilterListError)
        /// A filter of the backdrop uses a mask image, not supported there.
        case maskedFilter
        /// A blur of the backdrop does not support the edge mode that mirrors the edges.
        case unsupportedFilter
    }

    /// The rule that is broken.
    package let rule: Rule

    /// The property that breaks the rule.
    package let member: Geometry.Member

    /// Creates the error that a property breaks a rule.
    package init(_ rule: Rule, of member: Geometry.Member) {
        self.rule = rule
        self.member = member
    }
}

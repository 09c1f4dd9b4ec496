// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A step that changes the geometry of an image: a crop, a resizing, a turn or a padding.
package enum Reshaping: Hashable, Sendable {
    /// Crops the image to a part of it.
    case crop(PixelRect)
    /// Resamples the image to another size.
    case resize(Resize)
    /// Resizes the middle of the image, and keeps the widths of its borders.
    case stretch(CapStretch)
    /// Rotates the image by quarter turns, or mirrors it.
    case turn(QuarterTurn)
    /// Rotates the image by an angle that is no multiple of 90°.
    case rotate(Rotation)
    /// Adds a frame around the image, and fills it.
    case pad(Padding)
}

extension Reshaping {
    /// Whether the step never changes an image.
    package var isIdentity: Bool {
        switch self {
        case .crop, .resize, .stretch, .rotate, .pad: false
        case .turn(let turn): turn.isIdentity
        }
    }

    /// The identifiers of the images that the step uses in addition to the source: none.
    package var resources: [ResourceID] {
        switch self {
        case .crop, .resize, .stretch, .turn, .rotate, .pad: []
        }
    }

    /// The step's name and parameters as a canonical value, for cache keys.
    package var value: PlanValue {
        switch self {
        case .crop(let part): .record("crop", [.init("frame", part.planValue)])
        case .resize(let resize): resize.value
        case .stretch(let stretch): stretch.value
        case .turn(let turn): turn.value
        case .rotate(let rotation): rotation.value
        case .pad(let padding): padding.value
        }
    }

    /// The size of an image after the step.
    ///
    /// - Parameter picture: The image extent.
    /// - Returns: The extent.
    package func size(of picture: PixelSize) -> PixelSize {
        switch self {
        case .crop(let part): part.size
        case .resize(let resize): resize.size
        case .stretch(let stretch): stretch.size
        case .turn(let turn): turn.size(of: picture)
        case .rotate(let rotation): rotation.size
        case .pad(let padding): padding.frame.size
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A change of the geometry of a picture, which moves pixels but no colors.
package enum Reshaping: Hashable, Sendable {
    /// Keeps a part of the picture.
    case crop(PixelRect)
    /// Changes the number of pixels.
    case resize(Resize)
    /// Stretches the middle of the picture between its caps.
    case stretch(CapStretch)
    /// Turns or mirrors the picture.
    case turn(QuarterTurn)
    /// Turns the picture by any other angle.
    case rotate(Rotation)
    /// Adds a frame around the picture.
    case pad(Padding)
}

extension Reshaping {
    /// Whether the step never changes a picture.
    package var isIdentity: Bool {
        switch self {
        case .crop, .resize, .stretch, .rotate, .pad: false
        case .turn(let turn): turn.isIdentity
        }
    }

    /// The pictures that the step uses.
    package var resources: [ResourceID] {
        switch self {
        case .crop, .resize, .stretch, .turn, .rotate, .pad: []
        }
    }

    /// The canonical description.
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

    /// The extent of the result.
    ///
    /// - Parameter picture: The extent of the picture.
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

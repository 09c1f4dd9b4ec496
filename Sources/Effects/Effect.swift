// SPDX-License-Identifier: Apache-2.0

import Raster

/// One step of a plan.
public enum Effect: Hashable, Sendable {
    /// A Gaussian blur.
    case blur(GaussianBlur)
    /// A change of saturation.
    case saturate(Saturation)

    /// Whether the step leaves every picture as it is, whatever its other values say.
    public var isIdentity: Bool {
        switch self {
        case .blur(let blur): blur.sigma == 0
        case .saturate(let saturation): saturation.amount == 1
        }
    }
}

extension Effect: CustomStringConvertible {
    /// The canonical text of the step; equal texts mean equal steps.
    public var description: String {
        switch self {
        case .blur(let blur): "blur(\(blur.sigma)px \(blur.edge.rawValue))"
        case .saturate(let saturation): "saturate(\(saturation.amount))"
        }
    }
}

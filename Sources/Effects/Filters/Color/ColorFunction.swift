// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A change of color that is a 4 × 5 matrix over straight, encoded color, limited afterwards.
///
/// Reference: W3C, Filter Effects Module Level 1, section 6.1, and the matrices of `feColorMatrix`
/// and `feComponentTransfer` that section 10 gives for each function.
public enum ColorFunction: Hashable, Sendable {
    /// Multiplies color: 0 is black, 1 the picture itself.
    case brightness(Double)
    /// Multiplies the distance to middle gray: 0 is gray, 1 the picture itself.
    case contrast(Double)
    /// Mixes with luminance, 0 to 1.
    case grayscale(Double)
    /// Turns hues, in degrees.
    case hueRotate(Double)
    /// Mixes with the negative, 0 to 1.
    case invert(Double)
    /// Multiplies alpha, 0 to 1.
    case opacity(Double)
    /// Multiplies saturation: 0 is gray, 1 the picture itself.
    case saturate(Double)
    /// Mixes with the tones of an old photograph, 0 to 1.
    case sepia(Double)
    /// Adds to red, green and blue, −1 to 1.
    case brightnessOffset(Double)
    /// Core Image's color controls: saturation, brightness added, contrast.
    case controls(saturation: Double, brightness: Double, contrast: Double)
    /// Any matrix.
    case matrix(ColorMatrix)
}

extension ColorFunction {
    /// Whether the function leaves every color as it is.
    public var isIdentity: Bool { matrix == .identity }

    /// The canonical description.
    var value: PlanValue {
        switch self {
        case .brightness(let amount): .numbers("brightness", ["amount": amount])
        case .contrast(let amount): .numbers("contrast", ["amount": amount])
        case .grayscale(let amount): .numbers("grayscale", ["amount": amount])
        case .hueRotate(let angle): .numbers("hue-rotate", ["degrees": angle])
        case .invert(let amount): .numbers("invert", ["amount": amount])
        case .opacity(let amount): .numbers("opacity", ["amount": amount])
        case .saturate(let amount): .numbers("saturate", ["amount": amount])
        case .sepia(let amount): .numbers("sepia", ["amount": amount])
        case .brightnessOffset(let offset): .numbers("brightness-offset", ["offset": offset])
        case .controls(let saturation, let brightness, let contrast):
            .numbers(
                "color-controls",
                ["saturation": saturation, "brightness": brightness, "contrast": contrast]
            )
        case .matrix(let matrix):
            .record("color-matrix", [.init("rows", matrix.planValue)])
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// An opaque color, sRGB-encoded, 8 bits per channel.
public struct Color: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8

    /// Green, 0 to 255.
    public var green: UInt8

    /// Blue, 0 to 255.
    public var blue: UInt8

    /// Creates a color from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White, the usual background of a page.
    public static let white = Color(red: 255, green: 255, blue: 255)

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
}

/// A color with alpha, sRGB-encoded and straight; channels span 0 to 1.
public struct StraightColor: Hashable, Sendable {
    /// Red, 0 to 1.
    public var red: Double
    /// Green, 0 to 1.
    public var green: Double
    /// Blue, 0 to 1.
    public var blue: Double
    /// Alpha; 1 is opaque.
    public var alpha: Double

    /// Creates a color from its channels, each 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a gray from its brightness and alpha.
    ///
    /// - Parameters:
    ///   - white: 0 for black, 1 for white.
    ///   - alpha: 1 for opaque.
    public init(white: Double, alpha: Double = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a color from 8-bit channels and an alpha.
    public init(_ color: Color, alpha: Double = 1) {
        self.init(
            red: Double(color.red) / 255,
            green: Double(color.green) / 255,
            blue: Double(color.blue) / 255,
            alpha: alpha
        )
    }
}

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

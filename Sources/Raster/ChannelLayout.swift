// SPDX-License-Identifier: Apache-2.0

/// The channels of an image, in the order of their planes.
package enum ChannelLayout: UInt8, Hashable, Sendable, CaseIterable {
    /// One channel of luminance.
    case gray
    /// Luminance and alpha.
    case grayAlpha
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and alpha.
    case rgba

    /// The number of planes, alpha included.
    package var channelCount: Int {
        switch self {
        case .gray: 1
        case .grayAlpha: 2
        case .rgb: 3
        case .rgba: 4
        }
    }

    /// The number of planes that hold color: 1 or 3.
    package var colorChannelCount: Int { isColor ? 3 : 1 }

    /// Whether the last plane is alpha.
    package var hasAlpha: Bool { self == .grayAlpha || self == .rgba }

    /// Whether there are three color channels.
    package var isColor: Bool { self == .rgb || self == .rgba }

    /// The same color channels followed by alpha.
    package var addingAlpha: ChannelLayout { isColor ? .rgba : .grayAlpha }

    /// The same color channels without alpha.
    package var removingAlpha: ChannelLayout { isColor ? .rgb : .gray }
}

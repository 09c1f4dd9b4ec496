// SPDX-License-Identifier: Apache-2.0

/// The parameters that placeholders alone have.
package struct PlaceholderParameters: Hashable, Sendable {
    /// The number of horizontal components of the BlurHash.
    package internal(set) var xComponents = 4
    /// The number of vertical components of the BlurHash.
    package internal(set) var yComponents = 3
    /// The greatest number of colors in the palette.
    package internal(set) var colors = 5

    /// Creates parameters with the default numbers of components and colors.
    package init() {}
}

// SPDX-License-Identifier: Apache-2.0

package import Raster

extension StraightColor {
    /// Parses a CSS color: a name, `#rrggbb`, `rgb()`, `hsl()`, `hwb()` and variants.
    ///
    /// - Parameter text: The color; `currentcolor` is black.
    /// - Throws: The error and its position.
    package init(css text: String) throws(FilterListError) {
        guard text.utf8.count <= FilterList.lengthLimit else {
            throw .tooLong(limit: FilterList.lengthLimit)
        }
        var parser = FilterListParser(text)
        parser.skipSpace()
        self = try parser.color(expected: "a color")
        parser.skipSpace()
        let rest = parser.next
        guard rest.kind == .end else { throw parser.unexpected(rest, "nothing after the color") }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A parsed list of CSS filter functions, as in `filter` and `backdrop-filter`, and of this
/// engine's own.
///
/// The grammar is `<filter-value-list>` or `none`, with CSS tokens: names and units
/// in any case, comments, escapes, percentages, angles, lengths, math functions and colors. Closing
/// parentheses may be missing at the end. Values that need a style sheet, a viewport or an element,
/// such as `var()` and `5vw`, are refused by name.
///
/// Reference: Filter Effects Module Level 1, section 6; CSS Values and Units Module Level 4; CSS
/// Color Module Levels 4 and 5.
public struct FilterList: Hashable, Sendable {
    /// The greatest length of a list, in bytes.
    public static let lengthLimit = 2048

    /// The greatest number of filters in a list.
    public static let countLimit = 16

    /// The greatest depth of nested functions and parentheses, not counting the filter functions
    /// themselves.
    public static let depthLimit = 32

    /// The filters in order, with the default edge mode and blur kernel, and with 1 pixel per
    /// point.
    private let filters: [Filter]

    /// The names of the filter functions, in order.
    package let names: [String]

    /// The source text if it has lengths in points (`pt`), parsed again once the pixels
    /// per point are known; else nil.
    private let textInPoints: String?

    /// The empty list, `none`.
    public static let none = FilterList([], names: [])

    init(_ filters: [Filter], names: [String], inPoints text: String? = nil) {
        self.filters = filters
        self.names = names
        textInPoints = text
    }

    /// Parses a list of filter functions in CSS syntax.
    ///
    /// - Parameter text: A value of the CSS property `filter`.
    /// - Throws: The first error.
    package init(_ text: String) throws(FilterListError) {
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
        var parser = FilterListParser(text)
        self = try parser.list()
    }

    /// Whether the list has lengths in points (`pt`).
    package var hasPoints: Bool { textInPoints != nil }

    /// The source text of a list with lengths in points (`pt`); empty if it has none.
    package var text: String { textInPoints ?? "" }

    /// Converts lengths in points (`pt`) to pixels.
    ///
    /// - Parameter scale: The pixels of one `pt`.
    /// - Returns: A list whose lengths are pixels.
    /// - Throws: An error when a length is out of its range at this scale.
    package func scaled(by scale: Double) throws(FilterListError) -> FilterList {
        guard let textInPoints else { return self }
        var parser = FilterListParser(textInPoints, scale: scale)
        let list = try parser.list()
        return FilterList(list.filters, names: names)
    }

    /// Whether the list contains `blur()`, the only function that a blur kernel applies to.
    package var hasBlur: Bool { filters.contains { $0.details.takesKernel } }

    /// Whether an edge mode can change the result: any mode with `blur()` or `variable-blur()`, and
    /// ``EdgeMode/expand`` with `drop-shadow()`.
    package func sees(_ edge: EdgeMode) -> Bool {
        filters.contains { $0.details.sees(edge) }
    }

    /// Whether nothing is left of any image: alpha becomes 0, and no matrix adds to it later.
    package var vanishes: Bool {
        guard let last = filters.lastIndex(where: { $0 == .color(.opacity(0)) }) else {
            return false
        }
        return !names[last...].contains("color-matrix")
    }

    /// The images used as masks by the filters; one that is used twice appears twice.
    package var resources: [ResourceID] { filters.flatMap(\.resources) }

    /// The filters in order, with the given edge mode and blur kernel applied.
    ///
    /// - Parameters:
    ///   - edge: The edge mode of the blurs.
    ///   - kernel: The kernel of `blur()`.
    /// - Returns: One filter for each function, including those without effect.
    /// - Throws: ``EffectError/unsupportedEdge(_:)`` when a blur does not support the edge mode.
    package func filters(
        edge: EdgeMode,
        kernel: BlurKernel = .gaussian
    ) throws(EffectError) -> [Filter] {
        var resolved: [Filter] = []
        for filter in filters {
            resolved.append(try filter.details.resolved(edge: edge, kernel: kernel) ?? filter)
        }
        return resolved
    }
}

// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A parsed list of CSS filter functions, as in `filter` and `backdrop-filter`, and of this
/// engine's own.
///
/// The grammar is that of `<filter-value-list>` or `none`, with the tokens of CSS: names and units
/// in any case, comments, escapes, percentages, angles and absolute lengths. Values that need a
/// style sheet, such as `calc()`, `var()` and `5em`, are refused by name. A missing closing
/// parenthesis is refused too, although style sheets add it.
///
/// Reference: Filter Effects Module Level 1, section 6; CSS Values and Units Module Level 4; CSS
/// Color Module Level 4.
public struct FilterList: Hashable, Sendable {
    /// The greatest length of a list, in bytes.
    public static let lengthLimit = 2048

    /// The greatest number of filters in a list.
    public static let countLimit = 16

    /// The filters in order, with the default edge mode and kernel.
    private let filters: [Filter]

    /// The names of the filters, in order.
    public let names: [String]

    /// The empty list, `none`.
    public static let none = FilterList([], names: [])

    init(_ filters: [Filter], names: [String]) {
        self.filters = filters
        self.names = names
    }

    /// Parses a list.
    ///
    /// - Parameter text: A value of the CSS property `filter`.
    /// - Throws: The first error.
    public init(_ text: String) throws(FilterListError) {
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
        var parser = FilterListParser(text)
        self = try parser.list()
    }

    /// Whether the list has `blur()`, so that a kernel can be chosen.
    public var hasBlur: Bool { filters.contains { $0.details.takesKernel } }

    /// Whether the list has `blur()` or `variable-blur()`, so that an edge mode can be chosen.
    public var seesEdges: Bool { filters.contains { $0.details.seesEdges } }

    /// The pictures that the list uses, each as often as it is used.
    public var resources: [ResourceID] { filters.flatMap(\.resources) }

    /// The filters in order, with an edge mode and a kernel.
    ///
    /// - Parameters:
    ///   - edge: The edge mode of the blurs.
    ///   - kernel: The kernel of `blur()`.
    /// - Returns: One filter for each function, including those without effect.
    /// - Throws: ``EffectError/unsupportedEdge(_:)`` when a blur does not support the edge mode.
    public func filters(
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

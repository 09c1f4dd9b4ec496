// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A list of filters in the words of CSS, checked: what `filter` and `backdrop-filter` take, and the
/// filters of this engine beside it.
///
/// The grammar is that of `<filter-value-list>` or `none`, over the tokens of CSS: names and units
/// in any case, comments, escapes, percentages, angles and absolute lengths. Values that CSS leaves
/// to a style sheet, such as `calc()`, `var()` and `5em`, are refused by name; a list that ends
/// inside of a function is refused, where style sheets close what is open.
///
/// Reference: Filter Effects Module Level 1, section 6; CSS Values and Units Module Level 4; CSS
/// Color Module Level 4.
public struct FilterList: Hashable, Sendable {
    /// The most bytes of a list.
    public static let lengthLimit = 2048

    /// The most filters of a list.
    public static let countLimit = 16

    /// The filters with the default edge mode and kernel, in the order in which they are applied.
    private let filters: [Filter]

    /// The names of the filters, in the order in which they are applied.
    public let names: [String]

    /// The list without a filter, `none`.
    public static let none = FilterList([], names: [])

    init(_ filters: [Filter], names: [String]) {
        self.filters = filters
        self.names = names
    }

    /// Reads a list.
    ///
    /// - Parameter text: What `filter` takes in CSS.
    /// - Throws: The first fault.
    public init(_ text: String) throws(FilterListError) {
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
        var parser = FilterListParser(text)
        self = try parser.list()
    }

    /// Whether a kernel can be chosen: the list has `blur()`.
    public var hasBlur: Bool { filters.contains { $0.details.takesKernel } }

    /// Whether an edge mode can be chosen: the list has `blur()` or `variable-blur()`.
    public var seesEdges: Bool { filters.contains { $0.details.seesEdges } }

    /// The pictures that the list needs, each as often as it is used.
    public var resources: [ResourceID] { filters.flatMap(\.resources) }

    /// The filters, in the order in which they are applied.
    ///
    /// - Parameters:
    ///   - edge: The pixels that blurs see beyond the picture.
    ///   - kernel: The kernel of `blur()`.
    /// - Returns: One filter for each function, those that change nothing among them.
    /// - Throws: ``EffectError/unsupportedEdge(_:)`` when a blur of the list does not know the edge
    ///   mode.
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

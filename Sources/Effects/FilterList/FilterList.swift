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

    /// One filter, with everything decided that the list decides.
    enum Entry: Hashable, Sendable {
        /// A Gaussian, or what stands for one.
        case blur(sigma: Double)
        /// A blur with a mask.
        case variableBlur(sigma: Double, Mask)
        /// A filter that knows neither edges nor kernels.
        case filter(Filter)
    }

    let entries: [Entry]

    /// The names of the filters, in the order in which they are applied.
    public let names: [FilterFunction.Name]

    /// The list without a filter, `none`.
    public static let none = FilterList(entries: [], names: [])

    init(entries: [Entry], names: [FilterFunction.Name]) {
        self.entries = entries
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
    public var hasBlur: Bool { names.contains(.blur) }

    /// Whether an edge mode can be chosen: the list has `blur()` or `variable-blur()`.
    public var seesEdges: Bool { hasBlur || names.contains(.variableBlur) }

    /// The pictures that the list needs, each as often as it is used.
    public var resources: [ResourceID] {
        entries.compactMap { entry in
            if case .variableBlur(_, let mask) = entry { mask.picture } else { nil }
        }
    }

    /// The filters, in the order in which they are applied.
    ///
    /// - Parameters:
    ///   - edge: What blurs see beyond the picture.
    ///   - kernel: What `blur()` stands for.
    /// - Returns: One filter for each function, those that change nothing among them.
    /// - Throws: ``EffectError/unsupportedEdge(_:)`` when a blur of the list does not know the edge
    ///   mode.
    public func filters(
        edge: EdgeMode,
        kernel: BlurKernel = .gaussian
    ) throws(EffectError) -> [Filter] {
        var filters: [Filter] = []
        for entry in entries {
            switch entry {
            case .blur(let sigma):
                filters.append(try kernel.filter(sigma: Float(sigma), edge: edge))
            case .variableBlur(let sigma, let mask):
                filters.append(
                    .variableBlur(try VariableBlur(sigma: Float(sigma), mask: mask, edge: edge))
                )
            case .filter(let filter): filters.append(filter)
            }
        }
        return filters
    }
}

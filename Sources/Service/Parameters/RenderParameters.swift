// SPDX-License-Identifier: Apache-2.0

import Codecs
public import Raster

/// The parameters of one rendering, checked; absent ones stand as their defaults.
///
/// Values are equal exactly when requests mean the same: their order, the way numbers are written
/// and stated defaults make no difference.
public struct RenderParameters: Hashable, Sendable {
    /// The standard deviation of the blur, in pixels; 0 for none.
    public private(set) var blur = 0.0
    /// The multiplier of saturation; 1 for no change.
    public private(set) var saturate = 1.0
    /// What the blur sees beyond the picture.
    public private(set) var edge = EdgeMode.clamp
    /// The encoding that was asked for.
    public private(set) var format = FormatChoice.auto
    /// The JPEG quality.
    public private(set) var quality = JPEGOptions.defaultQuality
    /// Whether JPEG keeps chroma at full resolution (4:4:4).
    public private(set) var keepsChroma = false
    /// Whether JPEG has several scans.
    public private(set) var isProgressive = false
    /// Whether JPEG has Huffman tables made for the picture.
    public private(set) var isOptimized = false
    /// The PNG compression level; `nil` for the fast way.
    public private(set) var compression: Int?
    /// The color below transparent parts in a JPEG.
    public private(set) var background = Color.white
    /// Whether 8-bit samples are dithered.
    public private(set) var dithers = false

    /// The defaults of every parameter: the picture itself, upright, encoded again.
    public init() {}

    /// Creates parameters from names and values, percent-decoded, in any order.
    ///
    /// - Parameters:
    ///   - pairs: What the query string, the form or the command line says.
    ///   - isComplete: Whether these are all; when more may follow, conflicts are not looked for.
    /// - Throws: The first fault, in the order of the pairs; conflicts come last.
    public init(
        _ pairs: [(name: String, value: String)],
        isComplete: Bool = true
    ) throws(ParameterError) {
        var stated: Set<RenderParameter.Name> = []
        for (text, value) in pairs {
            guard let name = RenderParameter.Name(rawValue: text) else {
                throw .unknown(name: text, suggestion: Suggestion.nearest(to: text))
            }
            guard stated.insert(name).inserted else { throw .repeated(name: text) }
            try set(name, to: value)
        }
        if isComplete { try refuseConflicts(among: stated) }
    }

    private mutating func set(
        _ name: RenderParameter.Name,
        to value: String
    ) throws(ParameterError) {
        switch name {
        case .blur: blur = try ParameterValue.number(value, for: name)
        case .saturate: saturate = try ParameterValue.number(value, for: name)
        case .edge: edge = try ParameterValue.word(value, for: name)
        case .format: format = try ParameterValue.word(value, for: name)
        case .quality: quality = try ParameterValue.integer(value, for: name) ?? quality
        case .subsampling: keepsChroma = try ParameterValue.choice(value, for: name) == "444"
        case .progressive: isProgressive = try ParameterValue.flag(value, for: name)
        case .optimize: isOptimized = try ParameterValue.flag(value, for: name)
        case .compression: compression = try ParameterValue.integer(value, for: name)
        case .background: background = try ParameterValue.color(value, for: name)
        case .dither: dithers = try ParameterValue.flag(value, for: name)
        }
    }

    /// Refuses what would silently do nothing: `edge` without `blur`, and the options of one
    /// format when the other was asked for by name.
    private func refuseConflicts(
        among stated: Set<RenderParameter.Name>
    ) throws(ParameterError) {
        for row in RenderParameter.table where stated.contains(row.name) {
            switch row.scope {
            case .effect, .output: break
            case .blur:
                guard stated.contains(.blur) else { throw .conflict(row.name, other: .blur) }
            case .format(let needed):
                guard format == .auto || format.rawValue == needed.rawValue else {
                    throw .conflict(row.name, other: .format)
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
public import Effects
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
    /// The filters in the words of CSS; none when blur or saturation is stated.
    public private(set) var filter = FilterList.none
    /// What a blur is made of.
    public private(set) var kernel = BlurKernel.gaussian
    /// What the blur sees beyond the picture.
    public private(set) var edge = EdgeMode.clamp
    /// The material.
    public private(set) var material: MaterialStyle?
    /// Whether a text decides about the material.
    private var isMaterialChosen = false
    /// What is to be legible on the material, if that decides about it.
    public private(set) var legibility: LegibilityParameters?
    /// The traits that the material was chosen by, and that no parameter stated.
    public private(set) var settledTraits: Set<Traits.Trait> = []
    /// What is said about the screen.
    public private(set) var traits = PartialTraits()
    /// The color of the material, where it takes one.
    public private(set) var tint = Color.white
    /// The parts of the picture that the effect is kept to.
    public private(set) var region = RegionParameters()
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

    /// Whether a scene says what is to be seen, and the parameters what is known of the screen and how
    /// the result is written.
    public private(set) var areBesideScene = false

    /// The defaults of every parameter: the picture itself, upright, encoded again.
    public init() {}

    /// Creates parameters from names and values, percent-decoded, in any order.
    ///
    /// - Parameters:
    ///   - pairs: What the query string, the form or the command line says.
    ///   - isComplete: Whether these are all; when more may follow, conflicts are not looked for.
    ///   - areBesideScene: Whether a scene says what is to be seen.
    /// - Throws: The first fault, in the order of the pairs; conflicts come last.
    public init(
        _ pairs: [(name: String, value: String)],
        isComplete: Bool = true,
        areBesideScene: Bool = false
    ) throws(ParameterError) {
        self.areBesideScene = areBesideScene
        var stated: Set<RenderParameter.Name> = []
        for (text, value) in pairs {
            guard let name = RenderParameter.Name(rawValue: text) else {
                throw .unknown(name: text, suggestion: Suggestion.nearest(to: text))
            }
            guard stated.insert(name).inserted || RenderParameter.row(for: name).mayRepeat else {
                throw .repeated(name: text)
            }
            try set(name, to: value)
        }
        // What lies beside a part of a picture is no edge of it.
        if region.isPartial && !stated.contains(.edge) && kernel != .apple3box {
            edge = Scene.Pane.filterEdge
        }
        if isMaterialChosen { legibility = legibility ?? LegibilityParameters() }
        if isComplete { try refuseConflicts(among: stated) }
    }

    private mutating func setMaterial(
        _ name: RenderParameter.Name,
        to value: String
    ) throws(ParameterError) {
        switch name {
        case .appearance:
            traits.appearance = Appearance(
                rawValue: try ParameterValue.choice(value, for: name)
            )
        case .scale: traits.scale = try ParameterValue.integer(value, for: name)
        case .reduceTransparency:
            traits.reducesTransparency = try ParameterValue.openFlag(value, for: name)
        case .increaseContrast:
            traits.increasesContrast = try ParameterValue.openFlag(value, for: name)
        case .solid: traits.solid = try ParameterValue.openColor(value, for: name)
        case .tint: tint = try ParameterValue.color(value, for: name)
        case .text, .contrast, .measure, .textBox:
            var legibility = legibility ?? LegibilityParameters()
            try legibility.set(name, to: value)
            self.legibility = legibility
        default:
            if value == RenderParameter.automatic {
                // What lies where is the same for all; which it is shows with the picture.
                material = .systemMaterial
                isMaterialChosen = true
            } else {
                material = try ParameterValue.name(value, for: name)
            }
        }
    }

    private mutating func set(
        _ name: RenderParameter.Name,
        to value: String
    ) throws(ParameterError) {
        switch name {
        case .blur: blur = try ParameterValue.number(value, for: name)
        case .saturate: saturate = try ParameterValue.number(value, for: name)
        case .filter: filter = try ParameterValue.filterList(value)
        case .kernel: kernel = try ParameterValue.word(value, for: name)
        case .edge: edge = try ParameterValue.word(value, for: name)
        case .material, .appearance, .scale, .reduceTransparency, .increaseContrast, .solid,
            .tint, .text, .contrast, .measure, .textBox:
            try setMaterial(name, to: value)
        case .region, .corner, .cornerCurve, .invertRegion, .mask, .maskChannel, .redact:
            try region.set(name, to: value)
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

    /// Refuses what would silently do nothing, such as `edge` without a blur, what is said about a
    /// material without one or the options of one format when the other was asked for by name, and
    /// what cannot be had together.
    private func refuseConflicts(
        among stated: Set<RenderParameter.Name>
    ) throws(ParameterError) {
        if material != nil {
            let others: [RenderParameter.Name] = [.blur, .saturate, .filter, .kernel, .edge]
            for name in others where stated.contains(name) {
                throw .exclusive(name, other: .material)
            }
        }
        for other in [RenderParameter.Name.blur, .saturate]
        where stated.contains(.filter) && stated.contains(other) {
            throw .contradiction(.filter, other: other)
        }
        for row in RenderParameter.table where stated.contains(row.name) {
            switch row.scope {
            case .effect where areBesideScene, .blur where areBesideScene,
                .tintedMaterial where areBesideScene, .region where areBesideScene,
                .corner where areBesideScene, .mask where areBesideScene,
                .kernel where areBesideScene:
                throw .besideScene(row.name)
            case .effect, .output: break
            case .material:
                guard material != nil || areBesideScene || row.name == .scale && region.hasPoints
                else {
                    throw .conflict(row.name, other: .material)
                }
            case .legibility:
                guard isMaterialChosen else { throw .conflict(row.name, other: .material) }
            case .tintedMaterial:
                guard material?.takesTint == true else {
                    throw .conflict(row.name, other: .material)
                }
            case .region:
                guard !region.regions.isEmpty else { throw .conflict(row.name, other: .region) }
            case .corner:
                guard stated.contains(.corner) else { throw .conflict(row.name, other: .corner) }
            case .mask:
                guard region.mask != nil else { throw .conflict(row.name, other: .mask) }
            case .blur:
                guard stated.contains(.blur) || filter.seesEdges else {
                    throw .conflict(row.name, other: .blur)
                }
            case .kernel:
                guard stated.contains(.blur) || filter.hasBlur else {
                    throw .conflict(row.name, other: .blur)
                }
            case .format(let needed):
                guard format == .auto || format.rawValue == needed.rawValue else {
                    throw .conflict(row.name, other: .format)
                }
            }
        }
        try legibility?.refuseConflicts()
        try refuseRegionConflicts(among: stated)
        if traits.solid != nil, traits.reducesTransparency == false {
            throw .conflict(.solid, other: .reduceTransparency)
        }
        // Not every blur knows every edge mode.
        _ = try plan()
    }

    /// The parameters of the material that was chosen.
    func settled(on choice: LegibilityTable.Choice) -> RenderParameters {
        var settled = self
        settled.settledTraits = Set(Traits.Trait.allCases).subtracting(traits.known)
        settled.legibility = nil
        settled.isMaterialChosen = false
        settled.material = choice.row.material ?? .systemMaterial
        settled.traits.appearance = choice.row.appearance
        if choice.row.material == nil { settled.traits.reducesTransparency = true }
        return settled
    }
}

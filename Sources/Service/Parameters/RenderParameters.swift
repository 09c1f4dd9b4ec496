// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
public import Raster

/// The parameters of one rendering, checked; absent ones stand as their defaults.
///
/// Values are equal exactly when requests mean the same: their order, the way numbers are written
/// and stated defaults make no difference.
public struct RenderParameters: Hashable, Sendable {
    /// The standard deviation of the blur, in pixels; 0 for none.
    public internal(set) var blur = 0.0
    /// The multiplier of saturation; 1 for no change.
    public internal(set) var saturate = 1.0
    /// The filters in the words of CSS; none when blur or saturation is stated.
    public internal(set) var filter = FilterList.none
    /// What a blur is made of.
    public internal(set) var kernel = BlurKernel.gaussian
    /// What the blur sees beyond the picture.
    public internal(set) var edge = EdgeMode.clamp
    /// The material, or who decides about it.
    var materialChoice = MaterialChoice.none
    /// The text that decides about the material, where ``materialChoice`` leaves that to a text.
    var goal = LegibilityParameters()
    /// The traits that the material was chosen by, and that no parameter stated.
    public internal(set) var settledTraits: Set<Traits.Trait> = []
    /// What is said about the screen.
    public internal(set) var traits = PartialTraits()
    /// The color of the material, where it takes one.
    public internal(set) var tint = Color.white
    /// The parts of the picture that the effect is kept to.
    public internal(set) var region = RegionParameters()
    /// The format that was asked for; `nil` leaves it to the client's `Accept` and to the picture.
    public internal(set) var format: OutputFormat?
    /// The JPEG quality.
    public internal(set) var quality = JPEGOptions.defaultQuality
    /// The density of color samples in a JPEG.
    public internal(set) var subsampling = JPEGOptions.Subsampling.s420
    /// Whether JPEG has several scans.
    public internal(set) var isProgressive = false
    /// Whether JPEG has Huffman tables made for the picture.
    public internal(set) var isOptimized = false
    /// The PNG compression level; `nil` for the fast way.
    public internal(set) var compression: Int?
    /// The color below transparent parts in a JPEG.
    public internal(set) var background = Color.white
    /// Whether 8-bit samples are dithered.
    public internal(set) var dithers = false

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
        var stated: Set<RenderParameter> = []
        for (name, value) in pairs {
            guard let parameter = RenderParameter.named(name) else {
                throw .unknown(name: name, suggestion: Suggestion.nearest(to: name))
            }
            guard stated.insert(parameter).inserted || parameter.mayRepeat else {
                throw .repeated(name: name)
            }
            try parameter.read(value, into: &self)
        }
        // What lies beside a part of a picture is no edge of it.
        if region.isPartial && !stated.contains(.edge) && kernel != .apple3box {
            edge = Scene.Pane.filterEdge
        }
        if isComplete { try refuseConflicts(among: stated, areBesideScene: areBesideScene) }
    }

    /// Refuses what would silently do nothing, such as `edge` without a blur, what is said about a
    /// material without one or the options of one format when the other was asked for by name, and
    /// what cannot be had together.
    private func refuseConflicts(
        among stated: Set<RenderParameter>,
        areBesideScene: Bool
    ) throws(ParameterError) {
        for row in RenderParameter.table where stated.contains(row) {
            if material != nil, row.excludesMaterial { throw .exclusive(row, other: .material) }
        }
        for row in RenderParameter.table where stated.contains(row) && stated.contains(.filter) {
            if row.isShortEffect { throw .contradiction(.filter, other: row) }
        }
        for row in RenderParameter.table where stated.contains(row) {
            switch row.scope {
            case .effect where areBesideScene, .area where areBesideScene,
                .blur where areBesideScene,
                .tintedMaterial where areBesideScene, .region where areBesideScene,
                .corner where areBesideScene, .mask where areBesideScene,
                .kernel where areBesideScene:
                throw .besideScene(row)
            case .effect, .area, .output: break
            case .material:
                guard material != nil || areBesideScene || row == .scale && region.hasPoints
                else {
                    throw .conflict(row, other: .material)
                }
            case .legibility:
                guard materialChoice == .legible else { throw .conflict(row, other: .material) }
            case .tintedMaterial:
                guard material?.takesTint == true else {
                    throw .conflict(row, other: .material)
                }
            case .region:
                guard !region.regions.isEmpty else { throw .conflict(row, other: .region) }
            case .corner:
                guard stated.contains(.corner) else { throw .conflict(row, other: .corner) }
            case .mask:
                guard region.mask != nil else { throw .conflict(row, other: .mask) }
            case .blur:
                guard stated.contains(.blur) || filter.seesEdges else {
                    throw .conflict(row, other: .blur)
                }
            case .kernel:
                guard stated.contains(.blur) || filter.hasBlur else {
                    throw .conflict(row, other: .blur)
                }
            case .format(let needed):
                guard format == nil || format == needed else {
                    throw .conflict(row, other: .format)
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
        settled.goal = LegibilityParameters()
        settled.materialChoice = .style(choice.row.material ?? .systemMaterial)
        settled.traits.appearance = choice.row.appearance
        if choice.row.material == nil { settled.traits.reducesTransparency = true }
        return settled
    }
}

extension RenderParameters {
    /// The material that is asked for, or who decides about it.
    enum MaterialChoice: Hashable, Sendable {
        /// No material.
        case none
        /// The thinnest material on which a text is legible.
        case legible
        /// The material of a name.
        case style(MaterialStyle)
    }

    /// The material; until a text has decided about it, one that lies where each of them would.
    public var material: MaterialStyle? {
        switch materialChoice {
        case .none: nil
        case .legible: .systemMaterial
        case .style(let style): style
        }
    }

    /// The text to be legible on the material, if that decides about it.
    public var legibility: LegibilityParameters? { materialChoice == .legible ? goal : nil }
}

extension RenderParameter {
    /// Whether the parameter is an effect without an order among the filters of a list.
    fileprivate var isShortEffect: Bool {
        scope == .effect && self != .filter && self != .material
    }

    /// Whether the parameter is an effect, or a detail of a blur, which a material has by itself.
    fileprivate var excludesMaterial: Bool {
        switch scope {
        case .effect: self != .material
        case .blur, .kernel: true
        case .area, .material, .legibility, .tintedMaterial, .region, .corner, .mask, .output,
            .format:
            false
        }
    }
}

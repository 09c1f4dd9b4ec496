// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster
package import Rendering

/// The checked parameters of a rendering, with defaults for absent ones.
///
/// Parameters are equal exactly if requests have the same meaning. The order of parameters, the
/// notation of numbers, and explicit defaults make no difference.
package struct RenderParameters: Hashable, Sendable {
    /// The standard deviation of the blur; 0 for none.
    package internal(set) var blur = Length.zero
    /// The multiplier of saturation; 1 for no change.
    package internal(set) var saturate = 1.0
    /// The list of CSS filter functions; empty if blur or saturation is given.
    package internal(set) var filter = FilterList.none
    /// The kernel of the blur.
    package internal(set) var kernel = BlurKernel.gaussian
    /// The edge mode of the blur.
    package internal(set) var edge = EdgeMode.clamp
    /// The material, or the way to choose it.
    var materialChoice = MaterialChoice.none
    /// The text for which the material is chosen, if ``materialChoice`` requires that.
    var goal = LegibilityParameters()
    /// The traits of the screen that decided the choice of the material, and that no parameter set.
    package internal(set) var settledTraits: Set<Traits.Trait> = []
    /// The traits of the screen, as far as parameters set them.
    package internal(set) var traits = PartialTraits()
    /// The tint of the material, if it accepts one; its alpha has no effect, as in UIKit.
    package internal(set) var tint = StraightColor(.white)
    /// The regions to which the effect is restricted.
    package internal(set) var region = RegionParameters()
    /// The crop, the size, the rotation and the padding of the result.
    package internal(set) var geometry = Geometry()
    /// The shape of the result; nil for a rectangle.
    package internal(set) var clip: ClipShape?
    /// The requested frame of the file, from 1; nil to take the first frame of any file.
    package internal(set) var frame: Int?
    /// The requested frames of a moving image.
    package internal(set) var frames = FrameChoice.automatic
    /// The requested format; `nil` leaves the choice to `Accept` and the source.
    package internal(set) var format: OutputFormat?
    /// The goal by which the format is chosen, if none is requested.
    package internal(set) var preference = FormatPreference.auto
    /// The encoder settings for all formats; only those of the result's format are used.
    package internal(set) var encoder = EncoderSettings()
    /// The color behind transparent pixels in a format without alpha.
    package internal(set) var background = Color.white
    /// The color space of the result.
    package internal(set) var profile = ProfileChoice.keep
    /// The requested numbers of components and colors of a placeholder.
    package internal(set) var placeholder = PlaceholderParameters()
    /// The kinds of damage that decoding tolerates.
    package internal(set) var damage = DamagePolicy.warn

    /// Creates the defaults: the picture itself, upright, encoded again.
    package init() {}

    /// Parses and checks parameters from their decoded names and values, in any order.
    ///
    /// - Parameters:
    ///   - pairs: The parameters of the query string, the form or the command line.
    ///   - isComplete: Whether these are all; conflicts are only checked then.
    ///   - areBesideScene: Whether a scene sets the effects.
    /// - Throws: The first error, in the order of the pairs; conflicts come last.
    package init(
        _ pairs: [(name: String, value: String)],
        isComplete: Bool = true,
        areBesideScene: Bool = false
    ) throws(ParameterError) {
        var stated: [RenderParameter] = []
        for (name, value) in pairs {
            guard let parameter = RenderParameter.named(name) else {
                throw .unknown(name: name, suggestion: Suggestion.nearest(to: name))
            }
            if !stated.contains(parameter) {
                stated.append(parameter)
            } else if !parameter.mayRepeat {
                throw .repeated(name: name)
            }
            try parameter.read(value, into: &self)
        }
        // The border of a region is not an edge of the picture: by default it is mirrored.
        if region.isPartial && !stated.contains(.edge) && kernel != .apple3box {
            edge = Scene.Layer.filterEdge
        }
        if isComplete { try refuseConflicts(among: stated, areBesideScene: areBesideScene) }
    }

    /// Refuses parameters without effect and parameters that exclude each other.
    ///
    /// Without effect are, for example, `edge` without a blur, parameters of a material without
    /// one, and options of one format if another is requested.
    private func refuseConflicts(
        among stated: [RenderParameter],
        areBesideScene: Bool
    ) throws(ParameterError) {
        for row in stated {
            if material != nil, row.excludesMaterial { throw .exclusive(row, other: .material) }
        }
        if stated.contains(.filter), let row = stated.first(where: \.isShortEffect) {
            throw .contradiction(.filter, other: row)
        }
        for row in stated {
            switch row.scope {
            case .effect where areBesideScene, .area where areBesideScene,
                .blur where areBesideScene,
                .tintedMaterial where areBesideScene, .region where areBesideScene,
                .clip where areBesideScene, .corner where areBesideScene,
                .mask where areBesideScene,
                .kernel where areBesideScene, .geometry where areBesideScene,
                .resizing where areBesideScene, .framing where areBesideScene,
                .backdrop where areBesideScene, .caps where areBesideScene,
                .rotation where areBesideScene:
                throw .besideScene(row)
            // Their conflicts are those of the geometry.
            case .geometry, .resizing, .framing, .backdrop, .caps, .rotation: break
            case .effect, .area, .output: break
            case .material:
                let isUsed =
                    row == .scale && (hasPoints || geometry.followsClient)
                    || geometry.backdropMaterial != nil
                guard material != nil || areBesideScene || isUsed else {
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
            case .clip:
                guard row == .clip || clip == nil || !region.regions.isEmpty else {
                    throw .exclusive(row, other: .clip)
                }
            case .corner:
                guard stated.contains(.corner) else { throw .conflict(row, other: .corner) }
            case .mask:
                guard region.mask != nil else { throw .conflict(row, other: .mask) }
            case .blur:
                guard stated.contains(.blur) || filter.sees(edge) else {
                    throw .conflict(row, other: .blur)
                }
            case .kernel:
                guard stated.contains(.blur) || filter.hasBlur else {
                    throw .conflict(row, other: .blur)
                }
            case .formats(let possible):
                guard format.map(possible.contains) ?? true else {
                    throw .conflict(row, other: .format)
                }
            case .negotiation:
                guard format == nil else { throw .exclusive(row, other: .format) }
            }
        }
        if stated.contains(.frames), stated.contains(.frame) {
            throw .exclusive(.frames, other: .frame)
        }
        if frames.isMoving, let format, !format.moves {
            throw .contradiction(.frames, other: .format)
        }
        try legibility?.refuseConflicts()
        try refuseRegionConflicts(among: stated)
        try refuseGeometryConflicts(among: stated)
        if traits.solid != nil, traits.reducesTransparency == false {
            throw .conflict(.solid, other: .reduceTransparency)
        }
        if !areBesideScene, case .style(let style) = materialChoice,
            let appearance = traits.appearance, !style.appearances.contains(appearance)
        {
            throw .fixedAppearance(style)
        }
        try refuseEdge()
    }

    /// Returns the parameters with the chosen material in place of `auto`.
    func settled(on choice: LegibilityTable.Choice) -> RenderParameters {
        var settled = self
        settled.settledTraits = Traits.Trait.ofStyles.subtracting(traits.known)
        settled.goal = LegibilityParameters()
        settled.materialChoice = .style(choice.row.material ?? .systemMaterial)
        settled.traits.appearance = choice.row.appearance
        if choice.row.material == nil { settled.traits.reducesTransparency = true }
        return settled
    }
}

extension RenderParameters {
    /// The requested material, or the way to choose it.
    enum MaterialChoice: Hashable, Sendable {
        /// No material.
        case none
        /// The thinnest material on which a text is legible.
        case legible
        /// The named material.
        case style(MaterialStyle)
    }

    /// The material, or nil for none; `systemMaterial` as a substitute until `auto` is decided.
    package var material: MaterialStyle? {
        switch materialChoice {
        case .none: nil
        case .legible: .systemMaterial
        case .style(let style): style
        }
    }

    /// The text on which the choice of the material depends; nil if the material is named or absent.
    package var legibility: LegibilityParameters? { materialChoice == .legible ? goal : nil }
}

extension RenderParameter {
    /// Whether the parameter is a short form of a filter, such as `blur`; it excludes `filter`.
    fileprivate var isShortEffect: Bool {
        scope == .effect && self != .filter && self != .material
    }

    /// Whether the parameter is an effect, or a detail of a blur; a material excludes both.
    fileprivate var excludesMaterial: Bool {
        switch scope {
        case .effect: self != .material
        case .blur, .kernel: true
        case .area, .material, .legibility, .tintedMaterial, .region, .clip, .corner, .mask,
            .geometry,
            .resizing, .framing, .backdrop, .caps, .rotation, .output, .formats, .negotiation:
            false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
import Raster
package import Rendering

extension RenderParameters {
    /// Makes the rendering steps for the parameters' material or filters, on the whole picture.
    ///
    /// - Parameter hints: The client hints about the screen.
    /// - Returns: The steps.
    /// - Throws: An error when a length in points is out of its range at the scale of the screen.
    package func plan(
        hints: PartialTraits = PartialTraits()
    ) throws(ParameterError) -> Plan {
        let traits = traits.completed(by: hints)
        if let material { return Plan(filters: material.filters(traits, tint: tint)) }
        let list: FilterList
        do throws(FilterListError) { list = try filter.scaled(by: traits.scale) } catch {
            throw .css(.filter, error, value: filter.text)
        }
        return Plan(filters: try filters(list, traits.scale))
    }

    /// Refuses an edge mode that a blur or the kernel does not support.
    func refuseEdge() throws(ParameterError) {
        if material == nil { _ = try filters(filter, Traits.scaleRange.lowerBound) }
    }

    /// Makes the filters that the parameters name, at a scale in pixels per point.
    private func filters(
        _ list: FilterList,
        _ scale: Double
    ) throws(ParameterError) -> [Filter] {
        do throws(EffectError) {
            if list != .none { return try list.filters(edge: edge, kernel: kernel) }
            return [
                try kernel.filter(sigma: Float(blur.pixels(scale: scale, of: 0)), edge: edge),
                .color(.saturate(try Saturation(amount: saturate).amount)),
            ]
        } catch {
            switch error {
            case .outOfRange(.saturate): throw .outOfRange(.saturate, value: String(saturate))
            case .outOfRange: throw .outOfRange(.blur, value: blur.text)
            case .unsupportedEdge:
                throw .contradiction(kernel == .gaussian ? .filter : .kernel, other: .edge)
            }
        }
    }

    /// Whether any length in the parameters is in points.
    var hasPoints: Bool {
        region.hasPoints || filter.hasPoints || blur.unit == .points || geometry.hasPoints
            || clip?.hasPoints == true
    }

    /// Returns the value of `Vary`: the request fields that could decide the result; nil for none.
    ///
    /// All responses of one address have the same value, whatever the request: a cache that has seen two
    /// values drops what it has stored under one of them. `Accept` can decide only where no parameter names
    /// the format, and `Save-Data` where no parameter states a goal either. A client that prefers a JSON
    /// description of the rendering asks for another representation, which caches are told to ask for
    /// each time.
    ///
    /// - Parameter hints: The client hints that could decide it; nil for the hints of the parameters.
    /// - Returns: The names of the fields, in a fixed order.
    func vary(by hints: [String]? = nil) -> String? {
        let names =
            (format == nil ? ["Accept"] : [])
            + (format == nil && preference == .auto ? [SaveDataField.name] : [])
            + (hints ?? Traits.Trait.hints(consultable()))
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// Returns the traits of the screen that client hints could set, whatever their values.
    ///
    /// - Parameter scene: The scene beside the parameters, if any.
    /// - Returns: Traits that no parameter decides.
    package func consultable(by scene: Scene? = nil) -> Set<Traits.Trait> {
        if let scene { return scene.follows.subtracting(traits.known) }
        let points: Set<Traits.Trait> = hasPoints ? [.scale] : []
        return (material?.follows ?? []).union(points).union(geometry.followed(given: nil))
            .subtracting(traits.known)
            .union(legibility == nil ? settledTraits : Self.traitsOfChoice(but: traits.known))
    }

    /// The traits that the choice of a material depends on, without those that parameters decide.
    private static func traitsOfChoice(but known: Set<Traits.Trait>) -> Set<Traits.Trait> {
        Traits.Trait.ofStyles.subtracting(known)
    }

    /// Returns the options of the encoder for a format.
    ///
    /// - Parameter format: The format of the result.
    /// - Returns: The options for that format.
    package func output(as format: OutputFormat) -> OutputOptions {
        let encoding = format.encoding(encoder)
        let profile = format.keepsProfile ? profile : .srgb
        return format.keepsAlpha
            ? OutputOptions(encoding: encoding, profile: profile)
            : OutputOptions(encoding: encoding, background: background, profile: profile)
    }
}

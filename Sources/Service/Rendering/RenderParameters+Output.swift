// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
import Raster
public import Rendering

extension RenderParameters {
    /// Returns the plan for the parameters.
    ///
    /// - Parameter hints: The client hints about the screen.
    /// - Returns: The plan.
    /// - Throws: ``ParameterError/outOfRange(_:value:)`` or
    ///   ``ParameterError/contradiction(_:other:)``; never for parameters that were parsed
    ///   together.
    public func plan(
        hints: PartialTraits = PartialTraits()
    ) throws(ParameterError) -> Plan {
        if let material {
            let filters = material.filters(
                traits.completed(by: hints),
                tint: StraightColor(tint)
            )
            return Plan(filters: filters)
        }
        do throws(EffectError) {
            if filter != .none {
                return Plan(filters: try filter.filters(edge: edge, kernel: kernel))
            }
            return Plan(filters: [
                try kernel.filter(sigma: Float(blur), edge: edge),
                .color(.saturate(try Saturation(amount: saturate).amount)),
            ])
        } catch {
            switch error {
            case .outOfRange(.saturate): throw .outOfRange(.saturate, value: String(saturate))
            case .outOfRange: throw .outOfRange(.blur, value: String(blur))
            case .unsupportedEdge:
                throw .contradiction(kernel == .gaussian ? .filter : .kernel, other: .edge)
            }
        }
    }

    /// Returns the traits that the client hints decided; other hints could give another result.
    ///
    /// - Parameters:
    ///   - hints: The client hints about the screen.
    ///   - scene: The scene beside the parameters, if any.
    /// - Returns: Traits that no parameter decides.
    public func consulted(
        hints: PartialTraits,
        by scene: Scene? = nil
    ) -> Set<Traits.Trait> {
        if let scene {
            return scene.followed(given: traits.completed(by: hints)).subtracting(traits.known)
        }
        let points: Set<Traits.Trait> = region.hasPoints ? [.scale] : []
        guard let material else { return points.subtracting(traits.known) }
        return material.followed(given: traits.completed(by: hints)).union(points)
            .subtracting(traits.known).union(settledTraits)
    }

    /// Returns the traits that client hints could decide, whatever their values.
    ///
    /// - Parameter scene: The scene beside the parameters, if any.
    /// - Returns: Traits that no parameter decides.
    public func consultable(by scene: Scene? = nil) -> Set<Traits.Trait> {
        if let scene { return scene.follows.subtracting(traits.known) }
        let points: Set<Traits.Trait> = region.hasPoints ? [.scale] : []
        return (material?.follows ?? []).union(points).subtracting(traits.known)
            .union(settledTraits)
    }

    /// Returns the options of the encoder for a format.
    ///
    /// - Parameter format: The format of the result.
    /// - Returns: The options for that format.
    public func output(as format: OutputFormat) -> OutputOptions {
        let encoding = format.encoding(encoder)
        return format.keepsAlpha
            ? OutputOptions(encoding: encoding)
            : OutputOptions(encoding: encoding, background: background)
    }
}

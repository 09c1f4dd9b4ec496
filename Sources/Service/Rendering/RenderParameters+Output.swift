// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
import Raster
public import Rendering

extension RenderParameters {
    /// The steps that the parameters ask for.
    ///
    /// - Parameter hints: What the client lets know about its screen.
    /// - Returns: The steps.
    /// - Throws: ``ParameterError/outOfRange(_:value:)`` or
    ///   ``ParameterError/contradiction(_:other:)``; never for values that were read as a whole.
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

    /// The traits that hints had a say in: a client with others could get another result.
    ///
    /// - Parameters:
    ///   - hints: What the client lets know about its screen.
    ///   - scene: The scene that the parameters stand beside, if they do.
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

    /// The traits that hints could have a say in, whatever they are.
    ///
    /// - Parameter scene: The scene that the parameters stand beside, if they do.
    /// - Returns: Traits that no parameter decides.
    public func consultable(by scene: Scene? = nil) -> Set<Traits.Trait> {
        if let scene { return scene.follows.subtracting(traits.known) }
        let points: Set<Traits.Trait> = region.hasPoints ? [.scale] : []
        return (material?.follows ?? []).union(points).subtracting(traits.known)
            .union(settledTraits)
    }

    /// How a result is written down in a format.
    ///
    /// - Parameter format: The format that ``format`` stands for.
    /// - Returns: The options of that format; those of the other have no part in it.
    public func output(as format: OutputFormat) -> OutputOptions {
        switch format {
        case .jpeg:
            OutputOptions(
                encoding: .jpeg(
                    JPEGOptions(
                        quality: quality,
                        subsampling: subsampling,
                        progressive: isProgressive,
                        optimized: isOptimized,
                        dither: dithers
                    )
                ),
                background: background
            )
        case .png:
            OutputOptions(encoding: .png(PNGOptions(compression: compression, dither: dithers)))
        }
    }
}

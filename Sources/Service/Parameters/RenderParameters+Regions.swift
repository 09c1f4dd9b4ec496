// SPDX-License-Identifier: Apache-2.0

public import Effects
public import Raster

extension RenderParameters {
    /// The steps that the parameters ask for, for a picture.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, upright.
    ///   - hints: What the client lets know about its screen.
    /// - Returns: The steps.
    /// - Throws: What only shows with the extent: a region outside of the picture, or a redaction that
    ///   hides too little.
    public func plan(
        for size: PixelSize,
        hints: PartialTraits = PartialTraits()
    ) throws(ParameterError) -> Plan {
        let traits = traits.completed(by: hints)
        if region.redacts {
            return try region.redaction(
                sigma: blur == 0 ? nil : Float(blur),
                colors: saturate == 1 ? [] : [.saturate(saturate)],
                size: size,
                traits: traits
            )
        }
        let plan = try plan(hints: hints)
        guard region.isPartial, let filters = plan.filters else { return plan }
        return try region.plan(filters, size: size, traits: traits)
    }

    /// Refuses what is said of regions where there are none, or no effect, and what would hide less
    /// than a redaction does.
    func refuseRegionConflicts(
        among stated: Set<RenderParameter>
    ) throws(ParameterError) {
        if region.redacts {
            for row in RenderParameter.table where stated.contains(row) {
                guard !row.weakensRedaction else { throw .weakensRedaction(row) }
            }
            return
        }
        guard region.isPartial, !stated.contains(where: { $0.scope == .effect }) else { return }
        throw .noEffect(region.regions.isEmpty ? .mask : .region)
    }
}

extension RenderParameter {
    /// Whether the parameter would leave something to be recognized, or has no part in a redaction.
    fileprivate var weakensRedaction: Bool {
        switch scope {
        case .output, .format: return false
        case .effect, .area, .blur, .material, .legibility, .tintedMaterial, .kernel, .region,
            .corner, .mask:
            // The scale is there for regions in points.
            let parts: Set<RenderParameter> = [
                .blur, .saturate, .region, .invertRegion, .redact, .scale,
            ]
            return !parts.contains(self)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster

extension RenderParameters {
    /// Makes the rendering steps that the parameters ask for on a picture of a given size.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, upright.
    ///   - hints: The client hints about the screen.
    /// - Returns: The plan.
    /// - Throws: Errors that depend on the extent: a region outside of the picture, or a redaction
    ///   that hides too little.
    package func plan(
        for size: PixelSize,
        hints: PartialTraits = PartialTraits()
    ) throws(ParameterError) -> Plan {
        let reshapings = try reshapings(on: size, traits: traits.completed(by: hints))
        let steps = try effect(on: reshapings.size(of: size), hints: hints).steps
        let clip = try clip(on: reshapings.size(of: size), hints: hints)
        return Plan(reshapings.map(Plan.Step.reshape) + steps + clip)
    }

    /// Makes the step that cuts the result out along a shape, or rounds its corners.
    private func clip(
        on size: PixelSize,
        hints: PartialTraits
    ) throws(ParameterError) -> [Plan.Step] {
        let isRounded = region.regions.isEmpty && region.corner.amount != 0
        let corners = Scene.Corners(curve: region.cornerCurve, radius: region.corner)
        guard let shape = clip ?? (isRounded ? .rounded(corners) : nil) else { return [] }
        let row = clip == nil ? RenderParameter.corner : .clip
        guard let scaled = shape.inPixels(scale: traits.completed(by: hints).scale) else {
            let rule = SceneError.Rule.outsidePicture(width: size.width, height: size.height)
            throw .scene(row, rule, value: nil)
        }
        guard region.corner.amount >= 0 else { throw .scene(row, .negativeRadius, value: nil) }
        guard scaled.shape(on: size) != nil else { throw .scene(row, .emptyFrame, value: nil) }
        return [.clip(scaled)]
    }

    /// Makes the rendering steps of the effect on a picture that is already cropped and resized.
    private func effect(
        on size: PixelSize,
        hints: PartialTraits
    ) throws(ParameterError) -> Plan {
        let traits = traits.completed(by: hints)
        if region.redacts {
            return try region.redaction(
                sigma: blur.amount == 0 ? nil : Float(blur.pixels(scale: traits.scale, of: 0)),
                colors: saturate == 1 ? [] : [.saturate(saturate)],
                size: size,
                traits: traits
            )
        }
        let plan = try plan(hints: hints)
        guard region.isPartial, let filters = plan.filters else { return plan }
        return try region.plan(filters, size: size, traits: traits)
    }

    /// Refuses regions without an effect, and parameters that would weaken a redaction.
    func refuseRegionConflicts(
        among stated: [RenderParameter]
    ) throws(ParameterError) {
        if region.redacts {
            if let row = stated.first(where: \.weakensRedaction) { throw .weakensRedaction(row) }
            return
        }
        if region.isPartial, filter.vanishes { throw .vanishingFilter }
        guard region.isPartial, !stated.contains(where: { $0.scope == .effect }) else { return }
        throw .noEffect(region.regions.isEmpty ? .mask : .region)
    }
}

extension RenderParameter {
    /// Whether the parameter would weaken a redaction, or does not apply to one.
    fileprivate var weakensRedaction: Bool {
        switch scope {
        // Regions lie in the result: the picture is cropped and resized before they are redacted.
        case .output, .formats, .negotiation, .geometry, .resizing, .framing, .backdrop, .caps,
            .rotation:
            return false
        case .clip: return self == .corner
        case .effect, .area, .blur, .material, .legibility, .tintedMaterial, .kernel, .region,
            .corner, .mask:
            // The scale applies to regions in points.
            let parts: Set<RenderParameter> = [
                .blur, .saturate, .region, .invertRegion, .redact, .scale,
            ]
            return !parts.contains(self)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Effects
import Raster
package import Rendering

extension LegibilityParameters {
    /// Throws if the contrast to reach is outside of the range of its measure.
    func refuseConflicts() throws(ParameterError) {
        guard let target, !measure.targetRange.contains(target) else { return }
        throw .outOfRange(.contrast, value: String(target))
    }
}

extension RenderParameters {
    /// Replaces `trim`, `focus=attention` and `material=auto` by values that fit a picture.
    ///
    /// Analyzes the picture on the calling thread.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - limits: The largest size of a picture.
    ///   - cancellation: Checked between two bands.
    /// - Returns: Resolved parameters; these parameters themselves if the material is stated.
    /// - Throws: ``ParameterError``, or ``RenderError``.
    package func settled(
        on source: SourceImage,
        limits: DecodeLimits,
        cancellation: Cancellation = Cancellation()
    ) throws -> RenderParameters {
        var parameters = self
        if geometry.needsAnalysis {
            let analysis = GeometryAnalysis(
                source: source,
                geometry: geometry,
                traits: traits.completed(),
                limits: limits
            )
            parameters.geometry = geometry.settled(on: try analysis.run(cancellation: cancellation))
        }
        let analysis = try parameters.analysis(of: source, hints: PartialTraits(), limits: limits)
        guard let analysis else { return parameters }
        return parameters.settled(on: try analysis.run(cancellation: cancellation).choice)
    }

    /// Makes the analysis that `material=auto` requires; `nil` if the material is stated.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - hints: The client hints about the screen.
    ///   - limits: The largest size of a picture.
    /// - Returns: The analysis, not yet run.
    /// - Throws: A conflict, when a region or the text's box lies outside of the picture or the
    ///   pane.
    func analysis(
        of source: SourceImage,
        hints: PartialTraits,
        limits: DecodeLimits
    ) throws(ParameterError) -> LegibilityAnalysis? {
        guard let legibility else { return nil }
        let traits = traits.completed(by: hints)
        let reshapings = try reshapings(on: source.header.size, traits: traits)
        let size = reshapings.size(of: source.header.size)
        let pane = try pane(on: size, source.header.size, hints: hints)
        let box = try legibility.box.map { frame throws(ParameterError) in
            let box = frame.pixels(within: size, scale: traits.scale).intersection(pane)
            guard !box.isEmpty else { throw .conflict(.textBox, other: .region) }
            return box
        }
        do throws(PlanFault) {
            return try LegibilityAnalysis(
                source: source,
                reshapings: reshapings,
                goal: legibility.goal(traits),
                pane: pane,
                box: box,
                background: background,
                limits: limits
            )
        } catch {
            throw .conflict(.textBox, other: .region)
        }
    }

    /// The smallest rectangle around all panes of material; the whole picture without regions.
    private func pane(
        on size: PixelSize,
        _ upright: PixelSize,
        hints: PartialTraits
    ) throws(ParameterError) -> PixelRect {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        guard region.isPartial else { return whole }
        var bounds: PixelRect?
        for step in try plan(for: upright, hints: hints).steps {
            guard case .panes(let panes) = step else { continue }
            for pane in panes { bounds = bounds?.union(pane.bounds) ?? pane.bounds }
        }
        return bounds ?? whole
    }
}

extension Scene.Frame {
    /// The smallest rectangle of whole pixels that contains the frame, inside a picture.
    func pixels(within size: PixelSize, scale: Double) -> PixelRect {
        let (width, height) = (Double(size.width), Double(size.height))
        return Rectangle(
            x: x.pixels(scale: scale, of: width),
            y: y.pixels(scale: scale, of: height),
            width: self.width.pixels(scale: scale, of: width),
            height: self.height.pixels(scale: scale, of: height)
        ).pixels(within: size)
    }
}

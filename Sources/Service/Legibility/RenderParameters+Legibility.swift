// SPDX-License-Identifier: Apache-2.0

public import Codecs
import Effects
import Raster
public import Rendering

extension RenderParameters {
    /// The parameters with the material that keeps a text legible on a picture, if that is asked.
    ///
    /// It takes a look at the picture, on the thread that asks.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - limits: What the picture may measure.
    ///   - cancellation: Looked at between two bands.
    /// - Returns: These parameters, or ones in which nothing is left open.
    /// - Throws: ``ParameterError``, or ``RenderError``.
    public func settled(
        on source: SourceImage,
        limits: DecodeLimits,
        cancellation: Cancellation = Cancellation()
    ) throws -> RenderParameters {
        guard let analysis = try analysis(of: source, hints: PartialTraits(), limits: limits) else {
            return self
        }
        return settled(on: try analysis.run(cancellation: cancellation).choice)
    }

    /// How to find out which material keeps a text legible on a picture; `nil` unless that is asked.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - hints: What the client lets know about its screen.
    ///   - limits: What the picture may measure.
    /// - Returns: What takes a look at the picture.
    /// - Throws: When a region or the text's box lies outside.
    func analysis(
        of source: SourceImage,
        hints: PartialTraits,
        limits: DecodeLimits
    ) throws(ParameterError) -> LegibilityAnalysis? {
        guard let legibility else { return nil }
        let size = source.header.size
        let traits = traits.completed(by: hints)
        let pane = try pane(on: size, hints: hints)
        let box = try legibility.box.map { frame throws(ParameterError) in
            let box = frame.pixels(within: size, scale: traits.scale).intersection(pane)
            guard !box.isEmpty else { throw .conflict(.textBox, other: .region) }
            return box
        }
        return LegibilityAnalysis(
            source: source,
            goal: legibility.goal(traits),
            pane: pane,
            box: box,
            background: background,
            limits: limits
        )
    }

    /// What lies beneath the material, wherever it is.
    private func pane(
        on size: PixelSize,
        hints: PartialTraits
    ) throws(ParameterError) -> PixelRect {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        guard region.isPartial else { return whole }
        var bounds: PixelRect?
        for step in try plan(for: size, hints: hints).steps {
            guard case .panes(let panes) = step else { continue }
            for pane in panes { bounds = bounds?.union(pane.bounds) ?? pane.bounds }
        }
        return bounds ?? whole
    }
}

extension Scene.Frame {
    /// The whole pixels that the frame touches.
    fileprivate func pixels(within size: PixelSize, scale: Int) -> PixelRect {
        let (width, height) = (Double(size.width), Double(size.height))
        let scale = Double(scale)
        return Rectangle(
            x: x.pixels(scale: scale, of: width),
            y: y.pixels(scale: scale, of: height),
            width: self.width.pixels(scale: scale, of: width),
            height: self.height.pixels(scale: scale, of: height)
        ).pixels(within: size)
    }
}

extension PixelRect {
    /// The smallest rectangle around both.
    fileprivate func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(
            x: left,
            y: top,
            width: max(columns.upperBound, other.columns.upperBound) - left,
            height: max(rows.upperBound, other.rows.upperBound) - top
        )
    }
}

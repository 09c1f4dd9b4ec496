// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
import Raster

/// Finds the border of one color around an image, and the point that draws the most attention.
package struct GeometryAnalysis: PictureAnalysis {
    /// The image to analyze.
    package let source: SourceImage

    /// The requested geometry: it trims the border of the image or crops around its focus.
    package let geometry: Geometry

    /// The screen traits for which the geometry is resolved.
    package let traits: Traits

    private let limits: DecodeLimits

    /// Creates an analysis of an image for a geometry and a screen.
    ///
    /// - Parameters:
    ///   - source: The image.
    ///   - geometry: The geometry.
    ///   - traits: The screen traits.
    ///   - limits: The largest size of an image.
    package init(
        source: SourceImage,
        geometry: Geometry,
        traits: Traits,
        limits: DecodeLimits
    ) {
        self.source = source
        self.geometry = geometry
        self.traits = traits
        self.limits = limits
    }

    /// The memory and the work of reading the image, once for the border and once for the focus.
    package var estimate: RenderEstimate {
        let header = source.header
        let coded = header.codedSize.pixelCount * header.layout.channelCount
        let upright = StagePlanner(upright: header)
        let salience = saliencePlanner(on: nil)
        let conversion = WorkingSpace.estimate(header, to: 0)
        let reading =
            coded * RenderEstimate.decodingPasses * header.decodingPasses + conversion.work
        var work = 0
        if geometry.trim != nil {
            work += reading + upright.stages.work()
            work += ContentBounds.work(header.size, header.layout)
        }
        if geometry.focus == .attention { work += reading + salience.stages.work() }
        return RenderEstimate(
            memory: source.bytes.count + header.decoderByteCount + conversion.memory
                + 2 * Self.band(header.codedSize, header.layout) + Self.band(header.size, .rgba)
                + max(upright.stages.byteCount(), salience.stages.byteCount())
                + SalienceMap.byteCount,
            work: work
        )
    }

    private static func band(_ size: PixelSize, _ layout: ChannelLayout) -> Int {
        Band<Straight>.byteCount(layout: layout, width: size.width, capacity: bandHeight)
    }

    /// Decodes the image, and finds its border and its focus if the geometry needs them.
    ///
    /// - Parameter cancellation: Checked between two bands.
    /// - Returns: The bounds inside of the border, and the focus.
    /// - Throws: ``RenderError``, when the image cannot be read or the analysis is cancelled.
    package func run(cancellation: Cancellation) throws(RenderError) -> Geometry.Finding {
        var finding = Geometry.Finding()
        if let tolerance = geometry.trim {
            let end = try pipeline(StagePlanner(upright: source.header), cancellation)
            finding.content = try ContentBounds.of(end.end, tolerance: tolerance)
        }
        guard geometry.focus == .attention else { return finding }
        let settled = geometry.settled(on: finding)
        let planner = saliencePlanner(on: settled)
        let end = try pipeline(planner, cancellation)
        let map = try SalienceMap(end.end)
        // A part that a wrong crop makes impossible is refused where it is planned.
        guard let view = try? settled.view(of: source.header.size, traits: traits) else {
            return finding
        }
        let share = (view.part.width / view.whole.width, view.part.height / view.whole.height)
        let place = map.mostSalient(for: share)
        finding.focus = Point(
            x: view.whole.x + place.x * view.whole.width,
            y: view.whole.y + place.y * view.whole.height
        )
        return finding
    }

    /// Plans the stages that reduce the visible part of the image to a small square.
    private func saliencePlanner(on settled: Geometry?) -> StagePlanner {
        var planner = StagePlanner(upright: source.header)
        planner.addOpaqueColor(over: .white)
        let size = PixelSize(width: SalienceMap.side, height: SalienceMap.side)
        let view = try? (settled ?? geometry).view(of: source.header.size, traits: traits)
        let resize = Resize(size: size, source: view?.whole, kernel: .triangle)
        planner.add([.reshape(.resize(resize))])
        return planner
    }

    private func pipeline(
        _ planner: StagePlanner,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Pipeline {
        let decoder = try DecodingStage(
            source,
            limits: limits,
            in: .standard,
            cancellation: cancellation,
            pool: nil
        )
        return Pipeline(
            decoder,
            stages: planner.stages,
            context: StageContext(
                resources: [:],
                limits: limits,
                cancellation: cancellation,
                pictures: ResourcePictures()
            )
        )
    }
}

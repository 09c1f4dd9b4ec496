// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Rotates a premultiplied image by any angle.
///
/// Rows of the result cross many rows of the image, so the whole image is kept in memory. A
/// pixel that an edge of the image crosses mixes in the color outside by the exact area beyond
/// the edge.
final class RotatingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let sampling: TurnedSampling
    private let cancellation: Cancellation
    private let rotation: Rotation

    /// The area of each pixel that is inside of the rotated image; nil where all pixels are.
    private var coverage: PathCoverage?
    private var shares: Band<Straight>

    /// The current row of the colors outside of the rotated image.
    private var outside: Band<Premultiplied>
    private var picture: Band<Premultiplied>
    private var nextRow = 0

    init(
        _ upstream: any BandSource<Premultiplied>,
        rotation: Rotation,
        cancellation: Cancellation
    ) {
        self.upstream = upstream
        self.cancellation = cancellation
        (size, layout) = (rotation.size, upstream.layout)
        let picture = upstream.size
        let sampling = TurnedSampling(
            picture: picture,
            degrees: rotation.degrees,
            center: rotation.center,
            support: rotation.kernel.support,
            weight: rotation.kernel.weight
        )
        self.sampling = sampling
        self.rotation = rotation
        coverage =
            rotation.outside == .edge
            ? nil
            : PathCoverage(
                [.polygon(sampling.outline)],
                bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height)
            )
        shares = Band(layout: .gray, width: size.width, capacity: 1)
        outside = Band(layout: layout, width: size.width, capacity: 1)
        self.picture = Band(layout: layout, width: picture.width, capacity: picture.height)
    }

    func prepare() throws(RenderError) { try upstream.pullAll(into: &picture) }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        try prepare()
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            // A row may take as long as a band elsewhere.
            try cancellation.check()
            makeRow(row, of: &band)
            nextRow += 1
        }
        band.rowCount = count
        band.limitColor(ofRows: 0..<count)
    }

    private func makeRow(_ row: Int, of band: inout Band<Premultiplied>) {
        var columns = 0..<size.width
        if coverage != nil {
            var target = shares.mutableRow(0, of: 0)
            columns = coverage?.coverNext(into: &target) ?? columns
            rotation.writeOutside(nextRow, into: &outside)
        }
        for channel in 0..<layout.channelCount {
            var target = band.mutableRow(row, of: channel)
            sampling.makeRow(
                nextRow,
                columns: columns,
                of: picture,
                channel: channel,
                into: &target
            )
            guard coverage != nil else { continue }
            let (other, inside) = (outside.row(0, of: channel), shares.row(0, of: 0))
            for x in 0..<size.width {
                let share = columns.contains(x) ? UInt32(inside[x]) : 0
                if share == 65_535 { continue }
                let own = share == 0 ? 0 : UInt32(target[x]) * share
                target[x] = UInt16((own + UInt32(other[x]) * (65_535 - share) + 32_767) / 65_535)
            }
        }
    }
}

extension Rotation {
    /// Writes the colors outside of the image for a row of the result to the first row of a band.
    fileprivate func writeOutside(_ y: Int, into band: inout Band<Premultiplied>) {
        let gradient: Gradient
        switch outside {
        case .transparent, .edge: return
        case .color(let color):
            // All rows are the same.
            if y > 0 { return }
            gradient = Gradient(color)
        case .gradient(let colors): gradient = colors
        }
        gradient.writeRow(y, columns: 0..<band.width, into: &band, row: 0) { color in
            func value(_ encoded: Double) -> Double {
                (isLinear ? LightTransfer.light(encoded) : encoded) * color.alpha
            }
            return StraightColor(
                red: value(color.red),
                green: value(color.green),
                blue: value(color.blue),
                alpha: color.alpha
            )
        }
    }
}

extension RotatingStage {
    /// The plan of a stage that rotates an image by any angle.
    struct Plan: StagePlan {
        let rotation: Rotation

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: rotation.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            let (picture, size) = (input.size, rotation.size)
            let kept = Band<Premultiplied>.byteCount(
                layout: input.layout,
                width: picture.width,
                capacity: picture.height
            )
            let shape = Shape.polygon(Array(repeating: rotation.center, count: 4))
            return kept + input.bandByteCount + TurnedSampling.byteCount
                + Band<Straight>.byteCount(layout: .gray, width: size.width, capacity: 1)
                + Band<Straight>.byteCount(layout: input.layout, width: size.width, capacity: 1)
                + PathCoverage.byteCount(
                    [shape],
                    bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height)
                )
        }

        func work(on input: PictureShape) -> Int {
            let taps = 2 * max(1, Int(rotation.kernel.support.rounded(.up)))
            return 2 * input.sampleCount + (taps * taps + 4) * output(of: input).sampleCount
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            RotatingStage(upstream, rotation: rotation, cancellation: context.cancellation)
        }
    }
}

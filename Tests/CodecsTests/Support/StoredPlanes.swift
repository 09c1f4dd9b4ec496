// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// The whole planes of a JPEG for tests: rows of samples without padding.
struct StoredPlanes: Equatable {
    var planes: JPEGPlanes
    var scale: JPEGScale
    var samples: [[UInt8]]

    /// Planes from a function of plane, row and column.
    init(
        _ planes: JPEGPlanes,
        scale: JPEGScale = .full,
        _ sample: (_ plane: Int, _ y: Int, _ x: Int) -> UInt8
    ) {
        self.planes = planes
        self.scale = scale
        samples = planes.components.indices.map { plane in
            let shape = planes.shape(of: plane, at: scale)
            return (0..<(shape.width * shape.height)).map {
                sample(plane, $0 / shape.width, $0 % shape.width)
            }
        }
    }

    /// Decodes all groups.
    init(_ decoder: consuming JPEGPlaneDecoder) throws(CodecError) {
        planes = decoder.planes
        scale = decoder.scale
        samples = planes.components.map { _ in [] }
        var rows = PlaneRows(planes, scale: scale)
        while true {
            try decoder.decodeRows(into: &rows)
            guard rows.group != nil else { break }
            for plane in samples.indices {
                for y in 0..<rows.rowCount(of: plane) {
                    let row = rows.row(y, of: plane)
                    for x in row.indices { samples[plane].append(row[x]) }
                }
            }
        }
    }

    /// Decodes a file in memory.
    init(
        _ bytes: [UInt8],
        scale: JPEGScale = .full,
        limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) {
        try self.init(JPEGPlaneDecoder(bytes: bytes, limits: limits, scale: scale))
    }

    subscript(plane: Int, y: Int, x: Int) -> UInt8 {
        samples[plane][y * shape(plane).width + x]
    }

    func shape(_ plane: Int) -> JPEGPlaneShape { planes.shape(of: plane, at: scale) }

    /// Encodes the planes as a file of the same size and sampling.
    func encode(
        _ options: JPEGOptions,
        profile: [UInt8]? = nil,
        shouldContinue: @escaping () -> Bool = { true },
        to sink: @escaping ByteSink
    ) throws(CodecError) {
        var encoder = try JPEGPlaneEncoder(
            options,
            size: planes.size,
            layout: samples.count == 1 ? .gray : .rgb,
            iccProfile: profile,
            supervision: Supervision(mayContinue: shouldContinue),
            sink: sink
        )
        var rows = PlaneRows(planes)
        for group in 0..<planes.groupCount {
            fill(&rows, group: group)
            try encoder.encodeRows(&rows)
        }
        try encoder.finish()
    }

    /// Encodes the planes into memory.
    func encoded(_ options: JPEGOptions, profile: [UInt8]? = nil) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(options, profile: profile) { bytes += $0 }
        return bytes
    }

    /// Fills rows with those of one group, and what lies beyond the edges with something else.
    func fill(_ rows: inout PlaneRows, group: Int) {
        rows.group = group
        for plane in samples.indices {
            let shape = shape(plane)
            let rowCount = rows.rowCount(of: plane)
            for y in 0..<shape.groupRowCount {
                var row = rows.mutableRow(y, of: plane)
                for x in row.indices {
                    let isInside = y < rowCount
                    row[x] = isInside ? self[plane, group * shape.groupRowCount + y, x] : 77
                }
            }
        }
    }
}

extension StoredPlanes {
    /// The picture in RGB or gray, by definition, with planes of fewer samples enlarged as libjpeg
    /// does it.
    ///
    /// Reference: ITU-T T.871, 7.
    var picture: Picture {
        let planes = samples.indices.map { enlarged($0) }
        let layout: ChannelLayout = samples.count == 1 ? .gray : .rgb
        let size = self.planes.size
        return Picture(size, layout) { x, y, channel in
            let position = y * size.width + x
            let luminance = planes[0][position]
            guard layout == .rgb else { return UInt16(luminance) * 257 }
            let (blue, red) = (planes[1][position] - 128, planes[2][position] - 128)
            let value = [
                luminance + 1.402 * red,
                luminance - (0.114 * 1.772 * blue + 0.299 * 1.402 * red) / 0.587,
                luminance + 1.772 * blue,
            ][channel]
            return UInt16(min(255, max(0, value.rounded()))) * 257
        }
    }

    /// A plane at the size of the picture: where samples stand for two pixels in a direction, by
    /// weights of 3 and 1; elsewhere repeated.
    private func enlarged(_ plane: Int) -> [Double] {
        let shape = shape(plane)
        let (across, down) = (shape.horizontalPitch, shape.verticalPitch)
        let isSmooth = across <= 2 && down <= 2
        func weighed(_ position: Int, _ pitch: Int, _ count: Int) -> [(Int, Double)] {
            let center = position / pitch
            guard isSmooth, pitch == 2 else { return [(center, 1)] }
            let other = min(count - 1, max(0, center + (position.isMultiple(of: 2) ? -1 : 1)))
            return [(center, 0.75), (other, 0.25)]
        }
        let size = planes.size
        return (0..<size.pixelCount).map { position in
            var sum = 0.0
            for (y, vertical) in weighed(position / size.width, down, shape.height) {
                for (x, horizontal) in weighed(position % size.width, across, shape.width) {
                    sum += vertical * horizontal * Double(self[plane, y, x])
                }
            }
            return sum
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

extension ColorGrid {
    /// The length of a JPEG's longer side from which the means of its blocks are used instead of
    /// pixels.
    ///
    /// Blocks of color, of 16 × 16 pixels, are then no more than one and a half cells wide.
    static let leastSideForMeans = 1024

    /// Whether the grid of an image is computed from the means of a JPEG's blocks.
    static func usesMeans(_ header: ImageHeader) -> Bool {
        header.planes != nil
            && max(header.codedSize.width, header.codedSize.height) >= leastSideForMeans
    }

    /// Decodes an image, and reduces it to a grid of mean colors.
    ///
    /// - Parameters:
    ///   - source: The image.
    ///   - limits: The largest size of an image.
    ///   - cancellation: Checked between two bands, and during long decodes.
    /// - Throws: ``RenderError``, when the image cannot be read or the work is cancelled.
    init(
        of source: SourceImage,
        limits: DecodeLimits,
        cancellation: Cancellation
    ) throws(RenderError) {
        let header = source.header
        let size = Self.size(for: header.codedSize)
        let (colors, profile) =
            if Self.usesMeans(header) {
                try Self.readMeans(source, size, limits, cancellation)
            } else {
                try Self.readPixels(source, size, limits, cancellation)
            }
        let conversion = WorkingSpace.standard.conversion(from: profile, layout: header.layout)
        let grid = ColorGrid(
            size: size,
            colors: conversion.map { conversion in colors.map(conversion.convert) } ?? colors
        )
        self = grid.upright(from: header.orientation)
    }

    /// Decodes all pixels of an image, and averages them over the cells of a grid.
    private static func readPixels(
        _ source: SourceImage,
        _ size: PixelSize,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation
    ) throws(RenderError) -> (colors: [StraightColor], profile: [UInt8]?) {
        let file = try OpenFile(source, limits, cancellation)
        let header = file.decoder.header
        var sums = GridSums(picture: header.codedSize, grid: size, layout: header.layout)
        var band = Band<Straight>(
            layout: header.layout,
            width: header.codedSize.width,
            capacity: bandHeight
        )
        repeat {
            try file.decode(into: &band)
            sums.add(band)
        } while band.rowCount > 0
        return (sums.colors, file.decoder.iccProfile)
    }

    /// Decodes only the means of a JPEG's blocks, and averages them over the cells of a grid.
    private static func readMeans(
        _ source: SourceImage,
        _ size: PixelSize,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation
    ) throws(RenderError) -> (colors: [StraightColor], profile: [UInt8]?) {
        try source.check()
        do throws(CodecError) {
            var decoder = try JPEGMeanDecoder(
                bytes: source.bytes,
                limits: limits,
                damage: source.damage,
                supervision: cancellation.supervision
            )
            while try decoder.decodeGroup() {
                guard cancellation.mayContinue else { throw .interrupted }
            }
            cancellation.note(decoder.damage)
            let picture = decoder.header.codedSize
            let planes = decoder.planes.map { means(of: $0, picture, size) }
            return (colors(of: planes), decoder.iccProfile)
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    /// Returns the means of a plane over the grid cells.
    private static func means(
        of plane: JPEGMeanPlane,
        _ picture: PixelSize,
        _ size: PixelSize
    ) -> [Double] {
        var mean = AreaMean(
            columns: AreaAxis(
                length: picture.width,
                count: size.width,
                pitch: plane.horizontalPitch
            ),
            rows: AreaAxis(length: picture.height, count: size.height, pitch: plane.verticalPitch)
        )
        let samples = plane.samples.span
        for row in 0..<plane.height {
            mean.add(samples.extracting((row * plane.width)..<((row + 1) * plane.width)))
        }
        return mean.values
    }

    /// Converts planes of gray or YCbCr to colors.
    ///
    /// Reference: ITU-T T.871, 7.
    private static func colors(of planes: [[Double]]) -> [StraightColor] {
        planes[0].indices.map { index in
            let y = planes[0][index]
            guard planes.count == 3 else { return StraightColor(white: y) }
            let (cb, cr) = (planes[1][index] - 128.0 / 255, planes[2][index] - 128.0 / 255)
            func clipped(_ value: Double) -> Double { min(max(value, 0), 1) }
            return StraightColor(
                red: clipped(y + 1.402 * cr),
                green: clipped(y - 0.344136286 * cb - 0.714136286 * cr),
                blue: clipped(y + 1.772 * cb)
            )
        }
    }
}

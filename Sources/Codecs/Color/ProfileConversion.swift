// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A conversion of colors from one color profile to another.
///
/// Profiles of curves and a matrix are converted here: the library would take many times as long, or
/// be 15 of 255 off. Tables of colors are left to
/// the library, with the perceptual intent, as browsers have it. Colors that the target does not
/// have are clipped.
package struct ProfileConversion: Sendable {
    private enum Way {
        /// From RGB to RGB by curves and a matrix: decode to light, mix channels, and encode for
        /// the target.
        case shapers([ToneCurve], PrimaryMatrix, [ToneCurve])
        /// From gray to gray, by a table with an entry for every 16-bit sample.
        case gray(TransferTable)
        /// From RGB to gray, by luminance.
        case luminance([ToneCurve], SIMD3<Double>, ToneCurve)
        /// From RGB to RGB by Little CMS.
        case tables(TableConversion)
    }

    private let way: Way

    /// Creates a conversion; nil if it would change no color by more than half a level of 255.
    ///
    /// - Parameters:
    ///   - source: The profile of the colors; nil for sRGB. It counts as sRGB if it cannot be used.
    ///   - target: The profile of the results; likewise.
    ///   - layout: The channels of the colors. Gray without a profile is encoded as sRGB is.
    package init?(from source: [UInt8]?, to target: [UInt8]?, layout: ChannelLayout) {
        if source == target { return nil }
        let models = (Self.model(source), Self.model(target))
        switch (models.0, models.1) {
        case (.gray(let curve), _):
            way = .gray(Self.table(curve, to: models.1, target))
        case (.shaper(let curves, _), _) where !layout.isColor:
            way = .gray(Self.table(curves[1], to: models.1, target))
        case (.shaper(let curves, let matrix), .gray(let gray)):
            way = .luminance(curves, matrix.rows.1, gray)
        case (.shaper(let curves, let matrix), .shaper(let others, let other)):
            way = .shapers(curves, other.inverse * matrix, others)
        case (.tables, .gray), (.tables, .shaper), (.tables, .tables), (.shaper, .tables):
            guard let tables = TableConversion(.rgb, from: source, to: target) else { return nil }
            way = .tables(tables)
        }
        if changesNothing(layout) { return nil }
    }

    /// The greatest amount of memory that a conversion between two profiles takes, in bytes.
    ///
    /// - Parameter byteCount: The size of both profiles, in bytes.
    /// - Returns: The number of bytes.
    package static func byteCount(profiles byteCount: Int) -> Int {
        ColorModel.greatestByteCount(profiles: byteCount) + tableByteCount
    }

    /// The work of converting a pixel, in multiples of a simple pass over a sample, by the size of
    /// both profiles.
    ///
    /// Profiles with tables are larger than profiles with curves and a matrix. The chunk of a PNG
    /// says of its compressed profile only that it has less than
    /// ``DecodeLimits/maximumProfileByteCount``.
    package static func passes(profiles byteCount: Int) -> Int {
        byteCount < DecodeLimits.maximumProfileByteCount ? 20 : 250
    }

    /// The memory for six tone curves, a table from gray to gray, and the tables of ``RowColors``,
    /// in bytes.
    private static let tableByteCount =
        12 * ToneCurve.sampleCount * MemoryLayout<Float>.stride + TransferTable.byteCount
        + RowColors.byteCount

    private static func model(_ profile: [UInt8]?) -> ColorModel {
        profile.flatMap(ColorModel.init(profile:)) ?? .standard
    }

    /// Makes a table from gray samples to the target's grays of the same light.
    private static func table(
        _ curve: ToneCurve,
        to model: ColorModel,
        _ target: [UInt8]?
    ) -> TransferTable {
        switch model {
        case .gray(let gray):
            return TransferTable { gray.encoded(curve.light(of: $0)) }
        case .shaper(let curves, let matrix):
            // The channels of a gray are the same in any space that shows them as gray.
            let share = Float((matrix.inverse * PrimaryMatrix.white).y)
            return TransferTable { curves[1].encoded(curve.light(of: $0) * share) }
        case .tables:
            return TransferTable(curve, to: target)
        }
    }

    /// Whether the conversion leaves a series of grays and a grid of colors as they are.
    private func changesNothing(_ layout: ChannelLayout) -> Bool {
        let grays = (0...64).map { StraightColor(white: Double($0) / 64) }
        var colors = grays
        if layout.isColor {
            for index in 0..<125 {
                colors.append(
                    StraightColor(
                        red: Double(index % 5) / 4,
                        green: Double(index / 5 % 5) / 4,
                        blue: Double(index / 25) / 4
                    )
                )
            }
        }
        return colors.allSatisfy { color in
            let other = convert(color)
            let change = max(
                abs(other.red - color.red),
                abs(other.green - color.green),
                abs(other.blue - color.blue)
            )
            return change <= 0.5 / 255
        }
    }

    /// Converts the red, green and blue of a color; its alpha stays.
    package func convert(_ color: StraightColor) -> StraightColor {
        let values = [Float(color.red), Float(color.green), Float(color.blue)]
        func result(_ red: Float, _ green: Float, _ blue: Float) -> StraightColor {
            StraightColor(
                red: Double(red),
                green: Double(green),
                blue: Double(blue),
                alpha: color.alpha
            )
        }
        switch way {
        case .shapers(let curves, let matrix, let others):
            let light = matrix * Self.light(values, curves)
            return result(
                others[0].encoded(Float(light.x)),
                others[1].encoded(Float(light.y)),
                others[2].encoded(Float(light.z))
            )
        case .luminance(let curves, let weights, let gray):
            let white = gray.encoded(Float((Self.light(values, curves) * weights).sum()))
            return result(white, white, white)
        case .gray(let table):
            let white = Float(table[values[1]]) / 65_535
            return result(white, white, white)
        case .tables(let tables):
            var converted: [UInt16] = [0, 0, 0]
            tables.convert(values.map { UInt16(($0 * 65_535).rounded()) }, to: &converted)
            let channels = converted.map { Float($0) / 65_535 }
            return result(channels[0], channels[1], channels[2])
        }
    }

    private static func light(_ values: [Float], _ curves: [ToneCurve]) -> SIMD3<Double> {
        SIMD3(
            Double(curves[0].light(of: values[0])),
            Double(curves[1].light(of: values[1])),
            Double(curves[2].light(of: values[2]))
        )
    }
}

extension ProfileConversion {
    /// Makes the conversion for rows of pixels; its tables take about a millisecond to make.
    package func makeRowColors() -> RowColors {
        switch way {
        case .gray(let table): RowColors(.gray(table))
        case .tables(let tables): RowColors(.tables(tables))
        case .shapers(let curves, let matrix, let others):
            RowColors(
                .light(
                    decoding: Self.shared(curves, \.lightTable),
                    matrix,
                    encoding: Self.shared(others, \.encodedTable)
                )
            )
        case .luminance(let curves, let weights, let gray):
            RowColors(
                .light(
                    decoding: Self.shared(curves, \.lightTable),
                    PrimaryMatrix(weights, weights, weights),
                    encoding: Self.shared([gray, gray, gray], \.encodedTable)
                )
            )
        }
    }

    /// Makes the tables of three curves; curves equal to the first one share its table.
    private static func shared<Table>(
        _ curves: [ToneCurve],
        _ table: KeyPath<ToneCurve, Table>
    ) -> [Table] {
        let first = curves[0][keyPath: table]
        return [first]
            + curves.dropFirst().map { $0 == curves[0] ? first : $0[keyPath: table] }
    }
}

extension TransferTable {
    /// Creates the table from gray samples to the grays of a profile that consists of lookup
    /// tables.
    ///
    /// The library converts grays of sRGB; of the three channels, green stands for all.
    fileprivate init(_ curve: ToneCurve, to target: [UInt8]?) {
        guard let tables = TableConversion(.rgb, from: nil, to: target),
            case .shaper(let curves, _) = ColorModel.standard
        else {
            self.init { $0 }
            return
        }
        let pixels = (0...65_535).flatMap { sample in
            let gray = curves[1].encoded(curve.light(of: Float(sample) / 65_535))
            return [UInt16](repeating: UInt16((gray * 65_535).rounded()), count: 3)
        }
        var converted = pixels
        tables.convert(pixels, to: &converted)
        self.init(values: (0...65_535).map { converted[3 * $0 + 1] })
    }
}

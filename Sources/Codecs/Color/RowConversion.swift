// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The conversion of a row of bytes from a library to a row of a band.
enum RowConversion {
    /// Deinterleaves samples of the band's layout.
    case unpack(PackedSamples)
    /// Deinterleaves samples and maps color samples through a table.
    case tabulate(PackedSamples, TransferTable)
    /// Converts cyan, magenta, yellow and black to RGB; full ink is 255, or 0 when inverted.
    case inks(isInverted: Bool)
    /// Converts cyan, magenta, yellow and black to RGB by their color profile.
    case profiledInks(TableConversion)

    /// The number of bytes in one row from the library.
    func rowByteCount(layout: ChannelLayout, width: Int) -> Int {
        switch self {
        case .unpack(let format), .tabulate(let format, _):
            format.rowByteCount(layout: layout, width: width)
        case .inks, .profiledInks: width * 4
        }
    }

    /// Converts a row of bytes from a library, and stores it as a row of a band.
    func apply(_ bytes: Span<UInt8>, to band: inout Band<Straight>, row: Int) {
        switch self {
        case .unpack(let format):
            band.unpack(bytes, as: format, intoRow: row)
        case .tabulate(let format, let table):
            band.unpack(bytes, as: format, intoRow: row)
            for channel in 0..<band.layout.colorChannelCount {
                var samples = band.mutableRow(row, of: channel)
                table.apply(to: &samples)
            }
        case .inks(let isInverted):
            for channel in 0..<3 {
                var samples = band.mutableRow(row, of: channel)
                Self.mixInks(bytes, channel: channel, isInverted: isInverted, into: &samples)
            }
        case .profiledInks(let tables):
            var pixels = [UInt16](repeating: 0, count: 3 * band.width)
            tables.convert(bytes, to: &pixels)
            band.deinterleave(pixels, intoRow: row)
        }
    }

    /// Computes one of red, green and blue from its ink and black, as the light both transmit: *(1
    /// − c)(1 − k)*.
    ///
    /// This is the usual conversion without a profile. It is done in integers: *255 − c*
    /// times *255 − k*, scaled from 255² to 65,535 and rounded.
    private static func mixInks(
        _ bytes: Span<UInt8>,
        channel: Int,
        isInverted: Bool,
        into samples: inout MutableSpan<UInt16>
    ) {
        let flip: UInt8 = isInverted ? 0 : 255
        for x in samples.indices {
            let light = UInt32(bytes[4 * x + channel] ^ flip)
            let black = UInt32(bytes[4 * x + 3] ^ flip)
            samples[x] = UInt16((light * black * 257 + 127) / 255)
        }
    }
}

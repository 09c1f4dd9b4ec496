// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Raster

/// What must hold of any bytes that claim to be a picture.
///
/// Nothing traps. Whatever damage is tolerated, a file decodes to the same rows in one piece and in many,
/// or in neither. A decoded picture that is written as a PNG of 16 bits comes back the same.
package struct CodecCheck {
    private let format: ImageFormat

    /// Small pictures, so that time goes to logic; large ones are refused by the same code.
    private let limits = DecodeLimits(maximumSide: 256, maximumPixelCount: 1 << 14)

    /// Creates a check for one format; inputs of others end at their signature.
    package init(format: ImageFormat) {
        self.format = format
    }

    /// Checks one input, and, of a PNG, also the same with every checksum made right.
    package func run(_ bytes: [UInt8]) {
        check(bytes)
        if format == .png, let repaired = PNGRepair.repair(bytes) { check(repaired) }
        if format == .jpeg {
            PlaneCheck(limits: limits).run(bytes)
            BlockCheck.run(bytes)
        }
    }

    private func check(_ bytes: [UInt8]) {
        if let found = ImageFormat.sniff(bytes.span), found != format { return }
        for policy in DamagePolicy.allCases { check(bytes, policy) }
    }

    private func check(_ bytes: [UInt8], _ policy: DamagePolicy) {
        let whole = decode { () throws(CodecError) in
            try ImageDecoder(bytes: bytes, limits: limits, damage: policy)
        }
        var rest = bytes[...]
        let streamed = decode { () throws(CodecError) in
            try ImageDecoder(
                reading: { () throws(SourceFailed) in
                    defer { rest = rest.dropFirst(61) }
                    return Array(rest.prefix(61))
                },
                limits: limits,
                damage: policy
            )
        }
        // A stream ends with its picture: that something is wrong behind it, only the whole tells.
        guard let whole else { return }
        precondition(streamed == whole, "a stream that decodes differently")
        precondition(encodeAndDecode(whole) == whole, "a picture that does not come back")
    }

    private func encodeAndDecode(_ rows: Rows) -> Rows? {
        var bytes: [UInt8] = []
        do {
            let options = PNGOptions(bitDepth: .sixteen)
            var encoder = try ImageEncoder(
                .png(options),
                size: rows.size,
                layout: rows.layout,
                iccProfile: rows.profile
            ) { bytes += $0 }
            for y in 0..<rows.size.height { try encoder.encodeRows(rows.band(y)) }
            try encoder.finish()
        } catch {
            preconditionFailure("a picture that cannot be encoded: \(error)")
        }
        return decode { () throws(CodecError) in try ImageDecoder(bytes: bytes, limits: limits) }
    }

    private func decode(_ open: () throws(CodecError) -> ImageDecoder) -> Rows? {
        do {
            return try Rows(open())
        } catch {
            return nil
        }
    }
}

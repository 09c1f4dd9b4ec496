// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codecs

/// The result of decoding the means of a file's blocks, by the library or by this module's decoder.
struct MeanOutcome {
    var planes: [JPEGMeanPlane] = []
    var groupCount = 0
    var error: CodecError?
    var damage: Set<Damage> = []
    var message = ""

    init(
        _ bytes: [UInt8],
        _ reading: JPEGPlaneDecoder.ScanReading,
        _ policy: DamagePolicy = .strict
    ) {
        do {
            var message = ""
            var decoder = try JPEGMeanDecoder(
                bytes: bytes,
                damage: policy,
                reading: reading,
                supervision: Supervision(note: { message = $0 })
            )
            do {
                while try decoder.decodeGroup() { groupCount += 1 }
            } catch { self.error = error }
            (planes, damage, self.message) = (decoder.planes, decoder.damage, message)
        } catch { self.error = error }
    }

    /// Expects the verdict of the library on a file.
    static func expectLibrary(_ bytes: [UInt8], _ policy: DamagePolicy, _ comment: Comment) {
        let library = MeanOutcome(bytes, .never, policy)
        for reading in [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce] {
            let found = MeanOutcome(bytes, reading, policy)
            #expect(found.error == library.error, comment)
            #expect(found.damage == library.damage, comment)
            #expect(found.message == library.message, comment)
        }
    }
}

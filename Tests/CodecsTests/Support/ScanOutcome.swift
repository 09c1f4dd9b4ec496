// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codecs

/// The result of decoding a file, by the library or by this module's decoder.
struct ScanOutcome: Equatable {
    typealias Reading = JPEGPlaneDecoder.ScanReading

    /// In which steps groups are decoded.
    enum Steps: CaseIterable {
        case one, two, three, inTurn

        func of(group: Int) -> Steps {
            self == .inTurn ? [.one, .two, .three][group % 3] : self
        }
    }

    /// The samples of each group that belong to the picture.
    var groups: [[UInt8]] = []
    var error: CodecError?
    var damage: Set<Damage> = []
    var message = ""
    /// Whether all of it was read without the library.
    var isRead = false

    init(
        _ bytes: [UInt8],
        _ reading: Reading,
        _ steps: Steps = .one,
        _ policy: DamagePolicy = .strict
    ) {
        do {
            var message = ""
            var decoder = try JPEGPlaneDecoder(
                bytes,
                damage: policy,
                reading: reading,
                supervision: Supervision(note: { message = $0 })
            )
            var rows = PlaneRows(decoder.planes)
            var coded = CodedRows(decoder.planes)
            do {
                while true {
                    switch steps.of(group: groups.count) {
                    case .one: try decoder.decodeRows(into: &rows)
                    case .two, .inTurn:
                        repeat { try decoder.readRows(into: &coded) } while decoder.isBehind
                        coded.makeRows(into: &rows)
                    case .three:
                        repeat { try decoder.readRows(into: &coded) } while decoder.isBehind
                        coded.makeSamples()
                        coded.makeRows(into: &rows)
                        #expect(coded.group == nil)
                    }
                    guard rows.group != nil else { break }
                    groups.append(Self.samples(rows))
                }
            } catch { self.error = error }
            damage = decoder.damage
            (isRead, self.message) = (decoder.readsScan, message)
        } catch { self.error = error }
    }

    private static func samples(_ rows: borrowing PlaneRows) -> [UInt8] {
        var samples: [UInt8] = []
        for plane in rows.planes.components.indices {
            for y in 0..<rows.rowCount(of: plane) {
                let row = rows.row(y, of: plane)
                for x in row.indices { samples.append(row[x]) }
            }
        }
        return samples
    }

    /// Compares results, regardless of the decoder used.
    static func == (first: ScanOutcome, second: ScanOutcome) -> Bool {
        first.groups == second.groups && first.error == second.error
            && first.damage == second.damage && first.message == second.message
    }

    /// Expects what the library makes of a file, and whether all of it is read without the library;
    /// nil where that is open.
    static func expectLibrary(
        _ bytes: [UInt8],
        _ policy: DamagePolicy = .strict,
        isRead: Bool?,
        _ comment: Comment = ""
    ) {
        let library = ScanOutcome(bytes, .never, .one, policy)
        for (reading, steps) in [(Reading.eager, Steps.inTurn), (.eagerAtOnce, .one)] {
            let found = ScanOutcome(bytes, reading, steps, policy)
            let isSame = found == library
            #expect(isSame, comment)
            #expect(found.error == library.error, comment)
            if let isRead { #expect(found.isRead == isRead, comment) }
        }
        MeanOutcome.expectLibrary(bytes, policy, comment)
    }

    /// Expects an error, or groups, where the library has them: samples that are no samples any more
    /// differ from one build of it to the next.
    static func expectVerdict(_ bytes: [UInt8], _ comment: Comment) {
        let library = ScanOutcome(bytes, .never)
        for reading in [Reading.eager, .eagerAtOnce] {
            let found = ScanOutcome(bytes, reading)
            #expect(found.error == library.error, comment)
            #expect(found.groups.count == library.groups.count, comment)
            #expect(found.message == library.message, comment)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Reads the one scan of a sequential JPEG in Huffman codes, group of rows by group of rows.
///
/// That takes most of the time to decode a photo: libjpeg reads code by code, and looks byte by byte
/// where zeros are stuffed into the data. Here are no tolerances, and no errors:
/// what is not as the rules want it is left to the library, which has its own ways with it.
///
/// Reference: ITU-T T.81, A.2, E.2 and F.2.
struct JPEGScanReader: ~Copyable {
    private let planes: JPEGPlanes
    private let codes: JPEGScanCodes
    private let transforms: [InverseTransform]

    /// The most bytes that a unit takes.
    private let mostBytesOfUnit: Int

    private var bytes: JPEGScanBytes
    private var state: JPEGScanState
    private let restartInterval: Int
    private var unitsToRestart: Int
    private var nextRestart: UInt8 = 0

    /// What a scan allocates, its blocks and the library's part aside: tables for three components, and
    /// one while it is made, and bytes.
    static let byteCount =
        7 * JPEGCodeTable.byteCount + JPEGScanBytes.usualCapacity
        + 10 * JPEGScanCodes.mostBytesOfBlock + 2 * JPEGScanCodes.ahead

    /// Prepares to read; nil for planes whose units are others than usual.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - scan: What the library knows of its scan.
    ///   - planes: The planes of the picture.
    ///   - capacity: How many bytes are gathered at once; as many as two units may take at least.
    init?(_ file: [UInt8], _ scan: JPEGPlainScan, _ planes: JPEGPlanes, capacity: Int) {
        // A unit of one component is a block: a group would be several rows of units.
        guard planes.components.count > 1 || planes.components[0].vertical == 1,
            planes.components.count == scan.components.count
        else { return nil }
        self.planes = planes
        codes = JPEGScanCodes(scan)
        transforms = scan.components.map { InverseTransform(quantization: $0.quantization) }
        mostBytesOfUnit = JPEGScanCodes.mostBytesOfUnit(JPEGBlockRows.runs(planes))
        bytes = JPEGScanBytes(
            file,
            from: scan.offset,
            overrun: mostBytesOfUnit + 2 * JPEGScanCodes.ahead,
            capacity: max(capacity, 2 * mostBytesOfUnit)
        )
        state = JPEGScanState(componentCount: planes.components.count)
        restartInterval = scan.restartInterval
        unitsToRestart = scan.restartInterval
        bytes.gather(after: 0)
    }

    /// Reads the next group of rows.
    ///
    /// - Parameters:
    ///   - blocks: Of the same planes.
    ///   - isLast: Whether the scan ends with the group.
    /// - Returns: Whether the group is as the rules want it; otherwise nothing may be read any more, and
    ///   the blocks are anything.
    mutating func read(into blocks: inout JPEGBlockRows, isLast: Bool) -> Bool {
        blocks.clear(for: transforms)
        let count = planes.unitCount
        var unit = 0
        while unit < count {
            if restartInterval > 0 && unitsToRestart == 0 {
                guard restart() else { return false }
            }
            let end = restartInterval > 0 ? min(count, unit + unitsToRestart) : count
            let more = bytes.isComplete ? JPEGScanCodes.ahead : -mostBytesOfUnit
            let limit = bytes.count + more
            let next = blocks.read(unit..<end, codes, bytes, limit: limit, state: &state)
            guard let next, unreadBitCount >= 0 else { return false }
            unitsToRestart -= next - unit
            if next < end {
                guard !bytes.isComplete else { return false }
                gather()
            }
            unit = next
        }
        return !isLast || isAtEnd()
    }

    /// How many bits are gathered and not read; negative when more were read than there are.
    private var unreadBitCount: Int { 8 * (bytes.count - state.position) + Int(state.unread.count) }

    /// Gathers bytes after those that were read.
    private mutating func gather() {
        bytes.gather(after: state.position)
        state.position = 0
    }

    /// Goes on behind a marker that has to be there.
    private mutating func restart() -> Bool {
        if !bytes.isComplete { gather() }
        guard bytes.marker == JPEGMarker(code: 0xD0 + nextRestart), (0..<8).contains(unreadBitCount)
        else {
            return false
        }
        bytes.passMarker()
        nextRestart = (nextRestart + 1) % 8
        unitsToRestart = restartInterval
        state.restart()
        return true
    }

    /// Whether nothing but padding is left of the scan, and the end of the file comes next.
    ///
    /// Padding are bits that are no byte, and bytes that are zero.
    private mutating func isAtEnd() -> Bool {
        let rest = unreadBitCount / 8
        // Of bytes that were dropped bits may be left: rather than to look at those, the scan is left.
        guard rest <= bytes.count, bytes.holdsZeros(last: rest) else { return false }
        while !bytes.isComplete {
            bytes.gather(after: bytes.count)
            guard bytes.holdsZeros(last: bytes.count) else { return false }
        }
        return bytes.marker == .endOfImage
    }
}

// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The Huffman decoder for the only scan of a sequential JPEG, one MCU row (a group) after the
/// other.
///
/// Huffman decoding takes most of the time for a photo: libjpeg reads code by code and checks for
/// byte stuffing at every byte. This decoder has neither tolerance nor errors: at any violation of
/// the format it gives up, and the library decodes the file in its own way.
///
/// Reference: ITU-T T.81, A.2, E.2 and F.2.
struct JPEGScanReader: ~Copyable {
    private let planes: JPEGPlanes
    private let codes: JPEGHuffmanDecoder
    private let transforms: [InverseTransform]

    /// The divisor by which the DC coefficients of each component are quantized.
    let meanDivisors: [UInt16]

    /// The greatest size of an MCU in bytes.
    private let greatestMCUByteCount: Int

    private var bytes: JPEGScanBytes
    private var state: JPEGScanState
    private let restartInterval: Int
    private var mcusToRestart: Int
    private var nextRestart: UInt8 = 0

    /// The memory that a scan allocates without its blocks, in bytes: tables for three components,
    /// one more while it is being built, and the buffer.
    static let byteCount =
        7 * JPEGDecodingTable.byteCount + JPEGScanBytes.usualCapacity
        + 10 * JPEGHuffmanDecoder.greatestBlockByteCount + 2 * JPEGHuffmanDecoder.ahead

    /// Creates a decoder; nil for planes with an unusual arrangement of MCUs.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - scan: The parameters of its scan.
    ///   - planes: The image planes.
    ///   - capacity: The number of bytes buffered at a time; raised to the size of two MCUs.
    ///   - skips: Whether most coefficients of some blocks will be passed over.
    init?(
        _ file: [UInt8],
        _ scan: JPEGScanHeader,
        _ planes: JPEGPlanes,
        capacity: Int,
        skips: Bool = false
    ) {
        // An MCU of one component is one block: a group would be several rows of MCUs.
        guard planes.components.count > 1 || planes.components[0].vertical == 1,
            planes.components.count == scan.components.count
        else { return nil }
        self.planes = planes
        codes = JPEGHuffmanDecoder(scan, skips: skips)
        meanDivisors = scan.components.map { $0.quantization[0] }
        transforms = scan.components.map { InverseTransform(quantization: $0.quantization) }
        greatestMCUByteCount = JPEGHuffmanDecoder.greatestMCUByteCount(
            JPEGBlockRows.runs(planes)
        )
        bytes = JPEGScanBytes(
            file,
            from: scan.offset,
            overrun: greatestMCUByteCount + 2 * JPEGHuffmanDecoder.ahead,
            capacity: max(capacity, 2 * greatestMCUByteCount)
        )
        state = JPEGScanState(componentCount: planes.components.count)
        restartInterval = scan.restartInterval
        mcusToRestart = scan.restartInterval
        bytes.gather(after: 0)
    }

    /// Decodes the next MCU row of the scan, and returns whether it is valid.
    ///
    /// - Parameters:
    ///   - target: Blocks of the same planes, or their means.
    ///   - isLast: Whether the scan ends with the group.
    /// - Returns: Whether the group is valid; otherwise nothing may be decoded any more, and the target
    ///   is undefined.
    mutating func read(
        into target: inout some JPEGScanTarget & ~Copyable,
        isLast: Bool
    ) -> Bool {
        target.clear(for: transforms)
        let count = planes.mcuCount
        var mcu = 0
        while mcu < count {
            if restartInterval > 0 && mcusToRestart == 0 {
                guard restart() else { return false }
            }
            let end = restartInterval > 0 ? min(count, mcu + mcusToRestart) : count
            let more = bytes.isComplete ? JPEGHuffmanDecoder.ahead : -greatestMCUByteCount
            let limit = bytes.count + more
            let next = target.read(mcu..<end, codes, bytes, limit: limit, state: &state)
            guard let next, unreadBitCount >= 0 else { return false }
            mcusToRestart -= next - mcu
            if next < end {
                guard !bytes.isComplete else { return false }
                gather()
            }
            mcu = next
        }
        return !isLast || isAtEnd()
    }

    /// The number of bits buffered but not decoded; negative if too many were decoded.
    private var unreadBitCount: Int { 8 * (bytes.count - state.position) + Int(state.unread.count) }

    /// Buffers the bytes after those that were read.
    private mutating func gather() {
        bytes.gather(after: state.position)
        state.position = 0
    }

    /// Continues after the next restart marker; returns false if the marker does not follow here.
    private mutating func restart() -> Bool {
        if !bytes.isComplete { gather() }
        guard bytes.marker == JPEGMarker(code: 0xD0 + nextRestart), (0..<8).contains(unreadBitCount)
        else {
            return false
        }
        bytes.passMarker()
        nextRestart = (nextRestart + 1) % 8
        mcusToRestart = restartInterval
        state.restart()
        return true
    }

    /// Whether only padding is left of the scan, followed by the end of the image.
    ///
    /// Padding is an incomplete byte of bits, a few bytes, or any number of zeros. The library decides
    /// about anything else, so that the damage it reports does not depend on who has read the scan.
    private mutating func isAtEnd() -> Bool {
        var byteCount = unreadBitCount / 8
        // Bits of dropped bytes may be left; the decoder gives up rather than check those.
        guard byteCount <= bytes.count else { return false }
        var isZero = bytes.holdsZeros(last: byteCount)
        while !bytes.isComplete, isZero || byteCount <= Self.paddingLimit {
            bytes.gather(after: bytes.count)
            byteCount += bytes.count
            isZero = isZero && bytes.holdsZeros(last: bytes.count)
        }
        return bytes.marker == .endOfImage && (isZero || byteCount <= Self.paddingLimit)
    }

    /// The greatest number of bytes, other than zeros, that may follow the last block without being
    /// damage.
    ///
    /// The library permits twice as many in the file, where each of them may be stuffed.
    private static let paddingLimit = 4
}

// SPDX-License-Identifier: Apache-2.0

import Raster

/// The Huffman encoder for the only scan of a sequential JPEG.
///
/// The blocks of all components are interleaved in MCUs that cover the same pixels. Where an MCU
/// extends beyond the last block of a component, its padding blocks have the DC coefficient of the
/// block before them, and no AC coefficients.
///
/// Reference: ITU-T T.81, A.2 and F.1.2.
struct JPEGScanWriter: ~Copyable, Sendable {
    private let components: [JPEGPlanes.Component]
    private let codes: JPEGHuffmanEncoder
    private var bits = JPEGPendingBits()

    /// The DC coefficient of the last block of each component.
    private var lastDC: [Int32]

    /// The positions of the blocks in each row of blocks of the current MCU row.
    private var runs: [JPEGBlockRun] = []

    /// A buffer of encoded bytes that are not handed over yet.
    private var bytes: Samples<UInt8>

    /// The size of the buffer in bytes.
    private static let capacity = 16_384

    /// The memory that a scan allocates, in bytes.
    static let byteCount = capacity + JPEGHuffmanEncoder.byteCount

    init(_ planes: JPEGPlanes, _ codes: [(dc: JPEGEncodingTable, ac: JPEGEncodingTable)]) {
        components = planes.components
        self.codes = JPEGHuffmanEncoder(codes)
        lastDC = codes.map { _ in 0 }
        bytes = Samples(repeating: 0, count: Self.capacity)
    }

    /// Encodes all MCUs of an MCU row, and returns whether the output is still open.
    ///
    /// - Returns: Whether the output is still open.
    mutating func encode(_ rows: borrowing BlockRows, to output: ByteOutput) -> Bool {
        findRuns(of: rows)
        let mcuCount = runs.reduce(0) {
            max($0, ($1.count + $1.blocksPerMCU - 1) / $1.blocksPerMCU)
        }
        var mcu = 0
        while mcu < mcuCount {
            let written = encode(rows, mcu..<mcuCount)
            mcu = written.mcu
            guard hand(written.bytes, to: output) else { return false }
        }
        return true
    }

    /// Finds the positions of the blocks in each row of blocks of an MCU row.
    private mutating func findRuns(of rows: borrowing BlockRows) {
        runs.removeAll(keepingCapacity: true)
        for plane in components.indices {
            let (component, place) = (components[plane], rows.places[plane])
            let count = rows.rowCount(of: plane)
            for row in 0..<component.vertical {
                runs.append(
                    JPEGBlockRun(
                        component: plane,
                        start: place.offset + row * place.width,
                        count: row < count ? place.width : 0,
                        blocksPerMCU: component.horizontal
                    )
                )
            }
        }
    }

    /// Encodes as many MCUs as the buffer has room for, and returns the index of the next one and
    /// the number of bytes written.
    private mutating func encode(
        _ rows: borrowing BlockRows,
        _ mcus: Range<Int>
    ) -> (mcu: Int, bytes: Int) {
        let (codes, runs) = (codes, runs)
        var bits = bits
        // Swapped out rather than copied, because one property cannot change while a span of
        // another exists.
        var lastDC: [Int32] = []
        swap(&lastDC, &self.lastDC)
        let count = bytes.count
        var target = bytes.mutableSpan(0..<count)
        let result = codes.encode(
            mcus,
            runs: runs,
            masks: rows.masks.span(0..<rows.masks.count),
            coefficients: rows.coefficients.span(0..<rows.coefficients.count),
            last: &lastDC,
            bits: &bits,
            into: &target
        )
        self.bits = bits
        self.lastDC = lastDC
        return result
    }

    /// Hands encoded bytes to the output with byte stuffing: a zero follows each 0xFF, because it
    /// would begin a marker.
    private func hand(_ count: Int, to output: ByteOutput) -> Bool {
        let bytes = bytes.span(0..<count)
        var start = 0
        while let ones = bytes.firstOffset(of: 0xFF, from: start) {
            guard output.append(bytes.extracting(start...ones)), output.append(CollectionOfOne(0))
            else {
                return false
            }
            start = ones + 1
        }
        return start == count || output.append(bytes.extracting(start..<count))
    }

    /// Writes the end of the scan and of the file, and returns whether the output is still open.
    ///
    /// - Returns: Whether the output is still open.
    mutating func finish(to output: ByteOutput) -> Bool {
        output.append(bits.drain() + [0xFF, 0xD9])
    }
}

/// A row of blocks of one component, divided among the MCUs of a scan.
struct JPEGBlockRun: Sendable {
    let component: Int
    /// The index of the row's first block among all blocks of the MCU row.
    let start: Int
    /// The number of blocks without padding; padding blocks repeat the DC coefficient of the last
    /// one.
    let count: Int
    /// The number of blocks of the row in each MCU.
    let blocksPerMCU: Int
}

/// The bits at the end of a scan that do not fill a byte yet.
struct JPEGPendingBits: Sendable {
    /// The bits, the latest lowest; the bits above them are garbage.
    var pending: UInt64 = 0
    /// The number of bits, less than 8.
    var count = 0

    /// Pads the bits with ones to a whole byte, and returns it, with the zero that must follow
    /// 0xFF.
    mutating func drain() -> [UInt8] {
        let padding = (8 - count % 8) % 8
        pending = pending << UInt64(padding) | (1 << UInt64(padding) - 1)
        count += padding
        guard count > 0 else { return [] }
        count = 0
        let byte = UInt8(truncatingIfNeeded: pending)
        return byte == 0xFF ? [byte, 0] : [byte]
    }
}

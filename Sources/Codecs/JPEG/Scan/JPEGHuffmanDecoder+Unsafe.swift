// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The Huffman codes of all components of a scan, with the decoder of blocks.
struct JPEGHuffmanDecoder: Sendable {
    /// The lookup tables of the distinct Huffman tables, one after the other; components often
    /// share them.
    private let singles: [JPEGDecodingTable.Single]
    private let longer: [UInt32]

    /// The lookup tables that decode one or two codes at a time, which exist for AC coefficients
    /// only.
    private let pairs: [JPEGDecodingTable.Pair]

    /// The tables that skip AC coefficients; empty if all coefficients are read.
    let skips: [JPEGSkipTable.Entry]

    let components: [Component]

    /// The indices of a component's tables, and the greatest magnitude of its DC coefficient.
    struct Component {
        let dc: Int
        let ac: Int
        let pairs: Int
        let limit: UInt32
    }

    /// The greatest size of a block in bytes.
    ///
    /// 64 codes of at most 31 bits with the numbers after them are eight bytes less.
    ///
    /// Those eight bytes also cover the seven that are taken in advance.
    static let greatestBlockByteCount = 64 * 4

    /// The number of bytes that may be read from the scan in advance, before their bits are
    /// decoded.
    static let ahead = 8

    /// The greatest product of a DC coefficient and its divisor; 8-bit samples reach half of it.
    ///
    /// Libraries differ in their treatment of greater ones.
    private static let greatestDC = 2047

    /// Creates the decoder of a scan from its Huffman and quantization tables.
    ///
    /// - Parameters:
    ///   - scan: The tables of the scan.
    ///   - isSkipping: Whether most coefficients of some blocks will be passed over.
    init(_ scan: JPEGScanHeader, skips isSkipping: Bool = false) {
        var (dc, ac): ([JPEGHuffmanTable], [JPEGHuffmanTable]) = ([], [])
        func index(of list: JPEGHuffmanTable, in lists: inout [JPEGHuffmanTable]) -> Int {
            if let index = lists.firstIndex(of: list) { return index }
            lists.append(list)
            return lists.count - 1
        }
        let indices = scan.components.map {
            (dc: index(of: $0.dc, in: &dc), ac: index(of: $0.ac, in: &ac))
        }
        components = zip(scan.components, indices).map { component, index in
            Component(
                dc: index.dc,
                ac: dc.count + index.ac,
                pairs: index.ac,
                limit: UInt32(Self.greatestDC / max(1, Int(component.quantization[0])))
            )
        }
        var singles: [JPEGDecodingTable.Single] = []
        var (pairs, longer): ([JPEGDecodingTable.Pair], [UInt32]) = ([], [])
        var skips: [JPEGSkipTable.Entry] = []
        singles.reserveCapacity((dc.count + ac.count) * JPEGDecodingTable.entryCount)
        pairs.reserveCapacity(ac.count * JPEGDecodingTable.entryCount)
        for (index, list) in (dc + ac).enumerated() {
            let table = JPEGDecodingTable(list, isDC: index < dc.count)
            singles += table.singles
            pairs += table.pairs
            longer += table.longer
            if isSkipping, index >= dc.count { skips += JPEGSkipTable(list).entries }
        }
        (self.singles, self.pairs, self.longer) = (singles, pairs, longer)
        self.skips = skips
    }

    /// Decodes the blocks of as many MCUs as there are bytes for, and returns the index of the next
    /// one.
    ///
    /// - Parameters:
    ///   - mcus: The MCUs to decode.
    ///   - runs: The positions of their blocks, in the file order.
    ///   - bytes: The bytes, with room after the limit for one MCU and ``ahead`` bytes more.
    ///   - limit: The last offset at which an MCU may begin.
    ///   - state: The position of decoding.
    ///   - blocks: The blocks, zeros where MCUs will be decoded.
    /// - Returns: The next MCU; nil if one is invalid.
    func read(
        _ mcus: Range<Int>,
        runs: [JPEGMCURun],
        bytes: Span<UInt8>,
        limit: Int,
        state: inout JPEGScanState,
        into blocks: inout MutableSpan<Int16>
    ) -> Int? {
        check(mcus, runs, roomForBlocks: blocks.count)
        precondition(state.lastDC.count == components.count, "a component has no codes")
        check(bytes, runs, limit, state)
        var mcu: Int? = mcus.lowerBound
        // SAFETY: runs are checked against blocks, and components against codes; a unit is only begun
        // up to the limit, after which all that it may take exists.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe blocks.withUnsafeMutableBufferPointer { blocks in
                unsafe withTables { tables in
                    guard let start = bytes.baseAddress, let blocks = blocks.baseAddress
                    else { return }
                    var reader = unsafe JPEGBlockReader(start + state.position, state.unread)
                    let end = unsafe start + limit
                    let steps = unsafe blockSteps(runs, tables)
                    unsafe mcu = steps.withUnsafeBufferPointer { steps in
                        unsafe state.lastDC.withUnsafeMutableBufferPointer { last in
                            unsafe Self.read(mcus, steps, &reader, end, last, blocks)
                        }
                    }
                    unsafe state.position = reader.source - start
                    state.unread = unsafe reader.unread
                }
            }
        }
        return mcu
    }

    /// Decodes the blocks of MCUs without bounds checks; the caller has made them.
    @inline(__always)
    private static func read(
        _ mcus: Range<Int>,
        _ steps: UnsafeBufferPointer<BlockStep>,
        _ reader: inout JPEGBlockReader,
        _ end: UnsafePointer<UInt8>,
        _ last: UnsafeMutableBufferPointer<Int32>,
        _ blocks: UnsafeMutablePointer<Int16>
    ) -> Int? {
        // SAFETY: the caller has checked that runs have room for all units, and components codes.
        var mcu = mcus.lowerBound
        while mcu < mcus.upperBound, unsafe reader.source <= end {
            for index in 0..<steps.count {
                let step = unsafe steps[index]
                var value = unsafe last[step.component]
                let first = unsafe mcu &* step.count
                for index in unsafe first..<(first &+ step.count) {
                    let block = unsafe blocks + step.offset(ofBlock: index)
                    guard let after = unsafe reader.afterBlock(step, &value, into: block)
                    else { return nil }
                    unsafe reader = unsafe after
                }
                unsafe last[step.component] = value
            }
            mcu &+= 1
        }
        return mcu
    }

    /// Pointers to the lookup tables of all components.
    @unsafe
    struct Tables {
        let singles: UnsafePointer<JPEGDecodingTable.Single>
        let pairs: UnsafePointer<JPEGDecodingTable.Pair>
        let longer: UnsafePointer<UInt32>
        let zigzag: UnsafePointer<UInt8>

        /// The pointers to the lookup tables of one Huffman table; the caller knows that they
        /// exist.
        @inline(__always)
        func codes(_ index: Int, pairs pairIndex: Int) -> JPEGDecodingPointers {
            // SAFETY: the caller knows both indices.
            unsafe JPEGDecodingPointers(
                singles: singles + JPEGDecodingTable.entryCount &* index,
                pairs: pairs + JPEGDecodingTable.entryCount &* pairIndex,
                longer: longer + JPEGDecodingTable.longerCount &* index
            )
        }
    }

    /// Calls a closure with pointers to the lookup tables of all components.
    @inline(__always)
    func withTables(_ body: (Tables) -> Void) {
        // SAFETY: the body uses the pointers only during the call, and knows the sizes of the tables.
        unsafe singles.withUnsafeBufferPointer { singles in
            unsafe pairs.withUnsafeBufferPointer { pairs in
                unsafe longer.withUnsafeBufferPointer { longer in
                    unsafe JPEGMCURun.zigzag.withUnsafeBufferPointer { zigzag in
                        guard let singles = singles.baseAddress, let pairs = pairs.baseAddress,
                            let longer = longer.baseAddress, let zigzag = zigzag.baseAddress
                        else { return }
                        let tables = unsafe Tables(
                            singles: singles,
                            pairs: pairs,
                            longer: longer,
                            zigzag: zigzag
                        )
                        unsafe body(tables)
                    }
                }
            }
        }
    }

    /// The greatest size of an MCU in bytes.
    static func greatestMCUByteCount(_ runs: [JPEGMCURun]) -> Int {
        greatestBlockByteCount * runs.reduce(0) { $0 + $1.blocksPerMCU }
    }

    /// Checks that enough bytes for one MCU follow the limit, the last position where one may
    /// begin.
    func check(
        _ bytes: Span<UInt8>,
        _ runs: [JPEGMCURun],
        _ limit: Int,
        _ state: JPEGScanState
    ) {
        precondition(
            limit >= 0 && state.unread.count < 64 && state.position >= 0
                && state.position <= limit + Self.greatestMCUByteCount(runs)
                && bytes.count - limit >= Self.greatestMCUByteCount(runs) + Self.ahead,
            "the buffer is too short for an MCU"
        )
    }

    /// Checks that there is room for the blocks of all MCUs, and that their components have codes.
    private func check(_ mcus: Range<Int>, _ runs: [JPEGMCURun], roomForBlocks count: Int) {
        precondition(mcus.lowerBound >= 0, "the index of an MCU is negative")
        for run in runs {
            precondition(
                run.blocksPerMCU > 0 && run.start >= 0 && run.end <= count
                    && mcus.upperBound <= run.mcuCount
                    && components.indices.contains(run.component),
                "blocks are outside the buffer"
            )
        }
    }
}

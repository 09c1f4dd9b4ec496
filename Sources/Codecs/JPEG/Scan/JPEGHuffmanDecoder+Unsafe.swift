// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of all components of a scan, with the decoder of blocks.
struct JPEGScanCodes: Sendable {
    /// The distinct tables, one after the other; components often share them.
    private let singles: [JPEGCodeTable.Single]
    private let longer: [UInt32]

    /// The pair tables of those tables that have them.
    private let pairs: [JPEGCodeTable.Pair]

    private let components: [Component]

    /// The indices of a component's tables, and the greatest magnitude of its DC coefficient.
    private struct Component {
        let means: Int
        let others: Int
        let pairs: Int
        let limit: UInt32
    }

    /// The greatest size of a block in bytes.
    ///
    /// 64 codes of at most 31 bits with the numbers behind them are eight bytes less.
    ///
    /// Those eight bytes also cover the seven that are taken in advance.
    static let mostBytesOfBlock = 64 * 4

    /// The number of bytes that may be taken in advance.
    static let ahead = 8

    /// The greatest product of a DC coefficient and its divisor; 8-bit samples reach half of it.
    ///
    /// Libraries differ in their treatment of greater ones.
    private static let greatestMean = 2047

    init(_ scan: JPEGPlainScan) {
        var (means, others): ([JPEGCodeList], [JPEGCodeList]) = ([], [])
        func place(of list: JPEGCodeList, in lists: inout [JPEGCodeList]) -> Int {
            if let place = lists.firstIndex(of: list) { return place }
            lists.append(list)
            return lists.count - 1
        }
        let places = scan.components.map {
            (means: place(of: $0.means, in: &means), others: place(of: $0.others, in: &others))
        }
        components = zip(scan.components, places).map { component, place in
            Component(
                means: place.means,
                others: means.count + place.others,
                pairs: place.others,
                limit: UInt32(Self.greatestMean / max(1, Int(component.quantization[0])))
            )
        }
        var singles: [JPEGCodeTable.Single] = []
        var (pairs, longer): ([JPEGCodeTable.Pair], [UInt32]) = ([], [])
        singles.reserveCapacity((means.count + others.count) * JPEGCodeTable.entryCount)
        pairs.reserveCapacity(others.count * JPEGCodeTable.entryCount)
        for (index, list) in (means + others).enumerated() {
            let table = JPEGCodeTable(list, ofMeans: index < means.count)
            singles += table.singles
            pairs += table.pairs
            longer += table.longer
        }
        (self.singles, self.pairs, self.longer) = (singles, pairs, longer)
    }

    /// Decodes the blocks of MCUs, as many as there are bytes for.
    ///
    /// - Parameters:
    ///   - units: The MCUs to decode.
    ///   - runs: The positions of their blocks, in the order of the file.
    ///   - bytes: The bytes, with room behind the limit for one MCU and ``ahead`` bytes more.
    ///   - limit: The last offset at which an MCU may begin.
    ///   - state: The position of decoding.
    ///   - blocks: The blocks, which are zeros where MCUs will be decoded.
    /// - Returns: The next MCU; nil if one is invalid.
    func read(
        _ units: Range<Int>,
        runs: [JPEGUnitRun],
        bytes: Span<UInt8>,
        limit: Int,
        state: inout JPEGScanState,
        into blocks: inout MutableSpan<Int16>
    ) -> Int? {
        check(units, runs, roomForBlocks: blocks.count)
        precondition(state.means.count == components.count, "a component without codes")
        precondition(
            limit >= 0 && state.unread.count < 64 && state.position >= 0
                && state.position <= limit + Self.mostBytesOfUnit(runs)
                && bytes.count - limit >= Self.mostBytesOfUnit(runs) + Self.ahead,
            "fewer bytes than a unit may take"
        )
        var unit: Int? = units.lowerBound
        // SAFETY: runs are checked against blocks, and components against codes; a unit is only begun
        // up to the limit, behind which all that it may take exists.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe blocks.withUnsafeMutableBufferPointer { blocks in
                unsafe withTables { tables in
                    guard let start = bytes.baseAddress, let blocks = blocks.baseAddress
                    else { return }
                    var reader = unsafe JPEGBlockReader(start + state.position, state.unread)
                    let end = unsafe start + limit
                    unsafe unit = read(units, runs, &reader, end, &state.means, tables, blocks)
                    unsafe state.position = reader.source - start
                    state.unread = unsafe reader.unread
                }
            }
        }
        return unit
    }

    /// Decodes blocks without checks; the caller has made them.
    @inline(__always)
    private func read(
        _ units: Range<Int>,
        _ runs: [JPEGUnitRun],
        _ reader: inout JPEGBlockReader,
        _ end: UnsafePointer<UInt8>,
        _ last: inout [Int32],
        _ tables: Tables,
        _ blocks: UnsafeMutablePointer<Int16>
    ) -> Int? {
        // SAFETY: the caller has checked that runs have room for all units, and components codes.
        var unit = units.lowerBound
        while unit < units.upperBound, unsafe reader.source <= end {
            for run in runs {
                let component = components[run.component]
                let means = unsafe tables.codes(component.means, pairs: 0)
                let others = unsafe tables.codes(component.others, pairs: component.pairs)
                var mean = last[run.component]
                let first = unit &* run.blocksPerUnit
                for index in first..<(first &+ run.blocksPerUnit) {
                    let block = unsafe blocks + run.start + JPEGUnitRun.offset(ofBlock: index)
                    let isRead = unsafe reader.read(
                        &mean,
                        limit: component.limit,
                        means,
                        others,
                        tables.places,
                        into: block
                    )
                    guard isRead else { return nil }
                }
                last[run.component] = mean
            }
            unit &+= 1
        }
        return unit
    }

    /// Pointers to all tables.
    @unsafe
    private struct Tables {
        let singles: UnsafePointer<JPEGCodeTable.Single>
        let pairs: UnsafePointer<JPEGCodeTable.Pair>
        let longer: UnsafePointer<UInt32>
        let places: UnsafePointer<UInt8>

        /// The pointers to one table; the caller knows that it exists.
        @inline(__always)
        func codes(_ index: Int, pairs place: Int) -> JPEGCodePointers {
            // SAFETY: the caller knows both indices.
            unsafe JPEGCodePointers(
                singles: singles + JPEGCodeTable.entryCount &* index,
                pairs: pairs + JPEGCodeTable.entryCount &* place,
                longer: longer + JPEGCodeTable.longerCount &* index
            )
        }
    }

    /// Calls a function with pointers to all tables.
    @inline(__always)
    private func withTables(_ body: (Tables) -> Void) {
        // SAFETY: whoever takes them keeps them no longer than the call, and knows how many there are.
        unsafe singles.withUnsafeBufferPointer { singles in
            unsafe pairs.withUnsafeBufferPointer { pairs in
                unsafe longer.withUnsafeBufferPointer { longer in
                    unsafe JPEGUnitRun.places.withUnsafeBufferPointer { places in
                        guard let singles = singles.baseAddress, let pairs = pairs.baseAddress,
                            let longer = longer.baseAddress, let places = places.baseAddress
                        else { return }
                        let tables = unsafe Tables(
                            singles: singles,
                            pairs: pairs,
                            longer: longer,
                            places: places
                        )
                        unsafe body(tables)
                    }
                }
            }
        }
    }

    /// The greatest size of an MCU in bytes.
    static func mostBytesOfUnit(_ runs: [JPEGUnitRun]) -> Int {
        mostBytesOfBlock * runs.reduce(0) { $0 + $1.blocksPerUnit }
    }

    /// Checks that there is room for the blocks of all MCUs, and that their components have codes.
    private func check(_ units: Range<Int>, _ runs: [JPEGUnitRun], roomForBlocks count: Int) {
        precondition(units.lowerBound >= 0, "a unit before the first")
        for run in runs {
            precondition(
                run.blocksPerUnit > 0 && run.start >= 0 && run.end <= count
                    && units.upperBound <= run.unitCount
                    && components.indices.contains(run.component),
                "blocks outside the room for them"
            )
        }
    }
}

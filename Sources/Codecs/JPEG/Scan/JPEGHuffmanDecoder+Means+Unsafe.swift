// SPDX-License-Identifier: Apache-2.0

extension JPEGHuffmanDecoder {
    /// Decodes the block means (DC coefficients) of as many MCUs as there are bytes for, and
    /// returns the index of the next one.
    ///
    /// - Parameters:
    ///   - mcus: The MCUs to decode.
    ///   - runs: The positions of their blocks, in the file order.
    ///   - starts: The index of the first mean of each run.
    ///   - bytes: The bytes, as for ``read(_:runs:bytes:limit:state:into:)``.
    ///   - limit: The last offset at which an MCU may begin.
    ///   - state: The position of decoding.
    ///   - means: The DC coefficients of the blocks, one run after the other.
    /// - Returns: The next MCU; nil if one is invalid.
    func readMeans(
        _ mcus: Range<Int>,
        runs: [JPEGMCURun],
        starts: [Int],
        bytes: Span<UInt8>,
        limit: Int,
        state: inout JPEGScanState,
        into means: inout MutableSpan<Int16>
    ) -> Int? {
        precondition(!skips.isEmpty, "a decoder of coefficients")
        precondition(state.lastDC.count == components.count, "a component has no codes")
        precondition(starts.count == runs.count, "a run has no place")
        check(bytes, runs, limit, state)
        for (run, start) in zip(runs, starts) {
            precondition(
                mcus.lowerBound >= 0 && mcus.upperBound <= run.mcuCount && start >= 0
                    && start + run.mcuCount * run.blocksPerMCU <= means.count
                    && components.indices.contains(run.component),
                "means are outside the buffer"
            )
        }
        var mcu: Int? = mcus.lowerBound
        // SAFETY: runs are checked against means, and components against codes; a unit is only begun up to
        // the limit, after which all that it may take exists.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe means.withUnsafeMutableBufferPointer { means in
                unsafe skips.withUnsafeBufferPointer { skips in
                    unsafe withTables { tables in
                        guard let start = bytes.baseAddress, let means = means.baseAddress,
                            let skips = skips.baseAddress
                        else { return }
                        let steps = unsafe steps(runs, starts, tables, skips)
                        var reader = unsafe JPEGBlockReader(start + state.position, state.unread)
                        let end = unsafe start + limit
                        unsafe mcu = steps.withUnsafeBufferPointer { steps in
                            unsafe state.lastDC.withUnsafeMutableBufferPointer { last in
                                unsafe Self.readMeans(mcus, steps, &reader, end, last, means)
                            }
                        }
                        unsafe state.position = reader.source - start
                        state.unread = unsafe reader.unread
                    }
                }
            }
        }
        return mcu
    }

    /// The blocks that each MCU has in one row of a component, with pointers to their tables.
    @unsafe
    private struct Step {
        let dc: JPEGDecodingPointers
        let ac: JPEGDecodingPointers
        let skips: UnsafePointer<JPEGSkipTable.Entry>
        let limit: UInt32
        let component: Int
        /// The index of the row's first mean in the output.
        let start: Int
        /// The number of blocks of the row in each MCU.
        let count: Int
    }

    /// Looks up the tables for all rows of blocks in an MCU, before many MCUs are decoded with
    /// them.
    private func steps(
        _ runs: [JPEGMCURun],
        _ starts: [Int],
        _ tables: Tables,
        _ skips: UnsafePointer<JPEGSkipTable.Entry>
    ) -> [Step] {
        // SAFETY: the caller has checked that components have codes.
        unsafe zip(runs, starts).map { run, start in
            let component = components[run.component]
            return unsafe Step(
                dc: tables.codes(component.dc, pairs: 0),
                ac: tables.codes(component.ac, pairs: component.pairs),
                skips: skips + JPEGSkipTable.entryCount &* component.pairs,
                limit: component.limit,
                component: run.component,
                start: start,
                count: run.blocksPerMCU
            )
        }
    }

    /// Decodes the means of MCUs without bounds checks; the caller has made them.
    @inline(__always)
    private static func readMeans(
        _ mcus: Range<Int>,
        _ steps: UnsafeBufferPointer<Step>,
        _ reader: inout JPEGBlockReader,
        _ end: UnsafePointer<UInt8>,
        _ last: UnsafeMutableBufferPointer<Int32>,
        _ means: UnsafeMutablePointer<Int16>
    ) -> Int? {
        // SAFETY: the caller has checked that runs have room for all units, and components codes.
        var mcu = mcus.lowerBound
        while mcu < mcus.upperBound, unsafe reader.source <= end {
            for index in 0..<steps.count {
                let step = unsafe steps[index]
                var value = unsafe last[step.component]
                let first = unsafe step.start &+ mcu &* step.count
                for place in unsafe first..<(first &+ step.count) {
                    let after = unsafe reader.afterMean(
                        &value,
                        limit: step.limit,
                        step.dc,
                        step.ac,
                        step.skips
                    )
                    guard let after = unsafe after else { return nil }
                    unsafe reader = unsafe after
                    unsafe means[place] = Int16(truncatingIfNeeded: value)
                }
                unsafe last[step.component] = value
            }
            mcu &+= 1
        }
        return mcu
    }
}

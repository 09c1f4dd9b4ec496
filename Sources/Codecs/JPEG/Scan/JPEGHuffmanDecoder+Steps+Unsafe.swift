// SPDX-License-Identifier: Apache-2.0

import Kernels

extension JPEGHuffmanDecoder {
    /// The blocks that each MCU has in one row of a component, with pointers to their tables.
    @unsafe
    struct BlockStep {
        let dc: JPEGDecodingPointers
        let ac: JPEGDecodingPointers
        /// The ``JPEGSkipTable``; nil where whole blocks are read.
        let skips: UnsafePointer<JPEGSkipTable.Entry>?
        let zigzag: UnsafePointer<UInt8>
        let limit: UInt32
        let component: Int
        /// The index of the row's first coefficient among the coefficients of all blocks.
        let start: Int
        /// The number of blocks of the row in each MCU.
        let count: Int
        private let shift: Int
        private let groupCount: Int

        /// Creates the description of a row of blocks from its tables and its position.
        init(
            dc: JPEGDecodingPointers,
            ac: JPEGDecodingPointers,
            skips: UnsafePointer<JPEGSkipTable.Entry>?,
            zigzag: UnsafePointer<UInt8>,
            limit: UInt32,
            run: JPEGMCURun
        ) {
            // SAFETY: pointers are copied.
            unsafe (self.dc, self.ac, self.skips, self.zigzag) = unsafe (dc, ac, skips, zigzag)
            unsafe (self.limit, component) = (limit, run.component)
            unsafe (start, count) = (run.start, run.blocksPerMCU)
            unsafe (shift, groupCount) = (run.corner.shift, run.corner.groupCount)
        }

        /// The index of a block's first coefficient among the coefficients of all blocks.
        @inline(__always)
        func offset(ofBlock index: Int) -> Int {
            // SAFETY: these are plain numbers.
            unsafe start &+ (index &>> shift) &* groupCount
                &+ (index & (1 &<< shift &- 1)) &<< (5 &- shift)
        }
    }

    /// Looks up the tables for all rows of blocks in an MCU, before many MCUs are decoded with
    /// them.
    func blockSteps(
        _ runs: [JPEGMCURun],
        _ tables: Tables,
        _ skips: UnsafePointer<JPEGSkipTable.Entry>?
    ) -> [BlockStep] {
        // SAFETY: the caller has checked that components have codes.
        unsafe runs.map { run in
            let component = components[run.component]
            return unsafe BlockStep(
                dc: tables.codes(component.dc, pairs: 0),
                ac: tables.codes(component.ac, pairs: component.pairs),
                skips: run.corner.rankCount == 64
                    ? nil : skips.map { unsafe $0 + JPEGSkipTable.entryCount &* component.pairs },
                zigzag: tables.zigzag + JPEGMCURun.zigzagStart(run.corner),
                limit: component.limit,
                run: run
            )
        }
    }
}

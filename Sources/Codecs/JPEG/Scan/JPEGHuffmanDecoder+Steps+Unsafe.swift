// SPDX-License-Identifier: Apache-2.0

extension JPEGHuffmanDecoder {
    /// The blocks that each MCU has in one row of a component, with pointers to their tables.
    @unsafe
    struct BlockStep {
        let dc: JPEGDecodingPointers
        let ac: JPEGDecodingPointers
        let zigzag: UnsafePointer<UInt8>
        let limit: UInt32
        let component: Int
        /// The index of the row's first coefficient among the coefficients of all blocks.
        let start: Int
        /// The number of blocks of the row in each MCU.
        let count: Int

        /// Creates the description of a row of blocks from its tables and its position.
        init(
            dc: JPEGDecodingPointers,
            ac: JPEGDecodingPointers,
            zigzag: UnsafePointer<UInt8>,
            limit: UInt32,
            run: JPEGMCURun
        ) {
            // SAFETY: pointers are copied.
            unsafe (self.dc, self.ac, self.zigzag) = unsafe (dc, ac, zigzag)
            unsafe (self.limit, component) = (limit, run.component)
            unsafe (start, count) = (run.start, run.blocksPerMCU)
        }

        /// The index of a block's first coefficient among the coefficients of all blocks.
        @inline(__always)
        func offset(ofBlock index: Int) -> Int {
            // SAFETY: these are plain numbers.
            unsafe start &+ (index &>> 2) &* 256 &+ (index & 3) &<< 3
        }
    }

    /// Looks up the tables for all rows of blocks in an MCU, before many MCUs are decoded with
    /// them.
    func blockSteps(
        _ runs: [JPEGMCURun],
        _ tables: Tables
    ) -> [BlockStep] {
        // SAFETY: the caller has checked that components have codes.
        unsafe runs.map { run in
            let component = components[run.component]
            return unsafe BlockStep(
                dc: tables.codes(component.dc, pairs: 0),
                ac: tables.codes(component.ac, pairs: component.pairs),
                zigzag: tables.zigzag,
                limit: component.limit,
                run: run
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A row of blocks of one component, as the MCUs of a scan take them.
struct JPEGBlockRun: Sendable {
    let component: Int
    /// The index of the first block.
    let start: Int
    /// The number of real blocks; padding blocks repeat the DC coefficient of the last.
    let count: Int
    /// The number of blocks of the row in each MCU.
    let blocksPerMCU: Int
}

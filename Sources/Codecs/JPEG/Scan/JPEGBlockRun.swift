// SPDX-License-Identifier: Apache-2.0

/// Blocks of a component that follow each other in units.
struct JPEGBlockRun: Sendable {
    let component: Int
    /// The first block.
    let start: Int
    /// How many there are; of those beyond each is even, and as bright as the last.
    let count: Int
    /// How many of them a unit has.
    let unit: Int
}

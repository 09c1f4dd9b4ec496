// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// Portable vectors through `CVector`, compiled once for each instruction set.
///
/// The copies for newer processors may be linked beside code for older ones only because nothing in
/// their objects can stand for code of others: generic code of other modules, specialized here, would
/// be a weak symbol, of which the linker keeps any copy for everybody. `Scripts/check-variants` looks
/// for such symbols.
package enum VectorKernels: KernelSet {
    /// What is added to a sample before it is divided by 257, to round to nearest.
    static var byteRounding: UInt16 { 128 }
}

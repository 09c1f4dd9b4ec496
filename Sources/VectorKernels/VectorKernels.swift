// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// The vector kernels, written once on top of `CVector` and compiled for each instruction set.
///
/// Copies for newer processors may be linked next to code for older ones only because their objects
/// define no symbol of another module. Generic code of other modules specialized here would be a
/// weak symbol, of which the linker keeps one copy for the whole program. `Scripts/check-variants`
/// looks for such symbols.
package enum VectorKernels: KernelSet {
    /// The addend that makes a division of a sample by 257 round to nearest.
    static var byteRounding: UInt16 { 128 }
}

// SPDX-License-Identifier: Apache-2.0

// Prints a hash of what each row kernel makes of random rows. Scripts/check-arm64 compiles it, in Embedded
// Swift and without the package, for processors on which the tests cannot run, and compares its output with
// that of this processor.

import BaselineKernels
import KernelInterface

func tryAll<Kernels: KernelSet>(_ kernels: Kernels.Type) {
    tryPacking(kernels)
    tryAlpha(kernels)
    tryColors(kernels)
    trySums(kernels)
    tryMarks(kernels)
    tryLimits(kernels)
    tryBlur(kernels)
    tryBlocks(kernels)
}

print("scalar")
tryAll(ScalarKernels.self)
print("vector")
tryAll(VectorKernels.self)

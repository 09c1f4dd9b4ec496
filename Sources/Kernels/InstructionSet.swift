// SPDX-License-Identifier: Apache-2.0

import BaselineKernels
import CProcessor
import KernelInterface
import Synchronization

#if NEWER_KERNELS
    import AVX2Kernels
    import AVX512Kernels
    import VNNIKernels
#endif

/// The variants of the kernels: the scalar specification, and faster ones that compute with
/// vectors.
///
/// All variants give the same bits for the same input; tests hold each against ``scalar``.
package enum InstructionSet: String, Hashable, Sendable, CaseIterable {
    /// Scalar code, one sample at a time: short and obvious, the specification.
    case scalar
    /// Portable vector kernels, compiled for the baseline of the architecture (SSE2, Neon).
    case vector
    /// The vector kernels, compiled for level 3 of x86-64, with AVX2.
    case avx2
    /// The vector kernels, compiled for level 4 of x86-64, with AVX-512 (F, BW, CD, DQ, VL).
    case avx512
    /// The vector kernels, compiled for AVX-512 with AVX512_VNNI and AVX512_VBMI.
    ///
    /// These add instructions for sums of products and for permutations of bytes. Intel has them
    /// since Ice Lake, AMD since Zen 4.
    case avx512vnni

    /// The variants that were built, from the slowest to the fastest.
    ///
    /// Those for newer processors are missing on architectures other than x86-64, and in builds with
    /// `FROSTPANE_KERNELS=baseline`.
    package static let built = allCases.filter { variant in
        switch variant {
        case .scalar, .vector: true
        case .avx2, .avx512, .avx512vnni: hasLevels
        }
    }

    /// The variants that were built and that this processor runs, from the slowest to the fastest.
    package static let supported = built.filter { variant in
        switch variant {
        case .scalar, .vector: true
        case .avx2: cprocessor_level() >= 3
        case .avx512: cprocessor_level() >= 4
        case .avx512vnni: cprocessor_has_vnni() != 0
        }
    }

    /// The fastest variant that this processor can run.
    package static let fastest = supported[supported.count - 1]

    /// The variant used unless a caller names another: ``fastest``, or the choice of ``use(_:)``.
    package static var current: InstructionSet {
        supported[min(chosen.load(ordering: .relaxed), supported.count - 1)]
    }

    /// The index in ``supported`` of the variant set by ``use(_:)``; `Int.max` until then, for
    /// ``fastest``.
    private static let chosen = Atomic(Int.max)

    /// Sets ``current`` for the whole process, to find out whether a variant causes a fault.
    ///
    /// Thread-safe; running kernels finish as they began. Results do not depend on the variant.
    ///
    /// - Parameter instructionSet: One of ``supported``.
    package static func use(_ instructionSet: InstructionSet) {
        chosen.store(instructionSet.index, ordering: .relaxed)
    }

    /// The index of this variant in ``supported``; traps if it is not there.
    private var index: Int {
        guard let index = Self.supported.firstIndex(of: self) else {
            preconditionFailure("the processor lacks the instructions of \(self)")
        }
        return index
    }

    /// The implementation of the kernels with this instruction set.
    var kernels: any KernelSet.Type { Self.kernels[index] }

    private static let kernels = supported.map { variant -> any KernelSet.Type in
        switch variant {
        case .scalar: return ScalarKernels.self
        case .vector: return BaselineKernels.VectorKernels.self
        #if NEWER_KERNELS
            case .avx2: return AVX2Kernels.VectorKernels.self
            case .avx512: return AVX512Kernels.VectorKernels.self
            case .avx512vnni: return VNNIKernels.VectorKernels.self
        #else
            case .avx2, .avx512, .avx512vnni: preconditionFailure("the variant was not built")
        #endif
        }
    }

    #if NEWER_KERNELS
        private static let hasLevels = true
    #else
        private static let hasLevels = false
    #endif
}

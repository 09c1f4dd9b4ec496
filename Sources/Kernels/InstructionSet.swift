// SPDX-License-Identifier: Apache-2.0

import BaselineKernels
import CProcessor
import KernelInterface
import Synchronization

#if canImport(AVX2Kernels) && canImport(AVX512Kernels) && canImport(VNNIKernels)
    import AVX2Kernels
    import AVX512Kernels
    import VNNIKernels
#endif

/// The variants of the kernels: the specification, and what the processor does faster.
///
/// All variants give the same bits for the same input; tests hold each against ``scalar``.
public enum InstructionSet: String, Hashable, Sendable, CaseIterable {
    /// One sample at a time: short, obvious, the specification.
    case scalar
    /// Portable vectors, compiled for the baseline of the architecture (SSE2, Neon).
    case vector
    /// The same for level 3 of x86-64: AVX2.
    case avx2
    /// The same for level 4 of x86-64: AVX-512 (F, BW, CD, DQ, VL).
    case avx512
    /// The same with the instructions for sums of products and for permutations of bytes that came
    /// later: AVX512_VNNI and AVX512_VBMI, which Intel has since Ice Lake and AMD since Zen 4.
    case avx512vnni

    /// The variants that run here, from the slowest to the fastest.
    ///
    /// Those for newer processors are there if this package is the one that is built: the
    /// compiler's flags that they need are refused in a dependency.
    public static let supported = allCases.filter { variant in
        switch variant {
        case .scalar, .vector: true
        case .avx2: hasLevels && cprocessor_level() >= 3
        case .avx512: hasLevels && cprocessor_level() >= 4
        case .avx512vnni: hasLevels && cprocessor_has_vnni() != 0
        }
    }

    /// The fastest variant that this processor runs.
    public static let fastest = supported[supported.count - 1]

    /// The variant of all kernels that are not told another: ``fastest``, unless ``use(_:)`` chose.
    public static var current: InstructionSet {
        supported[min(chosen.load(ordering: .relaxed), supported.count - 1)]
    }

    /// The index of ``current`` among the supported.
    private static let chosen = Atomic(Int.max)

    /// Chooses ``current`` for the whole process: to find out whether a variant is at fault.
    ///
    /// Thread-safe; kernels that run already go on as they began. Results do not depend on it.
    ///
    /// - Parameter instructionSet: One of ``supported``.
    public static func use(_ instructionSet: InstructionSet) {
        chosen.store(instructionSet.index, ordering: .relaxed)
    }

    /// Where this variant stands among the supported; it must be one of them.
    private var index: Int {
        guard let index = Self.supported.firstIndex(of: self) else {
            preconditionFailure("instructions that this processor lacks: \(self)")
        }
        return index
    }

    /// The kernels of this variant: the one place that picks.
    var kernels: any KernelSet.Type { Self.kernels[index] }

    private static let kernels = supported.map { variant -> any KernelSet.Type in
        switch variant {
        case .scalar: return ScalarKernels.self
        case .vector: return BaselineKernels.VectorKernels.self
        #if canImport(AVX2Kernels) && canImport(AVX512Kernels) && canImport(VNNIKernels)
            case .avx2: return AVX2Kernels.VectorKernels.self
            case .avx512: return AVX512Kernels.VectorKernels.self
            case .avx512vnni: return VNNIKernels.VectorKernels.self
        #else
            case .avx2, .avx512, .avx512vnni: preconditionFailure("a variant that was not built")
        #endif
        }
    }

    #if canImport(AVX2Kernels) && canImport(AVX512Kernels) && canImport(VNNIKernels)
        private static let hasLevels = true
    #else
        private static let hasLevels = false
    #endif
}

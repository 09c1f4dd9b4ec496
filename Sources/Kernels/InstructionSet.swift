// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The variants of the kernels: the specification, and what the processor does faster.
///
/// All variants give the same bits for the same input; a test holds each against ``scalar``.
public enum InstructionSet: String, Hashable, Sendable, CaseIterable {
    /// One sample at a time: short, obvious, the specification.
    case scalar
    /// Portable vectors, compiled for the baseline of the architecture (SSE2, Neon).
    case vector

    /// The fastest variant that this processor runs.
    ///
    /// Nothing is to be detected as long as every variant is compiled for the baseline.
    public static let fastest: InstructionSet = .vector

    /// The variant of all kernels that are not told another: ``fastest``, unless ``use(_:)`` chose.
    public static var current: InstructionSet {
        isScalar.load(ordering: .relaxed) ? .scalar : fastest
    }

    private static let isScalar = Atomic(false)

    /// Chooses ``current`` for the whole process: to find out whether a variant is at fault.
    ///
    /// Thread-safe; kernels that run already go on as they began. Results do not depend on it.
    ///
    /// - Parameter instructionSet: The variant.
    public static func use(_ instructionSet: InstructionSet) {
        isScalar.store(instructionSet == .scalar, ordering: .relaxed)
    }

    /// The kernels of this variant: the one place that picks.
    var kernels: any KernelSet.Type {
        switch self {
        case .scalar: ScalarKernels.self
        case .vector: VectorKernels.self
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The variants of the kernels: the specification, and what the processor does faster.
///
/// All variants give the same bits for the same input; a test holds each against ``scalar``.
public enum InstructionSet: String, Hashable, Sendable, CaseIterable {
    /// One sample at a time: short, obvious, the specification.
    case scalar
    /// Portable vectors, compiled for the baseline of the architecture (SSE2, Neon).
    case vector

    /// The fastest variant that this processor runs.
    public static let current: InstructionSet = .vector

    /// The kernels of this variant: the one place that picks.
    var kernels: any KernelSet.Type {
        switch self {
        case .scalar: ScalarKernels.self
        case .vector: VectorKernels.self
        }
    }
}

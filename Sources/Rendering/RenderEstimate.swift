// SPDX-License-Identifier: Apache-2.0

/// The memory and the work of a render, known from the picture's header and the plan alone.
public struct RenderEstimate: Hashable, Sendable {
    /// The most memory held at one time, in bytes, the bytes of the source included.
    public let memory: Int

    /// The amount of work: pixels times the passes over them.
    public let work: Int

    /// Creates an estimate.
    public init(memory: Int, work: Int) {
        self.memory = memory
        self.work = work
    }
}

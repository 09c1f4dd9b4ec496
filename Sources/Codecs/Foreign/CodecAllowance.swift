// SPDX-License-Identifier: Apache-2.0

/// The memory and the processor time that a codec may take for one job.
package struct CodecAllowance: Hashable, Sendable {
    /// The memory beside file and rows, in bytes.
    package var byteCount: Int

    /// The processor time, after which the job is ended.
    ///
    /// A price is that of a photo, and noise takes several times as much. What a drawing takes does not follow
    /// from its size at all.
    package var processorTime: Duration

    /// The multiple of its price that a job may take, beyond ``leastTime``.
    private static let factor = 8

    /// The processor time that every job may take.
    private static let leastTime = Duration.milliseconds(500)

    /// Creates an allowance for a job of a price.
    ///
    /// - Parameters:
    ///   - byteCount: The memory beside file and rows, in bytes.
    ///   - price: The processor time that a photo of the size takes.
    package init(byteCount: Int, price: Duration) {
        self.byteCount = byteCount
        processorTime = Self.leastTime + price * Self.factor
    }
}

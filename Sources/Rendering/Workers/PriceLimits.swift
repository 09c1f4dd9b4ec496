// SPDX-License-Identifier: Apache-2.0

import Codecs

/// The most memory and work that a single render may take.
///
/// A render is priced by its ``RenderEstimate`` before anything is allocated. The limits depend on
/// the configuration alone, not on the load, so that the same request is always accepted or always
/// refused.
package struct PriceLimits: Hashable, Sendable {
    /// The number of pixels below which a picture counts as small.
    package static let smallPixelCount = 1_000_000

    /// The most memory for a render of a small picture, in bytes.
    package static let smallPictureMemory = 256 << 20

    /// The memory that a render may always take, in bytes, up to half of the budget.
    ///
    /// An eighth of the budget of a small container would refuse photos. No render may take more
    /// than half of the budget.
    package static let leastMemory = 48 << 20

    /// The work that a worker is assumed to do in a second, in passes over a sample.
    ///
    /// A learned speed would accept a request at one time and refuse it at another.
    package static let workPerSecond = CodecPrice.passesPerSecond

    /// The share of the deadline that a render may take of the time of its worker.
    ///
    /// It leaves time for the wait in the queue, and for machines that are slower.
    private static let greatestShare = 0.5

    /// The number of passes over the samples of the largest picture that are always accepted.
    ///
    /// A blur of a PNG takes about 20.
    static let leastPasses = 24

    /// The most memory that a render may take, in bytes.
    package let memory: Int

    /// The most work that a render may take, in passes over a sample.
    package let work: Int

    /// Derives the limits of a single render from the budgets that all renders share.
    ///
    /// - Parameters:
    ///   - memoryBudget: The memory for all renders together, in bytes.
    ///   - deadline: The greatest time of a render.
    ///   - pixelLimit: The greatest number of pixels of a picture.
    package init(memoryBudget: Int, deadline: Duration, pixelLimit: Int) {
        memory = max(memoryBudget / 8, min(memoryBudget / 2, Self.leastMemory))
        let seconds = deadline.nanoseconds / 1e9 * Self.greatestShare
        let share = Int(min(seconds * Double(Self.workPerSecond), 1e18))
        work = max(share, pixelLimit.multipliedWithoutOverflow(by: 4 * Self.leastPasses))
    }

    /// Throws if the memory or the work of a render exceeds the limits.
    ///
    /// - Parameters:
    ///   - estimate: The price of the render.
    ///   - pixelCount: The number of pixels of the picture.
    /// - Throws: ``AdmissionError/tooCostly(_:)``.
    package func check(_ estimate: RenderEstimate, pixelCount: Int) throws(AdmissionError) {
        let isSmall = pixelCount < Self.smallPixelCount
        let memory = isSmall ? min(memory, Self.smallPictureMemory) : memory
        if estimate.memory > memory {
            var excess = PriceExcess(of: .memory, price: estimate.memory, limit: memory)
            excess.isMostlyDecoding = estimate.decodingMemory > estimate.memory / 2
            throw .tooCostly(excess)
        }
        if estimate.work > work {
            var excess = PriceExcess(of: .work, price: estimate.work, limit: work)
            excess.isMostlyDecoding = estimate.decodingWork > estimate.work / 2
            throw .tooCostly(excess)
        }
    }
}

extension Int {
    /// The product with another integer, or the greatest integer if the product overflows.
    fileprivate func multipliedWithoutOverflow(by factor: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? .max : product
    }
}

// SPDX-License-Identifier: Apache-2.0

/// An amount of memory or work of a render that exceeds its limit.
package struct PriceExcess: Hashable, Sendable {
    /// The two resources that are limited: memory and work.
    package enum Resource: Hashable, Sendable {
        /// Memory, in bytes.
        case memory
        /// Work, in passes over a sample.
        case work
    }

    /// The resource of which the render takes too much.
    package let resource: Resource

    /// The amount that the render takes.
    package let price: Int

    /// The greatest amount that is accepted.
    package let limit: Int

    /// Whether decoding the image takes more than half of the amount.
    package var isMostlyDecoding = false

    /// Creates an excess from an amount and the limit that it exceeds.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - price: The amount that the render takes.
    ///   - limit: The greatest amount that is accepted.
    package init(of resource: Resource, price: Int, limit: Int) {
        self.resource = resource
        self.price = price
        self.limit = limit
    }
}

// SPDX-License-Identifier: Apache-2.0

import Codecs

/// The memory and the work of a render, known from the picture's header and the plan alone.
package struct RenderEstimate: Hashable, Sendable {
    /// The most memory held at one time, in bytes, the bytes of the source included.
    package let memory: Int

    /// The amount of work: samples times the passes over them, and ``fixedWork``.
    package let work: Int

    /// Whether the work is a guess, as for a drawing (SVG), whose cost is known only after it is drawn.
    package let isGuess: Bool

    /// Whether texts are drawn, of which one may end the processes that draw it.
    package let drawsTexts: Bool

    /// The memory of decoding the image, in bytes, a part of ``memory``; 0 if it is not known apart.
    package var decodingMemory = 0

    /// The work of decoding the image, a part of ``work``; 0 if it is not known apart.
    package var decodingWork = 0

    /// Creates an estimate from a number of bytes and an amount of work.
    package init(memory: Int, work: Int, isGuess: Bool = false, drawsTexts: Bool = false) {
        self.memory = memory
        self.work = work
        self.isGuess = isGuess
        self.drawsTexts = drawsTexts
    }
}

extension RenderEstimate {
    /// The work of a render whatever its size: reading the request, planning, and writing the response.
    ///
    /// It is somewhat more than a millisecond at ``PriceLimits/workPerSecond``.
    package static let fixedWork = 5_000_000

    /// The work of decoding a sample, in passes over it.
    static let decodingPasses = CodecPrice.decodingPasses
}

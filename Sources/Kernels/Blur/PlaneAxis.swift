// SPDX-License-Identifier: Apache-2.0

/// The positions of a plane's samples along one axis of the image.
///
/// Sample *n* of pitch *p* covers the *p* pixels from *n* × *p* on, and lies in the middle of them.
package struct PlaneAxis: Hashable, Sendable {
    /// The number of samples of the input plane, at least 1.
    package var inputCount: Int

    /// The number of samples of the output plane, at least 1.
    package var outputCount: Int

    /// The pixels per input sample: 1, 2, 4 or 8.
    package var inputPitch: Int

    /// The pixels per output sample: 1, 2, 4 or 8.
    package var outputPitch: Int

    /// The pixels by which the result extends beyond the start of the image.
    ///
    /// Negative where the result begins inside; a multiple of ``outputPitch``.
    package var margin: Int

    /// The filters of a decoder or an encoder that the blur makes up for along this axis.
    package var responses: [PlaneResponse]

    /// Creates the positions of a plane's samples along one axis.
    ///
    /// - Parameters:
    ///   - inputCount: The number of samples of the input plane, at least 1.
    ///   - outputCount: The number of samples of the output plane, at least 1.
    ///   - inputPitch: The pixels per input sample: 1, 2, 4 or 8.
    ///   - outputPitch: The pixels per output sample: 1, 2, 4 or 8.
    ///   - margin: The pixels by which the result extends beyond the start of the image.
    ///   - responses: The filters of a decoder or an encoder that the blur makes up for.
    package init(
        inputCount: Int,
        outputCount: Int,
        inputPitch: Int = 1,
        outputPitch: Int = 1,
        margin: Int = 0,
        responses: [PlaneResponse] = []
    ) {
        precondition(inputCount > 0 && outputCount > 0, "the plane is empty")
        precondition([1, 2, 4, 8].contains(inputPitch), "the pitch must be 1, 2, 4 or 8")
        precondition([1, 2, 4, 8].contains(outputPitch), "the pitch must be 1, 2, 4 or 8")
        precondition(margin % outputPitch == 0, "the margin is no multiple of the pitch")
        self.inputCount = inputCount
        self.outputCount = outputCount
        self.inputPitch = inputPitch
        self.outputPitch = outputPitch
        self.margin = margin
        self.responses = responses
    }
}

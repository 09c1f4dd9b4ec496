// SPDX-License-Identifier: Apache-2.0

/// Where the samples of a plane lie along an axis of a picture.
///
/// Sample *n* of a pitch *p* stands for the *p* pixels from *n* × *p* on, and lies in the middle of
/// them.
public struct PlaneAxis: Hashable, Sendable {
    /// Samples of the plane that goes in; at least 1.
    public var inputCount: Int

    /// Samples of the plane that comes out; at least 1.
    public var outputCount: Int

    /// Pixels per sample that goes in: 1, 2, 4 or 8.
    public var inputPitch: Int

    /// Pixels per sample that comes out: 1, 2, 4 or 8.
    public var outputPitch: Int

    /// Pixels by which the result begins before the picture, negative when it begins inside; a
    /// multiple of ``outputPitch``.
    public var margin: Int

    /// What happens to the plane beside the blur.
    public var responses: [PlaneResponse]

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - inputCount: Samples of the plane that goes in; at least 1.
    ///   - outputCount: Samples of the plane that comes out; at least 1.
    ///   - inputPitch: Pixels per sample that goes in: 1, 2, 4 or 8.
    ///   - outputPitch: Pixels per sample that comes out: 1, 2, 4 or 8.
    ///   - margin: Pixels by which the result begins before the picture.
    ///   - responses: What happens to the plane beside the blur.
    public init(
        inputCount: Int,
        outputCount: Int,
        inputPitch: Int = 1,
        outputPitch: Int = 1,
        margin: Int = 0,
        responses: [PlaneResponse] = []
    ) {
        precondition(inputCount > 0 && outputCount > 0, "an empty plane")
        precondition([1, 2, 4, 8].contains(inputPitch), "a pitch that planes do not have")
        precondition([1, 2, 4, 8].contains(outputPitch), "a pitch that planes do not have")
        precondition(margin % outputPitch == 0, "a margin of no whole samples")
        self.inputCount = inputCount
        self.outputCount = outputCount
        self.inputPitch = inputPitch
        self.outputPitch = outputPitch
        self.margin = margin
        self.responses = responses
    }
}

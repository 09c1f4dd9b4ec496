// SPDX-License-Identifier: Apache-2.0

/// An analysis of an image that results in facts about it, such as a measurement of contrast.
package protocol PictureAnalysis: Sendable {
    /// The facts that the analysis finds.
    associatedtype Outcome: Sendable

    /// The image to analyze.
    var source: SourceImage { get }

    /// The memory and the work of the analysis, known from the header of the image alone.
    var estimate: RenderEstimate { get }

    /// Decodes and analyzes the image.
    ///
    /// - Parameter cancellation: Checked between two bands.
    /// - Returns: The facts that were found.
    /// - Throws: ``RenderError``, when the image cannot be read or the analysis is cancelled.
    func run(cancellation: Cancellation) throws(RenderError) -> Outcome
}

extension LegibilityAnalysis: PictureAnalysis {}

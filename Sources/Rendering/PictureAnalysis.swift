// SPDX-License-Identifier: Apache-2.0

/// An analysis of a picture, such as a measurement of contrast, which results in facts about it.
package protocol PictureAnalysis: Sendable {
    /// The facts that the analysis finds.
    associatedtype Outcome: Sendable

    /// The picture to analyze.
    var source: SourceImage { get }

    /// The memory and the work of the analysis, known from the header of the picture alone.
    var estimate: RenderEstimate { get }

    /// Decodes and analyzes the picture.
    ///
    /// - Parameter cancellation: Checked between two bands.
    /// - Returns: The facts that were found.
    /// - Throws: ``RenderError``, when the picture cannot be read or the analysis is cancelled.
    func run(cancellation: Cancellation) throws(RenderError) -> Outcome
}

extension LegibilityAnalysis: PictureAnalysis {}

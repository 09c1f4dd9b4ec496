// SPDX-License-Identifier: Apache-2.0

/// An examination of a picture that results in facts about it instead of another picture.
package protocol PictureAnalysis: Sendable {
    /// The result of the examination.
    associatedtype Outcome: Sendable

    /// The picture.
    var source: SourceImage { get }

    /// The memory and the work of the examination, known from the header alone.
    var estimate: RenderEstimate { get }

    /// Decodes and examines the picture.
    ///
    /// - Parameter cancellation: Checked between two bands.
    /// - Returns: The outcome.
    /// - Throws: ``RenderError``, when the picture cannot be read or the examination is cancelled.
    func run(cancellation: Cancellation) throws(RenderError) -> Outcome
}

extension LegibilityAnalysis: PictureAnalysis {}

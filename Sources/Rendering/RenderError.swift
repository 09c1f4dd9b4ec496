// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster
package import Typesetting

/// A reason why an image was not rendered.
package enum RenderError: Error, Equatable, Sendable {
    /// The image could not be read, or the result could not be written.
    case codec(CodecError)
    /// The result would be larger than an image may be.
    case resultTooLarge(PixelSize)
    /// The caller cancelled the render.
    case cancelled
    /// The deadline of the render has passed.
    case deadlineExceeded
    /// The receiver of the result refused more bytes.
    case sinkClosed
    /// A text of the result cannot be drawn.
    case text(TypesettingError)
    /// The plan cannot be applied to the image.
    case plan(PlanFault)
}

/// A reason why a plan cannot be applied to an image.
package enum PlanFault: Error, Hashable, Sendable {
    /// An image that the plan uses is missing.
    case missingPicture(ResourceID)
    /// A pane is empty or lies partly outside of the image.
    case paneOutside(PixelRect)
    /// The filters of a pane enlarge its backdrop.
    case growingPane(PixelRect)
    /// A crop is empty or reaches outside of the image, or a padded frame does not contain the
    /// image.
    case partOutside(PixelRect)
}

extension RenderError {
    /// Converts an error of a codec; `interrupted` becomes ``cancelled`` or ``deadlineExceeded``.
    init(_ error: CodecError, _ cancellation: Cancellation) {
        switch error {
        case .interrupted:
            self = cancellation.isCancelled ? .cancelled : .deadlineExceeded
        case .sinkClosed:
            self = .sinkClosed
        case .unsupportedFormat, .codecNotInstalled, .codecUnavailable, .noSuchFrame,
            .unsupportedFeature, .truncated, .corrupt, .animated, .sideTooLong,
            .tooManyPixels, .tooManyFramePixels, .tooManyScans, .headerTooLong, .tooManySegments,
            .profileTooLarge,
            .outOfMemory, .sourceFailed, .tooMuchWork, .encoderFailed:
            self = .codec(error)
        }
    }
}
